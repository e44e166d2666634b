import {
  at,
  atEnd,
  atTop,
  bundle,
  everyAsset,
  type Fault,
  firstFile,
  headers,
  json,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const calls = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')

const script = (source: string) => text(200, 'text/javascript; charset=utf-8', source)

/** The document that the single-page fallback serves for every path. */
const shell = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><div id="root"></div></body></html>',
)

/** A list that is loaded at the start and stays empty if that fails. */
const list = (url: string, options = '') =>
  `fetch(${url}${options && `, ${options}`}).then((answer) => { if (!answer.ok) throw new Error('HTTP ' + answer.status); return answer.json() }).then((all) => { window.products = all }).catch(() => { window.products = [] })`

/** A visible image. */
const picture = (source: string) =>
  atTop(
    `<img src="${source}" alt="The team at work" width="600" height="300" style="position:relative;z-index:99">`,
  )

export const setXxRequests: readonly Fault[] = [
  calls.issue(
    'xx-api-on-localhost',
    'The address of the API is the default of the source, so each visitor asks his own machine.',
    [bundle(`const API_URL = 'http://localhost:8000'; ${list(`API_URL + '/api/products'`)}`)],
    inBrowser,
  ),
  calls.issue(
    'xx-api-by-service-name',
    'The name of a container is in the bundle, which no browser can resolve.',
    [bundle(`const API_URL = 'http://backend:8000'; ${list(`API_URL + '/api/products'`)}`)],
    inBrowser,
  ),
  calls.issue(
    'xx-cors-of-dev-server',
    'The API of the site allows only the address of the dev server.',
    [bundle((site) => list(`'https://api.${site.domain}/v1/menu'`))],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`api.${site.domain}`]: () =>
          json([{ id: 1, name: 'Soup' }], {
            'access-control-allow-origin': 'http://localhost:5173',
          }),
      }),
    },
  ),
  calls.issue(
    'xx-preflight-405',
    'The API of the site has no route for OPTIONS, so the browser never sends the search.',
    [
      bundle((site) =>
        list(
          `'https://api.${site.domain}/search'`,
          `{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":""}' }`,
        ),
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`api.${site.domain}`]: (request) =>
          request.method === 'OPTIONS'
            ? text(405, 'application/json', '{"detail":"Method Not Allowed"}')
            : json([], { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  calls.issue(
    'xx-undefined-in-address',
    'The variable of the API is missing in the build, and the fallback answers with the page.',
    [
      bundle(`const env = {}; ${list(`\`\${env.VITE_API_URL}/api/v1/products\``)}`),
      everyAsset(/undefined\/api\/v1/, shell),
    ],
    inBrowser,
  ),
  calls.review(
    'xx-placeholder-project',
    'The example of the manual is still in the place of the address of the database.',
    [bundle(list(`'https://your-project-id.supabase.co/rest/v1/todos?select=*'`))],
    inBrowser,
  ),
  calls.review(
    'xx-weather-without-key',
    'The key of the weather service is missing, so it refuses the call that the start page makes.',
    [
      bundle((site) =>
        list(`'https://api.${site.stranger}/data/2.5/weather?q=Wien&units=metric&appid=undefined'`),
      ),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`api.${site.stranger}`]: () => {
          const reply = text(
            401,
            'application/json; charset=utf-8',
            '{"cod":401, "message": "Invalid API key. Please see https://openweathermap.org/faq#error401 for more info."}',
          )
          return { ...reply, headers: { ...reply.headers, 'access-control-allow-origin': '*' } }
        },
      }),
    },
  ),
  calls.issue(
    'xx-socket-over-ws',
    'The page is served over https and opens its socket without encryption, which throws.',
    [
      bundle(
        `const socket = new WebSocket('ws://' + location.host + '/ws'); socket.onmessage = (event) => { window.latest = JSON.parse(event.data) }`,
      ),
      at('/ws', notFound),
    ],
    inBrowser,
  ),
  calls.issue(
    'xx-slash-redirect-to-http',
    'The API redirects to the path with a slash over http, because it does not trust its proxy.',
    [
      bundle(list(`'/api/items'`)),
      at('/api/items', (_request, _upstream, site) => ({
        status: 307,
        headers: { location: `http://${site.host}/api/items/` },
        body: new Uint8Array(),
      })),
    ],
    inBrowser,
  ),
  calls.issue(
    'xx-event-stream-as-json',
    'The stream of events is answered in one piece as JSON, so the browser closes it.',
    [
      bundle(
        `const events = new EventSource('/api/events'); events.onmessage = (event) => { window.latest = event.data }; events.onerror = () => events.close()`,
      ),
      at('/api/events', json({ status: 'ok' })),
    ],
    inBrowser,
  ),
  assets.issue(
    'xx-base-path-of-repository',
    'The build was made for a folder with the name of the repository, and stands at the root.',
    [
      whole(
        'Habit Tracker',
        '<div id="root"></div><script type="module" crossorigin src="/habit-tracker/assets/index-BfK2x9aQ.js"></script>',
        {
          head: '<link rel="stylesheet" crossorigin href="/habit-tracker/assets/index-D8mWq1Zc.css">',
        },
      ),
      everyAsset(/^\/habit-tracker\//, notFound),
    ],
    inBrowser,
  ),
  assets.issue(
    'xx-source-not-built',
    'The folder of the source was uploaded: the browser gets TypeScript with the type of a download.',
    [
      whole('Vite App', '<div id="root"></div><script type="module" src="/src/main.tsx"></script>'),
      at(
        '/src/main.tsx',
        text(
          200,
          'application/octet-stream',
          "import { StrictMode } from 'react'\nimport { createRoot } from 'react-dom/client'\nimport App from './App.tsx'\n\ncreateRoot(document.getElementById('root')!).render(<StrictMode><App /></StrictMode>)\n",
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'xx-tailwind-not-run',
    'The style sheet is the input of the build, and imports a package that no server has.',
    [
      firstFile(
        'stylesheet',
        text(
          200,
          'text/css; charset=utf-8',
          '@import "tailwindcss";\n\n@theme {\n  --font-display: "Satoshi", sans-serif;\n}\n\n@layer base {\n  body { @apply bg-white text-slate-900 antialiased; }\n}\n',
        ),
      ),
      everyAsset(/\/tailwindcss$/, notFound),
    ],
    { tools: 'RV', needs: ['stylesheet'] },
  ),
  assets.issue(
    'xx-optimizer-refuses',
    'The host of the picture is not in the settings of the optimizer, so the picture at the top is missing.',
    [
      picture('/_next/image?url=https%3A%2F%2Fimages.example.net%2Fteam.jpg&amp;w=1200&amp;q=75'),
      at('/_next/image', text(400, 'text/plain', '"url" parameter is not allowed')),
    ],
    inBrowser,
  ),
  assets.issue(
    'xx-wasm-as-download',
    'The server does not know the type of WebAssembly, and the engine of the page does not start.',
    [
      bundle(
        `WebAssembly.instantiateStreaming(fetch('/assets/engine_bg.wasm'), {}).then(({ instance }) => instance.exports.main())`,
      ),
      at('/assets/engine_bg.wasm', {
        status: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0),
      }),
    ],
    inBrowser,
  ),
  scripts.issue(
    'xx-bare-import',
    'The module was not bundled, and a browser does not know what "react" is.',
    [
      atEnd('<script type="module" src="/js/main.js"></script>'),
      at(
        '/js/main.js',
        script("import { createRoot } from 'react-dom/client'\nimport App from './App.js'\n"),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'xx-process-in-browser',
    'Code that was written for Node reads its environment in the browser.',
    [bundle(`const api = process.env.REACT_APP_API_URL || '/api'; window.api = api`)],
    inBrowser,
  ),
  scripts.issue(
    'xx-nonce-of-the-build',
    'The page was made once at build time, so its nonce is never that of the policy.',
    [
      headers({
        'content-security-policy':
          "default-src 'self'; script-src 'nonce-c2hvcC0xNzY0MTcy' 'strict-dynamic'; style-src 'self' 'unsafe-inline'",
      }),
      whole(
        'Library',
        `<div id="root"></div><script nonce="YnVpbGQtdGltZQ==">document.getElementById('root').innerHTML = ${JSON.stringify(`<h1>The library</h1>${about}`)}</script>`,
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'xx-policy-without-api',
    'The policy was written before the API moved to its own name, and forbids each call.',
    [
      headers({ 'content-security-policy': "connect-src 'self'" }),
      bundle((site) => list(`'https://api.${site.domain}/v1/menu'`)),
    ],
    {
      tools: 'RV',
      hosts: (site) => ({
        [`api.${site.domain}`]: () => json([], { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  scripts.review(
    'xx-hydration-418',
    'What the server drew is not what the browser draws, so React throws it away and starts again.',
    [
      bundle(
        `reportError(new Error('Minified React error #418; visit https://react.dev/errors/418?args[]=text&args[]= for the full message or use the non-minified dev environment for full errors and additional helpful warnings.'))`,
      ),
    ],
    inBrowser,
  ),
]
