import {
  application,
  at,
  atEnd,
  bundle,
  type Fault,
  headers,
  type Interceptor,
  json,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'
import { cards, fallback, firm, intro } from './pieces.ts'

const { issue, review } = rowsOf('requests that fail in silence')
const policy = rowsOf('scripts and policies')

/** A page whose list is loaded from `address`. If that fails, the list stays empty without a message. */
const listFrom = (address: string, options = ''): string =>
  `document.getElementById('root').innerHTML = '<h1>Second-hand bicycles</h1><p>Checked and repaired in our workshop in Malmö, with one year of warranty.</p><h2>In stock now</h2><ul id="list"></ul>'
  fetch(${JSON.stringify(address)}${options}).then((answer) => answer.json()).then((bikes) => { document.getElementById('list').innerHTML = bikes.map((bike) => '<li>' + bike.name).join('') }).catch(() => {})`

const bikes = [{ name: 'Crescent, 52 cm' }, { name: 'Monark, 56 cm' }]

/** The API on its own host under the site's domain. */
const api =
  (headersOfApi: Readonly<Record<string, string>>): Interceptor =>
  () =>
    json(bikes, headersOfApi)

const dataRows: readonly Fault[] = [
  issue(
    'i-api-host-unknown',
    'The application asks a host that is in no DNS: the list stays empty.',
    [application((site) => listFrom(`https://api-prod.${site.domain}/v1/bikes`))],
    { ...inBrowser, hosts: (site) => ({ [`api-prod.${site.domain}`]: 'nothing' }) },
  ),
  issue(
    'i-api-refuses',
    'Nothing listens on the host of the API.',
    [application((site) => listFrom(`https://backend.${site.domain}/bikes`))],
    { ...inBrowser, hosts: (site) => ({ [`backend.${site.domain}`]: 'refuses' }) },
  ),
  issue(
    'i-api-no-cors',
    'The API answers without Access-Control-Allow-Origin.',
    [application((site) => listFrom(`https://api.${site.domain}/bikes`))],
    { ...inBrowser, hosts: (site) => ({ [`api.${site.domain}`]: api({}) }) },
  ),
  issue(
    'i-api-cors-localhost',
    'The API still allows only the origin of development.',
    [application((site) => listFrom(`https://api.${site.domain}/bikes`))],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: api({
          'access-control-allow-origin': 'http://localhost:5173',
          vary: 'Origin',
        }),
      }),
    },
  ),
  issue(
    'i-api-cors-star-credentials',
    'The API allows every origin, but the application sends credentials.',
    [
      application((site) =>
        listFrom(`https://api.${site.domain}/bikes`, ", { credentials: 'include' }"),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`api.${site.domain}`]: api({ 'access-control-allow-origin': '*' }) }),
    },
  ),
  issue(
    'i-api-preflight-405',
    'The API does not know OPTIONS: no preflight succeeds.',
    [
      application((site) =>
        listFrom(`https://api.${site.domain}/bikes`, ", { headers: { 'x-tenant': 'malmo' } }"),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: (request) =>
          request.method === 'OPTIONS'
            ? text(405, 'text/plain', 'Method Not Allowed')
            : json(bikes, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  issue(
    'i-api-is-html',
    'The rewrite for the application also catches the API: HTML in place of JSON.',
    [application(listFrom('/api/bikes')), at('/api/bikes', fallback)],
    inBrowser,
  ),
  issue(
    'i-api-502-function',
    'The function of the API crashes at each call.',
    [
      application(listFrom('/.netlify/functions/bikes')),
      at('/.netlify/functions/bikes', {
        ...json({ errorType: 'Error', errorMessage: 'MONGODB_URI is not defined' }),
        status: 502,
      }),
    ],
    inBrowser,
  ),
  issue(
    'i-api-on-localhost',
    'The address of the API is that of the developer’s machine.',
    [application(listFrom('http://localhost:8000/api/bikes'))],
    inBrowser,
  ),
  issue(
    'i-api-mixed-content',
    'The page over https asks its API over http.',
    [application((site) => listFrom(`http://api.${site.domain}/bikes`))],
    {
      ...inBrowser,
      hosts: (site) => ({ [`api.${site.domain}`]: api({ 'access-control-allow-origin': '*' }) }),
    },
  ),
  issue(
    'i-api-html-in-healthy-page',
    'The prices of a well page come from a path that is not routed.',
    [
      bundle(
        `fetch('/api/v2/prices?currency=EUR').then((answer) => answer.json()).then((prices) => { document.title = prices[0].name }).catch((error) => console.error('Failed to load prices', error))`,
      ),
      at(
        '/api/v2/prices',
        text(
          404,
          'text/html; charset=utf-8',
          '<!doctype html><title>404</title><h1>404 page not found</h1>',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'i-websocket-not-proxied',
    'The proxy does not pass the upgrade: the live board has no connection.',
    [
      application(
        (site) =>
          `document.getElementById('root').innerHTML = '<h1>Live auction</h1><p>Lot 14: a longcase clock from Mora, around 1830.</p><p id="bid">Highest bid: –</p>'; const socket = new WebSocket('wss://${site.host}/cable'); socket.onmessage = (message) => { document.getElementById('bid').textContent = message.data }`,
      ),
      at('/cable', text(400, 'text/plain', 'Bad Request')),
    ],
    inBrowser,
  ),
  issue(
    'i-eventsource-is-html',
    'The stream of events answers the start page.',
    [
      bundle(
        `const events = new EventSource('/api/stream'); events.onmessage = (event) => { document.title = event.data }`,
      ),
      at('/api/stream', fallback),
    ],
    inBrowser,
  ),
  issue(
    'i-chunk-missing-after-deploy',
    'A chunk of the old build is asked after the new one was deployed.',
    [
      bundle(`import('/assets/Reviews-C0ffee12.js').catch((error) => console.error(error))`),
      at(
        '/assets/Reviews-C0ffee12.js',
        text(404, 'text/html; charset=utf-8', '<h1>Not Found</h1>'),
      ),
    ],
    inBrowser,
  ),
  issue(
    'i-chunk-is-html',
    'In place of a chunk the host answers the start page.',
    [
      bundle(`import('/assets/Checkout-9aa0be31.js').catch((error) => console.error(error))`),
      at('/assets/Checkout-9aa0be31.js', fallback),
    ],
    inBrowser,
  ),
  issue(
    'i-wasm-is-html',
    'The WebAssembly of the viewer was not uploaded; the host answers HTML.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Point cloud viewer</h1><canvas width="640" height="360" style="border:1px solid #999"></canvas><p>Drag to turn the model.</p>'; WebAssembly.instantiateStreaming(fetch('/pkg/viewer_bg.wasm'), {})`,
      ),
      at('/pkg/viewer_bg.wasm', fallback),
    ],
    inBrowser,
  ),
  issue(
    'i-booking-frame-refused',
    'The booking page forbids the frame of its own site.',
    [
      (request, upstream, site) =>
        firm(
          `${intro}<h2>Book a course</h2><iframe title="Booking" src="https://booking.${site.domain}/embed" width="800" height="500"></iframe>`,
        )(request, upstream, site),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`booking.${site.domain}`]: () => {
          const reply = text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><title>Booking</title><h1>Choose a date</h1>',
          )
          return { ...reply, headers: { ...reply.headers, 'x-frame-options': 'DENY' } }
        },
      }),
    },
  ),
  issue(
    'i-own-frame-500',
    'The calendar in the middle of the page is a server error.',
    [
      firm(
        `${intro}<h2>Calendar</h2><iframe title="Calendar" src="/embed/calendar" width="800" height="400"></iframe>${cards}`,
      ),
      at('/embed/calendar', serverError),
    ],
    inBrowser,
  ),
  review(
    'i-service-worker-is-html',
    'The service worker is registered, but the host answers HTML for it.',
    [
      bundle(
        `navigator.serviceWorker.register('/service-worker.js').catch((error) => console.error('Error during service worker registration:', error))`,
      ),
      at('/service-worker.js', fallback),
    ],
    inBrowser,
  ),
  review(
    'i-chat-widget-unknown-host',
    'The host of the chat widget does not exist any more.',
    [atEnd((site) => `<script async src="https://widget.${site.stranger}/loader.js"></script>`)],
    { ...inBrowser, hosts: (site) => ({ [`widget.${site.stranger}`]: 'nothing' }) },
  ),
  review(
    'i-reviews-vendor-403',
    'The vendor of the reviews refuses the key of the site.',
    [
      firm(`${intro}<h2>What customers say</h2><div id="reviews" style="min-height:80px"></div>`),
      atEnd(
        (site) => `<script src="https://cdn.${site.stranger}/reviews.js?key=live_8841"></script>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`cdn.${site.stranger}`]: () => text(403, 'text/plain', 'Invalid key') }),
    },
  ),
]

const widget = text(
  200,
  'text/javascript; charset=utf-8',
  'document.documentElement.dataset.menu = "ready"',
)

const policyRows: readonly Fault[] = [
  policy.issue(
    'i-sri-script',
    'The script was minified after its hash was written: the browser refuses it.',
    [
      atEnd(
        '<script src="/assets/menu.min.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>',
      ),
      at('/assets/menu.min.js', widget),
    ],
    inBrowser,
  ),
  policy.issue(
    'i-sri-stylesheet',
    'The hash of the style sheet is of another version: the page has no styles.',
    [
      (request, upstream, site) =>
        request.path === '/css/site.css'
          ? text(
              200,
              'text/css; charset=utf-8',
              'main { display: grid; gap: 2rem } h1 { color: #a5402d; font-size: 3rem }',
            )
          : firm(`${intro}${cards}`, {
              head: '<link rel="stylesheet" href="/css/site.css" integrity="sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=">',
            })(request, upstream, site),
    ],
    inBrowser,
  ),
  policy.issue(
    'i-csp-inline-bootstrap',
    'The new policy forbids the inline script that starts the application.',
    [
      headers({
        'content-security-policy':
          "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'self'",
      }),
      firm(
        '<div id="shell"></div><script>document.getElementById("shell").innerHTML = "<h1>Your basket</h1><p>Two things are in your basket.</p>"</script>',
      ),
    ],
    inBrowser,
  ),
  policy.issue(
    'i-csp-connect',
    'The policy does not name the host of the API.',
    [
      headers({ 'content-security-policy': "connect-src 'self'; frame-ancestors 'self'" }),
      application((site) => listFrom(`https://api.${site.domain}/bikes`)),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`api.${site.domain}`]: api({ 'access-control-allow-origin': '*' }) }),
    },
  ),
  policy.issue(
    'i-csp-images',
    'The policy forbids the host of the pictures.',
    [
      headers({ 'content-security-policy': "img-src 'self' data:; frame-ancestors 'self'" }),
      (request, upstream, site) =>
        firm(
          `${intro}<p><img src="https://media.${site.domain}/bowl.svg" alt="A bowl with ash glaze" width="600" height="400"></p><p><img src="https://media.${site.domain}/vase.svg" alt="A tall vase" width="600" height="400"></p>`,
        )(request, upstream, site),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`media.${site.domain}`]: () =>
          text(
            200,
            'image/svg+xml',
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2"><rect width="3" height="2" fill="#a5402d"/></svg>',
          ),
      }),
    },
  ),
  policy.issue(
    'i-mixed-script',
    'The script of the slider is asked over http and blocked.',
    [atEnd((site) => `<script src="http://static.${site.domain}/slider.js"></script>`)],
    { ...inBrowser, hosts: (site) => ({ [`static.${site.domain}`]: () => widget }) },
  ),
  policy.issue(
    'i-module-octet-stream',
    'The server does not know .mjs: the module is refused.',
    [
      atEnd('<script type="module" src="/dist/main.mjs"></script>'),
      at(
        '/dist/main.mjs',
        text(200, 'application/octet-stream', 'document.documentElement.dataset.ready = "1"'),
      ),
    ],
    inBrowser,
  ),
  policy.issue(
    'i-script-is-fallback',
    'The hashed script of the old build answers the start page.',
    [
      atEnd('<script type="module" crossorigin src="/assets/index-DqW8l1aC.js"></script>'),
      at('/assets/index-DqW8l1aC.js', fallback),
    ],
    inBrowser,
  ),
  policy.issue(
    'i-import-outside-module',
    'An ES module is loaded as a classic script.',
    [bundle(`import { mount } from './mount.js'\nmount(document.body)`)],
    inBrowser,
  ),
  policy.issue(
    'i-process-undefined',
    'The bundle was built for Node: process is not defined.',
    [bundle(`const mode = process.env.NODE_ENV; document.documentElement.dataset.mode = mode`)],
    inBrowser,
  ),
  policy.issue(
    'i-map-of-undefined',
    'The shape of the data changed: the script of the page throws.',
    [bundle(`const state = { data: {} }; state.data.items.map((item) => item.id)`)],
    inBrowser,
  ),
  policy.issue(
    'i-script-cut-off',
    'The upload of the bundle broke off: the script does not parse.',
    [
      bundle(
        `(function () { var menu = document.querySelector('.menu'); document.addEventListener('click', function (event) { if (event.target`,
      ),
    ],
    inBrowser,
  ),
  policy.issue(
    'i-firebase-key',
    'The key of Firebase was not set in the build.',
    [
      application(
        `const key = undefined; document.getElementById('root').innerHTML = '<div style="margin:30vh auto;width:40px"></div>'; if (!key) throw new Error('Firebase: Error (auth/invalid-api-key).')`,
      ),
    ],
    inBrowser,
  ),
  policy.issue(
    'i-jquery-not-defined',
    'The theme moved jQuery to the end, the plugin stayed at the top.',
    [atEnd('<script>jQuery(function ($) { $(".slick").slick({ dots: true }) })</script>')],
    { ...inBrowser },
  ),
]

export const setIRequests: readonly Fault[] = [...dataRows, ...policyRows]
