import { at, atEnd, bundle, type Fault, json, notFound, serverError } from '../../fault.ts'
import { type Reply, text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const { issue, review } = rowsOf('requests that fail in silence')

/** A section of the page that stays empty if its request fails; `request` is an expression that yields a promise. */
const list = (request: string) => [
  bundle(
    `${request}.then((reply) => {
      if (!reply.ok) return
      return reply.json().then((all) => { document.getElementById('list-n').innerHTML = all.map((one) => '<li>' + one.name + '</li>').join('') })
    }).catch(() => {})`,
  ),
  atEnd('<section><h2>New this week</h2><ul id="list-n"></ul></section>'),
]

const goods: Reply = json([{ name: 'Oak stool' }, { name: 'Linen towel' }])

const own: readonly Fault[] = [
  issue(
    'n-api-500',
    'The migration did not run: the list of the start page is empty for everybody.',
    [...list(`fetch('/api/v2/products?sort=new')`), at('/api/v2/products', serverError)],
    inBrowser,
  ),
  review(
    'n-api-is-shell',
    'The rewrite of the single page takes the interface too: it answers with the document.',
    [
      ...list(`fetch('/api/menu', { headers: { accept: 'application/json' } })`),
      at(
        '/api/menu',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="root"></div><script type="module" src="/assets/index.js"></script></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  issue(
    'n-undefined-base',
    'The variable with the base of the interface was not set in the build.',
    [
      ...list(`fetch('/' + window.__API_BASE__ + '/products')`),
      at('/undefined/products', notFound),
    ],
    inBrowser,
  ),
  issue(
    'n-localhost-api',
    'The address of the developer’s machine is in the build of production.',
    [...list(`fetch('http://localhost:8000/api/v1/products')`)],
    inBrowser,
  ),
  review(
    'n-graphql-errors',
    'The schema lost a field: the answer is 200 with errors and without data.',
    [
      bundle(
        `fetch('/graphql', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query: '{ featured { id name badge } }' }) })
          .then((reply) => reply.json())
          .then((answer) => { for (const one of answer.data?.featured ?? []) document.getElementById('list-n').append(one.name) })`,
      ),
      atEnd('<section><h2>Featured</h2><div id="list-n"></div></section>'),
      at(
        '/graphql',
        json({
          errors: [
            {
              message: 'Cannot query field "badge" on type "Product".',
              locations: [{ line: 1, column: 24 }],
              extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
            },
          ],
          data: null,
        }),
      ),
    ],
    inBrowser,
  ),
  issue(
    'n-event-stream-502',
    'The proxy ends the stream of the prices with 502.',
    [
      bundle(
        `const stream = new EventSource('/stream/prices')
        stream.onmessage = (event) => { document.getElementById('price-n').textContent = event.data }
        stream.onerror = () => {}`,
      ),
      atEnd('<p>Gold, 1 oz: <b id="price-n">–</b></p>'),
      at('/stream/prices', text(502, 'text/html', '<h1>502 Bad Gateway</h1>')),
    ],
    inBrowser,
  ),
]

const otherHosts: readonly Fault[] = [
  issue(
    'n-cors-new-subdomain',
    'The interface moved to a host of its own and does not allow the origin of the page.',
    list(`fetch('https://' + 'api.' + location.hostname.slice(4) + '/products')`),
    { ...inBrowser, hosts: (site) => ({ [`api.${site.domain}`]: () => goods }) },
  ),
  issue(
    'n-cors-preflight',
    'The gateway knows GET and POST only: the preflight is answered with 405.',
    list(
      `fetch('https://' + 'api.' + location.hostname.slice(4) + '/products', { headers: { authorization: 'Bearer public' } })`,
    ),
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: (request) =>
          request.method === 'OPTIONS' ? text(405, 'text/plain', 'Method Not Allowed') : goods,
      }),
    },
  ),
  issue(
    'n-api-unresolved',
    'The record of the interface was forgotten in the move to the new name server.',
    list(`fetch('https://' + 'api.' + location.hostname.slice(4) + '/products')`),
    { ...inBrowser, hosts: (site) => ({ [`api.${site.domain}`]: 'nothing' }) },
  ),
  issue(
    'n-api-over-http',
    'The base of the interface has the wrong scheme: the browser blocks it on a page of https.',
    list(`fetch('http://' + 'api.' + location.hostname.slice(4) + '/products')`),
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () => ({
          ...goods,
          headers: { ...goods.headers, 'access-control-allow-origin': '*' },
        }),
      }),
    },
  ),
]

export const setNRequests: readonly Fault[] = [...own, ...otherHosts]
