import type { BrowserEvidence, RequestType } from '#evidence/browser.ts'
import type { Evidence } from '#evidence/evidence.ts'
import { AddressWords, wordsOfAddress, wordsOfPath } from '#findings/readings/address-words.ts'
import { isForwardedAnalytics } from '#findings/readings/analytics.ts'
import { testAccountOf } from '#findings/readings/needed-services.ts'
import { isHostGone, isOurs, netErrorName } from '#findings/readings/net-error.ts'
import { egressIsHealthy } from '#findings/readings/observed-hosts.ts'
import { isGoneForAll } from '#findings/readings/public-hosts.ts'
import { cutByOurCap, ofSitePage } from '#findings/readings/site-page.ts'
import type { Effect, Hit, Rule } from '#findings/rule/rule.ts'
import { isFirstParty, isStagingHostOf, isTemporaryHost } from '#target/site.ts'
import {
  type FailedRequest,
  failedRequests,
  failureEffect,
  foreignRequests,
  hit,
  isNoticed,
  isPageExpired,
  reportedElsewhere,
} from './failed-requests.ts'

/** Rules about failed or endlessly repeated calls of the page, to its own site and to other sites. */
export const callRules: readonly Rule[] = [
  {
    code: 'REQ_FIRST_PARTY_API_5XX',
    layer: 'browser',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Check the logs of the API.',
    when: ofSitePage((evidence) =>
      apiCalls(evidence, (item) => {
        const { status } = item
        if (status === null || status < 500 || status >= 600) return null
        return isOwnCounter(item) ? 'REVIEW' : 'ISSUE'
      }),
    ),
  },
  {
    code: 'REQ_FIRST_PARTY_API_4XX',
    layer: 'browser',
    severity: 'low',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Check how the page calls the API: URL, method, body and token.',
    when: ofSitePage((evidence) =>
      apiCalls(evidence, (item) =>
        isOwnCounter(item) ? counterEffect(item) : effectOf4xx(evidence, item),
      ),
    ),
  },
  {
    code: 'REQ_FIRST_PARTY_CALL_FAILED',
    layer: 'browser',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'RV',
    remediation:
      'Check the API host in the build, its DNS record, its CORS header fields and its responses.',
    when: ofSitePage((evidence) => ownCalls(evidence)),
  },
  {
    code: 'REQ_CALL_REPEATED',
    layer: 'browser',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'RV',
    remediation:
      'Find what repeats the call as soon as it has a response: an effect without a dependency list, or a timer without a delay.',
    when: ofSitePage(({ browser }) => repeatedCalls(browser?.requests.items ?? [])),
  },
  {
    code: 'REQ_STAGING_CALL',
    layer: 'browser',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'RV',
    remediation:
      'Build the page with the public URL of its API, and the production keys of its services.',
    when: ofSitePage(({ browser }) => (browser === null ? null : stagingCalls(browser))),
  },
  {
    code: 'REQ_THIRD_PARTY_CALL_FAILED',
    layer: 'browser',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'RV',
    remediation: 'Check the URL and the key of the service that the page calls.',
    when: ofSitePage((evidence) =>
      foreignRequests(evidence)
        .filter(({ item }) => isCallOfSite(item) && isNoticed(item))
        .map(({ item, at }) =>
          hit(
            item,
            at,
            'A call of the page to another site failed',
            foreignCallEffect(evidence, item),
          ),
        ),
    ),
  },
]

function effectOf4xx(evidence: Evidence, item: FailedRequest): Effect | null {
  const { status, url } = item
  if (status === null || status < 400) return null
  if (isOfSite(item) || badRequestStatuses.includes(status)) return 'ISSUE'
  // The cause may be the rate of our own visits.
  if (status === 429) return 'REVIEW'
  if (isPageExpired(item)) return isBookkeeping(item) ? 'REVIEW' : 'ISSUE'
  if (status >= 500 || conflictStatuses.includes(status)) return null
  if (!accessStatuses.includes(status)) return 'REVIEW'
  // Pages probe for a session this way and expect 401 or 403 for an anonymous visitor.
  if (isAboutVisitor(url)) return probeEffect(evidence, item)
  return leavesPlaceEmpty(item) ? 'ISSUE' : 'REVIEW'
}

function counterEffect({ status }: FailedRequest): Effect | null {
  return status !== null && status >= 400 && status < 500 ? 'REVIEW' : null
}

const accessStatuses = [401, 402, 403, 419, 423]
/** The resource has changed in the meantime: these are regular results of a call. */
const conflictStatuses = [409, 412, 428]
/** The server does not accept such a call from any visitor. */
const badRequestStatuses = [400, 404, 405, 406, 410, 411, 413, 414, 415, 422, 431]

