import type { ObservedRequest, PageObservation } from '#chrome/page/page-observation.ts'
import type { BlockReason, BrowserEvidence } from '#evidence/browser.ts'
import { reportedUrl } from '#evidence/scalar.ts'
import type { EgressRecord } from '#net/proxy/record.ts'
import { byText } from '#runtime/encoding.ts'
import { isFirstParty } from '#target/site.ts'
import { isInside, parseTarget } from '#target/target.ts'
import { isRefusedType, isUnusedPreload } from './asset-checks.ts'
import { isProxyResponse, recordFor } from './document-redirects.ts'
import { recoveries } from './recovery.ts'
import { placeOf } from './request-place.ts'
import { isCall, refusalOf } from './unusable-response.ts'

type Requests = BrowserEvidence['requests']
type Failed = Requests['failed'][number]

export interface RequestsInput {
  readonly observation: PageObservation
  readonly records: readonly EgressRecord[]
  /** The header field that marks a response as the proxy's own. */
  readonly mark: { readonly name: string; readonly value: string }
  /** URL of the final document. It decides what is first party, and whether the page is https. */
  readonly pageUrl: string
  /** Whether a request failed again when it was repeated a second later, by URL; absent when it was not repeated. */
  readonly confirmed: ReadonlyMap<string, boolean>
  /** `src` of images whose element handles a failure to load, in the source as sent. */
  readonly handledImages: readonly string[]
}

export interface RequestsOutput {
  readonly requests: Requests
  readonly truncated: Readonly<Record<string, { readonly kept: number; readonly total: number }>>
}

const MAX_FAILED = 50
const MAX_ITEMS = 100
const MAX_HOSTS = 50

/** Why the proxy blocked a request; null when it did not, or never received it. */
export function blockReasonOf(
  request: ObservedRequest,
  { records, mark }: Pick<RequestsInput, 'records' | 'mark'>,
): BlockReason | null {
  if (request.stoppedBy !== null) return request.stoppedBy
  if (request.netError === null && !isProxyResponse(request, mark)) return null
  const record = recordOf(request, records)
  if (record?.decision !== 'blocked' || record.block === null || record.block === 'closed') {
    return null
  }
  return isInside(request.url) ? 'not_public' : record.block
}

/** The proxy's record of a request, found by host and port, or by the text of the URL when the policy refused it. */
function recordOf(
  request: ObservedRequest,
  records: readonly EgressRecord[],
): EgressRecord | undefined {
  const url = request.url.replace(/^ws/, 'http')
  const parsed = parseTarget(url)
  if (parsed.status === 'target') return recordFor(parsed.target, records)
  const refused = URL.parse(url)
  if (refused === null) return undefined
  const port = refused.port || (refused.protocol === 'https:' ? '443' : '80')
  const [authority, plainUrl] = [`${refused.hostname}:${port}`, `http://${refused.host}/`]
  return records.findLast(
    ({ requested }) => requested === authority || requested.startsWith(plainUrl),
  )
}

/** First-party files of the page whose failure is confirmed by a second request before it is reported. */
export function urlsToConfirm(input: Omit<RequestsInput, 'confirmed' | 'handledImages'>): string[] {
  const types = ['script', 'stylesheet', 'font', 'document', 'image', 'xhr', 'fetch']
  const urls = input.observation.requests
    .filter(
      (request) =>
        types.includes(request.type) && !request.mainDocument && isFailure(request, input),
    )
    // The repeated request must not change anything on the server.
    .filter((request) => request.method === 'GET')
    // Chrome also reports ERR_ABORTED when a script got a response that our proxy made, because that is not a script.
    .filter((request) =>
      isProxyResponse(request, input.mark)
        ? true
        : (request.response === null || request.response.status < 300) &&
          request.netError !== null &&
          request.netError !== 'ERR_ABORTED' &&
          request.blockedReason === null,
    )
    .filter(
      (request) =>
        blockReasonOf(request, input) === null && isFirstParty(request.url, input.pageUrl),
    )
    .map((request) => request.url)
  return [...new Set(urls)].sort()
}

