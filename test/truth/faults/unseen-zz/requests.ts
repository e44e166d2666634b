import {
  at,
  atEnd,
  atTop,
  bundle,
  encode,
  type Fault,
  type FaultClass,
  firstFile,
  type Host,
  headers,
  type Interceptor,
  inHead,
  json,
  notFound,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

/** Rows of one class, which only a browser can see. */
function seenBy(group: FaultClass) {
  const { issue, review } = rowsOf(group)
  const within =
    (row: typeof issue): typeof issue =>
    (id, why, intercept, more = {}) =>
      row(id, why, intercept, { ...inBrowser, ...more })
  return { issue: within(issue), review: within(review) }
}

const silent = seenBy('requests that fail in silence')
const assets = seenBy('assets')
const policies = seenBy('scripts and policies')

const open = { 'access-control-allow-origin': '*' }

/** A host of the site's own domain. */
const sibling = (label: string, host: Host): Partial<Fault> => ({
  hosts: ({ domain }) => ({ [`${label}.${domain}`]: host }),
})

/** Serves a path with any query. */
const of =
  (pathname: string, reply: Reply): Interceptor =>
  (request) =>
    request.url.pathname === pathname ? reply : undefined

/** A visible section of the site, in front of everything else. */
const inView = (markup: string) =>
  atTop(
    `<section style="position:relative;z-index:2147483000;min-width:640px;padding:16px;background:#fff;color:#111">${markup}</section>`,
  )
const hero = (src: string) =>
  inView(
    `<img src="${src}" alt="Our workshop in spring" width="600" height="300" style="display:block;width:600px;height:300px">`,
  )

const badGateway = text(
  502,
  'text/html',
  '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n',
)
const frontEnd = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Store</title><script type="module" crossorigin src="/assets/index-DkT8w2aQ.js"></script></head><body><div id="app"></div></body></html>',
)

