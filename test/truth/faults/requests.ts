import { application, at, bundle, type Fault, json, notFound, serverError } from '../fault.ts'
import { text } from '../page.ts'

const open = { 'access-control-allow-origin': '*' }
const quiet = (url: string) =>
  `fetch(${url}).then((answer) => answer.json()).then((data) => { window.data = data }).catch(() => {})`
const own =
  (path = '/v1/orders') =>
  (site: { domain: string }) =>
    quiet(`'https://api.${site.domain}${path}'`)
const html = text(
  200,
  'text/html; charset=utf-8',
  '<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root"></div></body></html>',
)

const silent = (id: string, why: string, more: Partial<Fault>): Fault => ({
  id,
  group: 'requests that fail in silence',
  wanted: 'ISSUE',
  tools: 'RV',
  why,
  ...more,
})

export const requestFaults: readonly Fault[] = [
  silent('own-api-no-name', "The host of the site's API does not exist, and the page hides it.", {
    intercept: [bundle(own())],
    fast: true,
  }),
  silent('own-api-refuses', 'Nothing listens at the API.', {
    intercept: [bundle(own())],
    hosts: (site) => ({ [`api.${site.domain}`]: 'refuses' }),
  }),
  silent('own-api-silent', 'Packets to the API are dropped.', {
    wanted: 'REVIEW',
    intercept: [bundle(own())],
    hosts: (site) => ({ [`api.${site.domain}`]: 'silent' }),
  }),
  silent('own-api-no-cors', 'The API answers and does not let the page read it.', {
    intercept: [bundle(own())],
    hosts: (site) => ({ [`api.${site.domain}`]: () => json([]) }),
    fast: true,
  }),
  silent('own-api-cors-wrong-origin', 'The API lets another origin read.', {
    intercept: [bundle(own())],
    hosts: (site) => ({
      [`api.${site.domain}`]: () =>
        json([], { 'access-control-allow-origin': 'http://localhost:5173' }),
    }),
  }),
  silent('own-api-preflight-404', 'The API does not know the preflight.', {
    intercept: [
      bundle(
        (site) =>
          `fetch('https://api.${site.domain}/v1/orders', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).catch(() => {})`,
      ),
    ],
    hosts: (site) => ({
      [`api.${site.domain}`]: (request) =>
        request.method === 'OPTIONS' ? notFound : json([], open),
    }),
  }),
  silent('own-api-500', 'The API fails, and the page hides it.', {
    intercept: [bundle(quiet("'/api/orders'")), at('/api/orders', serverError)],
  }),
  silent('own-api-500-sibling', 'The API on its own host fails.', {
    intercept: [bundle(own())],
    hosts: (site) => ({
      [`api.${site.domain}`]: () => ({
        ...serverError,
        headers: { ...serverError.headers, ...open },
      }),
    }),
  }),
  silent('own-api-404', 'The path of the API has moved.', {
    wanted: 'REVIEW',
    intercept: [bundle(quiet("'/api/orders'")), at('/api/orders', notFound)],
  }),
  silent('own-api-html', 'The API answers with the page: the fallback of the router.', {
    intercept: [bundle(quiet("'/api/orders'")), at('/api/orders', html)],
    fast: true,
  }),
  silent('own-api-html-sibling', 'The API on its own host answers with a page.', {
    intercept: [bundle(own())],
    hosts: (site) => ({
      [`api.${site.domain}`]: () => ({ ...html, headers: { ...html.headers, ...open } }),
    }),
  }),
  silent('own-api-broken-json', 'The API sends half of its JSON.', {
    wanted: 'REVIEW',
    intercept: [
      bundle(`fetch('/api/orders').then((answer) => answer.json())`),
      at('/api/orders', text(200, 'application/json', '{"orders":[{"id":1')),
    ],
  }),
  silent('own-api-reset', 'The API cuts each connection.', {
    intercept: [bundle(quiet("'/api/orders'")), at('/api/orders', 'reset')],
  }),
  silent('own-xhr-no-name', 'The same with XMLHttpRequest.', {
    intercept: [
      bundle(
        (site) =>
          `const ask = new XMLHttpRequest(); ask.open('GET', 'https://api.${site.domain}/v1/orders'); ask.send()`,
      ),
    ],
  }),
  silent('own-graphql-refused', 'A POST to the API that nothing answers.', {
    intercept: [
      bundle(
        (site) =>
          `fetch('https://graphql.${site.domain}/', { method: 'POST', body: '{"query":"{orders{id}}"}' }).catch(() => {})`,
      ),
    ],
    hosts: (site) => ({ [`graphql.${site.domain}`]: 'refuses' }),
  }),
  silent('placeholder-host', 'The name of the API was never filled in.', {
    intercept: [bundle(quiet("'https://undefined/api/orders'"))],
  }),
  silent('example-host', 'The name of the API is that of an example.', {
    wanted: 'REVIEW',
    intercept: [bundle(quiet("'https://api.example.com/orders'"))],
  }),
  silent('localhost-api', "The API is on the developer's machine.", {
    intercept: [bundle(quiet("'http://localhost:3000/api/orders'"))],
    fast: true,
  }),
  silent('private-api', 'The API is in the network of the office.', {
    intercept: [bundle(quiet("'http://192.168.1.20:8080/api/orders'"))],
  }),
  silent('undefined-path', 'A variable of the build was empty.', {
    wanted: 'REVIEW',
    intercept: [
      bundle(quiet("'undefined/api/orders'")),
      (request) => (request.path.endsWith('undefined/api/orders') ? notFound : undefined),
    ],
  }),
  silent('third-party-no-name', 'The bundle asks a service at its start that is no more.', {
    wanted: 'REVIEW',
    intercept: [bundle((site) => quiet(`'https://api.${site.stranger}/v1/config'`))],
    fast: true,
  }),
  silent('third-party-refuses', 'The bundle asks a service at its start that is down.', {
    wanted: 'REVIEW',
    intercept: [bundle((site) => quiet(`'https://api.${site.stranger}/v1/config'`))],
    hosts: (site) => ({ [`api.${site.stranger}`]: 'refuses' }),
  }),
  silent('third-party-no-cors', 'The bundle asks a service that does not let it read.', {
    wanted: 'REVIEW',
    intercept: [bundle((site) => quiet(`'https://api.${site.stranger}/v1/config'`))],
    hosts: (site) => ({ [`api.${site.stranger}`]: () => json({}) }),
  }),
  silent('third-party-403', 'The key of a service has expired.', {
    wanted: 'REVIEW',
    intercept: [bundle((site) => quiet(`'https://api.${site.stranger}/v1/config?key=1'`))],
    hosts: (site) => ({
      [`api.${site.stranger}`]: () => ({
        ...text(403, 'application/json', '{"error":"invalid key"}'),
        headers: { 'content-type': 'application/json', ...open },
      }),
    }),
  }),
  silent('websocket-404', 'The socket of the site is not there.', {
    intercept: [
      bundle((site) => `new WebSocket('wss://${site.host}/live')`),
      at('/live', notFound),
    ],
    fast: true,
  }),
  silent('websocket-no-name', 'The host of the socket does not exist.', {
    intercept: [bundle((site) => `new WebSocket('wss://live.${site.domain}/')`)],
  }),
  silent('eventsource-404', 'The stream of the site is not there.', {
    intercept: [bundle(`new EventSource('/events')`), at('/events', notFound)],
  }),
  silent('eventsource-html', 'The stream of the site is a page.', {
    intercept: [bundle(`new EventSource('/events')`), at('/events', html)],
  }),
  silent('exception-by-api', 'The page throws because its API is down.', {
    intercept: [
      application(
        (site) =>
          `document.getElementById('root').innerHTML = '<h1>Orders</h1><p>These are the orders of today.</p>'; fetch('https://api.${site.domain}/v1/orders').then((answer) => answer.json())`,
      ),
    ],
  }),
  silent('worker-missing', 'The script of a worker is not there.', {
    intercept: [bundle(`new Worker('/assets/worker-5f.js')`), at('/assets/worker-5f.js', notFound)],
  }),
  silent('service-worker-html', 'The service worker is a page.', {
    wanted: 'REVIEW',
    intercept: [
      bundle(`navigator.serviceWorker.register('/sw.js').catch(() => {})`),
      at('/sw.js', html),
    ],
  }),
  silent(
    'beacon-wrong-host',
    'The site counts its visitors at a host of its own that is no more.',
    {
      wanted: 'REVIEW',
      intercept: [
        bundle((site) => `navigator.sendBeacon('https://stats.${site.domain}/collect', '{}')`),
      ],
    },
  ),
  silent('wasm-missing', 'The program of the page is not there.', {
    intercept: [
      bundle(
        `fetch('/assets/engine.wasm').then((answer) => WebAssembly.instantiateStreaming(answer)).catch(() => {})`,
      ),
      at('/assets/engine.wasm', notFound),
    ],
  }),
  silent('success-false', 'The API says in an object that it could not reach its database.', {
    intercept: [
      bundle(
        `fetch('/api/rooms').then((r) => r.json()).then((d) => { window.rooms = d.rooms }).catch(() => {})`,
      ),
      at('/api/rooms', json({ success: false, message: 'Could not connect to the database' })),
    ],
  }),
  silent('fatal-as-text', 'The program behind the API ends with an exception, as plain text.', {
    wanted: 'REVIEW',
    intercept: [
      bundle(`fetch('/api/rooms').then((r) => r.json()).catch(() => {})`),
      at(
        '/api/rooms',
        text(
          200,
          'text/plain',
          'Fatal error: Uncaught PDOException: could not find driver in /srv/db.php:7',
        ),
      ),
    ],
  }),
  silent(
    'wrote-to-its-server',
    'The page posts by itself when it is opened: an owner should know.',
    {
      group: 'harmless',
      wanted: 'PASS',
      intercept: [
        bundle(`fetch('/api/visits', { method: 'POST', body: '{}' })`),
        at('/api/visits', json({ ok: true })),
      ],
    },
  ),
]
