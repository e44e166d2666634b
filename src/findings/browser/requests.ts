import type { BrowserEvidence, RequestType } from '#evidence/browser.ts'
import type { Evidence } from '#evidence/evidence.ts'
import { type NeededService, neededServiceOf } from '#findings/readings/needed-services.ts'
import { isHostGone, isOurs, netErrorName } from '#findings/readings/net-error.ts'
import { egressIsHealthy } from '#findings/readings/observed-hosts.ts'
import { isGoneForAll, isSharedHost } from '#findings/readings/public-hosts.ts'
import { cutByOurCap, ofSitePage } from '#findings/readings/site-page.ts'
import type { Effect, Hit, Rule } from '#findings/rule/rule.ts'
import { blockedRules } from './blocked-requests.ts'
import {
  type FailedRequest,
  failedAssets,
  failedRequests,
  failureEffect,
  isBlockedByUs,
  withArticle,
} from './failed-requests.ts'

/** Rules about requests of the page that failed. */
export const requestRules: readonly Rule[] = [
  {
    code: 'MIXED_CONTENT_BLOCKED',
    layer: 'browser',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Use https URLs.',
    when: ofSitePage(({ browser }) =>
      (browser?.requests.mixed_content ?? []).map((one, index) => ({
        message: `A plain http ${one.type} on an https page was ${one.resolution}.`,
        observed: { type: one.type, resolution: one.resolution },
        expected: { scheme: 'https' },
        url: one.url,
        evidence: [`/browser/requests/mixed_content/${index}`],
        ...(isLost(one) ? {} : { effect: 'NONE' as const, severity: 'info' as const }),
      })),
    ),
  },
  {
    code: 'REQ_FIRST_PARTY_ASSET_FAILED',
    layer: 'browser',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Check the base path of the assets, and that the hashed file is deployed.',
    when: ofSitePage((evidence) =>
      failedAssets(evidence)
        .filter(({ item }) => !reportedElsewhere.includes(item.blocked_reason ?? ''))
        .map(({ item, at }) =>
          hit(item, at, `${nameOf(item)} of the site failed`, failureEffect(evidence, item)),
        ),
    ),
  },
  {
    code: 'REQ_PRELOAD_FAILED',
    layer: 'browser',
    severity: 'low',
    effect: 'REVIEW',
    tools: 'RV',
    remediation: 'Remove the preload, or name the file that is deployed.',
    when: ofSitePage((evidence) =>
      failedRequests(evidence)
        .filter(({ item }) => item.first_party && item.place === 'preloaded' && !item.recovered)
        .map(({ item, at }) =>
          hit(item, at, 'A file of the site that the page preloads failed', 'REVIEW'),
        ),
    ),
  },
  {
    code: 'REQ_FIRST_PARTY_API_5XX',
    layer: 'browser',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'See the logs of the API.',
    when: ofSitePage((evidence) =>
      apiCalls(evidence, ({ status }) =>
        status !== null && status >= 500 && status < 600 ? 'ISSUE' : null,
      ),
    ),
  },
  {
    code: 'REQ_FIRST_PARTY_API_4XX',
    layer: 'browser',
    severity: 'low',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Check the route of the API.',
    when: ofSitePage((evidence) => apiCalls(evidence, (item) => effectOf4xx(evidence, item))),
  },
  {
    code: 'REQ_FIRST_PARTY_CALL_FAILED',
    layer: 'browser',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'RV',
    remediation:
      'Check the host of the API in the build, its DNS record, its CORS fields and its responses.',
    when: ofSitePage((evidence) => ownCalls(evidence)),
  },
  {
    code: 'REQ_CALL_REPEATED',
    layer: 'browser',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'RV',
    remediation:
      'Find what asks again as soon as it has an answer: an effect without its list of dependencies, or a timer without a pause.',
    when: ofSitePage(({ browser }) => repeatedCalls(browser?.requests.items ?? [])),
  },
  {
    code: 'REQ_THIRD_PARTY_CALL_FAILED',
    layer: 'browser',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'RV',
    remediation: 'Check the address and the key of the service that the page calls.',
    when: ofSitePage((evidence) =>
      foreign(evidence)
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
  {
    code: 'REQ_STYLES_EMPTY',
    layer: 'browser',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'RV',
    remediation:
      'Check the build of the styles: the files are there, and nothing in them is CSS that applies.',
    when: ofSitePage((evidence) => {
      const styles = evidence.browser?.dom?.own_styles
      if (!styles || styles.linked === 0 || styles.empty < styles.linked) return null
      // A file that failed is reported by itself.
      if (failedAssets(evidence).some(({ item }) => item.type === 'stylesheet')) return null
      return {
        message: 'The style sheets of the site declare nothing: the page has lost its looks.',
        observed: { ...styles },
        expected: { empty: 0 },
        evidence: ['/browser/dom/own_styles'],
      }
    }),
  },
  {
    code: 'REQ_MEDIA_FAILED',
    layer: 'browser',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'RV',
    remediation: 'Fix the src of the video or audio.',
    when: ofSitePage((evidence) =>
      failedRequests(evidence)
        .filter(({ item }) => item.first_party && item.type === 'media' && isNoticed(item))
        .map(({ item, at }) => {
          const effect = item.place === 'in_view' ? failureEffect(evidence, item) : 'REVIEW'
          return hit(item, at, 'A video or audio of the site failed', effect)
        }),
    ),
  },
  {
    code: 'REQ_IMAGE_BROKEN',
    layer: 'browser',
    severity: 'medium',
    effect: 'ISSUE',
    tools: 'RV',
    remediation: 'Fix the src.',
    when: ofSitePage(brokenImages),
  },
  {
    code: 'REQ_THIRD_PARTY_BLOCKING_FAILED',
    layer: 'browser',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'RV',
    remediation: 'Host the file yourself, or pin the URL of the CDN.',
    when: (evidence) =>
      foreign(evidence)
        .filter(({ item }) => isMissingAtStart(item))
        .map(({ item, at }) =>
          hit(
            item,
            at,
            `A render-blocking ${item.type} of another site failed`,
            isWaitedFor(evidence, item) ? 'ISSUE' : 'REVIEW',
          ),
        ),
  },
  {
    code: 'REQ_THIRD_PARTY_FAILED',
    layer: 'browser',
    severity: 'info',
    effect: 'NONE',
    tools: 'RV',
    remediation:
      'Remove it if its host is gone; otherwise nothing to do, unless the page needs it.',
    when: (evidence) =>
      foreign(evidence)
        .filter(({ item }) => !isMissingAtStart(item) && !isCallOfSite(item))
        .map(({ item, at }) => {
          if (isWaitedFor(evidence, item)) {
            return hit(item, at, `${nameOf(item)} of another site ${lacks(item)}`, 'ISSUE')
          }
          if (isMissedFrame(item)) {
            return hit(
              item,
              at,
              'A frame of another site in view failed',
              frameEffect(evidence, item),
            )
          }
          const need = neededService(evidence, item)
          if (need !== null) {
            const what = `A script of another site failed that is named after ${need.what}`
            return hit(item, at, what, 'REVIEW')
          }
          const effect = hasNoHost(evidence, item) ? 'REVIEW' : 'NONE'
          return hit(item, at, `${nameOf(item)} of another site failed`, effect)
        }),
  },
  {
    code: 'REQ_UNSAFE_METHOD',
    layer: 'browser',
    severity: 'info',
    effect: 'NONE',
    tools: 'RV',
    remediation: 'Confirm that a visit by a robot may send these requests.',
    when: ({ browser }) => {
      const sent = browser?.requests.unsafe ?? []
      const count = sum(sent)
      const own = sum(sent.filter((one) => one.first_party))
      if (count === 0) return null
      return {
        message: `The page sent ${count} ${count === 1 ? 'request' : 'requests'} with a method other than GET, HEAD and OPTIONS, ${own} of them to its own site.`,
        observed: { methods: [...new Set(sent.map((one) => one.method))].sort(), own },
        evidence: ['/browser/requests/unsafe'],
        count,
      }
    },
  },
  ...blockedRules,
]

function sum(requests: readonly { readonly count: number }[]): number {
  return requests.reduce((total, { count }) => Math.min(total + count, Number.MAX_SAFE_INTEGER), 0)
}

/** Block reasons of Chrome that CSP_VIOLATION and MIXED_CONTENT_BLOCKED report. */
const reportedElsewhere = ['csp', 'mixed-content']

function effectOf4xx(evidence: Evidence, item: FailedRequest): Effect | null {
  const { status, url } = item
  if (status === null || status < 400) return null
  if (isOfSite(item) || routeErrors.includes(status)) return 'ISSUE'
  // It may be about the rate of our visits.
  if (status === 429) return 'REVIEW'
  if (isPageExpired(item)) return isBookkeeping(item) ? 'REVIEW' : 'ISSUE'
  // Pages probe for a session this way and expect 401 or 403 for an anonymous visitor.
  if (status >= 500 || ofState.includes(status)) return null
  if (!ofVisitors.includes(status)) return 'REVIEW'
  if (isAboutVisitor(url)) return probeEffect(evidence, item)
  return leavesPlaceEmpty(item) ? 'ISSUE' : 'REVIEW'
}

const ofVisitors = [401, 402, 403, 419, 423]
/** What was asked for has changed meanwhile: regular results of a call. */
const ofState = [409, 412, 428]
/** The call does not fit what the server takes, for each visitor. */
const routeErrors = [400, 404, 405, 406, 410, 411, 413, 414, 415, 422, 431]

/** What an API knows of a visitor who has signed in: another one is refused it, and the page expects that. */
const ofVisitor =
  /(?:^|[/._-])(?:auth\w*|sessions?|me|my|self|users?|accounts?|profiles?|log-?in|sign-?in|sso|oauth\w*|tokens?|refresh|csrf|whoami|identity|current\w*|viewer|permissions?|roles?|carts?|baskets?|checkout|wish-?lists?|orders?|notifications?|admin|customers?|members?|memberships?|subscriptions?|favou?rites?|bookmarks?|inbox|messages?|preferences|settings|saved|history|private|userinfo|nonce|suggestions|recommendations|recently\w*)(?=$|[/._-])/i

function isAboutVisitor(url: string): boolean {
  return ofVisitor.test(URL.parse(url)?.pathname ?? '')
}

/** Within the seconds of one look a page asks again once or twice. */
const MANY_TRIES = 8

function probeEffect(evidence: Evidence, { url, method }: FailedRequest): Effect {
  const same = failedRequests(evidence).filter(
    ({ item }) => item.url === url && item.method === method,
  )
  return same.length >= MANY_TRIES ? 'REVIEW' : 'NONE'
}

/** The response says that the site is refused, and not its visitor: its key, its project, its plan, a token that it was built with. */
function isOfSite(item: FailedRequest): boolean {
  const { blocked_reason: reason } = item
  if (reason === 'key-refused' || reason === 'expired-token') {
    return !isAboutVisitor(item.url) && !isBookkeeping(item)
  }
  return reason === 'stale-token' || reason === 'service-refused'
}

/** By the status that Laravel, and others after it, have for a form token that is not that of the session: "Page Expired". */
function isPageExpired({ status, method }: FailedRequest): boolean {
  return status === 419 && !['GET', 'HEAD', 'OPTIONS'].includes(method)
}

/** Settings that a page asks for, and shows nothing of. */
const settings =
  /(?:^|[/._-])(?:config\w*|settings|consents?|experiments?|flags?|features?|health\w*|version|geo\w*|ip)(?=$|[/._-])/i

/** Numbers that a page sends, the programs that count them, and advertisements, also those that a page tries in order to find a blocker. */
const numbers =
  /(?:^|[/._-])(?:ads|adserver|adsbygoogle|pagead\d*|show_ads|doubleclick|matomo|piwik|plausible|umami|fathom|hotjar|mixpanel|amplitude|gtag|gtm|fbevents|collect|track\w*|events?|stats?|analytics|telemetry|metrics?|beacons?|pixels?|pings?|logs?|logger|rum|vitals)(?=$|[/._-])/i

/** What takes place, as a resource that is read, and not as a report that is sent. */
function isTableOfEvents({ url, method }: FailedRequest): boolean {
  const path = URL.parse(url)?.pathname ?? ''
  return method === 'GET' && /\/(?:api|rest)\/(?:v\d+\/)?events\/?$/.test(path)
}

/** Which of its versions a page shows: it has one for the time before the answer. */
const choices = /(?:^|[/._-])(?:flags?|experiments?)(?=$|[/._-])/i

function isBookkeeping({ url, method }: FailedRequest): boolean {
  const path = URL.parse(url)?.pathname ?? ''
  return settings.test(path) || (method !== 'GET' && numbers.test(path))
}

/** The page has a place for data, and there is nothing in it. */
function leavesPlaceEmpty(item: FailedRequest): boolean {
  return item.place === 'missed' && !isAboutVisitor(item.url) && !isBookkeeping(item)
}

/** A service may refuse only us, and a page may do without it. */
function foreignCallEffect(evidence: Evidence, item: FailedRequest): Effect {
  if (cutByOurCap(evidence) || !egressIsHealthy(evidence) || isOurs(item.net_error)) return 'REVIEW'
  if (isOfSite(item) || isForwardedCall(evidence, item)) return 'ISSUE'
  if (leavesPlaceEmpty(item)) return isGoneForAll(item) ? 'ISSUE' : 'REVIEW'
  // A refusal names an address or a key that the owner of the site has to mend.
  const isRefused = item.status !== null && item.status < 500
  // A page works without its choices for a while, and a host that does not exist does not come back.
  const hasHost = netErrorName(item.net_error) !== 'ERR_NAME_NOT_RESOLVED'
  const isDispensable = (hasHost ? [numbers, choices] : [numbers]).some((one) =>
    one.test(hostAndPath(item)),
  )
  return isDispensable && !isRefused && !isTableOfEvents(item) ? 'NONE' : 'REVIEW'
}

/** A call to the site itself that it redirects to another one, a log-in as a rule, which does not allow the page to read it. */
function isForwardedCall({ browser }: Evidence, item: FailedRequest): boolean {
  const first = browser?.requests.items.find((one) => one.redirected_to === item.url)
  return (
    item.blocked_reason === 'cors' &&
    first?.first_party === true &&
    !isAboutVisitor(first.url) &&
    !settings.test(URL.parse(first.url)?.pathname ?? '')
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

/** A page that asks twice a second stays far below. */
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
      message: `The page makes the same call to its own site again and again: at least ${count} times within one look.`,
      observed: count,
      url: call.slice(call.indexOf(' ') + 1),
      evidence: ['/browser/requests/items'],
    }
  })
}

