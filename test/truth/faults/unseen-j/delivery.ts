import {
  application,
  at,
  atEnd,
  atTop,
  document,
  everyAsset,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  instead,
  json,
  late,
  notFound,
  serverError,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, moved, rowsOf, whole } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const asset = rowsOf('assets')
const policy = rowsOf('scripts and policies')
const deployment = rowsOf('deployment')
const link = rowsOf('links')

const shell =
  '<!doctype html><html lang="en"><title>Mill &amp; Maps</title><div id="root"></div></html>'

/** A list of products at the end of the page, loaded from this URL. Errors are only logged. */
const productsFrom = (address: string): Interceptor =>
  atEnd(
    `<section><h2>New in the shop</h2><ul id="new"></ul></section><script>fetch(${address}).then((answer) => { if (!answer.ok) throw new Error('status ' + answer.status); return answer.json() }).then((all) => { document.getElementById('new').innerHTML = all.map((one) => '<li>' + one.name).join('') }).catch((error) => console.error('products', error))</script>`,
  )

/** Calls of the page's own scripts. */
const calls: readonly Fault[] = [
  silent.issue(
    'j-own-api-500',
    'The API of the shop answers 500, and its list stays empty.',
    [productsFrom("'/api/products'"), at('/api/products', serverError)],
    inBrowser,
  ),
  silent.issue(
    'j-own-api-no-cors',
    'The API moved to a name of its own and does not allow the site to read it.',
    [productsFrom("'https://api.' + location.host.replace('www.', '') + '/products'")],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({ [`api.${domain}`]: () => json([{ name: 'Globe' }]) }),
    },
  ),
  silent.issue(
    'j-own-api-answers-shell',
    'The rewrite of the single-page application also catches the API: it answers HTML with status 200.',
    [
      productsFrom("'/api/products'"),
      at('/api/products', text(200, 'text/html; charset=utf-8', shell)),
    ],
    inBrowser,
  ),
  silent.issue(
    'j-api-on-localhost',
    'The address of the API was not set in the build: it is the one of the developer’s machine.',
    [productsFrom("'http://localhost:8000/api/products'")],
    inBrowser,
  ),
  silent.review(
    'j-graphql-errors-as-200',
    'The query fails with status 200 and errors in its body; the list is empty, and only the console knows.',
    [
      atEnd(
        `<section><h2>New in the shop</h2><ul id="new"></ul></section><script>fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ products { name } }"}' }).then((answer) => answer.json()).then(({ errors }) => { if (errors) console.error('[GraphQL error]: ' + errors[0].message) })</script>`,
      ),
      at(
        '/graphql',
        json({ errors: [{ message: 'Cannot query field "name" on type "Product".' }], data: null }),
      ),
    ],
    inBrowser,
  ),
  silent.review(
    'j-stock-socket',
    'The socket of the stock figures is refused; the rest of the page works.',
    [
      atEnd(
        `<p>In stock: <span id="stock">12</span></p><script>new WebSocket('wss://' + location.host + '/stock').onmessage = ({ data }) => { document.getElementById('stock').textContent = data }</script>`,
      ),
      at('/stock', notFound),
    ],
    inBrowser,
  ),
  silent.review(
    'j-search-key-revoked',
    'The key of the search service was revoked: its calls are answered with 403, and the search box finds nothing.',
    [
      atTop(
        ({ stranger }) =>
          `<form role="search"><input type="search" placeholder="Search"></form><script>fetch('https://search.${stranger}/1/indexes/products/query', { method: 'POST', body: '{"query":""}' }).then((answer) => { if (!answer.ok) throw new Error('Invalid Application-ID or API key') }).catch((error) => console.error(error))</script>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [`search.${stranger}`]: () => ({
          ...json(
            { message: 'Invalid Application-ID or API key', status: 403 },
            { 'access-control-allow-origin': '*' },
          ),
          status: 403,
        }),
      }),
    },
  ),
]

const files: readonly Fault[] = [
  asset.issue(
    'j-stylesheets-are-html',
    'The fallback of the server answers the stylesheets with the start page, and nosniff forbids to use it.',
    [everyAsset(/\.css$/, text(200, 'text/html; charset=utf-8', shell))],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  asset.issue(
    'j-hero-image-404',
    'The large picture at the top is not on the server.',
    [
      atTop(
        '<img src="/uploads/2026/11/coast.jpg" alt="The coast in autumn" width="1200" height="500">',
      ),
      at('/uploads/2026/11/coast.jpg', notFound),
    ],
    inBrowser,
  ),
  asset.issue(
    'j-icon-font-404',
    'The font of the icons is not deployed: squares are where they were.',
    [
      inHead(
        '<style>@font-face{font-family:Icons;src:url(/fonts/icons.woff2) format("woff2")}.icon{font:32px Icons}</style>',
      ),
      atTop(
        '<nav><a href="#a"><i class="icon">\ue88a</i></a> <a href="#b"><i class="icon">\ue8cc</i></a> <a href="#c"><i class="icon">\ue7fd</i></a> <a href="#d"><i class="icon">\ue8b6</i></a></nav>',
      ),
      at('/fonts/icons.woff2', notFound),
    ],
    inBrowser,
  ),
  asset.issue(
    'j-booking-frame-refused',
    'The booking form of another firm no longer lets itself be shown in a frame.',
    [
      atTop(
        ({ stranger }) =>
          `<h2>Book a table</h2><iframe title="Booking" width="800" height="500" src="https://book.${stranger}/form"></iframe>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [`book.${stranger}`]: () => {
          const reply = text(200, 'text/html; charset=utf-8', '<h1>Booking</h1>')
          return { ...reply, headers: { ...reply.headers, 'x-frame-options': 'DENY' } }
        },
      }),
    },
  ),
]

