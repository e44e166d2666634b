import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  headers,
  inHead,
  json,
  late,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, rowsOf, whole } from '../../row.ts'

const harmless = rowsOf('harmless')
const slow = rowsOf('late but well')

/** A section of the page as rendered on the server. */
const part = (html: string) =>
  atTop(
    `<section style="position:relative;z-index:5;margin:0;padding:96px 24px 24px;background:#fff;color:#222;font:16px/1.5 sans-serif">${html}</section>`,
  )

const asHtml = (body: string, status = 200) => text(status, 'text/html; charset=utf-8', body)

const wordsOnly: readonly Fault[] = [
  harmless.pass('l-help-article', 'It is our help centre: it explains errors of others.', [
    part(
      '<h2>Why does my browser say 502 Bad Gateway?</h2><p>If you see <q>502 Bad Gateway</q> or <q>Application error: a client-side exception has occurred</q> on a site of your own, the program behind our proxy has not answered. Look at the log of the last deployment first. A message such as <code>Cannot GET /</code> means that the program runs and has no route.</p>',
    ),
  ]),
  harmless.pass('l-blazor-hidden-bar', 'Each page of Blazor carries this bar, hidden.', [
    atEnd(
      '<div id="blazor-error-ui" style="display:none">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">x</a></div>',
    ),
  ]),
  harmless.pass('l-liveview-hidden-flash', 'The flash of LiveView waits for a lost connection.', [
    atEnd(
      '<div id="flash-group" aria-live="polite"><div id="client-error" role="alert" hidden style="display:none"><p>We can\'t find the internet</p><p>Attempting to reconnect</p></div><div id="server-error" role="alert" hidden style="display:none"><p>Something went wrong!</p><p>Hang in there while we get back on track</p></div></div>',
    ),
  ]),
  harmless.pass('l-noscript', 'The words are for those who have no JavaScript.', [
    atTop('<noscript>You need to enable JavaScript to run this app.</noscript>'),
  ]),
  harmless.pass('l-templates-of-states', 'The texts for bad days are in templates.', [
    atEnd(
      '<template id="tpl-error"><div class="alert">Failed to load. Please try again later.</div></template><template id="tpl-empty"><p>{{ count }} results for {{ query }}</p></template><script type="text/x-handlebars" id="tpl-row"><tr><td>{{name}}</td><td>{{#if error}}Error{{/if}}</td></tr></script>',
    ),
  ]),
  harmless.pass('l-code-samples', 'A tutorial shows source: that is what it is for.', [
    part(
      '<h2>Loops in three languages of templates</h2><pre><code>{% for item in items %}\n  &lt;li&gt;{{ item.name }}&lt;/li&gt;\n{% endfor %}</code></pre><pre><code>&lt;?php foreach ($items as $item): ?&gt;\n  &lt;li&gt;&lt;?= $item-&gt;name ?&gt;&lt;/li&gt;\n&lt;?php endforeach ?&gt;</code></pre><pre><code>Warning: Undefined variable $items in index.php on line 3</code></pre>',
    ),
  ]),
  harmless.pass('l-error-records', 'We are a record shop and that is our name.', [
    whole(
      'Error 404 Records',
      `<header><h1>Error 404 Records</h1><nav><a href="#new">New in</a> <a href="#used">Used</a></nav></header><main><h2 id="new">New in</h2><ul><li>Not Found – Low Tide (LP)</li><li>The Bad Gateways – Timeout (7 inch)</li><li>Null Pointer – Undefined (LP)</li></ul><h2 id="used">Used</h2>${about}</main>`,
      {
        head: '<style>body{font:18px/1.5 Georgia,serif;max-width:720px;margin:40px auto}</style>',
      },
    ),
  ]),
  harmless.pass('l-build-board', 'A board of builds: red rows are news, not a fault.', [
    part(
      '<h2>Nightly builds</h2><table><tr><th>Branch</th><th>Result</th><th>Log</th></tr><tr><td>main</td><td>passed</td><td>0 errors, 3 warnings</td></tr><tr><td>arm64</td><td style="color:#b00020">failed</td><td>Error: connect ECONNREFUSED in test 118</td></tr><tr><td>docs</td><td>passed</td><td>0 errors</td></tr></table>',
    ),
  ]),
  harmless.pass('l-empty-cart', 'A new visitor has nothing in the cart: as designed.', [
    part(
      '<h2>Ihr Warenkorb</h2><p>Ihr Warenkorb ist leer.</p><p>Noch keine Bewertungen vorhanden. 0 Artikel, 0,00 EUR</p><p><a href="#">Weiter einkaufen</a></p>',
    ),
  ]),
  harmless.pass('l-portuguese-capitals', 'Capitals of Portuguese look like broken UTF-8.', [
    whole(
      'INFORMAÇÃO MUNICIPAL',
      '<main><h1>AÇÃO DE VACINAÇÃO</h1><h2>PROGRAMAÇÃO E LOCALIZAÇÃO DAS SESSÕES</h2><p>A vacinação decorre na Praça da Fundação, de segunda a sexta. Não é necessária marcação. SÃO JOÃO, CONCEIÇÃO e ASSUNÇÃO têm sessão própria aos sábados.</p><p>Para mais informações, ligue para a câmara municipal ou dirija-se à receção do edifício principal.</p></main>',
      { lang: 'pt', head: '<style>main{font:18px/1.5 sans-serif;padding:40px}</style>' },
    ),
  ]),
  harmless.pass('l-winter-closed', 'The hut is closed in winter and the page says so.', [
    part(
      '<h2>Hut closed until 12 May</h2><p>The cable car is out of service in winter and no warden is here. Bookings for the summer open on 1 February; the winter room is not locked.</p>',
    ),
  ]),
]

