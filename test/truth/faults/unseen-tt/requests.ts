import {
  at,
  atEnd,
  atTop,
  bundle,
  encode,
  type Fault,
  type FaultySite,
  firstFile,
  type Host,
  headers,
  inHead,
  json,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

/** Rows of one class that only a browser can see. */
function seenIn(group: Fault['group']) {
  const { issue, review } = rowsOf(group)
  const browsed =
    (row: typeof issue): typeof issue =>
    (id, why, intercept, more) =>
      row(id, why, intercept, { ...inBrowser, ...more })
  return { issue: browsed(issue), review: browsed(review) }
}

const silent = seenIn('requests that fail in silence')
const assets = seenIn('assets')
const policies = seenIn('scripts and policies')

/** A call whose failure the page swallows. */
const asks = (url: (site: FaultySite) => string) =>
  bundle(
    (site) =>
      `fetch('${url(site)}').then((answer) => (answer.ok ? answer.json() : [])).catch(() => []).then((found) => { window.found = found })`,
  )

/** A host under the site's domain, or of a third party. */
const host =
  (name: string, of: 'domain' | 'stranger', answer: Host): NonNullable<Fault['hosts']> =>
  (site) => ({ [`${name}.${site[of]}`]: answer })

const everybody = { 'access-control-allow-origin': '*' }

/** A document that any site may frame, unless `more` has a header that forbids it. */
const framed = (more: Readonly<Record<string, string>> = {}) => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', ...more },
  body: encode('<!doctype html><title>Fjord</title><h1>Fjord</h1><p>The fjord in May.</p>'),
})

const frame = (url: string, title: string) =>
  `<iframe src="${url}" title="${title}" width="640" height="320" style="display:block"></iframe>`

const frontEnd = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Vite + Vue</title><script type="module" crossorigin src="/assets/index-BqX2lW9c.js"></script></head><body><div id="app"></div></body></html>',
)

const expiredRequest = text(
  403,
  'application/xml',
  '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Request has expired</Message><X-Amz-Expires>604800</X-Amz-Expires><Expires>2026-09-08T00:00:00Z</Expires></Error>',
)

const badGateway = text(
  502,
  'text/html',
  '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>openresty</center></body></html>',
)

const badKey = json(
  { cod: 401, message: 'Invalid API key. Please see https://openweathermap.org/faq#error401.' },
  everybody,
)

const graphqlError = {
  errors: [{ message: 'connect ECONNREFUSED 10.0.3.17:5432', path: ['products'] }],
  data: null,
}

const notBuilt = text(
  200,
  'text/css; charset=utf-8',
  '@tailwind base;\n@tailwind components;\n@tailwind utilities;\n\n@layer components {\n  .btn { @apply rounded px-4 py-2 font-bold; }\n}\n',
)

const source = text(
  200,
  'text/javascript; charset=utf-8',
  "import { createApp } from 'vue'\nimport App from './App.vue'\n\ncreateApp(App).mount('#app')\n",
)

const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(4_000, 0x5c),
])

