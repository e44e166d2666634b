import {
  application,
  at,
  atTop,
  bundle,
  type Fault,
  headers,
  json,
  late,
  notFound,
  serverError,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const { issue, review } = rowsOf('requests that fail in silence')
const { issue: failsLate } = rowsOf('fails late')
const { review: waits } = rowsOf('never ready')

/** A call as most applications make it: a failure leaves the list empty and logs nothing. */
const quietly = (url: string, options = '{}') =>
  `fetch(${url}, ${options}).then((response) => response.ok ? response.json() : Promise.reject(response.status)).then((rows) => { window.rows = rows }).catch(() => { window.rows = [] })`

const withHeaders = (reply: Reply, more: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...more },
})

/** An API at `api.` under the site's domain that sends these CORS headers. */
const apiBeside = (cors: Readonly<Record<string, string>>): Partial<Fault> => ({
  ...inBrowser,
  hosts: ({ domain }) => ({ [`api.${domain}`]: () => json([{ id: 1 }], cors) }),
})

const addresses: readonly Fault[] = [
  issue(
    'api-of-local-stack',
    'The build keeps the address of the database on the machine of its developer.',
    [bundle(quietly(`'http://127.0.0.1:54321/rest/v1/todos?select=*'`))],
    inBrowser,
  ),
  issue(
    'api-base-undefined',
    'The base address of the API is not in the environment of the build.',
    [
      bundle(`const base = undefined; ${quietly(`base + '/api/produtos'`)}`),
      at('/undefined/api/produtos', notFound),
    ],
    inBrowser,
  ),
  issue(
    'api-insecure',
    'The address of the API begins with http, and browsers refuse that in a secure page.',
    [bundle(({ domain }) => quietly(`'http://api.${domain}/v1/menu'`))],
    apiBeside({ 'access-control-allow-origin': '*' }),
  ),
  issue(
    'api-policy-forgotten',
    'The API moved to another host, which the policy of the page does not name.',
    [
      headers({ 'content-security-policy': "connect-src 'self'; frame-ancestors 'self'" }),
      application(
        ({ domain }) =>
          `document.getElementById('root').innerHTML = '<h1>Menu</h1><p>Our dishes change every day, and so does this list.</p><ul></ul>'; ${quietly(`'https://api.${domain}/v1/menu'`)}`,
      ),
    ],
    apiBeside({ 'access-control-allow-origin': '*' }),
  ),
  review(
    'database-paused',
    'The project at the vendor of the database was paused, and its name is gone.',
    [bundle(({ stranger }) => quietly(`'https://xkqzvtbnrw.${stranger}/rest/v1/posts?select=id'`))],
    inBrowser,
  ),
]

const origins: readonly Fault[] = [
  issue(
    'cors-of-developer',
    'The API lets in the machine of its developer only.',
    [bundle(({ domain }) => quietly(`'https://api.${domain}/v1/reservas'`))],
    apiBeside({ 'access-control-allow-origin': 'http://localhost:5173' }),
  ),
  issue(
    'cors-twice',
    'Both the proxy and the application send the field.',
    [bundle(({ domain }) => quietly(`'https://api.${domain}/v1/orders'`))],
    apiBeside({ 'access-control-allow-origin': '*, *' }),
  ),
  issue(
    'cors-star-with-cookies',
    'The API lets everybody in, but not with cookies.',
    [
      bundle(({ domain }) =>
        quietly(`'https://api.${domain}/v1/me/cart'`, `{ credentials: 'include' }`),
      ),
    ],
    apiBeside({ 'access-control-allow-origin': '*' }),
  ),
  issue(
    'preflight-redirected',
    'The framework puts a slash at the end, and a preflight may not be redirected.',
    [
      bundle(({ domain }) =>
        quietly(
          `'https://api.${domain}/v1/items'`,
          `{ headers: { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9' } }`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`api.${domain}`]: ({ path }) =>
          path.endsWith('/')
            ? json([], { 'access-control-allow-origin': '*' })
            : {
                status: 307,
                headers: {
                  location: `https://api.${domain}${path}/`,
                  'access-control-allow-origin': '*',
                },
                body: new Uint8Array(),
              },
      }),
    },
  ),
]

