import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  headers,
  inHead,
  json,
  late,
  notFound,
  uncached,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { compressed, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const { pass: well } = rowsOf('late but well')

const part = (inner: string) =>
  `<section style="position:relative;z-index:2;padding:24px;background:#fff;color:#1f2937;font:16px/1.5 system-ui,sans-serif">${inner}</section>`

const boxed = `const box = document.createElement('section');
  box.style.cssText = 'position:relative;z-index:2;padding:24px;background:#fff;color:#1f2937;font:16px/1.5 system-ui';
  document.body.prepend(box);`

const small = (title: string) =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><main><h1>${title}</h1><p>The workshop is in the old brewery behind the station. We repair bicycles of every make while you wait, and sell a few that we have put together ourselves. Come by from Tuesday to Saturday, or call us first if it is urgent.</p></main></body></html>`,
  )

const fresh = (value: unknown, status = 200): Reply => ({ ...json(value, uncached), status })

const orders = `<header style="padding:16px"><h1>Orders</h1></header><main style="padding:16px"><p>Three orders are open today.</p><table><tr><th>Order</th><th>Customer</th><th>Total</th></tr><tr><td>#1042</td><td>M. Alvarez</td><td>38.50</td></tr><tr><td>#1043</td><td>J. Brandt</td><td>112.00</td></tr><tr><td>#1044</td><td>S. Okafor</td><td>64.20</td></tr></table></main>`

export const setWHarmless: readonly Fault[] = [
  pass('w-article-bad-gateway', 'An article explains an error of other people’s servers.', [
    whole(
      'How we tracked down a 502 Bad Gateway',
      '<header><a href="#top">Notes from the night shift</a></header><article id="top"><h1>How we tracked down a 502 Bad Gateway</h1><p>Last Thursday a customer wrote that their shop showed “502 Bad Gateway” about once an hour. The log of the proxy had this to say:</p><pre><code>upstream prematurely closed connection while reading response header from upstream</code></pre><p>The cause was not the proxy. Node closes idle connections after five seconds by default, and the proxy kept them for sixty. Whenever a request met a connection that was about to be closed, the visitor saw an error page.</p><p>We raised the limit of the application above that of the proxy, and the errors ended the same evening. If you see “Application error” or “upstream connect error” on a platform of your own, compare the two numbers first.</p></article>',
    ),
  ]),
  pass('w-status-history', 'A page of the state of services tells of outages that are over.', [
    whole(
      'Kestrel Cloud Status',
      '<main><h1>All systems operational</h1><ul><li>API: Operational</li><li>Dashboard: Operational</li><li>Builds: Operational</li></ul><h2>Past incidents</h2><h3>Nov 18, 2026</h3><p><strong>Resolved</strong> – Elevated error rates on the API. Some requests returned 503 Service Unavailable between 07:10 and 07:42 UTC. A faulty release was rolled back.</p><h3>Nov 11, 2026</h3><p>No incidents reported.</p></main>',
    ),
  ]),
  pass('w-docs-template-code', 'A tutorial shows the syntax of templates in its examples.', [
    atTop(
      part(
        '<h2>Printing variables</h2><p>Put the name of a variable between two braces:</p><pre><code>&lt;h1&gt;{{ page.title }}&lt;/h1&gt;\n{% for post in posts %}\n  &lt;li&gt;{{ post.title }}&lt;/li&gt;\n{% endfor %}</code></pre><p>A variable that is not set prints as <code>undefined</code>.</p>',
      ),
    ),
  ]),
  pass('w-anonymous-session', 'The page asks whether somebody is signed in; nobody is.', [
    bundle(
      `fetch('/api/auth/me').then((r) => (r.status === 401 ? null : r.json())).then((user) => { document.documentElement.dataset.user = user ? user.name : 'guest'; });`,
    ),
    at('/api/auth/me', fresh({ detail: 'Not authenticated' }, 401)),
  ]),
  pass('w-aborted-call', 'The first call is given up because the second one replaces it.', [
    bundle(
      `(() => { const first = new AbortController(); fetch('/api/suggestions?q=a', { signal: first.signal }).catch(() => {}); setTimeout(() => { first.abort(); fetch('/api/suggestions?q=ab').then((r) => r.json()); }, 60); })();`,
    ),
    (request) => {
      if (request.path !== '/api/suggestions') return undefined
      return request.url.searchParams.get('q') === 'a' ? 'hang' : fresh(['abacus', 'abbey'])
    },
  ]),
  pass(
    'w-hidden-error-parts',
    'The parts for errors are in the page and hidden, as nothing is wrong.',
    [
      atEnd(
        '<noscript>You need to enable JavaScript to run this app.</noscript><div id="blazor-error-ui" style="display:none">An unhandled error has occurred. <a href="" class="reload">Reload</a></div><template id="load-failed"><p role="alert">Something went wrong. Please try again later.</p></template><div class="alert alert-danger" role="alert" hidden>Failed to load data.</div>',
      ),
    ],
  ),
  pass(
    'w-next-flight-data',
    'The data of the framework carries its page for missing paths along.',
    [
      atEnd(
        `<script>(self.__next_f=self.__next_f||[]).push([0])</script><script>self.__next_f.push([1,"5:[[\\"$\\",\\"title\\",null,{\\"children\\":\\"404: This page could not be found.\\"}],[\\"$\\",\\"h1\\",null,{\\"className\\":\\"next-error-h1\\",\\"children\\":404}],[\\"$\\",\\"h2\\",null,{\\"children\\":\\"This page could not be found.\\"}]]\\n"])</script>`,
      ),
    ],
  ),
  pass('w-locale-redirect', 'Visitors are sent to the page in their language.', [
    moved('/en-gb/', 307),
    at('/en-gb/', small('Canal Street Cycles')),
  ]),
  pass('w-cookie-banner', 'The usual question about cookies is at the bottom.', [
    atEnd(
      '<div role="dialog" aria-label="Cookies" style="position:fixed;left:0;right:0;bottom:0;z-index:9999;padding:14px 20px;background:#111827;color:#fff;font:15px system-ui">We use cookies to measure how this site is used. <button type="button">Decline</button> <button type="button">Accept all</button></div>',
    ),
  ]),
  pass('w-announced-maintenance', 'A work at night is announced; the site is up.', [
    atTop(
      '<div role="status" style="position:relative;z-index:2;padding:10px 20px;background:#fef3c7;color:#78350f;font:15px system-ui">Scheduled maintenance: on Sunday, 29 November, from 02:00 to 03:00 UTC, sign-in may be unavailable for a few minutes.</div>',
    ),
  ]),
  pass('w-error-merchandise', 'The names of the goods are jokes about errors.', [
    whole(
      'Null Pointer Supply Co.',
      '<header><h1>Null Pointer Supply Co.</h1><p>Clothes and mugs for people who read logs.</p></header><main><ul><li><h2>“404 Sleep Not Found” hoodie</h2><p>Organic cotton, black. €54.00</p></li><li><h2>“Internal Server Error” mug</h2><p>Enamel, 350 ml. €16.00</p></li><li><h2>“undefined is not a function” socks</h2><p>Three pairs. €14.00</p></li></ul><p>Orders before noon are sent the same day.</p></main>',
    ),
  ]),
  pass('w-changelog-of-fixes', 'The list of changes names the errors that were mended.', [
    atTop(
      part(
        '<h2>Release 4.2.1</h2><ul><li>Fixed <code>TypeError: Cannot read properties of undefined (reading &#39;map&#39;)</code> when a list was empty.</li><li>The export no longer ends with “Something went wrong” for large projects.</li><li>Uploads are tried again when the connection was lost.</li></ul>',
      ),
    ),
  ]),
  pass('w-policy-report-only', 'A stricter policy is tried out and only reports.', [
    headers({
      'content-security-policy-report-only':
        "default-src 'self'; script-src 'self'; report-uri /csp-reports",
    }),
    at('/csp-reports', { status: 204, headers: {}, body: new Uint8Array() }),
    atEnd('<script>document.documentElement.dataset.ready = "1"</script>'),
  ]),
  pass('w-brotli', 'The network compresses the page and says so.', [compressed]),
  pass('w-links-behind-login', 'Two links are for members: the server asks them to sign in.', [
    atTop(
      '<nav aria-label="Account" style="position:relative;z-index:2;padding:12px;background:#fff"><a href="/members-area">Members</a> <a href="/account-settings">Account</a></nav>',
    ),
    at('/members-area', {
      status: 302,
      headers: { location: '/sign-in-form?next=%2Fmembers-area' },
      body: new Uint8Array(),
    }),
    at(
      '/account-settings',
      text(
        401,
        'text/html; charset=utf-8',
        '<!doctype html><title>Sign in</title><h1>Sign in</h1><p>Please sign in to see your account.</p>',
      ),
    ),
    at('/sign-in-form', small('Sign in')),
  ]),
  pass('w-head-not-allowed', 'The framework answers GET for this page and does not know HEAD.', [
    atTop(
      '<nav aria-label="More" style="position:relative;z-index:2;padding:12px;background:#fff"><a href="/opening-hours">Opening hours</a></nav>',
    ),
    at('/opening-hours', (request) =>
      request.method === 'GET'
        ? small('Opening hours')
        : {
            ...json({ detail: 'Method Not Allowed' }),
            status: 405,
            headers: { 'content-type': 'application/json', allow: 'GET' },
          },
    ),
  ]),
  pass('w-console-noise', 'Libraries warn about what nobody notices.', [
    bundle(
      `console.warn('React Router Future Flag Warning: React Router will begin wrapping state updates in \`React.startTransition\` in v7.'); console.error('Warning: Each child in a list should have a unique "key" prop.'); console.info('%c Welcome! We are hiring.', 'color: teal');`,
    ),
  ]),
  pass('w-chat-bubble', 'The button of a chat is in the corner.', [
    atEnd(
      '<div style="position:fixed;right:20px;bottom:20px;z-index:2147483000"><button type="button" aria-label="Open chat" style="width:60px;height:60px;border:0;border-radius:50%;background:#0f766e;color:#fff;font:24px system-ui">?</button><div role="dialog" aria-label="Chat" style="display:none">We are offline. Leave a message and we will reply by email.</div></div>',
    ),
  ]),
  pass('w-empty-list', 'There are no events at the moment, and the page says so.', [
    bundle(
      `(async () => { ${boxed} box.innerHTML = '<h2>Events</h2><p>…</p>'; const events = await (await fetch('/api/events')).json(); box.querySelector('p').textContent = events.length ? events.length + ' events' : 'No upcoming events right now. Follow us to hear about the next one.'; })();`,
    ),
    at('/api/events', fresh([])),
  ]),
  pass('w-german-fault-service', 'The company repairs what is broken at its customers’.', [
    whole(
      'Heizungsbau Wernicke – Störungsdienst',
      '<header><h1>Heizungsbau Wernicke</h1><p>Meisterbetrieb in Goslar seit 1961</p></header><main><h2>Heizung ausgefallen?</h2><p>Unser Störungsdienst ist an jedem Tag rund um die Uhr für Sie da. Melden Sie die Störung am Telefon und nennen Sie uns den Fehlercode, den Ihr Gerät anzeigt.</p><h2>Häufige Fehler</h2><p>Fehler F28: keine Zündung. Fehler E10: Verbindung zum Fühler unterbrochen. Beides beheben wir meist beim ersten Besuch.</p><p><a href="tel:+495321000000">05321 000000</a></p></main>',
      { lang: 'de' },
    ),
  ]),
  well('w-orders-after-2s', 'The app shows its wheel while a slow call runs, then its content.', [
    application(
      `(() => { const root = document.getElementById('root'); root.innerHTML = '<p role="status" style="padding:40px">Loading…</p>'; fetch('/api/orders').then((r) => r.json()).then(() => { root.innerHTML = ${JSON.stringify(orders)}; }); })();`,
    ),
    late(2200, at('/api/orders', fresh([1042, 1043, 1044]))),
  ]),
  well('w-retry-after-503', 'The function was cold: the second call gets the list.', [
    bundle(
      `(async () => { ${boxed} box.innerHTML = '<h2>New arrivals</h2><ul></ul>'; for (let tries = 0; tries < 4; tries += 1) { const r = await fetch('/api/arrivals'); if (r.ok) { for (const name of await r.json()) box.querySelector('ul').insertAdjacentHTML('beforeend', '<li>' + name + '</li>'); return; } await new Promise((go) => setTimeout(go, 500)); } })();`,
    ),
    at('/api/arrivals', (request) =>
      request.n === 1
        ? fresh({ message: 'Service Unavailable' }, 503)
        : fresh(['Linen shirt', 'Wool scarf', 'Canvas bag']),
    ),
  ]),
  well('w-token-refresh', 'The token is old: the client gets a new one and asks again.', [
    bundle(
      `(async () => { ${boxed} box.innerHTML = '<h2>Weather at the harbour</h2><p>…</p>'; const get = () => fetch('/api/weather', { headers: { authorization: 'Bearer ' + (sessionStorage.getItem('t') || 'old') } }); let r = await get(); if (r.status === 401) { const { token } = await (await fetch('/api/token/refresh', { method: 'POST' })).json(); sessionStorage.setItem('t', token); r = await get(); } box.querySelector('p').textContent = (await r.json()).text; })();`,
    ),
    at('/api/weather', (request) =>
      request.headers['authorization'] === 'Bearer new'
        ? fresh({ text: 'Light wind from the west, 9 degrees.' })
        : fresh({ error: 'token_expired' }, 401),
    ),
    at('/api/token/refresh', fresh({ token: 'new' })),
  ]),
  well('w-splash-fades', 'A splash with the logo covers the page for a moment.', [
    atEnd(
      '<div id="splash-logo" style="position:fixed;inset:0;z-index:2147483000;background:#0f172a;color:#fff;display:grid;place-items:center;font:600 32px system-ui">Loading…</div><script>setTimeout(function () { document.getElementById("splash-logo").remove() }, 1600)</script>',
    ),
  ]),
  well('w-slow-first-byte', 'The container wakes up: the page takes two seconds.', [
    late(
      1900,
      document((html) => html),
    ),
  ]),
  well(
    'w-cloaked-template',
    'The source has the braces of its framework, which fills them before anything is shown.',
    [
      whole(
        'Tide table',
        '<main id="app" v-cloak><h1>{{ title }}</h1><p>{{ intro }}</p><p>High water: {{ tide.high }}</p><p>Low water: {{ tide.low }}</p></main><script src="/js/tides.js" defer></script>',
        { head: '<style>[v-cloak]{display:none}</style>' },
      ),
      at(
        '/js/tides.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          `setTimeout(() => { const app = document.getElementById('app'); app.innerHTML = '<h1>Tide table of Whitby</h1><p>Times are local, heights are above chart datum. The next spring tide is on Friday.</p><p>High water: 04:12 and 16:38</p><p>Low water: 10:21 and 22:47</p>'; app.removeAttribute('v-cloak'); }, 500);`,
        ),
      ),
    ],
  ),
  well('w-chunk-then-reload', 'After a deploy the old page reloads itself once and is well.', [
    bundle(
      `(() => { ${boxed} box.innerHTML = '<h2>Size guide</h2>'; import('/assets/SizeGuide-Dk3v0pQa.js').then((m) => m.mount(box)).catch(() => { if (!sessionStorage.getItem('reloaded')) { sessionStorage.setItem('reloaded', '1'); location.reload(); } }); })();`,
    ),
    at('/assets/SizeGuide-Dk3v0pQa.js', (request) => {
      const reply =
        request.n === 1
          ? notFound
          : text(
              200,
              'text/javascript; charset=utf-8',
              `export const mount = (box) => { box.insertAdjacentHTML('beforeend', '<p>Measure around the chest, and take the next larger size.</p>'); };`,
            )
      return { ...reply, headers: { ...reply.headers, ...uncached } }
    }),
  ]),
  well('w-hero-picture-late', 'The large picture comes from a slow store.', [
    late(
      1500,
      at(
        '/img/hero-wide.svg',
        text(
          200,
          'image/svg+xml',
          '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="320"><rect width="960" height="320" fill="#7dd3fc"/><circle cx="760" cy="90" r="48" fill="#fde047"/><path d="M0 320 320 120 520 260 700 160 960 320z" fill="#166534"/></svg>',
        ),
      ),
    ),
    inHead('<link rel="preload" as="image" href="/img/hero-wide.svg">'),
    atTop(
      '<div style="position:relative;z-index:2;background:#fff"><img alt="Hills above the village" width="960" height="320" src="/img/hero-wide.svg"></div>',
    ),
  ]),
]
