import { expect, test } from 'vitest'
import type { BrowserEvidence } from '#evidence/browser.ts'
import type { Evidence } from '#evidence/evidence.ts'
import { failedRequest, requestItem } from '#test/equipment/evidence/browser-evidence.ts'
import type { Overrides } from '#test/equipment/evidence/evidence.ts'
import { healthyRendering, merge } from '#test/equipment/evidence/evidence.ts'
import { verdict } from '#test/equipment/evidence/verdict.ts'

type Requests = BrowserEvidence['requests']
type Blocked = Requests['blocked_by_policy'][number]

const failed = (over: Parameters<typeof failedRequest>[0] = {}): Overrides<Evidence> => ({
  browser: { requests: { failed: [failedRequest(over)] } },
})
const unanswered = (over: Parameters<typeof failedRequest>[0] = {}) =>
  failed({ status: null, net_error: 'net::ERR_CONNECTION_RESET', ...over })
const blocked = (...all: Partial<Blocked>[]): Overrides<Evidence> => ({
  browser: {
    requests: {
      blocked_by_policy: all.map((over) => ({
        url: 'http://localhost:3000/api',
        reason: 'not_public',
        type: 'fetch',
        first_party: false,
        count: 1,
        ...over,
      })),
    },
  },
})
const mixed = (over: Partial<Requests['mixed_content'][number]>): Overrides<Evidence> => ({
  browser: {
    requests: {
      mixed_content: [
        { url: 'http://example.com/a', type: 'script', resolution: 'blocked', ...over },
      ],
    },
  },
})
const brokenImage = (over = {}): Overrides<Evidence> => ({
  browser: {
    dom: {
      images: {
        broken: [
          { url: 'https://example.com/a.png', in_viewport: true, first_party: true, ...over },
        ],
      },
    },
  },
})
const and = (a: Overrides<Evidence>, b: Overrides<Evidence>) => merge(a, b) as Overrides<Evidence>
const cut = { limits_hit: ['requests'] } satisfies Overrides<Evidence>

const inside = { reason: 'not_public', detail: 'localhost' } as const
const asset = 'REQ_FIRST_PARTY_ASSET_FAILED'
const api = { type: 'fetch', url: 'https://example.com/api/profile' } as const
const image = { type: 'image', url: 'https://example.com/a.png' } as const

