import {
  at,
  atEnd,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  firstFile,
  type Host,
  headers,
  inHead,
  json,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const late = rowsOf('fails late')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')

/** A separate section above the content of the page, readable whatever the page's styles are. */
const block = (markup: string) =>
  atTop(
    `<section style="position:relative;z-index:9999;padding:24px;background:#fff;color:#222;font:16px/1.5 sans-serif">${markup}</section>`,
  )

const empty = new Uint8Array()

const frontPage = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><title>Mill shop</title></head><body><div id="app"></div></body></html>',
)

/** An API under the same domain, which sends no CORS headers except those given. */
const api =
  (cors: Readonly<Record<string, string>>): Host =>
  () =>
    json({ items: [{ name: 'Globe' }] }, { ...uncached, ...cors })

export const setMmRequests: readonly Fault[] = [
  silent.issue(
    'mm-basket-post-500',
    'The basket cannot be opened: its API fails, and the script keeps it to itself.',
    [
      at('/api/basket', serverError),
      bundle(
        "fetch('/api/basket',{method:'POST',headers:{'content-type':'application/json'},body:'{}'}).then(function(r){if(r.ok)return r.json()}).catch(function(){})",
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'mm-graphql-errors-in-200',
    'The schema was changed, each query is answered with 200 and errors, and the list stays empty.',
    [
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "priceRange" on type "Product".',
              locations: [{ line: 1, column: 21 }],
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
        }),
      ),
      bundle(
        "fetch('/graphql',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({query:'{ products { name priceRange } }'})}).then(function(r){return r.json()}).then(function(b){(b.data&&b.data.products||[]).forEach(function(p){var li=document.createElement('li');li.textContent=p.name;document.getElementById('mm-list').append(li)})})",
      ),
      block('<h2>Our products</h2><ul id="mm-list"></ul>'),
    ],
    inBrowser,
  ),
  silent.issue(
    'mm-api-host-gone',
    'The bundle was built for an API host whose name was given up.',
    [
      bundle(
        ({ domain }) =>
          `fetch('https://api-v1.${domain}/catalogue').then(function(r){return r.json()}).catch(function(){return []})`,
      ),
    ],
    { tools: 'RV', hosts: ({ domain }) => ({ [`api-v1.${domain}`]: 'nothing' }) },
  ),
  silent.issue(
    'mm-api-without-cors',
    'Since the gateway was replaced, our API no longer allows our own site to read it.',
    [
      bundle(
        ({ domain }) =>
          `fetch('https://api.${domain}/items').then(function(r){return r.json()}).catch(function(){})`,
      ),
    ],
    { tools: 'RV', hosts: ({ domain }) => ({ [`api.${domain}`]: api({}) }) },
  ),
  silent.issue(
    'mm-cors-star-with-credentials',
    'The API allows everybody, which is not allowed for requests with cookies.',
    [
      bundle(
        ({ domain }) =>
          `var x=new XMLHttpRequest();x.open('GET','https://account.${domain}/session');x.withCredentials=true;x.onload=function(){window.session=JSON.parse(x.responseText)};x.send()`,
      ),
    ],
    {
      tools: 'RV',
      hosts: ({ domain }) => ({
        [`account.${domain}`]: api({ 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  silent.issue(
    'mm-preflight-refused',
    'The firewall in front of the API does not know the method OPTIONS.',
    [
      bundle(
        ({ domain }) =>
          `fetch('https://shop-api.${domain}/prices',{method:'POST',headers:{'content-type':'application/json','x-tenant':'7'},body:'{"ids":[1,2]}'}).then(function(r){return r.json()}).catch(function(){})`,
      ),
    ],
    {
      tools: 'RV',
      hosts: ({ domain, host }) => ({
        [`shop-api.${domain}`]: ({ method }) =>
          method === 'OPTIONS'
            ? text(405, 'text/plain', 'Method Not Allowed')
            : json({ 1: 9.5 }, { 'access-control-allow-origin': `https://${host}` }),
      }),
    },
  ),
  silent.issue(
    'mm-front-page-for-json',
    'The rewrite to the front page swallows the API as well: it answers in HTML.',
    [
      at('/api/v3/menu', frontPage),
      bundle(
        "fetch('/api/v3/menu').then(function(r){return r.json()}).then(function(m){window.menu=m}).catch(function(){window.menu=[]})",
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'mm-api-redirects-for-ever',
    'The API redirects between its spelling with a slash and the one without.',
    [
      at('/api/stock', {
        status: 301,
        headers: { location: '/api/stock/', ...uncached },
        body: empty,
      }),
      at('/api/stock/', {
        status: 301,
        headers: { location: '/api/stock', ...uncached },
        body: empty,
      }),
      bundle("fetch('/api/stock').then(function(r){return r.json()}).catch(function(){})"),
    ],
    inBrowser,
  ),
  silent.issue(
    'mm-cable-not-upgraded',
    'The proxy does not pass on WebSockets, so the orders on the screen never change.',
    [
      at('/cable', text(404, 'text/plain', 'Not Found')),
      bundle(
        "var s=new WebSocket('wss://'+location.host+'/cable');s.onmessage=function(m){document.title=m.data}",
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'mm-event-stream-as-html',
    'The live ticker gets a log-in page instead of its stream of events.',
    [
      at('/events', text(200, 'text/html; charset=utf-8', '<title>Sign in</title><form></form>')),
      bundle("var e=new EventSource('/events');e.onerror=function(){e.close()}"),
    ],
    inBrowser,
  ),
  silent.review(
    'mm-rates-vendor-gone',
    'The service for exchange rates has closed, and our bundle still asks it at each start.',
    [
      bundle(
        ({ stranger }) =>
          `fetch('https://rates.${stranger}/latest?base=EUR').then(function(r){return r.json()}).catch(function(){return {}})`,
      ),
    ],
    { tools: 'RV', hosts: ({ stranger }) => ({ [`rates.${stranger}`]: 'nothing' }) },
  ),
  late.issue(
    'mm-poll-dies',
    'The first state of the order is right; every question after it ends in a bad gateway.',
    [
      at('/api/order/state', ({ n }) =>
        n === 1
          ? json({ state: 'packed' }, uncached)
          : text(502, 'text/html', '<h1>502 Bad Gateway</h1>'),
      ),
      bundle(
        "function ask(){fetch('/api/order/state').then(function(r){return r.json()}).then(function(b){window.state=b.state}).catch(function(){})}ask();setInterval(ask,1500)",
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'mm-hydration-wipes-page',
    'Two seconds after the start the framework fails and takes the whole page away.',
    [
      bundle(
        "setTimeout(function(){document.body.replaceChildren();throw new Error('Minified React error #423; visit https://reactjs.org/docs/error-decoder.html?invariant=423 for the full message or use the non-minified dev environment for full errors and additional helpful warnings.')},2000)",
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'mm-lazy-chunk-gone',
    'The new release removed the old chunks while cached bundles still ask for them.',
    [
      bundle(
        "setTimeout(function(){import('/assets/chunk-checkout-91ab07c2.js').then(function(m){m.mount()})},1500)",
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'mm-stylesheet-is-front-page',
    'The style sheet has a new name; for the old one the server sends the front page.',
    [firstFile('stylesheet', frontPage)],
    { tools: 'RV', needs: ['stylesheet'] },
  ),
  assets.issue(
    'mm-assets-rate-limited',
    'The limit per visitor is so low that no file of the page gets through.',
    [
      everyAsset(
        /\.(?:css|js|mjs|png|jpe?g|gif|svg|webp|woff2?)$/,
        text(429, 'text/plain', 'Too Many Requests'),
      ),
    ],
    { tools: 'RV', needs: ['stylesheet'] },
  ),
  assets.issue(
    'mm-hero-of-no-bytes',
    'The disk was full at the upload: the big picture is a file of zero bytes.',
    [
      at('/uploads/hero-1600.jpg', {
        status: 200,
        headers: { 'content-type': 'image/jpeg' },
        body: empty,
      }),
      block('<img src="/uploads/hero-1600.jpg" width="960" height="320" alt="The shop in spring">'),
    ],
    inBrowser,
  ),
  assets.issue(
    'mm-icon-font-as-words',
    'The icon font is missing, and the names of the icons are spelled out.',
    [
      inHead(
        "<style>@font-face{font-family:'MM Icons';src:url('/fonts/mm-icons.woff2') format('woff2')}.mm-icon{font-family:'MM Icons';font-size:24px}</style>",
      ),
      block(
        '<span class="mm-icon">menu</span> <span class="mm-icon">search</span> <span class="mm-icon">shopping_cart</span> <span class="mm-icon">account_circle</span>',
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'mm-intro-video-gone',
    'The film about our house was moved; the player stays black.',
    [
      block(
        '<video controls preload="metadata" width="640" height="360" src="/media/intro-2023.mp4"></video>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'mm-integrity-of-old-file',
    'A script was updated, its checksum in the page was not, and the browser refuses it.',
    [
      at('/assets/cart.js', text(200, 'text/javascript; charset=utf-8', 'window.cart=[];')),
      atEnd(
        '<script src="/assets/cart.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC"></script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'mm-module-as-octet-stream',
    'The server does not know the type of modules, and no browser runs the application.',
    [
      at('/assets/index-b7c10d.mjs', text(200, 'application/octet-stream', 'export const a = 1')),
      atEnd('<script type="module" src="/assets/index-b7c10d.mjs"></script>'),
    ],
    inBrowser,
  ),
  scripts.issue(
    'mm-policy-refuses-inline',
    'The new policy allows only files, but the page still starts from an inline script.',
    [
      headers({ 'content-security-policy': "script-src 'self'; object-src 'none'" }),
      atEnd("<script>document.getElementById('mm-open').textContent='Open until 18:00'</script>"),
      block('<h2>Today</h2><p id="mm-open"></p>'),
    ],
    inBrowser,
  ),
  scripts.issue(
    'mm-payment-script-refused',
    'The script of the payment company does not load, and our own one fails at its first call.',
    [
      bundle("var pay=PayVendor('pk_live_51H8');pay.mount('#mm-pay')"),
      atEnd(({ stranger }) => `<script src="https://js.${stranger}/v3/"></script>`),
      block('<h2>Payment</h2><div id="mm-pay"></div>'),
    ],
    { tools: 'RV', hosts: ({ stranger }) => ({ [`js.${stranger}`]: 'refuses' }) },
  ),
  scripts.issue(
    'mm-search-worker-gone',
    'The search runs in a worker whose file was not deployed.',
    [bundle("var w=new Worker('/search.worker.js');w.onmessage=function(m){window.index=m.data}")],
    inBrowser,
  ),
  scripts.review(
    'mm-service-worker-html',
    'The file of the service worker is answered with the front page, so offline use is off.',
    [
      at('/service-worker.js', frontPage),
      bundle("navigator.serviceWorker.register('/service-worker.js').catch(function(){})"),
    ],
    inBrowser,
  ),
]
