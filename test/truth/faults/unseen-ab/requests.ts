import { at, atEnd, atTop, bundle, type Fault, firstFile, json, notFound } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const asset = rowsOf('assets')
const script = rowsOf('scripts and policies')

const shell = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><script type="module" crossorigin src="/assets/index-C4x0.js"></script></head><body><div id="app"></div></body></html>',
)
const js = (source: string) => text(200, 'text/javascript; charset=utf-8', source)
const products = [{ id: 17, title: 'Globe of 1890', price: '240.00' }]
const box = (inner: string) =>
  `<div style="position:relative;z-index:99999;background:#fff;color:#111;padding:16px;font:16px/1.5 sans-serif">${inner}</div>`

export const setAbRequests: readonly Fault[] = [
  silent.issue(
    'ab-lazy-view-is-shell',
    'A view of the last release is gone, and the fallback of the host answers its script with the page.',
    [
      bundle(`import('/assets/CheckoutView-BxK2aQ0f.js').catch(() => {})`),
      at('/assets/CheckoutView-BxK2aQ0f.js', shell),
    ],
    inBrowser,
  ),
  silent.issue(
    'ab-remote-entry-down',
    'The micro front end of the basket is not running, so its part of the page never comes.',
    [
      bundle(
        (site) =>
          `const remote = document.createElement('script'); remote.src = 'https://basket.${site.domain}/remoteEntry.js'; document.head.append(remote)`,
      ),
      atTop(box('<div id="ab-basket"></div><p>Your basket is on the right.</p>')),
    ],
    { tools: 'RV', hosts: (site) => ({ [`basket.${site.domain}`]: 'refuses' }) },
  ),
  silent.issue(
    'ab-translations-404',
    'The file of translations was not deployed, and visitors read the names of the texts.',
    [
      bundle(
        `fetch('/locales/de/common.json').then((answer) => (answer.ok ? answer.json() : {})).then((words) => { for (const one of document.querySelectorAll('[data-t]')) one.textContent = words[one.dataset.t] ?? one.dataset.t })`,
      ),
      atTop(box('<p data-t="nav.products.title"></p><p data-t="hero.call_to_action"></p>')),
      at('/locales/de/common.json', notFound),
    ],
    inBrowser,
  ),
  silent.issue(
    'ab-api-is-shell',
    'The proxy rule for the API got lost, and the application tries to read a page as JSON.',
    [
      bundle(
        `fetch('/api/v2/products').then((answer) => answer.json()).then((all) => console.log(all.length))`,
      ),
      at('/api/v2/products', shell),
    ],
    inBrowser,
  ),
  silent.review(
    'ab-graphql-refuses-query',
    'The new schema has no longer a field that the page asks for, and the list of products stays empty.',
    [
      bundle(
        `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ operationName: 'Products', query: 'query Products { products { id priceGross } }' }) }).then((answer) => answer.json()).then(({ data }) => { document.getElementById('ab-list').textContent = (data?.products ?? []).map((one) => one.id).join() })`,
      ),
      atTop(box('<h2>Products</h2><div id="ab-list" style="min-height:120px"></div>')),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "priceGross" on type "Product".',
              locations: [{ line: 1, column: 32 }],
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
        }),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'ab-cors-twice',
    'The proxy and the API both say who may read the answer, and two values are as good as none.',
    [bundle((site) => `fetch('https://api.${site.domain}/products').catch(() => {})`)],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`api.${site.domain}`]: () => json(products, { 'access-control-allow-origin': '*, *' }),
      }),
    },
  ),
  silent.issue(
    'ab-preflight-405',
    'The gateway of the API does not know OPTIONS, so each call with a header of the shop is blocked.',
    [
      bundle(
        (site) =>
          `fetch('https://api.${site.domain}/products', { headers: { 'x-tenant': 'shop-de' } }).catch(() => {})`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`api.${site.domain}`]: (request) =>
          request.method === 'OPTIONS'
            ? text(405, 'application/json', '{"message":"Method Not Allowed"}')
            : json(products, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  silent.issue(
    'ab-api-of-developer',
    'The variable with the address of the API was missing in the build, and visitors call their own computer.',
    [bundle(`fetch('http://localhost:5001/api/products').catch(() => {})`)],
    inBrowser,
  ),
  silent.issue(
    'ab-socket-502',
    'The proxy does not pass on the upgrade, and live prices never come.',
    [
      bundle(
        (site) =>
          `const prices = new WebSocket('wss://${site.host}/ws/prices'); prices.onmessage = (one) => { document.getElementById('ab-price').textContent = one.data }`,
      ),
      atTop(box('<p>Price of gold: <b id="ab-price">–</b></p>')),
      at('/ws/prices', text(502, 'text/html', '<h1>502 Bad Gateway</h1><hr>nginx/1.27.3')),
    ],
    inBrowser,
  ),
  silent.issue(
    'ab-event-stream-is-json',
    'The stream of events is answered by another handler with JSON, and the browser gives it up.',
    [
      bundle(
        `new EventSource('/api/notifications/stream').onmessage = (one) => console.log(one.data)`,
      ),
      at('/api/notifications/stream', json({ status: 'ok' })),
    ],
    inBrowser,
  ),
  silent.issue(
    'ab-wasm-is-shell',
    'The engine of the application was not uploaded, and the fallback answers with the page.',
    [
      bundle(`WebAssembly.instantiateStreaming(fetch('/canvaskit/canvaskit.wasm'), {})`),
      at('/canvaskit/canvaskit.wasm', shell),
    ],
    inBrowser,
  ),
  silent.issue(
    'ab-boot-digest',
    'Git changed the line ends of a boot file, so its hash is wrong and the application does not start.',
    [
      bundle(
        `fetch('/_framework/Shop.Client.7yk2.dll', { integrity: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' })`,
      ),
      at(
        '/_framework/Shop.Client.7yk2.dll',
        text(200, 'application/octet-stream', 'MZ\r\nThis program cannot be run in DOS mode.\r\n'),
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'ab-export-missing',
    'Half of a release is in the cache, and a module wants what the other one no longer exports.',
    [
      atEnd('<script type="module" src="/assets/main-7c1e.js"></script>'),
      at('/assets/main-7c1e.js', js("import { loadCart } from './cart-02d4.js'\nloadCart()")),
      at('/assets/cart-02d4.js', js('export const fetchCart = () => []')),
    ],
    inBrowser,
  ),
  script.issue(
    'ab-worker-elsewhere',
    'Files moved to the static host, and a browser makes no worker from another origin.',
    [
      bundle(
        (site) => `const search = new Worker('https://static.${site.domain}/search.worker.js')`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({ [`static.${site.domain}`]: () => js('onmessage = () => {}') }),
    },
  ),
  script.issue(
    'ab-source-deployed',
    'The folder of the source was deployed in place of the build, and TypeScript is served as a film.',
    [
      atEnd('<script type="module" src="/src/main.ts"></script>'),
      at(
        '/src/main.ts',
        text(
          200,
          'video/mp2t',
          "import { createApp } from 'vue'\nimport App from './App.vue'\ncreateApp(App).mount('#app')\n",
        ),
      ),
    ],
    inBrowser,
  ),
  asset.issue(
    'ab-style-is-shell',
    'The old style sheet is gone, and the fallback of the host answers with the page.',
    [firstFile('stylesheet', shell)],
    { tools: 'RV', needs: ['stylesheet'] },
  ),
  asset.issue(
    'ab-image-service-400',
    'The image service does not know the host of the picture, and the top of the page has a hole.',
    [
      atTop(
        '<img src="/_next/image?url=https%3A%2F%2Fcms.example%2Fhero.jpg&amp;w=1200&amp;q=75" alt="Globes in the window" width="600" height="300">',
      ),
      at('/_next/image', text(400, 'text/plain', '"url" parameter is not allowed')),
    ],
    inBrowser,
  ),
  silent.review(
    'ab-search-key-refused',
    'The key of the search service was revoked, and the search of the page finds nothing.',
    [
      bundle(
        (site) =>
          `fetch('https://search.${site.stranger}/1/indexes/products/query', { method: 'POST', body: '{"query":""}' }).catch(() => {})`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`search.${site.stranger}`]: () => {
          const reply = json(
            { message: 'Invalid Application-ID or API key', status: 403 },
            { 'access-control-allow-origin': '*' },
          )
          return { ...reply, status: 403 }
        },
      }),
    },
  ),
  silent.review(
    'ab-service-worker-is-shell',
    'The service worker is no longer in the build, and its registration is rejected.',
    [
      bundle(`navigator.serviceWorker.register('/service-worker.js')`),
      at('/service-worker.js', shell),
    ],
    inBrowser,
  ),
  silent.issue(
    'ab-api-only-says-gzip',
    'The API says that its answer is compressed, but it is not, and the page throws it away.',
    [
      bundle(`fetch('/api/products').then((answer) => answer.json()).catch(() => {})`),
      at('/api/products', json(products, { 'content-encoding': 'gzip' })),
    ],
    inBrowser,
  ),
  asset.review(
    'ab-payment-frame-refused',
    'The provider of payments no longer lets this site frame its form, so nobody can pay.',
    [
      atTop(
        (site) =>
          `<iframe src="https://pay.${site.stranger}/elements/card" title="Card" width="600" height="240"></iframe>`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`pay.${site.stranger}`]: () => {
          const reply = text(200, 'text/html; charset=utf-8', '<form>Card number <input></form>')
          return { ...reply, headers: { ...reply.headers, 'x-frame-options': 'SAMEORIGIN' } }
        },
      }),
    },
  ),
]
