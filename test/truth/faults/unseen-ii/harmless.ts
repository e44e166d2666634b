import { createHash } from 'node:crypto'
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
import { about, compressed, rowsOf, whole } from '../../row.ts'

const { pass: well } = rowsOf('harmless')
const { pass: patient } = rowsOf('late but well')

const drawing: Reply = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180"><rect width="320" height="180" fill="#486"/></svg>',
)

const inTime: readonly Fault[] = [
  patient('ii-orders-late', 'The orders take three seconds, and then they are there.', [
    late(
      3000,
      at(
        '/api/orders',
        json([
          { id: 1204, of: 'Anna' },
          { id: 1205, of: 'Ben' },
        ]),
      ),
    ),
    application(
      "const root=document.getElementById('root');root.innerHTML='<p>Loading…</p>';fetch('/api/orders').then(r=>r.json()).then(list=>{root.innerHTML='<h1>Orders</h1>'+list.map(o=>'<p>Order '+o.id+' for '+o.of+'</p>').join('')});",
    ),
  ]),
  patient('ii-splash', 'Our splash screen is there for two seconds and a half.', [
    bundle("setTimeout(()=>document.getElementById('splash-screen').remove(),2500);"),
    atTop(
      '<div id="splash-screen" style="position:fixed;inset:0;background:#fff;color:#222;z-index:2147483647;display:grid;place-items:center"><strong>Loading…</strong></div>',
    ),
  ]),
  patient(
    'ii-retry',
    'The first call meets a server that is just starting, and the second one is answered.',
    [
      at('/api/slots', (request) =>
        request.n % 2 === 1
          ? { ...json({ message: 'starting' }, { ...uncached, 'retry-after': '1' }), status: 503 }
          : json({ free: 4 }, uncached),
      ),
      bundle(
        "const ask=left=>fetch('/api/slots').then(r=>{if(r.ok)return r.json();if(!left)throw new Error(r.status);return new Promise(done=>setTimeout(done,1000)).then(()=>ask(left-1))});ask(3).then(d=>{const p=document.createElement('p');p.textContent=d.free+' free slots this week';document.body.append(p)});",
      ),
    ],
  ),
  patient('ii-long-poll', 'The page waits for the next message, as it always does.', [
    at('/poll', 'hang'),
    bundle(
      "const wait=()=>fetch('/poll').then(r=>r.json()).then(wait).catch(()=>{});setTimeout(wait,500);",
    ),
  ]),
  patient('ii-skeleton', 'Grey bars stand where the news will be, for four seconds.', [
    late(4000, at('/api/news', json(['The mill is open again', 'New maps of the coast']))),
    bundle(
      "fetch('/api/news').then(r=>r.json()).then(list=>{const box=document.getElementById('latest-news');box.removeAttribute('aria-busy');box.innerHTML='<h2>News</h2>'+list.map(n=>'<p>'+n+'</p>').join('')});",
    ),
    atEnd(
      '<section id="latest-news" aria-busy="true"><div style="background:#ddd;height:16px;margin:8px 0"></div><div style="background:#ddd;height:16px;width:60%"></div></section>',
    ),
  ]),
  patient('ii-slow-picture', 'One picture takes its time.', [
    late(4500, at('/img/view-of-the-mill.svg', drawing)),
    atEnd(
      '<p><img src="/img/view-of-the-mill.svg" width="320" height="180" alt="View of the mill"></p>',
    ),
  ]),
]

