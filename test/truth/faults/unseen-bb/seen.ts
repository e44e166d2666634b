import { gzipSync } from 'node:zlib'
import {
  application,
  at,
  atTop,
  bundle,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  instead,
  json,
  notFound,
  serverError,
  uncached,
} from '#test/truth/fault.ts'
import { text } from '#test/truth/page.ts'
import { about, inBrowser, rowsOf, whole } from '#test/truth/row.ts'
import { own, panel } from './parts.ts'

const garbage = rowsOf('garbage or source on the screen')
const unseen = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const later = rowsOf('fails late')

const cover =
  'position:fixed;top:0;left:0;width:100vw;height:100vh;z-index:2147483000;background:#fff;color:#222;padding:20vh 20%;box-sizing:border-box;font:18px sans-serif'

const spinner =
  '<div style="width:40px;height:40px;margin:30vh auto;border:4px solid #ccc;border-top-color:#36c;border-radius:50%;animation:turn 1s linear infinite"></div><style>@keyframes turn{to{transform:rotate(360deg)}}</style>'

const gzippedWithoutSaying: Interceptor = (request, upstream) => {
  if (!request.isPage) return undefined
  const reply = upstream()
  return { ...reply, body: gzipSync(reply.body) }
}

const afterAWhile = (source: string, ms = 3000) => own(`setTimeout(()=>{${source}},${ms})`)

const coverWith = (markup: string) =>
  `const d=document.createElement('div');d.style.cssText='${cover}';d.innerHTML='${markup}';document.body.append(d)`