const backends: readonly Fault[] = [
  issue(
    'ajax-zero',
    'The plug-in that answers the action is switched off.',
    [
      bundle(
        `const body = new URLSearchParams({ action: 'load_more_posts', page: '1' }); ${quietly(`'/wp-admin/admin-ajax.php'`, `{ method: 'POST', body }`)}`,
      ),
      at('/wp-admin/admin-ajax.php', text(400, 'text/html; charset=UTF-8', '0')),
    ],
    inBrowser,
  ),
  issue(
    'nonce-of-cached-page',
    'The cached page carries a token that is too old.',
    [
      bundle(quietly(`'/wp-json/wc/store/v1/cart'`, `{ headers: { 'x-wp-nonce': '9c1f0ab77e' } }`)),
      at(
        '/wp-json/wc/store/v1/cart',
        withStatus(
          json({
            code: 'rest_cookie_invalid_nonce',
            message: 'La comprobación de la cookie ha fallado',
            data: { status: 403 },
          }),
          403,
        ),
      ),
    ],
    inBrowser,
  ),
  review(
    'graphql-schema-drift',
    'The schema lacks a field that the page wants: status 200, and no data.',
    [
      application(
        `document.getElementById('root').innerHTML = '<header><h1>Catálogo</h1></header><main></main><footer>© 2025</footer>'; fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"query":"{ products { slug price } }"}' }).then((response) => response.json()).then(({ data }) => { for (const one of data?.products ?? []) document.querySelector('main').append(one.slug) })`,
      ),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "slug" on type "Product".',
              locations: [{ line: 1, column: 14 }],
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
        }),
      ),
    ],
    inBrowser,
  ),
  issue(
    'sessions-not-sticky',
    'Two copies of the server behind the ingress know nothing of each other.',
    [
      bundle(
        `let sid; const poll = () => fetch('/socket.io/?EIO=4&transport=polling' + (sid ? '&sid=' + sid : '')).then((one) => one.ok ? one.text() : Promise.reject(one.status)).then((body) => { sid = JSON.parse(body.slice(1)).sid; return poll() }).catch(() => { sid = undefined; setTimeout(poll, 800) }); poll()`,
      ),
      (request) => {
        if (request.path !== '/socket.io/') return undefined
        return request.url.searchParams.has('sid')
          ? withStatus(json({ code: 1, message: 'Session ID unknown' }), 400)
          : text(
              200,
              'text/plain; charset=UTF-8',
              '0{"sid":"kR3tXb0mWq1Yv9d4AAAC","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}',
            )
      },
    ],
    inBrowser,
  ),
  issue(
    'socket-without-upgrade',
    'The proxy drops the fields that open a socket.',
    [
      bundle(
        `const connect = () => { const socket = new WebSocket('wss://' + location.host + '/cable'); socket.onclose = () => setTimeout(connect, 1500) }; connect()`,
      ),
      at('/cable', text(400, 'text/plain', 'Bad Request')),
    ],
    inBrowser,
  ),
  issue(
    'dashboard-stream-dead',
    'The frame of the dashboard comes, its stream is refused, and nothing is drawn.',
    [
      application(
        `document.getElementById('root').innerHTML = '<div class="stApp"><header>Deploy</header><div role="status" aria-label="Please wait...">Please wait...</div></div>'; const open = () => { const socket = new WebSocket('wss://' + location.host + '/_stcore/stream'); socket.onclose = () => setTimeout(open, 1000) }; fetch('/_stcore/health').then(open)`,
      ),
      at('/_stcore/health', text(200, 'text/html; charset=UTF-8', 'ok')),
      at('/_stcore/stream', text(403, 'text/plain', 'Forbidden')),
    ],
    inBrowser,
  ),
  issue(
    'index-for-json',
    'The rewrite of the host answers each path with the index, that of the API as well.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Bảng giá</h1><p>Giá được cập nhật mỗi sáng lúc tám giờ.</p><table></table>'; ${quietly(`'/api/gia-ca'`)}`,
      ),
      at(
        '/api/gia-ca',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="vi"><head><title>Bảng giá</title></head><body><div id="root"></div></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  review(
    'frame-denied',
    'The calendar for bookings forbids to be framed.',
    [
      atTop(
        ({ domain }) =>
          `<iframe src="https://agenda.${domain}/" width="900" height="420" title="Agenda"></iframe>`,
      ),
      whole('Consultorio', `<h1>Consultorio dental</h1>${about}`, { lang: 'es' }),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`agenda.${domain}`]: () =>
          withHeaders(
            text(200, 'text/html; charset=utf-8', '<!doctype html><h1>Agenda</h1><p>Lunes</p>'),
            { 'x-frame-options': 'DENY', 'content-security-policy': "frame-ancestors 'none'" },
          ),
      }),
    },
  ),
]

function withStatus(reply: Reply, status: number): Reply {
  return { ...reply, status }
}

const bones = `<style>.bone{height:18px;margin:10px 0;border-radius:4px;background:#ddd;animation:pulse 1.4s infinite}@keyframes pulse{50%{opacity:.4}}</style>`

const times: readonly Fault[] = [
  waits(
    'bones-for-ever',
    'The key of the API was changed, and the page waits for rows that never come.',
    [
      application(
        `document.getElementById('root').innerHTML = '<nav>Dashboard</nav>' + ${JSON.stringify(bones)} + '<div class="bone"></div>'.repeat(8); fetch('/api/metrics').then((one) => one.json()).then(({ series }) => { if (series) document.getElementById('root').textContent = series.length })`,
      ),
      at(
        '/api/metrics',
        withStatus(json({ message: 'Invalid API key', hint: 'Double check your API key.' }), 401),
      ),
    ],
    inBrowser,
  ),
  waits(
    'rows-never-answered',
    'The database is locked: the API accepts the call, and sends nothing.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Pedidos</h1><p>Carregando…</p>'; ${quietly(`'/api/pedidos'`)}`,
      ),
      at('/api/pedidos', 'hang'),
    ],
    inBrowser,
  ),
  failsLate(
    'toast-after-timeout',
    'The API fails after two seconds, and a small message says so above an empty table.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Facturas</h1><table><thead><tr><th>Cliente</th><th>Importe</th></tr></thead><tbody></tbody></table>'; fetch('/api/facturas').then((one) => { if (!one.ok) throw new Error('Request failed with status code ' + one.status); return one.json() }).catch((error) => { const toast = document.createElement('div'); toast.setAttribute('role', 'alert'); toast.style.cssText = 'position:fixed;top:16px;right:16px;padding:12px;background:#b00020;color:#fff'; toast.textContent = error.message; document.body.append(toast) })`,
      ),
      late(1900, at('/api/facturas', serverError)),
    ],
    inBrowser,
  ),
  failsLate(
    'idle-chunk-missing',
    'A part that is loaded when the browser is idle was deleted by the next release.',
    [
      bundle(
        `setTimeout(() => { import('/assets/ChatWidget-Dq81xZ0a.js').then((one) => one.mount()) }, 1600)`,
      ),
      at('/assets/ChatWidget-Dq81xZ0a.js', notFound),
    ],
    inBrowser,
  ),
  failsLate(
    'redirect-of-script-late',
    'The check of the session fails after a second and leads to a page that is not there.',
    [
      whole('Área do cliente', `<h1>Área do cliente</h1>${about}`, {
        lang: 'pt-BR',
        head: `<script>setTimeout(() => { location.href = '/entrar?voltar=%2F' }, 1000)</script>`,
      }),
      at('/entrar', notFound),
    ],
    inBrowser,
  ),
]

/** Written by an author who had not read the rules, their data or the other unseen sets. */
export const setDRequests: readonly Fault[] = [...addresses, ...origins, ...backends, ...times]
