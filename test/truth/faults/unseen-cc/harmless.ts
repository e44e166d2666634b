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
  uncached,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { about, inBrowser, rowsOf } from '../../row.ts'

const harmless = rowsOf('harmless')
const well = rowsOf('late but well')

const section = (inner: string): string =>
  `<section style="position:relative;padding:24px;background:#fff;color:#222;font:16px/1.5 system-ui,sans-serif">${inner}</section>`

const script = (source: string) => text(200, 'text/javascript; charset=utf-8', source)

const picture = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="480" height="240"><rect width="480" height="240" fill="#86b6a0"/><circle cx="240" cy="120" r="80" fill="#24544a"/></svg>',
)

const redirect = (location: string): Reply => ({
  status: 301,
  headers: { location },
  body: new Uint8Array(),
})

export const setCcHarmless: readonly Fault[] = [
  harmless.pass('cc-guide-about-errors', 'An article explains an error message.', [
    atEnd(
      section(
        '<h2>Troubleshooting</h2><p>If the page shows “Application error: a client-side exception has occurred”, open the console of the browser first. A message such as <code>TypeError: Cannot read properties of undefined</code> names the file and the line.</p><p>A 502 Bad Gateway, by contrast, comes from the proxy: look at the log of the server.</p>',
      ),
    ),
  ]),
  harmless.pass('cc-template-in-code', 'A tutorial shows the source of a template.', [
    atEnd(
      section(
        '<h2>Print the title</h2><p>Write the variable between double braces:</p><pre><code>&lt;h1&gt;{{ site.title }}&lt;/h1&gt;\n{% for post in site.posts %}\n  {{ post.excerpt }}\n{% endfor %}</code></pre>',
      ),
    ),
  ]),
  harmless.pass(
    'cc-localhost-in-tutorial',
    'The guide tells readers what to open on their machine.',
    [
      atEnd(
        section(
          '<h2>Start the development server</h2><pre><code>npm install\nnpm run dev</code></pre><p>Then open <code>http://localhost:5173</code> in the browser. The page reloads when a file is saved.</p>',
        ),
      ),
    ],
  ),
  harmless.pass(
    'cc-anonymous-session',
    'Nobody is signed in, which is what the API says.',
    [
      bundle(
        `fetch('/api/auth/me').then(function (r) { return r.status === 401 ? null : r.json() }).then(function (user) { document.getElementById('cc-account').textContent = user ? user.name : 'Sign in' })`,
      ),
      atTop(section('<button type="button" id="cc-account">Account</button>')),
      at('/api/auth/me', { ...json({ error: 'unauthenticated' }, uncached), status: 401 }),
    ],
    inBrowser,
  ),
  harmless.pass(
    'cc-no-cart-yet',
    'A visitor without a cart gets a 404 for it and sees an empty cart.',
    [
      bundle(
        `fetch('/api/cart/current').then(function (r) { return r.status === 404 ? { items: [] } : r.json() }).then(function (cart) { document.getElementById('cc-cart').textContent = cart.items.length === 0 ? 'Your cart is empty' : cart.items.length + ' items' })`,
      ),
      atTop(section('<p>Cart: <span id="cc-cart">0 items</span></p>')),
      at('/api/cart/current', { ...json({ code: 'cart_not_found' }, uncached), status: 404 }),
    ],
    inBrowser,
  ),
  harmless.pass(
    'cc-avatar-falls-back',
    'Who has no picture gets the initials.',
    [
      atEnd((site) =>
        section(
          `<h2>Written by</h2><p><img alt="" width="48" height="48" src="https://${site.stranger}/avatar/205e460b479e2e5b48aec07710c08d50?s=48&amp;d=404" onerror="var i=document.createElement('span');i.textContent='MK';i.style.cssText='display:inline-block;width:48px;line-height:48px;text-align:center;border-radius:50%;background:#24544a;color:#fff';this.replaceWith(i)"> Mara Keller, editor</p>`,
        ),
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [site.stranger]: () => notFound }) },
  ),
  harmless.pass(
    'cc-aborted-twice',
    'The search cancels its own earlier call, as it should.',
    [
      bundle(
        `(function () { var first = new AbortController(); fetch('/api/suggest?q=ma', { signal: first.signal }).catch(function () {}); setTimeout(function () { first.abort(); fetch('/api/suggest?q=map').then(function (r) { return r.json() }).then(function (list) { document.getElementById('cc-suggest').textContent = 'Try: ' + list.join(', ') }) }, 150) })()`,
      ),
      atTop(section('<p id="cc-suggest">Try: maps</p>')),
      at('/api/suggest', (request) =>
        request.url.searchParams.get('q') === 'ma' ? 'hang' : json(['maps', 'map cases'], uncached),
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'cc-long-poll-open',
    'The call for news is open for as long as there are none.',
    [
      bundle(
        `fetch('/api/updates?since=0').then(function (r) { return r.json() }).catch(function () {})`,
      ),
      at('/api/updates', 'hang'),
    ],
    inBrowser,
  ),
  harmless.pass('cc-plan-coming-soon', 'One of three plans is announced, the others are on sale.', [
    atEnd(
      section(
        '<h2>Plans</h2><ul><li>Starter, 9 € a month</li><li>Team, 29 € a month</li><li>Enterprise — coming soon</li></ul><p>Prices include VAT. Cancel at the end of any month.</p>',
      ),
    ),
  ]),
  harmless.pass('cc-maintenance-announced', 'Next Sunday’s work is announced; today all is well.', [
    atTop(
      section(
        '<p>Scheduled maintenance: on Sunday from 02:00 to 03:00 UTC the customer area will briefly be unavailable. Orders are not affected.</p>',
      ),
    ),
  ]),
  harmless.pass('cc-incidents-of-the-past', 'The status page tells what is over.', [
    atEnd(
      section(
        '<h2>All systems operational</h2><h3>Past incidents</h3><p>3 November — Resolved. Between 09:12 and 09:31 UTC some requests were answered with 503 Service Unavailable. A faulty node was taken out.</p><p>2 November — No incidents reported.</p>',
      ),
    ),
  ]),
  harmless.pass('cc-hidden-messages', 'The form has its messages ready and shows none of them.', [
    atEnd(
      section(
        '<h2>Newsletter</h2><form action="#"><label>Email <input type="email" name="email" placeholder="you@example.com"></label> <button type="button">Subscribe</button><p role="alert" hidden>Something went wrong. Please try again.</p><p style="display:none" class="success">Thank you! Please check your inbox.</p></form><template><div class="error">Error: {{message}}</div></template>',
      ),
    ),
  ]),
  harmless.pass(
    'cc-noscript-of-app',
    'The application works; the sentence is for browsers without scripts.',
    [
      atEnd('<noscript>You need to enable JavaScript to run this app.</noscript>'),
      application(
        `document.getElementById('root').innerHTML = '<header><h1>Maps and globes</h1></header><main>${about}<ul><li>Wall map of the Alps, 48 €</li><li>Globe with a lamp, 120 €</li><li>Sea chart of the Sound, 36 €</li></ul></main>'`,
      ),
    ],
    inBrowser,
  ),
  harmless.pass(
    'cc-report-only-policy',
    'A stricter policy is being tried out and blocks nothing.',
    [
      headers({
        'content-security-policy-report-only':
          "default-src 'self'; script-src 'self'; report-uri /csp",
      }),
      atEnd('<script>document.documentElement.dataset.ccReady = "yes"</script>'),
      at('/csp', { status: 204, headers: uncached, body: new Uint8Array() }),
    ],
  ),
  harmless.pass('cc-source-map-missing', 'The source map is not published on purpose.', [
    bundle(
      `document.documentElement.dataset.ccBuild = '42'\n//# sourceMappingURL=app-3f2a91c0.js.map`,
    ),
  ]),
  harmless.pass(
    'cc-campaign-redirect',
    'The campaign’s address leads to the page.',
    [
      (request, _upstream, site) =>
        request.path === '/go/autumn' ? redirect(site.url) : undefined,
    ],
    { url: (site) => `https://${site.host}/go/autumn?utm_source=newsletter` },
  ),
  harmless.pass('cc-apex-leads-to-www', 'The bare domain leads to the site.', [], {
    hosts: (site) => ({ [site.domain]: () => redirect(`https://${site.host}/`) }),
  }),
  harmless.pass('cc-served-stale', 'The CDN gives its copy while it fetches a new one.', [
    headers({
      'cache-control': 'public, max-age=0, s-maxage=300, stale-while-revalidate=86400',
      age: '1290',
      'x-cache': 'STALE',
      'cdn-cache': 'HIT',
    }),
  ]),
  harmless.pass('cc-consent-bar', 'The bar asks for consent at the edge of the window.', [
    atEnd(
      '<div role="dialog" aria-label="Cookies" style="position:fixed;left:0;right:0;bottom:0;z-index:9999;padding:16px;background:#111;color:#fff;font:14px system-ui">We use cookies to measure how the site is used. <button type="button">Accept all</button> <button type="button">Only necessary</button></div>',
    ),
  ]),

  well.pass(
    'cc-app-after-two-seconds',
    'The application shows its spinner for two seconds, then the orders.',
    [
      application(
        `document.getElementById('root').innerHTML = '<p role="status">Loading…</p>'; fetch('/api/orders').then(function (r) { return r.json() }).then(function (orders) { document.getElementById('root').innerHTML = '<h1>Orders</h1><table><tr><th>Number</th><th>Customer</th><th>Total</th></tr>' + orders.map(function (o) { return '<tr><td>' + o.id + '</td><td>' + o.customer + '</td><td>' + o.total + '</td></tr>' }).join('') + '</table>' })`,
      ),
      at(
        '/api/orders',
        late(2000, () =>
          json(
            [
              { id: 1041, customer: 'Keller', total: '84.00 €' },
              { id: 1042, customer: 'Lindqvist', total: '19.50 €' },
              { id: 1043, customer: 'Moreau', total: '230.00 €' },
            ],
            uncached,
          ),
        ),
      ),
    ],
    inBrowser,
  ),
  well.pass(
    'cc-skeletons-replaced',
    'The grey boxes give way to the products.',
    [
      bundle(
        `fetch('/api/bestsellers').then(function (r) { return r.json() }).then(function (list) { var box = document.getElementById('cc-best'); box.removeAttribute('aria-busy'); box.innerHTML = list.map(function (name) { return '<p>' + name + '</p>' }).join('') })`,
      ),
      atTop(
        section(
          `<h2>Bestsellers</h2><div id="cc-best" aria-busy="true">${'<div class="skeleton" style="height:20px;margin:8px 0;background:#e5e7eb"></div>'.repeat(3)}</div>`,
        ),
      ),
      at(
        '/api/bestsellers',
        late(1800, () => json(['Globe with a lamp', 'Map of the Alps', 'Sea chart'], uncached)),
      ),
    ],
    inBrowser,
  ),
  well.pass(
    'cc-second-try-works',
    'The function was cold; the second try half a second later works.',
    [
      bundle(
        `(function load(left) { fetch('/api/stock').then(function (r) { if (!r.ok) throw new Error('HTTP ' + r.status); return r.json() }).then(function (s) { document.getElementById('cc-stock').textContent = s.count + ' in stock' }).catch(function () { if (left > 0) setTimeout(function () { load(left - 1) }, 500) }) })(3)`,
      ),
      atTop(section('<p>Globe with a lamp: <span id="cc-stock">checking stock</span></p>')),
      // The calls of a page come in pairs, so each check starts with a failure.
      at('/api/stock', (request) =>
        request.n % 2 === 1
          ? { ...json({ message: 'Service Unavailable' }, uncached), status: 503 }
          : json({ count: 7 }, uncached),
      ),
    ],
    inBrowser,
  ),
  well.pass(
    'cc-token-renewed',
    'The token has run out, is renewed, and the call is made again.',
    [
      bundle(
        `(function () { function get(token) { return fetch('/api/profile', { headers: token ? { authorization: 'Bearer ' + token } : {} }) } get(null).then(function (r) { if (r.status !== 401) return r; return fetch('/api/token', { method: 'POST' }).then(function (t) { return t.json() }).then(function (t) { return get(t.token) }) }).then(function (r) { return r.json() }).then(function (p) { document.getElementById('cc-hello').textContent = 'Hello ' + p.name }) })()`,
      ),
      atTop(section('<p id="cc-hello">Hello</p>')),
      at('/api/profile', (request) =>
        request.headers['authorization'] === undefined
          ? { ...json({ error: 'token_expired' }, uncached), status: 401 }
          : json({ name: 'Mara' }, uncached),
      ),
      at('/api/token', json({ token: 'guest-7f3a' }, uncached)),
    ],
    inBrowser,
  ),
  well.pass(
    'cc-splash-goes',
    'The splash screen goes after a second and a half.',
    [
      bundle(`setTimeout(function () { document.getElementById('cc-splash').remove() }, 1500)`),
      atTop(
        '<div id="cc-splash" style="position:fixed;inset:0;z-index:2147483000;background:#24544a;color:#fff;display:flex;align-items:center;justify-content:center;font:28px system-ui">Maps &amp; Globes</div>',
      ),
    ],
    inBrowser,
  ),
  well.pass(
    'cc-picture-comes-late',
    'A large picture comes two seconds after the text.',
    [
      atTop(
        section(
          '<img alt="A green globe" width="480" height="240" style="background:#dfe9e4" src="/media/globe-large.svg">',
        ),
      ),
      at(
        '/media/globe-large.svg',
        late(2000, () => picture),
      ),
    ],
    inBrowser,
  ),
  well.pass(
    'cc-faded-in',
    'The page fades in when its script has come.',
    [
      inHead('<style>body{opacity:0;transition:opacity .4s}html.cc-ready body{opacity:1}</style>'),
      atEnd('<script src="/assets/reveal-19c2.js" defer></script>'),
      at(
        '/assets/reveal-19c2.js',
        late(900, () => script("document.documentElement.classList.add('cc-ready')")),
      ),
    ],
    inBrowser,
  ),
  well.pass(
    'cc-reviews-later',
    'The reviews are a part of the application that is loaded later.',
    [
      bundle(
        `setTimeout(function () { import('/assets/Reviews-77ab.js').then(function (m) { m.mount(document.getElementById('cc-reviews')) }) }, 1200)`,
      ),
      atEnd(section('<h2>Reviews</h2><div id="cc-reviews" style="min-height:60px">4.8 of 5</div>')),
      at(
        '/assets/Reviews-77ab.js',
        script(
          "export function mount(box) { box.innerHTML = '<p>4.8 of 5 — “The globe arrived well packed.” Jonas</p>' }",
        ),
      ),
    ],
    inBrowser,
  ),
]
