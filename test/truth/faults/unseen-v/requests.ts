import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  type Interceptor,
  inHead,
  json,
  notFound,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf, whole } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const policies = rowsOf('scripts and policies')

/** A script that draws a list of orders by setting `innerHTML`. */
const draws =
  'document.getElementById("root").innerHTML = "<h1>Orders</h1><p>These are the orders of today, the newest first.</p>"'

export const setVRequests: readonly Fault[] = [
  policies.issue(
    'v-nonce-of-yesterday',
    'The document comes from a cache, its nonce is not the one of the header.',
    [
      headers({ 'content-security-policy': "script-src 'nonce-Zm9vYmFyMTIz'" }),
      whole('Orders', `<div id="root"></div><script nonce="YmF6cXV4OTg3">${draws}</script>`),
    ],
    inBrowser,
  ),
  policies.issue(
    'v-trusted-types',
    'A stricter policy was switched on that the application does not stand.',
    [
      headers({ 'content-security-policy': "require-trusted-types-for 'script'" }),
      application(draws),
    ],
    inBrowser,
  ),
  policies.issue(
    'v-bare-module-name',
    'The sources were deployed instead of the build.',
    [
      atEnd(
        '<script type="module">import { createApp } from "vue"; createApp({}).mount("#app")</script>',
      ),
    ],
    inBrowser,
  ),
  policies.issue(
    'v-wasm-type',
    'The server does not know the type of the module that the page calculates with.',
    [
      bundle(
        'WebAssembly.instantiateStreaming(fetch("/assets/tariff.wasm"), {}).then(({ instance }) => instance.exports)',
      ),
      at('/assets/tariff.wasm', {
        status: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0),
      }),
    ],
    inBrowser,
  ),
  policies.issue(
    'v-worker-is-a-page',
    'The file of the worker was not deployed, and the server answers with its start page.',
    [
      bundle(
        'const worker = new Worker("/assets/search-worker-1c.js"); worker.onmessage = () => {}; worker.postMessage("start")',
      ),
      at(
        '/assets/search-worker-1c.js',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><title>Shop</title><div id="root"></div>',
        ),
      ),
    ],
    inBrowser,
  ),
  policies.issue(
    'v-integrity-of-older-file',
    'The script was updated, its checksum in the page was not.',
    [
      atEnd(
        '<script src="/assets/menu-5b.js" integrity="sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="></script>',
      ),
      at('/assets/menu-5b.js', text(200, 'text/javascript; charset=utf-8', 'window.menu = 2')),
    ],
    inBrowser,
  ),
  policies.issue(
    'v-booking-refuses-frames',
    'The booking of the same company does not let itself be framed.',
    [
      atEnd(
        ({ domain }) =>
          `<h2>Book a table</h2><iframe title="Booking" src="https://booking.${domain}/" width="600" height="400"></iframe>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`booking.${domain}`]: () => {
          const page = text(
            200,
            'text/html; charset=utf-8',
            '<title>Booking</title><h1>Booking</h1>',
          )
          return { ...page, headers: { ...page.headers, 'x-frame-options': 'DENY' } }
        },
      }),
    },
  ),
  silent.issue(
    'v-address-of-api-undefined',
    'A variable was not set when the application was built.',
    [
      bundle(
        'fetch("undefined/api/shops").then((answer) => answer.ok ? answer.json() : []).catch(() => [])',
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'v-query-answers-errors',
    'Each query is answered with 200 and an internal error.',
    [
      bundle(
        'fetch("/graphql", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ query: "{ shop { name } }" }) }).then((answer) => answer.json()).then((answer) => answer.data?.shop)',
      ),
      at(
        '/graphql',
        json({
          errors: [
            { message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } },
          ],
          data: null,
        }),
      ),
    ],
    inBrowser,
  ),
  silent.review(
    'v-reviews-refuse',
    'The service of the ratings does not listen, and their place stays empty.',
    [
      atEnd('<h2>What customers say</h2><div id="v-reviews"></div>'),
      bundle(
        ({ stranger }) =>
          `fetch("https://${stranger}/ratings?shop=17").then((answer) => answer.json()).catch(() => [])`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [stranger]: 'refuses' }) },
  ),
  silent.issue(
    'v-live-update-502',
    'The stream of events ends at the proxy.',
    [
      bundle('new EventSource("/live/stock").onmessage = () => {}'),
      at('/live/stock', text(502, 'text/html; charset=utf-8', '<h1>502 Bad Gateway</h1>')),
    ],
    inBrowser,
  ),
  assets.issue(
    'v-icon-font-of-other-origin',
    'The icons come from a host that does not allow it, and are empty boxes.',
    [
      inHead(
        ({ stranger }) =>
          `<style>@font-face { font-family: VIcons; src: url("https://${stranger}/icons.woff2") format("woff2") } .v-icon { font: 32px VIcons }</style>`,
      ),
      atTop(
        '<p><span class="v-icon">&#xe801;</span> <span class="v-icon">&#xe802;</span> <span class="v-icon">&#xe803;</span></p>',
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({ [stranger]: () => text(200, 'font/woff2', 'wOF2') }),
    },
  ),
  assets.issue(
    'v-logo-is-a-login',
    'The folder of the pictures is behind a login: the logo is a page.',
    [
      atTop('<img src="/media/logo-mill.png" alt="Mill Books" width="240" height="80">'),
      at(
        '/media/logo-mill.png',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><title>Log in</title><form><input type="password"></form>',
        ),
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'v-film-is-missing',
    'The film of the start page was too large for the upload.',
    [
      atTop(
        '<video src="/media/intro.mp4" width="640" height="360" autoplay muted playsinline controls></video>',
      ),
      at('/media/intro.mp4', notFound),
    ],
    inBrowser,
  ),
  assets.issue(
    'v-theme-imports-in-clear',
    'A style sheet of the site takes its half from an address without TLS.',
    [
      inHead('<link rel="stylesheet" href="/assets/theme-ab.css">'),
      ((request, _upstream, { stranger }) =>
        request.path === '/assets/theme-ab.css'
          ? text(200, 'text/css; charset=utf-8', `@import url("http://${stranger}/grid.css");`)
          : undefined) satisfies Interceptor,
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({ [stranger]: () => text(200, 'text/css', 'b { color: red }') }),
    },
  ),
  assets.issue(
    'v-base-of-development',
    'Everything relative is looked for on the computer of the developer.',
    [
      whole(
        'Mill Books',
        `<header><img src="logo.svg" alt="Mill Books" width="120" height="40"><a href="books">Books</a></header><main><h1>Mill Books</h1>${about}</main><script src="main.js"></script>`,
        { head: '<base href="http://localhost:4200/"><link rel="stylesheet" href="styles.css">' },
      ),
    ],
    inBrowser,
  ),
]
