import {
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  json,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const harmless = rowsOf('harmless')
const slow = rowsOf('late but well')

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day)

/** A section of the page in front of all others. */
const band = (markup: string) =>
  `<div style="position:relative;z-index:99999;background:#fff;color:#222;padding:16px">${markup}</div>`

const inPage = (id: string, why: string, markup: string) =>
  harmless.pass(id, why, [atTop(band(markup))])
const inPlace = (id: string, why: string, lang: string, title: string, body: string) =>
  harmless.pass(id, why, [whole(title, body, { lang })])

const other = text(
  200,
  'text/html; charset=utf-8',
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The house</title></head><body><h1>The house</h1>${about}</body></html>`,
)
const drawing = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#369"/><circle cx="200" cy="100" r="60" fill="#fc3"/></svg>',
)

const statutes =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R/Size 4>>\n%%EOF\n'

/** An email address as Cloudflare encodes it: a key byte, then each byte XORed with the key. */
const hidden = (address: string) =>
  Buffer.from([0x4a, ...Buffer.from(address).map((one) => one ^ 0x4a)]).toString('hex')

const decodeAddresses = `for (const link of document.querySelectorAll('.__cf_email__')) {
  const bytes = link.dataset.cfemail.match(/../g).map((pair) => parseInt(pair, 16))
  const address = String.fromCharCode(...bytes.slice(1).map((one) => one ^ bytes[0]))
  link.textContent = address
  link.href = 'mailto:' + address
}`

const latin = `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><html lang="de"><head><title>Gasthof Krone</title></head><body><h1>Gasthof Krone, Süßen</h1><p>Öffnungszeiten: täglich außer montags. Große Säle für Feiern, gemütliche Gästezimmer, schöner Biergarten. Über Ihren Besuch würden wir uns freuen, für Gruppen bitten wir um Rückfrage.</p></body></html>`

export const setYyHarmless: readonly Fault[] = [
  harmless.pass(
    'yy-certificate-of-many-customers',
    'One certificate for a dozen customers of the same server is usual and trusted.',
    [],
    {
      tools: 'PV',
      certificate: (site) => ({
        names: [`kunde1.${site.stranger}`, `www.kunde2.${site.stranger}`, site.domain, site.host],
      }),
    },
  ),
  harmless.pass(
    'yy-certificate-three-weeks-left',
    'A certificate of ninety days that is renewed by a program has three weeks left.',
    [],
    { tools: 'PV', certificate: () => ({ notBefore: inDays(-69), notAfter: inDays(21) }) },
  ),
  harmless.pass(
    'yy-cookie-before-page',
    'The protection of the host sets a cookie, sends the browser to the same address once more, and then shows the page.',
    [
      (request, _upstream, site) =>
        request.isPage && !String(request.headers['cookie'] ?? '').includes('hcdn=1')
          ? {
              status: 302,
              headers: {
                location: site.url,
                'set-cookie': 'hcdn=1; Path=/; Secure; HttpOnly',
              },
              body: new Uint8Array(),
            }
          : undefined,
    ],
  ),
  harmless.pass(
    'yy-club-moved-to-platform',
    'The club has given up its own site, and its domain leads to its page on a platform on purpose.',
    [moved((site) => `https://www.${site.stranger}/vereine/seeblick`, 301)],
    { hosts: (site) => ({ [`www.${site.stranger}`]: () => other }) },
  ),
  harmless.pass(
    'yy-old-php-few-headers',
    'An old PHP that says its version and a page without headers for security work for every visitor.',
    [
      headers({
        'x-powered-by': 'PHP/7.4.33',
        server: 'Apache/2.4.41 (Ubuntu)',
        'strict-transport-security': null,
        'content-security-policy': null,
        'x-content-type-options': null,
        'referrer-policy': null,
      }),
    ],
  ),
  harmless.pass(
    'yy-webcam-reloads-after-ten-minutes',
    'The page of the weather station reloads every ten minutes, as its visitors want.',
    [headers({ refresh: '600' })],
  ),
  harmless.pass(
    'yy-latin-1-as-declared',
    'A page in Latin-1 whose header says so is shown with all umlauts.',
    [
      (request) =>
        request.isPage
          ? {
              status: 200,
              headers: { 'content-type': 'text/html; charset=iso-8859-1' },
              body: new Uint8Array(Buffer.from(latin, 'latin1')),
            }
          : undefined,
    ],
  ),
  harmless.pass(
    'yy-area-for-members',
    'The link to the area of the members asks for a password, which is what it is for.',
    [
      atTop(band('<a href="/intern/">Interner Bereich</a>')),
      at('/intern/', {
        ...text(401, 'text/html', '<h1>Unauthorized</h1>'),
        headers: { 'content-type': 'text/html', 'www-authenticate': 'Basic realm="Mitglieder"' },
      }),
    ],
    { tools: 'V' },
  ),
  harmless.pass(
    'yy-link-not-by-head',
    'A link whose script answers GET, and refuses HEAD, works for every visitor.',
    [
      atTop(band('<a href="/kontakt.php">Kontakt</a>')),
      at('/kontakt.php', (request) =>
        request.method === 'HEAD' ? text(405, 'text/html', 'Method Not Allowed') : other,
      ),
    ],
    { tools: 'V' },
  ),
  harmless.pass(
    'yy-old-permalinks-redirected',
    'Entries of the menu with old addresses lead to the new ones, and the statutes are a PDF.',
    [
      (request) =>
        request.url.searchParams.get('page_id') === '12'
          ? { status: 301, headers: { location: '/verein/' }, body: new Uint8Array() }
          : undefined,
      atTop(band('<a href="/?page_id=12">Verein</a> <a href="/downloads/satzung.pdf">Satzung</a>')),
      at('/verein/', other),
      at('/downloads/satzung.pdf', text(200, 'application/pdf', statutes)),
    ],
    { tools: 'V' },
  ),
  harmless.pass(
    'yy-address-hidden-by-cloudflare',
    'The network hides addresses of mail from robots, and a script turns the link into the address.',
    [
      atTop(
        `${band(`<p>Mail: <a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="${hidden('info@verein.example')}">[email&#160;protected]</a></p>`)}<script data-cfasync="false" src="/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js"></script>`,
      ),
      at(
        '/cdn-cgi/scripts/5c5dd728/cloudflare-static/email-decode.min.js',
        text(200, 'text/javascript; charset=utf-8', decodeAddresses),
      ),
    ],
  ),
  harmless.pass(
    'yy-guest-is-told-401',
    'The page asks who is logged in, is told that nobody is, and greets a guest.',
    [
      bundle(
        `fetch('/wp-json/wp/v2/users/me').then((answer) => answer.status === 401 ? { name: 'guest' } : answer.json()).then(({ name }) => { document.documentElement.dataset.user = name })`,
      ),
      at('/wp-json/wp/v2/users/me', {
        ...json({ code: 'rest_not_logged_in', message: 'You are not currently logged in.' }),
        status: 401,
      }),
    ],
    inBrowser,
  ),
  harmless.pass(
    'yy-asks-for-a-blocker',
    'The page tries an advertisement to learn whether they are blocked, and is ready for both.',
    [
      atEnd(
        (site) =>
          `<script>fetch('https://ads.${site.stranger}/pagead/show_ads.js', { mode: 'no-cors' }).then(() => { document.documentElement.dataset.ads = 'on' }, () => { document.documentElement.dataset.ads = 'off' })</script>`,
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'yy-picture-with-a-second-choice',
    'The first file of the picture is missing, and the page shows the second one at once.',
    [
      atTop(
        band(
          `<img src="/images/kirche.webp" onerror="this.onerror=null;this.src='/images/kirche.svg'" alt="Kirche" width="400" height="200">`,
        ),
      ),
      at('/images/kirche.webp', notFound),
      at('/images/kirche.svg', drawing),
    ],
    inBrowser,
  ),
  harmless.pass(
    'yy-counter-pixel-gone',
    'The picture of one point of an old counter is gone, and no visitor misses it.',
    [
      atEnd(
        (site) =>
          `<img src="https://count.${site.stranger}/c.gif?id=4711" width="1" height="1" alt="" style="position:absolute">`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`count.${site.stranger}`]: () => notFound }) },
  ),
  slow.pass(
    'yy-hidden-by-test-snippet-for-3-s',
    'The snippet for tests of variants hides the page, and shows it after three seconds when no test comes.',
    [
      inHead(
        `<style>.async-hide { opacity: 0 !important }</style><script>document.documentElement.classList.add('async-hide'); setTimeout(function () { document.documentElement.classList.remove('async-hide') }, 3000)</script>`,
      ),
    ],
    inBrowser,
  ),
  inPage(
    'yy-maintenance-next-sunday',
    'A line that announces work on the server for next Sunday is a service to the visitors.',
    'Hinweis: Am Sonntag zwischen 2 und 4 Uhr wird unser Server gewartet. Die Online-Dienste des Bürgerbüros sind in dieser Zeit nicht erreichbar.',
  ),
  inPlace(
    'yy-help-for-database-error',
    'The help page of a host explains what to do about an error, and quotes it.',
    'en',
    'Help: my WordPress shows an error',
    '<h1>What does "Error establishing a database connection" mean?</h1><p>You open your site and read <code>Error establishing a database connection</code>. In most cases the password in wp-config.php differs from the one in the panel.</p><h2>What you can do</h2><ol><li>Open the panel and choose Databases.</li><li>Set a new password for the user.</li><li>Write the same password into the line <code>define( \'DB_PASSWORD\', \'…\' );</code>.</li></ol><p>If you see "Account suspended" instead, please call our accounts department; opening hours are from 8 to 18.</p>',
  ),
  inPlace(
    'yy-capital-letters-of-portugal',
    'Words in capitals that are full of tildes are good Portuguese.',
    'pt-PT',
    'Câmara Municipal de São João',
    '<h1>CÂMARA MUNICIPAL DE SÃO JOÃO</h1><p>INFORMAÇÃO À POPULAÇÃO: A SESSÃO DE EDUCAÇÃO PARA A PROTEÇÃO CIVIL REALIZA-SE AMANHÃ NO SALÃO PAROQUIAL. AS INSCRIÇÕES SÃO GRATUITAS.</p><p>A participação dos munícipes é bem-vinda, e haverá café e bolo de maçã no fim da sessão.</p>',
  ),
  inPage(
    'yy-messages-of-form-hidden',
    'The form carries the sentences that it will show after sending, and nobody sees them before.',
    '<form class="wpcf7-form init"><label>Name <input name="your-name"></label> <label>Nachricht <input name="your-message"></label> <button type="button">Senden</button><div class="wpcf7-response-output" aria-hidden="true" style="display:none">Beim Versuch, deine Mitteilung zu versenden, ist ein Fehler aufgetreten. Bitte versuche es später noch einmal.</div></form>',
  ),
  inPlace(
    'yy-basket-is-empty',
    'Nobody has put anything into the basket yet.',
    'fr',
    'Panier – Librairie du Port',
    '<header><b>Librairie du Port</b></header><main><h1>Votre panier</h1><p>Votre panier est actuellement vide.</p><p><a href="tel:+33299000000">Une question ? Appelez-nous.</a></p></main><footer>Librairie du Port, 4 quai des Indes, Saint-Malo</footer>',
  ),
  inPlace(
    'yy-card-of-a-craftsman',
    'The site of a craftsman is a card with his name and telephone number, as he wants it.',
    'de',
    'Schreinerei Huber',
    '<h1>Schreinerei Huber</h1><p>Dorfstraße 3, Oberau</p><p>Telefon 08821 000000</p>',
  ),
  harmless.pass(
    'yy-only-for-adults',
    'The vineyard asks for the age before it shows its wines, as the law wants, and one click leads on.',
    [
      atTop(
        `<div id="yy-age" style="position:fixed;inset:0;z-index:2147483000;background:rgba(40,0,20,.92);color:#fff;text-align:center;padding-top:180px"><h2 style="color:#fff">Avez-vous plus de 18 ans ?</h2><p style="color:#fff">L’abus d’alcool est dangereux pour la santé. À consommer avec modération.</p><button onclick="document.getElementById('yy-age').remove()">Oui, entrer</button> <button onclick="history.back()">Non</button></div>`,
      ),
    ],
    inBrowser,
  ),
  inPage(
    'yy-news-about-an-intruder',
    'The school tells its parents honestly that its site had been broken into and is back.',
    '<h2>Wir sind wieder da</h2><p>In den Ferien wurde unsere Schulwebsite gehackt und musste für einige Tage abgeschaltet werden. Dank der Informatik-AG läuft nun alles wieder auf einem neuen Server.</p>',
  ),
  inPage(
    'yy-lesson-in-php',
    'A lesson shows source of PHP and a shortcode as text, in the form of code.',
    '<h2>Our first script</h2><p>Save these lines as hello.php, or put the shortcode <code>[contact-form-7 id="12"]</code> into a page:</p><pre><code>&lt;?php\n$name = $_GET["name"] ?? "world";\necho "Hello, " . htmlspecialchars($name);\n?&gt;</code></pre>',
  ),
]