/** Words that are about a fault, or sound like one. */
const words: readonly Fault[] = [
  well('ii-article-502', 'The article explains an error, and has none.', [
    whole(
      'How to fix 502 Bad Gateway in nginx',
      '<article><h1>How to fix “502 Bad Gateway” in nginx</h1><p>The message means that nginx could not get a valid answer from the application behind it. Most often the application is not running, or listens on another port than the one in <code>proxy_pass</code>.</p><h2>Look at the log</h2><pre><code>connect() failed (111: Connection refused) while connecting to upstream</code></pre><p>Start the service again with <code>systemctl restart app</code>, and reload the page.</p><h2>Related errors</h2><p>A 504 Gateway Time-out means that the application runs, and takes too long.</p></article>',
    ),
  ]),
  well('ii-boiler-codes', 'Our customers look up here what the display of their boiler shows.', [
    whole(
      'エラーコード一覧｜給湯器サポート',
      '<main><h1>エラーコード一覧</h1><p>給湯器のリモコンにエラーが表示されたときは、次の表をご確認ください。</p><table><tr><th>コード</th><th>内容</th><th>対処方法</th></tr><tr><td>111</td><td>点火エラー</td><td>ガス栓が開いているか確認してください。</td></tr><tr><td>140</td><td>過熱防止装置の作動</td><td>お買い上げの販売店へご連絡ください。</td></tr></table></main>',
      { lang: 'ja' },
    ),
  ]),
  well('ii-status-page', 'All is well: what is below was in the past.', [
    whole(
      'Status',
      '<main><h1>All systems operational</h1><ul><li>Website: operational</li><li>API: operational</li></ul><h2>Past incidents</h2><h3>12 November 2025</h3><p><strong>Resolved</strong> – Elevated rate of 500 errors on the API. A fix was deployed at 14:20 UTC.</p><h3>11 November 2025</h3><p>No incidents reported.</p></main>',
    ),
  ]),
  well('ii-heating-service', 'We maintain heatings; the site is not under maintenance.', [
    whole(
      'Wartung und Störungsdienst – Heizungsbau Kern',
      `<main><h1>Wartung Ihrer Heizung</h1><p>Regelmäßige Wartungsarbeiten verlängern das Leben Ihrer Anlage. Bei einer Störung oder einem Ausfall sind wir rund um die Uhr erreichbar.</p><p>Ein Wartungsvertrag kostet 14 Euro im Monat.</p><p>Telefon 030 1234567</p></main>`,
      { lang: 'de' },
    ),
  ]),
  well('ii-cinema', 'These films come soon; the site is there.', [
    atEnd(
      '<section><h2>Coming soon to our cinema</h2><p>“The Last Ferry”, from 4 December. “Under Construction: a Film about Bridges”, from 11 December.</p></section>',
    ),
  ]),
  well('ii-announced', 'We tell our visitors of Sunday; today all is well.', [
    atTop(
      '<p class="notice">Scheduled maintenance: on Sunday from 3:00 to 4:00 a.m. orders cannot be placed.</p>',
    ),
  ]),
  well('ii-quoted-warning', 'The text shows what PHP and Vue look like.', [
    atEnd(
      '<article><h2>Reading a warning of PHP</h2><pre><code>Warning: Undefined variable $name in /var/www/html/index.php on line 3</code></pre><p>In Vue, <code>{{ message }}</code> is replaced by a value; in PHP one writes <code>&lt;?php echo $message; ?&gt;</code>.</p></article>',
    ),
  ]),
  well('ii-empty-cart', 'Nobody has put anything into the cart yet.', [
    atTop(
      '<div class="mini-cart"><a href="#cart">Cart (0)</a><p id="cart">Your cart is empty.</p></div>',
    ),
  ]),
]

