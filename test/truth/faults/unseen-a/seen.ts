import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  encode,
  type Fault,
  inHead,
  instead,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const unseen = rowsOf('cannot be seen')
const garbage = rowsOf('garbage or source on the screen')
const never = rowsOf('never ready')
const late = rowsOf('late but well')

const cannotBeSeen: readonly Fault[] = [
  unseen.issue(
    'anti-flicker-stays',
    'The snippet of an experiment hides the page, and its script is gone.',
    [
      inHead(
        '<style>.async-hide{opacity:0 !important}</style><script>document.documentElement.classList.add("async-hide");window.endExperiment=()=>document.documentElement.classList.remove("async-hide")</script><script async src="/js/experiment.js"></script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'preloader-stays',
    'The white sheet with the logo is taken away by a script that fails.',
    [
      atTop(
        '<div id="preloader" style="position:fixed;inset:0;background:#fff;z-index:99999;display:flex;align-items:center;justify-content:center;font:600 2rem sans-serif">Aurelia</div>',
      ),
      bundle('jQueryEasing.init(); document.getElementById("preloader").remove()'),
    ],
    inBrowser,
  ),
  unseen.issue(
    'font-size-zero',
    'A unit is missing from the root size, and the text has none.',
    [inHead('<style>html,body,body *{font-size:0 !important}</style>')],
    inBrowser,
  ),
  unseen.issue(
    'env-object-missing',
    'The application reads its settings before they are there.',
    [
      application(
        'const api = window.__ENV.API_URL; document.getElementById("root").textContent = "Orders from " + api',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'flutter-no-engine',
    'The canvas engine cannot be loaded, and nothing is drawn.',
    [
      application(
        'fetch("/canvaskit/canvaskit.wasm").then((r) => { if (!r.ok) throw new Error("Failed to load CanvasKit"); }).then(() => { document.getElementById("root").textContent = "Tickets" })',
        '<style>body{margin:0;background:#fff}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'container-queries-gone',
    'Every section waits for a class that no script sets.',
    [
      inHead(
        '<style>body > *{transform:translateY(120vh)}body.ready > *{transform:none}html{overflow:hidden}</style>',
      ),
    ],
    inBrowser,
  ),
]

const onTheScreen: readonly Fault[] = [
  garbage.issue(
    'server-component-payload',
    'A cache that ignores Vary sends the payload of a client navigation.',
    [
      (request) =>
        request.isPage
          ? text(
              200,
              'text/x-component',
              '1:"$Sreact.fragment"\n2:I[47132,["/_next/static/chunks/4f2.js"],"ClientPageRoot"]\n0:{"P":null,"b":"kX9","p":"","c":["","rooms"],"f":[[["",{"children":["rooms",{}]}]]]}\n',
            )
          : undefined,
    ],
    inBrowser,
  ),
  garbage.issue(
    'xhtml-not-well-formed',
    'HTML is sent as XML, and the parser stops at the first error.',
    [
      (request, upstream) =>
        request.isPage
          ? {
              ...upstream(),
              headers: {
                ...upstream().headers,
                'content-type': 'application/xhtml+xml; charset=utf-8',
              },
            }
          : undefined,
      document((html) => html.replace(/<\/head>/i, '<br></head>')),
    ],
    inBrowser,
  ),
  garbage.issue('korean-without-charset', 'EUC-KR is declared to be UTF-8.', [
    (request) => {
      if (!request.isPage) return undefined
      const head = encode('<!doctype html><html lang="ko"><head><title>')
      const tail = encode('</p></body></html>')
      const words = Uint8Array.from(
        Array.from({ length: 240 }, (_, n) => (n % 9 === 8 ? 0x20 : 0xb0 + ((n * 7) % 24))),
      )
      const middle = encode('</title></head><body><h1>Menu</h1><p>')
      const body = Uint8Array.from([...head, ...words.subarray(0, 8), ...middle, ...words, ...tail])
      return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body }
    },
  ]),
  garbage.issue(
    'shortcodes',
    'The plugin that knew these codes is switched off.',
    [
      atTop(
        '<div class="entry-content"><p>[vc_row full_width="stretch_row"][vc_column width="1/2"][vc_custom_heading text="Our kitchen" font_container="tag:h2"][/vc_column][vc_column width="1/2"][contact-form-7 id="312" title="Reservation"][/vc_column][/vc_row]</p></div>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'prices-nan',
    'The prices are not numbers, and the date is none.',
    [
      atTop(
        '<section><h2>Your trip</h2><table><tr><td>Tandem, 3 days</td><td>€NaN</td></tr><tr><td>Helmet</td><td>€NaN</td></tr><tr><td>Total</td><td>€NaN</td></tr></table><p>Pick-up: Invalid Date</p></section>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'var-dump',
    'Somebody looked at a variable, and left it.',
    [
      atTop(
        '<pre>array(3) {\n  ["id"]=>\n  int(118)\n  ["email"]=>\n  string(19) "ines@bike-hire.test"\n  ["roles"]=>\n  array(1) {\n    [0]=>\n    string(5) "admin"\n  }\n}\n</pre>',
      ),
    ],
    inBrowser,
  ),
  garbage.review(
    'formulas-as-source',
    'The script that sets the formulas comes from a host that is no more.',
    [
      atTop(
        '<article><h2>The area under the curve</h2><p>We have \\( \\int_0^1 x^2 \\, dx = \\frac{1}{3} \\) and therefore</p><p>$$ \\sum_{n=1}^{\\infty} \\frac{1}{n^2} = \\frac{\\pi^2}{6} $$</p></article>',
      ),
      atEnd(
        (site) =>
          `<script async src="https://cdn.${site.stranger}/mathjax/3/tex-mml-chtml.js"></script>`,
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`cdn.${site.stranger}`]: 'nothing' }) },
  ),
  garbage.issue(
    'ligature-icons',
    'Without the font of the icons, their names are on the screen.',
    [
      inHead(
        (site) =>
          `<link rel="stylesheet" href="https://fonts.${site.stranger}/icon?family=Material+Icons">`,
      ),
      atTop(
        '<nav style="display:flex;gap:1rem"><span class="material-icons">menu</span><span class="material-icons">search</span><span class="material-icons">shopping_cart</span><span class="material-icons">account_circle</span><span class="material-icons">keyboard_arrow_down</span></nav>',
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`fonts.${site.stranger}`]: 'refuses' }) },
  ),
  garbage.review('esi-left', 'The cache does not put the navigation into the page.', [
    atTop('<header><esi:include src="/fragments/navigation" onerror="continue"/></header>'),
  ]),
  garbage.review(
    'fragment-cached',
    'What a script fetches for a part of the page was cached for the whole.',
    [
      instead(
        '<tr id="row-7"><td>Tandem</td><td>3 left</td><td><button hx-post="/book/7" hx-target="#row-7">Book</button></td></tr><tr id="row-8"><td>Cargo bike</td><td>1 left</td><td><button hx-post="/book/8">Book</button></td></tr>',
      ),
    ],
  ),
  garbage.review(
    'staging-ribbon',
    'What is public calls itself the test environment.',
    [
      atTop(
        '<div style="background:#ff0;color:#000;text-align:center;font-weight:bold;padding:6px">STAGING ENVIRONMENT – data is reset every night – build 4f2a91c</div>',
      ),
    ],
    inBrowser,
  ),
  garbage.review(
    'to-be-written',
    'Notes of the author are in the public text.',
    [
      atTop(
        '<section><h2>TODO: headline</h2><p>[INSERT COMPANY DESCRIPTION HERE]</p><p>TODO: copy from marketing</p></section>',
      ),
    ],
    inBrowser,
  ),
]

const waiting: readonly Fault[] = [
  never.review(
    'socket-never-speaks',
    'The board waits for the first message of a socket that says nothing.',
    [
      application(
        'document.getElementById("root").innerHTML = "<h1>Departures</h1><p>Connecting to live data…</p>"; const events = new EventSource("/live"); events.onmessage = ({ data }) => { document.getElementById("root").textContent = data }',
      ),
      (request) => (request.path === '/live' ? 'hang' : undefined),
    ],
    inBrowser,
  ),
  never.review(
    'shimmer-for-ever',
    'The cards never get their products.',
    [
      application(
        'const card = "<div class=card><div class=bar></div><div class=bar></div></div>"; document.getElementById("root").innerHTML = "<h1>Wine shop</h1><div class=grid>" + card.repeat(9) + "</div>"; const load = () => fetch("/api/wines?page=1").then((r) => r.json()).catch(() => setTimeout(load, 400)); load()',
        '<style>.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:16px}.card{height:160px;padding:12px}.bar{height:40px;margin:12px 0;background:linear-gradient(90deg,#eee 25%,#f9f9f9 50%,#eee 75%);background-size:400% 100%;animation:shine 1.4s infinite}@keyframes shine{from{background-position:100% 0}to{background-position:0 0}}</style>',
      ),
      (request) => (request.path === '/api/wines' ? 'hang' : undefined),
    ],
    inBrowser,
  ),
  late.pass(
    'skeleton-six-seconds',
    'A slow report of the back office, and then it is there.',
    [
      application(
        'document.getElementById("root").innerHTML = "<p role=status aria-busy=true>Preparing report…</p>"; fetch("/api/report").then((r) => r.json()).then(({ rows }) => { document.getElementById("root").innerHTML = "<h1>Turnover</h1><ul>" + rows.map((row) => "<li>" + row + "</li>").join("") + "</ul>" })',
      ),
      async (request) => {
        if (request.path !== '/api/report') return undefined
        await new Promise((resolve) => setTimeout(resolve, 5500))
        return text(
          200,
          'application/json',
          '{"rows":["January 12,310","February 11,204","March 14,870"]}',
        )
      },
    ],
    inBrowser,
  ),
  late.pass(
    'percent-counter',
    'A preloader counts to 100, then the page is shown.',
    [
      atTop(
        '<div id="count" style="position:fixed;inset:0;background:#111;color:#fff;z-index:9999;font:700 20vw sans-serif;display:grid;place-items:center">0%</div><script>{let n=0;const step=setInterval(()=>{n+=4;const box=document.getElementById("count");if(n>100){clearInterval(step);box.remove()}else box.textContent=n+"%"},120)}</script>',
      ),
    ],
    inBrowser,
  ),
]

const further: readonly Fault[] = [
  unseen.issue(
    'unclosed-script',
    'A snippet of a vendor is not closed, and swallows the page.',
    [atTop('<script>window.tags = window.tags || []; ')],
    inBrowser,
  ),
  unseen.issue(
    'wasm-not-started',
    'The runtime refuses the type of its file, and the page stays white.',
    [
      application(
        'WebAssembly.instantiateStreaming(fetch("/app_bg.wasm"), {}).then(({ instance }) => instance.exports.main())',
      ),
      at('/app_bg.wasm', text(200, 'text/plain', 'not a module')),
    ],
    inBrowser,
  ),
  garbage.issue(
    'none-everywhere',
    'The fields of the record are empty, and the language writes None.',
    [
      atTop(
        '<dl><dt>Price</dt><dd>None</dd><dt>Available from</dt><dd>None</dd><dt>Landlord</dt><dd>None None</dd></dl><p>Hello, null!</p>',
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'builder-codes',
    'The builder of the pages is switched off.',
    [
      atTop(
        '<p>[et_pb_section fb_built="1" _builder_version="4.27"][et_pb_row][et_pb_column type="4_4"][et_pb_text]Welcome to our practice[/et_pb_text][/et_pb_column][/et_pb_row][/et_pb_section]</p>',
      ),
    ],
    inBrowser,
  ),
  garbage.review(
    'diagrams-as-source',
    'The script that draws the diagrams is not loaded.',
    [
      atTop(
        (site) =>
          `<h2>How an order goes</h2><pre class="mermaid">sequenceDiagram\n  participant Customer\n  participant Shop\n  Customer->>Shop: order\n  Shop-->>Customer: confirmation</pre><script type="module">import mermaid from 'https://esm.${site.stranger}/mermaid@11'; mermaid.initialize({ startOnLoad: true })</script>`,
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`esm.${site.stranger}`]: 'nothing' }) },
  ),
  never.review(
    'waiting-japanese',
    'The data of the page does not come.',
    [whole('予約一覧', '<main><div role="status">読み込み中…</div></main>', { lang: 'ja' })],
    inBrowser,
  ),
]

export const setASeen: readonly Fault[] = [...cannotBeSeen, ...onTheScreen, ...waiting, ...further]
