import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  inHead,
  json,
  late,
  notFound,
  serverError,
  uncached,
} from '#test/truth/fault.ts'
import { about, inBrowser, rowsOf, whole } from '#test/truth/row.ts'

const garbage = rowsOf('garbage or source on the screen')
const unseen = rowsOf('cannot be seen')
const never = rowsOf('never ready')
const fails = rowsOf('fails late')

/** Not cached, so that a browser requests it each time. */
const failing = { ...serverError, headers: { ...serverError.headers, ...uncached } }

const garbageRows: readonly Fault[] = [
  garbage.issue('z-fence', 'The file was saved with the fences of the chat around it', [
    document((html) => `\`\`\`html\n${html}\n\`\`\`\n`),
  ]),
  garbage.issue('z-jinja', 'The template is served as a file: nothing rendered it', [
    document((html) => `{% extends "base.html" %}\n{% block content %}\n${html}\n{% endblock %}\n`),
  ]),
  garbage.issue('z-php-source', 'The host runs no PHP: visitors read the program', [
    atTop(
      '<?php $products = $db->query("SELECT * FROM products ORDER BY price"); foreach ($products as $p): ?><div class="card"><h3><?= htmlspecialchars($p->name) ?></h3></div><?php endforeach; ?>',
    ),
  ]),
  garbage.issue('z-markdown', 'The text was written as Markdown and nobody turned it into a page', [
    atTop(
      '<section><p>## What we offer</p><p>**Same-day repairs** for phones and tablets, *no appointment needed*. - Screens - Batteries - Water damage</p><p>[Book a repair](https://booking.example/repair)</p></section>',
    ),
  ]),
  garbage.issue('z-escaped', 'The editor’s text is escaped twice', [
    atTop(
      '<section>&lt;p&gt;Welcome to &lt;strong&gt;Harbour Dental&lt;/strong&gt;. We look after families since 1998.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Check-ups&lt;/li&gt;&lt;li&gt;Whitening&lt;/li&gt;&lt;/ul&gt;</section>',
    ),
  ]),
  garbage.issue('z-mojibake', 'The text was imported in the wrong encoding', [
    atTop(
      '<section><h2>CafÃ© MÃ¼hle â€“ Ã–ffnungszeiten</h2><p>Wir freuen uns auf Sie! FrÃ¼hstÃ¼ck tÃ¤glich ab 8 Uhr, KÃ¼che bis 21 Uhr.</p></section>',
    ),
  ]),
  garbage.issue('z-conflict', 'A merge was committed before it was resolved', [
    atTop(
      '<section>\n<<<<<<< HEAD\n<h2>Summer sale</h2>\n=======\n<h2>Spring sale</h2>\n>>>>>>> feature/spring-landing\n</section>',
    ),
  ]),
  garbage.issue('z-shortcode', 'The plugin that made the list of products is not active', [
    atTop(
      '<section><h2>Our candles</h2><p>[product_category category="candles" per_page="4" columns="4"]</p></section>',
    ),
  ]),
  garbage.issue('z-python-repr', 'The template prints the objects and not their fields', [
    atTop(
      "<section><h2>Today’s menu</h2><ul><li>{'id': 1, 'name': 'Pea soup', 'price': Decimal('6.50'), 'tags': ['vegan']}</li><li>{'id': 2, 'name': 'Dumplings', 'price': Decimal('9.00'), 'tags': []}</li></ul><p>Chef: &lt;Employee 7&gt;</p></section>",
    ),
  ]),
  garbage.issue(
    'z-undefined-values',
    'The fields of the API have other names than the page thinks',
    [
      at('/api/account', json({ first_name: 'Ada', total_cents: 12900 })),
      bundle(`fetch('/api/account').then(function (r) { return r.json() }).then(function (a) {
  var box = document.createElement('section')
  box.innerHTML = '<h2>Welcome back, ' + a.name + '!</h2><p>Your balance: $' + (a.total / 100).toFixed(2) + '</p><p>Member since ' + new Date(a.since).toLocaleDateString('en-US') + '</p>'
  document.body.prepend(box)
})`),
    ],
    inBrowser,
  ),
  garbage.issue(
    'z-i18n-keys',
    'The file of the translations is missing: the keys are shown',
    [
      at('/locales/en/translation.json', notFound),
      application(`fetch('/locales/en/translation.json').then(function (r) { return r.ok ? r.json() : {} }).then(function (t) {
  function tr(key) { return t[key] || key }
  document.getElementById('root').innerHTML = '<nav>' + tr('nav.home') + ' ' + tr('nav.pricing') + ' ' + tr('nav.contact') + '</nav><h1>' + tr('home.hero.title') + '</h1><p>' + tr('home.hero.subtitle') + '</p><button>' + tr('common.cta.getStarted') + '</button>'
})`),
    ],
    inBrowser,
  ),
  garbage.issue('z-script-leak', 'A string in the script ends it too early', [
    atEnd(
      '<script>var widget = "<script src=\'https://chat.example/w.js\'></script>"; document.querySelector("#chat").insertAdjacentHTML("beforeend", widget); initChat({ position: "right" });</script>',
    ),
  ]),
  garbage.review('z-api-root', 'The domain shows the API and not the shop', [
    (request) =>
      request.isPage
        ? json({ message: 'Shop API is running', version: '1.0.0', docs: '/docs' })
        : undefined,
  ]),
]