/** The evidence of the requests of a page: the failed and blocked ones, and a bounded list of all. */
export function requestsEvidence(input: RequestsInput): RequestsOutput {
  const { observation, pageUrl } = input
  const failing = new Set(observation.requests.filter((request) => isFailure(request, input)))
  const networkRequests = observation.requests
    .filter((request) => !/^(data|blob):/.test(request.url))
    .map((request) =>
      isPrefetch(request, failing, observation)
        ? { ...request, type: 'prefetch' as const }
        : request,
    )
  const failures = networkRequests.filter((request) => isFailure(request, input))
  const hasRecovered = recoveries({ ...input, failures: failing })
  const failed = failures
    .map((request) => failedEvidence(request, hasRecovered(request), input))
    .sort((a, b) => byText(sortKey(a), sortKey(b)))
  const lateFailures = observation.lateRequests.filter((request) => isFailure(request, input))
  const blocked = blockedEvidence([...failures, ...lateFailures], input)
  const hosts = hostsEvidence(networkRequests, input)
  const unsafe = unsafeEvidence([...networkRequests, ...observation.lateRequests], input)
  const items = networkRequests
    .slice(0, MAX_ITEMS)
    .map((request, index) => itemEvidence(request, index + 1, input))
  return {
    requests: {
      summary: summaryOf(networkRequests, { failures, blocked, hosts: hosts.length, pageUrl }),
      failed: takeLowestRanked(
        failed,
        MAX_FAILED,
        (request) => (request.first_party ? 0 : 2) + Number(request.recovered),
      ),
      items,
      hosts: hosts.slice(0, MAX_HOSTS),
      blocked_by_policy: blocked.slice(0, MAX_FAILED),
      mixed_content: observation.mixedContent
        .map(({ url, type, resolution }) => ({ url, type, resolution }))
        .sort((a, b) => byText(a.url, b.url))
        .slice(0, MAX_FAILED),
      unsafe: unsafe.slice(0, MAX_FAILED),
    },
    truncated: {
      ...truncationOf('browser.requests.failed', failed.length, MAX_FAILED),
      ...truncationOf('browser.requests.items', observation.requestsTotal, MAX_ITEMS),
      ...truncationOf('browser.requests.hosts', hosts.length, MAX_HOSTS),
      ...truncationOf('browser.requests.blocked_by_policy', blocked.length, MAX_FAILED),
      ...truncationOf('browser.requests.unsafe', unsafe.length, MAX_FAILED),
      ...truncationOf(
        'browser.requests.mixed_content',
        observation.mixedContent.length,
        MAX_FAILED,
      ),
    },
  }
}

/** The `max` items with the lowest ranks, in list order, so that decisive items are not cut off after unimportant ones. */
export function takeLowestRanked<T>(
  list: readonly T[],
  max: number,
  rankOf: (item: T) => number,
): T[] {
  if (list.length <= max) return [...list]
  const selected = new Set(list.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, max))
  return list.filter((item) => selected.has(item))
}

/** The entry of `truncated` for a list that was cut to `max` items; no entry for a complete list. */
export function truncationOf(name: string, total: number, max: number) {
  return total > max ? { [name]: { kept: max, total } } : {}
}

/** Whether a file is only a prefetch hint of the document, or has failed and is not used by anything on the page. */
function isPrefetch(
  request: ObservedRequest,
  failing: ReadonlySet<ObservedRequest>,
  observation: PageObservation,
): boolean {
  const { snapshot } = observation
  if (request.type === 'other' && snapshot?.prefetched.includes(request.url)) return true
  return failing.has(request) && isUnusedPreload(request, observation)
}

function isFailure(
  request: ObservedRequest,
  input: Pick<RequestsInput, 'mark' | 'observation' | 'pageUrl'>,
): boolean {
  const { mark, observation } = input
  if (request.stoppedBy !== null || isProxyResponse(request, mark)) return true
  if (
    isRefusedType(request, observation) ||
    refusalOf(request, observation, input.pageUrl) !== null
  ) {
    return true
  }
  const { response, netError } = request
  if (response !== null && (netError === null || netError === 'ERR_ABORTED')) {
    return response.status >= 400
  }
  return netError !== null
}

