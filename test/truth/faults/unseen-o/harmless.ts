import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  inHead,
  json,
  late,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, compressed, moved, rowsOf, whole } from '../../row.ts'

const { pass } = rowsOf('harmless')
const slow = rowsOf('late but well')

const fine = (title: string, more = '') =>
  text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body><main><h1>${title}</h1>${about}${more}</main></body></html>`,
  )

const picture = {
  ...text(
    200,
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#8fae8b"/><circle cx="320" cy="180" r="90" fill="#f3e9d2"/></svg>',
  ),
}

export const setOHarmless: readonly Fault[] = [
  // Pages full of words about errors.
  pass('o-article-bad-gateway', 'An article of ours about proxies.', [
    whole(
      'What a 502 Bad Gateway means, and who should fix it',
      `<article><h1>What a 502 Bad Gateway means, and who should fix it</h1><p>Your proxy says “502 Bad Gateway” when the application behind it gave no answer, or one that makes no sense. A “504 Gateway Time-out” is its sister: the application was asked and took too long.</p><h2>Look at the upstream first</h2><p>In the log of nginx you will find <code>connect() failed (111: Connection refused) while connecting to upstream</code>. Nothing listens on that port, so start the service and look again.</p><pre><code>systemctl status shop\njournalctl -u shop -n 50</code></pre><h2>Then at the time it takes</h2><p>Raise <code>proxy_read_timeout</code> only after you know why a page needs more than a minute.</p></article>`,
    ),
  ]),
  pass('o-changelog-of-crashes', 'The list of what we fixed.', [
    atTop(
      '<section><h2>Changelog</h2><h3>4.2.1</h3><ul><li>Fixed: “Uncaught TypeError: Cannot read properties of undefined” when the cart is empty</li><li>Fixed: Internal Server Error on export of more than 10,000 rows</li><li>Fixed: the page stayed blank in Safari 15</li></ul></section>',
    ),
  ]),
  pass('o-status-page-history', 'Our status page; all is well today.', [
    whole(
      'Holt Status',
      '<main><h1>All systems operational</h1><ul><li>Website – Operational</li><li>API – Operational</li><li>Payments – Operational</li></ul><h2>Past incidents</h2><h3>12 May</h3><p><strong>Resolved</strong> – Elevated error rates on the API. Between 09:12 and 09:40 UTC some requests failed with 503 Service Unavailable. The service is back to normal.</p><h3>11 May</h3><p>No incidents reported.</p></main>',
    ),
  ]),
  pass('o-faq-something-went-wrong', 'The help quotes what the application may say.', [
    atTop(
      '<section><h2>Frequently asked</h2><details open><summary>Why does the app say “Something went wrong. Please try again”?</summary><p>This happens when your phone is offline. Connect to a network and pull down to refresh.</p></details><details><summary>I see “Payment failed”. Was I charged?</summary><p>No. Banks release the reserved amount within two days.</p></details></section>',
    ),
  ]),
  pass('o-model-404', 'We sell spare parts for a car with that name.', [
    whole(
      'Peugeot 404 spare parts',
      `<main><h1>Peugeot 404 spare parts</h1><p>Everything for the 404 saloon, coupé and pick-up, from 1960 to 1975: brake shoes, door seals and the fan that gave the XB2 its quiet.</p>${about}</main>`,
    ),
  ]),
  pass('o-maintenance-announced', 'We announce a maintenance of next week.', [
    atTop(
      '<p role="status" style="margin:0;padding:8px 16px;background:#eef4ff;color:#123">Scheduled maintenance: on Sunday, 26 May, from 02:00 to 04:00 UTC orders cannot be placed. Thank you for your patience.</p>',
    ),
  ]),
  pass('o-code-with-mustaches', 'A piece of documentation with template code in it.', [
    atTop(
      '<section><h2>Greeting a customer</h2><p>Put this into the template of the mail:</p><pre v-pre ng-non-bindable><code>&lt;p&gt;Dear {{ customer.name }},&lt;/p&gt;\n{% if order.paid %}\n  thank you for order {{ order.id }}.\n{% endif %}</code></pre></section>',
    ),
  ]),
  pass('o-coming-soon-product', 'One product of the shop is not out yet.', [
    atTop(
      '<section><h2>New this season</h2><ul><li>Walnut shelf, €129</li><li>Oak stool, €79</li><li>Ash bench – coming soon</li></ul></section>',
    ),
  ]),
  pass('o-empty-cart', 'Empty lists say that they are empty.', [
    atTop(
      '<aside><p>Your cart is empty.</p><p>No reviews yet. Be the first to write one!</p><p>0 results in your saved searches</p></aside>',
    ),
  ]),
  // Words that no visitor sees.
  pass('o-blazor-bar-hidden', 'The bar for unhandled errors is in the template and hidden.', [
    inHead('<style>#blazor-error-ui{display:none;position:fixed;bottom:0;width:100%}</style>'),
    atEnd(
      '<div id="blazor-error-ui">An unhandled error has occurred. <a href="" class="reload">Reload</a> <a class="dismiss">🗙</a></div>',
    ),
  ]),
  pass('o-validation-hidden', 'The form has its messages ready, as every form does.', [
    atTop(
      '<form><label>E-mail <input type="email" name="email"></label><div style="display:none">Please enter a valid e-mail address.</div><div style="display:none" role="alert">Error! Your message could not be sent. Please try again later.</div><button type="button">Send</button></form>',
    ),
  ]),
  pass('o-noscript-hint', 'Who has no scripts is told so.', [
    atTop(
      "<noscript><strong>We're sorry but this shop doesn't work properly without JavaScript enabled. Please enable it to continue.</strong></noscript>",
    ),
  ]),
  pass('o-template-element', 'The fallback of a widget waits in a template element.', [
    atEnd(
      '<template id="offline"><div class="error"><h2>500 – Internal Server Error</h2><p>Failed to fetch</p></div></template>',
    ),
  ]),
  // Requests and scripts that behave as intended.
  pass('o-me-401', 'A visitor who is not signed in gets 401 from /api/me, as designed.', [
    at('/api/me', { ...json({ error: 'unauthenticated' }, uncached), status: 401 }),
    bundle(
      `fetch('/api/me').then(r=>r.status===401?null:r.json()).then(u=>{window.currentUser=u})`,
    ),
  ]),
  pass('o-aborted-typeahead', 'The search drops an answer that it needs no more.', [
    at(
      '/api/suggest',
      late(600, () => json(['shelf', 'stool'])),
    ),
    bundle(
      `const c=new AbortController();fetch('/api/suggest?q=s',{signal:c.signal}).catch(e=>{if(e.name!=='AbortError')throw e});setTimeout(()=>c.abort(),150)`,
    ),
  ]),
  pass('o-long-poll', 'The page waits for news with a long poll.', [
    at(
      '/events/poll',
      late(20_000, () => json({ events: [] }, uncached)),
    ),
    bundle(`setTimeout(()=>fetch('/events/poll?since=0').then(r=>r.json()).catch(()=>{}),500)`),
  ]),
  pass('o-noisy-console', 'The bundle is talkative, no more.', [
    bundle(
      `console.log('JQMIGRATE: Migrate is installed, version 3.4.1');console.info('%cHello developer! We are hiring.','color:green');console.warn('[Deprecation] theme.spacing() with four values will be removed in v7.');console.debug('analytics: error sampling off')`,
    ),
  ]),
  pass('o-beacon-no-content', 'The count of visitors is answered with 204.', [
    at('/collect', { status: 204, headers: uncached, body: new Uint8Array() }),
    bundle(
      `navigator.sendBeacon('/collect','view');setTimeout(()=>fetch('/collect',{method:'POST',keepalive:true,body:'t=2'}),2000)`,
    ),
  ]),
  pass(
    'o-link-without-head',
    'That route knows GET only; whoever follows the link sees the page.',
    [
      atTop('<nav><a href="/catalogue-2024">Catalogue</a></nav>'),
      at('/catalogue-2024', (request) =>
        request.method === 'HEAD'
          ? {
              ...text(405, 'text/plain; charset=utf-8', 'Method Not Allowed'),
              headers: { 'content-type': 'text/plain; charset=utf-8', allow: 'GET' },
            }
          : fine('Catalogue'),
      ),
    ],
  ),
  pass('o-language-redirect', 'Visitors are sent to the page of their language.', [
    moved('/en-gb/welcome-home'),
    at('/en-gb/welcome-home', fine('Maps and globes')),
  ]),
  // Pages that are late, slow or unusual.
  slow.pass('o-cold-start', 'The free instance needs three seconds to wake up.', [
    late(
      3000,
      document((html) => html),
    ),
    compressed,
  ]),
  slow.pass('o-skeleton-then-list', 'Grey bars for two seconds, then the orders.', [
    application(
      `const root=document.getElementById('root');root.innerHTML='<div aria-busy="true" style="background:#eee;height:160px"></div>';fetch('/api/orders').then(r=>r.json()).then(all=>{root.innerHTML='<main><h1>Orders</h1><p>These orders leave the house today. Each of them is packed by hand.</p><ul>'+all.map(o=>'<li>'+o+'</li>').join('')+'</ul></main>'})`,
    ),
    at(
      '/api/orders',
      late(2000, () =>
        json([
          'Walnut shelf for Ms Brandt',
          'Oak stool for Mr Lindqvist',
          'Globe, 30 cm, for the school in Holt',
        ]),
      ),
    ),
  ]),
  slow.pass('o-splash-goes', 'The splash with our name goes after a second and a half.', [
    atTop(
      '<div id="splash" style="position:fixed;inset:0;z-index:2147483000;background:#123;color:#fff;font:32px serif;text-align:center;padding-top:40vh">Holt &amp; Daughters</div>',
    ),
    bundle(`setTimeout(()=>document.getElementById('splash').remove(),1500)`),
  ]),
  slow.pass(
    'o-retried-once',
    'The first answer comes while the service restarts; the second is well.',
    [
      atTop('<p id="stock">In stock: <span>…</span></p>'),
      at('/api/stock', (request) =>
        request.n % 2 === 1
          ? {
              ...text(503, 'application/json', '{"status":"starting"}'),
              headers: { 'content-type': 'application/json', 'retry-after': '1', ...uncached },
            }
          : json({ stock: 42 }, uncached),
      ),
      bundle(
        `const ask=(left)=>fetch('/api/stock',{cache:'no-store'}).then(r=>r.ok?r.json():left?new Promise(d=>setTimeout(d,1000)).then(()=>ask(left-1)):Promise.reject(new Error('HTTP '+r.status))).then(s=>{document.querySelector('#stock span').textContent=s.stock;return s});ask(3)`,
      ),
    ],
  ),
  slow.pass('o-slow-picture', 'A large picture far down takes two seconds.', [
    atEnd(
      '<img src="/photos/the-house.svg" alt="The house" width="640" height="360" loading="lazy">',
    ),
    at(
      '/photos/the-house.svg',
      late(2000, () => picture),
    ),
  ]),
  slow.pass('o-text-fades-in', 'The sections come in softly, one after the other.', [
    whole(
      'Joinery Holt',
      `<main><section class="in"><h1>Joinery Holt</h1>${about}</section><section class="in two"><h2>Our work</h2>${about}</section></main>`,
      {
        head: '<style>@keyframes in{from{opacity:0;transform:translateY(30px)}to{opacity:1;transform:none}}.in{animation:in .8s .4s both}.two{animation-delay:1.2s}</style>',
      },
    ),
  ]),
]