/** Paths of data about a signed-in visitor. An API refuses them to anonymous visitors, and the page expects that. */
const visitorWords = new AddressWords(`
  account accounts admin auth* basket baskets bookmark bookmarks cart carts checkout csrf current* customer customers
  favorite favorites favourite favourites history identity inbox login me member members membership memberships
  message messages my nonce notification notifications oauth* order orders permission permissions preferences private
  profile profiles recently* recommendations refresh role roles saved self session sessions settings signin sso
  subscription subscriptions suggestions token tokens user userinfo users viewer whoami wishlist wishlists
`)

function isAboutVisitor(url: string): boolean {
  return visitorWords.hasAny(wordsOfPath(url))
}

/** Number of attempts from which a probe needs a review. A normal page repeats it once or twice while it is observed. */
const MANY_TRIES = 8

function probeEffect(evidence: Evidence, { url, method }: FailedRequest): Effect {
  const same = failedRequests(evidence).filter(
    ({ item }) => item.url === url && item.method === method,
  )
  return same.length >= MANY_TRIES ? 'REVIEW' : 'NONE'
}

/** The response refuses the site, not its visitor: its key, its project, its plan, or a token that it was built with. */
function isOfSite(item: FailedRequest): boolean {
  const { blocked_reason: reason } = item
  if (reason === 'key-refused' || reason === 'expired-token') {
    return !isAboutVisitor(item.url) && !isBookkeeping(item)
  }
  return reason === 'stale-token' || reason === 'service-refused'
}

/** Paths of settings that a page requests but does not display. */
const configWords = new AddressWords(
  'config* consent consents experiment experiments feature features flag flags geo* health* ip settings version',
)

/** Paths of analytics data, analytics scripts and advertisements, including requests that detect an ad blocker. */
const analyticsWords = new AddressWords(`
  ads adsbygoogle adserver amplitude analytics beacon beacons collect doubleclick event events fathom fbevents gtag gtm
  hotjar log logger logs matomo metric metrics mixpanel pagead pagead2 ping pings piwik pixel pixels plausible rum stat
  stats telemetry track* umami vitals
`)

/** Events that take place, as a list that the page reads, not analytics events that it sends. */
function isEventList({ url, method }: FailedRequest): boolean {
  const path = URL.parse(url)?.pathname ?? ''
  return method === 'GET' && /\/(?:api|rest)\/(?:v\d+\/)?events\/?$/.test(path)
}

/** Paths of calls that select the variant of the page to show. The page shows a default variant until the response arrives. */
const experimentWords = new AddressWords('experiment experiments flag flags')

function isBookkeeping(item: FailedRequest): boolean {
  return configWords.hasAny(wordsOfPath(item.url)) || isOwnCounter(item)
}

/** A call that only counts visits or errors: visitors do not miss it, but the owner of the site loses the data. */
function isOwnCounter(item: FailedRequest): boolean {
  return (
    isForwardedAnalytics(item) ||
    (item.method !== 'GET' && analyticsWords.hasAny(wordsOfPath(item.url)))
  )
}

/** The page has a place for the data of the call, and it is empty. */
function leavesPlaceEmpty(item: FailedRequest): boolean {
  return item.place === 'missed' && !isAboutVisitor(item.url) && !isBookkeeping(item)
}

/** The effect of a failed call to another site, which may refuse only us, and which the page may not need. */
function foreignCallEffect(evidence: Evidence, item: FailedRequest): Effect {
  if (cutByOurCap(evidence) || !egressIsHealthy(evidence) || isOurs(item.net_error)) return 'REVIEW'
  if (isOfSite(item) || isForwardedCall(evidence, item)) return 'ISSUE'
  if (leavesPlaceEmpty(item)) return isGoneForAll(item) ? 'ISSUE' : 'REVIEW'
  // A refusal concerns a URL or a key that the owner of the site has to fix.
  const isRefused = item.status !== null && item.status < 500
  // A page works for a while without the selection of its variant, but a host that does not exist does not come back.
  const hasHost = netErrorName(item.net_error) !== 'ERR_NAME_NOT_RESOLVED'
  const isDispensable =
    isCounter(item) || (hasHost && experimentWords.hasAny(wordsOfAddress(item.url)))
  return isDispensable && !isRefused && !isEventList(item) ? 'NONE' : 'REVIEW'
}

/** A call to the site itself that is redirected to another site, usually a log-in, which does not let the page read it (CORS). */
function isForwardedCall({ browser }: Evidence, item: FailedRequest): boolean {
  const first = browser?.requests.items.find((one) => one.redirected_to === item.url)
  return (
    item.blocked_reason === 'cors' &&
    first?.first_party === true &&
    !isAboutVisitor(first.url) &&
    !configWords.hasAny(wordsOfPath(first.url))
  )
}

function apiCalls(evidence: Evidence, weigh: (item: FailedRequest) => Effect | null): Hit[] {
  return failedRequests(evidence).flatMap(({ item, at }) => {
    const isApi =
      item.first_party && (item.type === 'xhr' || item.type === 'fetch') && isNoticed(item)
    const effect = isApi ? weigh(item) : null
    return effect === null ? [] : hit(item, at, 'A call of the page to its own site failed', effect)
  })
}

