import { gzipSync } from 'node:zlib'
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
  notFound,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const unseen = rowsOf('cannot be seen')
const never = rowsOf('never ready')
const later = rowsOf('fails late')

/** A section of the page. */
const section = (markup: string): Interceptor =>
  atTop(
    `<section style="position:relative;z-index:1;max-width:56rem;margin:1.5rem auto;padding:1rem;background:#fff;color:#222;font:16px/1.5 sans-serif">${markup}</section>`,
  )

/** Serves this type and body in place of the page. */
const answered = (type: string, body: string): Interceptor => {
  return (request) => (request.isPage ? text(200, type, body) : undefined)
}

const gzippedTwice: Interceptor = (request, upstream) => {
  if (!request.isPage) return undefined
  const reply = upstream()
  return { ...reply, body: new Uint8Array(gzipSync(reply.body)) }
}

const garbageOnTheScreen: readonly Fault[] = [
  garbage.issue('y-php-source', 'PHP is not installed on the new server', [
    answered(
      'text/html; charset=utf-8',
      `<?php
require_once __DIR__ . '/inc/bootstrap.php';
$title = 'Home';
$items = $db->query('SELECT * FROM news ORDER BY created DESC LIMIT 3')->fetchAll();
include 'inc/header.php';
?>
<h1><?php echo htmlspecialchars($page->title); ?></h1>
<?php foreach ($items as $id => $item): ?>
  <article><h2><?= $item->headline ?></h2><p><?= nl2br($item->teaser) ?></p></article>
<?php endforeach; ?>
<?php include 'inc/footer.php'; ?>
`,
    ),
  ]),
  garbage.issue('y-mustache', 'the template was published without being rendered', [
    section(
      '<h2>{{ product.title }}</h2><p>{{ product.description | truncate: 120 }}</p><p>Price: {{ product.price | money }}</p>{% if product.available %}<button>Add to cart</button>{% endif %}',
    ),
  ]),
  garbage.issue('y-mojibake', 'the texts were imported from the database in the wrong charset', [
    section(
      '<h2>Ã–ffnungszeiten und GrÃ¶ÃŸentabelle</h2><p>Wir freuen uns auf Ihren Besuch in MÃ¼nchen. FÃ¼r RÃ¼ckfragen stehen wir tÃ¤glich zur VerfÃ¼gung â€“ auch an Feiertagen. Das schÃ¶nste GeschÃ¤ft in der StraÃŸe.</p>',
    ),
  ]),
  garbage.issue('y-not-a-number', 'the prices are not read from the new API', [
    section(
      '<h2>Our plans</h2><ul><li>Basic: $NaN per month</li><li>Team: $NaN per month</li><li>Business: undefined</li></ul><p>Welcome back, undefined!</p>',
    ),
  ]),
  garbage.issue('y-raw-markdown', 'the post was published without going through the generator', [
    whole(
      'post.md',
      '---<br>title: "Release notes 2.4"<br>date: 2024-03-11<br>layout: post<br>draft: false<br>---<p># Release notes 2.4</p><p>We are **happy** to announce version *2.4*. See the [changelog](/changelog) for details.</p><p>## What is new</p><p>* A `dark` theme<br>* ![Screenshot](/img/shot.png)<br>* **Breaking:** the option `strict` is gone</p>',
    ),
  ]),
  garbage.issue('y-merge-conflict', 'a merge conflict was committed and deployed', [
    section(
      '&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD<h2>Spring sale: 20% off everything</h2>=======<h2>Summer sale: 30% off everything</h2>&gt;&gt;&gt;&gt;&gt;&gt;&gt; feature/summer-sale',
    ),
  ]),
  garbage.issue('y-css-as-text', 'the opening tag of the styles was lost in the template', [
    atTop(
      '.hero-banner { background-color: #f4f4f4; padding: 40px 20px; }\n.hero-banner h1 { font-size: 2.4rem; margin-bottom: 12px; color: #333; }\n@media (max-width: 768px) { .hero-banner { padding: 20px 10px; } }\n</style>\n',
    ),
  ]),
  garbage.issue('y-text-plain', 'the server sends the page as plain text', [
    headers({ 'content-type': 'text/plain; charset=utf-8' }),
  ]),
  garbage.issue(
    'y-gzip-bytes',
    'the file was compressed at build time and the server does not say so',
    [gzippedTwice],
  ),
  garbage.issue('y-escaped-html', 'the rich text of the CMS is escaped', [
    section(
      '<h2>About us</h2>&lt;p&gt;We are a &lt;strong&gt;family business&lt;/strong&gt; from the north.&lt;/p&gt;&lt;p&gt;Read &lt;a href=&quot;/history&quot;&gt;our history&lt;/a&gt; or &lt;a href=&quot;/contact&quot;&gt;write to us&lt;/a&gt;.&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Founded in 1921&lt;/li&gt;&lt;/ul&gt;',
    ),
  ]),
  garbage.issue(
    'y-icon-ligatures',
    'the icon font is gone, so the names of the icons are on the buttons',
    [
      at('/fonts/material-icons-v140.woff2', notFound),
      inHead(
        "<style>@font-face{font-family:'Material Icons';font-style:normal;font-weight:400;src:url(/fonts/material-icons-v140.woff2) format('woff2')}.material-icons{font-family:'Material Icons';font-size:24px;line-height:1;display:inline-block;white-space:nowrap;font-feature-settings:'liga'}</style>",
      ),
      section(
        '<nav><a href="#"><span class="material-icons">menu</span></a> <a href="#"><span class="material-icons">search</span></a> <a href="#"><span class="material-icons">shopping_cart</span></a> <a href="#"><span class="material-icons">favorite_border</span></a> <a href="#"><span class="material-icons">account_circle</span></a></nav>',
      ),
    ],
    inBrowser,
  ),
]

