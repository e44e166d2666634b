import {
  at,
  atEnd,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  firstFile,
  headers,
  inHead,
  json,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')
const failsLate = rowsOf('fails late')
const waiting = rowsOf('never ready')

/** A clearly visible section of the page, above the rest. */
const panel = (markup: string) =>
  atTop(
    `<div style="position:relative;z-index:2000;padding:16px;background:#fff;color:#222">${markup}</div>`,
  )

/** Calls, files and policies of a page that fail. */
export const setOoRequests: readonly Fault[] = [
  silent.issue(
    'oo-cors-twice',
    'The proxy and the application both allow our origin; browsers refuse two values.',
    [
      bundle(
        ({ domain }) =>
          `fetch('https://api.${domain}/v2/offers').then((r) => r.json()).then((o) => { document.title = o.length + ' offers' }).catch(() => {})`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain, host }) => ({
        [`api.${domain}`]: () =>
          json([{ id: 1 }], { 'access-control-allow-origin': `https://${host}, *` }),
      }),
    },
  ),
  silent.issue(
    'oo-preflight-405',
    'The new interface does not know OPTIONS, so that no browser may send its orders.',
    [
      bundle(
        ({ domain }) =>
          `fetch('https://orders.${domain}/v1/quote', { method: 'PUT', headers: { 'content-type': 'application/json', 'x-shop': '7' }, body: '{}' }).catch(() => {})`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`orders.${domain}`]: ({ method }) =>
          method === 'OPTIONS'
            ? text(405, 'text/plain; charset=utf-8', 'Method Not Allowed')
            : json({ price: 12 }, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  silent.issue(
    'oo-html-for-json',
    'The path of the interface falls through to our start page, and the script cannot read it.',
    [
      bundle(
        `fetch('/api/v3/catalogue').then((r) => r.json()).then((c) => { window.catalogue = c })`,
      ),
      at(
        '/api/v3/catalogue',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root"></div></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'oo-socket-refused',
    'The server of the live prices is not running.',
    [
      bundle(
        ({ domain }) =>
          `const open = () => { const s = new WebSocket('wss://live.${domain}/prices'); s.onclose = () => setTimeout(open, 2000) }; open()`,
      ),
    ],
    { ...inBrowser, hosts: ({ domain }) => ({ [`live.${domain}`]: 'refuses' }) },
  ),
  silent.issue(
    'oo-events-as-json',
    'The proxy answers the stream of events with a plain list, and the browser closes it.',
    [
      bundle(
        `const events = new EventSource('/stream/orders'); events.onmessage = (e) => { document.title = e.data }`,
      ),
      at('/stream/orders', json({ events: [] })),
    ],
    inBrowser,
  ),
  failsLate.issue(
    'oo-graphql-null',
    'The answer has status 200 and only errors; the script falls over the missing data.',
    [
      bundle(
        `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ products { id name } }' }) }).then((r) => r.json()).then(({ data }) => { document.title = data.products.length + ' products' })`,
      ),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "products" on type "Query".',
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
          data: null,
        }),
      ),
    ],
    inBrowser,
  ),
  silent.review(
    'oo-vendor-gone',
    'Our bundle asks a rating service whose domain no longer exists.',
    [
      bundle(
        ({ stranger }) =>
          `fetch('https://ratings.${stranger}/v1/stars?shop=88').then((r) => r.json()).catch(() => null)`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'oo-localhost-api',
    'The build was made with the settings of a developer.',
    [
      bundle(
        `fetch('http://localhost:3001/api/menu').then((r) => r.json()).then((m) => { window.menu = m }).catch((e) => console.error('menu', e))`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'oo-cart-redirects',
    'The call of the cart is sent from the path with a slash to the path without, and back.',
    [
      bundle(`fetch('/api/cart').then((r) => r.json()).catch(() => {})`),
      at('/api/cart', { status: 301, headers: { location: '/api/cart/' }, body: new Uint8Array() }),
      at('/api/cart/', { status: 301, headers: { location: '/api/cart' }, body: new Uint8Array() }),
    ],
    inBrowser,
  ),
  silent.issue(
    'oo-prices-429',
    'The limit of requests counts all visitors as one: nobody gets prices.',
    [
      bundle(
        `fetch('/api/prices?sku=100,101,102').then((r) => { if (!r.ok) throw new Error('prices ' + r.status); return r.json() })`,
      ),
      at('/api/prices', {
        ...text(429, 'application/json', '{"error":"rate limit exceeded"}'),
        headers: { 'content-type': 'application/json', 'retry-after': '3600' },
      }),
    ],
    inBrowser,
  ),
  waiting.review(
    'oo-offers-hang',
    'The service of the offers accepts the call and never answers.',
    [
      bundle(
        `fetch('/api/offers').then((r) => r.json()).then((o) => { document.getElementById('offers-oo').textContent = o.title })`,
      ),
      at('/api/offers', 'hang'),
      panel('<h2>Offers</h2><div id="offers-oo" role="status">Loading your offers…</div>'),
    ],
    inBrowser,
  ),
  assets.issue(
    'oo-chunk-gone',
    'The page is from yesterday, and the part of the bundle that it loads is no longer there.',
    [
      bundle(`import('/assets/checkout-77ac01d9.js').then((m) => m.start())`),
      at('/assets/checkout-77ac01d9.js', notFound),
    ],
    inBrowser,
  ),
  assets.issue(
    'oo-vendor-cut',
    'The disk of the server was full: the library ends in the middle.',
    [
      atEnd('<script src="/assets/vendor-5e01.js"></script>'),
      at('/assets/vendor-5e01.js', {
        cut: text(
          200,
          'text/javascript; charset=utf-8',
          `window.lib = { start() { return 1 } };\n${'/* polyfill */ window.lib.start();\n'.repeat(400)}`,
        ),
        after: 2000,
      }),
    ],
    inBrowser,
  ),
  assets.issue(
    'oo-script-text-plain',
    'The bucket has all scripts as plain text, and browsers must not run them.',
    [
      firstFile('script', (_request, upstream) => {
        const reply = upstream()
        return {
          ...reply,
          headers: {
            ...reply.headers,
            'content-type': 'text/plain',
            'x-content-type-options': 'nosniff',
          },
        }
      }),
    ],
    { ...inBrowser, needs: ['script'] },
  ),
  assets.issue(
    'oo-styles-500',
    'The service that delivers our styles is down, and the page is bare.',
    [everyAsset(/\.css$/i, serverError)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'oo-icon-font',
    'The font of the icons was not deployed: buttons show the names of the icons.',
    [
      inHead(
        `<style>@font-face{font-family:"Oo Icons";src:url("/fonts/icons-v140.woff2") format("woff2")}.oo-icon{font:24px "Oo Icons";display:inline-block}</style>`,
      ),
      panel(
        '<button><span class="oo-icon">shopping_cart</span></button> <button><span class="oo-icon">arrow_forward_ios</span></button> <button><span class="oo-icon">account_circle</span></button>',
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'oo-hero-video',
    'The film at the top of the page was lost when we changed the storage.',
    [
      panel(
        '<video src="/media/harbour-1080.mp4" width="640" height="360" autoplay muted loop></video>',
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'oo-image-signature',
    'The signed addresses of the product pictures have run out.',
    [
      (request, upstream, site) =>
        panel(
          `<h2>New in</h2>${[11, 12, 13]
            .map(
              (n) =>
                `<img src="https://img.${site.domain}/p/${n}.jpg?Expires=1700000000&amp;Signature=abc" alt="Product ${n}" width="200" height="200">`,
            )
            .join(' ')}`,
        )(request, upstream, site),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`img.${domain}`]: () =>
          text(
            403,
            'application/xml',
            '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
          ),
      }),
    },
  ),
  scripts.issue(
    'oo-policy-inline',
    'The new policy forbids inline scripts, and our menu is one.',
    [
      headers({ 'content-security-policy': "script-src 'self'; object-src 'none'" }),
      atEnd(
        '<nav id="menu-oo"></nav><script>document.getElementById("menu-oo").innerHTML = "<a href=\'#\'>Books</a> <a href=\'#\'>Maps</a>"</script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'oo-integrity',
    'The script was built again, and its hash in the page is the old one.',
    [
      atEnd(
        '<script src="/assets/menu.min.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>',
      ),
      at(
        '/assets/menu.min.js',
        text(200, 'text/javascript; charset=utf-8', 'document.documentElement.dataset.menu = "1"'),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'oo-booking-frame',
    'Our booking application forbids to be framed, also by ourselves.',
    [
      (request, upstream, site) =>
        panel(
          `<h2>Book a table</h2><iframe title="Booking" src="https://book.${site.domain}/widget" width="600" height="320"></iframe>`,
        )(request, upstream, site),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`book.${domain}`]: () => ({
          ...text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><title>Book</title><p>Choose a day</p>',
          ),
          headers: { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' },
        }),
      }),
    },
  ),
  scripts.review(
    'oo-service-worker',
    'The file of the service worker is not deployed.',
    [
      bundle(`if ('serviceWorker' in navigator) navigator.serviceWorker.register('/sw.js')`),
      at('/sw.js', notFound),
    ],
    inBrowser,
  ),
  scripts.issue(
    'oo-bare-import',
    'The map of imports was removed from the page; the module cannot find its framework.',
    [
      atEnd(
        '<script type="module">import { createApp } from "vue"\ncreateApp({}).mount("#menu")</script>',
      ),
    ],
    inBrowser,
  ),
  failsLate.issue(
    'oo-late-type-error',
    'Four seconds after the start the slider falls over a picture that is no longer there.',
    [
      bundle(
        `setTimeout(() => { const slides = document.querySelectorAll('.oo-slide'); slides[0].classList.add('active') }, 4000)`,
      ),
    ],
    inBrowser,
  ),
]
