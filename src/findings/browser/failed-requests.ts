import type { BlockReason, BrowserEvidence, RequestType } from '#evidence/browser.ts'
import { blockReasons } from '#evidence/browser.ts'
import type { Evidence } from '#evidence/evidence.ts'
import { isLostMove } from '#findings/readings/client-moves.ts'
import { isAborted, isOurs, netErrorName } from '#findings/readings/net-error.ts'
import { egressIsHealthy } from '#findings/readings/observed-hosts.ts'
import { cutByOurCap } from '#findings/readings/site-page.ts'
import type { Effect } from '#findings/rule/rule.ts'

export type FailedRequest = BrowserEvidence['requests']['failed'][number]

interface Located {
  readonly item: FailedRequest
  /** RFC 6901 pointer. */
  readonly at: string
}

/** Requests of the page that failed, except those that we blocked, that the page cancelled, and the favicon. */
export function failedRequests({ browser }: Evidence): Located[] {
  const all = browser?.requests.failed ?? []
  return all
    .map((item, index) => ({ item, at: `/browser/requests/failed/${index}` }))
    .filter(({ item }) => failed(item) && !isBlockedByUs(item) && !item.favicon)
}

/** Failed requests for the site's own scripts, styles and the like. The main document has separate codes. */
export function failedAssets(evidence: Evidence): Located[] {
  const documents = [evidence.browser?.navigation.url, evidence.http.url, evidence.final_url]
  return failedRequests(evidence).filter(
    ({ item }) =>
      item.first_party &&
      assetTypes.includes(item.type) &&
      item.place !== 'optional' &&
      item.place !== 'preloaded' &&
      !item.recovered &&
      !isSourceMap(item.url) &&
      !isAnalyticsOfHost(item.url) &&
      !(item.type === 'document' && documents.includes(item.url)) &&
      !isLostMove(evidence.redirects, item),
  )
}

const assetTypes: readonly RequestType[] = ['script', 'stylesheet', 'document', 'font', 'other']

/**
 * Guards G1 to G3: an HTTP status or a decision of Chrome is conclusive; a net error counts if it was repeated; 429 is about
 * our request rate; after one of our caps was reached, a request without a status proves nothing.
 */
export function failureEffect(evidence: Evidence, item: FailedRequest): Effect {
  if (item.status === 429) return 'REVIEW'
  // Chrome does not report the purpose of such a file: a description for search engines, or icons, which the page tells.
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

/** Vercel answers 404 until the owner turns its counters on: no visitor misses them. */
function isAnalyticsOfHost(url: string): boolean {
  return /^\/_vercel\/(?:speed-)?insights\//.test(URL.parse(url)?.pathname ?? '')
}

/** The start of a message: "An image", "A script". */
export function withArticle(noun: string): string {
  return `${/^(?:[aeiou]|xhr)/.test(noun) ? 'An' : 'A'} ${noun}`
}