/** Whether the request for the document of a frame failed for a reason that is not ours. */
export function hasFailed(url: string, input: RequestsInput): boolean {
  const { requests } = input.observation
  const first = requests.findLast((request) => request.type === 'document' && request.url === url)
  // All hops of a request share one id.
  const last = requests.findLast((request) => request.id === first?.id)
  return last !== undefined && isFailure(last, input) && blockReasonOf(last, input) === null
}

function failedEvidence(
  request: ObservedRequest,
  recovered: boolean,
  input: RequestsInput,
): Failed {
  const isFromProxy = isProxyResponse(request, input.mark)
  const reason = blockReasonOf(request, input)
  const { snapshot } = input.observation
  const isImage = request.type === 'image'
  const isShown = snapshot?.imagesInViewport.includes(request.url) === true
  return {
    url: reportedUrl(request.url),
    method: request.method.slice(0, 20),
    type: request.type,
    status: isFromProxy ? null : (request.response?.status ?? null),
    net_error: netErrorOf(request, isFromProxy, input),
    blocked_reason: reason ?? ownReasonOf(request, input),
    initiator: request.initiator === null ? null : reportedUrl(request.initiator),
    first_party: isFirstParty(request.url, input.pageUrl),
    render_blocking: request.renderBlocking,
    visible: isImage && snapshot !== null ? isShown : null,
    place: placeOf(request, input.observation, input.pageUrl),
    by_site: isFirstParty(request.initiator, input.pageUrl),
    recovered,
    favicon: isFavicon(request),
    confirmed: input.confirmed.get(request.url) ?? null,
    at_ms: request.startMs,
  }
}

/**
 * Why a response was not used, other than by our policy: Chrome's reason for blocking it, or our name for what makes it
 * unusable.
 */
function ownReasonOf(request: ObservedRequest, input: RequestsInput): string | null {
  if (isUnanswered(request, input)) return null
  if (request.blockedReason !== null) return request.blockedReason.slice(0, 100)
  const refusal = refusalOf(request, input.observation, input.pageUrl)
  if (refusal !== null) return refusal
  if (wasAbandoned(request, input)) return 'no-response'
  return isRefusedType(request, input.observation) ? 'content-type' : null
}

/**
 * Milliseconds after which a call of the site that the page cancels counts as one without a response in time. A search that is
 * replaced by the next one is cancelled at once.
 */
const MIN_CANCELLED_CALL_MS = 1_500

function wasAbandoned(request: ObservedRequest, { observation, pageUrl }: RequestsInput): boolean {
  const { response, netError, durationMs, url } = request
  const isCancelled = netError === 'ERR_ABORTED' && response === null
  // A page that navigates away cancels its pending requests.
  if (!isCall(request) || !isCancelled || observation.clientRedirects.length > 0) return false
  return (durationMs ?? 0) >= MIN_CANCELLED_CALL_MS && isFirstParty(url, pageUrl)
}

/** The response of our proxy to a request that it could not send allows no origin, which Chrome reports in place of the cause. */
function isUnanswered(request: ObservedRequest, { records }: RequestsInput): boolean {
  if (request.blockedReason !== 'cors' || !request.url.startsWith('http:')) return false
  return recordOf(request, records)?.decision === 'failed'
}

/** Chrome also reports ERR_ABORTED for a complete response that it does not use: then the status counts. */
function netErrorOf(
  request: ObservedRequest,
  isFromProxy: boolean,
  input: RequestsInput,
): string | null {
  if (request.stoppedBy !== null) return 'ERR_BLOCKED_BY_CLIENT'
  // A failure between Chrome and our proxy proves nothing, but a failure that the proxy recorded does.
  if (request.netError === TUNNEL_FAILED || isUnanswered(request, input)) {
    return underlyingError(request, input)
  }
  if (isFromProxy) return request.netError ?? underlyingError(request, input)
  return request.response !== null && request.netError === 'ERR_ABORTED' ? null : request.netError
}

/** Whether it is the icon that Chrome requests by itself when the page names no other one. */
function isFavicon({ url, type }: ObservedRequest): boolean {
  return URL.parse(url)?.pathname === '/favicon.ico' && (type === 'other' || type === 'image')
}

/** Chrome's name for the error behind a response that our proxy made because the target sent none. */
function underlyingError(request: ObservedRequest, { records }: RequestsInput): string {
  const record = recordOf(request, records)
  if (record?.decision === 'blocked') return 'ERR_BLOCKED_BY_CLIENT'
  return errorNames[record?.error?.code ?? ''] ?? 'ERR_FAILED'
}

