import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  json,
  notFound,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')

const open = { 'access-control-allow-origin': '*' }
const refused = (status: number, body: unknown): Reply => ({ ...json(body, open), status })

const fallback = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><div id="app"></div></body></html>',
)

/** Markup that is visible on every page, in front of the page's own content. */
const block = (markup: string) =>
  `<div style="position:relative;z-index:2147483000;background:#fff;padding:12px">${markup}</div>`

export const setWwRequests: readonly Fault[] = [
  silent.issue(
    'ww-basket-overloaded',
    'The service of the basket is down, and the page keeps that to itself.',
    [
      bundle(
        `fetch('/api/v2/basket', { headers: { accept: 'application/json' } }).then((answer) => answer.ok ? answer.json() : null).then((basket) => { if (basket) document.documentElement.dataset.basket = basket.count }).catch(() => {})`,
      ),
      at('/api/v2/basket', refused(503, { title: 'Service Unavailable', status: 503 })),
    ],
    inBrowser,
  ),
  silent.review(
    'ww-schema-migrated',
    'The schema has lost a field that the page still asks for: each answer is an error with status 200.',
    [
      bundle(
        `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ products(first: 12) { id title salePrice } }' }) }).then((answer) => answer.json()).then(({ data }) => { for (const one of data?.products ?? []) document.body.append(one.title) })`,
      ),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "salePrice" on type "Product". Did you mean "price"?',
              locations: [{ line: 1, column: 39 }],
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
        }),
      ),
    ],
    inBrowser,
  ),
  silent.review(
    'ww-search-key-expired',
    'The key of the search service has expired, and the search finds nothing.',
    [
      bundle(
        (site) =>
          `fetch('https://api.${site.stranger}/1/indexes/products/query?x-api-key=8f1b2c').then((answer) => answer.json()).then(({ hits = [] }) => { document.documentElement.dataset.hits = hits.length })`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.stranger}`]: () =>
          refused(403, { message: '"validUntil" parameter expired (less than current date)' }),
      }),
    },
  ),
  silent.issue(
    'ww-origin-of-old-name',
    'The API lets only the old name of the shop read its answers.',
    [
      bundle(
        (site) =>
          `fetch('https://api.${site.domain}/v1/stock').then((answer) => answer.json()).catch(() => {})`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () =>
          json([], { 'access-control-allow-origin': 'https://old-shop.example' }),
      }),
    },
  ),
  silent.issue(
    'ww-preflight-refused',
    'The new gateway does not know OPTIONS, and no price is ever asked for.',
    [
      bundle(
        (site) =>
          `fetch('https://api.${site.domain}/v1/prices', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"skus":["A1","B2"]}' }).then((answer) => answer.json()).catch(() => {})`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: (request) =>
          request.method === 'OPTIONS'
            ? text(405, 'application/json', '{"message":"Method Not Allowed"}')
            : json({ A1: 12.5, B2: 7.2 }, open),
      }),
    },
  ),
  silent.issue(
    'ww-socket-not-proxied',
    'The new proxy does not pass sockets on: the live ticker never gets a line.',
    [
      bundle(
        `const connect = () => { const socket = new WebSocket('wss://' + location.host + '/live/ticker'); socket.onclose = () => setTimeout(connect, 2000) }; connect()`,
      ),
      at('/live/ticker', text(502, 'text/html', '<h1>502 Bad Gateway</h1>')),
    ],
    inBrowser,
  ),
  silent.issue(
    'ww-events-are-a-page',
    'The stream of events is answered by the front end.',
    [
      bundle(
        `const stream = new EventSource('/events/stock'); stream.onmessage = ({ data }) => { document.documentElement.dataset.stock = data }`,
      ),
      at('/events/stock', fallback),
    ],
    inBrowser,
  ),
  silent.issue(
    'ww-base-is-undefined',
    'The build ran without its environment, and asks for undefined/api.',
    [
      bundle(
        `const base = String(undefined); fetch('/' + base + '/api/products').then((answer) => answer.json()).catch(() => {})`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'ww-calls-own-computer',
    'The address of the developer was built in: visitors ask their own computer.',
    [
      bundle(
        `fetch('http://localhost:3001/api/offers').then((answer) => answer.json()).catch(() => {})`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'ww-token-of-cached-page',
    'The cache hands out pages with the token of somebody else, and each update is refused.',
    [
      bundle(
        `fetch('/livewire/update', { method: 'POST', headers: { 'content-type': 'application/json', 'x-csrf-token': 'wq3v8kN2' }, body: '{"components":[]}' }).catch(() => {})`,
      ),
      at(
        '/livewire/update',
        text(419, 'application/json', '{"message":"CSRF token mismatch.","exception":""}'),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'ww-worker-of-last-release',
    'The worker that searches was deleted with the last release.',
    [
      bundle(
        `const worker = new Worker('/assets/search.worker-7c1e02.js'); worker.onerror = (event) => event.preventDefault(); worker.postMessage({ load: true })`,
      ),
      at('/assets/search.worker-7c1e02.js', notFound),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ww-engine-is-a-page',
    'The engine in WebAssembly is answered by the front end, and the start fails.',
    [
      bundle(
        `WebAssembly.instantiateStreaming(fetch('/assets/engine_bg.wasm'), {}).then(({ instance }) => instance.exports.main())`,
      ),
      at('/assets/engine_bg.wasm', fallback),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ww-policy-forgot-new-api',
    'The API moved to a host that the policy of the page does not name.',
    [
      headers({ 'content-security-policy': "connect-src 'self'" }),
      bundle(
        (site) =>
          `fetch('https://api2.${site.domain}/v1/menu').then((answer) => answer.json()).catch(() => {})`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`api2.${site.domain}`]: () => json({ entries: [] }, open) }),
    },
  ),
  scripts.issue(
    'ww-policy-without-inline',
    'The stricter policy went live before the script that fills the prices was moved to a file.',
    [
      headers({ 'content-security-policy': "script-src 'self'" }),
      atTop(
        block(
          `<p>Today's price: <b id="ww-price"></b></p><script>document.getElementById('ww-price').textContent = '12.50 EUR'</script>`,
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ww-policy-trusted-types',
    'Trusted types were switched on, and the application writes its page as a string.',
    [
      headers({ 'content-security-policy': "require-trusted-types-for 'script'" }),
      application(
        `document.getElementById('root').innerHTML = '<h1>Orders</h1><p>These are the orders of today, the newest first.</p>'`,
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'ww-config-never-filled',
    'The template engine did not fill the settings in the script.',
    [
      atEnd(
        '<script>window.shopConfig = {{ shop_config|tojson }}; window.shopLocale = window.shopConfig.locale</script>',
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'ww-optimiser-refuses',
    'The new host of the pictures is not in the list of the optimiser.',
    [
      atTop(
        block(
          '<img src="/_next/image?url=https%3A%2F%2Fcms2.example%2Fhero.jpg&amp;w=1200&amp;q=75" alt="Autumn collection" width="600" height="300">',
        ),
      ),
      at('/_next/image', text(400, 'text/plain', '"url" parameter is not allowed')),
    ],
    inBrowser,
  ),
  assets.issue(
    'ww-signed-picture-expired',
    'The cached page has signed addresses of pictures that have expired.',
    [
      atTop((site) =>
        block(
          `<img src="https://media.${site.domain}/2025/opening.jpg?X-Amz-Date=20250203T081500Z&amp;X-Amz-Expires=604800&amp;X-Amz-Signature=5f1c" alt="The opening" width="600" height="300">`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`media.${site.domain}`]: () =>
          text(
            403,
            'application/xml',
            '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Request has expired</Message><X-Amz-Expires>604800</X-Amz-Expires></Error>',
          ),
      }),
    },
  ),
  assets.review(
    'ww-tag-manager-silent',
    'A script of a third party in the head never answers, and the page stays white for long.',
    [inHead((site) => `<script src="https://tags.${site.stranger}/container.js"></script>`)],
    { ...inBrowser, hosts: (site) => ({ [`tags.${site.stranger}`]: 'silent' }) },
  ),
]
