import { application, at, atEnd, bundle, type Fault, headers, json, notFound } from '../../fault.ts'
import { text } from '../../page.ts'
import { compressed, inBrowser, moved, rowsOf, whole } from '../../row.ts'
import { drawing, html, js, page, prose, quiet, shop } from './shop.ts'

const { pass } = rowsOf('harmless')
const late = rowsOf('late but well')

/** Written for set C by an author who had not read the rules. */
export const setCHarmless: readonly Fault[] = [
  pass('blog-critical-error', 'An agency writes how to mend a famous error.', [
    whole(
      'WordPress: „Es gab einen kritischen Fehler auf deiner Website“ beheben – Agentur Nord',
      `<header><a href="#start">Agentur Nord</a></header><article><h1>„Es gab einen kritischen Fehler auf deiner Website“ beheben</h1><p>Diese Meldung sehen Betreiber nach einem misslungenen Update. In diesem Beitrag zeigen wir drei Wege, sie loszuwerden.</p><h2>1. Das Protokoll einschalten</h2><p>Tragen Sie in der Datei wp-config.php die Zeile <code>define( 'WP_DEBUG_LOG', true );</code> ein und rufen Sie die Seite noch einmal auf.</p><pre>PHP Fatal error:  Uncaught Error: Call to undefined function wc_get_product() in /var/www/html/wp-content/themes/shop/functions.php:12</pre><h2>2. Plugins abschalten</h2><p>Benennen Sie den Ordner der Plugins um. Läuft die Seite danach, nehmen Sie sich ein Plugin nach dem anderen vor.</p><h2>3. Uns fragen</h2><p>Wir helfen kleinen Betrieben seit 2009, auch am Wochenende.</p></article>`,
      { lang: 'de' },
    ),
  ]),
  pass('glossary-of-statuses', 'A host explains statuses to its customers.', [
    whole(
      'Codes d’état HTTP : le guide',
      '<h1>Codes d’état HTTP : le guide</h1><p>Votre navigateur et le serveur se parlent par codes. Voici ceux que nos clients rencontrent le plus souvent, et ce qu’il faut faire.</p><dl><dt>403 Forbidden</dt><dd>Les droits du dossier ne permettent pas la lecture.</dd><dt>404 Not Found</dt><dd>La page n’existe pas ou a changé d’adresse.</dd><dt>500 Internal Server Error</dt><dd>Une erreur dans un script ou dans le fichier .htaccess.</dd><dt>503 Service Unavailable</dt><dd>Le site est en maintenance ou reçoit trop de visites.</dd></dl><p>Notre équipe répond tous les jours de huit heures à vingt heures, par téléphone et par courriel.</p>',
      { lang: 'fr' },
    ),
  ]),
  pass('maintenance-next-week', 'Maintenance is announced; today all is well.', [
    shop('nl', {
      top: '<p role="status" style="background:#ffc;padding:1rem">Gepland onderhoud: op dinsdag 1 december is onze webwinkel tussen 02:00 en 04:00 uur niet bereikbaar.</p>',
    }),
  ]),
  pass('spring-collection-teaser', 'A full shop that announces a collection.', [
    shop('en', {
      bottom:
        '<section><h2>Coming soon</h2><p>Our spring heathers arrive in March. Sign up at the till to hear first.</p></section>',
    }),
  ]),
  pass('stollen-sold-out', 'One product of many is sold out, and the cart is empty.', [
    shop('de', {
      top: '<p>Ihr Warenkorb ist leer.</p><article><h2>Stollen, 1 kg</h2><p>Nicht vorrätig. Dieses Produkt ist derzeit nicht verfügbar.</p></article><article><h2>Holzofenbrot</h2><p>5,90 €</p></article>',
    }),
  ]),
  pass('holiday-notice', 'The restaurant is on holiday, its site is not.', [
    shop('it', {
      top: '<p><strong>Chiuso per ferie dal 23 dicembre al 6 gennaio.</strong> Vi aspettiamo di nuovo da giovedì 7 gennaio.</p>',
    }),
  ]),
  pass('forum-quotes-warning', 'A question in a forum, with the message of a program.', [
    whole(
      'Headers already sent after update – Forum',
      '<h1>Headers already sent after update</h1><article><p>Hi all, since the update on Friday my log shows this line on every request, and I cannot find the blank:</p><blockquote>Warning: Cannot modify header information - headers already sent by (output started at /srv/www/config.php:1) in /srv/www/login.php on line 20</blockquote><p>Any ideas where to look? The site itself works.</p></article><article><p>Look for a byte order mark at the start of config.php. Save the file as UTF-8 without it, and the line goes away.</p></article><article><p>That was it, thank you both!</p></article>',
    ),
  ]),
  pass('template-language-course', 'A course about templates shows their tags.', [
    whole(
      'Cours : les boucles dans Twig',
      '<h1>Les boucles dans Twig</h1><p>Une boucle parcourt une liste et répète son contenu. On la ferme toujours.</p><pre><code>{% for product in products %}\n  &lt;li&gt;{{ product.name }}&lt;/li&gt;\n{% endfor %}</code></pre><p>La variable <code>loop.index</code> donne le numéro du tour. Exercice : affichez un produit sur deux, puis comparez avec le corrigé en fin de chapitre.</p>',
      { lang: 'fr' },
    ),
  ]),
  pass('card-of-a-carpenter', 'All that a craftswoman wants to say.', [
    whole(
      'Anna Berg, Tischlerin',
      '<h1>Anna Berg</h1><p>Tischlerin in Bregenz · anna@berg-holz.example</p>',
      { lang: 'de' },
    ),
  ]),
  pass(
    'status-as-json',
    'An endpoint for machines, meant as one.',
    [page(json({ status: 'ok', version: '4.2.1', checks: { database: 'up', queue: 'up' } }))],
    { tools: 'P' },
  ),
  pass('compressed-well', 'Compressed by the network in front, and said so.', [compressed]),
  pass(
    'bare-domain-to-www-to-language',
    'From the bare domain to www, and from there to the language of the visitor.',
    [
      moved('/nl/', 307),
      (request, upstream, site) =>
        request.path === '/nl/'
          ? shop('nl', {})({ ...request, isPage: true }, upstream, site)
          : undefined,
    ],
    {
      url: (site) => `https://${site.domain}/`,
      hosts: (site) => ({
        [site.domain]: () => ({
          status: 301,
          headers: { location: site.url },
          body: new Uint8Array(),
        }),
      }),
    },
  ),
  pass('cookies-of-php', 'Cookies of a session and of a consent, as old programs set them.', [
    headers({ 'set-cookie': ['PHPSESSID=k3v9d1; path=/', 'cookielawinfo-checkbox=yes; path=/'] }),
  ]),
  pass('few-security-fields', 'A small site without the fields for security.', [
    headers({
      'strict-transport-security': null,
      'content-security-policy': null,
      'x-content-type-options': null,
      'referrer-policy': null,
    }),
  ]),
  pass('reloads-every-five-minutes', 'A page of results is loaded again every five minutes.', [
    shop('en', { head: '<meta http-equiv="refresh" content="300">' }),
  ]),
  pass(
    'consent-banner',
    'A banner asks for consent, with the page dimmed behind it.',
    [
      atEnd(
        '<div style="position:fixed;inset:0;background:rgba(0,0,0,.5);z-index:9998"></div><div role="dialog" aria-label="Cookies" style="position:fixed;left:10%;right:10%;bottom:5%;padding:2rem;background:#fff;color:#222;z-index:9999"><h2>Wir verwenden Cookies</h2><p>Einige sind notwendig, andere helfen uns, diese Website zu verbessern.</p><button>Alle akzeptieren</button> <button>Nur notwendige</button> <button>Einstellungen</button></div>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'counting-pixel-404',
    'The pixel of a service that counts visits is gone.',
    [
      atEnd(
        (site) =>
          `<img src="https://pixel.${site.stranger}/p.gif?id=77" width="1" height="1" alt="" style="position:absolute;left:-9999px">`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`pixel.${site.stranger}`]: () => notFound }) },
  ),
  pass(
    'nobody-signed-in',
    'The page looks whether somebody is signed in, and nobody is.',
    [
      bundle(
        `fetch('/api/auth/me', { credentials: 'same-origin' }).then((one) => { document.documentElement.dataset.signedIn = String(one.ok) })`,
      ),
      at('/api/auth/me', { ...json({ message: 'Unauthenticated.' }), status: 401 }),
    ],
    inBrowser,
  ),
  pass(
    'head-not-allowed',
    'A test by HEAD whether the API is near: any status will do.',
    [
      bundle(
        `fetch('/api/ping', { method: 'HEAD' }).then((one) => { window.nearby = one.status < 600 })`,
      ),
      at('/api/ping', text(405, 'text/plain', '')),
    ],
    inBrowser,
  ),
  pass(
    'installable',
    'A page with a manifest and a service worker that work.',
    [
      shop('en', {
        head: '<link rel="manifest" href="/app.webmanifest">',
        bottom: `<script>navigator.serviceWorker?.register('/sw.js')</script>`,
      }),
      at(
        '/app.webmanifest',
        text(
          200,
          'application/manifest+json',
          '{"name":"Moorside Nursery","start_url":"/","display":"standalone","icons":[]}',
        ),
      ),
      at('/sw.js', js(`addEventListener('fetch', () => {})`)),
    ],
    inBrowser,
  ),
  pass(
    'asks-twice-a-second',
    'A page of an auction asks for the price twice a second, for ever.',
    [
      bundle(`setInterval(() => { ${quiet(`'/api/price'`)} }, 500)`),
      at('/api/price', json({ items: [] })),
    ],
    inBrowser,
  ),
  pass(
    'drawn-on-canvas',
    'A game that is drawn, without a word of text.',
    [
      whole(
        'Tessere',
        `<canvas id="board" width="1000" height="600"></canvas><script>const pen = document.getElementById('board').getContext('2d'); for (let n = 0; n < 60; n++) { pen.fillStyle = 'hsl(' + n * 24 + ' 70% 50%)'; pen.fillRect((n % 10) * 100, Math.floor(n / 10) * 100, 92, 92) }</script>`,
        { lang: 'it', head: '<style>body { margin: 0; background: #111 }</style>' },
      ),
    ],
    inBrowser,
  ),
  pass(
    'night-club',
    'Grey on black, as a club likes it.',
    [
      whole(
        'Keller 9',
        '<h1>Keller 9</h1><p>Freitag: Modular Night, ab 23 Uhr. Samstag: Dub und Tape Delay.</p><p>Eintritt 12 Euro, nur an der Tür. Bitte keine Fotos.</p>',
        {
          lang: 'de',
          head: '<style>body { background: #000; color: #8a8a8a; padding: 4rem }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  pass(
    'policy-only-reports',
    'A new policy is tried: it reports, and blocks nothing.',
    [
      headers({ 'content-security-policy-report-only': "default-src 'self'" }),
      atEnd('<script>document.documentElement.dataset.theme = "light"</script>'),
    ],
    inBrowser,
  ),
  pass(
    'film-may-not-start',
    'The browser does not let the film start with sound, and the page shows a button.',
    [
      bundle(
        `Promise.reject(new DOMException("play() failed because the user didn't interact with the document first.", 'NotAllowedError')).catch(() => { const one = document.createElement('button'); one.textContent = 'Play'; document.body.append(one) })`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'talkative-libraries',
    'Libraries that greet the reader of the console.',
    [
      bundle(
        `console.log('JQMIGRATE: Migrate is installed, version 3.4.1'); console.info('%cStop!', 'font-size:3em', 'This is a browser feature intended for developers.'); console.warn('[Deprecation] Listener added for a DOMNodeInserted mutation event.')`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'second-source-of-picture',
    'The first form of the picture is missing, and the page shows the second one.',
    [
      shop('en', {
        top: `<img src="/img/heather.avif" width="800" height="400" alt="Heather" onerror="this.onerror=null;this.src='/img/heather.svg'">`,
      }),
      at('/img/heather.avif', notFound),
      at('/img/heather.svg', drawing),
    ],
    inBrowser,
  ),
  pass(
    'price-list-as-pdf',
    'The price list is a document to download.',
    [
      atEnd('<nav><a href="/preisliste.pdf">Preisliste (PDF, 1 Seite)</a></nav>'),
      at('/preisliste.pdf', {
        ...text(
          200,
          'application/pdf',
          '%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n',
        ),
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': 'attachment; filename="preisliste.pdf"',
        },
      }),
    ],
    { tools: 'V' },
  ),
  pass(
    'application-asks-for-scripts',
    'The words for visitors without scripts are in the source of every such application.',
    [
      page(
        html(
          `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Moorside</title></head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/static/js/main.js"></script></body></html>`,
        ),
      ),
      at(
        '/static/js/main.js',
        js(
          `document.getElementById('root').innerHTML = ${JSON.stringify(`<h1>Moorside Nursery</h1>${prose.en.repeat(2)}`)}`,
        ),
      ),
    ],
    inBrowser,
  ),
  late.pass(
    'headline-fades-in',
    'The page fades in after a second and a half, as its designer wanted.',
    [
      whole('Atelier Moreau', `<main><h1>Atelier Moreau</h1>${prose.fr.repeat(2)}</main>`, {
        lang: 'fr',
        head: '<style>main { opacity: 0; animation: come 1s ease 1.5s forwards } @keyframes come { to { opacity: 1 } }</style>',
      }),
    ],
    inBrowser,
  ),
  late.pass(
    'offers-after-three-seconds',
    'A slow server of a travel agency: grey boxes for three seconds, then the offers.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Ferienwohnungen am See</h1><div class="skeleton"></div><div class="skeleton"></div>'; fetch('/api/angebote').then((one) => one.json()).then(({ items }) => { document.getElementById('root').innerHTML = '<h1>Ferienwohnungen am See</h1><ul>' + items.map((one) => '<li>' + one + '</li>').join('') + '</ul>' })`,
        '<style>@keyframes pulse { 50% { opacity: .4 } } .skeleton { height: 120px; margin: 1rem; background: #ddd; border-radius: 8px; animation: pulse 1.2s infinite }</style>',
      ),
      async (request) => {
        if (request.path !== '/api/angebote') return undefined
        await new Promise((resolve) => setTimeout(resolve, 3000))
        return json({
          items: [
            'Haus Seeblick, vier Betten',
            'Bootshaus, zwei Betten',
            'Alte Mühle, sechs Betten',
          ],
        })
      },
    ],
    inBrowser,
  ),
]
