import {
  application,
  at,
  atTop,
  bundle,
  type Fault,
  type FaultClass,
  type FaultySite,
  firstFile,
  type Host,
  headers,
  json,
  notFound,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

type Row = ReturnType<typeof rowsOf>['issue']

const seenBy =
  (row: Row): Row =>
  (id, why, intercept, more = {}) =>
    row(id, why, intercept, { ...inBrowser, ...more })
const only = (group: FaultClass) => {
  const { issue, review } = rowsOf(group)
  return { issue: seenBy(issue), review: seenBy(review) }
}
const silent = only('requests that fail in silence')
const assets = only('assets')
const scripts = only('scripts and policies')

/** The document that the fallback of a router serves for every path. */
const shell = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Store</title></head><body><div id="app"></div></body></html>',
)

const open = (reply: Reply, origin = '*'): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'access-control-allow-origin': origin },
})

const sibling = (name: string, host: Host) => (site: FaultySite) => ({
  [`${name}.${site.domain}`]: host,
})

const stranger = (name: string, host: Host) => (site: FaultySite) => ({
  [`${name}.${site.stranger}`]: host,
})

const get = (url: string) =>
  `fetch(${JSON.stringify(url)}).then((r) => { if (!r.ok) throw new Error('HTTP ' + r.status); return r.json() }).then((d) => { window.__data = d }).catch(() => {})`

const photo =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300"><rect width="600" height="300" fill="#357"/><circle cx="300" cy="150" r="90" fill="#fc3"/></svg>'

