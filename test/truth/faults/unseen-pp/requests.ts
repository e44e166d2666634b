import {
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  firstFile,
  headers,
  json,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const scripts = rowsOf('scripts and policies')
const assets = rowsOf('assets')

const spa = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>App</title><script type="module" src="/assets/index-BxY2k1.js"></script></head><body><div id="app"></div></body></html>',
)

/** Handles the response to `request` like a program that swallows its errors. */
const quiet = (request: string) =>
  `${request}.then((answer) => answer.json()).then((data) => { window.__data = data }).catch(() => {})`

const withCors = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-headers': '*',
})

/** An image that lost its carriage returns in a transfer in text mode. */
const textModePng = Uint8Array.from([
  137, 80, 78, 71, 10, 26, 10, 0, 0, 0, 10, 73, 72, 68, 82, 0, 0, 2, 88, 0, 0, 1, 44, 8, 2, 0, 0, 0,
  49, 4, 15, 139, 0, 0, 0, 9, 112, 72, 89, 115, 0, 0, 11, 19, 0, 0, 11, 19, 1, 0, 154, 156, 24,
])

export const setPpRequests: readonly Fault[] = [
  silent.issue(
    'pp-graphql-errors',
    'The interface of the site answers with errors and no data, and the page leaves its list away.',
    [
      bundle(
        "fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ operationName: 'Home', query: 'query Home { featured { id title } }' }) }).then((answer) => answer.json()).then(({ data }) => { if (data) document.body.dataset.items = data.featured.length })",
      ),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'connect ECONNREFUSED 10.0.4.12:5432',
              locations: [{ line: 1, column: 14 }],
              path: ['featured'],
              extensions: { code: 'INTERNAL_SERVER_ERROR' },
            },
          ],
          data: null,
        }),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'pp-cors-of-development',
    'The interface only lets the page of the developer read its answers.',
    [bundle((site) => quiet(`fetch('https://api.${site.domain}/v1/products')`))],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () => json([{ id: 1 }], withCors('http://localhost:5173')),
      }),
    },
  ),
  silent.issue(
    'pp-api-is-front-end',
    'The rule that leads every path to the front end also swallows the interface.',
    [bundle(quiet("fetch('/api/products?page=1')")), at('/api/products', spa)],
    inBrowser,
  ),
  silent.issue(
    'pp-api-on-localhost',
    'The program asks an interface on the own machine of the visitor, because the address was never changed.',
    [bundle(quiet("fetch('http://localhost:8000/api/v1/items/')"))],
    inBrowser,
  ),
  silent.issue(
    'pp-api-base-undefined',
    'The address of the interface was not set at build time, so each call begins with undefined.',
    [bundle(quiet("fetch(window.__ENV?.API_URL + '/api/menu')"))],
    inBrowser,
  ),
  silent.issue(
    'pp-csrf-419',
    'The first call of the page is refused because the cached page has an old token.',
    [
      bundle(
        "{ const call = new XMLHttpRequest(); call.open('POST', '/livewire/update'); call.setRequestHeader('content-type', 'application/json'); call.setRequestHeader('x-csrf-token', 'q2JwV1cZ'); call.send('{\"components\":[]}') }",
      ),
      at(
        '/livewire/update',
        text(
          419,
          'application/json',
          '{"message":"CSRF token mismatch.","exception":"Symfony\\\\Component\\\\HttpKernel\\\\Exception\\\\HttpException"}',
        ),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'pp-socket-refused',
    'The server for live data is down, and the page tries again without a word.',
    [
      bundle(
        (site) =>
          `{ const open = () => { const socket = new WebSocket('wss://live.${site.domain}/prices'); socket.onclose = () => setTimeout(open, 2000) }; open() }`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`live.${site.domain}`]: 'refuses' }) },
  ),
  silent.issue(
    'pp-event-stream-502',
    'The stream of events gets an error of the gateway, so nothing on the page is ever new.',
    [
      bundle(
        "{ const events = new EventSource('/events/stream'); events.onmessage = (event) => { document.body.dataset.last = event.data } }",
      ),
      at(
        '/events/stream',
        text(502, 'text/html', '<html><body><h1>502 Bad Gateway</h1></body></html>'),
      ),
    ],
    inBrowser,
  ),
  silent.review(
    'pp-search-key-refused',
    'The service that searches refuses the key of the site.',
    [
      bundle((site) =>
        quiet(
          `fetch('https://l1x8q0-dsn.${site.stranger}/1/indexes/products/query', { method: 'POST', body: '{"params":"hitsPerPage=12"}' })`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`l1x8q0-dsn.${site.stranger}`]: () => ({
          ...json({ message: 'Invalid Application-ID or API key', status: 403 }, withCors('*')),
          status: 403,
        }),
      }),
    },
  ),
  silent.review(
    'pp-content-service-gone',
    'The service that holds the articles has no such host any more.',
    [bundle((site) => quiet(`fetch('https://k3v9.api.${site.stranger}/articles?limit=6')`))],
    { ...inBrowser, hosts: (site) => ({ [`k3v9.api.${site.stranger}`]: 'nothing' }) },
  ),
  silent.issue(
    'pp-wasm-404',
    'The compiled part of the editor was not uploaded, and the page catches the error.',
    [
      bundle(
        "WebAssembly.instantiateStreaming(fetch('/assets/editor_bg.wasm'), {}).then(({ instance }) => instance.exports.main()).catch(() => {})",
      ),
      at('/assets/editor_bg.wasm', notFound),
    ],
    inBrowser,
  ),
  assets.issue(
    'pp-worker-500',
    'The search of the page runs in a script of the background that the server cannot deliver.',
    [
      bundle(
        "{ const worker = new Worker('/assets/search.worker-5c1d.js'); worker.postMessage({ index: 'all' }); worker.onmessage = ({ data }) => { window.__index = data } }",
      ),
      at('/assets/search.worker-5c1d.js', serverError),
    ],
    inBrowser,
  ),
  scripts.issue(
    'pp-policy-blocks-api',
    'The new policy of the site forbids calls to its own interface.',
    [
      headers({ 'content-security-policy': "connect-src 'self'; frame-ancestors 'self'" }),
      bundle((site) => quiet(`fetch('https://api.${site.domain}/v1/offers')`)),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`api.${site.domain}`]: () => json([{ id: 1 }], withCors('*')) }),
    },
  ),
  scripts.issue(
    'pp-policy-wants-nonce',
    'The policy lets only scripts with a nonce run, and the scripts of the page have none.',
    [headers({ 'content-security-policy': "script-src 'nonce-9fPq2Lk7' 'strict-dynamic'" })],
    { ...inBrowser, needs: ['script'] },
  ),
  scripts.issue(
    'pp-bare-specifier',
    'The module was not bundled, and the browser does not know where the framework is.',
    [
      atEnd('<script type="module" src="/assets/main-1d.js"></script>'),
      at(
        '/assets/main-1d.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          "import { createApp } from 'vue'\nimport App from '/assets/App.js'\ncreateApp(App).mount('#app')\n",
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'pp-conflict-in-script',
    'The marks of a merge were deployed inside the script, which no browser can read.',
    [
      bundle(
        "const menu = document.querySelector('nav')\n<<<<<<< HEAD\nif (menu) menu.dataset.open = 'no'\n=======\nif (menu) menu.dataset.state = 'closed'\n>>>>>>> feature/mobile-menu\n",
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'pp-stylesheet-as-plain-text',
    'The server sends the style sheet with a type that browsers do not accept.',
    [
      firstFile('stylesheet', (_request, upstream) => ({
        ...upstream(),
        headers: { ...upstream().headers, 'content-type': 'text/plain' },
      })),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'pp-image-service-402',
    'The account for scaled pictures is used up, and the picture at the top is missing.',
    [
      atTop(
        '<img src="/_next/image?url=%2Fhero.jpg&amp;w=1200&amp;q=75" alt="Our workshop in Porto" width="800" height="360" style="display:block">',
      ),
      at('/_next/image', text(402, 'text/plain', 'OPTIMIZED_IMAGE_REQUEST_PAYMENT_REQUIRED')),
    ],
    inBrowser,
  ),
  assets.issue(
    'pp-picture-in-text-mode',
    'The picture at the top was transferred as text, which broke it.',
    [
      atTop(
        '<img src="/img/team.png" alt="The team in front of the shop" width="600" height="300" style="display:block">',
      ),
      at('/img/team.png', {
        status: 200,
        headers: { 'content-type': 'image/png' },
        body: textModePng,
      }),
    ],
    inBrowser,
  ),
]
