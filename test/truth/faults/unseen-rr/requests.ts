import {
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  type FaultySite,
  firstFile,
  type Host,
  headers,
  type Interceptor,
  inHead,
  json,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf, whole } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')

/** Loads and draws a list. A failure is swallowed. */
const list = (address: string, init = '') =>
  `fetch(${address}${init}).then((answer) => { if (!answer.ok) return []; return answer.json() }).then((items) => { for (const one of items) document.body.append(one.name) }).catch(() => {})`

const shell = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbour</title><script type="module" src="/assets/index-D4kQ.js"></script></head><body><div id="root"></div></body></html>',
)

const picture = (source: string) =>
  atTop(
    `<img src="${source}" alt="View of the harbour" width="800" height="360" style="display:block;position:relative;z-index:9999">`,
  )

const api = (host: Host): Partial<Fault> => ({
  ...inBrowser,
  hosts: (site) => ({ [`api.${site.domain}`]: host }),
})

const rooms = (init = '') => bundle((site) => list(`'https://api.${site.domain}/v1/rooms'`, init))

const forwarded = (path: string, to: (site: FaultySite) => string, status: number): Interceptor => {
  return (request, _upstream, site) =>
    request.path === path
      ? { status, headers: { location: to(site) }, body: new Uint8Array() }
      : undefined
}

const open = { 'access-control-allow-origin': '*' }
const typed = ", { headers: { 'content-type': 'application/json', authorization: 'Bearer guest' } }"

