import { gzipSync } from 'node:zlib'
import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  headers,
  inHead,
  instead,
  json,
  late,
  notFound,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const garbage = rowsOf('garbage or source on the screen')
const unseen = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const later = rowsOf('fails late')

const onScreen: readonly Fault[] = [
  garbage.issue('ii-php-source', 'PHP is not run on the new host: its source is above the page.', [
    atTop(
      "<?php $this->load->view('templates/header', $data); ?>\n<?php if ($user->isLoggedIn()) { echo $user->name; } ?>\n",
    ),
  ]),
  garbage.issue('ii-mustache', 'The template was published without its values.', [
    atTop(
      '<section class="hero"><h1>{{ page.title }}</h1><p>{{ page.description }}</p><p>{{#if user}}Welcome back, {{ user.name }}{{/if}}</p></section>',
    ),
  ]),
  garbage.issue('ii-mojibake', 'Our umlauts were encoded twice.', [
    atTop(
      '<div class="hinweis">Unsere Ã–ffnungszeiten: Montag bis Freitag von 9 bis 18 Uhr. Wir freuen uns Ã¼ber Ihren Besuch in der MÃ¼hlenstraÃŸe. Herzliche GrÃ¼ÃŸe, Familie MÃ¼ller</div>',
    ),
  ]),
  garbage.issue(
    'ii-object-object',
    'Names and prices in our list are those of JavaScript.',
    [
      bundle(
        "const items=[{name:{en:'Chair'},cost:120},{name:{en:'Table'},cost:340},{name:{en:'Lamp'},cost:45}];const list=document.createElement('ul');for(const item of items){const li=document.createElement('li');li.textContent=item.name+' – '+Number(item.price).toFixed(2)+' € (delivery: '+item.delivery+')';list.append(li)}document.body.prepend(list);",
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ii-translation-keys',
    'The translations did not load: the menu shows their keys.',
    [
      at('/locales/en/common.json', json({})),
      bundle(
        "fetch('/locales/en/common.json').then(r=>r.json()).then(t=>{const nav=document.createElement('nav');for(const key of ['header.nav.home','header.nav.products','header.nav.aboutUs','header.nav.contact','hero.title','hero.callToAction']){const p=document.createElement('span');p.style.margin='0 8px';p.textContent=t[key]??key;nav.append(p)}document.body.prepend(nav)});",
      ),
    ],
    inBrowser,
  ),
  garbage.issue(
    'ii-gzip-unsaid',
    'The page was uploaded compressed, and nobody told the browser.',
    [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const reply = upstream()
        return {
          ...reply,
          headers: { ...reply.headers, 'content-type': 'text/html; charset=utf-8' },
          body: new Uint8Array(gzipSync(reply.body)),
        }
      },
    ],
  ),
  garbage.issue('ii-escaped-html', 'The text of the editor was escaped once too often.', [
    atTop(
      '<div class="content">&lt;div class=&quot;row&quot;&gt;&lt;div class=&quot;col-md-6&quot;&gt;&lt;h2&gt;Our services&lt;/h2&gt;&lt;p&gt;We repair &lt;strong&gt;roofs&lt;/strong&gt; and gutters.&lt;/p&gt;&lt;/div&gt;&lt;/div&gt;</div>',
    ),
  ]),
  garbage.issue('ii-text-plain', 'The browser shows the source of the page.', [
    headers({ 'content-type': 'text/plain; charset=utf-8' }),
  ]),
  garbage.issue('ii-merge-conflict', 'A conflict of Git was published.', [
    atTop(
      '<header>\n<<<<<<< HEAD\n<p>Free delivery from 50 €</p>\n=======\n<p>Free delivery from 40 €</p>\n>>>>>>> feature/summer-campaign\n</header>',
    ),
  ]),
  garbage.issue('ii-shortcodes', 'The page builder was switched off: its codes are in the text.', [
    atTop(
      '<div class="entry-content"><p>[vc_row full_width="stretch_row" css=".vc_custom_1588{padding-top:40px !important;}"][vc_column width="1/2"][vc_column_text]Welcome to our practice[/vc_column_text][/vc_column][/vc_row]</p></div>',
    ),
  ]),
]

const hidden: readonly Fault[] = [
  unseen.issue(
    'ii-clickjack-guard',
    'The script that shows the page again is not on the server.',
    [
      at('/js/frame-guard.js', notFound),
      inHead(
        '<style id="antiClickjack">body{display:none!important}</style><script src="/js/frame-guard.js"></script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ii-curtain',
    'The curtain between two pages never opens.',
    [
      atEnd(
        '<div class="page-transition" style="position:fixed;top:0;left:0;width:100vw;height:100vh;background:#fff;z-index:2147483647"></div>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ii-react-unmounts',
    'One error in one component, and React takes all away.',
    [
      bundle(
        'document.body.replaceChildren();throw new TypeError("Cannot read properties of undefined (reading \'map\')");',
      ),
    ],
    inBrowser,
  ),
  unseen.issue('ii-white-screen', 'PHP dies without a word: the page is empty.', [instead('')]),
  unseen.issue(
    'ii-masked-forward',
    'Our domain shows another site in a frame, and that site forbids it.',
    [
      instead(
        (site) =>
          `<html><head><title>${site.host}</title></head><frameset rows="100%,*" border="0"><frame src="https://${site.stranger}/" frameborder="0" noresize><noframes><p>Your browser does not show frames.</p></noframes></frameset></html>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [stranger]: () => {
          const page = text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><title>Shop</title><h1>Shop</h1>',
          )
          return {
            ...page,
            headers: {
              ...page.headers,
              'x-frame-options': 'DENY',
              'content-security-policy': "frame-ancestors 'none'",
            },
          }
        },
      }),
    },
  ),
  unseen.issue(
    'ii-scroll-reveal',
    'All parts wait for a script that is not there, to be faded in.',
    [
      at('/vendor/aos/aos.js', notFound),
      inHead(
        '<style>body>*{opacity:0!important;transition:opacity .6s}body>.aos-animate{opacity:1!important}</style><script defer src="/vendor/aos/aos.js"></script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'ii-v-cloak',
    'Vue does not load, and what it would uncover stays hidden.',
    [
      document((html) => html.replace(/<body\b/i, '<body v-cloak')),
      inHead(
        ({ domain }) =>
          `<style>[v-cloak]{display:none!important}</style><script defer src="https://cdn.${domain}/npm/vue@3/dist/vue.global.prod.js"></script>`,
      ),
    ],
    { ...inBrowser, hosts: ({ domain }) => ({ [`cdn.${domain}`]: 'nothing' }) },
  ),
]

const unready: readonly Fault[] = [
  waiting.review(
    'ii-app-loading',
    'Our application says that it is loading, and never is done.',
    [
      at('/api/orders', 'hang'),
      application(
        "const root=document.getElementById('root');root.innerHTML='<p role=\"status\">Loading…</p>';fetch('/api/orders').then(r=>r.json()).then(d=>{root.textContent=d.length+' orders'});",
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'ii-german-part-loading',
    'The table of dates says for ever that it is being loaded.',
    [
      at('/api/verfuegbarkeit', 'hang'),
      bundle(
        "fetch('/api/verfuegbarkeit').then(r=>r.json()).then(d=>{document.getElementById('verfuegbarkeit').textContent=d.text});",
      ),
      atTop(
        '<section aria-busy="true"><h2>Freie Termine</h2><p id="verfuegbarkeit">Wird geladen …</p></section>',
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'ii-blazor-loading',
    'The runtime of Blazor never comes.',
    [
      at('/_framework/blazor.webassembly.js', 'hang'),
      whole(
        'Planner',
        '<div id="app">Loading...</div><script src="/_framework/blazor.webassembly.js"></script>',
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'ii-chinese-loading',
    'The page waits for a bridge that only one app has.',
    [
      application(
        "document.getElementById('root').innerHTML='<div class=\"loading\">正在加载，请稍候…</div>';document.addEventListener('WeixinJSBridgeReady',()=>{document.getElementById('root').textContent='首页'});",
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'ii-unity-ninety',
    'Our game stops at ninety percent.',
    [
      at('/Build/game.wasm', 'hang'),
      application(
        "document.getElementById('root').innerHTML='<div id=\"unity-loading-bar\"><p>Loading game… 90%</p><progress max=\"100\" value=\"90\"></progress></div>';WebAssembly.instantiateStreaming(fetch('/Build/game.wasm'),{}).then(()=>{document.getElementById('root').innerHTML='<canvas></canvas>'});",
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'ii-socket-connecting',
    'The proxy does not pass our socket: the page is connecting.',
    [
      at('/_stcore/stream', 'hang'),
      application(
        "document.getElementById('root').innerHTML='<p>Connecting to the server, please wait…</p>';const s=new WebSocket('wss://'+location.host+'/_stcore/stream');s.onmessage=m=>{document.getElementById('root').textContent=m.data};",
      ),
    ],
    inBrowser,
  ),
]

/** A script that adds an alert with these words to the page. */
const say = (words: string) =>
  `{const p=document.createElement('p');p.setAttribute('role','alert');p.textContent=${JSON.stringify(words)};document.body.prepend(p)}`

const inTheEnd: readonly Fault[] = [
  later.issue(
    'ii-late-chunk',
    'The reviews are loaded after a while, from a file of the last version.',
    [
      at('/assets/Reviews-a81c07d2.js', notFound),
      bundle(
        `setTimeout(()=>import('/assets/Reviews-a81c07d2.js').then(m=>m.mount()).catch(()=>${say('Something went wrong. The reviews could not be shown.')}),2500);`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'ii-late-poll',
    'The first answer is good, and those after it are not.',
    [
      at('/api/departures', (request) =>
        request.url.searchParams.get('n') === '1'
          ? json([{ line: 7, at: '09:12' }], uncached)
          : serverError,
      ),
      bundle(
        `let n=0;const poll=()=>fetch('/api/departures?n='+(++n)).then(r=>{if(!r.ok)throw new Error('HTTP '+r.status);return r.json()}).catch(()=>{clearInterval(timer);${say('Connection lost. Departures are no longer up to date.')}});const timer=setInterval(poll,1500);poll();`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'ii-late-timeout',
    'The prices take so long that the gateway gives up.',
    [
      late(
        5000,
        at(
          '/api/preise',
          text(
            504,
            'text/html',
            '<html><head><title>504 Gateway Time-out</title></head><body><center><h1>504 Gateway Time-out</h1></center><hr><center>nginx</center></body></html>',
          ),
        ),
      ),
      bundle(
        `fetch('/api/preise').then(r=>r.json()).catch(()=>${say('Zeitüberschreitung: Die Preise konnten nicht geladen werden.')});`,
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'ii-late-leave',
    'After some seconds the page leaves for one that was never published.',
    [at('/home-v2/', notFound), bundle("setTimeout(()=>location.replace('/home-v2/'),3500);")],
    inBrowser,
  ),
  later.issue(
    'ii-late-crash',
    'After some seconds one error takes the whole page away.',
    [
      bundle(
        "setTimeout(()=>{document.body.replaceChildren();throw new TypeError(\"Cannot destructure property 'total' of 'undefined' as it is undefined.\")},4000);",
      ),
    ],
    inBrowser,
  ),
  later.issue(
    'ii-late-application',
    'The list of orders is there, and then its details break it.',
    [
      at('/api/orders', json([{ id: 1204 }, { id: 1205 }])),
      late(2500, at('/api/orders/details', serverError)),
      application(
        "const root=document.getElementById('root');fetch('/api/orders').then(r=>r.json()).then(list=>{root.innerHTML='<h1>Orders</h1>'+list.map(o=>'<p>Order '+o.id+'</p>').join('');return fetch('/api/orders/details')}).then(r=>{if(!r.ok)throw new Error('Request failed with status code '+r.status);return r.json()}).catch(e=>{root.innerHTML='<h1>Error</h1><p>'+e.message+'</p>'});",
      ),
    ],
    inBrowser,
  ),
]

export const setIiSeen: readonly Fault[] = [...onScreen, ...hidden, ...unready, ...inTheEnd]
