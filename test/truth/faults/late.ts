import {
  application,
  at,
  atEnd,
  atTop,
  bundle,
  document,
  type Fault,
  firstFile,
  type Interceptor,
  inHead,
  json,
  late,
  serverError,
} from '../fault.ts'

const orders = [
  { id: 4711, name: 'Ada Lovelace', total: '12.50' },
  { id: 4712, name: 'Grace Hopper', total: '7.20' },
  { id: 4713, name: 'Katherine Johnson', total: '3.90' },
]

/** Shows the orders once they have loaded, and the markup `waiting` until then. */
const ordersApp = (waiting: string) => `
  const root = document.getElementById('root')
  root.innerHTML = ${JSON.stringify(waiting)}
  fetch('/api/orders').then((answer) => answer.json()).then((orders) => {
    root.removeAttribute('aria-busy')
    root.innerHTML = '<h1>Orders</h1><p>These are the orders of today, the newest first. Choose one to see what was bought, or to send it.</p><table>' + orders.map((one) => '<tr><td>' + one.id + '<td>' + one.name + '<td>' + one.total).join('') + '</table>'
  })`

const spinner =
  '<style>@keyframes turn { to { transform: rotate(360deg) } } .spinner { width: 48px; height: 48px; margin: 200px auto; border: 5px solid #ccc; border-top-color: #06c; border-radius: 50%; animation: turn 1s linear infinite }</style><div class="spinner"></div>'
const progress =
  '<div role="progressbar" aria-label="Loading" style="width:200px;height:8px;background:#06c;margin:200px auto"></div>'
const skeleton = `<style>@keyframes shine { to { background-position: -200% 0 } } .bone { height: 20px; margin: 16px; background: linear-gradient(90deg, #eee 25%, #ddd 50%, #eee 75%) 0 0 / 200% 100%; animation: shine 1.5s infinite }</style>${'<div class="bone"></div>'.repeat(8)}`

const hangingOrders: Interceptor = at('/api/orders', 'hang')
const ordersAfter = (ms: number): Interceptor =>
  at(
    '/api/orders',
    late(ms, () => json(orders)),
  )

/** Runs `work` after `ms` milliseconds, without a pending request that a visit could wait for. */
const after = (ms: number, work: string) => bundle(`setTimeout(() => { ${work} }, ${ms})`)

