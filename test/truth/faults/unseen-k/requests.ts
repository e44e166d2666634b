import { at, bundle, type Fault, type FaultySite, json, notFound, uncached } from '../../fault.ts'
import { text } from '../../page.ts'
import { inBrowser, rowsOf } from '../../row.ts'

const { issue, review } = rowsOf('requests that fail in silence')

const open = { 'access-control-allow-origin': '*' }

/** A call that the page makes at start, and whose failure it swallows. */
const asks = (url: string, options = '{}') =>
  `fetch('${url}', ${options}).then((answer) => answer.json()).then((data) => { window.catalogue = data }).catch(() => {})`

const ofOwnApi = (path: string, options?: string) =>
  bundle((site: FaultySite) => asks(`https://api.${site.domain}${path}`, options))

const challenge = text(
  403,
  'text/html; charset=UTF-8',
  '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title><meta name="robots" content="noindex,nofollow"></head><body><div class="main-wrapper"><noscript><span id="challenge-error-text">Enable JavaScript and cookies to continue</span></noscript></div></body></html>',
)

const handshake = text(
  200,
  'text/plain; charset=UTF-8',
  '0{"sid":"lv_VI97HAXpY6yYWAAAC","upgrades":["websocket"],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}',
)

export const setKRequests: readonly Fault[] = [
  review(
    'k-hosted-database-paused',
    'The project at the database host is paused: its name is gone.',
    [bundle((site) => asks(`https://qkzvhwpl.${site.stranger}/rest/v1/products?select=*`))],
    inBrowser,
  ),
  issue(
    'k-event-stream-html',
    'The stream of events is answered by the fallback of the router.',
    [
      bundle("const live = new EventSource('/events/stock'); live.onerror = () => live.close()"),
      at(
        '/events/stock',
        text(
          200,
          'text/html; charset=utf-8',
          '<!doctype html><html lang="en"><head><title>Shop</title></head><body><div id="app"></div></body></html>',
        ),
      ),
    ],
    inBrowser,
  ),
  review(
    'k-socket-session-unknown',
    'Two instances without sticky sessions: the second one does not know the session.',
    [
      bundle(
        `const poll = (sid = '', left = 5) => fetch('/socket.io/?EIO=4&transport=polling' + sid)
  .then(async (answer) => {
    if (!answer.ok) return left > 0 ? setTimeout(poll, 300, '', left - 1) : undefined
    const session = JSON.parse((await answer.text()).slice(1)).sid
    return poll('&sid=' + session, left)
  }).catch(() => {})
poll()`,
      ),
      at('/socket.io/', (request) =>
        request.url.searchParams.has('sid')
          ? { ...json({ code: 1, message: 'Session ID unknown' }, uncached), status: 400 }
          : { ...handshake, headers: { ...handshake.headers, ...uncached } },
      ),
    ],
    inBrowser,
  ),
  issue(
    'k-cors-header-twice',
    'Proxy and application both add the header.',
    [ofOwnApi('/v2/catalogue')],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () =>
          json([], { 'access-control-allow-origin': `https://${site.host}, *` }),
      }),
    },
  ),
  issue(
    'k-cors-star-with-cookies',
    'The call now carries cookies, and the API still answers with a star.',
    [ofOwnApi('/v2/cart', "{ credentials: 'include' }")],
    { ...inBrowser, hosts: (site) => ({ [`api.${site.domain}`]: () => json([], open) }) },
  ),
  issue(
    'k-container-name-in-bundle',
    "The variable of the server's side is used in the browser.",
    [bundle(asks('http://backend:8080/api/products'))],
    inBrowser,
  ),
  review(
    'k-undefined-base-url',
    'The variable with the address of the API was not set at build time.',
    [bundle(asks('/undefined/api/products')), at('/undefined/api/products', notFound)],
    inBrowser,
  ),
  review(
    'k-refresh-loop',
    'An expired token is refreshed with an expired token, again and again.',
    [
      bundle(
        "const load = () => fetch('/api/me').then((answer) => { if (answer.status === 401) return fetch('/api/auth/refresh', { method: 'POST' }).then(() => setTimeout(load, 120)) }).catch(() => {})\nload()",
      ),
      at('/api/me', { ...json({ message: 'jwt expired' }, uncached), status: 401 }),
      at('/api/auth/refresh', {
        ...json({ message: 'invalid refresh token' }, uncached),
        status: 401,
      }),
    ],
    inBrowser,
  ),
  issue(
    'k-api-behind-login',
    'Access control was switched on for the host of the public API.',
    [ofOwnApi('/v2/opening-hours')],
    {
      ...inBrowser,
      hosts: (site) => ({
        [`api.${site.domain}`]: () => ({
          status: 302,
          headers: {
            location: `https://team.${site.stranger}/cdn-cgi/access/login/api.${site.domain}?redirect_url=%2Fv2%2Fopening-hours`,
          },
          body: new Uint8Array(),
        }),
        [`team.${site.stranger}`]: () =>
          text(200, 'text/html; charset=utf-8', '<title>Sign in</title><h1>Sign in</h1>'),
      }),
    },
  ),
  issue(
    'k-json-cut',
    'The buffer of the proxy is full: long answers end in the middle.',
    [
      bundle(asks('/api/catalogue')),
      at('/api/catalogue', {
        cut: json(Array.from({ length: 4000 }, (_, id) => ({ id, name: `Tent ${id}` }))),
        after: 65_536,
      }),
    ],
    inBrowser,
  ),
  review(
    'k-api-challenged',
    'The firewall asks the calls of the page to prove that they are human.',
    [
      bundle(asks('/api/products')),
      at('/api/products', {
        ...challenge,
        headers: { ...challenge.headers, 'cf-mitigated': 'challenge', server: 'cloudflare' },
      }),
    ],
    inBrowser,
  ),
  issue(
    'k-api-plain-http',
    'The address of the API still begins with http.',
    [bundle((site) => asks(`http://api.${site.domain}/v2/catalogue`))],
    { ...inBrowser, hosts: (site) => ({ [`api.${site.domain}`]: () => json([], open) }) },
  ),
]
