import {
  at,
  type Fault,
  type Interceptor,
  inHead,
  json,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'
import { draws, framed } from './markup.ts'

const { issue } = rowsOf('requests that fail in silence')

/** A page whose list comes from an API; a failure is swallowed and the list stays empty. */
const listOf = (request: string, heading = 'Our products'): Interceptor =>
  draws(
    framed(`<h1>${heading}</h1><p>All prices include taxes.</p><ul id="list"></ul>`),
    `(${request}).then((r) => r.json()).then((all) => { document.getElementById('list').innerHTML = all.map((one) => '<li>' + one.name + '</li>').join('') }).catch(() => {})`,
  )

const spaFallback = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root"></div><script src="/assets/app-3f2a91c0.js"></script></body></html>',
)

const goods = [{ name: 'Linen apron' }, { name: 'Enamel kettle' }]

/** Lists that stay empty because the client swallows the error. */
export const setMRequests: readonly Fault[] = [
  issue(
    'm-api-500-swallowed',
    'The migration of the database did not run: the products fail.',
    [listOf("fetch('/api/products?page=1')"), at('/api/products', serverError)],
    inBrowser,
  ),
  issue(
    'm-api-on-localhost',
    'The build took the address of the API from the file of the developer.',
    [listOf("fetch('http://localhost:3001/api/products')")],
    inBrowser,
  ),
  issue(
    'm-api-base-undefined',
    'The variable of the address was not set when the site was built.',
    [listOf("fetch('undefined/api/products')")],
    inBrowser,
  ),
  issue(
    'm-cors-new-domain',
    'The API allows the old domain only.',
    [listOf("fetch('https://api.' + location.hostname.slice(4) + '/products')")],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`api.${domain}`]: () =>
          json(goods, { 'access-control-allow-origin': 'https://old.kettle-loom.example' }),
      }),
    },
  ),
  issue(
    'm-cors-wildcard-with-cookies',
    'The API allows every origin, but the request carries cookies.',
    [
      listOf(
        "fetch('https://api.' + location.hostname.slice(4) + '/products', { credentials: 'include' })",
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`api.${domain}`]: () => json(goods, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  issue(
    'm-preflight-redirected',
    'The framework redirects to the path with a slash, even before the question of the browser.',
    [
      listOf(
        "fetch('https://api.' + location.hostname.slice(4) + '/products', { headers: { 'x-shop': 'kl' } })",
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`api.${domain}`]: ({ path }) =>
          path.endsWith('/')
            ? json(goods, {
                'access-control-allow-origin': '*',
                'access-control-allow-headers': '*',
              })
            : { status: 301, headers: { location: `${path}/` }, body: new Uint8Array() },
      }),
    },
  ),
  issue(
    'm-api-over-http',
    'The API is addressed over http from a page over https.',
    [listOf("fetch('http://api.' + location.hostname.slice(4) + '/products')")],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`api.${domain}`]: () => json(goods, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  issue(
    'm-supabase-paused',
    'The project of the database was paused: its name is gone.',
    [
      listOf(
        "fetch('https://' + location.hostname.slice(4).replace('.com', '') + '.supabase.co/rest/v1/products?select=*')",
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({ [`${domain.replace('.com', '')}.supabase.co`]: 'nothing' }),
    },
  ),
  issue(
    'm-firestore-rules-expired',
    'The rules of the test mode ended after thirty days.',
    [
      listOf(
        "fetch('/v1/projects/kettle/databases/(default)/documents/events').then((r) => { if (!r.ok) throw r; return r })",
        'Events',
      ),
      at('/v1/projects/kettle/databases/(default)/documents/events', {
        ...json({
          error: {
            code: 403,
            message: 'Missing or insufficient permissions.',
            status: 'PERMISSION_DENIED',
          },
        }),
        status: 403,
      }),
    ],
    inBrowser,
  ),
  issue(
    'm-graphql-errors',
    'The schema lost a field: every answer is 200 with errors and without data.',
    [
      draws(
        framed('<h1>Our products</h1><ul id="list"></ul>'),
        `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ products { id priceV2 } }' }) }).then((r) => r.json()).then(({ data }) => { for (const one of data?.products ?? []) document.getElementById('list').append(one.id) })`,
      ),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "priceV2" on type "Product". Did you mean "price"?',
              locations: [{ line: 1, column: 17 }],
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
        }),
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-socket-not-upgraded',
    'The proxy does not pass on the upgrade: no price ever comes.',
    [
      draws(
        framed(
          '<h1>Live auction</h1><p>Lot 44: silver coffee pot, Sheffield, about 1840.</p><p>Highest bid: <span id="bid">–</span></p>',
        ),
        `(function open() { const s = new WebSocket('wss://' + location.host + '/cable'); s.onmessage = (m) => { document.getElementById('bid').textContent = m.data }; s.onclose = () => setTimeout(open, 2000) })()`,
      ),
      at('/cable', notFound),
    ],
    inBrowser,
  ),
  issue(
    'm-event-stream-bad-gateway',
    'The stream of departures ends at the gateway.',
    [
      draws(
        framed(
          '<h1>Abfahrten</h1><p>Haltestelle Rathaus</p><table><tbody id="rows"></tbody></table>',
        ),
        `new EventSource('/stream/departures').onmessage = (m) => { document.getElementById('rows').innerHTML += m.data }`,
      ),
      at(
        '/stream/departures',
        text(
          502,
          'text/html',
          '<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center><hr><center>nginx</center></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'm-api-answers-with-page',
    'The rewrite of the single page application catches the API too.',
    [listOf("fetch('/api/products')"), at('/api/products', spaFallback)],
    inBrowser,
  ),
  issue(
    'm-api-gives-up',
    'The API does not answer; the client gives up after four seconds and shows nothing.',
    [
      listOf("fetch('/api/rooms', { signal: AbortSignal.timeout(4000) })", 'Rooms and prices'),
      at('/api/rooms', 'hang'),
    ],
    inBrowser,
  ),
  issue(
    'm-connect-src-forgotten',
    'The new policy does not name the host of the API.',
    [
      inHead(
        `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'">`,
      ),
      listOf("fetch('https://api.' + location.hostname.slice(4) + '/products')"),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`api.${domain}`]: () => json(goods, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
]
