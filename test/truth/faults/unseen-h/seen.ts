import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  inHead,
  notFound,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const unseen = rowsOf('cannot be seen')
const waiting = rowsOf('never ready')
const late = rowsOf('fails late')

const hidden: readonly Fault[] = [
  unseen.issue(
    'h-comment-open',
    'A comment is not closed, and the whole page is in it.',
    [
      atTop('<!-- winter offer, until March '),
      document((html) => html.replace(/<!--[\s\S]*?-->/g, '').replaceAll('-->', '')),
    ],
    inBrowser,
  ),
  unseen.issue(
    'h-title-open',
    'The title is not closed, and the whole page is in it.',
    [
      document((html) => html.replace(/<\/title>/i, '')),
      whole('Hotel Seeblick', `<h1>Hotel Seeblick</h1>${about}`),
    ],
    inBrowser,
  ),
  unseen.issue(
    'h-reveal-library-gone',
    'The sections wait for an animation whose library is gone.',
    [
      inHead('<style>body > *{opacity:0}body.revealed > *{opacity:1}</style>'),
      atEnd(
        ({ stranger }) =>
          `<script src="https://cdn.${stranger}/scroll-reveal/4.0.9/reveal.min.js"></script><script>ScrollReveal().then(()=>document.body.classList.add('revealed'))</script>`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`cdn.${stranger}`]: 'nothing' }) },
  ),
  unseen.issue(
    'h-dark-tokens-half',
    'Only half of the dark theme was delivered: white text on white.',
    [
      inHead(
        '<style>:root{--fg:#fdfdfd}body,body *{color:var(--fg)!important;background:var(--surface,#fff)!important;border-color:#fff!important}img,svg{visibility:hidden}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'h-scroll-lock-height',
    'The lock of scrolling leaves the body without height.',
    [
      inHead(
        '<style>html,body{height:0!important;min-height:0!important;max-height:0!important;overflow:hidden!important;margin:0!important;padding:0!important}html{clip-path:inset(0 0 100% 0)}</style>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'h-menu-pushed-page',
    'The page stays beside the screen, as when the menu is open.',
    [inHead('<style>html{overflow-x:hidden}body{transform:translateX(-110vw)!important}</style>')],
    inBrowser,
  ),
  unseen.issue(
    'h-gate-blur',
    'The check of the age fails, and the page stays blurred.',
    [
      inHead('<style>body{filter:blur(28px)}body.of-age{filter:none}</style>'),
      bundle(
        "fetch('/gate/age.json').then((r)=>r.json()).then(()=>document.body.classList.add('of-age')).catch(()=>{})",
      ),
      at('/gate/age.json', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'h-elements-undefined',
    'Custom elements stay hidden, as their script is not found.',
    [
      whole(
        'Boats',
        `<app-layout><h1>Boats</h1>${about}</app-layout><script type="module" src="/build/elements.js"></script>`,
        { head: '<style>:not(:defined){visibility:hidden}</style>' },
      ),
      at('/build/elements.js', notFound),
    ],
    inBrowser,
  ),
  unseen.issue(
    'h-dialog-empty',
    'A dialog without content covers the page.',
    [
      atEnd(
        '<style>dialog.promo{border:0;padding:0;background:none}dialog.promo::backdrop{background:#fff}</style><dialog class="promo"></dialog><script>document.querySelector("dialog.promo").showModal()</script>',
      ),
    ],
    inBrowser,
  ),
  unseen.issue(
    'h-print-sheet-on-screen',
    'The sheet for print lost its medium and hides everything but the slip.',
    [
      inHead('<link rel="stylesheet" href="/css/print-slip.css">'),
      at(
        '/css/print-slip.css',
        text(
          200,
          'text/css; charset=utf-8',
          'body *{visibility:hidden!important}.slip,.slip *{visibility:visible!important}',
        ),
      ),
    ],
    inBrowser,
  ),
]

const notReady: readonly Fault[] = [
  waiting.issue(
    'h-suspense-cut',
    'The server stopped before it had sent what the page waits for.',
    [
      whole(
        'Rooms',
        '<header><b>Seeblick</b></header><main><!--$?--><template id="B:0"></template><div aria-busy="true"><div style="height:24px;background:#eee;margin:12px"></div><div style="height:180px;background:#eee;margin:12px"></div><div style="height:180px;background:#eee;margin:12px"></div></div><!--/$--></main>',
      ),
    ],
    inBrowser,
  ),
  waiting.issue(
    'h-wasm-runtime-404',
    'The runtime of the application was not copied.',
    [
      application(
        "document.getElementById('root').innerHTML='<svg width=120 height=120><circle cx=60 cy=60 r=50 fill=none stroke=#1b6ec2 stroke-width=8 stroke-dasharray=\"20 300\"></circle></svg><div>Loading 12%</div>';fetch('/_framework/dotnet.native.wasm').then((r)=>{if(!r.ok)throw new Error('Failed to load config file undefined')})",
      ),
      at('/_framework/dotnet.native.wasm', notFound),
    ],
    inBrowser,
  ),
  waiting.issue('h-game-build-unparsed', 'The build of the game is served without its encoding.', [
    whole(
      'Harbour Rush',
      '<div style="width:960px;height:540px;background:#231f20;color:#fff"><div style="padding-top:240px;text-align:center">Loading… 90 %</div></div><div style="background:#f99;padding:8px">Unable to parse Build/web.framework.js.br! This can happen if build compression was enabled but web server hosting the content was misconfigured to not serve the file with HTTP Response Header "Content-Encoding: br" present.</div>',
    ),
  ]),
  waiting.issue(
    'h-socket-connecting',
    'The proxy does not pass web sockets on.',
    [
      application(
        "const root=document.getElementById('root');root.innerHTML='<h1>Berths</h1><p id=s>Connecting to server…</p>';(function open(){const s=new WebSocket('wss://'+location.host+'/live');s.onclose=()=>setTimeout(open,2000)})()",
      ),
      at('/live', notFound),
    ],
    inBrowser,
  ),
  waiting.issue(
    'h-redirecting-text',
    'The page says that it forwards, and its script fails.',
    [
      whole(
        'Redirecting…',
        '<p>You are being redirected to the booking. Please wait…</p><script>window.location.replace(bookingConfig.url)</script>',
      ),
    ],
    inBrowser,
  ),
  waiting.review(
    'h-bot-proof',
    'A proof of work stands before the page, and never ends for some.',
    [
      whole(
        "Making sure you're not a bot!",
        '<main style="text-align:center"><h1>Making sure you\'re not a bot!</h1><p>Calculating… Difficulty: 4, Speed: 0 kH/s</p><p>You are seeing this because the administrator of this website has set up a proof of work to protect the server against the scourge of AI companies aggressively scraping websites.</p></main>',
      ),
    ],
  ),
  waiting.review('h-waiting-room', 'All visitors are sent to the waiting room.', [
    whole(
      'Waiting Room',
      '<main><h1>You are now in line</h1><p>Your estimated wait time is more than an hour. This page refreshes by itself; do not close it or you lose your place.</p></main>',
    ),
  ]),
  waiting.issue(
    'h-prices-loading',
    'The service of prices has no more calls left.',
    [
      atTop(
        '<section style="background:#fff;color:#000"><h2>Boats</h2><ul><li>Canoe: <span class="price">Loading price…</span></li><li>Kayak: <span class="price">Loading price…</span></li><li>Dinghy: <span class="price">Loading price…</span></li></ul></section>',
      ),
      bundle(
        "fetch('/api/prices').then((r)=>r.json()).then((all)=>document.querySelectorAll('.price').forEach((one,i)=>one.textContent=all[i])).catch(()=>{})",
      ),
      at('/api/prices', {
        ...text(429, 'text/plain', 'Too Many Requests'),
        headers: { ...uncached, 'content-type': 'text/plain', 'retry-after': '3600' },
      }),
    ],
    inBrowser,
  ),
]

const laterFaults: readonly Fault[] = [
  late.issue(
    'h-late-session-ended',
    'Visitors without an account are told that their session has ended.',
    [
      bundle(
        'setTimeout(()=>{document.body.innerHTML=\'<div style="padding:120px;text-align:center"><h2>Your session has expired</h2><p>Please sign in again to continue.</p></div>\'},2000)',
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'h-late-document-write',
    'An old advertisement writes into the loaded document and wipes it.',
    [bundle('setTimeout(()=>document.write(\'<div id="ad-slot-4"></div>\'),1500)')],
    inBrowser,
  ),
  late.issue(
    'h-late-toast',
    'A request fails after the start, and a message says so.',
    [
      bundle(
        "setTimeout(()=>fetch('/api/availability').then((r)=>{if(!r.ok)throw 0}).catch(()=>{const t=document.createElement('div');t.setAttribute('role','alert');t.style.cssText='position:fixed;bottom:20px;right:20px;background:#b00020;color:#fff;padding:16px;z-index:99999';t.textContent='Failed to load availability. Please try again.';document.body.append(t)}),1200)",
      ),
      at('/api/availability', {
        ...text(503, 'text/plain', 'upstream connect error'),
        headers: { ...uncached, 'content-type': 'text/plain' },
      }),
    ],
    inBrowser,
  ),
  late.issue(
    'h-late-reload-loop',
    'The page reloads for ever, as its version is never the newest one.',
    [
      bundle(
        "fetch('/version.json').then((r)=>r.json()).then((v)=>{if(v.build!=='3f2a91c0')setTimeout(()=>location.reload(),700)})",
      ),
      at('/version.json', {
        ...text(200, 'application/json', '{"build":"77b01d4e"}'),
        headers: { ...uncached, 'content-type': 'application/json' },
      }),
    ],
    inBrowser,
  ),
]

/** Written by an outside tester who had not read the rules. */
export const setHSeen: readonly Fault[] = [...hidden, ...notReady, ...laterFaults]