export const setRrRequests: readonly Fault[] = [
  silent.issue(
    'rr-base-of-api-undefined',
    'The address of the API was not set at the build, so the page asks for "undefined/products".',
    [bundle(`{ const env = window.__env || {}; ${list("env.API_URL + '/products'")} }`)],
    inBrowser,
  ),
  silent.issue(
    'rr-api-on-the-own-computer',
    'The bundle still calls the API of the computer of the developer, and no visitor gets the list.',
    [bundle(list("'http://localhost:8080/api/products'"))],
    inBrowser,
  ),
  silent.issue(
    'rr-api-answers-with-the-app',
    'The rule for the router swallows the API, and the page gets its own HTML where it wants data.',
    [
      bundle(
        `fetch('/api/v1/posts').then((answer) => answer.json()).then((posts) => { document.title = posts[0].title }).catch((error) => console.error(error))`,
      ),
      at('/api/v1/posts', shell),
    ],
    inBrowser,
  ),
  silent.issue(
    'rr-origin-allowed-twice',
    'The proxy and the application both write the header for other origins, and browsers refuse two.',
    [rooms()],
    api((_request, _upstream, site) =>
      json([], { 'access-control-allow-origin': `https://${site.host}, *` }),
    ),
  ),
  silent.issue(
    'rr-preflight-not-allowed',
    'The gateway does not know the method OPTIONS, and so the browser never sends the real call.',
    [rooms(typed)],
    api((request) =>
      request.method === 'OPTIONS'
        ? text(405, 'application/json', '{"message":"Method Not Allowed"}')
        : json([], open),
    ),
  ),
  silent.issue(
    'rr-api-forwards-to-http',
    'The framework adds a slash and, behind the proxy, forgets https, and the browser blocks the call.',
    [
      bundle(list("'/api/items'")),
      forwarded('/api/items', (site) => `http://${site.host}/api/items/`, 307),
      at('/api/items/', json([{ name: 'Buoy' }])),
    ],
    inBrowser,
  ),
  silent.issue(
    'rr-api-forwards-to-sign-in',
    'The public API was put behind single sign-on, and its calls are sent to a form of another site.',
    [
      bundle(list("'/api/opening-hours'")),
      forwarded('/api/opening-hours', (site) => `https://sso.${site.stranger}/oauth2/start`, 302),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`sso.${site.stranger}`]: () =>
          text(200, 'text/html', '<title>Sign in</title><form><input type="password"></form>'),
      }),
    },
  ),
  silent.issue(
    'rr-token-of-cached-page',
    'The page comes from a cache with the token of somebody else, and the basket cannot be made.',
    [
      bundle(
        `fetch('/cart/session', { method: 'POST', headers: { 'x-csrf-token': 'pQ3v' } }).then((answer) => answer.ok && answer.json()).catch(() => {})`,
      ),
      at('/cart/session', text(419, 'application/json', '{"message":"CSRF token mismatch."}')),
    ],
    inBrowser,
  ),
  silent.issue(
    'rr-chat-without-sticky-session',
    'The chat opens its session at one server and goes on at another, which does not know it.',
    [
      bundle(
        `{ const chat = '/socket.io/?EIO=4&transport=polling'; fetch(chat).then((answer) => answer.text()).then((first) => fetch(chat + '&sid=' + JSON.parse(first.slice(1)).sid, { method: 'POST', body: '40' })).catch(() => {}) }`,
      ),
      (request) => {
        if (request.url.pathname !== '/socket.io/') return undefined
        return request.url.searchParams.has('sid')
          ? text(400, 'application/json', '{"code":1,"message":"Session ID unknown"}')
          : text(
              200,
              'text/plain; charset=UTF-8',
              '0{"sid":"lv_VI97HAXpY6yYWAAAC","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}',
            )
      },
    ],
    inBrowser,
  ),
  silent.issue(
    'rr-socket-without-upgrade',
    'The proxy does not pass the upgrade on, so the live part of the page tries for ever.',
    [
      bundle(
        `(function connect() { const cable = new WebSocket('wss://' + location.host + '/cable'); cable.onclose = () => setTimeout(connect, 1500) })()`,
      ),
      at('/cable', text(404, 'text/plain', 'Page not found')),
    ],
    inBrowser,
  ),
  silent.issue(
    'rr-events-are-a-page',
    'The stream of news is answered with the front end, and the browser gives it up.',
    [
      bundle(`{ const news = new EventSource('/live/events'); news.onmessage = () => {} }`),
      at('/live/events', shell),
    ],
    inBrowser,
  ),
  silent.review(
    'rr-graphql-says-error',
    'The API answers 200 and says in it that its database is gone, and the page shows nothing of the list.',
    [
      bundle(
        `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ rooms { id name } }' }) }).then((answer) => answer.json()).then(({ data }) => { if (data) document.body.append(data.rooms.length) })`,
      ),
      at(
        '/graphql',
        text(
          200,
          'application/json',
          '{"errors":[{"message":"connect ECONNREFUSED 10.0.3.14:5432","path":["rooms"],"extensions":{"code":"INTERNAL_SERVER_ERROR"}}],"data":null}',
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'rr-policy-forbids-own-api',
    'The new policy names the own host only, and the browser blocks the calls to the API beside it.',
    [rooms(), headers({ 'content-security-policy': "connect-src 'self'; frame-ancestors 'self'" })],
    api(() => json([], open)),
  ),
  silent.review(
    'rr-free-database-paused',
    'The hosted database was paused for want of use, and its name is gone.',
    [bundle(list("'https://kqzvbtwmyxrnhdsfeoap.supabase.co/rest/v1/posts?select=*'"))],
    inBrowser,
  ),
  scripts.issue(
    'rr-sources-not-the-build',
    'The sources were published in place of the build, and no browser runs TypeScript that is sent as a film.',
    [
      whole(
        'Vite + React + TS',
        '<div id="root"></div><script type="module" src="/src/main.tsx"></script>',
      ),
      at(
        '/src/main.tsx',
        text(
          200,
          'video/mp2t',
          "import { StrictMode } from 'react'\nimport { createRoot } from 'react-dom/client'\nimport App from './App.tsx'\n\ncreateRoot(document.getElementById('root')!).render(<StrictMode><App /></StrictMode>)\n",
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'rr-optimiser-defers-the-library',
    'The plug-in for speed loads the library later than the line that starts the slider with it.',
    [
      inHead('<script src="/js/swiper-bundle.min.js" defer></script>'),
      atEnd(`<script>new Swiper('.swiper', { loop: true, autoplay: { delay: 5000 } })</script>`),
      at('/js/swiper-bundle.min.js', text(200, 'text/javascript', 'window.Swiper = class {}')),
    ],
    inBrowser,
  ),
  scripts.issue(
    'rr-policy-keeps-styles-for-print',
    'Styles wait for a handler in the markup that the policy forbids, so the page stays without them.',
    [
      headers({ 'content-security-policy': "script-src 'self'; frame-ancestors 'self'" }),
      document((html) =>
        html.replace(/<link\b[^>]*rel=["']?stylesheet[^>]*>/gi, (tag) =>
          tag
            .replace(/\smedia=(?:"[^"]*"|'[^']*')/i, '')
            .replace(/\s*\/?>$/, ` media="print" onload="this.media='all'">`),
        ),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'rr-styles-not-compiled',
    'The styles were copied as they were written, and not one class is in them.',
    [
      firstFile(
        'stylesheet',
        text(
          200,
          'text/css; charset=utf-8',
          '@tailwind base;\n@tailwind components;\n@tailwind utilities;\n\n@layer components {\n  .btn { @apply rounded px-4 py-2 bg-brand text-white; }\n}\n',
        ),
      ),
    ],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.issue(
    'rr-optimiser-of-pictures-fails',
    'The service that makes pictures smaller cannot reach them, and the picture at the top is broken.',
    [
      picture('/_next/image?url=%2Fimages%2Fhero.jpg&amp;w=1200&amp;q=75'),
      (request) =>
        request.url.pathname === '/_next/image'
          ? text(400, 'text/plain', "The requested resource isn't a valid image.")
          : undefined,
    ],
    inBrowser,
  ),
  assets.issue(
    'rr-signed-picture-ran-out',
    'The signed address of the picture is in a page from the cache, and was good for an hour.',
    [
      atTop(
        (site) =>
          `<img src="https://media.${site.domain}/rooms/12.jpg?X-Amz-Date=20240611T081500Z&amp;X-Amz-Expires=3600&amp;X-Amz-Signature=9f2b" alt="Room with a view" width="800" height="360" style="display:block;position:relative;z-index:9999">`,
      ),
    ],
    {
      ...inBrowser,
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
]
