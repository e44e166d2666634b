import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const hidden = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const failing = rowsOf('fails late')
const garbage = rowsOf('garbage or source on the screen')

const shown = (markup: string) =>
  `<div style="position:relative;z-index:9000;padding:16px;background:#fff;color:#222;font:16px/1.5 sans-serif">${markup}</div>`

export const setVvSeen: readonly Fault[] = [
  hidden.issue(
    'vv-router-matches-nothing',
    'The router was built for another base path, matches no route and draws nothing.',
    [
      application(
        `const routes = { '/shop/': () => '<h1>Shop</h1>', '/shop/cart': () => '<h1>Cart</h1>' }; const view = routes[location.pathname]; if (view) document.getElementById('root').innerHTML = view()`,
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'vv-process-is-not-defined',
    'Code for Node.js got into the bundle and throws before anything is drawn: a white page.',
    [
      application(
        `const api = process.env.REACT_APP_API_URL; document.getElementById('root').innerHTML = '<h1>Orders</h1><p>' + api + '</p>'`,
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'vv-anti-flicker-stays',
    'The snippet of a test tool hides the page, and the tool that shows it again was cancelled.',
    [
      inHead(
        `<style>.async-hide{opacity:0!important}.async-hide body{opacity:0!important}</style><script>document.documentElement.className += ' async-hide'; setInterval(() => document.documentElement.classList.add('async-hide'), 200)</script>`,
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'vv-empty-consent-layer',
    'The layer of the consent tool covers everything, and its text and buttons never come.',
    [
      atEnd(
        '<div id="cmp-root" role="dialog" aria-modal="true" style="position:fixed;inset:0;z-index:2147483647;background:#fff"></div>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'vv-white-on-white',
    'The dark theme came half: its white letters stand on the white of the light one.',
    [
      inHead(
        '<style>html body,html body *{color:#fff!important;-webkit-text-fill-color:#fff!important;background:#fff!important;border-color:#fff!important;text-shadow:none!important}</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'vv-page-pushed-aside',
    'The menu for telephones starts open and pushes the whole page out of the window.',
    [
      inHead(
        '<style>html{overflow-x:hidden!important}html body{position:relative!important;transform:translateX(-120vw)!important;overflow:hidden!important}</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.review(
    'vv-backdrop-left',
    'The dark sheet of a dialog stays over the page without the dialog, and nothing can be clicked.',
    [
      atEnd(
        '<style>html body{overflow:hidden!important}</style><div class="modal-backdrop fade show" style="position:fixed!important;inset:0!important;width:100vw!important;height:100vh!important;z-index:2147483000!important;background:#000!important;opacity:.55!important;display:block!important"></div>',
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'vv-fallback-in-french',
    'The streamed part of the page never comes, and its place says for ever that it loads.',
    [
      whole(
        'Commandes',
        '<header><nav><a href="#top">Accueil</a></nav></header><main id="top"><!--$?--><template id="B:0"></template><div role="status" aria-busy="true" style="padding:120px;text-align:center;font:20px sans-serif">Chargement en cours…</div><!--/$--></main>',
        { lang: 'fr' },
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'vv-blazor-at-zero',
    'The runtime of Blazor is never delivered, and the ring of its start page stays.',
    [
      whole(
        'Planner',
        `<div id="app"><svg class="loading-progress"><circle r="40%" cx="50%" cy="50%"/></svg><div class="loading-progress-text"></div></div><script>fetch('/_framework/dotnet.native.8x1k2.wasm').then((answer) => answer.arrayBuffer())</script>`,
        {
          head: '<style>.loading-progress{display:block;width:8rem;height:8rem;margin:20vh auto 1rem}.loading-progress circle{fill:none;stroke:#1b6ec2;stroke-width:.6rem}.loading-progress-text{text-align:center;font:700 16px sans-serif}.loading-progress-text:after{content:var(--blazor-load-percentage-text,"Loading")}</style>',
        },
      ),
      at('/_framework/dotnet.native.8x1k2.wasm', 'hang'),
    ],
    inBrowser,
  ),
  failing.issue(
    'vv-reload-after-missing-chunk',
    'A guard against old chunks loads the page again, the chunk is still gone, and so for ever.',
    [
      bundle(
        `import('/assets/Home-C4d1f0aa.js').catch(() => setTimeout(() => location.reload(), 400))`,
      ),
      at('/assets/Home-C4d1f0aa.js', notFound),
    ],
    inBrowser,
  ),
  failing.issue(
    'vv-log-in-ping-pong',
    'The page sends guests to the log-in, which believes that they are known and sends them back.',
    [
      bundle(`setTimeout(() => location.replace('/login#' + location.pathname), 300)`),
      at(
        '/login',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Sign in</title></head><body><p>One moment</p><script>setTimeout(() => location.replace(location.hash.slice(1)), 300)</script></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  failing.issue(
    'vv-alert-of-a-table',
    'The table gets rows of another shape and says so in a dialog to every visitor.',
    [
      atEnd(
        `<script>setTimeout(() => alert("DataTables warning: table id=orders - Requested unknown parameter 'total' for row 0, column 2. For more information about this error, please see https://datatables.net/tn/4"), 700)</script>`,
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'vv-styles-as-text',
    'A plug-in closed its style element too early, and rules stand at the top as text.',
    [
      atTop(
        shown(
          '.elementor-32 .elementor-element.elementor-element-5f0c1a{--display:flex;--min-height:60vh;--flex-direction:column;} .elementor-32 .elementor-element-5f0c1a:not(.elementor-motion-effects-element-type-background){background-color:var( --e-global-color-primary );} @media(max-width:767px){.elementor-32 .elementor-element.elementor-element-77b2{font-size:14px;line-height:1.4em;}} &lt;/style&gt;',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'vv-braces-of-angular',
    'The application does not start, and its placeholders are read as they were written.',
    [
      atTop(
        shown(
          `<h1>{{ page.title }}</h1><p>{{ 'HERO.SUBTITLE' | translate }}</p><ul><li>{{ product.name }} – {{ product.price | currency:'EUR' }}</li></ul>`,
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'vv-keys-of-translations',
    'The file of the language was not deployed, and keys stand where words should.',
    [
      atTop(
        shown(
          '<h1>home.hero.title</h1><p>home.hero.subtitle</p><p><a href="#more">common.buttons.read_more</a> <a href="#contact">navigation.contact_us</a></p>',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'vv-escaped-twice',
    'The text of the editor is escaped once too often, and visitors read its tags.',
    [
      atTop(
        shown(
          '<h2>About us</h2>&lt;p class=&quot;intro&quot;&gt;We have been &lt;strong&gt;brewing coffee&lt;/strong&gt; since 1998.&lt;/p&gt;&lt;p&gt;Come in, or &lt;a href=&quot;/contact&quot;&gt;write to us&lt;/a&gt;.&lt;br /&gt;&lt;/p&gt;',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'vv-header-says-latin',
    'The server calls the page Latin-1, its bytes are UTF-8, and every umlaut is two signs.',
    [
      headers({ 'content-type': 'text/html; charset=ISO-8859-1' }),
      whole(
        'Bäckerei Müller – täglich frisch',
        `<h1>Bäckerei Müller in Köln</h1><p>Öffnungszeiten: täglich früh ab sechs. Brötchen, süße Stückchen und belegte Brote für Büros – schön verpackt. Wir freuen uns auf Sie!</p>${about}`,
        { lang: 'de' },
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'vv-replacement-signs',
    'Old rows of the database are in Latin-1, and their accents became question marks in diamonds.',
    [
      atTop(
        shown(
          '<h1>Le caf\uFFFD de la for\uFFFDt</h1><p>Sp\uFFFDcialit\uFFFDs de saison, g\uFFFDteaux maison et th\uFFFDs pr\uFFFDpar\uFFFDs \uFFFD la minute. R\uFFFDservez votre table d\uFFFDs aujourd\uFFFDhui.</p>',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'vv-values-that-are-none',
    'The fields of the answer were renamed, and the page prints what JavaScript makes of nothing.',
    [
      atTop(
        shown(
          '<h2>Welcome back, undefined!</h2><table><tr><th>Product</th><th>Price</th><th>Delivery</th></tr><tr><td>[object Object]</td><td>NaN €</td><td>Invalid Date</td></tr><tr><td>[object Object]</td><td>NaN €</td><td>Invalid Date</td></tr></table>',
        ),
      ),
    ],
    inBrowser,
  ),
]