export const setTtRequests: readonly Fault[] = [
  silent.issue('tt-api-bad-gateway', 'The catalogue is down, and the page shows an empty list.', [
    asks(() => '/api/v2/catalog?limit=12'),
    at('/api/v2/catalog', badGateway),
  ]),
  silent.issue(
    'tt-api-sibling-without-origin',
    'The new address of the API does not let the site read its answers.',
    [asks((site) => `https://api.${site.domain}/v1/menu`)],
    { hosts: host('api', 'domain', () => json([{ id: 1 }])) },
  ),
  silent.issue('tt-json-is-front-end', 'The fallback of the front end answers for the data.', [
    asks(() => '/data/shops.json'),
    at('/data/shops.json', frontEnd),
  ]),
  silent.issue('tt-api-of-developer', 'The address of the API was not set for the build.', [
    asks(() => 'http://localhost:4000/graphql?query={shop{name}}'),
  ]),
  silent.review(
    'tt-weather-key-refused',
    'The key of the weather service is no longer valid.',
    [asks((site) => `https://api.${site.stranger}/data/2.5/weather?q=Bergen&appid=8f1c2d`)],
    { hosts: host('api', 'stranger', () => ({ ...badKey, status: 401 })) },
  ),
  silent.review(
    'tt-graphql-errors-in-200',
    'The answer has status 200 and holds an error instead of data.',
    [
      bundle(
        `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ products(first: 8) { id title } }' }) }).then((answer) => answer.json()).then(({ data }) => { window.products = data?.products ?? [] })`,
      ),
      at('/graphql', json(graphqlError)),
    ],
  ),
  silent.issue(
    'tt-socket-not-upgraded',
    'The proxy does not pass the upgrade on, so the live part of the page never connects.',
    [
      bundle(
        `const open = () => { const socket = new WebSocket('wss://' + location.host + '/cable'); socket.onclose = () => setTimeout(open, 2000) }; open()`,
      ),
      at('/cable', text(404, 'text/plain; charset=utf-8', 'Not Found')),
    ],
  ),
  silent.issue('tt-worker-missing', 'The worker of the search was not copied into the build.', [
    bundle(
      `const search = new Worker('/assets/search.worker-77b0.js'); search.onerror = (event) => event.preventDefault(); search.postMessage('index')`,
    ),
  ]),
  assets.issue(
    'tt-stylesheet-as-plain-text',
    'The new server does not know the type of .css, and the browser refuses the file.',
    [
      firstFile('stylesheet', (_request, upstream) => ({
        ...upstream(),
        headers: { ...upstream().headers, 'content-type': 'text/plain' },
      })),
    ],
    { needs: ['stylesheet'] },
  ),
  assets.issue(
    'tt-stylesheet-not-built',
    'The style sheet was deployed before the build step: it has instructions for a tool, no rules.',
    [firstFile('stylesheet', notBuilt)],
    { needs: ['stylesheet'] },
  ),
  assets.issue(
    'tt-picture-link-ended',
    'The page was stored with a signed address of its picture, which has ended.',
    [
      atTop(
        (site) =>
          `<img src="https://media.${site.domain}/hero.jpg?X-Amz-Algorithm=AWS4-HMAC-SHA256&amp;X-Amz-Date=20260901T000000Z&amp;X-Amz-Expires=604800&amp;X-Amz-Signature=5f0c" alt="Our bakery" width="700" height="300">`,
      ),
    ],
    { hosts: host('media', 'domain', () => expiredRequest) },
  ),
  assets.issue('tt-picture-of-telephone', 'Browsers do not show what a telephone makes.', [
    atTop('<img src="/uploads/IMG_4021.HEIC" alt="The team" width="640" height="360">'),
    at('/uploads/IMG_4021.HEIC', {
      status: 200,
      headers: { 'content-type': 'image/heic' },
      body: heic,
    }),
  ]),
  assets.issue(
    'tt-frame-of-sibling-refuses',
    'The host of the booking form does not answer, and its place in the page is grey.',
    [atTop((site) => frame(`https://booking.${site.domain}/widget`, 'Book a table'))],
    { hosts: host('booking', 'domain', 'refuses') },
  ),
  assets.review(
    'tt-frame-of-video-refused',
    'The frame has the address of the page of a film, which does not let itself be framed.',
    [atTop((site) => frame(`https://video.${site.stranger}/watch?v=dQw4w9WgXcQ`, 'The film'))],
    { hosts: host('video', 'stranger', () => framed({ 'x-frame-options': 'SAMEORIGIN' })) },
  ),
  assets.review('tt-font-is-a-page', 'The font is the page of the front end: words look other.', [
    inHead(
      '<style>@font-face { font-family: "House Var"; src: url(/fonts/house-var.woff2) format("woff2") } body, body * { font-family: "House Var", serif !important }</style>',
    ),
    at('/fonts/house-var.woff2', frontEnd),
  ]),
  policies.issue(
    'tt-script-of-sibling-blocked',
    'The script is asked for with an origin, and the host of the files does not allow it.',
    [atEnd((site) => `<script crossorigin src="https://js.${site.domain}/app.9c1e.js"></script>`)],
    { hosts: host('js', 'domain', () => text(200, 'text/javascript', 'window.started = true')) },
  ),
  policies.issue('tt-import-outside-module', 'The source was deployed instead of the bundle.', [
    atEnd('<script src="/src/main.js"></script>'),
    at('/src/main.js', source),
  ]),
  policies.issue('tt-chunk-is-front-end', 'After a release the fallback answers for old parts.', [
    bundle(`import('/assets/Basket-8c1d77e0.js').then((part) => part.mount())`),
    at('/assets/Basket-8c1d77e0.js', frontEnd),
  ]),
  policies.issue(
    'tt-policy-of-api',
    'The policy that was meant for the API is set for all, and the page is without style.',
    [headers({ 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" })],
    { needs: ['stylesheet'] },
  ),
  policies.issue(
    'tt-policy-forbids-settings',
    'The new policy forbids the script in the page that has its settings, so the application fails.',
    [
      headers({ 'content-security-policy': "script-src 'self'; object-src 'none'" }),
      bundle(`document.documentElement.dataset.region = window.__SETTINGS__.region`),
      atTop(`<script>window.__SETTINGS__ = { region: 'eu-north', api: '/api' }</script>`),
    ],
  ),
]