const unseenRows: readonly Fault[] = [
  unseen.issue(
    'z-not-revealed',
    'The script that fades the page in was not uploaded',
    [
      at('/js/reveal.min.js', notFound),
      inHead(
        '<style>body:not(.is-loaded){opacity:0!important}body{transition:opacity .4s}</style><script src="/js/reveal.min.js" defer></script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'z-motion-ssr',
    'The chunks of the last build are gone, so nothing starts the animations',
    [
      whole(
        'Northlight Studio',
        `<main id="__next"><section style="opacity:0;transform:translateY(24px)"><h1>Interiors with daylight</h1>${about}</section><section style="opacity:0;transform:translateY(24px)"><h2>Selected work</h2>${about}</section></main><script src="/_next/static/chunks/main-app-5f1b0a2c.js"></script>`,
      ),
      at('/_next/static/chunks/main-app-5f1b0a2c.js', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'z-white-on-white',
    'The dark picture behind the white text is missing',
    [
      whole(
        'Harbour Tours',
        `<section style="background:url(/images/hero-night.jpg) center/cover no-repeat;min-height:90vh;color:#fff;padding:4rem"><h1>See the harbour by night</h1>${about}<p>Tours start at the north pier, every evening at nine.</p></section>`,
      ),
      at('/images/hero-night.jpg', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'z-backdrop',
    'A grey sheet stays over the page and nothing can be clicked',
    [
      atEnd(
        '<div class="modal-backdrop fade show" style="position:fixed;inset:0;z-index:2147483000;background:#000;opacity:.5"></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'z-frame-refused',
    'The site is only a frame, and what is in it may not be framed',
    [
      whole(
        'Salon Lumi',
        '<iframe id="app" src="/app/" style="border:0;width:100vw;height:100vh" title="Salon Lumi"></iframe>',
      ),
      at('/app/', {
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' },
        body: new TextEncoder().encode(
          '<!doctype html><html lang="en"><title>Salon Lumi</title><h1>Salon Lumi</h1></html>',
        ),
      }),
    ],
    inBrowser,
  ),
  unseen.issue(
    'z-zero-height',
    'The element around everything has no height and cuts the rest off',
    [
      application(
        `document.getElementById('root').innerHTML = '<main><h1>Orders</h1><p>Twelve orders are waiting to be packed, three of them since yesterday.</p><button>Pack the next one</button></main>'`,
        '<style>#root{position:relative;overflow:hidden}#root>main{position:absolute;inset:0;padding:2rem}</style>',
      ),
    ],
    inBrowser,
  ),
]

const neverRows: readonly Fault[] = [
  never.issue(
    'z-preloader',
    'The curtain never opens: the script that takes it away is missing',
    [
      at('/js/vendor/preloader.min.js', notFound),
      atTop(
        '<div id="z-preloader" style="position:fixed;inset:0;background:#fff;z-index:2147483000;display:flex;align-items:center;justify-content:center"><div style="width:48px;height:48px;border:4px solid #ddd;border-top-color:#333;border-radius:50%"></div></div><script src="/js/vendor/preloader.min.js"></script><script>window.addEventListener("load", function () { Preloader.hide("#z-preloader") })</script>',
      ),
    ],
    inBrowser,
  ),
  never.issue(
    'z-skeleton',
    'The plans never come: grey bars pulse in their place',
    [
      at('/api/plans', 'hang'),
      bundle(`(function () {
  var bar = '<div class="animate-pulse skeleton" style="height:96px;margin:12px;background:#e5e7eb;border-radius:8px"></div>'
  var box = document.createElement('section')
  box.innerHTML = '<h2>Choose your plan</h2><div aria-busy="true">' + bar + bar + bar + '</div>'
  document.body.prepend(box)
  fetch('/api/plans').then(function (r) { return r.json() }).then(function () { box.lastChild.textContent = 'Basic Plus Team' })
})()`),
    ],
    inBrowser,
  ),
  never.issue(
    'z-lazy-chunk',
    'A part of the program is missing on the server, and the start page waits for it',
    [
      at('/assets/Dashboard-C7d0aa1e.js', notFound),
      application(`document.getElementById('root').innerHTML = '<div class="fallback">Loading...</div>'
import('/assets/Dashboard-C7d0aa1e.js').then(function (m) { m.default(document.getElementById('root')) })`),
    ],
    inBrowser,
  ),
  never.issue(
    'z-connecting',
    'The proxy does not pass the socket on',
    [
      at('/socket', notFound),
      application(`document.getElementById('root').innerHTML = '<p>Connecting to server…</p>'
;(function open() {
  var socket = new WebSocket('wss://' + location.host + '/socket')
  socket.onopen = function () { document.getElementById('root').textContent = 'Lobby: four players' }
  socket.onclose = function () { setTimeout(open, 2000) }
})()`),
    ],
    inBrowser,
  ),
  never.issue(
    'z-retry-forever',
    'The API is down, and the page asks again and again without a word',
    [
      at('/api/dashboard', { ...failing, status: 503 }),
      application(`document.getElementById('root').innerHTML = '<div role="status"><p>Loading your dashboard…</p></div>'
;(function load(n) {
  fetch('/api/dashboard').then(function (r) { if (!r.ok) throw new Error(String(r.status)); return r.json() }).then(function (d) { document.getElementById('root').textContent = d.title }).catch(function () { setTimeout(function () { load(n + 1) }, Math.min(1000 * n, 4000)) })
})(1)`),
    ],
    inBrowser,
  ),
  never.issue(
    'z-redirecting',
    'The start page promises the shop and never goes there',
    [
      whole(
        'Redirecting…',
        '<p>Redirecting you to the store, please wait…</p><script>var store = window.__ENV && window.__ENV.STORE_URL; if (store) location.replace(store)</script>',
      ),
    ],
    inBrowser,
  ),
]

const failsRows: readonly Fault[] = [
  fails.issue(
    'z-unmounts',
    'The start page is there for a moment and then all is white',
    [
      application(`var root = document.getElementById('root')
root.innerHTML = '<h1>Orders</h1><p>Twelve orders are waiting to be packed, three of them since yesterday.</p><button>Pack the next one</button>'
setTimeout(function () { root.replaceChildren(); throw new TypeError("Cannot read properties of null (reading 'permissions')") }, 1500)`),
    ],
    inBrowser,
  ),
  fails.issue(
    'z-moves-to-404',
    'The language switch sends visitors to a page that is not there',
    [
      at('/en/welcome', notFound),
      bundle(`setTimeout(function () { location.replace('/en/welcome') }, 1200)`),
    ],
    inBrowser,
  ),
  fails.issue(
    'z-session-expired',
    'A first visit is told that its session is over, and cannot close that',
    [
      bundle(`setTimeout(function () {
  var box = document.createElement('div')
  box.setAttribute('role', 'dialog')
  box.setAttribute('aria-modal', 'true')
  box.style.cssText = 'position:fixed;inset:0;z-index:2147483000;background:rgba(17,24,39,.85);color:#fff;display:flex;align-items:center;justify-content:center'
  box.innerHTML = '<div><h2>Session expired</h2><p>Your session has expired. Please sign in again to continue.</p></div>'
  document.body.append(box)
}, 1500)`),
    ],
    inBrowser,
  ),
  fails.issue(
    'z-poll-fails',
    'The list is there once; the next refresh replaces it with an error',
    [
      at('/api/orders', (request) =>
        request.n === 1 ? json(['Order 1041', 'Order 1042'], uncached) : failing,
      ),
      application(`var root = document.getElementById('root')
root.innerHTML = '<h1>Orders</h1><div id="list"></div>'
function refresh() {
  fetch('/api/orders').then(function (r) { if (!r.ok) throw new Error('HTTP ' + r.status); return r.json() }).then(function (o) { document.getElementById('list').textContent = o.join(', ') }).catch(function (e) { document.getElementById('list').textContent = 'Failed to load orders: ' + e.message })
}
refresh()
setTimeout(refresh, 1500)`),
    ],
    inBrowser,
  ),
  fails.issue(
    'z-late-toast',
    'The prices cannot be loaded, as a message says after two seconds',
    [
      late(1500, at('/api/prices', failing)),
      bundle(`fetch('/api/prices').then(function (r) { if (!r.ok) throw new Error('prices'); return r.json() }).catch(function (e) {
  console.error('Failed to fetch prices', e)
  var toast = document.createElement('div')
  toast.setAttribute('role', 'alert')
  toast.style.cssText = 'position:fixed;top:16px;right:16px;z-index:2147483000;background:#b91c1c;color:#fff;padding:16px;border-radius:8px'
  toast.textContent = 'Something went wrong while loading prices. Please try again.'
  document.body.append(toast)
})`),
    ],
    inBrowser,
  ),
]

export const setZSeen: readonly Fault[] = [
  ...garbageRows,
  ...unseenRows,
  ...neverRows,
  ...failsRows,
]