const cannotBeSeen: readonly Fault[] = [
  unseen.issue(
    'y-fade-in-script',
    'the page waits transparent for a script that was not deployed',
    [
      at('/js/theme-81bc.js', notFound),
      inHead('<style>body{opacity:0;transition:opacity .4s}body.is-loaded{opacity:1}</style>'),
      atEnd('<script src="/js/theme-81bc.js"></script>'),
    ],
    inBrowser,
  ),
  unseen.issue(
    'y-white-on-white',
    'the colours of the theme were lost: all text is white on white',
    [
      inHead(
        '<style>html,body,body *{color:#fff!important;background:#fff!important;border-color:#fff!important}img,svg,video,canvas{opacity:0!important}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'y-age-gate-empty',
    'the age check covers everything and its question is missing',
    [
      at('/age-gate/widget.js', serverError),
      atEnd(
        '<div id="age-gate" style="position:fixed;top:0;left:0;width:100vw;height:100vh;background:#000;z-index:2147483000"></div><script src="/age-gate/widget.js"></script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue('y-empty-body', 'the answer has the status 200 and not a single byte', [
    answered('text/html; charset=utf-8', ''),
  ]),
  unseen.issue(
    'y-font-loading-class',
    'the page is hidden until the fonts are there, and their loader is gone',
    [
      at('/fonts/loader.js', notFound),
      inHead(
        '<style>html.wf-loading body{visibility:hidden}html.wf-loading body *{visibility:hidden!important}</style><script>document.documentElement.className += " wf-loading"</script><script src="/fonts/loader.js"></script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'y-anti-clickjack-csp',
    'the new policy blocks the inline script that makes the page visible',
    [
      headers({ 'content-security-policy': "script-src 'self'; frame-ancestors 'self'" }),
      inHead(
        '<style id="antiClickjack">body{display:none !important;}</style><script>if (self === top) { var antiClickjack = document.getElementById("antiClickjack"); antiClickjack.parentNode.removeChild(antiClickjack); } else { top.location = self.location; }</script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'y-white-screen',
    'the bundle stops at its first line and the page stays white',
    [
      application(
        `const config = window.__APP_CONFIG__
const base = config.apiBase
document.getElementById('root').innerHTML = '<h1>Orders</h1><p>' + base + '</p>'`,
      ),
    ],
    inBrowser,
  ),
]

const neverReady: readonly Fault[] = [
  never.issue(
    'y-preloader-stuck',
    'the preloader never goes away: the script before it stops with an error',
    [
      inHead(
        '<style>#preloader{position:fixed;inset:0;z-index:99999;background:#fff;display:flex;align-items:center;justify-content:center}#preloader i{width:48px;height:48px;border:5px solid #ddd;border-top-color:#36c;border-radius:50%;animation:turn 1s linear infinite}@keyframes turn{to{transform:rotate(360deg)}}</style>',
      ),
      atTop('<div id="preloader"><i></i></div>'),
      bundle(
        `new Swiper('.hero-slider', { loop: true, autoplay: { delay: 5000 } })
window.addEventListener('load', function () { document.getElementById('preloader').remove() })`,
      ),
    ],
    inBrowser,
  ),
  never.issue(
    'y-api-hangs',
    'the API does not answer and the page says Loading for ever',
    [
      at('/api/orders', 'hang'),
      application(
        `const root = document.getElementById('root')
root.innerHTML = '<p>Loading…</p>'
fetch('/api/orders').then((r) => r.json()).then((list) => {
  root.innerHTML = '<h1>Orders</h1><p>' + list.length + ' open orders</p>'
})`,
      ),
    ],
    inBrowser,
  ),
  never.issue(
    'y-skeletons-forever',
    'the grey boxes stay because the error of the API is swallowed',
    [
      (request) =>
        request.path === '/api/products'
          ? { ...serverError, headers: { ...serverError.headers, ...uncached } }
          : undefined,
      application(
        `const root = document.getElementById('root')
root.innerHTML = Array.from({ length: 8 }, () => '<div class="skeleton"></div>').join('')
fetch('/api/products').then((r) => { if (!r.ok) throw new Error('HTTP ' + r.status); return r.json() }).then((list) => {
  root.innerHTML = list.map((one) => '<h2>' + one.name + '</h2>').join('')
}).catch(() => {})`,
        '<style>.skeleton{height:96px;margin:16px;border-radius:8px;background:linear-gradient(90deg,#eee,#ddd,#eee);background-size:200%;animation:s 1.5s infinite}@keyframes s{to{background-position:-200%}}</style>',
      ),
    ],
    inBrowser,
  ),
  never.issue(
    'y-redirecting-forever',
    'the intermediate page never leads anywhere',
    [
      whole(
        'Redirecting…',
        '<p>Please wait while we redirect you…</p><script>var target = document.body.getAttribute("data-target"); if (target) location.replace(target)</script>',
      ),
    ],
    inBrowser,
  ),
  never.issue(
    'y-wasm-progress',
    'the player stays at zero per cent: the WebAssembly file was not uploaded',
    [
      at('/Build/WebGL.wasm', notFound),
      whole(
        'Unity WebGL Player | Showroom',
        `<div id="unity-container"><canvas id="unity-canvas" width="960" height="540" style="background:#231f20"></canvas><div id="unity-loading-bar"><p>Loading… <span id="percent">0</span>%</p><progress max="100" value="0"></progress></div></div><script>
WebAssembly.instantiateStreaming(fetch('/Build/WebGL.wasm'), {}).then(function () {
  document.getElementById('unity-loading-bar').style.display = 'none'
}).catch(function (message) { console.error('failed to asynchronously prepare wasm: ' + message) })
</script>`,
      ),
    ],
    inBrowser,
  ),
  never.issue(
    'y-reload-loop',
    'the page reloads itself again and again since the last deployment',
    [
      at('/version.json', json({ version: '2.4.1' }, uncached)),
      bundle(
        `fetch('/version.json', { cache: 'no-store' }).then((r) => r.json()).then((latest) => {
  if (latest.version !== '2.4.0') setTimeout(() => location.reload(), 400)
})`,
      ),
    ],
    inBrowser,
  ),
]

const failsLate: readonly Fault[] = [
  later.issue(
    'y-unmounted',
    'the page is there for two seconds and then everything disappears',
    [
      bundle(
        `setTimeout(() => {
  document.body.replaceChildren()
  throw new TypeError("Cannot read properties of undefined (reading 'user')")
}, 2500)`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'y-late-redirect-404',
    'the redirect to the language of the visitor ends at a page that does not exist',
    [
      at('/en-us/home', notFound),
      bundle("setTimeout(() => location.replace('/en-us/home'), 2000)"),
    ],
    inBrowser,
  ),
  later.review(
    'y-slider-errors',
    'the slider throws the same error each time it should move on',
    [
      section(`<h2>What our customers say</h2>${about}`),
      bundle(
        "setInterval(() => { document.querySelector('.testimonial-slider .slide.is-active').nextElementSibling.classList.add('is-active') }, 1500)",
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'y-frozen',
    'the browser hangs after two seconds: a loop does not end',
    [
      bundle(
        `setTimeout(() => {
  const queue = [{ done: false }]
  while (!queue[0].done) { queue[0].seen = true }
}, 2000)`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'y-blazor-reconnect',
    'the socket is not let through and the page is locked',
    [
      bundle(
        `setTimeout(() => {
  const modal = document.createElement('div')
  modal.id = 'components-reconnect-modal'
  modal.style.cssText = 'position:fixed;top:0;right:0;bottom:0;left:0;z-index:1050;background-color:#fff;opacity:.9;text-align:center;font-weight:bold;padding-top:30vh;color:#000'
  modal.innerHTML = '<h5>Could not reconnect to the server. <a href="">Reload</a> the page to restore functionality.</h5>'
  document.body.append(modal)
}, 3000)`,
      ),
    ],
    inBrowser,
  ),
]

export const setYSeen: readonly Fault[] = [
  ...garbageOnTheScreen,
  ...cannotBeSeen,
  ...neverReady,
  ...failsLate,
]
