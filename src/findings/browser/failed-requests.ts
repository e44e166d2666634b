import type { BlockReason, BrowserEvidence, RequestType } from '#evidence/browser.ts'
import { blockReasons } from '#evidence/browser.ts'
import type { Evidence } from '#evidence/evidence.ts'
import { isAnalyticsOfHost, isForwardedAnalytics } from '#findings/readings/analytics.ts'
import { isLostRedirect } from '#findings/readings/client-redirects.ts'
import { isAborted, isOurs, netErrorName } from '#findings/readings/net-error.ts'
import { egressIsHealthy } from '#findings/readings/observed-hosts.ts'
import { cutByOurCap } from '#findings/readings/site-page.ts'
import type { Effect, Hit } from '#findings/rule/rule.ts'

export type FailedRequest = BrowserEvidence['requests']['failed'][number]

interface Located {
  readonly item: FailedRequest
  /** RFC 6901 pointer. */
  readonly at: string
}

/** Failed requests of the page, except the favicon, the analytics of its host, and those that we blocked or the page cancelled. */
export function failedRequests({ browser }: Evidence): Located[] {
  const all = browser?.requests.failed ?? []
  return all
    .map((item, index) => ({ item, at: `/browser/requests/failed/${index}` }))
    .filter(
      ({ item }) =>
        failed(item) &&
        !isBlockedByUs(item) &&
        !item.favicon &&
        !(item.first_party && isAnalyticsOfHost(item.url)),
    )
}

/** Failed requests for the site's own scripts, styles and the like. The main document has separate codes. */
export function failedAssets(evidence: Evidence): Located[] {
  const documents = [evidence.browser?.navigation.url, evidence.http.url, evidence.final_url]
  return failedRequests(evidence).filter(
    ({ item }) =>
      item.first_party &&
      assetTypes.includes(item.type) &&
      isNoticed(item) &&
      !isSourceMap(item.url) &&
      !(item.type === 'document' && documents.includes(item.url)) &&
      !isLostRedirect(evidence.redirects, item),
  )
}

/** Failed requests to other sites. */
export function foreignRequests(evidence: Evidence): Located[] {
  return failedRequests(evidence).filter(({ item }) => !item.first_party)
}

const assetTypes: readonly RequestType[] = ['script', 'stylesheet', 'document', 'font', 'other']

/**
 * Guards G1 to G3: an HTTP status or a decision of Chrome is conclusive; a net error counts if it was repeated; 429 is about
 * our request rate; after one of our caps was reached, a request without a status proves nothing.
 */
export function failureEffect(evidence: Evidence, item: FailedRequest): Effect {
  if (item.status === 429 || isForwardedAnalytics(item)) return 'REVIEW'
  // Chrome does not report the purpose of such a file. It may be a description for search engines; icons are known from the page.
  if (item.type === 'other' && item.place !== 'in_view') return 'REVIEW'
  if (item.status !== null && item.status >= 400) return 'ISSUE'
  if (cutByOurCap(evidence) || !egressIsHealthy(evidence) || isOurs(item.net_error)) return 'REVIEW'
  const isSure =
    item.blocked_reason !== null ||
    item.confirmed === true ||
    netErrorName(item.net_error) === 'ERR_TOO_MANY_REDIRECTS'
  return isSure ? 'ISSUE' : 'REVIEW'
}

export function isBlockedByUs({ blocked_reason: reason }: FailedRequest): boolean {
  return blockReasons.some((ours: BlockReason) => ours === reason)
}

function failed(item: FailedRequest): boolean {
  if (item.status !== null && item.status >= 400) return true
  return (item.net_error !== null && !isAborted(item.net_error)) || item.blocked_reason !== null
}

function isSourceMap(url: string): boolean {
  return URL.parse(url)?.pathname.endsWith('.map') === true
}

/** Block reasons of Chrome that CSP_VIOLATION and MIXED_CONTENT_BLOCKED report. */
export const reportedElsewhere = ['csp', 'mixed-content']

/** Whether the failure affects the page: the request was not optional or an unused preload, and no retry succeeded. */
export function isNoticed({ place, recovered }: FailedRequest): boolean {
  return place !== 'optional' && place !== 'preloaded' && place !== 'icon' && !recovered
}

/** Status 419 "Page Expired": Laravel and frameworks like it send it for a form token that does not match the session. */
export function isPageExpired({ status, method }: FailedRequest): boolean {
  return status === 419 && !['GET', 'HEAD', 'OPTIONS'].includes(method)
}

/** The reason for the message. A successful status is left out, since it does not explain the failure. */
function reasonOf(item: FailedRequest): string {
  const { status, blocked_reason: reason } = item
  if (reason === 'stale-token' || isPageExpired(item)) {
    return ': the page sent a token that is no longer valid'
  }
  if (reason === 'expired-token') return ': a token of the site has expired'
  if (reason === 'service-refused' || reason === 'key-refused') {
    return `: the service refuses this site or its account${status === null ? '' : ` (status ${status})`}`
  }
  if (status !== null && status >= 400) return ` with status ${status}`
  return refusals[reason ?? ''] ?? ''
}

const refusals: Readonly<Record<string, string | undefined>> = {
  'content-type': ': its content is not of the type that the page needs',
  'empty-file': ': it is empty',
  'lfs-pointer': ': a Git LFS pointer is sent instead of the file',
  'open-brace': ': most of it is inside an unclosed rule, and does not apply',
  'not-json': ': the response is a page instead of data',
  'empty-json': ': the response is empty JSON',
  'broken-json': ': the response is invalid JSON',
  'failure-in-json': ': the response reports a failure',
  'internal-failure': ': the response reports a failure of the server',
  'no-response': ': the page cancelled it after waiting for a response',
  'font-data': ': the response is not a font',
  cors: ': CORS does not allow this origin',
  integrity: ': its content does not match its integrity attribute',
}

/** Chrome has one type for service workers, manifests and icon sprites. */
export function nameOf({ type }: FailedRequest): string {
  return withArticle(type === 'other' ? 'file' : type)
}

/** The hit of a rule about a failed request. `what` is the start of the message. */
export function hit(item: FailedRequest, at: string, what: string, effect: Effect): Hit {
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

/** The start of a message: "An image", "A script". */
export function withArticle(noun: string): string {
  return `${/^(?:[aeiou]|xhr)/.test(noun) ? 'An' : 'A'} ${noun}`
}
