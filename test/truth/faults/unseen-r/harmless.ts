import { at, atEnd, atTop, bundle, type Fault, inHead, json, notFound } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'
import { above, below, drawn, page, pitch, product } from './parts.ts'

const { pass } = rowsOf('harmless')
const slow = rowsOf('late but well').pass

const denied = text(401, 'application/json', '{"error":"unauthenticated"}')

/** Healthy pages and behaviour that only look like a fault. */
export const setRHarmless: readonly Fault[] = [
  pass('r-guide-about-chunks', 'A guide about errors after a deployment.', [
    page(
      'Troubleshooting',
      '<h1>“Loading chunk 12 failed” after a deployment</h1><p>Some visitors keep a tab open for days. When you deploy, the files that their page asks for are gone, and the browser reports:</p><pre><code>ChunkLoadError: Loading chunk 12 failed.\n(error: https://app.example.com/static/js/12.8c1f.chunk.js)</code></pre><p>With Vite the message is <code>Failed to fetch dynamically imported module</code>. Keep the files of the last three builds, and reload the page once when an import fails.</p>',
    ),
  ]),
  pass('r-history-of-status', 'A page of the status with incidents of the past.', [
    page(
      'Status',
      '<h1>All systems operational</h1><h2>Past incidents</h2><h3>21 November 2026</h3><p><strong>Dashboard unavailable.</strong> Resolved: the service answered 503 Service Unavailable from 09:12 to 09:31 UTC. A deployment was rolled back.</p><h3>3 November 2026</h3><p><strong>Errors of the API.</strong> Resolved: about 4 % of the requests failed with 500 Internal Server Error.</p><h3>2 November 2026</h3><p>No incidents reported.</p>',
    ),
  ]),
  pass(
    'r-changes-of-version',
    'The notes of a version name the messages that it mends.',
    [
      below(
        '<h2>4.2.1</h2><ul><li>Fixed: “Something went wrong” was shown when a report had no rows.</li><li>Fixed: a price of NaN for plans without a currency.</li><li>Fixed: “Failed to fetch” in the editor after a long sleep of the computer.</li></ul>',
      ),
    ],
    inBrowser,
  ),
  pass('r-sign-in', 'A sign-in that asks who is there and is told nobody.', [
    page(
      'Sign in',
      '<h1>Sign in</h1><form><p><label>Email <input type="email" autocomplete="username"></label></p><p><label>Password <input type="password" autocomplete="current-password"></label></p><button type="button">Sign in</button></form><p><a href="#forgot">Forgot your password?</a></p><script>fetch("/api/session").then((r) => { if (r.ok) location.href = "/app" })</script>',
    ),
    at('/api/session', denied),
  ]),
  pass(
    'r-who-am-i',
    'The header asks for the account of the visitor, who has none.',
    [
      bundle("fetch('/api/me').then((r) => (r.ok ? r.json() : null)).catch(() => null)"),
      at('/api/me', denied),
    ],
    inBrowser,
  ),
  pass(
    'r-numbers-blocked',
    'The host that counts visitors has no address in this network.',
    [
      atEnd(
        ({ stranger }) =>
          `<script>navigator.sendBeacon('https://stats.${stranger}/collect', 'pageview'); fetch('https://stats.${stranger}/v1/batch', { method: 'POST', mode: 'no-cors', body: '[]' }).catch(() => {})</script>`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`stats.${stranger}`]: 'nothing' }) },
  ),
  pass(
    'r-worker-not-deployed',
    'The worker for offline use is optional, and its file is not there.',
    [
      bundle(
        "navigator.serviceWorker?.register('/sw.js').catch((e) => console.debug('no worker', e))",
      ),
      at('/sw.js', notFound),
    ],
    inBrowser,
  ),
  pass(
    'r-map-of-source-kept-back',
    'The map of the bundle is only for the developers.',
    [
      bundle(
        "document.documentElement.dataset.ready = '1'\n//# sourceMappingURL=app-3f2a91c0.js.map",
      ),
      at('/assets/app-3f2a91c0.js.map', notFound),
    ],
    inBrowser,
  ),
  pass(
    'r-socket-with-fallback',
    'The socket is refused, and the numbers come by requests in its place.',
    [
      below('<h2>Live load</h2><p id="load">…</p>'),
      bundle(
        "const ask = () => fetch('/api/load').then((r) => r.json()).then((l) => { document.getElementById('load').textContent = l.mw + ' MW' }); const s = new WebSocket('wss://' + location.host + '/live'); s.onerror = ask",
      ),
      at('/live', notFound),
      at('/api/load', json({ mw: 412 })),
    ],
    inBrowser,
  ),
  pass(
    'r-flags-of-stranger-down',
    'The service of feature flags is down, and the defaults are used.',
    [
      bundle(
        ({ stranger }) =>
          `fetch('https://flags.${stranger}/sdk/eval').then((r) => r.json()).catch(() => ({ hero: 'a' })).then((f) => { document.documentElement.dataset.hero = f.hero ?? 'a' })`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [`flags.${stranger}`]: () => text(503, 'application/json', '{}'),
      }),
    },
  ),
  slow(
    'r-flicker-guard-ends',
    'The guard against flicker gives up after some time, as it should.',
    [
      inHead(
        "<style>.async-hide{opacity:0 !important}</style><script>const h = document.documentElement; h.classList.add('async-hide'); setTimeout(() => h.classList.remove('async-hide'), 1200)</script>",
      ),
    ],
    inBrowser,
  ),
  slow(
    'r-skeleton-then-numbers',
    'The dashboard takes two seconds for its numbers.',
    [
      drawn(
        product(
          '<h1>Overview</h1><div id="numbers" aria-busy="true"><p style="background:#e5e7eb;height:28px"></p><p style="background:#e5e7eb;height:28px"></p></div>',
        ),
        "setTimeout(() => fetch('/api/overview').then((r) => r.json()).then((o) => { const n = document.getElementById('numbers'); n.removeAttribute('aria-busy'); n.innerHTML = '<h2>Load</h2><p>' + o.load + ' MW now, after ' + o.before + ' MW an hour ago.</p><p>The buildings of the harbour use less than in the same week of last year.</p>' }), 2000)",
      ),
      at('/api/overview', json({ load: 412, before: 398 })),
    ],
    inBrowser,
  ),
  pass('r-keys-in-guide', 'The documentation of translations shows keys and placeholders.', [
    page(
      'Translations',
      '<h1>Translations</h1><p>Put each text under a key, and use it in your templates:</p><table><tr><th>Key</th><th>Text</th></tr><tr><td><code>nav.pricing</code></td><td>Pricing</td></tr><tr><td><code>common.greeting</code></td><td>Hello, {{ name }}!</td></tr></table><pre><code>&lt;h1&gt;{{ $t("landing.hero.title") }}&lt;/h1&gt;</code></pre><p>A key without a text is shown as “Translation missing: en.landing.hero.title” in development.</p>',
    ),
  ]),
  pass('r-shirts-of-errors', 'A shop of gifts for programmers.', [
    page(
      'Shop',
      '<h1>Gifts for people who deploy on Fridays</h1><ul><li><h3>“404 Not Found” socks</h3><p>€ 12</p><button>Add to cart</button></li><li><h3>“undefined is not a function” shirt</h3><p>€ 24</p><button>Add to cart</button></li><li><h3>“Internal Server Error” mug</h3><p>€ 14</p><button>Add to cart</button></li><li><h3>[object Object] poster</h3><p>€ 19</p><button>Add to cart</button></li></ul>',
    ),
  ]),
  pass(
    'r-state-of-error-hidden',
    'The state for an error is in the page from the beginning, hidden.',
    [
      atTop(
        '<div id="app-error" role="alert" hidden><h2>Something went wrong</h2><p>We could not load your data. Please try again.</p><button>Try again</button></div><template id="offline"><h2>You are offline</h2></template>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'r-without-javascript',
    'The shell has the usual sentence for browsers without JavaScript, and works (confirmed).',
    [
      atTop('<noscript>You need to enable JavaScript to run this app.</noscript>'),
      bundle("document.documentElement.dataset.started = 'yes'"),
    ],
    inBrowser,
  ),
  pass(
    'r-work-announced',
    'A band announces work of Sunday.',
    [
      above(
        '<p><strong>Scheduled maintenance:</strong> Sunday, 29 November, 02:00–04:00 UTC. The dashboard will be read-only for a few minutes. <a href="#status">Details</a></p>',
      ),
    ],
    inBrowser,
  ),
  pass('r-product-about-errors', 'A product that shows errors of its customers as an example.', [
    page(
      'Error tracking',
      `<h1>See every exception before your customers do</h1>${pitch}<figure><figcaption>Example of an issue</figcaption><p><strong>TypeError</strong>: Cannot read properties of undefined (reading 'plan')</p><p>checkout.js, line 118 · 412 events · 37 users · first seen 2 h ago</p></figure><button>Start your trial</button>`,
    ),
  ]),
  pass(
    'r-cart-drawer',
    'The drawer of the cart waits outside of the window, empty.',
    [
      atTop(
        '<aside aria-hidden="true" inert style="position:fixed;top:0;right:0;width:320px;height:100vh;transform:translateX(100%);background:#fff"><h2>Your cart is empty</h2><p>No items found.</p><a href="#shop">Continue shopping</a></aside>',
      ),
    ],
    inBrowser,
  ),
  pass(
    'r-prefetch-gone',
    'A hint names a file of the build before, which nothing needs.',
    [
      inHead('<link rel="prefetch" as="script" href="/assets/Settings-51d0aa2e.js">'),
      at('/assets/Settings-51d0aa2e.js', notFound),
    ],
    inBrowser,
  ),
  pass(
    'r-said-to-readers-only',
    'What a reader of screens is told is out of sight for the others.',
    [
      atTop(
        '<div role="status" aria-live="polite" style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap">Loading… 0 results. No errors.</div>',
      ),
    ],
    inBrowser,
  ),
]
