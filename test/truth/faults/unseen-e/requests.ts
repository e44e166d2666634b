import {
  application,
  at,
  bundle,
  type Fault,
  type FaultySite,
  json,
  serverError,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const lately = rowsOf('fails late')

/** A call whose failure the page swallows. */
const quiet = (url: string, options = '{}') =>
  `fetch(${url}, ${options}).then((one) => { if (!one.ok) throw one; return one.json() }).then((data) => { window.data = data }).catch(() => {})`
const html = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><title>Shop</title><div id="root"></div></html>',
)
const status = (code: number, value: unknown): Reply => ({ ...json(value), status: code })
const api = (site: FaultySite) => `api.${site.domain}`
const withHeaders = (reply: Reply, more: Reply['headers']): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...more },
})

const own: readonly Fault[] = [
  silent.issue(
    'e-storefront-key-refused',
    'The key of the shop is that of the test environment, so no product comes.',
    [
      bundle(
        quiet(
          `'/api/storefront/v1/products?limit=24'`,
          `{ headers: { 'x-api-key': 'pk_test_1' } }`,
        ),
      ),
      at('/api/storefront/v1/products', status(401, { message: 'Invalid API key provided' })),
    ],
    inBrowser,
  ),
  silent.issue(
    'e-api-over-http',
    'The address of the API in the build begins with http.',
    [bundle((site) => quiet(`'http://${api(site)}/v1/rooms?from=2026-12-01'`))],
    {
      ...inBrowser,
      hosts: (site) => ({
        [api(site)]: () => json([], { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  silent.issue(
    'e-preflight-401',
    'The API wants a token for the preflight too, which no browser sends.',
    [
      bundle((site) =>
        quiet(
          `'https://${api(site)}/v2/availability'`,
          `{ headers: { 'content-type': 'application/json' } }`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [api(site)]: (request) => {
          if (request.method === 'OPTIONS') return status(401, { error: 'Unauthorized' })
          return json([], { 'access-control-allow-origin': `https://${site.host}` })
        },
      }),
    },
  ),
  silent.issue(
    'e-cors-other-origin',
    'The API allows the domain without www.',
    [bundle((site) => quiet(`'https://${api(site)}/v1/menu'`))],
    {
      ...inBrowser,
      hosts: (site) => ({
        [api(site)]: () =>
          json([], { 'access-control-allow-origin': `https://${site.domain}`, vary: 'Origin' }),
      }),
    },
  ),
  silent.issue(
    'e-cors-twice',
    'The application and the server in front of it both allow the origin.',
    [bundle((site) => quiet(`'https://${api(site)}/v1/menu'`))],
    {
      ...inBrowser,
      hosts: (site) => ({
        [api(site)]: () =>
          withHeaders(json([]), { 'access-control-allow-origin': ['*', `https://${site.host}`] }),
      }),
    },
  ),
  silent.issue(
    'e-events-as-page',
    'The stream of events is answered with the page of the application.',
    [bundle(`new EventSource('/api/notifications/stream')`), at('/api/notifications/stream', html)],
    inBrowser,
  ),
  silent.issue(
    'e-socketio-not-routed',
    'The path of the socket is not routed to the program that serves it.',
    [
      bundle(
        `const poll = () => fetch('/socket.io/?EIO=4&transport=polling&t=' + Date.now().toString(36)).then((one) => { if (!one.ok) setTimeout(poll, 1000) }).catch(() => setTimeout(poll, 1000)); poll()`,
      ),
      at('/socket.io/', text(404, 'text/html; charset=utf-8', '<pre>Cannot GET /socket.io/</pre>')),
    ],
    inBrowser,
  ),
  silent.issue(
    'e-runtime-settings-as-page',
    'The settings that the container should write are not there.',
    [bundle(quiet(`'/config/runtime.json'`)), at('/config/runtime.json', html)],
    inBrowser,
  ),
  silent.issue(
    'e-django-api-csrf',
    'The API refuses what the page sends, since the new domain is not trusted.',
    [
      bundle(
        quiet(
          `'/api/guest-session/'`,
          `{ method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }`,
        ),
      ),
      at(
        '/api/guest-session/',
        status(403, {
          detail:
            'CSRF Failed: Origin checking failed - https://www.shop.example does not match any trusted origins.',
        }),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'e-function-timed-out',
    'The function with the offers takes longer than the platform allows.',
    [
      bundle(quiet(`'/api/offers'`)),
      at(
        '/api/offers',
        text(
          504,
          'text/plain; charset=utf-8',
          'An error occurred with your deployment\n\nFUNCTION_INVOCATION_TIMEOUT\n\nfra1::n7xkt-1763861012345-0b1c2d3e4f5a\n',
        ),
      ),
    ],
    inBrowser,
  ),
  silent.review(
    'e-api-200-says-500',
    'The API fails with a status that says it is well.',
    [
      bundle(quiet(`'/api/v1/tours'`)),
      at(
        '/api/v1/tours',
        json({ success: false, statusCode: 500, message: 'Internal server error' }),
      ),
    ],
    inBrowser,
  ),
  silent.review(
    'e-api-429',
    'The limit of calls counts all visitors as one.',
    [
      bundle(quiet(`'/api/v1/tours'`)),
      at(
        '/api/v1/tours',
        withHeaders(status(429, { message: 'Too Many Attempts.' }), { 'retry-after': '58' }),
      ),
    ],
    inBrowser,
  ),
]

const others: readonly Fault[] = [
  silent.review(
    'e-search-key-refused',
    'The service that searches the shop does not know its key.',
    [
      bundle((site) =>
        quiet(
          `'https://k2xq-dsn.${site.stranger}/1/indexes/products?x-algolia-application-id=K2XQ&x-algolia-api-key=1f'`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`k2xq-dsn.${site.stranger}`]: () =>
          withHeaders(status(403, { message: 'Invalid Application-ID or API key', status: 403 }), {
            'access-control-allow-origin': '*',
          }),
      }),
    },
  ),
  silent.review(
    'e-content-service-gone',
    'The service with the texts of the start page has deleted the project.',
    [
      bundle((site) =>
        quiet(
          `'https://q8rt1v0z.apicdn.${site.stranger}/v2025-01-01/data/query/production?query=*'`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`q8rt1v0z.apicdn.${site.stranger}`]: () =>
          withHeaders(
            status(404, {
              statusCode: 404,
              error: 'Not Found',
              message: 'Project not found: "q8rt1v0z"',
            }),
            { 'access-control-allow-origin': '*' },
          ),
      }),
    },
  ),
]

const late: readonly Fault[] = [
  lately.issue(
    'e-unmounts-after-data',
    'The page is there, and goes when its data come without the list that it wants.',
    [
      application(
        `const root = document.getElementById('root'); root.innerHTML = '<h1>Rooms</h1>' + '<p>Quiet rooms above the harbour, with breakfast.</p>'.repeat(5); setTimeout(async () => { const data = await (await fetch('/api/rooms')).json(); try { data.items.map((one) => one) } catch (error) { root.innerHTML = ''; throw error } }, 1200)`,
      ),
      at('/api/rooms', json({ items: null })),
    ],
    inBrowser,
  ),
  lately.issue(
    'e-chunk-when-idle',
    'The part with the cart is loaded when the browser has time, and is of the last release.',
    [
      bundle(
        `setTimeout(() => requestIdleCallback(() => { import('/assets/cart-drawer-5c21e0aa.js') }), 1500)`,
      ),
      at('/assets/cart-drawer-5c21e0aa.js', text(404, 'text/plain', 'Not Found')),
    ],
    inBrowser,
  ),
  lately.issue(
    'e-stock-fails-late',
    'The number that is left is fetched when the page is drawn, and a message says that it failed.',
    [
      bundle(
        `setTimeout(() => fetch('/api/stock/1042').then((one) => { if (!one.ok) throw new Error('stock ' + one.status) }).catch((error) => { console.error(error); const one = document.createElement('div'); one.setAttribute('role', 'alert'); one.textContent = 'Não foi possível carregar o estoque. Tente novamente.'; document.body.prepend(one) }), 1000)`,
      ),
      at('/api/stock/1042', serverError),
    ],
    inBrowser,
  ),
]

/** Written after the rules of 2026-11-23.1 by an author who had not read them. */
export const setERequests: readonly Fault[] = [...own, ...others, ...late]