/** Parts of a page that are prepared for other situations. */
const prepared: readonly Fault[] = [
  well('ii-blazor-hidden', 'The bar of Blazor is there, and hidden as it should be.', [
    inHead(
      '<style>#blazor-error-ui{display:none;position:fixed;bottom:0;left:0;width:100%;background:lightyellow}</style>',
    ),
    atEnd(
      '<div id="blazor-error-ui" data-nosnippet>An unhandled error has occurred. <a href="" class="reload">Reload</a> <span class="dismiss">🗙</span></div>',
    ),
  ]),
  well('ii-webflow-form', 'What the form says when it fails is hidden until it fails.', [
    atEnd(
      '<form name="newsletter"><input type="email" placeholder="Your email"><button type="button">Subscribe</button></form><div class="w-form-done" style="display:none"><div>Thank you! Your submission has been received!</div></div><div class="w-form-fail" style="display:none"><div>Oops! Something went wrong while submitting the form.</div></div>',
    ),
  ]),
  well('ii-noscript', 'Only those without scripts are asked for them.', [
    atTop('<noscript>You need to enable JavaScript to run this app.</noscript>'),
  ]),
  well('ii-template-script', 'The template for the results of a search waits for one.', [
    atEnd(
      '<script type="text/x-handlebars-template" id="result-template"><li><a href="{{url}}">{{title}}</a> {{#if error}}Error: {{error}}{{/if}}</li></script><template id="toast"><p role="alert">Something went wrong</p></template>',
    ),
  ]),
  well('ii-consent', 'What counts our visitors waits until they agree.', [
    atEnd(
      ({ stranger }) =>
        `<script type="text/plain" data-category="analytics" src="https://${stranger}/analytics.js"></script><div role="region" aria-label="Cookies" style="position:fixed;bottom:12px;right:12px;width:280px;background:#fff;color:#222;border:1px solid #999;padding:12px"><p>Nous utilisons des cookies pour mesurer l’audience.</p><button>Tout refuser</button> <button>Tout accepter</button></div>`,
    ),
  ]),
  well('ii-header-login', 'Customers can log in at the top; everyone sees the page.', [
    atTop(
      '<form class="login" method="post" action="#"><label>Email <input type="email" name="email" autocomplete="username"></label> <label>Password <input type="password" name="password" autocomplete="current-password"></label> <button>Log in</button></form>',
    ),
  ]),
]

const helper = "document.documentElement.dataset.helper='ready'"

/** Failures that only the console or the network log shows. */
const technical: readonly Fault[] = [
  well('ii-aborted', 'The first suggestion is given up when the next letter is typed.', [
    late(600, at('/api/suggest', json([], uncached))),
    bundle(
      "const first=new AbortController();fetch('/api/suggest?q=m',{signal:first.signal}).catch(()=>{});setTimeout(()=>{first.abort();fetch('/api/suggest?q=mi').then(r=>r.json()).catch(()=>{})},150);",
    ),
  ]),
  well('ii-resize-observer', 'The browser had to put off a notice of a size, and nobody sees it.', [
    bundle(
      "const box=document.createElement('div');box.style.cssText='position:absolute;left:-99px;width:10px;height:10px';document.body.append(box);let width=10;new ResizeObserver(()=>{if(width<14)box.style.width=(++width)+'px'}).observe(box);",
    ),
  ]),
  well('ii-source-map', 'The map of the script is not published, and should not be.', [
    bundle("console.info('shop 4.2.0');\n//# sourceMappingURL=app-3f2a91c0.js.map"),
    at('/assets/app-3f2a91c0.js.map', notFound),
  ]),
  well('ii-report-only', 'The stricter policy is only tried out.', [
    headers({
      'content-security-policy-report-only':
        "default-src 'none'; script-src 'self'; style-src 'self'",
    }),
  ]),
  well('ii-integrity-right', 'The file has the hash that the page says.', [
    at('/assets/helper-1.0.0.js', text(200, 'text/javascript; charset=utf-8', helper)),
    atEnd(
      `<script src="/assets/helper-1.0.0.js" integrity="sha384-${createHash('sha384').update(helper).digest('base64')}"></script>`,
    ),
  ]),
  well(
    'ii-head-not-allowed',
    'The page behind the link opens; its server just does not know HEAD.',
    [
      at('/brochure', (request) =>
        request.method === 'HEAD'
          ? { ...text(405, 'text/plain', 'Method Not Allowed'), headers: { allow: 'GET' } }
          : text(
              200,
              'text/html; charset=utf-8',
              `<!doctype html><title>Brochure</title><h1>Brochure</h1>${about}`,
            ),
      ),
      atTop('<nav><a href="/brochure">Our brochure</a></nav>'),
    ],
  ),
  well('ii-apex', 'Without www one comes to the same page.', [], {
    url: ({ url, host, domain }) => url.replace(host, domain),
    hosts: ({ domain, host }) => ({
      [domain]: (request) => ({
        status: 301,
        headers: { location: `https://${host}${request.url.pathname}` },
        body: new Uint8Array(),
      }),
    }),
  }),
  well('ii-brotli', 'The network in front of us compresses the page, and says so.', [compressed]),
]

export const setIiHarmless: readonly Fault[] = [...inTime, ...words, ...prepared, ...technical]