test.each<[string, Overrides<Evidence>, string[]]>([
  ['a script that is not there', failed(), [`${asset} ISSUE`]],
  [
    'one that the page only preloads',
    failed({ type: 'prefetch', place: 'preloaded' }),
    ['REQ_PRELOAD_FAILED REVIEW'],
  ],
  ['one that it may want later', failed({ type: 'prefetch', place: 'optional' }), []],
  [
    'the end of a chain of redirects, which has a code of its own',
    and(blocked({ type: 'document' }), {
      redirects: { redirect_blocked: { ...inside, url: 'http://localhost:3000/api' } },
    }),
    ['REDIRECT_TO_PRIVATE ISSUE'],
  ],
  [
    'a frame where another redirect was stopped',
    and(blocked({ type: 'document' }), {
      redirects: { redirect_blocked: { ...inside, url: 'http://localhost:3000/' } },
    }),
    ['REDIRECT_TO_PRIVATE ISSUE', 'REQ_PRIVATE_ADDRESS ISSUE'],
  ],
  [
    'requests that may have changed something',
    {
      browser: {
        requests: {
          unsafe: [
            {
              url: 'https://example.com/api',
              method: 'POST',
              type: 'fetch',
              first_party: true,
              count: 1,
            },
          ],
        },
      },
    },
    ['REQ_UNSAFE_METHOD NONE'],
  ],
  ['a font with 503', failed({ type: 'font', status: 503 }), [`${asset} ISSUE`]],
  ['a frame with 500', failed({ type: 'document', status: 500 }), [`${asset} ISSUE`]],
  ['the main document', failed({ type: 'document', url: 'https://example.com/' }), []],
  ['a file that we asked for too often', failed({ status: 429 }), [`${asset} REVIEW`]],
  ['a net error that came again', unanswered({ confirmed: true }), [`${asset} ISSUE`]],
  ['a net error that went away', unanswered({ confirmed: false }), [`${asset} REVIEW`]],
  ['a net error seen once', unanswered(), [`${asset} REVIEW`]],
  [
    'a net error on a bad way out',
    and(unanswered({ confirmed: true }), { egress_canary: 'unhealthy' }),
    [`${asset} REVIEW`],
  ],
  [
    'a net error behind our cap',
    and(unanswered({ confirmed: true }), cut),
    [`${asset} REVIEW`, 'RESOURCE_LIMIT_REACHED REVIEW'],
  ],
  ['a request that the page gave up', unanswered({ net_error: 'net::ERR_ABORTED' }), []],
  ['one that we blocked', unanswered({ blocked_reason: 'requests', confirmed: true }), []],
  ['one that a policy of the page stopped', unanswered({ blocked_reason: 'csp' }), []],
  ['one that Chrome refused', unanswered({ blocked_reason: 'corp' }), [`${asset} ISSUE`]],
  ['the icon of the browser', failed({ favicon: true, type: 'image', visible: true }), []],
  ['a source map', failed({ url: 'https://example.com/a.js.map' }), []],
  [
    'an advertisement that finds a blocker',
    failed({
      url: 'https://ads.example.net/pagead/show_ads.js',
      type: 'fetch',
      first_party: false,
      by_site: true,
      status: null,
      net_error: 'net::ERR_NAME_NOT_RESOLVED',
    }),
    ['REQ_THIRD_PARTY_CALL_FAILED NONE'],
  ],
  [
    'analytics of a host that its owner has not turned on',
    failed({ url: 'https://example.com/_vercel/insights/script.js', type: 'script', status: 404 }),
    [],
  ],
  [
    'a view that such analytics count',
    failed({
      url: 'https://example.com/_vercel/insights/view',
      type: 'fetch',
      method: 'POST',
      status: 404,
    }),
    [],
  ],
  [
    'a view that Cloudflare counts',
    failed({ url: 'https://example.com/cdn-cgi/rum?', type: 'xhr', method: 'POST', status: 404 }),
    [],
  ],
  [
    'the script of PostHog behind a proxy',
    failed({
      url: 'https://example.com/ingest/static/array.js',
      type: 'script',
      method: 'GET',
      status: 404,
    }),
    ['REQ_FIRST_PARTY_ASSET_FAILED REVIEW'],
  ],
  [
    'the settings of PostHog behind a proxy of another name',
    failed({
      url: 'https://example.com/ph/array/phc_7Hk2/config.js',
      type: 'script',
      method: 'GET',
      status: 404,
    }),
    ['REQ_FIRST_PARTY_ASSET_FAILED REVIEW'],
  ],
  [
    'an event of PostHog behind a proxy',
    failed({
      url: 'https://example.com/ingest/e/?ip=0',
      type: 'fetch',
      method: 'POST',
      status: 404,
    }),
    ['REQ_FIRST_PARTY_API_4XX REVIEW'],
  ],
  [
    'the script of Plausible behind a proxy',
    failed({
      url: 'https://example.com/stats/js/script.js',
      type: 'script',
      method: 'GET',
      status: 404,
    }),
    ['REQ_FIRST_PARTY_ASSET_FAILED REVIEW'],
  ],
  [
    'a script with a common name',
    failed({ url: 'https://example.com/js/script.js', type: 'script', method: 'GET', status: 404 }),
    ['REQ_FIRST_PARTY_ASSET_FAILED ISSUE'],
  ],
  [
    'an event of Plausible behind a proxy',
    failed({ url: 'https://example.com/api/event', type: 'fetch', method: 'POST', status: 405 }),
    ['REQ_FIRST_PARTY_API_4XX REVIEW'],
  ],
  [
    'events that a page reads',
    failed({ url: 'https://example.com/api/event', type: 'fetch', method: 'GET', status: 404 }),
    ['REQ_FIRST_PARTY_API_4XX ISSUE'],
  ],
  [
    'error reports behind a proxy',
    failed({
      url: 'https://example.com/monitoring?o=4501&p=4502&r=us',
      type: 'fetch',
      method: 'POST',
      status: 404,
    }),
    ['REQ_FIRST_PARTY_API_4XX REVIEW'],
  ],
  ...['/api/monitoring/status', '/api/monitoring', '/ingest/orders'].map(
    (path): [string, Overrides<Evidence>, string[]] => [
      `data of the site itself at ${path}`,
      failed({ url: `https://example.com${path}`, type: 'fetch', method: 'GET', status: 404 }),
      ['REQ_FIRST_PARTY_API_4XX ISSUE'],
    ],
  ),
  [
    'the statistics of the site itself',
    failed({
      url: 'https://example.com/stats/collect',
      type: 'fetch',
      method: 'POST',
      status: 500,
    }),
    ['REQ_FIRST_PARTY_API_5XX REVIEW'],
  ],
  [
    'a tag behind a gateway',
    failed({
      url: 'https://example.com/metrics/gtag/js?id=G-7K2M0XQ4PZ',
      type: 'script',
      method: 'GET',
      status: 502,
    }),
    ['REQ_FIRST_PARTY_ASSET_FAILED REVIEW'],
  ],
  ['a film', failed({ type: 'media' }), ['REQ_MEDIA_FAILED REVIEW']],
  [
    'a film that a visitor is to start',
    failed({ type: 'media', place: 'in_view' }),
    ['REQ_MEDIA_FAILED ISSUE'],
  ],
  ['a prefetch', failed({ type: 'prefetch' }), []],
  ['a beacon', failed({ type: 'ping' }), []],
  ['an API with 502', failed({ type: 'fetch', status: 502 }), ['REQ_FIRST_PARTY_API_5XX ISSUE']],
  ['an API with 406', failed({ type: 'fetch', status: 406 }), ['REQ_FIRST_PARTY_API_4XX ISSUE']],
  ['an API with 451', failed({ type: 'fetch', status: 451 }), ['REQ_FIRST_PARTY_API_4XX REVIEW']],
  ['an API with 422', failed({ type: 'xhr', status: 422 }), ['REQ_FIRST_PARTY_API_4XX ISSUE']],
  [
    'a probe for a session',
    failed({ type: 'fetch', status: 401, url: 'https://example.com/api/auth/me' }),
    ['REQ_FIRST_PARTY_API_4XX NONE'],
  ],
  [
    'a cart of another visitor',
    failed({ type: 'fetch', status: 403, url: 'https://example.com/api/v1/cart?id=1' }),
    ['REQ_FIRST_PARTY_API_4XX NONE'],
  ],
  [
    'a token that the page was cached with',
    failed({
      type: 'fetch',
      status: 403,
      blocked_reason: 'stale-token',
      url: 'https://example.com/wp-json/wc/store/v1/cart',
    }),
    ['REQ_FIRST_PARTY_API_4XX ISSUE'],
  ],
  [
    'data that all visitors should get and that are forbidden',
    failed({ type: 'fetch', status: 403, url: 'https://example.com/wp-json/forms/v1/schema' }),
    ['REQ_FIRST_PARTY_API_4XX REVIEW'],
  ],
  ...[1, 8].map((times): [string, Overrides<Evidence>, string[]] => [
    `a question about the visitor, asked ${times} times`,
    {
      browser: {
        requests: {
          failed: Array.from({ length: times }, () =>
            failedRequest({ type: 'fetch', status: 401, url: 'https://example.com/api/me' }),
          ),
        },
      },
    },
    [`REQ_FIRST_PARTY_API_4XX ${times === 1 ? 'NONE' : 'REVIEW'}`],
  ]),
  ['an API that says 409', failed({ type: 'fetch', status: 409 }), []],
  ['a visible image', failed({ ...image, visible: true }), ['REQ_IMAGE_BROKEN ISSUE']],
  [
    'an image out of sight',
    failed({ ...image, visible: false, place: 'below' }),
    ['REQ_IMAGE_BROKEN REVIEW'],
  ],
  [
    'two images out of sight',
    {
      browser: {
        requests: {
          failed: ['a', 'b'].map((name) =>
            failedRequest({
              ...image,
              url: `https://example.com/${name}.png`,
              visible: false,
              place: 'below',
            }),
          ),
        },
      },
    },
    ['REQ_IMAGE_BROKEN ISSUE', 'REQ_IMAGE_BROKEN ISSUE'],
  ],
  ...[
    ['script', 'ERR_NAME_NOT_RESOLVED', 'widget.example.net', 'REVIEW'],
    ['script', 'ERR_CONNECTION_RESET', 'widget.example.net', 'NONE'],
    ['script', 'ERR_NAME_NOT_RESOLVED', 'cdn.jsdelivr.net', 'NONE'],
    ['script', 'ERR_NAME_NOT_RESOLVED', 'stats.example.net', 'NONE'],
    ['image', 'ERR_NAME_NOT_RESOLVED', 'pixel.example.net', 'NONE'],
  ].map(([type, error, host, effect]): [string, Overrides<Evidence>, string[]] => [
    `${type} of ${host} that fails with ${error}`,
    unanswered({
      type: type === 'image' ? 'image' : 'script',
      net_error: `net::${error}`,
      url: `https://${host}/loader`,
      first_party: false,
      by_site: true,
    }),
    [`REQ_THIRD_PARTY_FAILED ${effect}`],
  ]),
  ...[
    ['js.example.net/v3/pay.js', 'REVIEW'],
    ['www.example.net/sdk/googlePayButton.min.js', 'REVIEW'],
    ['checkout.example.net/web/1.js', 'REVIEW'],
    ['challenges.example.net/turnstile/v0/api.js', 'REVIEW'],
    ['www.example.net/recaptcha/api.js', 'REVIEW'],
    ['maps.example.net/api/js', 'REVIEW'],
    ['cdn.example.net/leaflet-1.9.4/leaflet.js', 'REVIEW'],
    ['accounts.example.net/gsi/client', 'REVIEW'],
    ['cdn.example.net/sdk/log-in.js', 'REVIEW'],
    ['cdn.example.net/oauth2/v1.js', 'REVIEW'],
    ['booking.example.net/widget.js', 'REVIEW'],
    ['cdn.example.net/videoPlayer.js', 'REVIEW'],
    ['cdn.example.net/cookie-consent/3.1/banner.js', 'REVIEW'],
    ['cdn.example.net/cookie-consent.js', 'REVIEW'],
    ['cmp.example.net/stub.js', 'REVIEW'],
    ['tracking.example.net/pay.js', 'NONE'],
    ['cdn.example.net/analytics/checkout.js', 'NONE'],
    ['www.example.net/gtm.js', 'NONE'],
    ['ads.example.net/video.js', 'NONE'],
    ['widget.example.net/chat/login.js', 'NONE'],
    ['fonts.example.net/player.js', 'NONE'],
    ['cdn.example.net/sitemap.js', 'NONE'],
    ['cdn.example.net/display/author/notebook.js', 'NONE'],
    ['cdn.example.net/npm/lodash.min.js', 'NONE'],
    ['js.stripe.com/v3/', 'NONE'],
  ].map(([at, effect]): [string, Overrides<Evidence>, string[]] => [
    `a script at ${at} whose host refuses`,
    unanswered({
      type: 'script',
      net_error: 'net::ERR_CONNECTION_REFUSED',
      url: `https://${at}`,
      first_party: false,
      by_site: true,
    }),
    [`REQ_THIRD_PARTY_FAILED ${effect}`],
  ]),
  [
    'a script for payments that another script brought',
    failed({ first_party: false, by_site: false, url: 'https://pay.example.net/pay.js' }),
    ['REQ_THIRD_PARTY_FAILED NONE'],
  ],
  ['an image without a pixel', brokenImage(), ['REQ_IMAGE_BROKEN ISSUE']],
  ['one below the fold', brokenImage({ in_viewport: false }), []],
  ['one of another site', brokenImage({ first_party: false }), ['REQ_IMAGE_BROKEN REVIEW']],
  [
    'one of another site that a policy of the site refuses',
    and(
      brokenImage({ first_party: false, url: 'https://example.net/a.png' }),
      unanswered({
        ...image,
        url: 'https://example.net/a.png',
        first_party: false,
        blocked_reason: 'corp-not-same-origin-after-defaulted-to-same-origin-by-coep',
      }),
    ),
    ['REQ_THIRD_PARTY_FAILED NONE', 'REQ_IMAGE_BROKEN ISSUE'],
  ],
  [
    'one that we blocked, seen in the document',
    and(brokenImage(), unanswered({ ...image, blocked_reason: 'transfer_bytes' })),
    [],
  ],
  [
    'one behind our cap, about which nothing is known',
    and(brokenImage(), cut),
    ['RESOURCE_LIMIT_REACHED REVIEW'],
  ],
  [
    'a blocking script of another site',
    failed({ first_party: false, render_blocking: true }),
    ['REQ_THIRD_PARTY_BLOCKING_FAILED REVIEW'],
  ],
  [
    'one that the page then has from its own site',
    failed({ first_party: false, render_blocking: true, recovered: true }),
    ['REQ_THIRD_PARTY_FAILED NONE'],
  ],
  ['any file of another site', failed({ first_party: false }), ['REQ_THIRD_PARTY_FAILED NONE']],
  ['a call to localhost', blocked({}), ['REQ_PRIVATE_ADDRESS ISSUE']],
  ['a live-reload socket', blocked({ type: 'websocket' }), ['REQ_PRIVATE_ADDRESS ISSUE']],
  ['a beacon to localhost', blocked({ type: 'ping' }), ['REQ_PRIVATE_ADDRESS ISSUE']],
  ['a worker’s script on localhost', blocked({ type: 'other' }), ['REQ_PRIVATE_ADDRESS ISSUE']],
  [
    'a connection that no request claims',
    blocked({ type: 'unknown' }),
    ['REQ_PRIVATE_ADDRESS REVIEW'],
  ],
  ['a preconnect hint to localhost', blocked({ type: 'preconnect' }), ['REQ_PRIVATE_ADDRESS NONE']],
  ['a prefetch of localhost', blocked({ type: 'prefetch' }), ['REQ_PRIVATE_ADDRESS NONE']],
  [
    'a port scan',
    blocked(
      ...[3389, 5900, 5939].map((port) => ({
        url: `wss://127.0.0.1:${port}/`,
        type: 'websocket' as const,
      })),
      { url: 'http://127.0.0.1:7070/' },
    ),
    Array<string>(4).fill('REQ_PRIVATE_ADDRESS REVIEW'),
  ],
  [
    'a script beside a port scan',
    blocked(...[1, 2, 3].map((port) => ({ url: `http://127.0.0.1:${port}/` })), {
      url: 'http://127.0.0.1:4/a.js',
      type: 'script',
    }),
    ['REQ_PRIVATE_ADDRESS ISSUE', ...Array<string>(3).fill('REQ_PRIVATE_ADDRESS REVIEW')],
  ],
  [
    'a public name of someone else with a private address',
    blocked({ url: 'https://t.example.net/', reason: 'resolves_not_public' }),
    ['REQ_PRIVATE_ADDRESS REVIEW'],
  ],
  [
    'an own file on another port',
    blocked({ url: 'https://example.com:8443/a.js', reason: 'port', first_party: true }),
    ['REQ_POLICY_BLOCKED REVIEW'],
  ],
  ['a foreign file on another port', blocked({ reason: 'port' }), ['REQ_POLICY_BLOCKED NONE']],
  ['a foreign file beyond our cap', blocked({ reason: 'connections' }), []],
  [
    'a foreign image on another port, in view',
    and(
      blocked({ url: 'https://img.example.net:8443/a.png', type: 'image', reason: 'port' }),
      brokenImage({ url: 'https://img.example.net:8443/a.png', first_party: false }),
    ),
    ['REQ_POLICY_BLOCKED REVIEW'],
  ],
  [
    'a foreign style sheet on another port that the page waits for',
    and(
      blocked({ url: 'https://cdn.example.net:8443/a.css', type: 'stylesheet', reason: 'port' }),
      unanswered({
        url: 'https://cdn.example.net:8443/a.css',
        type: 'stylesheet',
        blocked_reason: 'port',
        first_party: false,
        render_blocking: true,
      }),
    ),
    ['REQ_POLICY_BLOCKED REVIEW'],
  ],
  [
    'an icon that the page names for its tab',
    failed({ type: 'other', place: 'icon' }),
    ['REQ_ICON_FAILED NONE'],
  ],
  [
    'an own file beyond our cap, told once',
    and(blocked({ reason: 'requests', first_party: true }), cut),
    ['RESOURCE_LIMIT_REACHED REVIEW'],
  ],
  ['a mixed script', mixed({}), ['MIXED_CONTENT_BLOCKED ISSUE']],
  ['a mixed frame', mixed({ type: 'document' }), ['MIXED_CONTENT_BLOCKED ISSUE']],
  [
    'an upgraded image',
    mixed({ type: 'image', resolution: 'upgraded' }),
    ['MIXED_CONTENT_BLOCKED NONE'],
  ],
  [
    'what fails on a bot wall',
    and(failed(), { http: { challenge: { id: 'cloudflare', verified: true } } }),
    [`${asset} REVIEW`],
  ],
])('weighs %s', (_name, overrides, expected) => {
  const told = verdict(healthyRendering(overrides))
  expect(told.filter((one) => !one.startsWith('HTTP_BOT')).sort()).toEqual([...expected].sort())
})

