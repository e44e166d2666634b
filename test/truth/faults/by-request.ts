import {
  at,
  bundle,
  type Fault,
  type FaultySite,
  type Interceptor,
  json,
  type RecordedRequest,
  uncached,
} from '../fault.ts'
import { type Reply, text } from '../page.ts'
import { rowsOf } from '../row.ts'

// The response depends on the address, the cookies or the number of the request.

const deployment = rowsOf('deployment')
const harmless = rowsOf('harmless')

const redirect = (location: string, cookie?: string): Reply => ({
  status: 302,
  headers: { location, 'cache-control': 'no-store', ...(cookie && { 'set-cookie': cookie }) },
  body: new Uint8Array(),
})

/** Sends visitors on to `location` unless their request satisfies the condition. */
const once =
  (
    isDone: (request: RecordedRequest) => boolean,
    location: (site: FaultySite) => string,
    cookie?: string,
  ): Interceptor =>
  (request, _upstream, site) =>
    request.isPage && !isDone(request) ? redirect(location(site), cookie) : undefined

const hasParameter = (name: string) => (request: RecordedRequest) =>
  request.url.searchParams.has(name)

const hasCookie = (cookie: string) => (request: RecordedRequest) =>
  String(request.headers['cookie'] ?? '').includes(cookie)

/** Each second request for the page, the first included. */
const everyOther =
  (reply: Reply): Interceptor =>
  (request) =>
    request.isPage && request.n % 2 === 1 ? reply : undefined

export const byRequest: readonly Fault[] = [
  deployment.review(
    'redirect-chain',
    'Nine redirects: browsers follow twenty, and visitors wait.',
    [
      (request, _upstream, site) => {
        const hop = Number(request.url.searchParams.get('hop') ?? 0)
        const { pathname } = new URL(site.url)
        return request.isPage && hop < 9 ? redirect(`${pathname}?hop=${hop + 1}`) : undefined
      },
    ],
  ),
  deployment.issue('redirect-grows', 'Each redirect adds a folder.', [
    (request) =>
      request.isPage || request.path.startsWith('/en') ? redirect(`/en${request.path}`) : undefined,
  ]),
  deployment.review(
    'ww-one-node-of-two',
    'One node of two has no healthy back end: each second try fails.',
    [everyOther(text(503, 'text/plain', 'no healthy upstream'))],
  ),
  deployment.review(
    'af-one-of-two-instances-down',
    'One of the two instances behind the balancer does not run, so that every other visit fails.',
    [
      everyOther(
        text(
          502,
          'text/html',
          '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx/1.24.0 (Ubuntu)</center>\r\n</body>\r\n</html>\r\n',
        ),
      ),
    ],
  ),
  deployment.review(
    'af-every-other-lookup-fails',
    'One of the two name servers has not got the zone, so that every other question fails.',
    [],
    {
      tools: 'PV',
      dns: (ip) => (query) => (query.n % 2 === 1 ? { rcode: 'SERVFAIL' } : { a: [ip] }),
    },
  ),
  harmless.pass(
    'vv-retried-with-success',
    'The first try meets a restart, and the second gets the data.',
    [
      bundle(
        `async function load(tries) { const answer = await fetch('/api/stock'); if (answer.ok) return answer.json(); if (tries === 0) throw new Error('no stock'); await new Promise((resolve) => setTimeout(resolve, 500)); return load(tries - 1) } load(3)`,
      ),
      at('/api/stock', (request) =>
        request.n % 2 === 1
          ? {
              ...text(503, 'application/json', '{"error":"starting"}'),
              headers: { ...uncached, 'content-type': 'application/json', 'retry-after': '1' },
            }
          : json([{ id: 1, left: 4 }], uncached),
      ),
    ],
  ),
  harmless.pass(
    'ab-language-chosen-once',
    'The page sends visitors on once to put their language into the address.',
    [once(hasParameter('lang'), ({ url }) => `${url}?lang=en`)],
  ),
  harmless.pass('ad-currency-in-address', 'The shop adds the currency to its address once.', [
    once(hasParameter('currency'), ({ url }) => `${url}?currency=EUR`),
  ]),
  harmless.pass(
    'ac-cookie-support-test',
    'The server finds out by one redirect to the same page whether cookies work, as it has done for fifteen years.',
    [
      once(
        hasParameter('AspxAutoDetectCookieSupport'),
        ({ url }) => `${url}?AspxAutoDetectCookieSupport=1`,
        'AspxAutoDetectCookieSupport=1; path=/; secure; HttpOnly',
      ),
    ],
  ),
  harmless.pass(
    'zz-cookie-then-page',
    'The first visit gets a cookie and is sent to the same address once.',
    [once(hasCookie('seen=1'), ({ url }) => url, 'seen=1; Path=/; Secure; SameSite=Lax')],
  ),
  harmless.pass(
    'yy-cookie-before-page',
    'The protection of the host sets a cookie, sends the browser to the same address once more, and then shows the page.',
    [once(hasCookie('hcdn=1'), ({ url }) => url, 'hcdn=1; Path=/; Secure; HttpOnly')],
  ),
  harmless.pass(
    'ad-from-http-to-https',
    'Who comes by http is sent to https once.',
    [
      once(
        ({ url }) => url.protocol === 'https:',
        ({ url }) => url,
      ),
    ],
    { url: (site) => site.url.replace(/^https:/, 'http:') },
  ),
]