/** Not a test that expects a failure, and not followed by a successful retry. */
function isNoticed({ place, recovered }: FailedRequest): boolean {
  return place !== 'optional' && place !== 'preloaded' && !recovered
}

const calls: readonly RequestType[] = ['xhr', 'fetch', 'websocket', 'eventsource', 'ping']

function isCall({ type }: FailedRequest): boolean {
  return calls.includes(type)
}

/** Of a beacon a page learns nothing: it works without. */
function isCallOfSite(item: FailedRequest): boolean {
  return isCall(item) && item.by_site && item.type !== 'ping'
}

/**
 * Calls to hosts of the site without a usable response. An error status has codes of its own, except for sockets and
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

/** A script may take no data, or a failure that is stated, for a regular result, and cancel a call on purpose. */
const mayBeMeant = ['empty-json', 'failure-in-json', 'no-response']

function callEffect(evidence: Evidence, item: FailedRequest): Effect {
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

/** What its response decides by itself. */
function statedEffect(item: FailedRequest): Effect | null {
  if (item.type === 'ping' || item.status === 401 || item.status === 403) return 'REVIEW'
  if (item.blocked_reason === 'service-refused') return 'ISSUE'
  if (!mayBeMeant.includes(item.blocked_reason ?? '')) return null
  return leavesPlaceEmpty(item) ? 'ISSUE' : 'REVIEW'
}

function hostAndPath({ url }: FailedRequest): string {
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {}
  return hostname + pathname
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}

function foreign(evidence: Evidence) {
  return failedRequests(evidence).filter(({ item }) => !item.first_party)
}

/** A window into another site, which shows an error of the browser. */
function isMissedFrame({ type, place, url }: FailedRequest): boolean {
  return type === 'document' && place === 'in_view' && !ofAds.test(URL.parse(url)?.hostname ?? '')
}

/** Hosts of advertising by their names: no visitor misses it. */
const ofAds = /(?:^|[.-])(?:ads?\d*|adserver|adservice|adx|banners?|doubleclick)\./

/** A part of the page is disabled or empty, and what should change that is not there for anybody. */
function isWaitedFor(evidence: Evidence, item: FailedRequest): boolean {
  // Networks for libraries give some of their fonts to known sites only.
  const isDenied = item.type !== 'script' && isSharedHost(item.url)
  return item.place === 'missed' && isSurelyGone(evidence, item) && !isDenied
}

/** For every visitor, and neither because of our caps nor of our own network. */
function isSurelyGone(evidence: Evidence, item: FailedRequest): boolean {
  return !cutByOurCap(evidence) && egressIsHealthy(evidence) && isGoneForAll(item)
}

/**
 * A script that the page names, on a host that does not exist: it can never load, unless somebody registers the name. Counters are
 * blocked by many, and no visitor misses them.
 */
function hasNoHost(evidence: Evidence, item: FailedRequest): boolean {
  return (
    item.type === 'script' &&
    !numbers.test(hostAndPath(item)) &&
    item.by_site &&
    netErrorName(item.net_error) === 'ERR_NAME_NOT_RESOLVED' &&
    isSurelyGone(evidence, item)
  )
}

/** Of a script that the site names and that is not there for anybody. */
function neededService(evidence: Evidence, item: FailedRequest): NeededService | null {
  const isNamed = item.type === 'script' && item.by_site && isNoticed(item)
  return isNamed && isSurelyGone(evidence, item) ? neededServiceOf(item.url) : null
}

function lacks({ type }: FailedRequest): string {
  return type === 'script'
    ? 'failed that a part of the page waits for'
    : 'failed, without which icons of the page show their names'
}

/** The policy of a framed site is the same for every visitor, and a page may consist of one frame. */
function frameEffect(evidence: Evidence, item: FailedRequest): Effect {
  const { status, net_error: netError } = item
  const isRefused = netErrorName(netError) === 'ERR_BLOCKED_BY_RESPONSE' && status === 200
  const isWholePage = evidence.browser?.dom?.visible_text_length === 0
  return isRefused || (isWholePage && isSurelyGone(evidence, item)) ? 'ISSUE' : 'REVIEW'
}

/** A page that takes its own copy instead has all that it needs. */
function isMissingAtStart({ render_blocking: blocks, type, recovered }: FailedRequest): boolean {
  return blocks && !recovered && (type === 'script' || type === 'stylesheet')
}

/** A successful status does not explain the failure. */
function reasonOf(item: FailedRequest): string {
  const { status, blocked_reason: reason } = item
  if (reason === 'stale-token' || isPageExpired(item)) {
    return ': the page has sent a token that is not valid any more'
  }
  if (reason === 'expired-token') return ': it is refused for a token of the site that has expired'
  if (reason === 'service-refused' || reason === 'key-refused') {
    return `: the service refuses the site${status === null ? '' : ` (status ${status})`}, its key, its project or its plan`
  }
  if (status !== null && status >= 400) return ` with status ${status}`
  return refusals[reason ?? ''] ?? ''
}

const refusals: Readonly<Record<string, string | undefined>> = {
  'content-type': ': it came with the content type of something else',
  'empty-file': ': nothing is in it',
  'open-brace': ': most of it is inside of a rule that was not closed, and does not apply',
  'not-json': ': it came as a page in place of data',
  'empty-json': ': it came as JSON without content',
  'broken-json': ': it came as JSON that cannot be parsed',
  'failure-in-json': ': its content says that it failed',
  'internal-failure': ': its content says that the server failed',
  'no-response': ': the page waited in vain and cancelled it',
  'font-data': ': what came is no font',
  cors: ': its response does not allow this origin to read it (CORS)',
  integrity: ': its content does not have the hash of its integrity attribute',
}

/** Chrome has one type for service workers, manifests and icon sprites. */
function nameOf({ type }: FailedRequest): string {
  return withArticle(type === 'other' ? 'file' : type)
}

function hit(item: FailedRequest, at: string, what: string, effect: Effect): Hit {
  return {
    message: `${what}${reasonOf(item)}.`,
    observed: {
      type: item.type,
      status: item.status,
      net_error: netErrorName(item.net_error),
      blocked_reason: item.blocked_reason,
    },
    url: item.url,
    evidence: [at],
    effect,
    retryable: item.status === null || item.status === 429 || item.status >= 500,
  }
}

type MixedContent = BrowserEvidence['requests']['mixed_content'][number]

function isLost({ resolution, type }: MixedContent): boolean {
  return resolution === 'blocked' && active.includes(type)
}

/** Blockable mixed content (W3C Mixed Content 4.2); images and media are upgraded, and broken ones have a code. */
const active: readonly RequestType[] = [
  'script',
  'stylesheet',
  'document',
  'xhr',
  'fetch',
  'font',
  'websocket',
  'eventsource',
  'other',
]

/** Images of the site in the viewport that show nothing, according to the network or the document. */
function brokenImages(evidence: Evidence): Hit[] {
  return [...byRequest(evidence), ...byDocument(evidence)]
}

const SEVERAL_IMAGES = 2

function byRequest(evidence: Evidence): Hit[] {
  const images = failedRequests(evidence).filter(
    ({ item }) => item.type === 'image' && item.first_party && isNoticed(item),
  )
  // One further down the page may be missed; a visitor who scrolls notices several.
  const isSeveral = images.filter(({ item }) => item.place === 'below').length >= SEVERAL_IMAGES
  return images.map(({ item, at }) => {
    const effect = failureEffect(evidence, item)
    const isSeen =
      item.place === 'in_view' || item.place === 'page' || (item.place === 'below' && isSeveral)
    return broken(item.url, at, item.status, isSeen ? effect : 'REVIEW')
  })
}

function byDocument(evidence: Evidence): Hit[] {
  const images = evidence.browser?.dom?.images.broken ?? []
  const failed = evidence.browser?.requests.failed ?? []
  const ours = new Set([
    ...(evidence.browser?.requests.blocked_by_policy ?? []).map((one) => one.url),
    ...failed.filter(isBlockedByUs).map((one) => one.url),
  ])
  // A counter or a badge of another site is small, and one.
  const isSeveral =
    egressIsHealthy(evidence) &&
    images.filter((one) => one.in_viewport && !one.first_party).length >= SEVERAL_IMAGES
  // A policy of the site refuses it for every visitor: CSP, or Cross-Origin-Embedder-Policy.
  const refused = new Set(
    failed.filter((one) => /coep|^csp$/.test(one.blocked_reason ?? '')).map((one) => one.url),
  )
  // A URL with a failed request is already reported with its network error.
  const known = new Set(failed.map((one) => one.url))
  return images.flatMap((one, index) => {
    if (!one.in_viewport || ours.has(one.url)) return []
    // A drawing is a part of its file.
    if (one.first_party && known.has(one.url.replace(/#.*$/s, ''))) return []
    const isMissed = one.first_party || isSeveral || refused.has(one.url)
    const effect = cutByOurCap(evidence) || !isMissed ? 'REVIEW' : 'ISSUE'
    return broken(one.url, `/browser/dom/images/broken/${index}`, null, effect)
  })
}

function broken(url: string, at: string, status: number | null, effect: Effect): Hit {
  return {
    message: `An image of the page shows nothing${status === null ? '' : `: status ${status}`}.`,
    observed: { status },
    url,
    evidence: [at],
    effect,
  }
}
