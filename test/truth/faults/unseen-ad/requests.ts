import {
  at,
  atTop,
  bundle,
  type Fault,
  firstFile,
  headers,
  inHead,
  json,
  late,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const scripts = rowsOf('scripts and policies')
const assets = rowsOf('assets')

const shell = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><title>Hill Books</title></head><body><div id="root"></div></body></html>',
)
const picture = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="#2a6"/></svg>',
)
const shown = (src: string) =>
  `<img src="${src}" alt="The reading room" width="600" height="300" style="display:block">`

export const setAdRequests: readonly Fault[] = [
  silent.issue(
    'ad-posts-time-out',
    'The news on the home page stay empty, because their call ends at the time limit of the gateway.',
    [
      bundle(
        `fetch('/wp-json/wp/v2/posts?per_page=3').then((r) => (r.ok ? r.json() : [])).then((posts) => posts.forEach((post) => console.log(post.title)))`,
      ),
      at(
        '/wp-json/wp/v2/posts',
        late(2_500, () =>
          text(
            504,
            'text/html',
            '<html><head><title>504 Gateway Time-out</title></head><body><center><h1>504 Gateway Time-out</h1></center><hr><center>nginx/1.24.0</center></body></html>',
          ),
        ),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'ad-page-in-place-of-data',
    'The route of the interface was forgotten, and the front end gets itself in place of data.',
    [
      bundle(
        `fetch('/api/v2/products').then((r) => r.json()).then((list) => console.log(list.length))`,
      ),
      at('/api/v2/products', shell),
    ],
    inBrowser,
  ),
  silent.issue(
    'ad-graph-without-field',
    'The schema has changed, the query gets errors and no data, and the page stumbles over that.',
    [
      bundle(
        `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ products { priceRange } }' }) }).then((r) => r.json()).then(({ data }) => data.products.map((one) => one.priceRange))`,
      ),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "priceRange" on type "Product".',
              locations: [{ line: 1, column: 14 }],
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
          data: null,
        }),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'ad-token-from-the-cache',
    'The page is cached with the token of somebody else, and the server refuses the cart.',
    [
      bundle(`fetch('/cart/refresh', { method: 'POST', headers: { 'X-CSRF-TOKEN': 'x1' } })`),
      at(
        '/cart/refresh',
        text(419, 'application/json', JSON.stringify({ message: 'CSRF token mismatch.' })),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'ad-two-origins-allowed',
    'The field that allows our page has two origins in it, and browsers take only one.',
    [bundle((site) => `fetch('https://api.${site.domain}/v1/cart').catch(() => {})`)],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () =>
          json(
            { items: [] },
            {
              'access-control-allow-origin': `https://${site.domain}, https://${site.host}`,
            },
          ),
      }),
    },
  ),
  silent.issue(
    'ad-preflight-refused',
    'The gateway does not know OPTIONS, so that no browser sends what the page wants to send.',
    [
      bundle(
        (site) =>
          `fetch('https://api.${site.domain}/prices', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).catch(() => {})`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: (request) =>
          request.method === 'OPTIONS'
            ? text(405, 'application/json', '{"message":"Method Not Allowed"}')
            : json({ prices: [] }, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  silent.issue(
    'ad-calls-localhost',
    'The build was made with the address of the developer, and the calendar is empty for everybody else.',
    [bundle(`fetch('http://localhost:8000/api/calendar').catch(() => {})`)],
    inBrowser,
  ),
  silent.issue(
    'ad-socket-502',
    'The proxy does not pass on web sockets, and the live scores stand still.',
    [
      bundle(`new WebSocket('wss://' + location.host + '/cable')`),
      at('/cable', text(502, 'text/html', '<h1>502 Bad Gateway</h1>')),
    ],
    inBrowser,
  ),
  silent.issue(
    'ad-events-of-wrong-type',
    'The stream of departures is answered by the front end, and the browser closes it for good.',
    [bundle(`new EventSource('/departures/stream')`), at('/departures/stream', shell)],
    inBrowser,
  ),
  silent.review(
    'ad-content-service-unpaid',
    'The plan of the service that keeps our texts has ended, and the page starts without them.',
    [bundle((site) => `fetch('https://cdn.${site.stranger}/spaces/h1ll/entries').catch(() => {})`)],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`cdn.${site.stranger}`]: () => {
          const reply = text(402, 'application/json', '{"message":"Plan limit reached"}')
          return { ...reply, headers: { ...reply.headers, 'access-control-allow-origin': '*' } }
        },
      }),
    },
  ),
  silent.review(
    'ad-payment-library-down',
    'The host of the payment library refuses connections, and our checkout cannot start.',
    [
      inHead((site) => `<script src="https://js.${site.stranger}/v3/"></script>`),
      bundle(`const payment = PaymentGate('pk_live_51H')`),
    ],
    { ...inBrowser, hosts: (site) => ({ [`js.${site.stranger}`]: 'refuses' }) },
  ),
  scripts.issue(
    'ad-bare-module-name',
    'The script was uploaded without a build, and no browser knows where that module is.',
    [
      atTop('<script type="module" src="/js/main.js"></script>'),
      at('/js/main.js', text(200, 'text/javascript', "import { createApp } from 'vue'\n")),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ad-modules-not-uploaded',
    'The folder of the packages stayed at home, and the slider is not there.',
    [
      bundle(`new Glide('.glide').mount()`),
      atTop('<script src="/node_modules/@glidejs/glide/dist/glide.min.js"></script>'),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ad-wasm-of-wrong-type',
    'The server does not know the type of the module, and the viewer does not start.',
    [
      bundle(`WebAssembly.instantiateStreaming(fetch('/viewer/viewer_bg.wasm'))`),
      at('/viewer/viewer_bg.wasm', {
        status: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0),
      }),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ad-source-of-vite',
    'The source folder was deployed in place of the build, and visitors see a white page.',
    [
      whole(
        'Vite + React + TS',
        '<div id="root"></div><script type="module" src="/src/main.tsx"></script>',
      ),
      at(
        '/src/main.tsx',
        text(
          200,
          'application/octet-stream',
          "import { createRoot } from 'react-dom/client'\nimport App from './App.tsx'\n\ncreateRoot(document.getElementById('root')!).render(<App />)\n",
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ad-policy-of-an-interface',
    'The strict policy that was meant for the interface is on the pages, which lose their styles.',
    [headers({ 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" })],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  scripts.issue(
    'ad-isolation-blocks-pictures',
    'The page was isolated for a video tool, and its own picture host is shut out since.',
    [
      headers({ 'cross-origin-embedder-policy': 'require-corp' }),
      atTop((site) => shown(`https://static.${site.domain}/room.svg`)),
    ],
    { ...inBrowser, hosts: (site) => ({ [`static.${site.domain}`]: () => picture }) },
  ),
  assets.issue(
    'ad-styles-need-log-in',
    'The style sheet is behind the log-in, and guests get a form in its place.',
    [
      firstFile('stylesheet', {
        status: 302,
        headers: { location: '/account/login-first' },
        body: new Uint8Array(),
      }),
      at('/account/login-first', shell),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'ad-script-cut-off',
    'The disk of the cache is full, and the script ends after some bytes.',
    [firstFile('script', (_request, upstream) => ({ cut: upstream(), after: 20 }))],
    { ...inBrowser, needs: ['script'] },
  ),
  assets.issue(
    'ad-picture-on-the-desktop',
    'The picture is still on the computer of the colleague who wrote the page.',
    [atTop(shown('file:///C:/Users/Anna/Desktop/room.jpg'))],
    inBrowser,
  ),
  assets.issue(
    'ad-picture-of-a-phone',
    'The picture was uploaded as the phone makes it, in a format that most browsers cannot show.',
    [
      atTop(shown('/uploads/IMG_2041.HEIC')),
      at(
        '/uploads/IMG_2041.HEIC',
        text(200, 'image/heic', '\0\0\0\u0018ftypheic\0\0\0\0mif1heic\0\0\u0001\u0000meta'),
      ),
    ],
    inBrowser,
  ),
]