/** Number of identical calls from which they are reported as repeated. A page that polls twice a second stays far below. */
const MANY_CALLS = 50

function repeatedCalls(items: BrowserEvidence['requests']['items']): Hit[] {
  const counts = new Map<string, number>()
  for (const { type, method, url, first_party: isOwn } of items) {
    const call = `${method} ${url}`
    if (isOwn && (type === 'xhr' || type === 'fetch')) counts.set(call, (counts.get(call) ?? 0) + 1)
  }
  return [...counts].flatMap(([call, count]) => {
    if (count < MANY_CALLS) return []
    return {
      message: `The page makes the same call to its own site again and again: at least ${count} times while it was observed.`,
      observed: count,
      url: call.slice(call.indexOf(' ') + 1),
      evidence: ['/browser/requests/items'],
    }
  })
}

/** Requests that succeeded, one for each host. Other rules report failed ones. */
function stagingCalls({ navigation, requests }: BrowserEvidence): Hit[] {
  const found = new Map<string, Hit>()
  for (const [index, item] of requests.items.entries()) {
    const host = URL.parse(item.url)?.hostname ?? ''
    if (item.status === null || item.status >= 400 || found.has(host)) continue
    const message = stagingMessage(item, host, navigation.url)
    if (message === null) continue
    const evidence = [`/browser/requests/items/${index}`]
    found.set(host, { message, observed: { host }, url: item.url, evidence })
  }
  return [...found.values()]
}

type Request = BrowserEvidence['requests']['items'][number]

/** What is reported about a request to a host for tests, or to an account for tests; null for others. */
function stagingMessage(item: Request, host: string, pageUrl: string): string | null {
  const service = item.first_party ? null : testAccountOf(item.url)
  if (service !== null) {
    return `The page uses an account for development or tests of a service (${service}).`
  }
  if (!dataTypes.includes(item.type) || !isFirstParty(item.initiator, pageUrl)) return null
  const page = URL.parse(pageUrl)?.hostname ?? ''
  return isStagingHostOf(host, page) || isTemporaryHost(host, page)
    ? 'A call of the page goes to a host for tests: a staging host, a preview or a tunnel.'
    : null
}

const dataTypes: readonly RequestType[] = ['xhr', 'fetch', 'websocket', 'eventsource']
const calls: readonly RequestType[] = [...dataTypes, 'ping']

function isCall({ type }: FailedRequest): boolean {
  return calls.includes(type)
}

/** A page gets no result from a beacon, so it works without one. */
export function isCallOfSite(item: FailedRequest): boolean {
  return isCall(item) && item.by_site && item.type !== 'ping'
}

/**
 * Calls to hosts of the site without a usable response. Error statuses have separate codes, except for sockets and
 * streams.
 */
function ownCalls(evidence: Evidence): Hit[] {
  return failedRequests(evidence).flatMap(({ item, at }) => {
    if (!item.first_party || !isCall(item) || !isNoticed(item)) return []
    if (reportedElsewhere.includes(item.blocked_reason ?? '')) return []
    const isStream = item.type === 'websocket' || item.type === 'eventsource'
    if (item.status !== null && item.status >= 400 && !isStream) return []
    return hit(
      item,
      at,
      'A call of the page to its own site got no usable response',
      callEffect(evidence, item),
    )
  })
}

/** Reasons that may be intended: a script may accept empty data or a stated failure, or cancel a call on purpose. */
const mayBeMeant = ['empty-json', 'failure-in-json', 'no-response']

function callEffect(evidence: Evidence, item: FailedRequest): Effect {
  if (isOwnCounter(item)) return 'REVIEW'
  const stated = statedEffect(item)
  if (stated !== null) return stated
  const isWell = evidence.browser?.requests.items.some(
    (one) => one.status !== null && one.status < 400 && hostOf(one.url) === hostOf(item.url),
  )
  const isSocket = item.type === 'websocket' && item.net_error !== null
  if (item.confirmed === null && (isHostGone(item.net_error) || isSocket)) {
    return cutByOurCap(evidence) || (isWell === true && !isSocket) ? 'REVIEW' : 'ISSUE'
  }
  return failureEffect(evidence, item)
}

/** The effect that the response decides by itself; null if it does not. */
function statedEffect(item: FailedRequest): Effect | null {
  if (item.type === 'ping' || item.status === 401 || item.status === 403) return 'REVIEW'
  if (item.blocked_reason === 'service-refused') return 'ISSUE'
  if (!mayBeMeant.includes(item.blocked_reason ?? '')) return null
  return leavesPlaceEmpty(item) ? 'ISSUE' : 'REVIEW'
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}

/** Whether the request is for analytics or advertising, which no visitor misses. */
export function isCounter(item: FailedRequest): boolean {
  return analyticsWords.hasAny(wordsOfAddress(item.url))
}
