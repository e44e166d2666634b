import {
  at,
  atEnd,
  bundle,
  document,
  everyAsset,
  type Fault,
  firstFile,
  headers,
  type Interceptor,
  inHead,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'

const row =
  (group: Fault['group'], tools: NonNullable<Fault['tools']>) =>
  (id: string, why: string, more: Partial<Fault>): Fault => ({
    id,
    group,
    wanted: 'ISSUE',
    tools,
    why,
    ...more,
  })
const silent = row('requests that fail in silence', 'RV')
const asset = row('assets', 'RV')
const script = row('scripts and policies', 'RV')
const deployed = row('deployment', 'PRV')
const link = row('links', 'V')
const quiet = (url: string) =>
  `fetch(${url}).then((one) => one.json()).then((data) => { window.data = data }).catch(() => {})`
const html = text(200, 'text/html; charset=utf-8', '<!doctype html><title>Shop</title><p>Shop</p>')
const status = (
  code: number,
  more: Readonly<Record<string, string>> = {},
): readonly Interceptor[] => [
  (request, upstream) => {
    if (!request.isPage) return undefined
    const reply = upstream()
    return { ...reply, status: code, headers: { ...reply.headers, ...more } }
  },
]
const days = (count: number) => new Date(Date.now() + count * 86_400_000)
const moved = (to: string): readonly Interceptor[] => [
  (request) =>
    request.isPage ? { status: 302, headers: { location: to }, body: new Uint8Array() } : undefined,
]

/** Written after the rules of 2026-11-22.9 by an author who had not read them. */
export const heldOutRequests: readonly Fault[] = [
  silent('own-api-502', 'The API is down, and the page hides it.', {
    intercept: [
      bundle(quiet(`'/api/v2/products'`)),
      at('/api/v2/products', text(502, 'text/html', '<h1>502 Bad Gateway</h1>')),
    ],
  }),
  silent('staging-api', 'The API of the test environment does not exist any more.', {
    intercept: [bundle((site) => quiet(`'https://staging-api.${site.domain}/products'`))],
  }),
  silent('api-to-login', 'The API sends the page to a login.', {
    intercept: [
      bundle(quiet(`'/api/products'`)),
      at('/api/products', { status: 302, headers: { location: '/login' }, body: new Uint8Array() }),
      at('/login', html),
    ],
  }),
  silent('api-empty', 'The API answers nothing where JSON was expected.', {
    wanted: 'REVIEW',
    intercept: [
      bundle(quiet(`'/api/products'`)),
      at('/api/products', text(200, 'application/json', '')),
    ],
  }),
  silent('eventsource-500', 'The stream of events fails.', {
    intercept: [bundle(`new EventSource('/events')`), at('/events', serverError)],
  }),
  silent('websocket-refused', 'Nothing listens at the socket.', {
    intercept: [bundle((site) => `new WebSocket('wss://live.${site.domain}/feed')`)],
    hosts: (site) => ({ [`live.${site.domain}`]: 'refuses' }),
  }),
  silent('xhr-reset', 'A connection that is cut, by XMLHttpRequest.', {
    intercept: [
      bundle(
        `const one = new XMLHttpRequest(); one.open('GET', '/api/cart'); one.onerror = () => {}; one.send()`,
      ),
      at('/api/cart', 'reset'),
    ],
  }),
  silent('third-party-login-gone', 'The bundle asks a service for identities that is gone.', {
    wanted: 'REVIEW',
    intercept: [
      bundle((site) => quiet(`'https://id.${site.stranger}/.well-known/openid-configuration'`)),
    ],
  }),
  silent('third-party-500', 'The bundle asks a service that fails.', {
    wanted: 'REVIEW',
    intercept: [bundle((site) => quiet(`'https://search.${site.stranger}/v1/config'`))],
    hosts: (site) => ({
      [`search.${site.stranger}`]: () => ({
        ...serverError,
        headers: { ...serverError.headers, 'access-control-allow-origin': '*' },
      }),
    }),
  }),
  silent('worker-as-page', 'A page in place of the script of a worker.', {
    intercept: [bundle(`new Worker('/worker.js')`), at('/worker.js', html)],
  }),
  silent('wasm-as-page', 'A page in place of a program.', {
    intercept: [
      bundle(`WebAssembly.instantiateStreaming(fetch('/app.wasm')).catch(() => {})`),
      at('/app.wasm', html),
    ],
  }),
  asset('stylesheet-403', 'The style sheet is forbidden.', {
    needs: ['stylesheet'],
    intercept: [firstFile('stylesheet', text(403, 'text/html', '<h1>Forbidden</h1>'))],
  }),
  asset('stylesheet-plain', 'The style sheet has a type that browsers refuse.', {
    needs: ['stylesheet'],
    intercept: [everyAsset(/\.css$/, text(200, 'text/plain', 'body { color: red }'))],
  }),
  asset('script-as-picture', 'The script has a type that browsers refuse.', {
    intercept: [
      inHead('<script src="/assets/core.js"></script>'),
      at('/assets/core.js', text(200, 'image/png', 'window.core = 1')),
    ],
  }),
  asset('stylesheet-cut', 'The style sheet ends in the middle.', {
    needs: ['stylesheet'],
    intercept: [
      firstFile('stylesheet', {
        cut: text(200, 'text/css', 'body { margin: 0 }\n'.repeat(4000)),
        after: 2000,
      }),
    ],
  }),
  asset('lazy-style-missing', 'The styles of a part that is loaded later.', {
    intercept: [
      bundle(
        `const one = document.createElement('link'); one.rel = 'stylesheet'; one.href = '/assets/cart-91c0.css'; document.head.append(one)`,
      ),
      at('/assets/cart-91c0.css', notFound),
    ],
  }),
  asset('picture-sources-404', 'None of the sources of the large picture exists.', {
    intercept: [atTopPicture(), at('/hero.avif', notFound), at('/hero.jpg', notFound)],
  }),
  asset('all-pictures-403', 'The pictures may not be shown here.', {
    needs: ['image'],
    wanted: 'REVIEW',
    intercept: [
      everyAsset(/\.(?:png|jpe?g|gif|webp|svg)$/, text(403, 'text/html', '<h1>Forbidden</h1>')),
    ],
  }),
  asset('font-as-page', 'A page in place of a font.', {
    wanted: 'REVIEW',
    intercept: [
      inHead(
        '<style>@font-face { font-family: Own; src: url(/own.woff2) } body, body * { font-family: Own, serif !important }</style>',
      ),
      at('/own.woff2', html),
    ],
  }),
  asset('frame-500', 'What a frame should show fails.', {
    wanted: 'REVIEW',
    intercept: [atTopFrame(), at('/widget', serverError)],
  }),
  asset('base-localhost', 'All addresses of the page are those of a developer.', {
    needs: ['stylesheet'],
    intercept: [
      document((markup) =>
        markup.replace(/<head[^>]*>/i, (tag) => `${tag}<base href="http://localhost:3000/">`),
      ),
    ],
  }),
  asset('base-elsewhere', 'All addresses of the page are below a folder that is not there.', {
    needs: ['stylesheet'],
    intercept: [
      document((markup) => markup.replace(/<head[^>]*>/i, (tag) => `${tag}<base href="/app/v2/">`)),
      everyAsset(/^\/app\/v2\//, notFound),
    ],
  }),
  script('timer-throws', 'An exception two seconds after the start.', {
    intercept: [bundle(`setTimeout(() => { window.cart.items.length }, 2000)`)],
  }),
  script('process-undefined', 'A name that only the build tool knows.', {
    intercept: [bundle(`if (process.env.NODE_ENV !== 'production') console.log('x')`)],
  }),
  script('not-a-function', 'The data has another shape than expected.', {
    intercept: [
      bundle(
        `document.addEventListener('DOMContentLoaded', () => {}); ({ items: {} }).items.map((one) => one)`,
      ),
    ],
  }),
  script('element-twice', 'Two versions of a library define the same element.', {
    intercept: [
      bundle(
        `customElements.define('shop-cart', class extends HTMLElement {}); customElements.define('shop-cart', class extends HTMLElement {})`,
      ),
    ],
  }),
  script('rejected-chunk', 'A part of the application cannot be loaded.', {
    intercept: [
      bundle(`import('/assets/checkout-77ab.js')`),
      at('/assets/checkout-77ab.js', notFound),
    ],
  }),
  script('page-to-404', 'A script leads to a page that does not exist.', {
    intercept: [bundle(`location.replace('/app/home-gone')`)],
  }),
  script('meta-to-404', 'The document leads to a page that does not exist.', {
    intercept: [inHead('<meta http-equiv="refresh" content="0; url=/home-gone">')],
  }),
  deployed('status-404-page', 'The page is well, its status is not.', { intercept: status(404) }),
  deployed('status-500-page', 'The page is well, its status is not.', { intercept: status(500) }),
  deployed('password-left-on', 'The password of the test environment.', {
    wanted: 'REVIEW',
    intercept: status(401, { 'www-authenticate': 'Basic realm="staging"' }),
  }),
  deployed('page-gone', 'Gone.', { intercept: status(410) }),
  deployed('certificate-soon', 'The certificate expires in two days.', {
    tools: 'PV',
    wanted: 'REVIEW',
    certificate: () => ({ notBefore: days(-80), notAfter: days(2) }),
  }),
  deployed('certificate-not-yet', 'The certificate is not valid yet.', {
    tools: 'PV',
    certificate: () => ({ notBefore: days(2), notAfter: days(90) }),
  }),
  deployed('redirect-broken-scheme', 'A scheme that was written twice.', {
    intercept: moved('https://https//www.shop.example/'),
  }),
  deployed('redirect-grows', 'Each redirect adds a folder.', {
    intercept: [
      (request) =>
        request.isPage || request.path.startsWith('/en')
          ? { status: 302, headers: { location: `/en${request.path}` }, body: new Uint8Array() }
          : undefined,
    ],
  }),
  deployed('policy-needs-credentials', 'A policy that keeps all pictures of others away.', {
    tools: 'RV',
    wanted: 'REVIEW',
    intercept: [
      headers({ 'cross-origin-embedder-policy': 'require-corp' }),
      inFront(
        (site) =>
          `<img src="https://img.${site.domain}/large.png" width="600" height="400" alt="Bicycle">`,
      ),
    ],
    hosts: (site) => ({
      [`img.${site.domain}`]: () =>
        text(
          200,
          'image/svg+xml',
          '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="red"/></svg>',
        ),
    }),
  }),
  link('link-410', 'A link in the navigation leads to what is gone.', {
    intercept: [
      atEnd('<nav><a href="/pricing">Pricing</a></nav>'),
      at('/pricing', text(410, 'text/html', '<h1>Gone</h1>')),
    ],
  }),
  link('link-undefined', 'A link without its value.', {
    intercept: [atEnd('<nav><a href="undefined">Profile</a></nav>')],
  }),
  link('link-staging', 'A link leads to the test environment, which is gone.', {
    intercept: [
      atEnd((site) => `<nav><a href="https://staging.${site.domain}/pricing">Pricing</a></nav>`),
    ],
  }),
  link('link-file', 'A link leads to the disk of its author.', {
    wanted: 'REVIEW',
    intercept: [atEnd('<nav><a href="file:///C:/Users/anna/site/pricing.html">Pricing</a></nav>')],
  }),
  link('link-template', 'A link whose address was never filled.', {
    wanted: 'REVIEW',
    intercept: [atEnd('<nav><a href="/products/{{ product.slug }}">Bicycle</a></nav>')],
  }),
]

function atTopPicture() {
  return document((markup) =>
    markup.replace(
      /<body[^>]*>/i,
      (tag) =>
        `${tag}<picture><source srcset="/hero.avif" type="image/avif"><img src="/hero.jpg" width="900" height="400" alt="Bicycles"></picture>`,
    ),
  )
}

function atTopFrame() {
  return document((markup) =>
    markup.replace(
      /<body[^>]*>/i,
      (tag) => `${tag}<iframe src="/widget" width="900" height="400"></iframe>`,
    ),
  )
}

function inFront(markup: Parameters<typeof atEnd>[0]) {
  return document((page, site) =>
    page.replace(
      /<body[^>]*>/i,
      (tag) => tag + (typeof markup === 'function' ? markup(site) : markup),
    ),
  )
}