const fill = `document.getElementById('root').innerHTML = '<h1>Mill &amp; Maps</h1>'`
const rootAnd = (script: string, head = '') =>
  whole('Mill & Maps', `<div id="root"></div>${script}`, { head })

/** Scripts that do not run. */
const scripts: readonly Fault[] = [
  policy.issue(
    'j-bundle-hash-gone',
    'The cached page asks for the bundle of the deployment before: the page is blank.',
    [
      rootAnd('<script src="/assets/index-77aa01fe.js"></script>'),
      at('/assets/index-77aa01fe.js', notFound),
    ],
    inBrowser,
  ),
  policy.issue(
    'j-process-not-defined',
    'The build leaves a variable of Node in the code for browsers: it throws at its first line, and the page is blank.',
    [application(`const api = process.env.REACT_APP_API_URL\n${fill}`)],
    inBrowser,
  ),
  policy.issue(
    'j-integrity-mismatch',
    'The network in front of the site minifies the script, so its integrity no longer holds: the page is blank.',
    [
      rootAnd(
        '<script src="/assets/main.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>',
      ),
      at('/assets/main.js', text(200, 'text/javascript; charset=utf-8', fill)),
    ],
    inBrowser,
  ),
  policy.issue(
    'j-policy-forbids-inline',
    'A stricter policy forbids the inline script that fills the page.',
    [
      headers({ 'content-security-policy': "default-src 'self'; script-src 'self'" }),
      rootAnd(`<script>${fill}</script>`),
    ],
    inBrowser,
  ),
  policy.issue(
    'j-mixed-script',
    'The script that fills the page is named with http: the browser blocks it.',
    [
      document((html, { domain }) =>
        html.replace(
          '<div id="root"></div>',
          `$&<script src="http://static.${domain}/main.js"></script>`,
        ),
      ),
      rootAnd(''),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`static.${domain}`]: () => text(200, 'text/javascript; charset=utf-8', fill),
      }),
    },
  ),
  policy.review(
    'j-service-worker-404',
    'The page registers a service worker that is not deployed, and nobody catches the rejection.',
    [atEnd("<script>navigator.serviceWorker.register('/sw.js')</script>"), at('/sw.js', notFound)],
    inBrowser,
  ),
]

/** A section that a third-party script fills with `markup`; the script then runs the source `complaint`. */
const widget = (
  markup: string,
  complaint: string,
): Pick<Fault, 'intercept' | 'hosts' | 'tools'> => ({
  ...inBrowser,
  intercept: [
    atTop(
      ({ stranger }) =>
        `<div id="vendor" style="width:800px;min-height:240px"></div><script src="https://js.${stranger}/widget.js?id=mill-maps"></script>`,
    ),
  ],
  hosts: ({ stranger }) => ({
    [`js.${stranger}`]: () =>
      text(
        200,
        'text/javascript; charset=utf-8',
        `document.getElementById('vendor').innerHTML = ${JSON.stringify(markup)}\n${complaint}`,
      ),
  }),
})

