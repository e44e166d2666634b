import { at, atEnd, atTop, bundle, type Fault, headers, inHead, json } from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const asset = rowsOf('assets')
const script = rowsOf('scripts and policies')

const picture = text(
  200,
  'image/svg+xml',
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="#286"/></svg>',
)
const code = (source: string) => text(200, 'text/javascript; charset=utf-8', source)
const onTop = (markup: string) =>
  `<div style="position:relative;z-index:99999;padding:16px;background:#fff">${markup}</div>`

const refused = {
  error: {
    code: 400,
    message: 'API key not valid. Please pass a valid API key.',
    status: 'INVALID_ARGUMENT',
  },
}

const allowing = (reply: Reply, origin: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'access-control-allow-origin': origin },
})

export const setAfRequests: readonly Fault[] = [
  silent.issue(
    'af-calls-localhost',
    'The address of the back end in the bundle is the one of the developer.',
    [bundle(`fetch('http://localhost:5000/api/items').then((r) => r.json()).catch(() => {})`)],
    inBrowser,
  ),
  silent.issue(
    'af-base-address-undefined',
    'The variable with the address of the back end was not set when the bundle was built.',
    [
      bundle(
        `const env = {}; const base = env.VITE_API_URL; fetch(base + '/products').then((r) => { if (r.ok) return r.json() }).catch(() => {})`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'af-front-end-answers-for-api',
    'Nobody configured the way to the back end, and the front page answers in its place.',
    [
      bundle(
        `fetch('/api/products').then((r) => r.json()).then((list) => { window.products = list }).catch((e) => console.error('Failed to load products:', e))`,
      ),
      at(
        '/api/products',
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
    'af-api-allows-only-the-developer',
    'The back end still allows the origin of the development server and no other.',
    [
      bundle(
        (site) =>
          `fetch('https://api.${site.domain}/v1/menu').then((r) => r.json()).catch(() => {})`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`api.${site.domain}`]: () => allowing(json({ items: [] }), 'http://localhost:5173'),
      }),
    },
  ),
  silent.issue(
    'af-graphql-has-no-data',
    'The front end asks for a field that the delivered back end does not have, and throws at the empty answer.',
    [
      bundle(
        `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ products { id slug } }' }) }).then((r) => r.json()).then(({ data }) => data.products.map((one) => one.slug))`,
      ),
      at(
        '/graphql',
        json({
          errors: [{ message: 'Cannot query field "slug" on type "Product".' }],
          data: null,
        }),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'af-socket-not-running',
    'The server for the live prices was not started after the move, and the page tries again and again.',
    [
      bundle(
        (site) =>
          `const connect = () => { const s = new WebSocket('wss://live.${site.domain}/prices'); s.onclose = () => setTimeout(connect, 1000) }; connect()`,
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`live.${site.domain}`]: 'refuses' }) },
  ),
  silent.review(
    'af-key-is-the-placeholder',
    'The key of the service is still the placeholder of the example, and the service refuses it.',
    [
      bundle(
        (site) =>
          `fetch('https://content.${site.stranger}/v1/entries?key=YOUR_API_KEY').then((r) => { if (!r.ok) return []; return r.json() }).catch(() => {})`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`content.${site.stranger}`]: () => ({
          ...allowing(json(refused), '*'),
          status: 400,
        }),
      }),
    },
  ),
  script.issue(
    'af-import-not-bundled',
    'The source was delivered as it is, with an import that only a bundler can follow.',
    [
      atEnd('<script type="module" src="/js/main.js"></script>'),
      at('/js/main.js', code(`import Alpine from 'alpinejs'\nAlpine.start()\n`)),
    ],
    inBrowser,
  ),
  script.issue(
    'af-source-instead-of-build',
    'The folder of the project was uploaded in place of the build, and no browser runs TypeScript.',
    [
      whole('Vite App', '<div id="root"></div><script type="module" src="/src/main.tsx"></script>'),
      at(
        '/src/main.tsx',
        text(
          200,
          'application/octet-stream',
          `import { createRoot } from 'react-dom/client'\nimport App from './App.tsx'\n\ncreateRoot(document.getElementById('root')!).render(<App />)\n`,
        ),
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'af-process-in-the-browser',
    'The bundle reads an environment that exists only on a server, and stops there.',
    [
      bundle(
        `const endpoint = process.env.REACT_APP_ENDPOINT; document.title = 'Shop'; fetch(endpoint)`,
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'af-worker-not-uploaded',
    'The worker that makes the search was not uploaded, and the page keeps quiet about it.',
    [
      bundle(
        `const w = new Worker('/assets/search.worker-b7710e.js'); w.onerror = (e) => e.preventDefault(); w.postMessage({ index: 1 })`,
      ),
    ],
    inBrowser,
  ),
  script.issue(
    'af-wasm-with-wrong-type',
    'The new server does not know the media type of WebAssembly, so that the module is refused.',
    [
      bundle(
        `WebAssembly.instantiateStreaming(fetch('/pkg/app_bg.wasm')).then(({ instance }) => { window.core = instance.exports })`,
      ),
      at('/pkg/app_bg.wasm', text(200, 'text/plain', '\0asm\u0001\0\0\0')),
    ],
    inBrowser,
  ),
  script.issue(
    'af-policy-forbids-own-bundle',
    'The new policy allows scripts of this host only, and the application comes from its own static host.',
    [
      headers({ 'content-security-policy': "script-src 'self'; object-src 'none'" }),
      atEnd((site) => `<script src="https://static.${site.domain}/app.9f31.js"></script>`),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({ [`static.${site.domain}`]: () => code('window.started = true') }),
    },
  ),
  script.issue(
    'af-module-host-without-cors',
    'The static host does not send the field that a module from another host needs.',
    [
      atEnd(
        (site) =>
          `<script type="module" crossorigin src="https://static.${site.domain}/assets/index-C4Yt0p1Q.js"></script>`,
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({ [`static.${site.domain}`]: () => code('window.ready = true') }),
    },
  ),
  script.issue(
    'af-embedder-policy-hides-pictures',
    'The isolation that one feature needs was switched on for all, and pictures of the own host are blocked.',
    [
      headers({ 'cross-origin-embedder-policy': 'require-corp' }),
      atTop((site) =>
        onTop(
          `<img src="https://images.${site.domain}/team.svg" alt="Our team" width="600" height="300">`,
        ),
      ),
    ],
    { tools: 'RV', hosts: (site) => ({ [`images.${site.domain}`]: () => picture }) },
  ),
  asset.review(
    'af-icon-words',
    'The font of the icons was not copied, and its words stand where the icons should be.',
    [
      inHead(
        `<style>@font-face { font-family: 'Material Icons'; src: url(/assets/MaterialIcons-Regular.woff2) format('woff2') } .material-icons { font: 24px 'Material Icons' !important; color: #111 !important }</style>`,
      ),
      atTop(
        onTop(
          '<span class="material-icons">shopping_cart</span> <span class="material-icons">account_circle</span> <span class="material-icons">arrow_forward_ios</span>',
        ),
      ),
    ],
    inBrowser,
  ),
  asset.issue(
    'af-booking-frame-502',
    'The frame with the calendar of the own booking service shows an error of its proxy.',
    [
      atTop((site) =>
        onTop(
          `<iframe src="https://booking.${site.domain}/calendar" title="Book a table" width="640" height="320"></iframe>`,
        ),
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`booking.${site.domain}`]: () =>
          text(
            502,
            'text/html; charset=utf-8',
            '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>openresty</center></body></html>',
          ),
      }),
    },
  ),
  asset.issue(
    'af-image-optimizer-refuses',
    'The host of the pictures is not in the list of the optimizer, which refuses the picture at the top.',
    [
      atTop(
        onTop(
          '<img src="/_next/image?url=https%3A%2F%2Fcdn.example.com%2Fhero.jpg&amp;w=1080&amp;q=75" alt="Our workshop" width="640" height="320">',
        ),
      ),
      at('/_next/image', text(400, 'text/plain', '"url" parameter is not allowed')),
    ],
    inBrowser,
  ),
  asset.issue(
    'af-scss-not-compiled',
    'The page names the source of its styles, which the server sends with a type that no browser takes.',
    [
      inHead('<link rel="stylesheet" href="/scss/main.scss">'),
      at(
        '/scss/main.scss',
        text(
          200,
          'application/octet-stream',
          '$brand: #0a6c74;\n@use "mixins" as *;\n.card {\n  color: $brand;\n  &:hover { @include lift(2px); }\n}\n',
        ),
      ),
    ],
    inBrowser,
  ),
]