export const TUNNEL_FAILED = 'ERR_TUNNEL_CONNECTION_FAILED'

/** Chrome's names for the proxy's failures. */
export const errorNames: Readonly<Record<string, string | undefined>> = {
  dns_nxdomain: 'ERR_NAME_NOT_RESOLVED',
  dns_no_address: 'ERR_NAME_NOT_RESOLVED',
  dns_failed: 'ERR_NAME_NOT_RESOLVED',
  connect_refused: 'ERR_CONNECTION_REFUSED',
  connect_timeout: 'ERR_CONNECTION_TIMED_OUT',
  connect_unreachable: 'ERR_ADDRESS_UNREACHABLE',
  connect_reset: 'ERR_CONNECTION_RESET',
  reset_before_response: 'ERR_EMPTY_RESPONSE',
  headers_too_large: 'ERR_RESPONSE_HEADERS_TOO_BIG',
  protocol_error: 'ERR_INVALID_HTTP_RESPONSE',
}

function blockedEvidence(
  failures: readonly ObservedRequest[],
  input: RequestsInput,
): Requests['blocked_by_policy'] {
  const byKey = new Map<string, Requests['blocked_by_policy'][number]>()
  for (const request of failures) {
    const reason = blockReasonOf(request, input)
    if (reason === null) continue
    const url = reportedUrl(request.url)
    const key = `${url}\n${reason}\n${request.type}`
    const existing = byKey.get(key)
    byKey.set(key, {
      url,
      reason,
      type: request.type,
      first_party: isFirstParty(request.url, input.pageUrl),
      count: (existing?.count ?? 0) + 1,
    })
  }
  const reportedHosts = new Set(failures.map((request) => hostAndPort(request.url)))
  return [...byKey.values(), ...unreportedBlocks(reportedHosts, input)].sort((a, b) =>
    byText(`${a.url}\n${a.reason}`, `${b.url}\n${b.reason}`),
  )
}

const safeMethods = ['GET', 'HEAD', 'OPTIONS']

/**
 * Requests that may have changed something on a server, counted by URL, method and type. Requests that we blocked are left
 * out.
 */
function unsafeEvidence(
  sent: readonly ObservedRequest[],
  input: RequestsInput,
): Requests['unsafe'] {
  const byKey = new Map<string, Requests['unsafe'][number]>()
  for (const request of sent) {
    const method = request.method.slice(0, 20).toUpperCase()
    if (safeMethods.includes(method) || blockReasonOf(request, input) !== null) continue
    const url = reportedUrl(request.url)
    const key = `${url}\n${method}\n${request.type}`
    const count = (byKey.get(key)?.count ?? 0) + 1
    const first_party = isFirstParty(request.url, input.pageUrl)
    byKey.set(key, { url, method, type: request.type, first_party, count })
  }
  return [...byKey.entries()].sort(([a], [b]) => byText(a, b)).map(([, entry]) => entry)
}

/**
 * Refusals by the proxy that match no blocked request of the page, for example from a worker too short-lived for DevTools, or
 * TURN over TCP.
 */
function unreportedBlocks(
  reportedHosts: ReadonlySet<string>,
  { records, observation, pageUrl }: RequestsInput,
): Requests['blocked_by_policy'] {
  const hints = new Set((observation.snapshot?.preconnected ?? []).map(hostAndPort))
  const byUrl = new Map<string, Requests['blocked_by_policy'][number]>()
  for (const { kind, requested, refusal, block } of records) {
    if (refusal === null || block === null || block === 'closed') continue
    const url = kind === 'request' ? reportedUrl(requested) : originOf(requested)
    const hostPort = hostAndPort(url)
    if (reportedHosts.has(hostPort)) continue
    const reason = isInside(url) ? 'not_public' : block
    const count = (byUrl.get(url)?.count ?? 0) + 1
    const type = hints.has(hostPort) ? 'preconnect' : 'unknown'
    byUrl.set(url, { url, reason, type, first_party: isFirstParty(url, pageUrl), count })
  }
  return [...byUrl.values()]
}