/** Messages of third-party services about the site's account. */
const vendors: readonly Fault[] = [
  policy.issue(
    'j-map-key',
    'The key of the map is not allowed for this site.',
    [],
    widget(
      '<div style="background:#e5e3df;height:240px;text-align:center"><div><b>Oops! Something went wrong.</b></div><div>This page didn’t load Google Maps correctly. See the JavaScript console for technical details.</div></div>',
      "console.error('Google Maps JavaScript API error: RefererNotAllowedMapError')",
    ),
  ),
  policy.issue(
    'j-captcha-domain',
    'The captcha of the form does not know this domain, so nobody can send it.',
    [],
    widget(
      '<div style="width:300px;height:74px;border:1px solid #d3d3d3;color:#c00">ERROR for site owner: Invalid domain for site key</div>',
      '',
    ),
  ),
  policy.issue(
    'j-payment-key-empty',
    'The publishable key of the payment form is empty: the form is not there.',
    [],
    widget(
      '',
      "throw new Error('IntegrationError: Please call Stripe() with your publishable key. You used an empty string.')",
    ),
  ),
  policy.issue(
    'j-reviews-view-limit',
    'The plan of the reviews is used up, and its frame says so to every visitor.',
    [],
    widget(
      '<div style="border:1px solid #ccc;padding:40px;text-align:center"><p>This widget is temporarily unavailable.</p><p>Your free plan has reached its monthly view limit. Upgrade your subscription to show it again.</p></div>',
      '',
    ),
  ),
  policy.review(
    'j-consent-domain',
    'The consent service does not know this domain: its banner does not appear.',
    [],
    widget(
      '',
      "console.error('Error: The domain ' + location.host.toUpperCase() + ' is not authorized to show the cookie banner for domain group ID 3f1c2b7e. Please add it to the domain group in the manager.')",
    ),
  ),
]

/** Faults in redirects, certificates, indexing headers and links. */
const ways: readonly Fault[] = [
  deployment.issue(
    'j-redirects-to-itself',
    'The server sends https to https: it believes that it was asked over http.',
    [moved((site) => site.url, 301)],
  ),
  deployment.issue(
    'j-redirects-to-inner-port',
    'The server behind the proxy adds its own port to a redirect.',
    [moved(({ host }) => `https://${host}:8080/start/`)],
  ),
  deployment.issue(
    'j-reload-loop',
    'The page finds that it is not the newest version and loads itself again, for ever.',
    [
      atEnd(
        "<script>fetch('/version.json', { cache: 'no-store' }).then((answer) => answer.json()).then(({ build }) => { if (build !== '2026.11.20-3') location.reload() })</script>",
      ),
      at('/version.json', json({ build: '2026.11.23-1' })),
    ],
    inBrowser,
  ),
  deployment.issue('j-empty-body', 'The page is answered with status 200 and nothing.', [
    instead(''),
  ]),
  deployment.issue('j-gateway-timeout', 'The application does not answer the proxy in time.', [
    late(
      4000,
      instead(
        '<html><head><title>504 Gateway Time-out</title></head><body><center><h1>504 Gateway Time-out</h1></center><hr><center>nginx</center></body></html>',
        504,
      ),
    ),
  ]),
  deployment.issue('j-body-cut', 'The connection is cut in the middle of the page.', [
    (request, upstream) => {
      if (!request.isPage) return undefined
      const reply = upstream()
      return { cut: reply, after: Math.floor(reply.body.byteLength / 2) }
    },
  ]),
  deployment.issue(
    'j-certificate-expired',
    'The renewal of the certificate has failed for a month.',
    [],
    {
      tools: 'PV',
      certificate: ({ host }) => ({
        names: [host],
        notBefore: new Date(Date.now() - 95 * 86_400_000),
        notAfter: new Date(Date.now() - 5 * 86_400_000),
      }),
    },
  ),
  deployment.review(
    'j-noindex-from-staging',
    'The header that keeps staging out of search engines was deployed too.',
    [headers({ 'x-robots-tag': 'noindex, nofollow' })],
    { tools: 'PV' },
  ),
  deployment.review(
    'j-canonical-to-staging',
    'The canonical address is the one of the staging site.',
    [inHead(({ domain }) => `<link rel="canonical" href="https://staging.${domain}/">`)],
    { ...inBrowser, hosts: ({ domain }) => ({ [`staging.${domain}`]: 'nothing' }) },
  ),
  link.issue(
    'j-menu-links-404',
    'The pages of the menu moved, and the menu did not.',
    [
      atTop(
        '<nav><a href="/old-catalogue/maps">Maps</a> <a href="/old-catalogue/globes">Globes</a> <a href="/old-catalogue/contact">Contact</a></nav>',
      ),
    ],
    { tools: 'V' },
  ),
]

export const setJDelivery: readonly Fault[] = [...calls, ...files, ...scripts, ...vendors, ...ways]
