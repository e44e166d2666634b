import {
  application,
  atEnd,
  atTop,
  bundle,
  document,
  everyAsset,
  type Fault,
  headers,
  inHead,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'
import { drawing, shop } from './shop.ts'

const hidden = rowsOf('cannot be seen')
const garbage = rowsOf('garbage or source on the screen')
const waiting = rowsOf('never ready')

const unbuilt = text(
  200,
  'text/css; charset=utf-8',
  '@tailwind base;\n@tailwind components;\n@tailwind utilities;\n\n@layer components {\n  .btn { @apply rounded-lg px-4 py-2 font-semibold; }\n}\n',
)

const flight =
  '1:"$Sreact.fragment"\n2:I[87555,[],""]\n3:I[31295,[],""]\n4:I[6874,["874","static/chunks/874-437a265a67d6cfee.js","177","static/chunks/app/layout-8a1c0f3b.js"],""]\n0:{"P":null,"b":"q7Hk2vZtq0Y1mA9sLw3dE","p":"","c":["",""],"i":false,"f":[[["",{"children":["__PAGE__",{}]},"$undefined","$undefined",true],["",["$","$1","c",{"children":[null,["$","html",null,{"lang":"en","children":["$","body",null,{"children":["$","main",null,{"children":["$","h1",null,{"children":"Tents for every season"}]}]}]}]]}]]]],"m":"$undefined","G":["$2",[]],"s":false,"S":true}\n'

export const setKSeen: readonly Fault[] = [
  hidden.issue(
    'k-tailwind-source-as-style',
    'The source of the styles was copied, and never built.',
    [
      everyAsset(/\.css$/, unbuilt),
      document((html) => html.replace(/<style[\s\S]*?<\/style>/gi, '')),
    ],
    { tools: 'RV', needs: ['stylesheet'] },
  ),
  hidden.issue(
    'k-reveal-on-scroll-never',
    'The library that reveals sections is gone from the bundle, its styles are not.',
    [
      shop(
        '<section data-aos="fade-up"><h1>Tents for every season</h1><p>From the light one for a night on the fell to the one that stands all winter.</p></section><section data-aos="fade-up"><h2>This week</h2><div class="cards"><div class="card">Fjell 2</div><div class="card">Rondane 3</div><div class="card">Vidda 4</div></div></section><section data-aos="fade-up"><h2>Our workshop</h2><p>Everything is repaired in Bergen, by the people who made it.</p></section>',
        {
          head: '<style>[data-aos] { opacity: 0; min-height: 18rem; transform: translate3d(0, 100px, 0); transition: opacity .6s, transform .6s } [data-aos].aos-animate { opacity: 1; transform: none }</style>',
        },
      ),
    ],
    inBrowser,
  ),
  hidden.review(
    'k-consent-backdrop-only',
    'The consent dialog comes from another host and is empty: its backdrop takes every click.',
    [
      inHead('<style>html, body { overflow: hidden !important }</style>'),
      atEnd(
        '<div id="cmp-backdrop" style="position:fixed;inset:0;background:rgba(0,0,0,.72);z-index:2147483646"></div><div id="cmp-dialog" role="dialog" aria-modal="true" style="position:fixed;z-index:2147483647"></div>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'k-dark-mode-dark-text',
    'The dark theme changes the ground and forgets the text.',
    [
      inHead(
        '<style>html, body, body * { background: #17181c !important; color: #202127 !important; border-color: #202127 !important } img, svg, canvas, video { visibility: hidden }</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'k-print-media-stays',
    'Styles that wait for an inline handler, under a policy without inline handlers.',
    [
      headers({
        'content-security-policy': "script-src 'self' 'unsafe-eval' https:; frame-ancestors 'self'",
      }),
      document((html) =>
        html
          .replace(/<style[\s\S]*?<\/style>/gi, '')
          .replace(
            /<link(?=[^>]*rel=["']?stylesheet)/gi,
            '<link media="print" onload="this.media=\'all\'"',
          ),
      ),
    ],
    { tools: 'RV', needs: ['stylesheet'] },
  ),
  hidden.issue(
    'k-body-height-zero',
    'A script was to set the height for mobile browsers: it stays 0.',
    [
      inHead(
        '<style>html { overflow: auto !important } body { height: calc(var(--vh, 0px) * 100) !important; min-height: 0 !important; padding: 0 !important; margin: 0 !important; overflow: hidden !important; position: relative !important }</style>',
      ),
    ],
    inBrowser,
  ),
  hidden.issue(
    'k-page-transition-clip',
    'A page transition that stops at its first frame.',
    [inHead('<style>body { clip-path: inset(0 100% 0 0) !important }</style>')],
    inBrowser,
  ),
  hidden.issue(
    'k-hydration-wipes-page',
    'Hydration fails on a date of another time zone, and the client empties the document.',
    [
      bundle(
        "setTimeout(() => { try { throw new Error('Minified React error #418; visit https://react.dev/errors/418?args[]=text&args[]= for the full message') } catch (error) { console.error(error); document.body.replaceChildren() } }, 400)",
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'k-icu-messages-raw',
    'The formatter of messages is not in the build.',
    [
      bundle(
        drawing(
          '<p>{count, plural, =0 {Your cart is empty} one {# item in your cart} other {# items in your cart}}</p><p>{name, select, guest {Welcome} other {Welcome back, {name}}}</p><p>Order before {time, time, short} and we send it today.</p>',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue('k-astro-frontmatter', 'A component was deployed without a build.', [
    document(
      (html) =>
        `---\nimport Layout from '../layouts/Layout.astro';\nimport { getCollection } from 'astro:content';\nconst posts = (await getCollection('blog')).sort((a, b) =&gt; b.data.pubDate.valueOf() - a.data.pubDate.valueOf());\n---\n${html.replace(/^\s*<!doctype[^>]*>/i, '')}`,
    ),
  ]),
  garbage.issue(
    'k-invalid-dates',
    'The CMS renamed the field of the date.',
    [
      bundle(
        drawing(
          '<h2>News</h2><ul><li><time>Invalid Date</time> New stove from Oslo</li><li><time>Invalid Date</time> Closed on Ascension Day</li><li><time>Invalid Date</time> How we test seams</li></ul>',
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue('k-style-closed-early', 'An optimizer cut a style element in two.', [
    atTop(
      '.elementor-2184 .elementor-element.elementor-element-7c3d1f2{--display:flex;--flex-direction:row;--gap:0px 0px;--margin-top:0px;--padding-top:40px;}.elementor-2184 .elementor-element.elementor-element-51ab9e0 .elementor-heading-title{font-family:"Poppins", Sans-serif;font-size:48px;font-weight:600;color:#1D2939;}@media(max-width:767px){.elementor-2184 .elementor-element.elementor-element-51ab9e0{width:100%;}}</style>',
    ),
  ]),
  garbage.issue(
    'k-cms-text-escaped-twice',
    'The rich text of the CMS is escaped by the new template.',
    [
      shop(
        '<h1>About us</h1><div>&lt;p&gt;The shop was opened in &lt;strong&gt;1974&lt;/strong&gt; by two climbers.&lt;/p&gt;&lt;p&gt;Today &lt;a href="/team"&gt;eleven people&lt;/a&gt; work here.&lt;br /&gt;Come and see us!&lt;/p&gt;&lt;ul&gt;&lt;li&gt;Tents&lt;/li&gt;&lt;li&gt;Boots&lt;/li&gt;&lt;/ul&gt;</div>',
      ),
    ],
  ),
  garbage.issue('k-latin1-rows-in-utf8', 'The database was imported with another charset.', [
    shop(
      '<h1>\uFFFDber uns</h1><p>Unser Gesch\uFFFDft in der N\uFFFDhe des Bahnhofs f\uFFFDhrt Zelte, Schlafs\uFFFDcke und Kocher. Wir \uFFFDffnen um neun und schlie\uFFFDen um sechs. F\uFFFDr Gr\uFFFD\uFFFDen \uFFFDber 46 rufen Sie uns bitte vorher an.</p>',
      { lang: 'de', title: 'Nordwind \uFFFDber uns' },
    ),
  ]),
  garbage.issue(
    'k-flight-payload-cached',
    'The cache ignores the header that tells a navigation from a prefetch, and keeps the payload.',
    [(request) => (request.isPage ? text(200, 'text/x-component', flight) : undefined)],
  ),
  waiting.review(
    'k-skeleton-for-ever',
    'The list is empty in production, and the page takes that for not loaded yet.',
    [
      application(
        "document.getElementById('root').innerHTML = '<header>Northwind Outdoor</header><main aria-busy=\"true\">' + '<div class=\"skeleton\"></div>'.repeat(9) + '</main>'",
        '<style>main { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1rem } .skeleton { height: 180px; border-radius: 8px; background: linear-gradient(90deg, #e6e8eb 25%, #f4f5f7 37%, #e6e8eb 63%); background-size: 400% 100%; animation: shimmer 1.4s ease infinite } @keyframes shimmer { from { background-position: 100% 50% } to { background-position: 0 50% } }</style>',
      ),
    ],
    inBrowser,
  ),
]