export const lateFaults: readonly Fault[] = [
  {
    id: 'content-after-1500-ms',
    group: 'late but well',
    wanted: 'PASS',
    fast: true,
    why: 'The list comes a moment later, as on any application.',
    intercept: [application(ordersApp(spinner)), ordersAfter(1_500)],
  },
  {
    id: 'content-after-3-s',
    group: 'late but well',
    wanted: 'PASS',
    tools: 'RV',
    why: 'A slow database is still an answer, and the page shows a spinner meanwhile.',
    intercept: [application(ordersApp(spinner)), ordersAfter(3_000)],
  },
  {
    id: 'content-after-5-s',
    group: 'late but well',
    wanted: 'PASS',
    tools: 'RV',
    fast: true,
    why: 'It says that it is busy, and then it works.',
    intercept: [application(ordersApp(progress)), ordersAfter(5_000)],
  },
  {
    id: 'skeleton-for-4-s',
    group: 'late but well',
    wanted: 'PASS',
    tools: 'RV',
    why: 'Skeletons are replaced by content.',
    intercept: [application(ordersApp(skeleton)), ordersAfter(4_000)],
  },
  {
    id: 'nothing-for-3-s',
    group: 'late but well',
    wanted: 'PASS',
    tools: 'RV',
    why: 'An empty root while a request runs is an application that starts.',
    intercept: [application(ordersApp('')), ordersAfter(3_000)],
  },
  {
    id: 'splash-for-3-s',
    group: 'late but well',
    wanted: 'PASS',
    tools: 'RV',
    why: 'A splash screen covers the page until everything is there.',
    intercept: [
      atTop(
        `<div id="splash" style="position:fixed;inset:0;background:#fff;z-index:99999">${spinner}</div><script>setTimeout(() => document.getElementById('splash').remove(), 3000)</script>`,
      ),
    ],
  },
  {
    id: 'polls',
    group: 'late but well',
    wanted: 'PASS',
    tools: 'RV',
    why: 'A page that asks for news every half second is never quiet, and well.',
    intercept: [bundle(`setInterval(() => fetch('/api/news'), 500)`), at('/api/news', json([]))],
  },
  {
    id: 'long-poll',
    group: 'late but well',
    wanted: 'PASS',
    tools: 'RV',
    why: 'A request that waits for an event is open all the time.',
    intercept: [bundle(`fetch('/api/events').catch(() => {})`), at('/api/events', 'hang')],
  },
  {
    id: 'slow-stylesheet',
    group: 'late but well',
    wanted: 'PASS',
    tools: 'RV',
    needs: ['stylesheet'],
    why: 'Two seconds for a style sheet is slow, and the page is right afterwards.',
    intercept: [
      firstFile(
        'stylesheet',
        late(2_000, (_request, upstream) => upstream()),
      ),
    ],
  },
  {
    id: 'slow-document',
    group: 'late but well',
    wanted: 'PASS',
    why: 'Three seconds to the first byte: slow, and well.',
    intercept: [late(3_000, (request, upstream) => (request.isPage ? upstream() : undefined))],
  },
  {
    id: 'slow-name',
    group: 'late but well',
    wanted: 'PASS',
    why: 'A name server that takes three seconds has answered.',
    dns: (ip) => ({ a: [ip], delayMs: 3_000 }),
  },
  {
    id: 'decorative-spinner',
    group: 'late but well',
    wanted: 'PASS',
    tools: 'RV',
    fast: true,
    why: 'A little animation in a corner of a finished page is decoration.',
    intercept: [
      atEnd(
        `<style>@keyframes turn { to { transform: rotate(360deg) } } .logo { position: fixed; right: 8px; bottom: 8px; width: 24px; height: 24px; border: 3px solid #06c; border-top-color: #fff; border-radius: 50%; animation: turn 2s linear infinite }</style><div class="logo"></div>`,
      ),
    ],
  },
  {
    id: 'spinner-for-ever',
    group: 'never ready',
    wanted: 'REVIEW',
    tools: 'RV',
    fast: true,
    why: 'A visitor sees a spinner and nothing else.',
    intercept: [application(ordersApp(spinner)), hangingOrders],
  },
  {
    id: 'progress-for-ever',
    group: 'never ready',
    wanted: 'REVIEW',
    tools: 'RV',
    why: 'A bar that never ends.',
    intercept: [application(ordersApp(progress)), hangingOrders],
  },
  {
    id: 'skeleton-for-ever',
    group: 'never ready',
    wanted: 'REVIEW',
    tools: 'RV',
    why: 'Grey bars are no content.',
    intercept: [application(ordersApp(skeleton)), hangingOrders],
  },
  {
    id: 'loading-words-for-ever',
    group: 'never ready',
    wanted: 'REVIEW',
    tools: 'RV',
    fast: true,
    why: 'All that it says is that it loads.',
    intercept: [application(ordersApp('<p>Loading…</p>')), hangingOrders],
  },
  {
    id: 'loading-words-german',
    group: 'never ready',
    wanted: 'REVIEW',
    tools: 'RV',
    why: 'The same in German.',
    intercept: [
      application(ordersApp('<p>Bitte warten, die Daten werden geladen …</p>')),
      hangingOrders,
    ],
  },
  {
    id: 'busy-for-ever',
    group: 'never ready',
    wanted: 'REVIEW',
    tools: 'RV',
    why: 'The main region says that it is busy, beside a header that is there.',
    intercept: [
      application(
        `document.getElementById('root').innerHTML = '<header><h1>Orders</h1><nav><a href="/">Home</a></nav></header><main aria-busy="true"></main>'; fetch('/api/orders')`,
      ),
      hangingOrders,
    ],
  },
  {
    id: 'spinner-without-request',
    group: 'never ready',
    wanted: 'REVIEW',
    tools: 'RV',
    why: 'The application forgot to ask; the spinner stays.',
    intercept: [
      application(`document.getElementById('root').innerHTML = ${JSON.stringify(spinner)}`),
    ],
  },
  {
    id: 'splash-for-ever',
    group: 'never ready',
    wanted: 'REVIEW',
    tools: 'RV',
    why: 'The script that takes the splash screen away does not run.',
    intercept: [
      atTop(`<div style="position:fixed;inset:0;background:#fff;z-index:99999">${spinner}</div>`),
    ],
  },
  {
    id: 'exception-after-1500-ms',
    group: 'fails late',
    wanted: 'ISSUE',
    tools: 'RV',
    fast: true,
    why: 'The first thing that the page does after its start throws.',
    intercept: [after(1_500, 'undefinedFunction()')],
  },
  {
    id: 'exception-after-answer',
    group: 'fails late',
    wanted: 'ISSUE',
    tools: 'RV',
    why: 'The answer has another shape than the page expects.',
    intercept: [
      bundle(
        `fetch('/api/orders').then((answer) => answer.json()).then(({ items }) => { items.map((one) => one.id) })`,
      ),
      ordersAfter(1_500),
    ],
  },
  {
    id: 'api-fails-after-1500-ms',
    group: 'fails late',
    wanted: 'ISSUE',
    tools: 'RV',
    fast: true,
    why: 'The second call of the page gets a server error.',
    intercept: [after(1_500, `fetch('/api/orders')`), at('/api/orders', serverError)],
  },
  {
    id: 'chunk-missing-after-1500-ms',
    group: 'fails late',
    wanted: 'ISSUE',
    tools: 'RV',
    why: 'A part of the application that is loaded later is not there.',
    intercept: [after(1_500, `import('/assets/orders-9d1c.js')`)],
  },
  {
    id: 'crash-to-white-after-1-s',
    group: 'fails late',
    wanted: 'ISSUE',
    tools: 'RV',
    why: 'The application throws while it draws, and takes everything off the screen.',
    intercept: [
      after(
        1_000,
        `document.body.replaceChildren(); throw new TypeError("Cannot read properties of null (reading 'map')")`,
      ),
    ],
  },
  {
    id: 'slow-server-error',
    group: 'fails late',
    wanted: 'ISSUE',
    tools: 'RV',
    why: 'An answer of the site that comes after two seconds is an error.',
    intercept: [
      bundle(`fetch('/api/orders').catch(() => {})`),
      at(
        '/api/orders',
        late(2_000, () => serverError),
      ),
    ],
  },
  {
    id: 'stylesheet-hangs',
    group: 'never ready',
    wanted: 'REVIEW',
    tools: 'RV',
    needs: ['stylesheet'],
    why: 'The page stays white until a style sheet comes, which never does.',
    intercept: [
      inHead('<link rel="stylesheet" href="/assets/theme-77aa.css">'),
      at('/assets/theme-77aa.css', 'hang'),
    ],
  },
  {
    id: 'script-hangs',
    group: 'never ready',
    wanted: 'REVIEW',
    tools: 'RV',
    why: 'The parser stops at a script that never comes.',
    intercept: [
      document((html) =>
        html.replace(/<body[^>]*>/i, (tag) => `${tag}<script src="/assets/vendor-1a.js"></script>`),
      ),
      at('/assets/vendor-1a.js', 'hang'),
    ],
  },
]
