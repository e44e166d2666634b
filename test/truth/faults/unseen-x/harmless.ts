import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  json,
  late,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const slow = rowsOf('late but well')

const page = (title: string, body: string, lang = 'en') =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title></head><body>${body}</body></html>`,
  )

export const setXHarmless: readonly Fault[] = [
  pass('x-article-about-errors', 'It is our best read article.', [
    whole(
      'Fixing “There has been a critical error on this website”',
      `<article><h1>Fixing “There has been a critical error on this website”</h1><p>Every week a client sends us this message. It means that WordPress met a fatal error in PHP, and it is nearly always a plugin.</p><h2>Step 1: read the mail</h2><p>WordPress sends a link to the recovery mode to the address of the administrator. Open it first.</p><h2>Step 2: switch on the log</h2><pre><code>define( 'WP_DEBUG', true );\ndefine( 'WP_DEBUG_LOG', true );</code></pre><p>A line such as <code>PHP Fatal error: Uncaught Error: Call to undefined function</code> names the plugin. Rename its folder, and the site is back.</p><p>The same steps help with “Error establishing a database connection”.</p></article>`,
    ),
  ]),
  pass('x-hidden-alert', 'The box for errors is there for the day when it is needed.', [
    atEnd(
      '<div class="alert alert-danger" id="form-error" role="alert" style="display:none">Es ist ein Fehler aufgetreten. Bitte versuchen Sie es später erneut.</div><template id="toast-error"><div class="toast">Something went wrong. Please try again later.</div></template>',
    ),
  ]),
  pass('x-faq-of-payment', 'Questions of customers and our answers.', [
    atEnd(
      '<section><h2>Häufige Fragen</h2><details><summary>Was tun, wenn meine Zahlung fehlgeschlagen ist?</summary><p>Prüfen Sie, ob Ihre Karte noch gültig ist, oder wählen Sie PayPal.</p></details><details><summary>Warum sehe ich „Seite nicht gefunden“?</summary><p>Vermutlich ist Ihr Lesezeichen alt. Nutzen Sie die Suche.</p></details></section>',
    ),
  ]),
  pass('x-noscript-german', 'Only browsers without JavaScript show it.', [
    atTop(
      '<noscript><div class="noscript">Bitte aktivieren Sie JavaScript in Ihrem Browser, um diese Seite zu nutzen. Ohne JavaScript funktioniert der Shop nicht.</div></noscript>',
    ),
  ]),
  pass(
    'x-beacon-refused',
    'The counter of visits was busy; nobody saw anything.',
    [bundle((site) => `navigator.sendBeacon('https://${site.stranger}/collect', 'page=start')`)],
    { hosts: (site) => ({ [site.stranger]: () => ({ ...serverError, status: 503 }) }) },
  ),
  pass('x-guest-401', 'Whoever is not logged in is a guest, and the shop works as for a guest.', [
    bundle(
      `var box = document.createElement('p'); document.body.prepend(box); fetch('/api/me').then(function (r) { box.innerHTML = r.status === 401 ? '<a href="/login/">Log in</a>' : 'Welcome back' })`,
    ),
    at('/api/me', { ...json({ authenticated: false }, uncached), status: 401 }),
    at('/login/', page('Log in', '<h1>Log in</h1>')),
  ]),
  pass('x-prefetch-refused', 'The network does not serve guesses; a real click gets the page.', [
    atEnd('<link rel="prefetch" href="/journal/"><p><a href="/journal/">Journal</a></p>'),
    at('/journal/', (request) =>
      String(request.headers['sec-purpose'] ?? '').includes('prefetch')
        ? { ...serverError, status: 503 }
        : page('Journal', '<h1>Journal</h1><p>Notes from the workshop.</p>'),
    ),
  ]),
  pass('x-source-map-absent', 'We do not publish the map of our script.', [
    bundle(`window.__ready = true\n//# sourceMappingURL=app-3f2a91c0.js.map`),
  ]),
  pass('x-search-aborted', 'A call for an older word is given up when a newer one is typed.', [
    bundle(
      `var stop = new AbortController(); fetch('/suggest?q=ta', { signal: stop.signal }).catch(function () {}); stop.abort(); fetch('/suggest?q=table').then(function (r) { return r.json() })`,
    ),
    at('/suggest', json({ words: ['table', 'table lamp'] }, uncached)),
  ]),
  pass('x-status-page', 'Our status page in a quiet week.', [
    whole(
      'Lumen Status',
      '<main><h1>All systems operational</h1><ul><li>API – Operational</li><li>Dashboard – Operational</li><li>Webhooks – Operational</li></ul><h2>Past incidents</h2><h3>11 June 2024</h3><p><strong>Elevated 502 errors on the API.</strong> Resolved – The service was unavailable for 14 minutes in the region of Frankfurt. A bad deployment was rolled back.</p><h3>10 June 2024</h3><p>No incidents reported.</p></main>',
    ),
  ]),
  pass('x-funny-products', 'We sell shirts for programmers.', [
    atEnd(
      '<section><h2>New in the shop</h2><ul><li>“404 Not Found” T-shirt, black, 24 €</li><li>Mug “Internal Server Error before coffee”, 12 €</li><li>Poster “Under Construction” (1968), 39 €</li><li>Sticker set “undefined is not a function”, 6 €</li></ul></section>',
    ),
  ]),
  pass(
    'x-event-sold-out',
    'One course is full and one product is out of stock, as in every shop.',
    [
      atEnd(
        '<section><h2>Kurse im Mai</h2><ul><li>3. Mai – Töpfern für Anfänger – <em>ausgebucht</em></li><li>17. Mai – Glasuren – noch 4 Plätze</li><li>Drehscheibe „Lotte“ – derzeit nicht verfügbar</li></ul><p>Montags geschlossen.</p></section>',
      ),
    ],
  ),
  pass('x-console-noise', 'A library complains to its developers only.', [
    bundle(
      `console.warn('[Deprecation] Listener added for a DOMNodeInserted mutation event.'); console.info('%c Powered by Kirby', 'color:green')`,
    ),
  ]),
  pass('x-template-syntax-taught', 'It is a lesson on templates.', [
    whole(
      'Templates in Twig',
      `<article><h1>Printing a variable</h1><p>Write the name of the variable between two pairs of braces:</p><pre><code>&lt;p&gt;Hello {{ user.name }}!&lt;/p&gt;\n{% for item in cart.items %}\n  {{ item.price|number_format(2) }}\n{% endfor %}</code></pre><p>A variable that is not defined prints nothing. In strict mode Twig throws an exception.</p>${about}</article>`,
    ),
  ]),
  pass(
    'x-head-not-allowed',
    'The search of our shop does not answer HEAD; nobody browses with it.',
    [
      atTop('<p><a href="/suche/">Suche</a></p>'),
      at('/suche/', (request) =>
        request.method === 'HEAD'
          ? {
              status: 405,
              headers: { allow: 'GET, POST', 'content-type': 'text/plain' },
              body: new Uint8Array(),
            }
          : page(
              'Suche',
              '<h1>Suche</h1><form><input name="q"><button>Suchen</button></form>',
              'de',
            ),
      ),
    ],
  ),
  pass('x-policy-report-only', 'We only collect reports before we set the policy.', [
    headers({ 'content-security-policy-report-only': "default-src 'self'; style-src 'self'" }),
  ]),
  pass('x-robots-preview', 'Search engines may show large pictures.', [
    inHead('<meta name="robots" content="index, follow, max-image-preview:large, max-snippet:-1">'),
    headers({ 'x-robots-tag': 'max-image-preview:large' }),
  ]),
  pass('x-to-language', 'The start page sends guests to their language.', [
    moved('/start-de/', 302),
    at(
      '/start-de/',
      page(
        'Gasthof zur Linde',
        `<h1>Gasthof zur Linde</h1><p>Unser Haus liegt am Rand des Waldes und hat zwölf Zimmer. Die Küche ist von Mittwoch bis Sonntag geöffnet, und im Sommer essen Sie im Garten unter der Linde.</p><p>Zimmer ab 84 € mit Frühstück. Rufen Sie uns an: 0761 555 01 23.</p>`,
        'de',
      ),
    ),
  ]),
  slow.pass('x-splash', 'The logo is shown for two seconds, then the portal.', [
    application(
      `var root = document.getElementById('root'); root.innerHTML = '<p style="text-align:center;padding:100px">Kundenportal wird geladen …</p>'; setTimeout(function () { root.innerHTML = '<h1>Ihre Aufträge</h1><table><tr><th>Nummer</th><th>Stand</th></tr><tr><td>10482</td><td>Versandt</td></tr><tr><td>10511</td><td>In Arbeit</td></tr></table><p>Fragen beantwortet Ihnen gern Frau Albrecht, Durchwahl 17.</p>' }, 2000)`,
    ),
  ]),
  slow.pass('x-second-try', 'The first call meets a busy server, the second is answered.', [
    bundle(
      `var box = document.createElement('section'); box.innerHTML = '<h2>Derniers avis</h2><p>Chargement…</p>'; document.body.prepend(box); function load(n) { fetch('/api/avis').then(function (r) { if (r.ok) return r.json(); throw new Error(r.status) }).then(function (d) { box.lastChild.textContent = d.avis.join(' · ') }).catch(function () { if (n < 4) setTimeout(function () { load(n + 1) }, 700) }) } load(1)`,
    ),
    at('/api/avis', (request) =>
      request.n % 2 === 1
        ? { ...serverError, status: 503, headers: { ...uncached, 'content-type': 'text/plain' } }
        : json({ avis: ['Très bon accueil', 'Livraison rapide'] }, uncached),
    ),
  ]),
  slow.pass('x-skeleton-then-data', 'The report takes two seconds and a half to be computed.', [
    bundle(
      `var box = document.createElement('section'); box.innerHTML = '<h2>Sales today</h2><div class="skeleton" aria-busy="true" style="height:48px;background:#eee"></div>'; document.body.prepend(box); fetch('/api/sales').then(function (r) { return r.json() }).then(function (d) { box.lastChild.removeAttribute('aria-busy'); box.lastChild.textContent = d.orders + ' orders, ' + d.total })`,
    ),
    late(2500, at('/api/sales', json({ orders: 41, total: '3,204.50 €' }, uncached))),
  ]),
  slow.pass('x-cold-start', 'The first page after the night takes two seconds.', [
    late(2000, (request, upstream) => (request.isPage ? upstream() : undefined)),
  ]),
  slow.pass('x-reconnecting-toast', 'The live view lost its line for a moment and has it again.', [
    bundle(
      `var toast = document.createElement('div'); toast.style.cssText = 'position:fixed;bottom:16px;right:16px;background:#333;color:#fff;padding:8px 16px'; toast.textContent = 'Connection lost. Reconnecting…'; setTimeout(function () { document.body.append(toast) }, 300); setTimeout(function () { toast.remove() }, 1700)`,
    ),
  ]),
  slow.pass('x-fade-in', 'The page fades in, as the designer wanted.', [
    inHead(
      '<style>@keyframes x-in{from{opacity:0}to{opacity:1}}body{animation:x-in 1.5s ease-in both}</style>',
    ),
  ]),
  slow.pass(
    'x-client-redirect',
    'After a moment the portal goes to its own start page.',
    [
      whole(
        'Portal',
        `<p>Proszę czekać, trwa przekierowanie…</p><script>setTimeout(function () { location.replace('/panel/') }, 1000)</script>`,
        { lang: 'pl' },
      ),
      at(
        '/panel/',
        page(
          'Panel klienta',
          `<h1>Panel klienta</h1><p>Dzień dobry! Tutaj znajdziesz swoje zamówienia, faktury i adresy dostawy.</p><ul><li>Zamówienie 2231 – wysłane</li><li>Zamówienie 2240 – w realizacji</li></ul><p>Biuro obsługi jest czynne od poniedziałku do piątku w godzinach 8–16.</p>`,
          'pl',
        ),
      ),
    ],
    { tools: 'RV' },
  ),
  slow.pass(
    'x-chunk-second-try',
    'A file of the new release is there a moment later, and the application asks again.',
    [
      bundle(
        `var box = document.createElement('section'); box.innerHTML = '<h2>Kalender</h2>'; document.body.prepend(box); function chunk(n) { import('/assets/calendar-77aa01.js?t=' + n).then(function (m) { m.show(box) }).catch(function () { if (n < 4) setTimeout(function () { chunk(n + 1) }, 800) }) } chunk(1)`,
      ),
      at('/assets/calendar-77aa01.js', (request) =>
        request.url.searchParams.get('t') === '1'
          ? { ...serverError, status: 503, headers: { ...uncached, 'content-type': 'text/plain' } }
          : text(
              200,
              'text/javascript; charset=utf-8',
              `export function show(box) { var p = document.createElement('p'); p.textContent = 'Freie Tage: 4., 5. und 9. Mai'; box.append(p) }`,
            ),
      ),
    ],
  ),
]