export const setZzRequests: readonly Fault[] = [
  silent.issue(
    'zz-graphql-gateway',
    'The page asks for its products, the gateway has no backend, and the code swallows that.',
    [
      bundle(
        `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ products { id name } }' }) }).then((r) => r.json()).then(({ data }) => { window.products = data.products }).catch(() => {})`,
      ),
      at('/graphql', badGateway),
    ],
  ),
  silent.issue(
    'zz-cors-of-development',
    'The API allows only the origin of the development server.',
    [
      bundle(
        ({ domain }) =>
          `fetch('https://api.${domain}/v1/offers').then((r) => r.json()).then((offers) => { window.offers = offers }).catch(() => {})`,
      ),
    ],
    sibling('api', () =>
      json([{ id: 1 }], { 'access-control-allow-origin': 'http://localhost:5173' }),
    ),
  ),
  silent.issue(
    'zz-api-host-gone',
    'The API was moved, and its old name was deleted while the page still calls it.',
    [
      bundle(
        ({ domain }) =>
          `{ const xhr = new XMLHttpRequest(); xhr.open('GET', 'https://backend.${domain}/stores.json'); xhr.onload = () => { window.stores = JSON.parse(xhr.responseText) }; xhr.send() }`,
      ),
    ],
    sibling('backend', 'nothing'),
  ),
  silent.issue(
    'zz-api-is-front-end',
    'The rule for /api is missing in the proxy, and the front end answers in its place.',
    [
      bundle(
        `fetch('/api/v1/config').then((r) => r.json()).then((config) => { document.title = config.title })`,
      ),
      at('/api/v1/config', frontEnd),
    ],
  ),
  silent.issue(
    'zz-api-of-developer',
    'The build was made without its settings and calls the machine of the developer.',
    [
      bundle(
        `{ const API = 'http://localhost:4000'; fetch(API + '/events').then((r) => r.json()).then((events) => { window.events = events }).catch((e) => console.error('Failed to load events', e)) }`,
      ),
    ],
  ),
  silent.issue(
    'zz-undefined-in-address',
    'The variable of the environment is not set, and its name is in the address of the call.',
    [
      bundle(
        `{ const base = window.__NO_SUCH_SETTING__; fetch('/' + base + '/wp-json/wp/v2/posts').then((r) => r.json()).then((posts) => { window.latest = posts.map((one) => one.title) }).catch(() => {}) }`,
      ),
    ],
  ),
  silent.review(
    'zz-content-service-down',
    'The content service of another company, which the bundle asks at its start, is down.',
    [
      bundle(
        ({ stranger }) =>
          `fetch('https://api.${stranger}/spaces/k2v9/entries').then((r) => r.ok ? r.json() : { items: [] }).then(({ items }) => { window.entries = items })`,
      ),
    ],
    {
      hosts: ({ stranger }) => ({
        [`api.${stranger}`]: () => ({
          ...json({ message: 'upstream connect error or disconnect/reset' }, open),
          status: 503,
        }),
      }),
    },
  ),
  silent.issue(
    'zz-socket-refused',
    'The server of the live prices was not started again after an update.',
    [
      bundle(
        ({ domain }) =>
          `{ const connect = () => { const socket = new WebSocket('wss://live.${domain}/prices'); socket.onmessage = (m) => { window.price = m.data }; socket.onclose = () => setTimeout(connect, 2000) }; connect() }`,
      ),
    ],
    sibling('live', 'refuses'),
  ),
  silent.issue(
    'zz-event-stream-fails',
    'The stream of events that keeps the page up to date gets a bad gateway.',
    [
      bundle(
        `{ const stream = new EventSource('/stream/departures'); stream.onmessage = (m) => { window.departure = m.data } }`,
      ),
      at('/stream/departures', badGateway),
    ],
  ),
  silent.issue(
    'zz-livewire-expired',
    'The page is cached with the token of somebody else, and each call of Livewire gets 419.',
    [
      bundle(
        `fetch('/livewire/update', { method: 'POST', headers: { 'content-type': 'application/json', 'x-livewire': '' }, body: JSON.stringify({ _token: 'WkQ0', components: [] }) }).then((r) => { if (r.ok) return r.json() })`,
      ),
      at(
        '/livewire/update',
        text(419, 'text/html; charset=UTF-8', '<title>Page Expired</title><div>419</div>'),
      ),
    ],
  ),
  policies.issue(
    'zz-chunk-of-last-release',
    'The cached page wants a chunk that the new release has deleted.',
    [bundle(`import('/assets/Checkout-BqV7x1nE.js').then((m) => m.mount(document.body))`)],
  ),
  policies.issue(
    'zz-conflict-in-script',
    'A merge conflict was committed and deployed with the script.',
    [
      bundle(
        `const rate = () => {\n<<<<<<< HEAD\n  return 0.19\n=======\n  return 0.2\n>>>>>>> feature/vat\n}\nwindow.rate = rate\n`,
      ),
    ],
  ),
  policies.issue(
    'zz-plugin-not-loaded',
    'The library of the carousel was removed, but not the line that starts it.',
    [atEnd(`<script>new Splide('#teaser', { type: 'loop', perPage: 3 }).mount();</script>`)],
  ),
  policies.issue(
    'zz-bare-module',
    'The source was uploaded without the build, and the browser does not know its packages.',
    [
      atEnd('<script type="module" src="/src/main.js"></script>'),
      at('/src/main.js', text(200, 'text/javascript', "import { createApp } from 'vue'")),
    ],
  ),
  policies.issue(
    'zz-policy-stops-inline',
    'A strict policy was switched on while the page starts with a script of its own markup.',
    [
      headers({
        'content-security-policy': "default-src 'self'; style-src 'self' 'unsafe-inline'",
      }),
      atEnd(
        `<p id="hours"></p><script>document.getElementById('hours').textContent = 'Open today until six'</script>`,
      ),
    ],
  ),
  policies.issue(
    'zz-policy-stops-api',
    'The policy does not name the new host of the API.',
    [
      headers({ 'content-security-policy': "connect-src 'self'" }),
      bundle(
        ({ domain }) =>
          `fetch('https://api2.${domain}/menu').then((r) => r.json()).then((menu) => { window.menu = menu }).catch(() => {})`,
      ),
    ],
    sibling('api2', () => json({ items: [] }, open)),
  ),
  assets.issue(
    'zz-styles-are-front-end',
    'The fallback of the front end answers for the style sheet.',
    [firstFile('stylesheet', frontEnd)],
    { needs: ['stylesheet'] },
  ),
  assets.review(
    'zz-font-is-page',
    'In the place of the font of the text there is a page that says that it is not there.',
    [
      inHead(
        '<style>@font-face { font-family: Brandon; src: url(/wp-content/uploads/fonts/brandon.woff2) format("woff2") } body, body * { font-family: Brandon, sans-serif !important }</style>',
      ),
      at('/wp-content/uploads/fonts/brandon.woff2', { ...notFound, status: 200 }),
    ],
  ),
  assets.issue(
    'zz-signed-picture-expired',
    'The page is older than the signature in the address of its main picture.',
    [
      hero('/media/workshop.jpg?X-Amz-Date=20240311T090000Z&amp;X-Amz-Expires=3600'),
      of(
        '/media/workshop.jpg',
        text(
          403,
          'application/xml',
          '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
        ),
      ),
    ],
  ),
  assets.issue(
    'zz-image-service-refuses',
    'The host of the pictures is not in the settings of Next.js, which refuses to resize them.',
    [
      hero('/_next/image?url=https%3A%2F%2Fcdn.example%2Fspring.png&amp;w=1200&amp;q=75'),
      of('/_next/image', text(400, 'text/plain', '"url" parameter is not allowed')),
    ],
  ),
  assets.issue(
    'zz-picture-as-text',
    'The picture went through a step that took its bytes for text.',
    [
      hero('/images/spring.jpg'),
      at('/images/spring.jpg', {
        ...text(200, 'image/jpeg', ''),
        body: encode(
          `\ufffd\ufffd\ufffd\ufffd\0\u0010JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0${'\ufffd\0C\ufffd\u0003'.repeat(300)}`,
        ),
      }),
    ],
  ),
  assets.issue(
    'zz-booking-frame-fails',
    'The form to book a table is in a frame, and its server does not answer.',
    [
      inView(
        '<h2>Book a table</h2><iframe src="/booking/form" title="Book a table" width="600" height="320"></iframe>',
      ),
      at('/booking/form', badGateway),
    ],
  ),
]
