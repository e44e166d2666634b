import { application, at, atEnd, bundle, type Fault, inHead, json } from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const { pass } = rowsOf('harmless')
const { pass: passLate } = rowsOf('late but well')

const empty = (status: number, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers,
  body: new Uint8Array(),
})
const answer = (status: number, value: unknown): Reply => ({
  ...text(status, 'application/json', JSON.stringify(value)),
  status,
})
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const shop =
  '<h1>Kettles</h1><ul><li>Copper, 1.2 litres, €89</li><li>Enamel, 1.8 litres, €54</li><li>Steel, 1.5 litres, €39</li></ul><p>All of them whistle. Free returns within thirty days.</p><p id="account"></p>'

/** Requests of healthy pages that do not end with status 200. The author had not read the rules. */
export const setQRequests: readonly Fault[] = [
  pass(
    'q-401-not-signed-in',
    'The page asks who the visitor is: nobody yet, so it offers to sign in.',
    [
      application(
        `document.getElementById('root').innerHTML = ${JSON.stringify(shop)}; fetch('/api/session').then(async (one) => { document.getElementById('account').innerHTML = one.status === 401 ? '<button>Sign in</button> <button>Create an account</button>' : 'Hello, ' + (await one.json()).name })`,
      ),
      at('/api/session', answer(401, { error: 'unauthenticated' })),
    ],
    inBrowser,
  ),
  pass(
    'q-404-no-cart-yet',
    'A shop asks for the basket of a new visitor: there is none, and the page shows nought.',
    [
      application(
        `document.getElementById('root').innerHTML = ${JSON.stringify(shop)}; fetch('/rest/V1/carts/mine').then(async (one) => { const cart = one.status === 404 ? { items_qty: 0 } : await one.json(); document.getElementById('account').textContent = 'Basket (' + cart.items_qty + ')' })`,
      ),
      at(
        '/rest/V1/carts/mine',
        answer(404, { message: 'Current customer does not have an active cart.' }),
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-204-no-notices',
    'No notices: the answer has no content, and the page knows it.',
    [
      bundle(
        `fetch('/api/notices').then((one) => one.status === 204 ? [] : one.json()).then((all) => { document.documentElement.dataset.notices = all.length })`,
      ),
      at('/api/notices', empty(204)),
    ],
    inBrowser,
  ),
  pass(
    'q-head-probe',
    'The page asks by HEAD whether a brochure is there, and by OPTIONS what may be done.',
    [
      bundle(
        `fetch('/brochure.pdf', { method: 'HEAD' }).then((one) => { document.documentElement.dataset.brochure = one.headers.get('content-length') ?? 'yes' }); fetch('/api/files', { method: 'OPTIONS' }).then((one) => { document.documentElement.dataset.allowed = one.headers.get('allow') ?? '' })`,
      ),
      at('/brochure.pdf', text(200, 'application/pdf', '%PDF-1.4\n%%EOF\n')),
      at('/api/files', empty(204, { allow: 'GET, HEAD, OPTIONS' })),
    ],
    inBrowser,
  ),
  pass(
    'q-304',
    'The page keeps a copy of its prices, and asks whether they have changed: they have not.',
    [
      bundle(
        `const prices = async () => { const first = await fetch('/api/prices', { cache: 'no-store' }); const tag = first.headers.get('etag'); let all = await first.json(); const again = await fetch('/api/prices', { cache: 'no-store', headers: { 'If-None-Match': tag } }); if (again.status !== 304) all = await again.json(); document.documentElement.dataset.prices = all.length }; prices()`,
      ),
      at('/api/prices', (request) =>
        request.headers['if-none-match'] === '"p-118"'
          ? empty(304, { etag: '"p-118"' })
          : json([89, 54, 39], { etag: '"p-118"', 'cache-control': 'no-cache' }),
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-long-poll',
    'The page is there; beside it, a request waits for news as long as there are none.',
    [
      bundle(
        `const poll = async () => { for (;;) { const one = await fetch('/api/poll?timeout=25'); if (one.status !== 204) document.title = '(1) ' + document.title; await new Promise((go) => setTimeout(go, 500)) } }; addEventListener('load', () => { poll().catch(() => {}) })`,
      ),
      at('/api/poll', async () => {
        await pause(25_000)
        return empty(204)
      }),
    ],
    inBrowser,
  ),
  pass(
    'q-events-end',
    'A stream of events whose server says by 204 that there is nothing more to come.',
    [
      bundle(
        `const events = new EventSource('/stream/scores'); events.onmessage = (one) => { document.documentElement.dataset.score = one.data }`,
      ),
      at('/stream/scores', (request) =>
        request.n === 1
          ? text(200, 'text/event-stream', 'retry: 800\ndata: 3-1 final\n\n')
          : empty(204),
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-typeahead-aborted',
    'Each letter calls off the search of the letter before; the last one is answered.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Stations</h1><input id="q" value="" aria-label="Station"><ul id="found"></ul><p>Type the first letters of a station to see its departures of today.</p>'; let running; const search = async (words) => { running?.abort(); running = new AbortController(); try { const all = await (await fetch('/api/stations?q=' + words, { signal: running.signal })).json(); document.getElementById('found').innerHTML = all.map((one) => '<li>' + one + '</li>').join('') } catch (error) { if (error.name !== 'AbortError') throw error } }; ['b', 'be', 'ber'].forEach((words, n) => setTimeout(() => { document.getElementById('q').value = words; search(words) }, 150 * n))`,
      ),
      at('/api/stations', async () => {
        await pause(400)
        return json(['Bergen', 'Berlin Hbf', 'Bern'])
      }),
    ],
    inBrowser,
  ),
  passLate(
    'q-retry-succeeds',
    'The first answer is 503 with Retry-After, the second is well, and the visitor sees the list.',
    [
      application(
        `const ask = async (left) => { const one = await fetch('/api/departures'); if (one.status === 503 && left > 0) { await new Promise((go) => setTimeout(go, 1000 * Number(one.headers.get('retry-after') ?? 1))); return ask(left - 1) } return one.json() }; document.getElementById('root').innerHTML = '<h1>Departures</h1><p>Loading…</p>'; ask(3).then((all) => { document.getElementById('root').innerHTML = '<h1>Departures</h1><ul>' + all.map((one) => '<li>' + one + '</li>').join('') + '</ul>' })`,
      ),
      at('/api/departures', (request) =>
        request.n % 2 === 1
          ? {
              ...text(503, 'application/json', '{"error":"warming up"}'),
              headers: {
                'content-type': 'application/json',
                'retry-after': '1',
                'cache-control': 'no-store',
              },
            }
          : json(
              ['14:05 Bergen, platform 2', '14:20 Voss, platform 1', '14:48 Oslo S, platform 4'],
              { 'cache-control': 'no-store' },
            ),
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-token-refreshed',
    'The token was too old: it is renewed, and the question asked again.',
    [
      application(
        `const ask = async (path) => { let one = await fetch(path, { headers: { authorization: 'Bearer ' + (window.token ?? 'old') } }); if (one.status === 401) { window.token = (await (await fetch('/auth/refresh', { method: 'POST' })).json()).token; one = await fetch(path, { headers: { authorization: 'Bearer ' + window.token } }) } return one.json() }; document.getElementById('root').innerHTML = '<h1>My garden</h1>'; ask('/api/beds').then((all) => { document.getElementById('root').innerHTML += '<ul>' + all.map((one) => '<li>' + one + '</li>').join('') + '</ul>' })`,
      ),
      at('/auth/refresh', json({ token: 'new' })),
      at('/api/beds', (request) =>
        request.headers['authorization'] === 'Bearer new'
          ? json(['Beans, sown on 4 May', 'Leeks, sown on 20 March', 'Rhubarb, since 2019'])
          : answer(401, { error: 'token_expired' }),
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-prefetch-refused',
    'The server does not give pages away before somebody asks for them: it refuses what is marked as a prefetch.',
    [
      inHead('<link rel="prefetch" href="/autumn.html">'),
      atEnd('<p><a href="/autumn.html">Our walks in autumn</a></p>'),
      at('/autumn.html', (request) =>
        request.headers['sec-purpose'] === undefined
          ? text(
              200,
              'text/html; charset=utf-8',
              '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Walks in autumn</title></head><body><h1>Walks in autumn</h1><p>Through the beech wood on Sundays at ten, with a flask of tea.</p></body></html>',
            )
          : { ...empty(503), headers: { 'cache-control': 'no-store' } },
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-pixel-blocked',
    'The picture that counts visitors is at a host that lets nobody in; the page does not need it.',
    [
      bundle(
        (site) =>
          `new Image().src = 'https://pixel.${site.stranger}/c.gif?p=' + encodeURIComponent(location.pathname)`,
      ),
    ],
    { ...inBrowser, hosts: (site) => ({ [`pixel.${site.stranger}`]: 'refuses' }) },
  ),
  pass(
    'q-own-api-preflight',
    'An API on its own host that answers the preflight with 204, and the question well.',
    [
      bundle(
        (site) =>
          `fetch('https://api.${site.domain}/v1/events', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"seen":true}' }).then((one) => { document.documentElement.dataset.sent = one.status })`,
      ),
    ],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: (request) =>
          empty(request.method === 'OPTIONS' ? 204 : 202, {
            'access-control-allow-origin': `https://${site.host}`,
            'access-control-allow-methods': 'POST, OPTIONS',
            'access-control-allow-headers': 'content-type',
            vary: 'Origin',
          }),
      }),
    },
  ),
  pass(
    'q-api-redirect',
    'The old path of the API leads to the new one by 308.',
    [
      application(
        `fetch('/api/tides').then((one) => one.json()).then((all) => { document.getElementById('root').innerHTML = '<h1>Tides of today</h1><ul>' + all.map((one) => '<li>' + one + '</li>').join('') + '</ul>' })`,
      ),
      at('/api/tides', empty(308, { location: '/api/v2/tides' })),
      at('/api/v2/tides', json(['High water 04:12', 'Low water 10:31', 'High water 16:40'])),
    ],
    inBrowser,
  ),
  pass(
    'q-worker-and-service-worker',
    'A worker from a blob that ends after its work, and a service worker that keeps files.',
    [
      bundle(
        `const source = URL.createObjectURL(new Blob(['postMessage([...Array(1000).keys()].reduce((a, b) => a + b))'], { type: 'text/javascript' })); const worker = new Worker(source); worker.onmessage = (one) => { document.documentElement.dataset.sum = one.data; worker.terminate(); URL.revokeObjectURL(source) }; navigator.serviceWorker?.register('/sw.js')`,
      ),
      at(
        '/sw.js',
        text(
          200,
          'text/javascript; charset=utf-8',
          `self.addEventListener('install', () => self.skipWaiting())\nself.addEventListener('fetch', (event) => { if (event.request.method === 'GET' && new URL(event.request.url).pathname.startsWith('/assets/')) event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request))) })\n`,
        ),
      ),
    ],
    inBrowser,
  ),
  pass(
    'q-nothing-yet',
    'The API has an empty list, and the page says that there is nothing yet.',
    [
      application(
        `document.getElementById('root').innerHTML = '<h1>Sourdough with rye</h1><p>Mix flour, water and the starter in the evening. Fold it twice, leave it in the cool until the morning, and bake it for fifty minutes.</p><h2>Comments</h2><div id="comments"></div>'; fetch('/api/comments').then((one) => one.json()).then((all) => { document.getElementById('comments').innerHTML = all.length ? '' : '<p>No comments yet. Be the first to comment.</p>' })`,
      ),
      at('/api/comments', json([])),
    ],
    inBrowser,
  ),
]
