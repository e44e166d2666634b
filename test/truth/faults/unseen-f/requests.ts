import { at, bundle, type Fault, inHead, json, uncached } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const requests = rowsOf('requests that fail in silence')
const lateOnes = rowsOf('fails late')
const quiet = (url: string, options = '') =>
  `fetch(${url}${options}).then((one) => one.json()).then((data) => { window.data = data }).catch(() => {})`
const shell = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><title>Shop</title><div id="app"></div>',
)

/** Written by an author who had not read the rules, their data or the other unseen sets. */
export const setFRequests: readonly Fault[] = [
  requests.issue(
    'f-cors-of-preview',
    'The API allows the preview deployment, not the production site.',
    [bundle((site) => quiet(`'https://api.${site.domain}/v1/rooms'`))],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () =>
          json([], { 'access-control-allow-origin': 'https://shop-git-main-team.vercel.app' }),
      }),
    },
  ),
  requests.issue(
    'f-cors-twice',
    'The application and the ingress both add the field.',
    [bundle((site) => quiet(`'https://api.${site.domain}/v1/rooms'`))],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () => json([], { 'access-control-allow-origin': '*, *' }),
      }),
    },
  ),
  requests.issue(
    'f-preflight-405',
    'The router knows POST and answers the preflight with 405.',
    [
      bundle((site) =>
        quiet(
          `'https://api.${site.domain}/availability'`,
          `, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"nights":2}' }`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: (request) =>
          request.method === 'OPTIONS'
            ? text(405, 'text/plain', 'Method Not Allowed')
            : json({ rooms: [] }, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  requests.issue(
    'f-api-over-http',
    'The address of the API in the build begins with http.',
    [bundle((site) => quiet(`'http://api.${site.domain}/v1/rooms'`))],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () => json([], { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  requests.issue(
    'f-notice-before-json',
    'PHP prints a notice before the data, and the page shows no articles.',
    [
      bundle(quiet(`'/wp-json/shop/v1/articles'`)),
      at(
        '/wp-json/shop/v1/articles',
        text(
          200,
          'application/json; charset=UTF-8',
          '<br />\n<b>Notice</b>:  Undefined index: lang in <b>/var/www/html/wp-content/plugins/shop/api.php</b> on line <b>88</b><br />\n{"items":[]}',
        ),
      ),
    ],
    inBrowser,
  ),
  requests.issue(
    'f-api-undefined-host',
    'The variable for the API was empty while the site was built.',
    [
      bundle(quiet(`'/undefined/api/catalog'`)),
      at('/undefined/api/catalog', text(404, 'text/html', '<h1>404 Not Found</h1>')),
    ],
    inBrowser,
  ),
  requests.issue(
    'f-socket-no-upgrade',
    'The ingress passes the handshake as a plain request.',
    [
      bundle(
        (site) =>
          `const socket = new WebSocket('wss://${site.host}/ws/seats'); socket.onerror = () => {}`,
      ),
      at('/ws/seats', text(400, 'text/plain', 'Bad Request')),
    ],
    inBrowser,
  ),
  requests.issue(
    'f-events-as-page',
    'The stream of events gets the shell of the application.',
    [bundle(`new EventSource('/api/stream').onerror = () => {}`), at('/api/stream', shell)],
    inBrowser,
  ),
  requests.issue(
    'f-import-map-gone',
    'The module that the map names was renamed.',
    [
      inHead('<script type="importmap">{"imports":{"store":"/modules/store-1.4.2.js"}}</script>'),
      bundle(`import('store').catch(() => {})`),
      at('/modules/store-1.4.2.js', shell),
    ],
    inBrowser,
  ),
  requests.review(
    'f-worker-is-shell',
    'The service worker is answered with the shell: no offline use, and an old one stays.',
    [
      bundle(
        `if ('serviceWorker' in navigator) navigator.serviceWorker.register('/service-worker.js').catch(() => {})`,
      ),
      at('/service-worker.js', shell),
    ],
    inBrowser,
  ),
  requests.review(
    'f-search-key-refused',
    'The key for the search service has expired.',
    [
      bundle((site) =>
        quiet(`'https://search.${site.stranger}/1/indexes/rooms?key=3f1c&hitsPerPage=8'`),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`search.${site.stranger}`]: () => ({
          ...json(
            { message: 'Invalid Application-ID or API key', status: 403 },
            { 'access-control-allow-origin': '*' },
          ),
          status: 403,
        }),
      }),
    },
  ),
  lateOnes.issue(
    'f-chunk-after-three-seconds',
    'The part that is loaded when the page is idle was removed by the deployment.',
    [
      bundle(`setTimeout(() => { import('/assets/Calendar-Bx81.js').catch(() => {}) }, 1600)`),
      at('/assets/Calendar-Bx81.js', text(404, 'text/plain', 'Not Found')),
    ],
    inBrowser,
  ),
  lateOnes.issue(
    'f-second-poll-500',
    'The second question for the seats fails, and each after it.',
    [
      bundle(
        `const ask = () => fetch('/api/seats').then((one) => one.json()).then(() => setTimeout(ask, 800)).catch(() => {}); ask()`,
      ),
      at('/api/seats', (request) =>
        request.n === 1 ? json({ free: 12 }, uncached) : text(500, 'text/plain', 'worker timeout'),
      ),
    ],
    inBrowser,
  ),
]
