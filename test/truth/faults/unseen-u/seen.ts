import {
  application,
  at,
  bundle,
  type Fault,
  headers,
  inHead,
  instead,
  json,
  notFound,
  serverError,
} from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const scripts = rowsOf('scripts and policies')
const assets = rowsOf('assets')
const silent = rowsOf('requests that fail in silence')
const late = rowsOf('fails late')

const filled = (markup: string) =>
  `document.getElementById('root').innerHTML = ${JSON.stringify(markup)}`
const open = { 'access-control-allow-origin': '*' }
const picture: Reply = {
  status: 200,
  headers: { 'content-type': 'image/gif' },
  body: Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (one) =>
    one.charCodeAt(0),
  ),
}
const css = text(
  200,
  'text/css; charset=utf-8',
  'body{margin:0 auto;max-width:60em;font:18px/1.5 sans-serif}nav{display:flex;gap:2em}.grid{display:grid;grid-template-columns:1fr 1fr 1fr;gap:1em}.card{padding:1em;background:#eef}',
)
const styled = `<nav><b>Mill Books</b><span>Books</span><span>Maps</span></nav><div class="grid"><div class="card">Atlas of rivers</div><div class="card">Old roads</div><div class="card">The coast</div></div>${about}`

export const setUSeen: readonly Fault[] = [
  scripts.issue(
    'u-test-hides-all',
    'The page is hidden until the tool for experiments answers, and that account is closed.',
    [
      inHead(
        (site) =>
          `<style>.async-hide{opacity:0!important}</style><script>document.documentElement.classList.add('async-hide')</script><script async src="https://exp.${site.stranger}/snippet.js" onload="document.documentElement.classList.remove('async-hide')"></script>`,
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'u-never-revealed',
    'What is revealed while one scrolls waits for a script that is not there.',
    [
      whole(
        'Mill Books',
        `<style>[data-aos]{opacity:0;transform:translateY(40px)}</style><div data-aos="fade-up"><h1>Mill Books</h1>${about}</div><div data-aos="fade-up">${about}</div><script src="/assets/aos.js"></script><script>window.AOS && window.AOS.init()</script>`,
      ),
      at('/assets/aos.js', notFound),
    ],
    inBrowser,
  ),
  assets.issue(
    'u-ink-like-paper',
    'The ink of one theme is on the paper of the other.',
    [
      whole(
        'Mill Books',
        `<style>:root{--paper:#fff;--ink:#fff}body{background:var(--paper);color:var(--ink)}</style><h1>Mill Books</h1>${about}${about}`,
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'u-style-waits-for-a-handler',
    'The style sheet is switched on by a handler in the markup, and the new policy forbids those.',
    [
      headers({ 'content-security-policy': "default-src 'self'" }),
      whole('Mill Books', styled, {
        head: `<link rel="stylesheet" href="/assets/site.css" media="print" onload="this.media='all'">`,
      }),
      at('/assets/site.css', css),
    ],
    inBrowser,
  ),
  scripts.issue(
    'u-trusted-types',
    'The policy forbids the way in which the application writes its page.',
    [
      headers({ 'content-security-policy': "require-trusted-types-for 'script'" }),
      application(filled(`<h1>Orders</h1>${about}`)),
    ],
    inBrowser,
  ),
  scripts.issue(
    'u-not-bundled',
    'The source was uploaded in place of the build: the browser cannot resolve its imports.',
    [
      whole('Mill Books', '<div id="app"></div><script type="module" src="/src/main.js"></script>'),
      at(
        '/src/main.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          `import { createApp } from 'vue'\ncreateApp({ template: '<h1>Mill Books</h1>' }).mount('#app')`,
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'u-program-of-wrong-type',
    'The server does not know the type of the program, and the page waits for it for ever.',
    [
      application(
        `${filled('<p>Starting the editor...</p>')}; WebAssembly.compileStreaming(fetch('/assets/editor.wasm')).then(() => { ${filled('<h1>Editor</h1>')} })`,
      ),
      at('/assets/editor.wasm', {
        status: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]),
      }),
    ],
    inBrowser,
  ),
  assets.issue(
    'u-isolated-from-its-pictures',
    'The page asks for isolation, and the host of its pictures has not agreed to it.',
    [
      headers({ 'cross-origin-embedder-policy': 'require-corp' }),
      instead(
        (site) =>
          `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><h1>Gallery</h1>${about}${[1, 2, 3].map((one) => `<img src="https://img.${site.domain}/${one}.gif" alt="Photograph ${one}" width="300" height="200">`).join('')}</html>`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`img.${site.domain}`]: () => picture }) },
  ),
  scripts.issue(
    'u-sandboxed',
    'The site is served by a bucket for uploads, which lets no script run.',
    [
      headers({ 'content-security-policy': 'sandbox allow-same-origin' }),
      application(filled(`<h1>Orders</h1>${about}`)),
    ],
    inBrowser,
  ),
  late.issue(
    'u-always-a-new-version',
    'The page loads itself again because the version that it reads is never its own.',
    [
      application(
        `${filled(`<h1>Orders</h1>${about}`)}; fetch('/version.json', { cache: 'no-store' }).then((answer) => answer.json()).then((data) => { if (data.build !== '3f2a91c0') location.reload() })`,
      ),
      at('/version.json', json({ build: '77b0e1d2' })),
    ],
    inBrowser,
  ),
  scripts.issue(
    'u-client-without-address',
    'A variable of the build was empty, and the client of the database refuses to start.',
    [application(`throw new Error('supabaseUrl is required.')`)],
    inBrowser,
  ),
  silent.issue(
    'u-remote-part-gone',
    'A part of the page comes from a host of its own that is no more.',
    [
      application(
        (site) =>
          `${filled('<header>Mill Books</header><main>Loading basket...</main>')}; const part = document.createElement('script'); part.src = 'https://basket.${site.domain}/remoteEntry.js'; part.onerror = () => { throw new Error('Loading script failed. (missing: ' + part.src + ')') }; document.head.append(part)`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'u-flags-first',
    'Nothing is drawn before the flags are there, and their service is down.',
    [
      application(
        (site) =>
          `fetch('https://flags.${site.stranger}/v1/all').then((answer) => answer.json()).then(() => { ${filled('<h1>Orders</h1>')} }).catch(() => {})`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`flags.${site.stranger}`]: 'refuses' }) },
  ),
  silent.issue(
    'u-preflight-moved',
    'The API sends the preflight to another path, which a browser does not follow.',
    [
      bundle(
        (site) =>
          `fetch('https://api.${site.domain}/v2/orders', { headers: { authorization: 'Bearer guest' } }).catch(() => {})`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: (request) =>
          request.path === '/v2/orders'
            ? {
                status: 301,
                headers: {
                  location: '/v2/orders/',
                  'access-control-allow-headers': 'authorization',
                  ...open,
                },
                body: new Uint8Array(),
              }
            : json([], { 'access-control-allow-headers': 'authorization', ...open }),
      }),
    },
  ),
  assets.issue(
    'u-cookies-too-long',
    'The cookies of the page are longer than the server takes: it refuses all files after it.',
    [
      headers({
        'set-cookie': [`state=${'a'.repeat(3900)}; Path=/`, `basket=${'b'.repeat(3900)}; Path=/`],
      }),
      whole('Mill Books', styled, { head: '<link rel="stylesheet" href="/assets/site.css">' }),
      (request) => {
        if (String(request.headers['cookie'] ?? '').length < 7000) return undefined
        return text(400, 'text/html', '<h1>400 Request Header Or Cookie Too Large</h1>')
      },
      at('/assets/site.css', css),
    ],
    inBrowser,
  ),
  assets.issue(
    'u-names-of-icons',
    'The font of the icons may not be read from its host, and their names are shown.',
    [
      instead(
        (site) =>
          `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><style>@font-face{font-family:"Material Icons";src:url(https://static.${site.domain}/icons.woff2)}.material-icons{font-family:"Material Icons"}</style><header><i class="material-icons">menu</i> <i class="material-icons">search</i> <i class="material-icons">shopping_cart</i></header><h1>Mill Books</h1>${about}</html>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`static.${site.domain}`]: () => ({
          ...picture,
          headers: { 'content-type': 'font/woff2' },
        }),
      }),
    },
  ),
  assets.issue(
    'u-texts-in-wrong-charset',
    'The server announces the wrong charset for the script that has all texts.',
    [
      at(
        '/assets/app-3f2a91c0.js',
        text(
          200,
          'text/javascript; charset=iso-8859-1',
          filled(
            '<h1>Grüße aus der Mühle</h1><p>Schöne Bücher für große und kleine Gäste, täglich außer Montag geöffnet.</p>',
          ),
        ),
      ),
      application(''),
    ],
    inBrowser,
  ),
  scripts.issue(
    'u-router-below-a-path',
    'The router was built for a path below the root, and draws nothing.',
    [
      application(
        `console.warn('<Router basename="/portal"> is not able to match the URL "/" because it does not start with the basename, so the <Router> won\\'t render anything.')`,
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'u-connection-lost',
    'The proxy does not let the socket through, and a cover tells of it.',
    [
      application(
        (site) =>
          `${filled('<h1>Machines</h1><p>Hall 1: 4 of 4</p>')}; const live = new WebSocket('wss://${site.host}/live'); live.onclose = () => { document.body.insertAdjacentHTML('beforeend', '<div style="position:fixed;inset:0;background:#fffd">Connection lost. Reconnecting...</div>') }`,
      ),
      at('/live', serverError),
    ],
    inBrowser,
  ),
]
