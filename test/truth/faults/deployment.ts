import { gzipSync } from 'node:zlib'
import {
  at,
  atEnd,
  bundle,
  document,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  instead,
  serverError,
} from '../fault.ts'
import { text } from '../page.ts'

const days = (count: number) => new Date(Date.now() + count * 86_400_000)
const onPage =
  (served: ReturnType<Interceptor>): Interceptor =>
  (request) =>
    request.isPage ? served : undefined
const status = (code: number, body = `<h1>${code}</h1>`, more: Record<string, string> = {}) => {
  const reply = text(code, 'text/html; charset=utf-8', body)
  return onPage({ ...reply, headers: { ...reply.headers, ...more } })
}
const redirect =
  (to: (site: Parameters<Interceptor>[2]) => string, code = 302): Interceptor =>
  (request, _upstream, site) =>
    request.isPage
      ? { status: code, headers: { location: to(site) }, body: new Uint8Array() }
      : undefined

const fault = (id: string, why: string, more: Partial<Fault>): Fault => ({
  id,
  group: 'deployment',
  wanted: 'ISSUE',
  why,
  ...more,
})

const script = (id: string, why: string, more: Partial<Fault>): Fault =>
  fault(id, why, { group: 'scripts and policies', tools: 'RV', ...more })

const link = (id: string, why: string, more: Partial<Fault>): Fault =>
  fault(id, why, { group: 'links', tools: 'V', ...more })

