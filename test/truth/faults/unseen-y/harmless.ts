import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  json,
  late,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const slow = rowsOf('late but well')

/** A section of the page. */
const section = (markup: string): Interceptor =>
  atTop(
    `<section style="position:relative;z-index:1;max-width:56rem;margin:1.5rem auto;padding:1rem;background:#fff;color:#222;font:16px/1.5 sans-serif">${markup}</section>`,
  )

const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><rect width="640" height="360" fill="#cde"/><path d="M80 300 320 90 560 300z" fill="#567"/></svg>'

const small =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>The Old Mill</title></head><body><h1>The Old Mill</h1>'

const harmless: readonly Fault[] = [
  pass('y-article-about-errors', 'an article explains an error message of WordPress', [
    section(
      '<article><h2>How to fix "Error establishing a database connection"</h2><p>Sooner or later, everybody who runs WordPress meets this message. It means that WordPress could not log in to MySQL. In this guide we look at the four usual causes, and at how to find out which of them is yours.</p><h3>1. Check the credentials</h3><p>Open <code>wp-config.php</code> and compare <code>DB_USER</code> and <code>DB_PASSWORD</code> with what your host gave you.</p></article>',
    ),
  ]),
  pass('y-template-syntax', 'the documentation shows the syntax of templates', [
    section(
      '<h2>Interpolation</h2><p>Text is put between two braces:</p><pre><code>&lt;h1&gt;{{ page.title }}&lt;/h1&gt;\n{% for item in items %}\n  &lt;li&gt;{{ item.name }}&lt;/li&gt;\n{% endfor %}</code></pre>',
    ),
  ]),
  pass('y-noscript', 'the hint is only for browsers without scripts', [
    atTop('<noscript>You need to enable JavaScript to run this app.</noscript>'),
  ]),
  pass('y-hidden-alerts', 'the messages for the case of an error wait in the page, unseen', [
    atEnd(
      '<div role="alert" hidden>Something went wrong. Please try again later.</div><template id="offline"><p>Failed to load data. Check your connection.</p></template><div class="form-error" style="display:none">Error: your message could not be sent.</div>',
    ),
  ]),
  pass(
    'y-beacon',
    'the statistics are counted by somebody else, without an answer',
    [
      (request, upstream, site) =>
        bundle(
          `navigator.sendBeacon('https://${site.stranger}/collect', JSON.stringify({ page: location.pathname }))`,
        )(request, upstream, site),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [site.stranger]: () => ({
          status: 204,
          headers: { 'access-control-allow-origin': '*' },
          body: new Uint8Array(),
        }),
      }),
    },
  ),
  pass(
    'y-anonymous',
    'the page asks who is logged in, and nobody is',
    [
      at('/api/me', { ...json({ error: 'unauthenticated' }, uncached), status: 401 }),
      section('<a href="#login" id="account">Log in</a>'),
      bundle(
        `fetch('/api/me').then((r) => (r.ok ? r.json() : null)).then((user) => {
  if (user) document.getElementById('account').textContent = user.name
})`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'y-aborted',
    'a search is given up when the next one starts',
    [
      late(
        600,
        at('/api/suggest', () => json(['mill', 'mill house'], uncached)),
      ),
      bundle(
        `let running
function suggest(q) {
  if (running) running.abort()
  running = new AbortController()
  return fetch('/api/suggest?q=' + q, { signal: running.signal }).then((r) => r.json()).catch((e) => { if (e.name !== 'AbortError') throw e })
}
suggest('mi')
setTimeout(() => suggest('mill'), 150)`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'y-source-map',
    'the map for debugging was deliberately not deployed',
    [bundle('window.appStarted = true;\n//# sourceMappingURL=app-3f2a91c0.js.map')],
    inBrowser,
  ),
  pass('y-report-only', 'a stricter policy is only tried out', [
    at('/csp-report', { status: 204, headers: {}, body: new Uint8Array() }),
    headers({
      'content-security-policy-report-only':
        "default-src 'self'; style-src 'self'; script-src 'self'; report-uri /csp-report",
    }),
  ]),
  pass('y-cookie-banner', 'the banner asks for consent at the foot of the page', [
    atEnd(
      '<div role="dialog" aria-label="Cookies" style="position:fixed;left:0;right:0;bottom:0;z-index:9999;padding:12px;background:#222;color:#fff;font:14px sans-serif">We use cookies to improve your experience. <button type="button" onclick="this.parentNode.remove()">Accept all</button> <button type="button" onclick="this.parentNode.remove()">Only necessary</button></div>',
    ),
  ]),
  pass('y-empty-cart', 'nothing was put into the cart yet', [
    section(
      '<h2>Cart (0)</h2><p>Your cart is currently empty.</p><p><a href="#shop">Return to shop</a></p>',
    ),
  ]),
  pass('y-incident-history', 'the status of the service lists an incident that is over', [
    section(
      '<h2>All Systems Operational</h2><h3>Past incidents</h3><p><b>Mar 8, 2024 – Elevated error rates on the API.</b> Resolved: this incident has been resolved. Between 09:12 and 09:40 UTC some requests were answered with 503 Service Unavailable.</p><p><b>Mar 7, 2024</b> No incidents reported.</p>',
    ),
  ]),
  pass('y-announced-maintenance', 'a note says when the next maintenance is', [
    section(
      '<p role="note">Scheduled maintenance: our services will be briefly unavailable on Sunday, 17 March, between 02:00 and 04:00 UTC.</p>',
    ),
  ]),
  pass(
    'y-lazy-placeholders',
    'pictures below wait as single pixels until they are scrolled to',
    [
      at('/img/mill.svg', text(200, 'image/svg+xml', drawing)),
      atEnd(
        `<section><h2>Pictures</h2><img class="lazyload" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" data-src="/img/mill.svg" alt="The mill" width="640" height="360"></section><script>
new IntersectionObserver(function (entries, all) { entries.forEach(function (one) {
  if (one.isIntersecting) { one.target.src = one.target.dataset.src; all.unobserve(one.target) }
}) }).observe(document.querySelector('img.lazyload[data-src="/img/mill.svg"]'))
</script>`,
      ),
    ],
    inBrowser,
  ),
  pass(
    'y-avatar',
    'a commenter has no picture, so his initials are shown',
    [
      (request, upstream, site) =>
        section(
          `<h3>1 comment</h3><p><img src="https://${site.stranger}/avatar/205e460b479e2e5b48aec07710c08d50?d=404" alt="" width="40" height="40" onerror="this.outerHTML='&lt;b&gt;JM&lt;/b&gt;'"> J. Miller: What a lovely shop.</p>`,
        )(request, upstream, site),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [site.stranger]: () => text(404, 'text/plain', '404 Not Found') }),
    },
  ),
  pass(
    'y-long-poll',
    'a request for news is held open until there is some',
    [
      at('/updates/poll', 'hang'),
      bundle(
        "setTimeout(() => { fetch('/updates/poll', { cache: 'no-store' }).then((r) => r.json()).catch(() => {}) }, 500)",
      ),
    ],
    inBrowser,
  ),
  pass(
    'y-head-not-allowed',
    'the application answers GET and takes no HEAD',
    [
      at('/catalogue', (request) =>
        request.method === 'HEAD'
          ? { status: 405, headers: { allow: 'GET', ...uncached }, body: new Uint8Array() }
          : text(200, 'text/html; charset=utf-8', `${small}${about}</body></html>`),
      ),
      atTop('<nav aria-label="Shop"><a href="/catalogue">Catalogue</a></nav>'),
    ],
    { tools: 'V' },
  ),
  pass(
    'y-link-to-login',
    'the link to the orders leads a stranger to the login',
    [
      at('/my/orders', {
        status: 302,
        headers: { location: '/login?next=/my/orders', ...uncached },
        body: new Uint8Array(),
      }),
      at(
        '/login',
        text(
          200,
          'text/html; charset=utf-8',
          `${small}<form><label>E-mail <input type="email"></label><label>Password <input type="password"></label><button>Log in</button></form></body></html>`,
        ),
      ),
      atTop('<nav aria-label="Account"><a href="/my/orders">My orders</a></nav>'),
    ],
    { tools: 'V' },
  ),
  pass(
    'y-resize-observer',
    'the browser reports a loop of observers that nobody notices',
    [
      bundle(
        `let left = 3
new ResizeObserver((entries) => {
  if (left-- > 0) entries[0].target.style.height = entries[0].contentRect.height + 1 + 'px'
}).observe(document.getElementById('measured'))`,
      ),
      atEnd('<p id="measured" style="width:200px;height:20px;margin:0">Since 1874</p>'),
    ],
    inBrowser,
  ),
  pass(
    'y-console-noise',
    'a library writes its warnings to the console',
    [
      bundle(
        `console.error("Warning: ReactDOM.render is no longer supported in React 18. Use createRoot instead. Until you switch to the new API, your app will behave as if it's running React 17. Learn more: https://reactjs.org/link/switch-to-createroot")
console.warn('componentWillReceiveProps has been renamed, and is not recommended for use.')`,
      ),
    ],
    inBrowser,
  ),
  pass('y-wildcard', 'one certificate is for the domain and all names below it', [], {
    certificate: (site) => ({ names: [site.domain, `*.${site.domain}`] }),
  }),
  pass('y-vietnamese', 'the section is in Vietnamese', [
    section(
      '<div lang="vi"><h2>Giới thiệu</h2><p>Chúng tôi mở cửa từ thứ Ba đến thứ Bảy. Quý khách có thể đặt lịch hẹn qua điện thoại hoặc thư điện tử. Cảm ơn quý khách đã ghé thăm cửa hàng sách của chúng tôi.</p></div>',
    ),
  ]),
  pass('y-language-redirect', 'the visitor is led to his language', [
    (request, _upstream, site) =>
      request.isPage && request.url.search === ''
        ? {
            status: 302,
            headers: { location: `${site.url}?lang=en`, vary: 'Accept-Language', ...uncached },
            body: new Uint8Array(),
          }
        : undefined,
  ]),
]

const lateButWell: readonly Fault[] = [
  slow.pass(
    'y-orders-come-late',
    'the API takes three seconds, and then everything is there',
    [
      late(
        3000,
        at('/api/orders', () => json([{ id: 1041, name: 'Miller' }], uncached)),
      ),
      application(
        `const root = document.getElementById('root')
root.innerHTML = '<p role="status">Loading…</p>'
fetch('/api/orders').then((r) => r.json()).then((list) => {
  root.innerHTML = '<h1>Orders</h1><p>These are the orders that are still open today.</p><ul>' + list.map((one) => '<li>No. ' + one.id + ', ' + one.name + '</li>').join('') + '</ul>'
})`,
      ),
    ],
    inBrowser,
  ),
  slow.pass(
    'y-preloader-goes',
    'the preloader fades away after two seconds',
    [
      inHead(
        '<style>#preloader{position:fixed;inset:0;z-index:99999;background:#fff;transition:opacity .3s}</style>',
      ),
      atTop('<div id="preloader"></div>'),
      bundle(
        `window.addEventListener('load', function () { setTimeout(function () {
  var cover = document.getElementById('preloader')
  cover.style.opacity = 0
  setTimeout(function () { cover.remove() }, 350)
}, 1700) })`,
      ),
    ],
    inBrowser,
  ),
  slow.pass('y-first-byte', 'the server thinks for a second and a half', [
    late(1500, (request, upstream) => (request.isPage ? upstream() : undefined)),
  ]),
  slow.pass(
    'y-retry',
    'the first call meets a restart, and the second one succeeds',
    [
      at('/api/feed', (request) =>
        request.n === 1
          ? { ...json({ error: 'Service Unavailable' }, uncached), status: 503 }
          : json([{ title: 'Open on Sunday' }], uncached),
      ),
      section('<h2>News</h2><p id="feed">…</p>'),
      bundle(
        `function load(left) {
  return fetch('/api/feed').then((r) => {
    if (r.ok) return r.json()
    if (left === 0) throw new Error('HTTP ' + r.status)
    return new Promise((done) => setTimeout(done, 1000)).then(() => load(left - 1))
  })
}
load(3).then((list) => { document.getElementById('feed').textContent = list[0].title })`,
      ),
    ],
    inBrowser,
  ),
  slow.pass(
    'y-picture-late',
    'a picture takes its time',
    [
      late(3000, at('/img/mill-large.svg', text(200, 'image/svg+xml', drawing))),
      section(
        `<h2>The mill</h2><img src="/img/mill-large.svg" alt="The mill" width="640" height="360">${about}`,
      ),
    ],
    inBrowser,
  ),
  slow.pass(
    'y-fade-in',
    'the page appears softly',
    [
      inHead(
        '<style>@keyframes appear{from{opacity:0}to{opacity:1}}body{animation:appear .8s ease-out .5s both}</style>',
      ),
    ],
    inBrowser,
  ),
  slow.pass(
    'y-splash',
    'the start screen of the application gives way to the page',
    [
      whole(
        'The Old Mill',
        `<div id="splash" style="position:fixed;inset:0;background:#234;color:#fff;display:grid;place-items:center">Please wait…</div><main id="app" hidden><h1>The Old Mill</h1>${about}</main><script>setTimeout(function () { document.getElementById('splash').remove(); document.getElementById('app').hidden = false }, 2500)</script>`,
      ),
    ],
    inBrowser,
  ),
]

export const setYHarmless: readonly Fault[] = [...harmless, ...lateButWell]
