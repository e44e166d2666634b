import {
  at,
  atTop,
  bundle,
  type Fault,
  type FaultySite,
  json,
  notFound,
  uncached,
} from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const silent = rowsOf('requests that fail in silence')
const link = rowsOf('links')

/** A heading with an empty list below it, which a script fills. */
const list = (title: string) =>
  atTop(
    `<section style="background:#fff;color:#000;padding:8px"><h2>${title}</h2><ul id="h-list" style="min-height:80px"></ul></section>`,
  )

/** Fills the list with the `items` of a response. A failure is swallowed. */
const fills = (url: string, options = '{}', items = 'd.items') =>
  `(async()=>{try{const r=await fetch(${JSON.stringify(url)},${options});const d=await r.json();for(const i of ${items}){const li=document.createElement('li');li.textContent=i.name;document.getElementById('h-list').append(li)}}catch{}})()`

const failing = (status: number, body: unknown) => ({ ...json(body, uncached), status })

const silentFaults: readonly Fault[] = [
  silent.issue(
    'h-persisted-query',
    'The server no longer knows the query, and answers so with status 200.',
    [
      list('Upcoming trips'),
      bundle(fills('/graphql?operationName=Trips', '{}', 'd.data.trips')),
      at(
        '/graphql',
        json(
          {
            errors: [
              {
                message: 'PersistedQueryNotFound',
                extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' },
              },
            ],
          },
          uncached,
        ),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'h-store-rules',
    'The rules of the data store came to their end.',
    [
      list('What guests say'),
      bundle(({ stranger }) =>
        fills(
          `https://firestore.${stranger}/v1/projects/seeblick/databases/(default)/documents/reviews`,
          '{}',
          'd.documents',
        ),
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ stranger }) => ({
        [`firestore.${stranger}`]: () => {
          const reply = failing(403, {
            error: {
              code: 403,
              message: 'Missing or insufficient permissions.',
              status: 'PERMISSION_DENIED',
            },
          })
          return { ...reply, headers: { ...reply.headers, 'access-control-allow-origin': '*' } }
        },
      }),
    },
  ),
  silent.issue(
    'h-project-paused',
    'The project of the data base was paused, and its name is gone.',
    [
      list('Events'),
      bundle(({ stranger }) =>
        fills(`https://xkzqplwm.${stranger}/rest/v1/events?select=*`, '{}', 'd'),
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`xkzqplwm.${stranger}`]: 'nothing' }) },
  ),
  silent.issue(
    'h-search-key',
    'The key of the search was changed.',
    [
      list('Bestsellers'),
      bundle(fills('/search/1/indexes/products/query', "{method:'POST',body:'{}'}", 'd.hits')),
      at(
        '/search/1/indexes/products/query',
        failing(403, { message: 'Invalid Application-ID or API key', status: 403 }),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'h-preflight-refused',
    'The gateway refuses to say what other origins may ask.',
    [
      list('Free berths'),
      bundle(({ domain }) =>
        fills(`https://api.${domain}/v2/berths`, "{headers:{'x-client':'web'}}"),
      ),
    ],
    {
      ...inBrowser,
      hosts: ({ domain }) => ({
        [`api.${domain}`]: (request) =>
          request.method === 'OPTIONS'
            ? { ...text(405, 'text/plain', 'Method Not Allowed'), headers: uncached }
            : json({ items: [{ name: 'Berth 12' }] }, uncached),
      }),
    },
  ),
  silent.issue(
    'h-compose-host',
    'The application asks a host that is known between containers only.',
    [list('News'), bundle(fills('http://backend:3000/api/news'))],
    inBrowser,
  ),
  silent.issue(
    'h-content-token-expired',
    'The token for the texts was valid for one year.',
    [
      list('From our journal'),
      bundle(fills('/cms/entries?content_type=post')),
      at(
        '/cms/entries',
        failing(401, {
          sys: { type: 'Error', id: 'AccessTokenInvalid' },
          message: 'The access token you sent could not be found or is invalid.',
        }),
      ),
    ],
    inBrowser,
  ),
  silent.review(
    'h-id-undefined',
    'A request is made for an undefined id.',
    [
      list('You may also like'),
      bundle(fills('/api/products/undefined/related')),
      at(
        '/api/products/undefined/related',
        failing(404, { message: 'No product with id undefined' }),
      ),
    ],
    inBrowser,
  ),
  silent.issue(
    'h-json-cut',
    'The proxy cuts the data after its buffer.',
    [
      list('Our houses'),
      bundle(fills('/api/houses.json')),
      at('/api/houses.json', {
        ...text(
          200,
          'application/json',
          '{"items":[{"name":"House at the mill"},{"name":"House at the la',
        ),
        headers: { ...uncached, 'content-type': 'application/json' },
      }),
    ],
    inBrowser,
  ),
  silent.review(
    'h-collect-500',
    'The own statistics lose every visit.',
    [
      bundle(
        "fetch('/stats/collect',{method:'POST',body:JSON.stringify({path:location.pathname}),keepalive:true}).catch(()=>{})",
      ),
      at('/stats/collect', failing(500, { error: 'relation "visits" does not exist' })),
    ],
    inBrowser,
  ),
  silent.issue(
    'h-payment-script-gone',
    'The script of the payment is gone, and the button stays disabled.',
    [
      atTop(
        ({ stranger }) =>
          `<section style="background:#fff;color:#000"><h2>Pay 120 €</h2><button id="h-pay" disabled>Pay now</button><script src="https://js.${stranger}/v3/" onload="document.getElementById('h-pay').disabled=false"></script></section>`,
      ),
    ],
    { ...inBrowser, hosts: ({ stranger }) => ({ [`js.${stranger}`]: 'refuses' }) },
  ),
]

const links = (href: (site: FaultySite) => string, label: string) =>
  atTop(
    (site) =>
      `<nav style="background:#fff"><a href="${site.url}">Home</a> <a href="${href(site)}">${label}</a></nav>`,
  )
const onlyVerify: Partial<Fault> = { tools: 'V' }

const linkFaults: readonly Fault[] = [
  link.issue(
    'h-link-two-schemes',
    'The editor typed the scheme twice.',
    [links(({ host }) => `https://https://${host}/rooms`, 'Rooms')],
    onlyVerify,
  ),
  link.issue(
    'h-link-object',
    'The menu links to an object.',
    [links(() => '/[object Object]', 'Rooms'), at('/[object%20Object]', notFound)],
    onlyVerify,
  ),
  link.issue(
    'h-link-loop',
    'The page of the menu redirects to itself.',
    [
      links(() => '/booking/', 'Book now'),
      at('/booking/', {
        ...text(302, 'text/html', ''),
        headers: { ...uncached, location: '/booking/' },
      }),
    ],
    onlyVerify,
  ),
  link.issue(
    'h-hidden-spam',
    'The site is hacked: hidden links to gambling are in it.',
    [
      atTop(
        ({ stranger }) =>
          `<div style="position:absolute;left:-9999px;top:-9999px">${['slot gacor hari ini', 'judi bola online', 'situs togel terpercaya', 'bandar casino resmi', 'slot deposit pulsa'].map((one) => `<a href="https://${stranger}/${encodeURIComponent(one)}">${one}</a>`).join(' ')}</div>`,
      ),
    ],
    {
      hosts: ({ stranger }) => ({
        [stranger]: () =>
          text(
            200,
            'text/html; charset=utf-8',
            '<!doctype html><title>Slot</title><h1>Slot gacor</h1>',
          ),
      }),
    },
  ),
]

/** Written by an outside tester who had not read the rules. */
export const setHRequests: readonly Fault[] = [...silentFaults, ...linkFaults]
