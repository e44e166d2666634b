import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  type Host,
  headers,
  inHead,
  json,
  late,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const scripts = rowsOf('scripts and policies')
const assets = rowsOf('assets')
const failing = rowsOf('fails late')

const open = { 'access-control-allow-origin': '*' }
const nothing = new Uint8Array()
const script = (source: string) => text(200, 'text/javascript; charset=utf-8', source)
const refusal = (status: number, value: unknown): Reply => ({ ...json(value), status })

/** Calls the API at `api.` under the site's domain. A failure is swallowed. */
const asksApi = (options = '{}') =>
  bundle(
    (site) =>
      `fetch('https://api.${site.domain}/v1/stock', ${options}).then((answer) => answer.json()).then((stock) => { window.stock = stock }).catch(() => {})`,
  )
/** The API at `api.` under the site's domain. */
const api = (host: Host): Partial<Fault> => ({
  ...inBrowser,
  hosts: (site) => ({ [`api.${site.domain}`]: host }),
})
const asksStock = bundle(
  `fetch('/api/stock').then((answer) => answer.json()).then((stock) => { window.stock = stock }).catch((error) => console.error(error))`,
)
const picture = (source: string) =>
  `<p><img src="${source}" alt="The shop from the street" width="800" height="400"></p>`

export const setSRequests: readonly Fault[] = [
  silent.issue(
    's-api-has-no-name',
    'The name of the API was never made.',
    [asksApi()],
    api('nothing'),
  ),
  silent.issue(
    's-preflight-405',
    'The API answers what is asked for, but not the question that the browser asks first.',
    [asksApi(`{ headers: { 'x-shop-version': '12' } }`)],
    api(({ method }) =>
      method === 'OPTIONS'
        ? { status: 405, headers: { allow: 'GET' }, body: nothing }
        : json([], open),
    ),
  ),
  silent.issue(
    's-allowed-origin-of-staging',
    'The API allows the address of the staging site only.',
    [asksApi()],
    api((_request, _upstream, site) =>
      json([], { 'access-control-allow-origin': `https://staging.${site.domain}` }),
    ),
  ),
  silent.issue(
    's-sign-in-in-place-of-json',
    'A gateway in front of the API sends its page for signing in.',
    [
      asksStock,
      at(
        '/api/stock',
        text(200, 'text/html; charset=utf-8', '<!doctype html><title>Sign in</title><form></form>'),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    's-sent-on-to-http',
    'The backend does not know that it is behind TLS, and sends the browser to an address without.',
    [
      asksStock,
      at('/api/stock', (_request, _upstream, site) => ({
        status: 307,
        headers: { location: `http://api.${site.domain}/stock/` },
        body: nothing,
      })),
    ],
    api(() => json([], open)),
  ),
  silent.issue(
    's-events-are-a-page',
    'The stream of events ends at a rule that answers everything with the page.',
    [
      bundle(`new EventSource('/events').onmessage = (event) => { document.title = event.data }`),
      at('/events', text(200, 'text/html; charset=utf-8', '<!doctype html><title>Shop</title>')),
    ],
    inBrowser,
  ),
  silent.issue(
    's-token-of-server-expired',
    'What everybody may see is refused, for the token of the site has expired.',
    [
      bundle(
        `fetch('/api/products').then((answer) => answer.ok ? answer.json() : { items: [] }).then(({ items }) => { window.products = items })`,
      ),
      at(
        '/api/products',
        refusal(401, { error: 'invalid_token', error_description: 'The access token expired' }),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    's-api-of-the-developer',
    'The build has the address of the API on the machine of the developer.',
    [
      bundle(
        `fetch('http://localhost:8000/api/products').then((answer) => answer.json()).catch(() => {})`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    's-answer-cut',
    'The answer of the API ends in the middle.',
    [
      asksStock,
      at('/api/stock', {
        cut: json(Array.from({ length: 200 }, (_one, id) => ({ id, name: `Part ${id}` }))),
        after: 900,
      }),
    ],
    inBrowser,
  ),
  failing.issue(
    's-gateway-waits-in-vain',
    'After some seconds the gateway gives up the service behind it.',
    [
      bundle(`setTimeout(() => fetch('/api/recommended').catch(() => {}), 1000)`),
      at(
        '/api/recommended',
        late(2_500, () => text(504, 'text/plain', 'Gateway Timeout')),
      ),
    ],
    inBrowser,
  ),
  silent.review(
    's-payments-down',
    'The script for payments is at a company that does not answer.',
    [inHead((site) => `<script async src="https://js.${site.stranger}/v3/pay.js"></script>`)],
    { ...inBrowser, hosts: (site) => ({ [`js.${site.stranger}`]: 'refuses' }) },
  ),
  silent.review(
    's-ratings-down',
    'The stars are from another company, whose service fails.',
    [
      bundle(
        (site) => `fetch('https://ratings.${site.stranger}/api/stars?shop=12').catch(() => {})`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`ratings.${site.stranger}`]: () => ({
          ...json({ error: 'unavailable' }, open),
          status: 503,
        }),
      }),
    },
  ),
  scripts.issue(
    's-socket-without-tls',
    'The address of the socket was written for a site without TLS.',
    [bundle('new WebSocket("ws://" + location.host + "/cable").onmessage = () => {}')],
    inBrowser,
  ),
  scripts.issue(
    's-bare-name-of-module',
    'The source is deployed as it is, and the browser does not know what the name of a package means.',
    [
      whole(
        'Parts',
        `<h1>Parts</h1>${about}<div id="app"></div><script type="module">import { createApp } from 'vue'; createApp({ template: '<p>12 parts</p>' }).mount('#app')</script>`,
      ),
    ],
    inBrowser,
  ),
  failing.issue(
    's-chunk-is-the-page',
    'After a deployment an old part of the application is answered with the page.',
    [
      bundle(
        `setTimeout(() => import('/assets/cart-77b0c2.js').then((cart) => cart.start()), 1500)`,
      ),
      at(
        '/assets/cart-77b0c2.js',
        text(200, 'text/html; charset=utf-8', '<!doctype html><title>Shop</title>'),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    's-own-script-altered',
    'The network in front of the site shrinks a script, and its digest no longer fits.',
    [
      atEnd(
        '<script src="/assets/menu-5d01.js" integrity="sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="></script>',
      ),
      at('/assets/menu-5d01.js', script('document.documentElement.dataset.menu = "ready"')),
    ],
    inBrowser,
  ),
  scripts.issue(
    's-policy-without-api',
    'The API moved to another name, which the policy does not allow.',
    [
      headers({
        'content-security-policy':
          "default-src * data: blob: 'unsafe-inline' 'unsafe-eval'; connect-src 'self'",
      }),
      asksApi(),
    ],
    api(() => json([], open)),
  ),
  scripts.issue(
    's-nonce-of-yesterday',
    'The document is from a cache, the policy is new, and no script may run.',
    [
      headers({ 'content-security-policy': "script-src 'nonce-Yk2hVQ81'" }),
      application(`document.getElementById('root').innerHTML = '<h1>Orders</h1>'`),
    ],
    inBrowser,
  ),
  scripts.issue(
    's-setting-not-built-in',
    'A variable was not set when the application was built, and it does not start.',
    [
      application(
        `const supabaseUrl = undefined; if (!supabaseUrl) throw new Error('supabaseUrl is required.')`,
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    's-signed-pictures-expired',
    'The signed addresses of the pictures were good for a week.',
    [
      whole(
        'Shop',
        `<h1>Shop</h1>${picture('/media/street.jpg?X-Amz-Expires=604800')}${picture('/media/stove.jpg?X-Amz-Expires=604800')}${about}`,
      ),
      ...['/media/street.jpg', '/media/stove.jpg'].map((path) =>
        at(
          path,
          text(
            403,
            'application/xml',
            '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
          ),
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    's-pictures-not-in-policy',
    'The policy forbids the host of the pictures.',
    [
      headers({ 'content-security-policy': "img-src 'self' data:" }),
      atTop((site) => picture(`https://static.${site.domain}/street.svg`)),
      whole('Shop', `<h1>Shop</h1>${about}`),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`static.${site.domain}`]: () =>
          text(
            200,
            'image/svg+xml',
            '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"><rect width="8" height="4" fill="teal"/></svg>',
          ),
      }),
    },
  ),
]
