import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  type Fault,
  headers,
  inHead,
  json,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { about, inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const assets = rowsOf('assets')
const scripts = rowsOf('scripts and policies')
const late = rowsOf('fails late')
const never = rowsOf('never ready')

const html = 'text/html; charset=utf-8'
const script = 'text/javascript; charset=utf-8'

/** Data that does not arrive. */
const calls: readonly Fault[] = [
  silent.issue(
    'll-deadlock-swallowed',
    'The dates come from our server, which fails, and the page hides it.',
    [
      at('/api/events/upcoming', {
        ...json({ timestamp: '2024-06-11T08:32:12Z', status: 500, error: 'Internal Server Error' }),
        status: 500,
      }),
      bundle(
        `fetch('/api/events/upcoming').then((r) => r.ok ? r.json() : []).then((all) => { document.getElementById('dates').textContent = all.map((one) => one.title).join(', ') })`,
      ),
      atTop('<section><h2>Dates</h2><div id="dates"></div></section>'),
    ],
    inBrowser,
  ),
  silent.issue(
    'll-api-host-gone',
    'The name of our API was left out when we moved the domain.',
    [
      bundle(
        ({ domain }) =>
          `fetch('https://api.${domain}/v1/menu?week=current').then((r) => r.json()).catch((e) => console.warn(e))`,
      ),
    ],
    { ...inBrowser, hosts: ({ domain }) => ({ [`api.${domain}`]: 'nothing' }) },
  ),
  silent.issue(
    'll-localhost-call',
    'The build was made with the address of the developer’s own machine.',
    [
      bundle(
        `const base = 'http://localhost:8000'
fetch(base + '/api/listings/').then((r) => r.json()).then((all) => console.log(all.length))`,
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'll-shell-for-json',
    'Each unknown path gives the start page, so the data is not data.',
    [
      at(
        '/backend/opening-hours',
        text(200, html, '<!doctype html><html><body><div id="app"></div></body></html>'),
      ),
      bundle(
        `(async () => { const hours = await (await fetch('/backend/opening-hours')).json(); document.title = hours.today })()`,
      ),
    ],
    inBrowser,
  ),
  silent.review(
    'll-graphql-errors',
    'The schema was changed and the page was not: the answer holds errors only.',
    [
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "teaserImage" on type "Article".',
              locations: [{ line: 4, column: 7 }],
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
        }),
      ),
      bundle(
        `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ articles { id title teaserImage } }' }) }).then((r) => r.json()).then(({ data }) => { document.getElementById('news').textContent = data.articles.length })`,
      ),
      atTop('<section><h2>News</h2><div id="news"></div></section>'),
    ],
    inBrowser,
  ),
  silent.issue(
    'll-cors-star-cookies',
    'The API allows everybody, which a browser does not accept with cookies.',
    [
      bundle(
        ({ domain }) =>
          `fetch('https://booking.${domain}/slots', { credentials: 'include' }).then((r) => r.json()).then((all) => console.log(all))`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`booking.${domain}`]: () => json({ slots: [] }, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  silent.issue(
    'll-preflight-405',
    'The new gateway does not know OPTIONS and no call gets through.',
    [
      bundle(
        ({ domain }) =>
          `fetch('https://gateway.${domain}/catalogue', { headers: { 'x-tenant': 'main' } }).then((r) => r.json())`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`gateway.${domain}`]: (request) =>
          request.method === 'OPTIONS'
            ? text(405, 'text/plain; charset=utf-8', 'Method Not Allowed')
            : json({ items: [1, 2] }, { 'access-control-allow-origin': '*' }),
      }),
    },
  ),
  silent.issue(
    'll-live-scores-refused',
    'The live scores of the club need a socket that nobody serves.',
    [
      bundle(
        ({ domain }) => `let tries = 0
const open = () => { const s = new WebSocket('wss://live.${domain}/scores'); s.onclose = () => { if (++tries < 4) setTimeout(open, 600) } }
open()`,
      ),
    ],
    { ...inBrowser, hosts: ({ domain }) => ({ [`live.${domain}`]: 'refuses' }) },
  ),
  silent.issue(
    'll-event-stream-html',
    'The stream of departures answers with a web page.',
    [
      at('/stream/departures', text(200, html, '<title>Departures</title><p>Log in</p>')),
      bundle(
        `const s = new EventSource('/stream/departures'); s.onmessage = (m) => { document.title = m.data }`,
      ),
    ],
    inBrowser,
  ),
  silent.review(
    'll-cms-token-expired',
    'The token for our content service has run out.',
    [
      bundle(
        ({ stranger }) =>
          `fetch('https://cdn.${stranger}/v2/cdn/stories/home?version=published&token=Xq3tt').then((r) => r.ok ? r.json() : null).then((s) => { if (s) document.title = s.name })`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [`cdn.${stranger}`]: () => ({
          ...json({ error: 'Unauthorized' }, { 'access-control-allow-origin': '*' }),
          status: 401,
        }),
      }),
    },
  ),
  silent.review(
    'll-flags-vendor-gone',
    'The service of feature switches that we start with has closed down.',
    [
      bundle(
        ({ stranger }) =>
          `fetch('https://flags.${stranger}/sdk/eval/64fe').then((r) => r.json()).catch(() => ({})).then((f) => { window.flags = f })`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`flags.${stranger}`]: 'nothing' }) },
  ),
  silent.issue(
    'll-catalogue-cut',
    'The file of all products ends in the middle.',
    [
      at('/data/catalogue.json', {
        cut: json({ items: Array.from({ length: 400 }, (_, n) => ({ n, name: `Part ${n}` })) }),
        after: 3000,
      }),
      bundle(
        `fetch('/data/catalogue.json').then((r) => r.json()).then(({ items }) => console.log(items.length))`,
      ),
    ],
    inBrowser,
  ),
  never.review(
    'll-appointments-hang',
    'Patients look at a sentence about loading until they give up.',
    [
      at('/api/appointments', 'hang'),
      application(
        `document.getElementById('root').innerHTML = '<h1>Dr. Novak</h1><p>Loading free appointments…</p>'
fetch('/api/appointments').then((r) => r.json()).then((all) => { document.getElementById('root').textContent = all.length })`,
      ),
    ],
    inBrowser,
  ),
  late.issue(
    'll-retry-storm',
    'The page asks again and again and is refused each time.',
    [
      at('/api/v1/availability', {
        ...text(503, 'text/plain; charset=utf-8', 'Service Unavailable'),
        headers: { 'content-type': 'text/plain; charset=utf-8', ...uncached },
      }),
      bundle(
        `let n = 0
const again = () => fetch('/api/v1/availability').then((r) => { if (!r.ok && ++n < 40) setTimeout(again, 120) })
again()`,
      ),
    ],
    inBrowser,
  ),
]

