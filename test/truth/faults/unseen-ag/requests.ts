import { brotliCompressSync } from 'node:zlib'
import {
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  firstFile,
  headers,
  inHead,
  json,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')

const RV = { tools: 'RV' } as const
const any = { 'access-control-allow-origin': '*' }
const rooms = [{ id: 1, name: 'Blue room' }]
const index = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><title>Hotel</title></head><body><div id="app"></div></body></html>',
)
const badGateway = text(
  502,
  'text/html; charset=utf-8',
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.27.1</center>\r\n</body>\r\n</html>\r\n',
)

/** Markup that is visible in front of bars that the page fixes at the top. */
const front = (markup: string) =>
  `<div style="position:relative;z-index:99999;background:#fff;padding:16px">${markup}</div>`

/** A call as most pages make it: every error is swallowed. */
const ask = (url: string, options = '') =>
  `fetch(${JSON.stringify(url)}${options}).then((answer) => answer.json()).then((list) => { window.rooms = list }).catch(() => {})`

export const setAgRequests: readonly Fault[] = [
  silent.issue(
    'ag-api-without-cors',
    'The API was moved to a host of its own and does not let the site read it.',
    [bundle((site) => ask(`https://api.${site.domain}/v1/rooms`))],
    { ...RV, hosts: (site) => ({ [`api.${site.domain}`]: () => json(rooms) }) },
  ),
  silent.issue(
    'ag-api-cors-twice',
    'Both nginx and the application allow the origin, and browsers refuse what is said twice.',
    [bundle((site) => ask(`https://api.${site.domain}/v1/rooms`))],
    {
      ...RV,
      hosts: (site) => ({
        [`api.${site.domain}`]: () => json(rooms, { 'access-control-allow-origin': '*, *' }),
      }),
    },
  ),
  silent.issue(
    'ag-preflight-405',
    'The gateway has no route for OPTIONS, so the browser never sends the search.',
    [
      bundle((site) =>
        ask(
          `https://api.${site.domain}/v1/search`,
          `, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"guests":2}' }`,
        ),
      ),
    ],
    {
      ...RV,
      hosts: (site) => ({
        [`api.${site.domain}`]: (request) =>
          request.method === 'OPTIONS'
            ? text(405, 'application/json', '{"detail":"Method Not Allowed"}')
            : json(rooms, any),
      }),
    },
  ),
  silent.issue(
    'ag-api-redirected-to-http',
    'The framework adds a slash and forgets HTTPS behind the proxy, and the browser blocks the call.',
    [
      bundle(ask('/api/rooms')),
      at('/api/rooms', (_request, _upstream, site) => ({
        status: 307,
        headers: { location: `http://${site.host}/api/rooms/` },
        body: new Uint8Array(),
      })),
      at('/api/rooms/', json(rooms)),
    ],
    RV,
  ),
  silent.issue(
    'ag-api-is-front-end',
    'The rule for the front end catches the API too, which answers with a page.',
    [bundle(ask('/api/rooms')), at('/api/rooms', index)],
    RV,
  ),
  silent.issue(
    'ag-api-of-undefined',
    'A variable was not set in the build, so the word undefined is in the address of the API.',
    [bundle(ask('/undefined/api/rooms')), at('/undefined/api/rooms', notFound)],
    RV,
  ),
  silent.issue(
    'ag-api-of-developer',
    'The bundle still asks the machine of its developer, which no visitor has.',
    [bundle(ask('http://localhost:8000/api/rooms'))],
    RV,
  ),
  silent.issue(
    'ag-graphql-errors',
    'The own API answers 200 with nothing but an error inside, and the list stays empty.',
    [
      bundle(
        `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ rooms { id name } }"}' }).then((answer) => answer.json()).then(({ data }) => { window.rooms = data?.rooms ?? [] })`,
      ),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'connect ECONNREFUSED 10.0.3.14:5432',
              path: ['rooms'],
              extensions: { code: 'INTERNAL_SERVER_ERROR' },
            },
          ],
          data: null,
        }),
      ),
    ],
    RV,
  ),
  silent.issue(
    'ag-socket-not-upgraded',
    'The proxy does not pass the upgrade on, and the live prices never come.',
    [
      bundle(
        `const connect = () => { const socket = new WebSocket('wss://' + location.host + '/cable'); socket.onclose = () => setTimeout(connect, 2000) }; connect()`,
      ),
      at('/cable', badGateway),
    ],
    RV,
  ),
  silent.review(
    'ag-backend-paused',
    'The free project of the backend service was paused, and its name is gone.',
    [bundle((site) => ask(`https://xkqvmzyhwtrp.${site.stranger}/rest/v1/rooms?select=*`))],
    { ...RV, hosts: (site) => ({ [`xkqvmzyhwtrp.${site.stranger}`]: 'nothing' }) },
  ),
  silent.review(
    'ag-backend-key-refused',
    'The key of the backend service was restricted to another domain.',
    [bundle((site) => ask(`https://firestore.${site.stranger}/v1/projects/hotel/documents/rooms`))],
    {
      ...RV,
      hosts: (site) => ({
        [`firestore.${site.stranger}`]: () => ({
          ...json({ error: { code: 403, status: 'PERMISSION_DENIED' } }, any),
          status: 403,
        }),
      }),
    },
  ),
  scripts.issue(
    'ag-connect-src-forgets-api',
    'The new policy lists only the site itself, and its API is on another host.',
    [
      headers({ 'content-security-policy': "connect-src 'self'" }),
      bundle((site) => ask(`https://api.${site.domain}/v1/rooms`)),
    ],
    { ...RV, hosts: (site) => ({ [`api.${site.domain}`]: () => json(rooms, any) }) },
  ),
  scripts.issue(
    'ag-nonce-of-cached-page',
    'The page comes from a cache with an old nonce, and the policy stops its script.',
    [
      headers({ 'content-security-policy': "script-src 'self' 'nonce-q83vN1rTz0'" }),
      atEnd('<script nonce="Zm9vYmFyMTIz">window.booking = { guests: 2 }</script>'),
    ],
    RV,
  ),
  scripts.issue(
    'ag-bare-import',
    'The sources were deployed without a build, and no browser knows the module vue.',
    [
      atEnd(
        `<script type="module">import { createApp } from 'vue'; createApp({}).mount('#app')</script>`,
      ),
    ],
    RV,
  ),
  scripts.issue(
    'ag-typescript-deployed',
    'The root of the repository is served instead of dist, and the entry is TypeScript.',
    [
      atEnd('<div id="app"></div><script type="module" src="/src/main.ts"></script>'),
      at(
        '/src/main.ts',
        text(200, 'video/mp2t', `import App from './App.vue'\nconst app: unknown = App\n`),
      ),
    ],
    RV,
  ),
  scripts.issue(
    'ag-wasm-type',
    'The server does not know the type of WebAssembly, and the engine does not start.',
    [
      bundle(
        `WebAssembly.instantiateStreaming(fetch('/assets/engine.wasm')).then(({ instance }) => { window.engine = instance })`,
      ),
      at('/assets/engine.wasm', {
        ...text(200, 'application/octet-stream', ''),
        body: Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]),
      }),
    ],
    RV,
  ),
  assets.issue(
    'ag-style-brotli-unmarked',
    'The compressed file was uploaded without its encoding, and the page is without styles.',
    [
      firstFile('stylesheet', (_request, upstream) => ({
        ...upstream(),
        body: brotliCompressSync(upstream().body),
      })),
    ],
    { ...RV, needs: ['stylesheet'] },
  ),
  assets.issue(
    'ag-image-optimizer-402',
    'The quota of the image service is used up, and the big picture is missing.',
    [
      atTop(
        front(
          '<img src="/_next/image?url=%2Fhero.jpg&amp;w=1200&amp;q=75" alt="The hotel" width="600" height="300">',
        ),
      ),
      at(
        '/_next/image',
        text(402, 'text/plain', 'Payment required\n\nOPTIMIZED_IMAGE_REQUEST_PAYMENT_REQUIRED\n'),
      ),
    ],
    RV,
  ),
  assets.issue(
    'ag-signed-picture-expired',
    'A signed address was put into a page that lives longer than the signature.',
    [
      atTop((site) =>
        front(
          `<img src="https://media.${site.domain}/hero.jpg?X-Amz-Expires=3600&amp;X-Amz-Signature=9f2c" alt="The hotel" width="600" height="300">`,
        ),
      ),
    ],
    {
      ...RV,
      hosts: (site) => ({
        [`media.${site.domain}`]: () =>
          text(
            403,
            'application/xml',
            '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Request has expired</Message><X-Amz-Expires>3600</X-Amz-Expires></Error>',
          ),
      }),
    },
  ),
  assets.review(
    'ag-icon-font-is-page',
    'The icons are boxes, because the fallback answers for the font.',
    [
      inHead(
        '<style>@font-face { font-family: AgIcons; src: url(/assets/icons.woff2) format("woff2") } .ag-i { font: 32px AgIcons !important }</style>',
      ),
      atTop(front('<i class="ag-i">&#xf015;</i> <i class="ag-i">&#xf07a;</i> Start')),
      at('/assets/icons.woff2', index),
    ],
    RV,
  ),
  assets.issue(
    'ag-frame-of-sibling-502',
    'The booking form is a frame of a sibling host that is down.',
    [
      atTop((site) =>
        front(
          `<iframe src="https://booking.${site.domain}/widget" title="Booking" width="640" height="320"></iframe>`,
        ),
      ),
    ],
    { ...RV, hosts: (site) => ({ [`booking.${site.domain}`]: () => badGateway }) },
  ),
]
