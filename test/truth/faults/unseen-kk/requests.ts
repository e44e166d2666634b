import {
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  firstFile,
  headers,
  inHead,
  json,
  notFound,
  serverError,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')
const failsLate = rowsOf('fails late')

/** A section in front of anything that the page's own layout puts there. */
const part = (html: string) =>
  `<section style="position:relative;z-index:9999;background:#fff;color:#222;padding:16px;font:16px/1.5 sans-serif">${html}</section>`

const shell =
  '<!doctype html><html><head><title>App</title></head><body><div id="app"></div></body></html>'

/** Calls and files of the page that fail. */
export const setKkRequests: readonly Fault[] = [
  silent.issue(
    'kk-prices-retried',
    'The service of prices is down, and the page asks it again and again.',
    [
      bundle(
        'function ask(){fetch("/api/v2/prices").then(function(r){if(!r.ok)throw 0;return r.json()}).catch(function(){setTimeout(ask,700)})}ask()',
      ),
      at('/api/v2/prices', {
        ...text(503, 'application/json', '{"error":"upstream unavailable"}'),
      }),
    ],
    inBrowser,
  ),
  silent.review(
    'kk-graphql-errors',
    'The schema changed: the query is answered with 200 and nothing but errors.',
    [
      bundle(
        'fetch("/graphql",{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify({query:"{shop{banner{title}}}"})}).then(function(r){return r.json()}).then(function(a){if(a.errors)console.error("[GraphQL error]: "+a.errors[0].message)})',
      ),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "banner" on type "Shop".',
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
          data: null,
        }),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'kk-socket-host-gone',
    'The host of the live updates was removed from the DNS.',
    [bundle((site) => `new WebSocket("wss://live.${site.domain}/updates")`)],
    { ...inBrowser, hosts: (site) => ({ [`live.${site.domain}`]: 'nothing' }) },
  ),
  silent.issue(
    'kk-events-are-html',
    'The stream of events is answered by the fallback of the front end.',
    [
      bundle('new EventSource("/api/stream")'),
      at('/api/stream', text(200, 'text/html; charset=utf-8', shell)),
    ],
    inBrowser,
  ),
  silent.issue(
    'kk-api-without-cors',
    'The new API does not allow the origin of the site.',
    [
      bundle(
        (site) =>
          `fetch("https://api.${site.domain}/catalogue").then(function(r){return r.json()}).catch(function(){})`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`api.${site.domain}`]: () => json({ items: [1, 2, 3] }) }),
    },
  ),
  silent.issue(
    'kk-config-is-html',
    'The settings are answered with the page of the application, which is no JSON.',
    [
      bundle(
        'fetch("/config.json").then(function(r){return r.json()}).then(function(c){window.c=c})',
      ),
      at('/config.json', text(200, 'text/html; charset=utf-8', shell)),
    ],
    inBrowser,
  ),
  silent.issue(
    'kk-session-to-login',
    'The call for the basket is sent on to the log-in of another host, which no script may read.',
    [
      bundle('fetch("/api/basket").then(function(r){return r.json()})'),
      at('/api/basket', (_request, _upstream, site) => ({
        status: 302,
        headers: { ...uncached, location: `https://login.${site.domain}/authorize?client_id=shop` },
        body: new Uint8Array(),
      })),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`login.${site.domain}`]: () => text(200, 'text/html', '<title>Sign in</title>'),
      }),
    },
  ),
  silent.issue(
    'kk-answer-cut',
    'The proxy ends the answer of the stock in the middle.',
    [
      bundle('fetch("/api/stock").then(function(r){return r.json()})'),
      at('/api/stock', {
        cut: json({ rows: Array.from({ length: 400 }, (_, id) => ({ id, left: 7 })) }),
        after: 900,
      }),
    ],
    inBrowser,
  ),
  silent.review(
    'kk-vendor-gone',
    'The reviews of the shop come from a firm that no longer exists.',
    [
      bundle(
        (site) =>
          `fetch("https://reviews.${site.stranger}/v1/widgets/4711").then(function(r){return r.json()}).then(function(w){document.title+=w.stars}).catch(function(){})`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`reviews.${site.stranger}`]: 'nothing' }) },
  ),
  scripts.issue(
    'kk-sibling-cdn-refuses',
    'The server with the scripts of the site does not listen.',
    [atEnd((site) => `<script src="https://static.${site.domain}/vendor.min.js"></script>`)],
    { ...inBrowser, hosts: (site) => ({ [`static.${site.domain}`]: 'refuses' }) },
  ),
  scripts.issue(
    'kk-integrity',
    'The script was built anew, and the page still has the checksum of the old one.',
    [
      atEnd(
        '<script src="/assets/menu.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>',
      ),
      at('/assets/menu.js', text(200, 'text/javascript; charset=utf-8', 'window.menu=1')),
    ],
    inBrowser,
  ),
  scripts.issue(
    'kk-nonce-missing',
    'The new policy wants a nonce, and no script of the page has one.',
    [
      headers({ 'content-security-policy': "script-src 'nonce-7Gd2kq0Vb1'; object-src 'none'" }),
      bundle('document.documentElement.dataset.ready="1"'),
    ],
    inBrowser,
  ),
  scripts.issue(
    'kk-bare-import',
    'The sources were published instead of the bundle.',
    [
      atEnd('<script type="module" src="/src/main.js"></script>'),
      at(
        '/src/main.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          'import { createApp } from "vue"\nimport App from "./App.vue"\ncreateApp(App).mount("#app")\n',
        ),
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'kk-script-is-html',
    'After the deployment the old name of the script leads to the start page.',
    [
      atEnd('<script src="/static/js/main.5d0e7b1c.js"></script>'),
      at('/static/js/main.5d0e7b1c.js', text(200, 'text/html; charset=utf-8', shell)),
    ],
    inBrowser,
  ),
  scripts.issue(
    'kk-mixed-script',
    'The page is on https and takes a script over http, which browsers refuse.',
    [atEnd((site) => `<script src="http://static.${site.domain}/slider.js"></script>`)],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`static.${site.domain}`]: () => text(200, 'text/javascript', 'window.slider=1'),
      }),
    },
  ),
  scripts.issue(
    'kk-embedder-policy',
    'The isolation that a new feature needs shuts out the pictures of the CDN.',
    [
      headers({
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': 'same-origin',
      }),
      atTop((site) =>
        part(
          `<img src="https://images.${site.stranger}/team.svg" width="480" height="240" alt="Our team in the workshop">`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`images.${site.stranger}`]: () =>
          text(200, 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
      }),
    },
  ),
  scripts.issue(
    'kk-frame-denied',
    'The booking service forbids to be framed, and its place in the page is grey.',
    [
      atTop((site) =>
        part(
          `<h2>Book a table</h2><iframe src="https://booking.${site.domain}/widget" width="640" height="360" title="Booking"></iframe>`,
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`booking.${site.domain}`]: () => {
          const reply = text(200, 'text/html; charset=utf-8', '<title>Book</title><p>Book</p>')
          return { ...reply, headers: { 'content-type': 'text/html', 'x-frame-options': 'DENY' } }
        },
      }),
    },
  ),
  scripts.issue(
    'kk-wasm-type',
    'The server has no type for WebAssembly, and the module is refused.',
    [
      bundle('WebAssembly.instantiateStreaming(fetch("/assets/engine.wasm"),{})'),
      at('/assets/engine.wasm', {
        status: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0),
      }),
    ],
    inBrowser,
  ),
  scripts.issue(
    'kk-worker-missing',
    'The worker that does the search was left out of the release.',
    [bundle('new Worker("/assets/search.worker.js").postMessage("index")')],
    inBrowser,
  ),
  failsLate.issue(
    'kk-stale-chunk',
    'A part that is loaded on demand is gone since the new release.',
    [
      bundle('setTimeout(function(){import("/assets/recommendations-9a1b77e0.js")},2000)'),
      at('/assets/recommendations-9a1b77e0.js', notFound),
    ],
    inBrowser,
  ),
  failsLate.review(
    'kk-timer-throws',
    'The clock of the sale throws whenever it ticks.',
    [bundle('var sale=null;setInterval(function(){document.title=sale.endsAt-Date.now()},3000)')],
    inBrowser,
  ),
  assets.issue(
    'kk-image-optimizer',
    'The optimizer of pictures does not allow the host of the media library.',
    [
      atTop(
        part(
          '<img src="/_next/image?url=https%3A%2F%2Fcms.example.org%2Fhero.jpg&amp;w=1200&amp;q=75" width="600" height="300" alt="The shop from the street">',
        ),
      ),
      at('/_next/image', text(400, 'text/plain', '"url" parameter is not allowed')),
    ],
    inBrowser,
  ),
  assets.issue(
    'kk-style-500',
    'The style sheet is made by a script on the server, which fails.',
    [firstFile('stylesheet', serverError)],
    { ...inBrowser, needs: ['stylesheet'] },
  ),
  assets.review(
    'kk-font-without-cors',
    'The fonts moved to another host of ours, which does not let the page use them.',
    [
      inHead(
        (site) =>
          `<style>@font-face{font-family:House;src:url(https://fonts.${site.domain}/house.woff2) format("woff2")}.house{font-family:House,serif}</style>`,
      ),
      atTop(part('<h2 class="house">Maps and globes since 1874</h2>')),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({ [`fonts.${site.domain}`]: () => text(200, 'font/woff2', 'wOF2') }),
    },
  ),
]
