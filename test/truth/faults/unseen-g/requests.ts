import {
  at,
  atEnd,
  atTop,
  bundle,
  encode,
  type Fault,
  json,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const { issue, review } = rowsOf('requests that fail in silence')
const links = rowsOf('links')
const open = { 'access-control-allow-origin': '*' }

/** Loads a list as most front ends do: a failure leaves it empty. */
const listFrom = (url: string, options = '{}') =>
  `fetch(${url}, ${options}).then((one) => { if (!one.ok) throw new Error(one.statusText); return one.json() }).then((list) => { window.list = list }).catch(() => { window.list = [] })`

/** Written by an outside tester who had not read the rules. */
export const setGRequests: readonly Fault[] = [
  issue(
    'g-api-base-undefined',
    'A variable of the build was not set, and every call goes to a folder named undefined.',
    [bundle(`const api = { base: undefined }; ${listFrom(`'/' + api.base + '/api/products'`)}`)],
    inBrowser,
  ),
  issue(
    'g-api-on-localhost',
    'The bundle was built with the settings of a developer.',
    [bundle(listFrom(`'http://localhost:8080/api/v1/rooms?from=2026-12-01'`))],
    inBrowser,
  ),
  issue(
    'g-api-http',
    'The API is called over http from a page over https, which browsers block.',
    [bundle((site) => listFrom(`'http://api.${site.domain}/v1/orders'`))],
    { ...inBrowser, hosts: (site) => ({ [`api.${site.domain}`]: () => json([], open) }) },
  ),
  issue(
    'g-cors-doubled',
    'The server and the application both allow the origin, which browsers refuse.',
    [bundle((site) => listFrom(`'https://api.${site.domain}/v1/articles'`))],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () => json([], { 'access-control-allow-origin': '*, *' }),
      }),
    },
  ),
  issue(
    'g-preflight-redirect',
    'The API adds a slash by a redirect, which a preflight may not follow.',
    [
      bundle((site) =>
        listFrom(
          `'https://api.${site.domain}/v2/bookings'`,
          `{ headers: { authorization: 'Bearer guest' } }`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: ({ path }) =>
          path.endsWith('/')
            ? json([], { ...open, 'access-control-allow-headers': 'authorization' })
            : {
                status: 307,
                headers: { location: `https://api.${site.domain}${path}/`, ...open },
                body: encode(''),
              },
      }),
    },
  ),
  issue(
    'g-socket-io-400',
    'The proxy does not pass the upgrade, so that the live view never connects.',
    [
      bundle(
        `const connect = () => { const one = new WebSocket('wss://' + location.host + '/socket.io/?EIO=4&transport=websocket'); one.onclose = () => setTimeout(connect, 1000) }; connect()`,
      ),
      at('/socket.io/', text(400, 'application/json', '{"code":3,"message":"Bad request"}')),
    ],
    inBrowser,
  ),
  issue(
    'g-signalr-negotiate',
    'The hub of the dashboard is not mapped.',
    [
      bundle(
        `fetch('/hubs/orders/negotiate?negotiateVersion=1', { method: 'POST' }).then((one) => { if (!one.ok) console.error("Error: Failed to complete negotiation with the server: Error: : Status code '" + one.status + "' Either this is not a SignalR endpoint or there is a proxy blocking the connection.") })`,
      ),
      at('/hubs/orders/negotiate', text(404, 'text/plain', '')),
    ],
    inBrowser,
  ),
  issue(
    'g-api-is-index',
    'Each unknown path is answered with the page, the API too.',
    [
      bundle(`fetch('/api/categories').then((one) => one.json()).catch(console.error)`),
      at('/api/categories', (_request, _upstream, site) =>
        text(200, 'text/html; charset=utf-8', site.page.html),
      ),
    ],
    inBrowser,
  ),
  review(
    'g-search-key-refused',
    'The key of the search service was revoked: the search of the shop finds nothing.',
    [
      bundle((site) =>
        listFrom(
          `'https://k2x-dsn.${site.stranger}/1/indexes/products/query'`,
          `{ method: 'POST', body: '{"query":""}' }`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`k2x-dsn.${site.stranger}`]: () => ({
          ...text(
            403,
            'application/json',
            '{"message":"Invalid Application-ID or API key","status":403}',
          ),
          headers: { 'content-type': 'application/json', ...open },
        }),
      }),
    },
  ),
  issue(
    'g-payment-script-gone',
    'The script of the payment service does not come, and the checkout stops with an exception.',
    [
      atEnd(
        (site) =>
          `<script src="https://js.${site.stranger}/v3/"></script><script>const stripe = Stripe('pk_live_51H8x'); const elements = stripe.elements()</script>`,
      ),
    ],
    inBrowser,
  ),
  issue(
    'g-booking-frame-refused',
    'The calendar of the booking service may not be framed here, and a grey box is in its place.',
    [
      atTop(
        (site) =>
          `<h2>Book a table</h2><iframe title="Booking" src="https://book.${site.stranger}/calendar?venue=812" width="900" height="560"></iframe>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`book.${site.stranger}`]: () => {
          const page = text(
            200,
            'text/html; charset=utf-8',
            '<title>Calendar</title><p>Choose a day</p>',
          )
          return { ...page, headers: { ...page.headers, 'x-frame-options': 'DENY' } }
        },
      }),
    },
  ),
  review(
    'g-worker-registration',
    'The service worker is answered with the page: the site does not work offline.',
    [
      bundle(`navigator.serviceWorker.register('/sw.js')`),
      at('/sw.js', (_request, _upstream, site) =>
        text(200, 'text/html; charset=utf-8', site.page.html),
      ),
    ],
    inBrowser,
  ),
  links.issue(
    'g-link-imprint',
    'The imprint, which the law asks for, is not there.',
    [
      atTop(
        '<nav><a href="/impressum/">Impressum</a> <a href="/datenschutz/">Datenschutz</a></nav>',
      ),
      at('/impressum/', notFound),
      at('/datenschutz/', text(200, 'text/html', '<title>Datenschutz</title><h1>Datenschutz</h1>')),
    ],
    { tools: 'V' },
  ),
  links.issue(
    'g-link-basket',
    'The basket fails.',
    [atTop('<nav><a href="/cart">Basket</a></nav>'), at('/cart', serverError)],
    { tools: 'V' },
  ),
]