/** Faults in what the screen shows or fails to show. */
export const setBbSeen: readonly Fault[] = [
  garbage.issue('bb-template-tags', 'The template was published without being filled in.', [
    panel(
      '<h2>{{ site.data.hero.headline }}</h2><p>{{ site.data.hero.text | markdownify }}</p><ul>{% for item in site.data.services %}<li>{{ item.name }}</li>{% endfor %}</ul>',
    ),
  ]),
  garbage.issue('bb-short-tags', 'The server does not run PHP, its leftovers are in the page.', [
    panel(
      '<h2>Our team</h2><ul><?php foreach ($team->members as $member): ?><li><?php echo $member->firstname . " " . $member->lastname; ?></li><?php endforeach; ?></ul>',
    ),
  ]),
  garbage.issue('bb-lost-letters', 'The import destroyed all the umlauts in our text.', [
    panel(
      '<h2>Gem\ufffdtliche Zimmer im Gr\ufffdnen</h2><p>Fr\ufffdhst\ufffdck von 7 bis 10 Uhr, K\ufffdche ge\ufffdffnet bis 22 Uhr. F\ufffdr G\ufffdste mit Hund: Erdgescho\ufffd.</p>',
    ),
  ]),
  garbage.issue(
    'bb-charset-header',
    'The server names the wrong charset, every umlaut is two signs.',
    [
      headers({ 'content-type': 'text/html; charset=iso-8859-1' }),
      whole(
        'Gasthof Mühle',
        '<h1>Gasthof zur Mühle</h1><p>Herzlich willkommen! Für Gäste ist täglich geöffnet: Frühstück ab 7 Uhr, warme Küche bis 22 Uhr. Grüße aus dem schönen Allgäu, Familie Müller.</p>',
        { lang: 'de' },
      ),
    ],
  ),
  garbage.issue('bb-escaped-markup', 'The text of the editor is escaped: visitors read the tags.', [
    panel(
      '&lt;h2 class=&quot;intro&quot;&gt;Opening hours&lt;/h2&gt;&lt;p&gt;We are open &lt;strong&gt;Monday to Friday&lt;/strong&gt;,&lt;br /&gt;9 to 17 o&#039;clock.&lt;/p&gt;',
    ),
  ]),
  garbage.issue('bb-raw-markdown', 'The text is shown as it is in the file of the editor.', [
    whole(
      'Opening hours',
      '<p>## Opening hours We are open **Monday to Friday** from 9 to 17, see the [map](https://maps.example.org/mill). - books - maps - ![the shop](/img/shop.jpg) &gt; Closed on holidays --- ### Contact **Phone:** 555-0134</p>',
    ),
  ]),
  garbage.issue('bb-shortcodes', 'The page builder was switched off and left its codes behind.', [
    panel(
      '[vc_row full_width="stretch_row"][vc_column width="1/2"][vc_column_text]Welcome to our practice.[/vc_column_text][/vc_column][vc_column width="1/2"][vc_single_image image="412" img_size="full"][/vc_column][/vc_row]',
    ),
  ]),
  garbage.issue('bb-merge-conflict', 'A merge was published half done.', [
    panel(
      '&lt;&lt;&lt;&lt;&lt;&lt;&lt; HEAD<p>Free delivery from 30 €</p>=======<p>Free delivery from 50 €</p>&gt;&gt;&gt;&gt;&gt;&gt;&gt; release/2.8',
    ),
  ]),
  garbage.issue(
    'bb-object-object',
    'The list shows objects in place of their names.',
    [
      panel('<h2>Departments</h2><ul id="bb-list"></ul>'),
      bundle(
        own(
          "const all=[{name:'Garden'},{name:'Kitchen'},{name:'Bath'},{name:'Toys'}];document.getElementById('bb-list').innerHTML=all.map(one=>'<li>'+one+'</li>').join('')",
        ),
      ),
    ],
    inBrowser,
  ),
  garbage.issue('bb-gzip-unsaid', 'The page is compressed but its header does not say so.', [
    gzippedWithoutSaying,
  ]),
  garbage.issue('bb-style-as-text', 'A tag was lost and the style sheet is text on the page.', [
    panel(
      '.hero-title { font-size: 3rem; color: #1a1a2e; margin: 0 auto; } .hero-title span { display: block; } @media (max-width: 768px) { .hero-title { font-size: 2rem; padding: 0 1rem; } }',
    ),
  ]),
  garbage.issue('bb-script-as-text', 'The code of the statistics is text at the top of the page.', [
    panel(
      "window.dataLayer = window.dataLayer || []; function gtag(){dataLayer.push(arguments);} gtag('js', new Date()); gtag('config', 'G-4XK2TQ91ZB', { 'anonymize_ip': true });",
    ),
  ]),
  garbage.issue(
    'bb-message-syntax',
    'The messages are not formatted, visitors read their syntax.',
    [
      panel(
        '<h2>{count, plural, =0 {Your basket is empty} one {# article} other {# articles}}</h2><p>Delivered by {date, date, long} to {city}</p>',
      ),
    ],
  ),
  unseen.issue(
    'bb-white-on-white',
    'After the new theme the text has the colour of its ground.',
    [
      inHead(
        '<style>html,body,body *{color:#fff!important;background:#fff!important;border-color:#fff!important;fill:#fff!important;-webkit-text-fill-color:#fff!important}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'bb-backdrop-stuck',
    'The grey layer of a closed dialog stays, nothing can be clicked.',
    [
      atTop(
        '<div class="modal-backdrop fade show" style="position:fixed;top:0;left:0;width:100vw;height:100vh;z-index:2147483000;background:#000;opacity:.7"></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'bb-experiment-hides',
    'The page is hidden until the test tool has loaded, which it never does.',
    [
      inHead(
        (site) =>
          `<style id="ab-hide">body{opacity:0!important}</style><script async src="https://cdn.${site.stranger}/ab/v2.js"></script>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`cdn.${site.stranger}`]: 'nothing' }) },
  ),
  unseen.issue('bb-main-empty', 'Head and foot are there, the content between them is missing.', [
    whole(
      'Millhouse Books',
      '<header><a href="#top">Millhouse Books</a> <nav><a href="#books">Books</a> <a href="#maps">Maps</a> <a href="#visit">Visit us</a></nav></header><main id="content"><div class="container"><div class="row"></div></div></main><footer><p>© 2025 Millhouse Books Ltd. All rights reserved.</p><a href="#imprint">Imprint</a></footer>',
      {
        head: '<style>body{margin:0;font-family:sans-serif}header,footer{background:#234;color:#fff;padding:20px}header a,footer a{color:#fff}main{min-height:70vh}</style>',
      },
    ),
  ]),
  unseen.issue(
    'bb-frame-guard',
    'The script that shows the page when it is not framed is gone.',
    [
      inHead(
        '<style id="antiClickjack">body{display:none!important}</style><script src="/assets/frame-guard.js"></script>',
      ),
      at('/assets/frame-guard.js', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'bb-masked-forward',
    'The domain shows our site in a frame, and the site refuses frames.',
    [
      instead(
        (site) =>
          `<html><head><title>${site.domain}</title></head><frameset rows="100%,*" border="0"><frame src="https://home.${site.stranger}/" frameborder="0"><noframes><body>Please go to <a href="https://home.${site.stranger}/">our site</a>.</body></noframes></frameset></html>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`home.${site.stranger}`]: () => {
          const reply = text(200, 'text/html; charset=utf-8', `<title>Home</title>${about}`)
          return { ...reply, headers: { ...reply.headers, 'x-frame-options': 'DENY' } }
        },
      }),
    },
  ),
  unseen.issue(
    'bb-reveal-script-gone',
    'Everything below the logo waits for a script that is not there.',
    [
      whole(
        'Millhouse Books',
        `<h1>Millhouse</h1><div data-aos="fade-up"><h2>Books and maps</h2>${about}</div><div data-aos="fade-up"><h2>Visit us</h2>${about}</div><script src="/vendor/aos/aos.js"></script><script>AOS.init({once:true})</script>`,
        {
          head: '<style>[data-aos]{opacity:0;transform:translateY(100px);transition:all .6s}</style>',
        },
      ),
      at('/vendor/aos/aos.js', notFound),
    ],
    inBrowser,
  ),
  waiting.issue(
    'bb-api-hangs',
    'The app turns its wheel for ever: the backend does not answer.',
    [
      application(
        own(
          `const root=document.getElementById('root');root.innerHTML='${spinner}';fetch('/api/orders').then(r=>r.json()).then(all=>{root.innerHTML='<h1>'+all.length+' orders</h1>'})`,
        ),
      ),
      at('/api/orders', 'hang'),
    ],
    inBrowser,
  ),
  waiting.issue(
    'bb-preloader-stays',
    'The loading screen of the theme never goes away.',
    [
      bundle(own("bbTheme.ready(()=>document.getElementById('bb-preloader').remove())")),
      atTop(`<div id="bb-preloader" style="${cover}">${spinner}</div>`),
    ],
    inBrowser,
  ),
  waiting.issue(
    'bb-skeleton-stays',
    'Grey bars only, the articles never come.',
    [
      application(
        own(
          "const root=document.getElementById('root');root.innerHTML='<div style=\"padding:24px\">'+'<div class=\"skeleton\" style=\"height:24px;margin:16px 0;border-radius:4px;background:#e3e3e3\"></div>'.repeat(14)+'</div>';fetch('/api/articles').then(r=>r.json()).then(d=>{if(d.items.length)root.textContent=d.items.join()}).catch(()=>{})",
        ),
      ),
      at('/api/articles', json({ error: 'not migrated' }, uncached)),
    ],
    inBrowser,
  ),
  waiting.issue(
    'bb-part-loading',
    'The prices say that they are loading, for ever.',
    [
      bundle(
        own(
          "fetch('/api/prices').then(r=>{if(r.ok)return r.json().then(p=>{document.getElementById('bb-prices').textContent=p.text})})",
        ),
      ),
      panel('<h2>Prices</h2><p id="bb-prices">Loading prices…</p>'),
      at('/api/prices', serverError),
    ],
    inBrowser,
  ),
  waiting.issue(
    'bb-socket-connecting',
    'The proxy does not pass WebSockets: the app never gets past connecting.',
    [
      application(
        own(
          "const root=document.getElementById('root');root.innerHTML='<p style=\"margin:30vh auto;width:14em\">Connecting to server…</p>';const go=()=>{const s=new WebSocket('wss://'+location.host+'/live');s.onopen=()=>{root.textContent='Welcome'};s.onclose=()=>setTimeout(go,1000)};go()",
        ),
      ),
      at('/live', notFound),
    ],
    inBrowser,
  ),
  waiting.issue(
    'bb-reload-loop',
    'The page finds an old version of itself and reloads without end.',
    [
      bundle(
        own(
          "fetch('/version.json').then(r=>r.json()).then(v=>{if(v.build!=='1187')setTimeout(()=>location.reload(),800)})",
        ),
      ),
      at('/version.json', json({ build: '1190' }, uncached)),
    ],
    inBrowser,
  ),
  later.issue(
    'bb-page-vanishes',
    'Three seconds after the start the page is drawn anew and is blank.',
    [
      bundle(
        afterAWhile(
          'document.body.replaceChildren();const state=undefined;document.body.append(state.items.map(String).join())',
        ),
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'bb-signed-out-late',
    'The heartbeat fails and a box tells all visitors that they were signed out.',
    [
      bundle(
        afterAWhile(
          `fetch('/api/heartbeat',{method:'POST'}).then(r=>{if(!r.ok){${coverWith('<h1>You have been signed out</h1><p>We lost contact with the server. Your changes were not saved.</p>')}}})`,
        ),
      ),
      at('/api/heartbeat', { ...serverError, status: 502 }),
    ],
    inBrowser,
  ),
  later.issue(
    'bb-hijacked-late',
    'A planted script takes visitors to a lottery after some seconds.',
    [
      atTop(
        (site) =>
          `<script>setTimeout(function(){window.location.href='https://prize.${site.stranger}/win?c=118'},2500)</script>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`prize.${site.stranger}`]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><title>Congratulations!</title><h1>Congratulations! You are the 1,000,000th visitor!</h1><p>Spin the wheel and claim your new phone.</p>',
          ),
      }),
    },
  ),
  later.issue(
    'bb-reconnect-late',
    'The circuit to the server breaks and the page is covered.',
    [
      bundle(
        afterAWhile(
          `const s=new WebSocket('wss://'+location.host+'/_blazor?id=x');s.onclose=()=>{${coverWith('<h5>Could not reconnect to the server. Reload the page to restore functionality.</h5>')}}`,
        ),
      ),
      at('/_blazor', notFound),
    ],
    inBrowser,
  ),
  later.review(
    'bb-adblock-wall',
    'Our ads are gone, so everybody is asked to switch off a blocker.',
    [
      bundle(
        afterAWhile(
          `if(!window.bbAdsReady){${coverWith('<h1>Ad blocker detected</h1><p>Please switch off your ad blocker to read on, our work is paid for by advertising.</p>')}}`,
        ),
      ),
      atTop('<script async src="/ads/prebid-ads.js"></script>'),
      at('/ads/prebid-ads.js', notFound),
    ],
    inBrowser,
  ),
]
