import {
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  json,
  late,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const later = rowsOf('late but well')

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)

export const setAfHarmless: readonly Fault[] = [
  pass('af-ok-bare-domain-to-www', 'The bare domain leads to www, as it should.', [], {
    url: (site) => `https://${site.domain}/`,
    hosts: (site) => ({
      [site.domain]: () => ({
        status: 301,
        headers: { location: site.url },
        body: new Uint8Array(),
      }),
    }),
  }),
  pass(
    'af-ok-certificate-of-160-hours',
    'A certificate that lives for six days by design is in the middle of its life.',
    [],
    {
      tools: 'PV',
      certificate: (site) => ({
        names: [site.host, site.domain],
        notBefore: inDays(-1.7),
        notAfter: inDays(4.9),
      }),
    },
  ),
  pass(
    'af-ok-refuses-head',
    'The application answers GET only, which is all that browsers ask for.',
    [
      (request) => {
        if (request.method !== 'HEAD') return undefined
        const reply = text(405, 'text/plain', 'Method Not Allowed')
        return { ...reply, headers: { ...reply.headers, allow: 'GET' } }
      },
    ],
  ),
  pass('af-ok-kept-out-of-search', 'The owner does not want this page in search engines yet.', [
    headers({ 'x-robots-tag': 'noindex' }),
  ]),
  pass(
    'af-ok-refresh-each-quarter',
    'A page with news loads itself again each quarter of an hour.',
    [headers({ refresh: '900' })],
  ),
  pass(
    'af-ok-policy-only-reports',
    'A strict policy is tried out in the mode that blocks nothing, and the browser complains in its console.',
    [
      headers({
        'content-security-policy-report-only':
          "default-src 'none'; script-src 'self'; style-src 'self'",
      }),
      atEnd('<script>window.tried = true</script>'),
    ],
    inBrowser,
  ),
  pass(
    'af-ok-links-that-are-no-pages',
    'The account leads to the form for the log-in, and the others are mail, telephone, a place in the page and a file.',
    [
      atTop(
        '<nav><a href="/account">My account</a> <a href="mailto:hello@harbour.example">Mail</a> <a href="tel:+4940123456">Call</a> <a href="#">Top</a> <a href="javascript:void(0)">Menu</a> <a href="/files/prices.pdf">Prices</a></nav>',
      ),
      at('/account', {
        status: 302,
        headers: { location: '/login?next=%2Faccount' },
        body: new Uint8Array(),
      }),
      at(
        '/login',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Log in</title></head><body><h1>Log in</h1><form method="post"><label>Email <input type="email" name="email"></label><label>Password <input type="password" name="password"></label><button>Log in</button></form></body></html>',
        ),
      ),
      at('/files/prices.pdf', text(200, 'application/pdf', '%PDF-1.4\n%%EOF\n')),
    ],
    { tools: 'V' },
  ),
  pass(
    'af-ok-nobody-is-logged-in',
    'The page asks who is there, hears that nobody is, and offers the log-in.',
    [
      bundle(
        `fetch('/api/me').then((r) => { if (r.status === 401) { const a = document.createElement('a'); a.href = '#login'; a.textContent = 'Sign in'; document.body.append(a); return null } return r.json() })`,
      ),
      at('/api/me', text(401, 'application/json', '{"error":"unauthenticated"}')),
    ],
    inBrowser,
  ),
  pass(
    'af-ok-falls-back-to-language',
    'There are no special texts for Switzerland, so that the page takes the German ones.',
    [
      bundle(
        `const load = (l) => fetch('/locales/' + l + '.json').then((r) => (r.ok ? r.json() : null)); load('de-CH').then((t) => t ?? load('de')).then((t) => { document.documentElement.dataset.greeting = t.greeting })`,
      ),
      at('/locales/de-CH.json', notFound),
      at('/locales/de.json', json({ greeting: 'Grüezi' })),
    ],
    inBrowser,
  ),
  pass(
    'af-ok-second-try-works',
    'The first call meets a server that wakes up, and the page asks again and gets its answer.',
    [
      bundle(
        `const ask = (left) => fetch('/api/offers', { cache: 'no-store' }).then((r) => { if (r.status === 503 && left > 0) return new Promise((ok) => setTimeout(ok, 400)).then(() => ask(left - 1)); return r.json() }); ask(3).then((list) => { window.offers = list })`,
      ),
      at('/api/offers', (request) =>
        request.n === 1 ? text(503, 'application/json', '{"status":"starting"}') : json([]),
      ),
    ],
    inBrowser,
  ),
  pass(
    'af-ok-call-given-up-and-made-again',
    'The framework starts its first effect twice, gives the first call up and uses the second.',
    [
      bundle(
        `const run = () => { const c = new AbortController(); fetch('/api/cart', { signal: c.signal }).then((r) => r.json()).then((cart) => { window.cart = cart }).catch((e) => { if (e.name !== 'AbortError') throw e }); return () => c.abort() }; const stop = run(); setTimeout(() => { stop(); run() }, 50)`,
      ),
      at(
        '/api/cart',
        late(400, () => json({ items: [] })),
      ),
    ],
    inBrowser,
  ),
  pass(
    'af-ok-initials-for-a-portrait',
    'A member without a portrait is shown by initials, which the page puts in by itself.',
    [
      atTop(
        `<p style="position:relative;z-index:9999;background:#fff"><img src="/avatars/4711.jpg" alt="Ada L." width="64" height="64" onerror="this.onerror=null;this.src='data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 width=%2264%22 height=%2264%22%3E%3Crect width=%2264%22 height=%2264%22 fill=%22%23357%22/%3E%3Ctext x=%2216%22 y=%2240%22 fill=%22white%22%3EAL%3C/text%3E%3C/svg%3E'"></p>`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'af-ok-statistics-do-not-answer',
    'The service for statistics is down, and no visitor loses anything.',
    [
      atEnd(
        (site) =>
          `<script async src="https://analytics.${site.stranger}/matomo.js"></script><img src="https://analytics.${site.stranger}/matomo.php?idsite=3&amp;rec=1" alt="" width="1" height="1" style="position:absolute;border:0">`,
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`analytics.${site.stranger}`]: 'refuses' }) },
  ),
  pass(
    'af-ok-hints-to-an-old-host',
    'Hints to connect early to a host that is no more do no harm.',
    [
      inHead(
        (site) =>
          `<link rel="dns-prefetch" href="//fonts.${site.stranger}"><link rel="preconnect" href="https://fonts.${site.stranger}" crossorigin>`,
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`fonts.${site.stranger}`]: 'nothing' }) },
  ),
  later.pass(
    'af-ok-test-of-variants-gives-up',
    'The snippet for tests of variants hides the page until its time of three seconds is over.',
    [
      inHead(
        '<style>.async-hide { opacity: 0 !important }</style><script>document.documentElement.classList.add("async-hide"); setTimeout(() => document.documentElement.classList.remove("async-hide"), 3000)</script>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'af-ok-letter-after-a-moment',
    'A small offer of a newsletter comes after a moment, and has a button to close it.',
    [
      bundle(
        `setTimeout(() => { const d = document.createElement('div'); d.innerHTML = '<div style="position:fixed;inset:0;z-index:99998;background:rgba(0,0,0,.5)"></div><div role="dialog" aria-modal="true" aria-label="Newsletter" style="position:fixed;z-index:99999;left:50%;top:30%;width:360px;margin-left:-180px;padding:24px;background:#fff;color:#111"><button aria-label="Close">×</button><h2 style="color:#111">Ten percent off your first order</h2><p>Once a month, never more.</p><input type="email" placeholder="Email"><button>Subscribe</button></div>'; document.body.append(d) }, 1500)`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'af-ok-map-after-a-click-german',
    'The map is loaded only after the visitor has agreed, as the law asks.',
    [
      atTop(
        '<div style="position:relative;z-index:9999;width:640px;height:260px;padding:24px;background:#eef;color:#111"><p>Beim Laden der Karte werden Daten an Google übertragen. Die Karte wird erst nach Ihrer Zustimmung geladen.</p><button>Karte laden</button></div>',
      ),
    ],
    inBrowser,
  ),
  pass('af-ok-messages-kept-hidden', 'Messages for the case of an error wait unseen.', [
    atEnd(
      '<div id="error" hidden style="display:none"><h1>Something went wrong</h1><p>500 Internal Server Error. Please try again later.</p></div><template id="offline"><h1>You are offline</h1></template>',
    ),
  ]),
  pass('af-ok-firm-for-maintenance-german', 'Maintenance is what this firm sells.', [
    whole(
      'Wartung | Krüger Heizungsbau',
      '<h1>Wartung</h1><p>Eine jährliche Wartung hält Ihre Heizung in Gang und senkt den Verbrauch. Während der Wartungsarbeiten ist die Anlage etwa eine Stunde lang nicht verfügbar.</p><h2>Was wir prüfen</h2><p>Brenner, Pumpe, Druck, Abgas und Regelung. Danach erhalten Sie ein Protokoll.</p><p>Termine unter 040 123456, montags bis freitags von 8 bis 17 Uhr.</p>',
      { lang: 'de' },
    ),
  ]),
  pass('af-ok-bar-called-404', 'The bar has this name, from the number of its house.', [
    whole(
      'Bar 404 – cocktails at the harbour',
      '<h1>Bar 404</h1><p>You have found us: Dock Street 404, the door behind the crane.</p><h2>Tonight</h2><p>Negroni, Last Word, Penicillin, and a list of forty rums. The kitchen closes at eleven.</p><p>Tables for six and more: 555 0404.</p>',
    ),
  ]),
  pass('af-ok-home-staging-spanish', 'Staging is the trade of this firm.', [
    whole(
      'Home Staging Valencia',
      '<h1>Home staging en Valencia</h1><p>Preparamos su piso para la venta: luz, muebles y fotografías. Con nuestro staging los pisos se venden en la mitad de tiempo.</p><p>Demo sin compromiso: visitamos su casa y le damos un presupuesto. Escríbanos o llame de lunes a viernes.</p>',
      { lang: 'es' },
    ),
  ]),
  pass('af-ok-state-of-the-service', 'A page about the state of a service names old trouble.', [
    whole(
      'Harbour Status',
      '<h1>All systems operational</h1><p>API: operational. Website: operational. Webhooks: operational.</p><h2>Past incidents</h2><h3>12 March</h3><p>Resolved. From 09:10 to 09:32 the API answered with 503 Service Unavailable after a failed deployment. It was rolled back.</p><h3>2 March</h3><p>No incidents reported.</p>',
    ),
  ]),
  pass('af-ok-help-for-an-error', 'An article explains an error of other sites.', [
    whole(
      'How to fix “Error establishing a database connection”',
      `<h1>How to fix “Error establishing a database connection”</h1><p>You open your blog and all it says is:</p><pre>Error establishing a database connection</pre><p>In nine of ten cases the password in wp-config.php is wrong. Open the file and compare DB_USER and DB_PASSWORD with what your host has given you.</p><p>If they are right, see whether the server of the database runs at all: a host that is overloaded may have stopped it.</p>${about}`,
    ),
  ]),
  pass('af-ok-basket-is-empty', 'Nobody has put anything into the basket yet.', [
    whole(
      'Your basket',
      '<header><a href="#">Harbour Tools</a> <a href="#">Shop</a> <a href="#">Basket (0)</a></header><main><h1>Your basket is empty</h1><p>No items found. Have a look at our tools for the garden.</p><a href="#">Continue shopping</a></main><footer>© 2026 Harbour Tools, Dock Street 12</footer>',
    ),
  ]),
  pass('af-ok-hint-for-no-scripts', 'The hint is for browsers without scripts only.', [
    whole(
      'Tides',
      '<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script>document.getElementById("root").innerHTML = "<h1>Tides at the harbour</h1><p>High water today is at 06:12 and 18:40, low water at 00:03 and 12:25. The water is 14 degrees warm.</p>"</script>',
    ),
  ]),
]