const requests: readonly Fault[] = [
  harmless.pass('l-session-401', 'Nobody is signed in, the API says 401 and the button Sign in.', [
    at('/api/me', text(401, 'application/json', '{"error":"unauthenticated"}')),
    part('<div id="account" style="min-height:24px"></div>'),
    bundle(
      `(async()=>{const r=await fetch('/api/me');document.getElementById('account').innerHTML=r.status===401?'<a href="#">Sign in</a>':'<a href="#">My account</a>'})()`,
    ),
  ]),
  harmless.pass('l-avatar-fallback', 'Who has no picture gets the initials.', [
    everyAsset(/^\/avatar\//, text(404, 'text/plain', '404 Not Found')),
    part(
      '<h2>Speakers</h2><p><span style="display:inline-block;width:48px;height:48px;border-radius:50%;background:#357;color:#fff;text-align:center;line-height:48px;overflow:hidden"><img src="/avatar/5f0c?d=404" alt="" width="48" height="48" onerror="this.replaceWith(\'MK\')"></span> Maria Kovacs, Budapest</p>',
    ),
  ]),
  harmless.pass('l-head-405', 'The old application knows no HEAD; with GET each page is there.', [
    everyAsset(/^\/(?:oferta|kontakt)$/, (request) =>
      request.method === 'HEAD'
        ? { ...asHtml('', 405), headers: { 'content-type': 'text/html', allow: 'GET, POST' } }
        : asHtml(`<!doctype html><title>Oferta</title><h1>Oferta</h1>${about}`),
    ),
    part('<a href="/oferta">Oferta</a> <a href="/kontakt">Kontakt</a>'),
  ]),
  harmless.pass('l-long-poll', 'socket.io holds one request open, that is how it works.', [
    at('/socket.io/', (request) =>
      request.url.searchParams.has('sid')
        ? 'hang'
        : text(
            200,
            'text/plain; charset=UTF-8',
            '0{"sid":"lv_VI97HAXpY6yYWAAAC","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}',
          ),
    ),
    bundle(
      `(async()=>{const t=await (await fetch('/socket.io/?EIO=4&transport=polling')).text();const {sid}=JSON.parse(t.slice(1));fetch('/socket.io/?EIO=4&transport=polling&sid='+sid).catch(()=>{})})()`,
    ),
  ]),
  harmless.pass('l-aborted-search', 'The search drops the call of the last letter.', [
    at(
      '/api/suggest',
      late(1500, () => json(['river', 'rivet'], uncached)),
    ),
    bundle(
      `(()=>{const c=new AbortController();fetch('/api/suggest?q=ri',{signal:c.signal}).catch((e)=>{if(e.name!=='AbortError')throw e});setTimeout(()=>c.abort(),200);fetch('/api/suggest?q=riv').then((r)=>r.json())})()`,
    ),
  ]),
  harmless.pass('l-report-only', 'We try a policy without enforcing it.', [
    inHead('<script>window.dataLayer=window.dataLayer||[]</script>'),
    at('/csp-report', { status: 204, headers: {}, body: new Uint8Array() }),
    headers({
      'content-security-policy-report-only':
        "default-src 'self'; script-src 'self'; report-uri /csp-report",
    }),
  ]),
  harmless.pass('l-resize-observer', 'This message of Chrome has no effect on anybody.', [
    bundle(
      `(()=>{const d=document.createElement('div');d.style='position:absolute;left:0;top:0;width:10px;height:1px;visibility:hidden';document.body.append(d);let n=0;new ResizeObserver(()=>{if(n++<4)d.style.width=(11+n)+'px'}).observe(d)})()`,
    ),
  ]),
  harmless.pass('l-stop-console', 'The console warns people who paste what strangers send.', [
    bundle(
      `console.log('%cStop!','color:red;font-size:40px');console.log('This is a browser feature intended for developers. If someone told you to copy and paste something here, it is a scam.');console.warn('[app] feature flag "newCheckout" is off')`,
    ),
  ]),
  harmless.pass('l-old-dns-prefetch', 'A hint for a host that is not used any more.', [
    inHead((site) => `<link rel="dns-prefetch" href="//old-cdn.${site.stranger}">`),
  ]),
  harmless.pass('l-cookie-bar', 'A bar for cookies at the bottom, as the law wants it.', [
    atEnd(
      '<div role="dialog" aria-label="Cookies" id="cookie-bar" style="position:fixed;left:0;right:0;bottom:0;z-index:99999;background:#222;color:#fff;padding:16px;font:15px sans-serif">We use cookies to count visits. <button type="button" onclick="this.parentNode.remove()">Accept</button> <button type="button" onclick="this.parentNode.remove()">Only necessary</button></div>',
    ),
  ]),
  harmless.pass('l-lazy-pictures', 'Pictures below wait until somebody scrolls.', [
    at(
      '/media/valley.svg',
      text(
        200,
        'image/svg+xml',
        '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#486"/></svg>',
      ),
    ),
    atEnd(
      '<p style="margin-top:3000px"><img class="lazyload" width="400" height="200" alt="The valley" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" data-src="/media/valley.svg"></p><script>new IntersectionObserver((all,o)=>all.forEach((e)=>{if(e.isIntersecting){e.target.src=e.target.dataset.src;o.unobserve(e.target)}})).observe(document.querySelector("img.lazyload[data-src=\'/media/valley.svg\']"))</script>',
    ),
  ]),
]

const lateButWell: readonly Fault[] = [
  slow.pass('l-spa-slow-list', 'The list takes two seconds and then it is there.', [
    at(
      '/api/tours',
      late(2200, () => json(['Lakes in three days', 'Old mines', 'Along the ridge'], uncached)),
    ),
    application(
      `const root=document.getElementById('root');root.innerHTML='<p role="status">Loading…</p>';fetch('/api/tours').then((r)=>r.json()).then((all)=>{root.innerHTML='<h1>Guided tours</h1>'+all.map((t)=>'<h2>'+t+'</h2><p>With a guide from the village, from May until the first snow. Please bring good shoes and something to drink.</p>').join('')})`,
    ),
  ]),
  slow.pass('l-anti-flicker', 'A test of variants hides the page for a moment.', [
    inHead(
      '<style>.async-hide{opacity:0 !important}</style><script>(function(d,c){d.className+=" "+c;setTimeout(function(){d.classList.remove(c)},1800)})(document.documentElement,"async-hide")</script>',
    ),
  ]),
  slow.pass('l-preloader-fades', 'The logo is shown for two seconds, then the page.', [
    atTop(
      '<div id="intro" style="position:fixed;inset:0;z-index:2147483000;background:#101820;color:#fff;transition:opacity .4s"><p style="margin-top:45vh;text-align:center;font:28px sans-serif">Atelier Nord</p></div>',
    ),
    bundle(
      `setTimeout(()=>{const i=document.getElementById('intro');i.style.opacity='0';setTimeout(()=>i.remove(),450)},1600)`,
    ),
  ]),
  slow.pass('l-retry-works', 'The first call wakes the function up, the second one is answered.', [
    at('/api/hours', (request) =>
      request.url.searchParams.get('try') === '1'
        ? { ...text(503, 'text/plain', 'Service Unavailable'), headers: { ...uncached } }
        : json({ open: '9:00 - 17:00' }, uncached),
    ),
    part('<h2>Opening hours</h2><p id="hours">Mon - Fri</p>'),
    bundle(
      `(async()=>{for(let i=1;i<4;i++){const r=await fetch('/api/hours?try='+i).catch(()=>null);if(r?.ok){document.getElementById('hours').textContent='Mon - Fri '+(await r.json()).open;return}await new Promise((f)=>setTimeout(f,500))}})()`,
    ),
  ]),
  slow.pass('l-report-202', 'The figures are computed when they are asked for: 202, then 200.', [
    at('/api/report', (request) =>
      Number(request.url.searchParams.get('n')) < 3
        ? {
            ...text(202, 'application/json', '{"status":"processing"}'),
            headers: { 'content-type': 'application/json', 'retry-after': '1', ...uncached },
          }
        : json({ status: 'done', visitors: 4211 }, uncached),
    ),
    part('<h2>Visitors of the museum</h2><p id="visitors">Computing...</p>'),
    bundle(
      `(async()=>{for(let n=1;n<9;n++){const d=await (await fetch('/api/report?n='+n)).json();if(d.status==='done'){document.getElementById('visitors').textContent=d.visitors+' this month';return}await new Promise((f)=>setTimeout(f,600))}})()`,
    ),
  ]),
  slow.pass('l-reveal-on-scroll', 'Parts further down come into view with an effect.', [
    bundle(
      `new IntersectionObserver((all)=>all.forEach((e)=>{if(e.isIntersecting)e.target.style.opacity='1'})).observe(document.querySelector('.rv-l'))`,
    ),
    atEnd(
      '<section class="rv-l" style="margin-top:1200px;padding:40px;opacity:0;transition:opacity .5s"><h2>Our history</h2><p>Founded in 1921 by two sisters, the house has been run by the family ever since.</p></section>',
    ),
  ]),
  slow.pass('l-slow-first-byte', 'The cheap tariff needs two seconds for the first byte.', [
    late(2000, headers({ server: 'nginx' })),
  ]),
]

export const setLHarmless: readonly Fault[] = [...wordsOnly, ...requests, ...lateButWell]