export const deploymentFaults: readonly Fault[] = [
  fault('certificate-expired', 'The renewal did not run.', {
    certificate: () => ({ notBefore: days(-100), notAfter: days(-2) }),
    issuer: 'unknown',
    fast: true,
  }),
  fault('certificate-wrong-name', 'The certificate is of another name.', {
    certificate: () => ({ names: ['other-shop.com'] }),
    issuer: 'unknown',
  }),
  fault('certificate-self-signed', 'The certificate of the server itself.', { issuer: 'unknown' }),
  fault('https-closed', 'Nothing listens on 443.', { issuer: 'none' }),
  fault('no-name', 'The record is missing.', { dns: () => ({ rcode: 'NXDOMAIN' }), fast: true }),
  fault('no-address', 'The name has no address.', { dns: () => ({}) }),
  fault('name-server-fails', 'The name server fails.', { dns: () => ({ rcode: 'SERVFAIL' }) }),
  fault('private-address', 'The name points into the office.', {
    dns: () => ({ a: ['192.168.1.20'] }),
  }),
  ...[400, 401, 403, 404, 410, 500, 502, 503, 504].map((code) =>
    fault(`status-${code}`, `The server answers with ${code}.`, {
      intercept: [status(code)],
      wanted: [401, 403].includes(code) ? 'REVIEW' : 'ISSUE',
      fast: code === 500 || code === 404,
    }),
  ),
  fault('status-429', 'We ask too often.', { wanted: 'REVIEW', intercept: [status(429)] }),
  fault('status-503-then-well', 'A restart of a second: worth a look.', {
    wanted: 'REVIEW',
    tools: 'P',
    intercept: [
      (request) =>
        request.isPage && request.n === 1 ? text(503, 'text/html', '<h1>503</h1>') : undefined,
    ],
  }),
  fault('status-204', 'Nothing to show.', {
    intercept: [onPage({ status: 204, headers: {}, body: new Uint8Array() })],
    wanted: 'REVIEW',
  }),
  fault('empty-200', 'Not a byte.', { intercept: [instead('')], fast: true }),
  fault('blank-200', 'White space.', {
    intercept: [
      instead('<!doctype html><html><head><title></title></head><body>\n\n</body></html>'),
    ],
  }),
  fault('reset', 'The connection is cut.', { intercept: [onPage('reset')] }),
  fault('hangs', 'Accepted, and never answered.', { intercept: [onPage('hang')], tools: 'P' }),
  fault('cut-in-the-middle', 'Half of the page, then the connection is cut.', {
    intercept: [
      (request, upstream) =>
        request.isPage
          ? { cut: upstream(), after: Math.floor(upstream().body.byteLength / 2) }
          : undefined,
    ],
  }),
  fault('bad-encoding', 'Declared as gzip, and it is not.', {
    intercept: [headers({ 'content-encoding': 'gzip' })],
    fast: true,
  }),
  fault('cut-gzip', 'Half of a compressed page.', {
    intercept: [
      (request, upstream) => {
        if (!request.isPage) return undefined
        const body = gzipSync(upstream().body)
        return {
          ...upstream(),
          headers: { ...upstream().headers, 'content-encoding': 'gzip' },
          body: body.subarray(0, body.length / 2),
        }
      },
    ],
  }),
  fault('redirect-loop', 'To itself.', { intercept: [redirect(({ url }) => url)], fast: true }),
  fault('redirect-chain', 'Nine redirects: browsers follow twenty, and visitors wait.', {
    wanted: 'REVIEW',
    intercept: [
      (request, _upstream, site) => {
        const hop = Number(request.url.searchParams.get('hop') ?? 0)
        return request.isPage && hop < 9
          ? {
              status: 302,
              headers: { location: `${new URL(site.url).pathname}?hop=${hop + 1}` },
              body: new Uint8Array(),
            }
          : undefined
      },
    ],
  }),
  fault('redirect-to-localhost', 'The address of the development server.', {
    intercept: [redirect(() => 'http://localhost:3000/')],
    fast: true,
  }),
  fault('redirect-to-private', 'The address of the machine behind the proxy.', {
    intercept: [redirect(() => 'http://10.0.0.5/')],
  }),
  fault('redirect-to-port', 'The port of the application behind the proxy.', {
    intercept: [redirect(({ host }) => `https://${host}:8443/`)],
    wanted: 'REVIEW',
  }),
  fault('redirect-to-no-name', 'To a name that does not exist.', {
    intercept: [redirect(({ domain }) => `https://new.${domain}/`)],
  }),
  fault('redirect-downgrade', 'From https to http.', {
    intercept: [redirect(({ domain }) => `http://plain.${domain}/`)],
    hosts: (site) => ({
      [`plain.${site.domain}`]: () =>
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><title>Plain</title><h1>Plain</h1><p>A page over http, where everybody on the way can read along.</p>',
        ),
    }),
  }),
  fault('redirect-no-location', 'A redirect to nowhere.', {
    intercept: [onPage({ status: 302, headers: {}, body: new Uint8Array() })],
  }),
  fault('redirect-to-login', 'A wall in front of a preview.', {
    wanted: 'REVIEW',
    intercept: [
      (request) =>
        request.isPage
          ? { status: 302, headers: { location: '/login?next=/' }, body: new Uint8Array() }
          : undefined,
      at(
        '/login',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><title>Log in</title><h1>Log in</h1><form action="/login" method="post"><label>Name <input name="user"></label><label>Password <input type="password" name="pass"></label><button>Log in</button></form>',
        ),
      ),
    ],
  }),
  fault('reload-for-ever', 'The page loads itself again and again.', {
    tools: 'RV',
    intercept: [inHead('<script>location.reload()</script>')],
    fast: true,
  }),
  fault('refresh-for-ever', 'A meta element loads it again at once.', {
    tools: 'RV',
    intercept: [inHead('<meta http-equiv="refresh" content="0">')],
  }),
  fault('script-ping-pong', 'Two pages send visitors to one another.', {
    tools: 'RV',
    intercept: [
      inHead('<script>location.href = "/other"</script>'),
      (request, _upstream, site) =>
        request.path === '/other'
          ? text(200, 'text/html', `<script>location.href = "${site.url}"</script>`)
          : undefined,
    ],
  }),
  fault('reload-every-second', 'The page loads itself again after a second.', {
    tools: 'RV',
    intercept: [bundle('setTimeout(() => location.reload(), 1000)')],
  }),
  script('exception', 'The first script throws.', {
    intercept: [bundle('undefined.start()')],
    fast: true,
  }),
  script('exception-name', 'A variable that nobody has defined.', {
    intercept: [bundle('startApplication(config)')],
  }),
  script('syntax-error', 'A script that cannot be parsed.', { intercept: [bundle('const = 1;')] }),
  script('rejection', 'A promise that nobody handles.', {
    intercept: [bundle(`Promise.reject(new Error('no configuration'))`)],
  }),
  script('console-error', 'The application writes what is wrong.', {
    intercept: [bundle(`console.error('Failed to initialise payment provider: missing key')`)],
    wanted: 'REVIEW',
  }),
  script('inline-exception', 'A script in the document throws.', {
    intercept: [inHead('<script>window.config.apiKey</script>')],
  }),
  script('minified-react-error', 'The framework gives up.', {
    intercept: [
      bundle(
        `setTimeout(() => { throw new Error('Minified React error #418; visit https://react.dev/errors/418 for the full message') })`,
      ),
    ],
  }),
  script('storage-error', 'A value that an older release has stored.', {
    intercept: [bundle(`JSON.parse('{"user":')`)],
  }),
  script('csp-blocks-script', 'The policy forbids the own script.', {
    intercept: [
      inHead('<meta http-equiv="Content-Security-Policy" content="script-src \'none\'">'),
      bundle('window.a = 1'),
    ],
    fast: true,
  }),
  script('csp-blocks-style', 'The policy forbids the own styles.', {
    needs: ['stylesheet'],
    intercept: [
      document((html) =>
        html.replace(
          /<head[^>]*>/i,
          (tag) => `${tag}<meta http-equiv="Content-Security-Policy" content="style-src 'none'">`,
        ),
      ),
    ],
  }),
  script('csp-blocks-inline', 'The policy forbids scripts in the document.', {
    intercept: [
      document((html) =>
        html.replace(
          /<head[^>]*>/i,
          (tag) =>
            `${tag}<meta http-equiv="Content-Security-Policy" content="script-src 'self'"><script>window.config = {}</script>`,
        ),
      ),
    ],
  }),
  script('csp-blocks-api', 'The policy forbids the own API.', {
    intercept: [
      document((html, site) =>
        html.replace(
          /<head[^>]*>/i,
          (tag) =>
            `${tag}<meta http-equiv="Content-Security-Policy" content="connect-src 'self'"><script>fetch('https://api.${site.domain}/').catch(() => {})</script>`,
        ),
      ),
    ],
    hosts: (site) => ({ [`api.${site.domain}`]: () => text(200, 'application/json', '[]') }),
  }),
  script('main-thread-busy', 'A loop that never ends.', {
    intercept: [bundle('setTimeout(() => { for (;;) {} }, 100)')],
    wanted: 'REVIEW',
  }),
  script('memory', 'A script that fills the memory.', {
    intercept: [
      bundle(
        'const all = []; setTimeout(() => { for (;;) all.push(new Array(1e6).fill(all.length)) }, 100)',
      ),
    ],
    wanted: 'REVIEW',
  }),
  script('dialog', 'An alert that waits for an answer.', {
    intercept: [bundle(`alert('debug: 42')`)],
    wanted: 'REVIEW',
  }),
  script('dev-overlay', 'The overlay of a development server.', {
    intercept: [
      bundle(
        `const overlay = document.createElement('vite-error-overlay'); overlay.attachShadow({ mode: 'open' }).innerHTML = '<div style="position:fixed;inset:0;background:#181818;color:#fff">[plugin:vite:import-analysis] Failed to resolve import "./gone.js" from "src/main.js". Does the file exist?</div>'; document.body.append(overlay)`,
      ),
    ],
  }),
  script('live-reload-client', 'The client of a development server in a release.', {
    intercept: [bundle(`new WebSocket('ws://localhost:35729/livereload')`)],
    wanted: 'REVIEW',
  }),
  script('import-map-missing', 'A bare name that no import map knows.', {
    intercept: [
      atEnd('<script type="module">import { createApp } from "vue"; createApp()</script>'),
    ],
  }),
  link('link-404', 'A link in the navigation leads to nothing.', {
    intercept: [atEnd('<nav><a href="/about-us-gone">About us</a></nav>')],
    fast: true,
  }),
  link('link-500', 'A link in the navigation leads to an error.', {
    intercept: [atEnd('<nav><a href="/about-us">About us</a></nav>'), at('/about-us', serverError)],
  }),
  link('link-soft-404', 'A link leads to a page that says that it is none.', {
    wanted: 'REVIEW',
    intercept: [
      atEnd('<nav><a href="/about-us">About us</a></nav>'),
      at(
        '/about-us',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><title>Page not found</title><h1>Page not found</h1>',
        ),
      ),
    ],
  }),
  link('link-loop', 'A link leads in a circle.', {
    intercept: [
      atEnd('<nav><a href="/loop">About us</a></nav>'),
      at('/loop', { status: 302, headers: { location: '/loop' }, body: new Uint8Array() }),
    ],
  }),
  link('link-localhost', 'A link of the navigation leads to the development server.', {
    intercept: [
      atEnd('<nav><a href="/">Home</a> <a href="http://localhost:3000/pricing">Pricing</a></nav>'),
    ],
    tools: 'V',
  }),
  link('link-reset', 'A link leads to a connection that is cut.', {
    intercept: [atEnd('<nav><a href="/report">Report</a></nav>'), at('/report', 'reset')],
  }),
  link('link-private-host', 'A link leads into the office.', {
    intercept: [atEnd('<nav><a href="http://192.168.1.20/wiki">Wiki</a></nav>')],
  }),
]
