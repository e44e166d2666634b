import {
  at,
  atTop,
  bundle,
  document,
  everyAsset,
  type Fault,
  firstFile,
  headers,
  type Interceptor,
  inHead,
  json,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { whole } from '../../row.ts'
import { seen, shown } from './seen.ts'

const silent = seen('requests that fail in silence')
const assets = seen('assets')
const scripts = seen('scripts and policies')

const spaPage = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title></head><body><div id="app"></div><script type="module" src="/assets/index-C4xk2.js"></script></body></html>',
)

/** A call of the application, whose failure is swallowed. */
const asks = (url: string, init = '') =>
  `fetch(${url}${init}).then((answer) => { if (!answer.ok) throw new Error('HTTP ' + answer.status); return answer.json() }).then((list) => { window.__list = list }).catch(() => {})`

/** An image that was opened as text and saved again: bytes that are not valid UTF-8 became U+FFFD. */
const spoiled = Uint8Array.from([
  0xef, 0xbf, 0xbd, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52,
  0, 0, 0x02, 0x58, 0, 0, 0x01, 0x2c, 0x08, 0x06, 0, 0, 0, 0xef, 0xbf, 0xbd, 0xef, 0xbf, 0xbd, 0x6e,
])

const strictPage: Interceptor = (request) => {
  if (!request.isPage) return undefined
  const reply = text(
    200,
    'text/html; charset=utf-8',
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Orders</title></head><body><div id="__next"></div><script>document.getElementById('__next').innerHTML = '<h1>Orders</h1><p>These are the orders of today, the newest first. Choose one to see what was bought.</p>'</script></body></html>`,
  )
  const policy = "default-src 'self'; script-src 'self'; object-src 'none'"
  return { ...reply, headers: { ...reply.headers, 'content-security-policy': policy } }
}

/** Style sheets that apply only after their own `onload`, as `critters` and other tools write them. */
const afterLoad = document((html) =>
  html.replace(/<link\b[^>]*stylesheet[^>]*>/gi, (tag) =>
    tag
      .replace(/\smedia=(?:"[^"]*"|'[^']*'|[^\s>]+)/i, '')
      .replace(/^<link/i, `<link media="print" onload="this.media='all'"`),
  ),
)

export const setAeRequests: readonly Fault[] = [
  silent.issue(
    'ae-api-localhost',
    'The bundle was built with the address of the machine of the developer.',
    [bundle(asks("'http://localhost:8000/api/posts/'"))],
  ),
  silent.issue(
    'ae-api-undefined',
    'The variable with the base address was not set when the bundle was built.',
    [bundle(`const base = undefined; ${asks("base + '/api/products?limit=12'")}`)],
  ),
  silent.issue(
    'ae-api-is-page',
    'The rewrite for the application swallows the interface, which answers with the start page.',
    [
      bundle(
        `fetch('/api/menu').then((answer) => answer.json()).catch((error) => console.error('Failed to load menu', error))`,
      ),
      at('/api/menu', spaPage),
    ],
  ),
  silent.issue('ae-api-no-name', 'The interface lives on a host of the site that has no address.', [
    bundle((site) => asks(`'https://api.${site.domain}/v1/catalog'`)),
  ]),
  silent.issue(
    'ae-api-preflight',
    'The interface on a host of the site answers the preflight with 405.',
    [
      bundle((site) =>
        asks(
          `'https://api.${site.domain}/v1/catalog'`,
          `, { headers: { 'x-client-version': '2.4.1', 'content-type': 'application/json' } }`,
        ),
      ),
    ],
    {
      hosts: (site) => ({
        [`api.${site.domain}`]: (request) =>
          request.method === 'OPTIONS'
            ? text(405, 'application/json', '{"detail":"Method \\"OPTIONS\\" not allowed."}')
            : json([], { 'access-control-allow-origin': `https://${site.host}` }),
      }),
    },
  ),
  silent.issue('ae-graphql-errors', 'The interface says 200 and that its database is away.', [
    bundle(
      `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ articles(first: 6) { id title } }' }) }).then((answer) => answer.json()).then(({ data }) => { window.__articles = data ? data.articles : [] })`,
    ),
    at(
      '/graphql',
      text(
        200,
        'application/json',
        '{"errors":[{"message":"connect ECONNREFUSED 10.0.1.5:5432","path":["articles"],"extensions":{"code":"INTERNAL_SERVER_ERROR"}}],"data":null}',
      ),
    ),
  ]),
  silent.issue(
    'ae-socket-refused',
    'The server of the live updates on a host of the site is not running.',
    [
      bundle(
        (site) =>
          `const connect = () => { const socket = new WebSocket('wss://ws.${site.domain}/cable'); socket.onclose = () => setTimeout(connect, 3000) }; connect()`,
      ),
    ],
    { hosts: (site) => ({ [`ws.${site.domain}`]: 'refuses' }) },
  ),
  silent.review(
    'ae-flags-of-others',
    'The service that tells which features are on is down, and the application asks it at its start.',
    [bundle((site) => asks(`'https://app.${site.stranger}/sdk/evalx/64f0a1c2/contexts'`))],
    {
      hosts: (site) => ({
        [`app.${site.stranger}`]: () => ({
          status: 503,
          headers: { 'access-control-allow-origin': '*', 'content-type': 'text/plain' },
          body: new Uint8Array(),
        }),
      }),
    },
  ),
  assets.issue(
    'ae-source-deployed',
    'The folder of the sources was deployed, and browsers get TypeScript as a film.',
    [
      whole('Vite App', '<div id="app"></div><script type="module" src="/src/main.ts"></script>'),
      at(
        '/src/main.ts',
        text(
          200,
          'video/mp2t',
          "import { createApp } from 'vue'\nimport App from './App.vue'\n\ncreateApp(App as any).mount('#app')\n",
        ),
      ),
    ],
  ),
  scripts.issue(
    'ae-process-not-defined',
    'The build did not replace a variable of Node, and the bundle stops at it.',
    [bundle(`const api = process.env.VUE_APP_API_URL; document.documentElement.dataset.api = api`)],
  ),
  scripts.review(
    'ae-hydration-418',
    'The server and the browser draw different things, and the page is drawn anew.',
    [
      bundle(
        `reportError(new Error('Minified React error #418; visit https://react.dev/errors/418?args[]=text&args[]= for the full message or use the non-minified dev environment for full errors and additional helpful warnings.'))`,
      ),
    ],
  ),
  assets.issue('ae-image-402', 'The quota of the service that makes pictures small is used up.', [
    shown(
      '<img src="/_next/image?url=%2Fimages%2Fhero.jpg&amp;w=1200&amp;q=75" alt="The bakery at dawn" width="600" height="300">',
    ),
    at(
      '/_next/image',
      text(
        402,
        'text/plain; charset=utf-8',
        'Payment required\n\nOPTIMIZED_IMAGE_REQUEST_PAYMENT_REQUIRED\n',
      ),
    ),
  ]),
  assets.issue(
    'ae-image-as-text',
    'The picture was saved as text on its way, and no browser can draw it.',
    [
      shown('<img src="/images/team.png" alt="Our team" width="600" height="300">'),
      at('/images/team.png', {
        status: 200,
        headers: { 'content-type': 'image/png' },
        body: spoiled,
      }),
    ],
  ),
  assets.issue(
    'ae-image-localhost',
    'Pictures of the content system have the address of the machine of the editor.',
    [
      shown(
        '<img src="http://localhost:1337/uploads/hero_4c1d7e.jpg" alt="Fresh bread" width="600" height="300">',
      ),
    ],
  ),
  assets.issue(
    'ae-frame-sibling-500',
    'The form in the page comes from a host of the site that fails.',
    [
      atTop(
        (site) =>
          `<iframe src="https://forms.${site.domain}/contact" width="600" height="300" title="Contact"></iframe>`,
      ),
    ],
    {
      hosts: (site) => ({
        [`forms.${site.domain}`]: () => ({
          status: 500,
          headers: { 'content-type': 'text/html; charset=utf-8' },
          body: new TextEncoder().encode(
            '<html><head><title>500 Internal Server Error</title></head><body><center><h1>500 Internal Server Error</h1></center><hr><center>openresty</center></body></html>',
          ),
        }),
      }),
    },
  ),
  scripts.issue(
    'ae-modules-of-others',
    'The library comes from a network that does not answer, and the page stays white.',
    [
      whole('Orders', '<div id="app"></div><script type="module" src="/assets/main.js"></script>'),
      at('/assets/main.js', (_request, _upstream, site) =>
        text(
          200,
          'text/javascript; charset=utf-8',
          `import { createApp } from 'https://esm.${site.stranger}/vue@3.5.13'\ncreateApp({ template: '<h1>Orders</h1>' }).mount('#app')\n`,
        ),
      ),
    ],
    { hosts: (site) => ({ [`esm.${site.stranger}`]: 'refuses' }) },
  ),
  scripts.issue(
    'ae-policy-inline',
    'The new policy forbids the inline script that fills the page.',
    [strictPage],
  ),
  scripts.issue(
    'ae-policy-onload-styles',
    'The new policy forbids the attribute that turns the style sheets on.',
    [headers({ 'content-security-policy': "script-src-attr 'none'" }), afterLoad],
    { needs: ['stylesheet'] },
  ),
  assets.issue(
    'ae-style-as-text',
    'The server does not know the type of style sheets, and browsers refuse them.',
    [
      firstFile('stylesheet', (_request, upstream) => ({
        ...upstream(),
        headers: { ...upstream().headers, 'content-type': 'text/plain' },
      })),
    ],
    { needs: ['stylesheet'] },
  ),
  assets.issue(
    'ae-tailwind-not-built',
    'The style sheets were deployed as their source, so the page has no styles.',
    [
      everyAsset(
        /\.css$/,
        text(
          200,
          'text/css; charset=utf-8',
          '@tailwind base;\n@tailwind components;\n@tailwind utilities;\n',
        ),
      ),
    ],
    { needs: ['stylesheet'] },
  ),
  assets.review(
    'ae-icons-as-words',
    'The font of the icons is missing, and visitors read the names of the icons.',
    [
      inHead(
        `<style>@font-face { font-family: 'Material Symbols Outlined'; src: url(/fonts/material-symbols-outlined.woff2) format('woff2') } .material-symbols-outlined { font: 24px 'Material Symbols Outlined' !important }</style>`,
      ),
      shown(
        '<p><span class="material-symbols-outlined">shopping_cart</span> <span class="material-symbols-outlined">keyboard_arrow_down</span> <span class="material-symbols-outlined">account_circle</span></p>',
      ),
      at('/fonts/material-symbols-outlined.woff2', notFound),
    ],
  ),
]
