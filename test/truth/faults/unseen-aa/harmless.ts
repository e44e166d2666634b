import {
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
import { rowsOf } from '../../row.ts'

const { pass } = rowsOf('harmless')
const lateButWell = rowsOf('late but well').pass

const block = (inner: string) =>
  `<section style="position:relative;padding:5rem 2rem 2rem;background:#fff;color:#1d2327">${inner}</section>`

const dot =
  '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="#7a9e7e"/></svg>'

const canary: Interceptor = (request) => {
  if (!request.isPage || request.url.searchParams.has('ring')) return undefined
  return {
    status: 302,
    headers: { location: `${request.path}?ring=canary`, 'cache-control': 'no-store' },
    body: new Uint8Array(),
  }
}

const harmless: readonly Fault[] = [
  pass('aa-flash-hidden', 'Every Phoenix page carries these messages, hidden.', [
    atEnd(
      '<div id="flash-group" aria-live="polite"><div id="client-error" role="alert" hidden><p>We can\'t find the internet</p><p>Attempting to reconnect</p></div><div id="server-error" role="alert" hidden><p>Something went wrong!</p><p>Hang in there while we get back on track</p></div></div>',
    ),
  ]),
  pass('aa-blazor-ui-hidden', 'The default layout of Blazor, shown only after an exception.', [
    atEnd(
      '<style>#blazor-error-ui{display:none;position:fixed;bottom:0;left:0;width:100%;background:lightyellow}</style><div id="blazor-error-ui">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div>',
    ),
  ]),
  pass('aa-docusaurus-banner', 'The script that would warn, and has nothing to warn of.', [
    bundle('window.docusaurus??={prefetch(){},preload(){}}'),
    atTop(
      `<script>document.addEventListener('DOMContentLoaded',function(){if(typeof window.docusaurus==='undefined'){var b=document.createElement('div');b.id='__docusaurus-base-url-issue-banner';b.innerHTML='<p style="font-weight:bold;color:red">Your Docusaurus site did not load properly.</p><p>A very common reason is a wrong site <a href="https://docusaurus.io/docs/docusaurus.config.js/#baseUrl">baseUrl configuration</a>.</p>';document.body.prepend(b)}})</script>`,
    ),
  ]),
  pass('aa-incident-history', 'Past incidents, all of them resolved.', [
    atEnd(
      block(
        '<h2>Status</h2><p>All systems operational</p><h3>Past incidents</h3><p><b>2 Feb 2026 – Elevated 502 errors in eu-west-1</b></p><p>Resolved – A misconfigured health check took healthy nodes out of rotation. Requests are served normally since 09:41 UTC.</p><p><b>14 Jan 2026</b></p><p>No incidents reported.</p>',
      ),
    ),
  ]),
  pass('aa-post-mortem', 'An article about last week’s outage.', [
    atEnd(
      block(
        '<article><h2>What we learned on 3 March</h2><p>For 41 minutes our shop answered “503 Service Unavailable”. A certificate of an internal service had expired, and the retry storm that followed exhausted the connection pool. We have since added an alert thirty days ahead and a budget for retries.</p></article>',
      ),
    ),
  ]),
  pass('aa-sample-of-error', 'Documentation quotes the message it explains.', [
    atEnd(
      block(
        '<h2>Troubleshooting</h2><p>When the sidecar cannot reach the application you will see:</p><pre><code>upstream connect error or disconnect/reset before headers. reset reason: connection failure</code></pre><p>Check that the container listens on the port that the Service names.</p>',
      ),
    ),
  ]),
  pass('aa-anonymous-401', 'Nobody is signed in, and the site asks that on purpose.', [
    at('/api/me', { ...json({ error: 'unauthenticated' }), status: 401 }),
    bundle(
      `fetch('/api/me').then((r)=>{document.getElementById('account').textContent=r.status===401?'Sign in':'My account'})`,
    ),
    atEnd(block('<p><a id="account" href="#account">Account</a></p>')),
  ]),
  pass('aa-report-only', 'A policy that is being tried out and blocks nothing.', [
    headers({
      'content-security-policy-report-only': "script-src 'self'; report-uri /csp-report",
    }),
    at('/csp-report', { status: 204, headers: {}, body: new Uint8Array() }),
    atEnd('<script>window.dataLayer=window.dataLayer||[];dataLayer.push({event:"view"})</script>'),
  ]),
  pass('aa-aborted', 'The box for searching drops the answer it no longer needs.', [
    late(900, at('/api/suggest', json(['tent', 'tarp'], uncached))),
    bundle(
      `const c=new AbortController();fetch('/api/suggest?q=t',{signal:c.signal}).catch((e)=>{if(e.name!=='AbortError')throw e});setTimeout(()=>{c.abort();fetch('/api/suggest?q=te').then((r)=>r.json()).then((l)=>{document.getElementById('popular').textContent='Popular: '+l.join(', ')})},150)`,
    ),
    atEnd(block('<p id="popular">Popular: backpack</p>')),
  ]),
  pass('aa-messages-json', 'The catalogue of messages holds those for bad days too.', [
    atEnd(
      '<script type="application/json" id="__MESSAGES__">{"error.500.title":"Internal Server Error","error.generic":"Something went wrong. Please try again later.","error.maintenance":"We are down for maintenance","cart.undefined":"undefined"}</script>',
    ),
  ]),
  pass('aa-noscript', 'Said only to those without scripts.', [
    atTop(
      "<noscript><strong>We're sorry but this site doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript>",
    ),
  ]),
  pass('aa-announced-work', 'Work is announced, and everything goes on meanwhile.', [
    atTop(
      block(
        '<p><strong>Good to know:</strong> on Sunday, 15 March, between 02:00 and 04:00 we move to a new data centre. The shop stays open; invoices of that night arrive a little later.</p>',
      ),
    ),
  ]),
  pass('aa-ausverkauft', 'Ein Artikel ist ausverkauft, der Laden nicht.', [
    atEnd(
      block(
        '<h2>Ziegenkäse vom Hof</h2><p>Ausverkauft – ab dem 14. April wieder da.</p><h2>Apfelmost, 1 Liter</h2><p>3,20 € – sofort lieferbar</p>',
      ),
    ),
  ]),
  pass(
    'aa-head-405',
    'The newsletter’s route knows GET and POST only.',
    [
      at('/newsletter/', (request) =>
        request.method === 'HEAD'
          ? { status: 405, headers: { allow: 'GET, POST' }, body: new Uint8Array() }
          : text(
              200,
              'text/html; charset=utf-8',
              '<!doctype html><html lang="en"><head><title>Newsletter</title></head><body><h1>Newsletter</h1><p>Four letters a year, no tracking.</p></body></html>',
            ),
      ),
      atTop(block('<p><a href="/newsletter/">Newsletter</a></p>')),
    ],
    { tools: 'V' },
  ),
  pass('aa-canary-ring', 'The edge puts each visitor into a ring by one redirect.', [canary]),
  pass('aa-old-but-valid', 'The edge serves a month-old copy and offers a newer protocol.', [
    headers({
      age: '2591040',
      'cache-control': 'public, max-age=31536000, stale-while-revalidate=86400',
      'x-cache': 'HIT, STALE',
      'alt-svc': 'h3=":443"; ma=86400',
      'x-served-by': 'cache-fra-eddf8230046-FRA, cache-ams21066-AMS',
    }),
  ]),
  pass('aa-long-poll', 'A poll for news is open for as long as there are none.', [
    at('/notifications/poll', 'hang'),
    bundle(`addEventListener('load',()=>{fetch('/notifications/poll').catch(()=>{})})`),
  ]),
  pass('aa-no-source-map', 'The map is kept for the error tracker and not published.', [
    bundle('window.appVersion="2026.3.1";\n//# sourceMappingURL=app-3f2a91c0.js.map'),
  ]),
  pass('aa-placeholder-image', 'A picture below the fold begins as a single pixel.', [
    at('/photos/orchard.svg', text(200, 'image/svg+xml', dot)),
    bundle(
      `const i=document.getElementById('orchard');new IntersectionObserver((l,o)=>{if(l.some((e)=>e.isIntersecting)){i.src=i.dataset.src;o.disconnect()}}).observe(i)`,
    ),
    atEnd(
      block(
        '<figure><img id="orchard" alt="The orchard in May" width="320" height="200" style="background:#7a9e7e" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" data-src="/photos/orchard.svg"><figcaption>The orchard in May</figcaption></figure>',
      ),
    ),
  ]),
  pass('aa-chat-closed', 'The chat has opening hours.', [
    atEnd(
      '<div style="position:fixed;right:16px;bottom:16px;padding:12px 16px;background:#fff;color:#222;border:1px solid #ccc;border-radius:8px;z-index:999">We’re offline right now. <a href="mailto:hello@shop.example">Leave us a message</a></div>',
    ),
  ]),
  pass('aa-resize-observer', 'The browser’s own notice about a loop of sizes.', [
    bundle(
      `const e=document.getElementById('grow');let n=0;new ResizeObserver(()=>{if(n++<3)e.style.height=e.offsetHeight+1+'px'}).observe(e)`,
    ),
    atEnd(block('<div id="grow" style="height:40px">Opening hours: 9–17</div>')),
  ]),
  pass('aa-browsehappy', 'A comment for a browser that nobody has.', [
    atTop(
      '<!--[if lt IE 9]><p class="browserupgrade">You are using an <strong>outdated</strong> browser. Please upgrade your browser to improve your experience and security.</p><![endif]-->',
    ),
  ]),
  pass('aa-template-of-error', 'The toast for failures waits in its template.', [
    atEnd(
      '<template id="toast-error"><div role="alert"><h3>Oops! Something went wrong</h3><p>Error code: {{code}}</p><button>Try again</button></div></template><div id="toasts" aria-live="assertive"></div>',
    ),
  ]),
]

const inTheEnd: readonly Fault[] = [
  lateButWell(
    'aa-slow-region',
    'The nearest region is drained, and the list takes three seconds.',
    [
      late(3000, at('/api/offers', json([{ title: 'Tent for two' }, { title: 'Gas stove' }]))),
      bundle(
        `fetch('/api/offers').then((r)=>r.json()).then((l)=>{document.getElementById('offers').innerHTML=l.map((o)=>'<li>'+o.title+'</li>').join('')})`,
      ),
      atTop(
        block(
          '<h2>This week’s offers</h2><ul id="offers"><li style="background:#e6e8eb;height:1em;width:14em"></li><li style="background:#e6e8eb;height:1em;width:11em"></li></ul>',
        ),
      ),
    ],
  ),
  lateButWell('aa-retried', 'One pod was being replaced; the second attempt is answered.', [
    at('/api/opening', (request) =>
      request.n === 1
        ? {
            ...text(503, 'text/plain', 'no healthy upstream'),
            headers: { ...uncached, 'content-type': 'text/plain', 'retry-after': '1' },
          }
        : json({ today: '9–17' }, uncached),
    ),
    bundle(
      `const ask=(left)=>fetch('/api/opening').then((r)=>r.ok?r.json():left?new Promise((f)=>setTimeout(f,700)).then(()=>ask(left-1)):{today:'by appointment'});ask(3).then((o)=>{document.getElementById('open').textContent='Open today: '+o.today})`,
    ),
    atTop(block('<p id="open">Open today: …</p>')),
  ]),
  lateButWell('aa-splash', 'The splash of the application goes away by itself.', [
    bundle(
      `setTimeout(()=>{const s=document.getElementById('splash');s.style.opacity='0';setTimeout(()=>s.remove(),400)},1700)`,
    ),
    atTop(
      '<div id="splash" style="position:fixed;inset:0;z-index:2147483000;background:#0b3d5c;color:#fff;display:grid;place-items:center;transition:opacity .3s"><p>Loading…</p></div>',
    ),
  ]),
  lateButWell('aa-anti-flicker-ends', 'The page is hidden until the experiment is chosen.', [
    inHead(
      `<style>.ab-hide{opacity:0!important}</style><script>document.documentElement.classList.add('ab-hide');setTimeout(function(){document.documentElement.classList.remove('ab-hide')},1300)</script>`,
    ),
  ]),
  lateButWell('aa-reload-once', 'An old document meets a new release and reloads one time.', [
    at('/version.json', json({ build: '2026.03.02-2' }, { 'cache-control': 'no-store' })),
    bundle(
      `fetch('/version.json',{cache:'no-store'}).then((r)=>r.json()).then((v)=>{if(sessionStorage.getItem('build')!==v.build){sessionStorage.setItem('build',v.build);location.reload()}})`,
    ),
  ]),
  lateButWell('aa-availability', 'The supplier is asked, and answers.', [
    late(2200, at('/api/availability', json({ rooms: 4 }))),
    bundle(
      `fetch('/api/availability').then((r)=>r.json()).then((a)=>{document.getElementById('rooms').textContent=a.rooms+' rooms free this weekend'})`,
    ),
    atTop(
      block('<h2>Stay with us</h2><p id="rooms" aria-live="polite">Checking availability…</p>'),
    ),
  ]),
]

export const setAaHarmless: readonly Fault[] = [...harmless, ...inTheEnd]