/** The URL that a tunnel to `host:port` was most likely opened for. */
function originOf(authority: string): string {
  return authority.endsWith(':443') ? `https://${authority.slice(0, -4)}/` : `http://${authority}/`
}

function hostAndPort(url: string): string {
  const parsed = URL.parse(url.replace(/^ws/, 'http'))
  if (parsed === null) return url
  return `${parsed.hostname}:${parsed.port || (parsed.protocol === 'https:' ? '443' : '80')}`
}

function itemEvidence(
  request: ObservedRequest,
  id: number,
  input: RequestsInput,
): Requests['items'][number] {
  const isFromProxy = isProxyResponse(request, input.mark)
  const response = isFromProxy ? null : request.response
  return {
    id,
    url: reportedUrl(request.url),
    method: request.method.slice(0, 20),
    type: request.type,
    status: response?.status ?? null,
    mime: response?.mime ?? null,
    protocol: response?.protocol ?? null,
    remote_ip: recordOf(request, input.records)?.address?.ip ?? null,
    bytes: request.bytesEncoded,
    start_ms: request.startMs,
    ttfb_ms: response?.ttfbMs ?? null,
    duration_ms: request.durationMs,
    initiator: request.initiator === null ? null : reportedUrl(request.initiator),
    priority: request.priority?.slice(0, 20) ?? null,
    cache: response?.fromCache ?? false,
    first_party: isFirstParty(request.url, input.pageUrl),
    redirected_to: request.redirectedTo === null ? null : reportedUrl(request.redirectedTo),
  }
}

function hostsEvidence(
  requests: readonly ObservedRequest[],
  input: RequestsInput,
): Requests['hosts'] {
  const byHost = new Map<string, Requests['hosts'][number]>()
  for (const request of requests) {
    const host = URL.parse(request.url)?.host ?? ''
    if (host === '') continue
    const existing = byHost.get(host)
    byHost.set(host, {
      host,
      requests: (existing?.requests ?? 0) + 1,
      bytes: (existing?.bytes ?? 0) + request.bytesEncoded,
      failed: (existing?.failed ?? 0) + (isFailure(request, input) ? 1 : 0),
      ip: existing?.ip ?? recordOf(request, input.records)?.address?.ip ?? null,
    })
  }
  return [...byHost.values()].sort((a, b) => byText(a.host, b.host))
}

function summaryOf(
  requests: readonly ObservedRequest[],
  {
    failures,
    blocked,
    hosts,
    pageUrl,
  }: {
    readonly failures: readonly ObservedRequest[]
    readonly blocked: Requests['blocked_by_policy']
    readonly hosts: number
    readonly pageUrl: string
  },
): Requests['summary'] {
  const isHttps = pageUrl.startsWith('https:')
  const firstParty = requests.filter((request) => isFirstParty(request.url, pageUrl)).length
  return {
    total: requests.length,
    failed: failures.length,
    blocked: blocked.reduce((sum, request) => sum + request.count, 0),
    by_type: countByKey(requests.map((request) => request.type)),
    by_status: countByKey(requests.map(statusClass)),
    first_party: firstParty,
    third_party: requests.length - firstParty,
    hosts,
    bytes_encoded: requests.reduce((sum, request) => sum + request.bytesEncoded, 0),
    bytes_decoded: requests.reduce((sum, request) => sum + request.bytesDecoded, 0),
    insecure: isHttps ? requests.filter((request) => /^(http|ws):/.test(request.url)).length : 0,
    protocols: countByKey(requests.flatMap((request) => request.response?.protocol ?? [])),
  }
}

function statusClass({ response }: ObservedRequest): string {
  return response === null ? 'none' : `${Math.floor(response.status / 100)}xx`
}

/** Number of occurrences by key. The keys are sorted, so that the same page gives the same bytes. */
function countByKey<Key extends string>(keys: readonly Key[]): Record<Key, number> {
  const sums = new Map<Key, number>()
  for (const key of [...keys].sort()) sums.set(key, (sums.get(key) ?? 0) + 1)
  return Object.fromEntries(sums) as Record<Key, number>
}

function sortKey({ url, type, status }: Failed): string {
  return `${url}\n${type}\n${status ?? ''}`
}