/** Code that does not run, and resources that policies block. */
const code: readonly Fault[] = [
  late.issue(
    'll-unmounts',
    'The page is there for two seconds; then an exception takes it away.',
    [
      application(
        `const root = document.getElementById('root')
root.innerHTML = ${JSON.stringify(`<h1>Bookshop</h1>${about}`)}
setTimeout(() => { root.innerHTML = ''; const cart = JSON.parse('{}'); cart.items.forEach((one) => one) }, 2200)`,
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'll-bare-import',
    'The page was put live without its build; no browser knows where "vue" is.',
    [
      atEnd(
        '<div id="calendar"></div><script type="module">import { createApp } from "vue"; createApp({}).mount("#calendar")</script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'll-integrity-stale',
    'The script was changed on the server and its checksum in the page was not.',
    [
      at('/js/booking.min.js', text(200, script, 'window.booking = { open() {} }')),
      atEnd(
        '<script src="/js/booking.min.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin="anonymous"></script>',
      ),
    ],
    inBrowser,
  ),
  scripts.issue(
    'll-policy-without-static-host',
    'The new policy forgot the host that our scripts come from.',
    [
      headers({ 'content-security-policy': "script-src-elem 'self' 'unsafe-inline'" }),
      atEnd(({ domain }) => `<script src="https://static.${domain}/site/main.js"></script>`),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({ [`static.${domain}`]: () => text(200, script, 'window.main = 1') }),
    },
  ),
  scripts.issue(
    'll-wasm-type',
    'The server does not know the type of our WebAssembly; the planner never starts.',
    [
      at('/assets/planner_bg.wasm', {
        status: 200,
        headers: { 'content-type': 'application/octet-stream' },
        body: Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]),
      }),
      bundle(
        `WebAssembly.instantiateStreaming(fetch('/assets/planner_bg.wasm')).then(({ instance }) => { window.planner = instance })`,
      ),
    ],
    inBrowser,
  ),
]

/** Faults of style sheets, images, fonts and media. */
const files: readonly Fault[] = [
  assets.issue(
    'll-style-is-html',
    'The style sheet has become the error page of the shop system.',
    [
      at('/build/theme.css', text(200, html, '<!doctype html><title>Oops</title><h1>Oops</h1>')),
      inHead('<link rel="stylesheet" href="/build/theme.css">'),
    ],
    inBrowser,
  ),
  assets.issue(
    'll-lfs-pointer',
    'The photo on the server is only a note of Git where the photo would be.',
    [
      at(
        '/images/team-2024.png',
        text(
          200,
          'image/png',
          'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 1284731\n',
        ),
      ),
      atTop('<img src="/images/team-2024.png" alt="Our team" width="900" height="420">'),
    ],
    inBrowser,
  ),
  assets.issue(
    'll-icon-font-corrupt',
    'The upload in text mode ruined the font; icons are empty boxes.',
    [
      at(
        '/fonts/shopicons.woff2',
        text(200, 'font/woff2', 'wOF2\r\n\u0001\ufffd\ufffd\r\n'.repeat(30)),
      ),
      inHead(
        '<style>@font-face{font-family:shopicons;src:url(/fonts/shopicons.woff2) format("woff2")}.si{font:32px shopicons}</style>',
      ),
      atTop(
        '<nav><a href="#a" class="si">&#xe900;</a> <a href="#b" class="si">&#xe904;</a> <a href="#c" class="si">&#xe911;</a></nav>',
      ),
    ],
    inBrowser,
  ),
  assets.issue(
    'll-booking-frame-denied',
    'The booking window of our partner may no longer be shown inside our page.',
    [
      atTop(
        ({ stranger }) =>
          `<section><h2>Book a table</h2><iframe src="https://widget.${stranger}/book/4711" title="Book a table" width="800" height="500"></iframe></section>`,
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [`widget.${stranger}`]: () => ({
          status: 200,
          headers: { 'content-type': html, 'x-frame-options': 'DENY' },
          body: text(200, html, '<title>Book</title><p>Choose a day</p>').body,
        }),
      }),
    },
  ),
]

export const setLlRequests: readonly Fault[] = [...calls, ...code, ...files]