const CALL = 'REQ_THIRD_PARTY_CALL_FAILED'
const own = (over: Parameters<typeof failedRequest>[0]) => failed({ type: 'fetch', ...over })
const service = (over: Parameters<typeof failedRequest>[0]) =>
  own({ first_party: false, url: 'https://data.example.net/v1/entries', ...over })
const script = (over: Parameters<typeof failedRequest>[0]) =>
  failed({ first_party: false, place: 'missed', url: 'https://pay.example.net/v3/', ...over })
const icon = (over: Parameters<typeof failedRequest>[0]) =>
  failed({ first_party: false, type: 'font', place: 'missed', ...over })
const forwarded = (path: string) =>
  and(
    service({
      status: null,
      net_error: 'net::ERR_FAILED',
      blocked_reason: 'cors',
      url: 'https://sso.example.net/login',
    }),
    {
      browser: {
        requests: {
          items: [
            requestItem(1, {
              url: `https://example.com${path}`,
              type: 'fetch',
              status: 302,
              redirected_to: 'https://sso.example.net/login',
            }),
          ],
        },
      },
    },
  )
const frame = (over: Parameters<typeof failedRequest>[0]) =>
  failed({ first_party: false, type: 'document', place: 'in_view', ...over })
const absent = { status: null, net_error: 'net::ERR_NAME_NOT_RESOLVED' }