export const setQqRequests: readonly Fault[] = [
  silent.issue(
    'qq-api-is-the-shell',
    'The route of the API is not in the rewrites, so the products are the front end itself.',
    [bundle(get('/api/v1/products?page=1')), at('/api/v1/products', shell)],
  ),
  silent.issue(
    'qq-cors-of-staging',
    'The API of the site lets only the front end of staging read it.',
    [bundle((site) => get(`https://api.${site.domain}/v1/offers`))],
    {
      hosts: (site) => ({
        [`api.${site.domain}`]: () => open(json([{ id: 1 }]), `https://staging.${site.domain}`),
      }),
    },
  ),
  silent.issue(
    'qq-preflight-redirected',
    'The API redirects to a slash at the end, which no browser allows for a preflight.',
    [
      bundle(
        (site) =>
          `fetch('https://api.${site.domain}/v2/cart', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"items":[]}' }).catch(() => {})`,
      ),
    ],
    {
      hosts: sibling('api', (request) => {
        if (request.path !== '/v2/cart') return open(json({ items: [] }))
        const moved: Reply = { status: 308, headers: {}, body: new Uint8Array() }
        return open({ ...moved, headers: { location: '/v2/cart/' } })
      }),
    },
  ),
  silent.issue(
    'qq-api-of-the-developer',
    'VITE_API_URL was not set in the build, so the page calls the machine of the visitor.',
    [bundle(get('http://localhost:3001/api/menu'))],
  ),
  silent.issue(
    'qq-api-undefined',
    'The base address of the API is the word undefined in this build.',
    [bundle(get('undefined/v1/events'))],
  ),
  silent.issue(
    'qq-admin-ajax-0',
    'The action of the theme is not registered, so WordPress answers 400 and a nought.',
    [
      bundle(
        `{ const x = new XMLHttpRequest(); x.open('POST', '/wp-admin/admin-ajax.php'); x.setRequestHeader('content-type', 'application/x-www-form-urlencoded; charset=UTF-8'); x.onload = () => { if (x.status === 200) window.__posts = x.responseText }; x.send('action=load_latest_posts&paged=1')`,
      ),
      at('/wp-admin/admin-ajax.php', text(400, 'text/html; charset=UTF-8', '0')),
    ],
  ),
  silent.issue(
    'qq-empty-list-after-500',
    'The server fails, and the page says that there is nothing to see.',
    [
      application(
        `const root = document.getElementById('root'); fetch('/api/jobs').then((r) => r.ok ? r.json() : []).then((jobs) => { root.innerHTML = '<h1>Careers</h1><p>We build bridges in nine countries, and we are always looking for people who like rivers.</p>' + (jobs.length ? '<ul></ul>' : '<p>There are no open positions at the moment.</p>') })`,
      ),
      at('/api/jobs', {
        ...json({ timestamp: '2025-03-04T09:12:44.120+00:00', status: 500, path: '/api/jobs' }),
        status: 500,
      }),
    ],
  ),
  silent.review(
    'qq-cms-token-revoked',
    'The key of the hosted CMS was revoked, so the texts of the page do not come.',
    [bundle((site) => get(`https://cdn.${site.stranger}/spaces/k3x/entries?content_type=teaser`))],
    {
      hosts: stranger('cdn', () =>
        open({
          ...json({
            sys: { type: 'Error', id: 'AccessTokenInvalid' },
            message: 'The access token you sent could not be found or is invalid.',
          }),
          status: 401,
        }),
      ),
    },
  ),
  silent.review(
    'qq-paused-backend',
    'The free project of the hosted database was paused, and its name is gone.',
    [bundle((site) => get(`https://qzkwvtrlmx.${site.stranger}/rest/v1/events?select=*`))],
    { hosts: stranger('qzkwvtrlmx', 'nothing') },
  ),
  silent.issue(
    'qq-socket-404',
    'The balancer does not pass on the upgrade, so nothing on the page is ever live.',
    [
      bundle(
        (site) =>
          `{ const s = new WebSocket('wss://live.${site.domain}/socket.io/?EIO=4&transport=websocket'); s.onerror = () => {} }`,
      ),
    ],
    { hosts: sibling('live', () => notFound) },
  ),
  silent.issue(
    'qq-event-stream-is-html',
    'The stream of prices is answered by the front end, so the browser gives it up.',
    [
      bundle(
        `new EventSource('/api/prices/stream').onmessage = (e) => { window.__price = e.data }`,
      ),
      at('/api/prices/stream', shell),
    ],
  ),
  scripts.issue(
    'qq-worker-gone',
    'The worker that does the search was not uploaded with the release.',
    [
      bundle(`new Worker('/assets/search.worker-8c1d77f0.js').postMessage({ init: true })`),
      at('/assets/search.worker-8c1d77f0.js', notFound),
    ],
  ),
  scripts.issue(
    'qq-wasm-type',
    'The server does not know the type of WebAssembly, so the engine is refused.',
    [
      bundle(`WebAssembly.instantiateStreaming(fetch('/assets/engine_bg.wasm'), {})`),
      at('/assets/engine_bg.wasm', {
        ...text(200, 'application/octet-stream', ''),
        body: Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]),
      }),
    ],
  ),
  scripts.issue(
    'qq-bare-import',
    'The source was deployed in place of the build, and a browser cannot resolve a package.',
    [
      atTop('<script type="module" src="/src/main.js"></script>'),
      at(
        '/src/main.js',
        text(
          200,
          'text/javascript',
          `import { createApp } from 'vue'\ncreateApp({}).mount('#app')\n`,
        ),
      ),
    ],
  ),
  scripts.issue(
    'qq-process-not-defined',
    'The variables of the build were not replaced, and the bundle stops at its first line.',
    [bundle(`window.__api = process.env.REACT_APP_API_URL || '/api'`)],
  ),
  scripts.issue(
    'qq-reload-on-chunk-error',
    'The page reloads when a chunk is missing, and the chunk is still missing afterwards.',
    [
      bundle(`import('/assets/Home-BxT2k9aQ.js').catch(() => location.reload())`),
      at('/assets/Home-BxT2k9aQ.js', notFound),
    ],
  ),
  scripts.issue(
    'qq-csp-of-an-api',
    'The headers of the API are sent with the page too, and forbid all its styles and scripts.',
    [headers({ 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" })],
    { needs: ['stylesheet'] },
  ),
  scripts.issue(
    'qq-csp-forgot-the-api',
    'The API moved to a host of its own, and connect-src does not name it.',
    [
      headers({ 'content-security-policy': "connect-src 'self'" }),
      bundle((site) => get(`https://api.${site.domain}/v1/teasers`)),
    ],
    { hosts: sibling('api', () => open(json([]))) },
  ),
  scripts.issue(
    'qq-coep-blocks-pictures',
    'Isolation was switched on for one feature, and the pictures of the own CDN are blocked.',
    [
      headers({ 'cross-origin-embedder-policy': 'require-corp' }),
      atTop(
        (site) =>
          `<img src="https://img.${site.domain}/hero.svg" alt="Our team" width="600" height="300">`,
      ),
    ],
    { hosts: sibling('img', () => text(200, 'image/svg+xml', photo)) },
  ),
  assets.issue(
    'qq-next-image-400',
    'The host of the pictures is not configured, so the optimizer refuses the picture at the top.',
    [
      atTop(
        '<img src="/_next/image?url=https%3A%2F%2Fmedia.shop.example%2Fhero.png&amp;w=1920&amp;q=75" alt="Spring collection" width="600" height="300">',
      ),
      at('/_next/image', text(400, 'text/plain', '"url" parameter is not allowed')),
    ],
  ),
  assets.issue(
    'qq-stylesheet-is-the-shell',
    'The style sheet has a new hash, and the fallback of the router answers for the old one.',
    [firstFile('stylesheet', shell)],
    { needs: ['stylesheet'] },
  ),
  scripts.review(
    'qq-hydration-418',
    'The HTML of the server is not what the browser draws, so React throws it away.',
    [
      bundle(
        `setTimeout(() => reportError(new Error('Minified React error #418; visit https://react.dev/errors/418?args[]=text&args[]= for the full message or use the non-minified dev environment for full errors and additional helpful warnings.')), 300)`,
      ),
    ],
  ),
]
