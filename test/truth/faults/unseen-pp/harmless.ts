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
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const patient = rowsOf('late but well')

const block = (inner: string) =>
  `<section style="padding:16px;background:#fff;color:#222;font:18px/1.5 sans-serif">${inner}</section>`

const goodPage = text(
  200,
  'text/html; charset=utf-8',
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour Books</title></head><body><h1>Harbour Books</h1>${about}</body></html>`,
)

const avatar =
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="#468"/><circle cx="48" cy="36" r="18" fill="#fff"/><rect x="18" y="60" width="60" height="36" rx="18" fill="#fff"/></svg>'

export const setPpHarmless: readonly Fault[] = [
  pass(
    'pp-ok-guest-session',
    'A guest has no session: the page expects the refusal and offers the log-in.',
    [
      bundle(
        "fetch('/api/session').then((answer) => { document.getElementById('account').textContent = answer.status === 401 ? 'Sign in' : 'My account' })",
      ),
      atTop(block('<a id="account" href="#">Account</a>')),
      at('/api/session', {
        ...json({ error: 'unauthenticated' }),
        status: 401,
      }),
    ],
    inBrowser,
  ),
  pass(
    'pp-ok-language-fallback',
    'There is no Austrian version of the words, and the page takes the German one, as it should.',
    [
      bundle(
        "fetch('/locales/de-AT.json').then((answer) => answer.ok ? answer : fetch('/locales/de.json')).then((answer) => answer.json()).then((words) => { document.getElementById('greeting').textContent = words.hello })",
      ),
      atTop(block('<p id="greeting">Hello</p>')),
      at('/locales/de-AT.json', notFound),
      at('/locales/de.json', json({ hello: 'Guten Tag und willkommen' })),
    ],
    inBrowser,
  ),
  pass(
    'pp-ok-call-withdrawn',
    'The page takes back its first search because a newer one has begun.',
    [
      bundle(
        "{ const first = new AbortController(); fetch('/api/suggest?q=se', { signal: first.signal }).catch((error) => { if (error.name !== 'AbortError') throw error }); setTimeout(() => { first.abort(); fetch('/api/suggest?q=sea') }, 200) }",
      ),
      at('/api/suggest', (request) =>
        request.url.searchParams.get('q') === 'se' ? 'hang' : json(['sea chart', 'sea shanty']),
      ),
    ],
    inBrowser,
  ),
  pass(
    'pp-ok-resize-observer',
    'The browser reports a loop of an observer, which has no effect that anybody could see.',
    [
      bundle(
        "{ const box = document.getElementById('measured'); let n = 0; new ResizeObserver(() => { n += 1; if (n < 4) box.style.width = box.offsetWidth + 1 + 'px' }).observe(box) }",
      ),
      atTop(block('<div id="measured" style="width:200px">Opening hours: 9 to 18</div>')),
    ],
    inBrowser,
  ),
  pass(
    'pp-ok-avatar-fallback',
    'A picture that is missing is replaced by the one that stands for it.',
    [
      atTop(
        block(
          '<img src="/avatars/8812.jpg" alt="The author" width="96" height="96" onerror="this.onerror=null;this.src=\'/avatars/default.svg\'"> Written by Marta Silva',
        ),
      ),
      at('/avatars/8812.jpg', notFound),
      at('/avatars/default.svg', text(200, 'image/svg+xml', avatar)),
    ],
    inBrowser,
  ),
  pass('pp-ok-report-only', 'A policy on trial reports everything and blocks nothing.', [
    headers({
      'content-security-policy-report-only': "default-src 'none'; report-uri /csp-report",
    }),
    at('/csp-report', { status: 204, headers: {}, body: new Uint8Array() }),
  ]),
  pass(
    'pp-ok-source-map-gone',
    'The map for the tools of developers is not deployed, on purpose.',
    [
      bundle('window.__started = true\n//# sourceMappingURL=app-3f2a91c0.js.map'),
      at('/assets/app-3f2a91c0.js.map', notFound),
    ],
    inBrowser,
  ),
  pass(
    'pp-ok-warnings-in-console',
    'The libraries talk in the console, and everything works.',
    [
      bundle(
        "console.error('Warning: Each child in a list should have a unique \"key\" prop. Check the render method of `List`.'); console.warn('[Deprecation] unload event listeners are deprecated.'); try { JSON.parse('undefined') } catch (error) { console.error('settings reset', error) }",
      ),
    ],
    inBrowser,
  ),
  pass(
    'pp-ok-old-browsers-only',
    'A script for old browsers is gone, and no browser of today asks for it.',
    [
      atEnd('<script nomodule src="/assets/legacy-polyfills.js"></script>'),
      at('/assets/legacy-polyfills.js', notFound),
    ],
    inBrowser,
  ),
  pass(
    'pp-ok-next-page-prefetch',
    'The next page is fetched ahead while the server is busy, which a visitor does not notice.',
    [
      inHead('<link rel="prefetch" href="/blog/page/2/data.json">'),
      at('/blog/page/2/data.json', text(503, 'text/plain', 'busy')),
    ],
    inBrowser,
  ),
  pass(
    'pp-ok-counter-gone',
    'The counter of visits of a third party is gone, and nobody misses its pixel.',
    [
      atEnd(
        (site) =>
          `<img src="https://stats.${site.stranger}/matomo.php?idsite=4&amp;rec=1" width="1" height="1" alt="" style="position:absolute;border:0">`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`stats.${site.stranger}`]: 'nothing' }) },
  ),
  pass(
    'pp-ok-moved-to-other-domain',
    'The company has another name now, and the old address leads to the new site.',
    [moved((site) => `https://www.${site.stranger}/`, 301)],
    { hosts: (site) => ({ [`www.${site.stranger}`]: () => goodPage }) },
  ),
  pass(
    'pp-ok-not-for-search',
    'The page is not for search engines, and its server sends no fields of security.',
    [
      headers({
        'x-robots-tag': 'noindex, nofollow',
        'strict-transport-security': null,
        'content-security-policy': null,
        'x-content-type-options': null,
        'referrer-policy': null,
      }),
    ],
  ),
  pass(
    'pp-ok-foreign-link-dead',
    'A link leads to the site of somebody else, which is down today.',
    [
      atTop((site) =>
        block(`<p>Our friends: <a href="https://www.${site.stranger}/shop">Quay Maps</a></p>`),
      ),
    ],
    { hosts: (site) => ({ [`www.${site.stranger}`]: () => notFound }) },
  ),
  pass('pp-ok-api-root', 'The root of a small interface describes itself, and all is well.', [
    (request) =>
      request.isPage
        ? json({ name: 'orders-api', version: '1.4.2', status: 'ok', error: null, errors: [] })
        : undefined,
  ]),
  pass('pp-ok-article-about-errors', 'An article explains errors; it does not have one.', [
    whole(
      'How to fix a 502 Bad Gateway error',
      `<main><h1>How to fix a 502 Bad Gateway error</h1><p>By Marta Silva, 3 March 2025, 6 minutes to read</p><p>If your visitors see the words "502 Bad Gateway", the proxy could not get an answer from the application. In WordPress, the same morning may bring you "There has been a critical error on this website." or "Error establishing a database connection". None of them needs panic.</p><h2>Look at the log first</h2><pre><code>connect() failed (111: Connection refused) while connecting to upstream
Uncaught TypeError: Cannot read properties of undefined (reading 'map')
Fatal error: Allowed memory size of 134217728 bytes exhausted</code></pre><p>The first line says that nothing listens where the proxy looks. Start the service again, and make sure that it also starts after a reboot.</p>${about}</main>`,
    ),
  ]),
  pass('pp-ok-status-page', 'The page of the state of a service tells of what is over.', [
    whole(
      'Status – Harbour Cloud',
      '<main><h1>All systems operational</h1><ul><li>API – Operational</li><li>Website – Operational</li><li>Database – Operational</li></ul><h2>Past incidents</h2><h3>2 March 2025</h3><p><b>Resolved</b> – Error rates are back to normal. From 10:02 to 10:19 UTC some requests failed with status 503 Service Unavailable.</p><h3>18 February 2025</h3><p><b>Completed</b> – The scheduled maintenance has been completed.</p></main>',
    ),
  ]),
  pass('pp-ok-template-manual', 'A manual of a template language shows its braces.', [
    whole(
      'Variables – Template manual',
      `<main><h1>Variables</h1><p>Write <code>{{ user.name }}</code> to print a value, or <code>{% if user %}</code> to ask for one. A value that is missing is printed as <code>undefined</code>, and an object as <code>[object Object]</code>.</p><pre><code>&lt;h1&gt;{{ page.title }}&lt;/h1&gt;\n{% for item in items %}{{ item.price | money }}{% endfor %}</code></pre><p>Filters are written after a bar and may be chained, from the left to the right.</p>${about}</main>`,
    ),
  ]),
  pass('pp-ok-domain-trader', 'Selling domains is the business of this shop.', [
    whole(
      'Find your domain – Quay Domains',
      `<header><h1>Quay Domains</h1><nav><a href="#prices">Prices</a> <a href="#help">Help</a></nav></header><main><h2>Buy a domain from 6 € a year</h2><form><input aria-label="Name" placeholder="yourname"><button>Search</button></form><p>Is this domain for sale? Our brokers ask the owner for you. You can also park a domain free of charge until your site is ready.</p>${about}<h2 id="prices">Prices</h2><table><tr><td>.example</td><td>6 €</td></tr><tr><td>.test</td><td>9 €</td></tr></table></main>`,
    ),
  ]),
  pass('pp-ok-null-prozent', 'In German, null is a number, and 404 and 500 are lengths of tours.', [
    whole(
      'Radtouren am Fluss',
      `<main lang="de"><h1>Radtouren am Fluss</h1><p>Die Tour 404 führt von der Quelle zum Meer: 500 Kilometer, null Höhenmeter am letzten Tag und null Prozent Stress.</p><ul><li>Tour 403: Rund um den See</li><li>Tour 404: Von der Quelle zum Meer</li><li>Tour 503: Über den Pass</li></ul><p>Alle Touren sind ausgeschildert. Karten gibt es im Laden und bei der Auskunft am Bahnhof.</p></main>`,
      { lang: 'de' },
    ),
  ]),
  pass(
    'pp-ok-maintenance-announced',
    'The site works and announces the maintenance of next Sunday.',
    [
      atTop(
        '<div role="status" style="padding:8px;background:#fff3cd;color:#664d03;font:16px sans-serif">Scheduled maintenance: on Sunday from 02:00 to 04:00 UTC the site will be unavailable for a short time.</div>',
      ),
    ],
  ),
  pass(
    'pp-ok-empty-cart',
    'An empty cart and a list without results are the normal start of a shop.',
    [
      atTop(
        block(
          '<h2>Your cart is empty</h2><p>You have no recent orders. Nothing found for your filters yet – choose a category to begin.</p><button>Continue shopping</button>',
        ),
      ),
    ],
  ),
  pass(
    'pp-ok-consent-dialog',
    'A dialog about cookies lies over the page, has words and buttons, and waits for an answer.',
    [
      atEnd(
        '<div style="position:fixed;inset:0;z-index:2147483000;background:rgba(0,0,0,.5)"><div role="dialog" aria-modal="true" aria-label="Cookies" style="max-width:520px;margin:160px auto;padding:24px;background:#fff;color:#222;font:16px sans-serif"><h2>We value your privacy</h2><p>We use cookies to measure how our site is used. You can change your choice at any time in the settings.</p><button>Accept all</button> <button>Reject all</button> <a href="#settings">Settings</a></div></div>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'pp-ok-hidden-states',
    'The states of a form wait unseen in the page until they are needed.',
    [
      atTop(
        block(
          '<form><label>Newsletter <input type="email"></label><button type="button">Subscribe<span hidden>Loading…</span></button><p style="display:none">Something went wrong. Please try again later.</p><p hidden>Error 500: {{ message }}</p></form><noscript>You need to enable JavaScript to run this app.</noscript><template><p>undefined</p></template>',
        ),
      ),
    ],
  ),
  patient.pass(
    'pp-ok-cargando',
    'The page says in Spanish that it loads, and after four seconds it has.',
    [
      application(
        `document.getElementById('root').innerHTML = '<p>Cargando…</p>'; fetch('/api/libros').then((answer) => answer.json()).then((libros) => { document.getElementById('root').innerHTML = '<h1>Libros</h1><p>Estos son los libros que han llegado esta semana a la tienda.</p><ul>' + libros.map((one) => '<li>' + one + '</li>').join('') + '</ul>' })`,
      ),
      at(
        '/api/libros',
        late(4_000, () => json(['Atlas del mar', 'Cartas de Cádiz', 'El faro'])),
      ),
    ],
    inBrowser,
  ),
]