test.each<[string, Overrides<Evidence>, string[]]>([
  [
    'a service that refuses the site',
    service({ status: 403, blocked_reason: 'service-refused' }),
    [`${CALL} ISSUE`],
  ],
  [
    'one that refuses its key',
    service({ status: 401, blocked_reason: 'key-refused' }),
    [`${CALL} ISSUE`],
  ],
  [
    'one that may refuse us',
    and(service({ status: 403, blocked_reason: 'service-refused' }), {
      egress_canary: 'unhealthy',
    }),
    [`${CALL} REVIEW`],
  ],
  ['a call to the site that it redirects to a log-in', forwarded('/api/hours'), [`${CALL} ISSUE`]],
  ['a question about the visitor', forwarded('/api/me'), [`${CALL} REVIEW`]],
  ['a call that leaves nothing empty', service({ status: 403 }), [`${CALL} REVIEW`]],
  ['one that leaves a part empty', service({ status: 403, place: 'missed' }), [`${CALL} ISSUE`]],
  ['too many of them', service({ status: 429, place: 'missed' }), [`${CALL} REVIEW`]],
  ['a host that is gone', service({ ...absent, place: 'missed' }), [`${CALL} ISSUE`]],
  [
    'a host of half the web',
    service({ ...absent, place: 'missed', url: 'https://maps.googleapis.com/v1/entries' }),
    [`${CALL} REVIEW`],
  ],
  [
    'a host that did not reply',
    service({ status: null, net_error: 'net::ERR_CONNECTION_TIMED_OUT', place: 'missed' }),
    [`${CALL} REVIEW`],
  ],
  [
    'a counter of visits',
    service({ ...absent, url: 'https://stats.example.net/v1/batch' }),
    [`${CALL} NONE`],
  ],
  [
    'which version of a part is shown',
    service({ status: 503, url: 'https://flags.example.net/sdk/eval' }),
    [`${CALL} NONE`],
  ],
  [
    'which version of a part is shown, from a host that does not exist',
    service({ ...absent, url: 'https://flags.example.net/sdk/eval' }),
    [`${CALL} REVIEW`],
  ],
  [
    'settings',
    service({ status: 404, place: 'missed', url: 'https://a.example.net/config.json' }),
    [`${CALL} REVIEW`],
  ],
  [
    'numbers that are sent',
    service({ status: 404, place: 'missed', method: 'POST', url: 'https://a.example.net/events' }),
    [`${CALL} REVIEW`],
  ],
  [
    'a list of events',
    service({ status: 404, place: 'missed', url: 'https://a.example.net/events' }),
    [`${CALL} ISSUE`],
  ],
  [
    'an own call that is redirected for ever',
    own({ status: null, net_error: 'net::ERR_TOO_MANY_REDIRECTS', confirmed: null }),
    ['REQ_FIRST_PARTY_CALL_FAILED ISSUE'],
  ],
  [
    'an own call that is refused its key',
    own({ status: 401, blocked_reason: 'key-refused' }),
    ['REQ_FIRST_PARTY_API_4XX ISSUE'],
  ],
  [
    'an own call that is refused for an expired token',
    own({ status: 401, blocked_reason: 'expired-token', url: 'https://example.com/api/products' }),
    ['REQ_FIRST_PARTY_API_4XX ISSUE'],
  ],
  [
    'a session that is asked for with an expired token',
    own({ status: 401, blocked_reason: 'expired-token', url: 'https://example.com/api/me' }),
    ['REQ_FIRST_PARTY_API_4XX NONE'],
  ],
  [
    'another service that is refused for an expired token',
    service({ status: 401, blocked_reason: 'expired-token' }),
    [`${CALL} ISSUE`],
  ],
  [
    'a page that sends an expired form token',
    own({ status: 419, method: 'POST', url: 'https://example.com/livewire/update' }),
    ['REQ_FIRST_PARTY_API_4XX ISSUE'],
  ],
  [
    'numbers that are sent with one',
    own({ status: 419, method: 'POST', url: 'https://example.com/track' }),
    ['REQ_FIRST_PARTY_API_4XX REVIEW'],
  ],
  [
    'a session that is asked for too late',
    own({ status: 419, url: 'https://example.com/api/session' }),
    ['REQ_FIRST_PARTY_API_4XX NONE'],
  ],
  [
    'a session that is asked for with a key',
    own({ status: 401, blocked_reason: 'key-refused', url: 'https://example.com/auth/v1/user' }),
    ['REQ_FIRST_PARTY_API_4XX NONE'],
  ],
  [
    'an own call that leaves a part empty',
    own({ status: 403, place: 'missed' }),
    ['REQ_FIRST_PARTY_API_4XX ISSUE'],
  ],
  [
    'a failure that is stated, and leaves a part empty',
    own({ status: 200, blocked_reason: 'failure-in-json', place: 'missed' }),
    ['REQ_FIRST_PARTY_CALL_FAILED ISSUE'],
  ],
  ...['https://api-staging.example.com/items', 'https://a1b2.ngrok-free.app/items'].map(
    (url): [string, Overrides<Evidence>, string[]] => [
      `a response of a host for tests: ${url}`,
      { browser: { requests: { items: [requestItem(1, { ...api, url })] } } },
      ['REQ_STAGING_CALL REVIEW'],
    ],
  ),
  ...[
    'https://ample-hen-12.clerk.accounts.dev/npm/@clerk/clerk-js@5/dist/clerk.browser.js',
    'https://api.stripe.com/v1/elements/sessions?key=pk_test_51H8xJ2eZvKY&type=payment',
    'https://www.sandbox.paypal.com/sdk/js?client-id=A7x',
    'https://www.paypal.com/sdk/js?client-id=sb&currency=EUR',
    'https://www.google.com/recaptcha/api2/anchor?ar=1&k=6LeIxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI&hl=en',
    'https://challenges.cloudflare.com/cdn-cgi/challenge-platform/h/b/turnstile/if/ov2/av0/rcv/x1/1x00000000000000000000AA/auto/fbE/new/normal/auto/',
    'https://api.hcaptcha.com/checksiteconfig?v=1&host=example.com&sitekey=10000000-ffff-ffff-ffff-000000000001&sc=1',
  ].map((url): [string, Overrides<Evidence>, string[]] => [
    `an account for tests: ${url}`,
    { browser: { requests: { items: [requestItem(1, { ...image, first_party: false, url })] } } },
    ['REQ_STAGING_CALL REVIEW'],
  ]),
  ...[
    'https://clerk.vendor.com/npm/@clerk/clerk-js@5/dist/clerk.browser.js',
    'https://api.stripe.com/v1/elements/sessions?key=pk_live_51H8xJ2eZvKY',
    'https://www.paypal.com/sdk/js?client-id=A7x',
    'https://www.paypal.com/sdk/js?client-id=sbX1',
    'https://www.google.com/recaptcha/api2/anchor?ar=1&k=6LdXxAcTAAAAAJcZVRqyHh71UMIEGNQ_MXjiZKhI',
    'https://challenges.cloudflare.com/cdn-cgi/challenge-platform/h/b/turnstile/if/0x4AAAAAAABkMYinukE8nzY/auto/',
    'https://api.hcaptcha.com/checksiteconfig?v=1&sitekey=a1b2c3d4-ffff-ffff-ffff-000000000001',
  ].map((url): [string, Overrides<Evidence>, string[]] => [
    `an account for production: ${url}`,
    { browser: { requests: { items: [requestItem(1, { ...image, first_party: false, url })] } } },
    [],
  ]),
  ...[
    { ...api, url: 'https://developer.example.com/items' },
    { ...api, url: 'https://a1b2.ngrok-free.app/items', initiator: 'https://widget.net/w.js' },
    { ...image, url: 'https://a1b2.ngrok-free.app/logo.png' },
  ].map((item): [string, Overrides<Evidence>, string[]] => [
    `no call of the page to a host for tests: ${item.type} ${item.url}`,
    { browser: { requests: { items: [requestItem(1, item)] } } },
    [],
  ]),
  [
    'a call that is made again and again',
    {
      browser: {
        requests: { items: Array.from({ length: 50 }, (_, id) => requestItem(id + 1, api)) },
      },
    },
    ['REQ_CALL_REPEATED REVIEW'],
  ],
  [
    'fifty calls for different things',
    {
      browser: {
        requests: {
          items: Array.from({ length: 50 }, (_, id) =>
            requestItem(id + 1, { ...api, url: `https://example.com/api/${id}` }),
          ),
        },
      },
    },
    [],
  ],
  [
    'a failure inside the server, which is stated with status 200',
    own({ status: 200, blocked_reason: 'internal-failure' }),
    ['REQ_FIRST_PARTY_CALL_FAILED ISSUE'],
  ],
  [
    'an own service that refuses with status 200',
    own({ status: 200, blocked_reason: 'service-refused' }),
    ['REQ_FIRST_PARTY_CALL_FAILED ISSUE'],
  ],
  ['a script that a button waits for', script({ status: 404 }), ['REQ_THIRD_PARTY_FAILED ISSUE']],
  [
    'one that blocks rendering',
    script({ ...absent, render_blocking: true }),
    ['REQ_THIRD_PARTY_BLOCKING_FAILED ISSUE'],
  ],
  [
    'one that only we may not reach',
    script({ ...absent, url: 'https://js.stripe.com/v3/' }),
    ['REQ_THIRD_PARTY_FAILED NONE'],
  ],
  ['drawings of icons in view', failed({ type: 'other', place: 'in_view' }), [`${asset} ISSUE`]],
  ['another file', failed({ type: 'other' }), [`${asset} REVIEW`]],
  [
    'a font of icons that show their names',
    icon({ status: 404 }),
    ['REQ_THIRD_PARTY_FAILED ISSUE'],
  ],
  [
    'one that Chrome refuses',
    icon({ status: 200, blocked_reason: 'cors' }),
    ['REQ_THIRD_PARTY_FAILED ISSUE'],
  ],
  [
    'one of a network for libraries',
    icon({ status: 404, url: 'https://cdnjs.cloudflare.com/i.woff2' }),
    ['REQ_THIRD_PARTY_FAILED NONE'],
  ],
  [
    'a frame that may not be framed',
    frame({ status: 200, net_error: 'net::ERR_BLOCKED_BY_RESPONSE', blocked_reason: 'other' }),
    ['REQ_THIRD_PARTY_FAILED ISSUE'],
  ],
  ['a frame that refuses us', frame({ status: 403 }), ['REQ_THIRD_PARTY_FAILED REVIEW']],
  [
    'a frame of a host that is gone',
    frame({ ...absent, url: 'https://tunnel.example.net/' }),
    ['REQ_THIRD_PARTY_FAILED REVIEW'],
  ],
  [
    'one that is all of the page',
    and(frame({ ...absent, url: 'https://tunnel.example.net/' }), {
      browser: { dom: { visible_text_length: 0 } },
    }),
    ['REQ_THIRD_PARTY_FAILED ISSUE'],
  ],
  [
    'a frame of advertising',
    frame({ ...absent, url: 'https://ads.example.net/slot' }),
    ['REQ_THIRD_PARTY_FAILED NONE'],
  ],
  [
    'a sheet with an open brace',
    failed({ type: 'stylesheet', status: 200, blocked_reason: 'open-brace' }),
    [`${asset} ISSUE`],
  ],
])('weighs what a visitor misses: %s', (_name, overrides, expected) => {
  expect(verdict(healthyRendering(overrides)).sort()).toEqual([...expected].sort())
})

const moves = (kind: 'script' | 'foreign_script', to: string): Overrides<Evidence> => ({
  redirects: { client_redirects: [{ kind, from: 'https://www.example.com/', to }] },
})

test.each([
  ['by the page itself', moves('script', 'https://win.iana.org/'), []],
  [
    'by a script of another site',
    moves('foreign_script', 'https://win.iana.org/'),
    ['REDIRECT_BY_OTHERS ISSUE'],
  ],
  ['to a log-in', moves('foreign_script', 'https://login.microsoftonline.com/x'), []],
  [
    'to the machine of a developer',
    moves('script', 'http://localhost:4200/dashboard'),
    ['REDIRECT_TO_PRIVATE ISSUE'],
  ],
  ['to the site in another country', moves('foreign_script', 'https://www.example.org/'), []],
])('weighs a move %s', (_name, overrides, expected) => {
  const told = verdict(healthyRendering(overrides)).filter((one) => !one.endsWith('NONE'))
  expect(told).toEqual(expected)
})
