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
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { about, inBrowser, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const tardy = rowsOf('late but well')

const html = 'text/html; charset=utf-8'
const status = (code: number, value: unknown): Reply => ({ ...json(value), status: code })
const menu =
  '<header><a href="#home">Northbound</a><nav><a href="#b">Bicycles</a> <a href="#p">Parts</a> <a href="#c">Contact</a></nav></header>'

const words: readonly Fault[] = [
  pass('e-maintenance-next-week', 'Work that is announced for another day.', [
    atTop(
      '<div role="status">Planned maintenance on Tuesday, 1 December, 02:00–04:00 UTC. Bookings stay possible; invoices are sent afterwards.</div>',
    ),
  ]),
  pass('e-status-page-solved', 'A page of status reports what was solved.', [
    whole(
      'Northbound Status',
      '<h1>All Systems Operational</h1><ul><li>Shop: Operational</li><li>API: Operational</li><li>Search: Operational</li></ul><h2>Past incidents</h2><h3>18 November 2026</h3><p><strong>Resolved</strong> – Between 09:12 and 09:40 UTC 4 % of requests ended with 502 Bad Gateway. A node was replaced.</p><h3>17 November 2026</h3><p>No incidents reported.</p>',
    ),
  ]),
  pass('e-cart-empty-polish', 'A cart without anything in it.', [
    whole(
      'Koszyk',
      '<header><a href="#home">Rowery Północ</a><nav><a href="#r">Rowery</a> <a href="#c">Części</a> <a href="#k">Kontakt</a></nav></header><main><h1>Koszyk</h1><p>Twój koszyk jest pusty.</p><a href="#r">Wróć do sklepu</a></main><footer>ul. Długa 8, Gdańsk</footer>',
      { lang: 'pl' },
    ),
  ]),
  pass('e-search-nothing-portuguese', 'A search that finds nothing.', [
    whole(
      'Busca: bicicleta azul',
      '<header><a href="#home">Loja Norte</a><form><input type="search" value="bicicleta azul"><button>Buscar</button></form></header><main><h1>Nenhum resultado encontrado para “bicicleta azul”</h1><p>Verifique a ortografia ou tente palavras mais gerais.</p><h2>Mais vendidos</h2><ul><li><a href="#1">Bicicleta urbana</a> R$ 1.890</li><li><a href="#2">Capacete</a> R$ 210</li></ul></main>',
      { lang: 'pt-BR' },
    ),
  ]),
  pass('e-login-of-application', 'An application that begins with its login.', [
    whole(
      'Log in - Storefront Admin',
      '<main><h1>Log in</h1><form method="post"><label>Email <input type="email" autocomplete="username"></label><label>Password <input type="password" autocomplete="current-password"></label><label><input type="checkbox"> Remember me?</label><button>Log in</button></form><a href="#forgot">Forgot your password?</a></main><footer>© 2026 Storefront</footer>',
    ),
  ]),
  pass('e-article-hydration', 'An article about an error.', [
    whole(
      'Hunting down hydration errors',
      `<article><h1>Hunting down hydration errors</h1><p>On Monday the console of our shop said this, and nothing else:</p><pre>Uncaught Error: Minified React error #418; visit https://react.dev/errors/418
    at rD (framework-64ad27b21261a9ce.js:9:36013)
    at rM (framework-64ad27b21261a9ce.js:9:37391)</pre>${about}<p>The reason was a date that the server wrote in another time zone. Until then some visitors saw “Application error: a client-side exception has occurred”.</p>${about.repeat(2)}</article>`,
    ),
  ]),
  pass('e-reference-of-statuses', 'Documentation of an API lists its errors.', [
    whole(
      'Errors – Northbound API',
      '<nav><a href="#auth">Authentication</a> <a href="#errors">Errors</a> <a href="#orders">Orders</a></nav><main><h1>Errors</h1><p>The API uses conventional HTTP status codes. Each body has a <code>message</code> and a <code>type</code>.</p><table><tr><th>Status</th><th>Meaning</th></tr><tr><td>400</td><td>Bad Request</td></tr><tr><td>401</td><td>Unauthorized: no valid API key provided.</td></tr><tr><td>404</td><td>Not Found</td></tr><tr><td>429</td><td>Too Many Requests</td></tr><tr><td>500</td><td>Internal Server Error: something went wrong on our end.</td></tr></table><pre>{ "type": "invalid_request", "message": "No such order: 1042" }</pre></main>',
    ),
  ]),
  pass('e-guide-502', 'A guide about an error has the name of the error.', [
    whole(
      '502 Bad Gateway: causes and how to fix it',
      `<article><h1>502 Bad Gateway: causes and how to fix it</h1><p>A gateway sends this status when the server behind it gives no valid response. In nginx the log says <code>connect() failed (111: Connection refused) while connecting to upstream</code>.</p><h2>1. See whether the program runs</h2><p>Ask the service manager for its state, and look at the last hundred lines of its log.</p><h2>2. See whether the port is right</h2><p>The port in the configuration has to be the one that the program listens on.</p>${about.repeat(2)}</article>`,
    ),
  ]),
  pass('e-changelog', 'A list of changes names what was mended.', [
    whole(
      'Changelog',
      "<h1>Changelog</h1><h2>4.2.1</h2><ul><li>Fixed: <code>TypeError: Cannot read properties of undefined (reading 'length')</code> when the cart is empty</li><li>Fixed: Internal Server Error on sign-up with a long name</li></ul><h2>4.2.0</h2><ul><li>Added: export as CSV</li><li>Added: dark theme</li><li>Removed: support of Node.js 18</li></ul><h2>4.1.7</h2><ul><li>Fixed: fatal error in the importer</li></ul>",
    ),
  ]),
  pass('e-tutorial-jinja', 'A tutorial about templates shows some.', [
    whole(
      'Loops in Jinja',
      `<article><h1>Loops in Jinja</h1><p>A list is written with <code>{% for item in items %}</code>, and a value with two braces:</p><pre><code>&lt;ul&gt;
{% for item in items %}
  &lt;li&gt;{{ item.name }}: {{ item.price|round(2) }}&lt;/li&gt;
{% else %}
  &lt;li&gt;Nothing here.&lt;/li&gt;
{% endfor %}
&lt;/ul&gt;</code></pre>${about.repeat(2)}</article>`,
    ),
  ]),
  pass('e-shop-of-errors', 'A shop with shirts for programmers.', [
    whole(
      'Shirts for programmers',
      `${menu}<main><h1>Shirts</h1>${['404 Not Found', 'Segmentation fault (core dumped)', 'undefined is not a function', 'It works on my machine', 'Coming soon™'].map((name, n) => `<article><h2>${name}</h2><p>Organic cotton, five sizes.</p><p>€ ${19 + n}.90</p><button>Add to cart</button></article>`).join('')}</main>`,
    ),
  ]),
  pass('e-no-rooms', 'A hotel is full on some days.', [
    whole(
      'Hotel Am Hafen',
      `<header><h1>Hotel Am Hafen</h1></header>${about}<section><h2>24–26 December</h2><p>No rooms available for these dates. The next free night is 27 December.</p><button>Choose other dates</button></section><footer>Am Kai 3, Hamburg</footer>`,
    ),
  ]),
  pass('e-gallery-of-404', 'A magazine shows pages for errors.', [
    whole(
      'The 20 best 404 pages of the year',
      `<article><h1>The 20 best 404 pages of the year</h1><p>“Oops! That page can’t be found” is what most sites say. These say more.</p>${about.repeat(2)}<h2>1. A bookshop</h2><p>“This page has been borrowed and never returned.”</p><h2>2. A railway</h2><p>“This page is delayed. We apologise for any inconvenience.”</p></article>`,
    ),
  ]),
  pass('e-chat-closed', 'Nobody is at the desk in the evening.', [
    atEnd(
      '<aside style="border:1px solid #999;padding:12px;margin:12px">Czat jest teraz niedostępny. Zostaw wiadomość, odpowiemy rano.</aside>',
    ),
  ]),
  pass('e-beta-banner', 'A site says that it is new.', [
    atTop(
      '<div>BETA – This is a new service. Some features may not work yet; your <a href="#feedback">feedback</a> will help us to improve it.</div>',
    ),
  ]),
  pass('e-hindi', 'A page in Hindi.', [
    whole(
      'साइकिल की दुकान',
      `<h1>साइकिल की दुकान</h1>${'<p>हम हर तरह की साइकिलें बेचते और सुधारते हैं। दुकान सोमवार से शनिवार तक खुली रहती है।</p>'.repeat(5)}`,
      { lang: 'hi' },
    ),
  ]),
  pass('e-decoder', 'A tool that decodes text, with an example in it.', [
    whole(
      'Base64 decoder',
      '<h1>Base64 decoder</h1><p>Paste what you have, and read what it says. Nothing leaves your browser.</p><textarea rows="6" cols="70">VGhlIGhvdXNlIHdhcyBidWlsdCBieSBhIG1pbGxlciBpbiAxODc0IGFuZCBoYXMgYmVlbiBhIHNob3Agc2luY2UgdGhlIGZpcnN0IHdhci4=</textarea><button>Decode</button><h2>Result</h2><pre>The house was built by a miller in 1874 and has been a shop since the first war.</pre>',
    ),
  ]),
  pass('e-tiny-card', 'A page with one line.', [
    whole(
      'Mia Lindqvist',
      '<h1>Mia Lindqvist</h1><p>Translator, Gothenburg. <a href="mailto:mia@example.com">Write to me</a>.</p>',
    ),
  ]),
]

const ways: readonly Fault[] = [
  pass('e-apex-to-www', 'The short name leads to the long one.', [], {
    url: ({ domain, page }) => `https://${domain}/${page.path.replace(/(^|\/)index\.html$/, '$1')}`,
    hosts: ({ domain, host }) => ({
      [domain]: (request) => ({
        status: 301,
        headers: { location: `https://${host}${request.path}` },
        body: new Uint8Array(),
      }),
    }),
  }),
  pass('e-to-language', 'The start page leads to the language of the visitor.', [
    moved('/pl/', 302),
    at(
      '/pl/',
      text(
        200,
        html,
        `<!doctype html><html lang="pl"><head><meta charset="utf-8"><title>Rowery Północ</title></head><body><h1>Rowery Północ</h1>${'<p>Sprzedajemy i naprawiamy rowery od 1987 roku. Zapraszamy od wtorku do soboty.</p>'.repeat(4)}</body></html>`,
      ),
    ),
  ]),
  pass('e-cookie-detected', 'A server finds out whether the browser keeps cookies.', [
    (request) =>
      request.isPage && !request.url.searchParams.has('AspxAutoDetectCookieSupport')
        ? {
            status: 302,
            headers: {
              location: `${request.path}?AspxAutoDetectCookieSupport=1`,
              'set-cookie': 'AspxAutoDetectCookieSupport=1; path=/; secure; HttpOnly',
            },
            body: new Uint8Array(),
          }
        : undefined,
  ]),
  pass(
    'e-api-root',
    'The root of an API says what it is.',
    [
      (request) =>
        request.isPage
          ? json({ name: 'orders', version: '1.4.2', status: 'ok', docs: '/docs' })
          : undefined,
    ],
    { tools: 'P' },
  ),
  pass('e-download-linked', 'A page offers files.', [
    atEnd(
      '<p>Downloads: <a href="/files/catalogue.pdf">Catalogue (PDF)</a>, <a href="/files/prices.csv" download>Prices</a></p>',
    ),
    at('/files/catalogue.pdf', {
      status: 200,
      headers: { 'content-type': 'application/pdf', 'content-disposition': 'attachment' },
      body: new TextEncoder().encode('%PDF-1.7\n%%EOF\n'),
    }),
    at('/files/prices.csv', {
      status: 200,
      headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment' },
      body: new TextEncoder().encode('sku,price\n1042,890\n'),
    }),
  ]),
  pass('e-policy-report-only', 'A policy is tried before it is enforced.', [
    headers({
      'content-security-policy-report-only': "default-src 'none'; script-src 'self'",
    }),
  ]),
]

const requests: readonly Fault[] = [
  pass(
    'e-counter-blocked',
    'The script that counts visitors does not come.',
    [
      atEnd(
        ({ stranger }) =>
          `<script async src="https://stats.${stranger}/js/plausible.js"></script><img src="https://px.${stranger}/tr?id=1042&amp;ev=PageView&amp;noscript=1" width="1" height="1" alt="" style="display:none">`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'e-me-401',
    'The page asks who is logged in, and nobody is.',
    [
      atTop('<p id="who"></p>'),
      bundle(
        `fetch('/api/auth/me').then((one) => { document.getElementById('who').textContent = one.status === 401 ? 'Sign in' : 'Welcome back' })`,
      ),
      at('/api/auth/me', status(401, { user: null })),
    ],
    inBrowser,
  ),
  pass(
    'e-polling',
    'The page asks for news all the time.',
    [
      bundle(`setInterval(() => fetch('/api/queue').then((one) => one.json()), 400)`),
      at('/api/queue', json({ waiting: 0 })),
    ],
    inBrowser,
  ),
  pass(
    'e-long-poll',
    'The server keeps a request until there is news.',
    [bundle(`fetch('/api/updates?since=1042').catch(() => {})`), at('/api/updates', 'hang')],
    inBrowser,
  ),
  pass(
    'e-head-405',
    'The page tries whether a file may be resumed, and does without.',
    [
      bundle(
        `fetch('/api/upload', { method: 'HEAD' }).then((one) => { window.resumable = one.ok }).catch(() => {})`,
      ),
      at('/api/upload', status(405, { message: 'Method Not Allowed' })),
    ],
    inBrowser,
  ),
  pass(
    'e-console-advice',
    'The console warns those who paste things into it.',
    [
      bundle(
        `console.log('%cStop!', 'color: red; font-size: 40px'); console.log('If someone told you to copy-paste something here to enable a feature, it is a scam.'); console.warn('Lit is in dev mode. Not recommended for production!')`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'e-pwa',
    'The page can be installed.',
    [
      inHead('<link rel="manifest" href="/app.webmanifest">'),
      bundle(`navigator.serviceWorker.register('/sw-4f1c.js')`),
      at(
        '/app.webmanifest',
        text(
          200,
          'application/manifest+json',
          JSON.stringify({ name: 'Northbound', start_url: '/', display: 'standalone' }),
        ),
      ),
      at(
        '/sw-4f1c.js',
        text(
          200,
          'text/javascript',
          `self.addEventListener('install', () => self.skipWaiting()); self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))`,
        ),
      ),
    ],
    inBrowser,
  ),
]

const looks: readonly Fault[] = [
  pass(
    'e-canvas-board',
    'A game is drawn on a canvas.',
    [
      application(
        `document.title = 'Chess'; const board = document.createElement('canvas'); board.width = board.height = 640; board.setAttribute('role', 'img'); board.setAttribute('aria-label', 'Chess board'); document.getElementById('root').append(board); const pen = board.getContext('2d'); for (let n = 0; n < 64; n += 1) { pen.fillStyle = (n + Math.floor(n / 8)) % 2 ? '#b58863' : '#f0d9b5'; pen.fillRect((n % 8) * 80, Math.floor(n / 8) * 80, 80, 80) }`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'e-dark-poster',
    'A page in dark colours.',
    [
      whole('Nocturne', `<main><h1>Nocturne</h1>${about}<a href="#tickets">Tickets</a></main>`, {
        head: '<style>html { background: #050507 } body { margin: 0; min-height: 100vh; padding: 60px; color: #a9a9b8; font: 20px/1.5 Georgia, serif } a { color: #c9b458 }</style>',
      }),
    ],
    inBrowser,
  ),
  pass(
    'e-consent-window',
    'A window asks for consent over a page that can be seen.',
    [
      atEnd(
        '<div role="dialog" aria-modal="true" aria-label="Ihre Privatsphäre" style="position:fixed;inset:0;background:rgba(0,0,0,.5);z-index:9999"><div style="background:#fff;color:#222;max-width:520px;margin:18vh auto;padding:28px"><h2>Ihre Privatsphäre</h2><p>Wir und unsere Partner verwenden Cookies, um die Nutzung der Website zu messen und Inhalte anzupassen. Sie können Ihre Auswahl jederzeit ändern.</p><button>Alle akzeptieren</button> <button>Nur notwendige</button> <button>Einstellungen</button></div></div>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'e-empty-place-for-advertisement',
    'No advertisement was sold for this place.',
    [
      atEnd(
        '<div style="min-height:250px"><iframe title="Advertisement" width="300" height="250" style="border:0"></iframe></div>',
      ),
    ],
    inBrowser,
  ),
  tardy.pass(
    'e-japanese-after-two-seconds',
    'The offers of the hotel come after two seconds.',
    [
      application(
        `const root = document.getElementById('root'); root.innerHTML = '<h1>宿泊プラン</h1><p>読み込み中…</p>'; fetch('/api/plans').then((one) => one.json()).then((plans) => { root.innerHTML = '<h1>宿泊プラン</h1>' + plans.map((one) => '<p>' + one + '</p>').join('') })`,
      ),
      async (request) => {
        if (request.path !== '/api/plans') return undefined
        await new Promise((resolve) => setTimeout(resolve, 2000))
        return json([
          '朝食付きプラン、駅から徒歩五分',
          '素泊まりプラン、海の見える部屋',
          '連泊プラン、三泊以上で一割引',
        ])
      },
    ],
    inBrowser,
  ),
]

/** Written after the rules of 2026-11-23.1 by an author who had not read them. */
export const setEHarmless: readonly Fault[] = [...words, ...ways, ...requests, ...looks]
