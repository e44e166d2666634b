import type { ObservedRequest, PageObservation } from '#chrome/page/page-observation.ts'
import type { BlockReason, BrowserEvidence } from '#evidence/browser.ts'
import { reportedUrl } from '#evidence/scalar.ts'
import type { EgressRecord } from '#net/proxy/record.ts'
import { byText } from '#runtime/encoding.ts'
import { isFirstParty } from '#target/site.ts'
import { isInside, parseTarget } from '#target/target.ts'
import { isRefusedType, isUnusedPreload } from './asset-verdicts.ts'
import { isOwnResponse, recordFor } from './document-redirects.ts'
import { recoveries } from './recovery.ts'
import { placeOf } from './request-place.ts'
import { isCall, refusalOf } from './unusable-response.ts'

type Requests = BrowserEvidence['requests']
type Failed = Requests['failed'][number]

export interface RequestsInput {
  readonly observation: PageObservation
  readonly records: readonly EgressRecord[]
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
export function blockedByUs(
  request: ObservedRequest,
  { records, mark }: Pick<RequestsInput, 'records' | 'mark'>,
): BlockReason | null {
  if (request.stoppedBy !== null) return request.stoppedBy
  if (request.netError === null && !isOwnResponse(request, mark)) return null
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
  const [place, plain] = [`${refused.hostname}:${port}`, `http://${refused.host}/`]
  return records.findLast(({ requested }) => requested === place || requested.startsWith(plain))
}

/** First-party files of the page whose failure is confirmed by a second request before it is reported. */
export function worthConfirming(
  input: Omit<RequestsInput, 'confirmed' | 'handledImages'>,
): string[] {
  const types = ['script', 'stylesheet', 'font', 'document', 'image', 'xhr', 'fetch']
  const urls = input.observation.requests
    .filter((one) => types.includes(one.type) && !one.mainDocument && isFailure(one, input))
    // The repeated request must not change anything on the server.
    .filter((one) => one.method === 'GET')
    // Chrome also reports ERR_ABORTED when a script got a response that our proxy made, because that is not a script.
    .filter((one) =>
      isOwnResponse(one, input.mark)
        ? true
        : (one.response === null || one.response.status < 300) &&
          one.netError !== null &&
          one.netError !== 'ERR_ABORTED' &&
          one.blockedReason === null,
    )
    .filter((one) => blockedByUs(one, input) === null && isFirstParty(one.url, input.pageUrl))
    .map((one) => one.url)
  return [...new Set(urls)].sort()
}

export function requestsEvidence(input: RequestsInput): RequestsOutput {
  const { observation, pageUrl } = input
  const failing = new Set(observation.requests.filter((one) => isFailure(one, input)))
  const seen = observation.requests
    .filter((one) => !/^(data|blob):/.test(one.url))
    .map((one) =>
      isPrefetch(one, failing, observation) ? { ...one, type: 'prefetch' as const } : one,
    )
  const failures = seen.filter((one) => isFailure(one, input))
  const hasRecovered = recoveries({ ...input, failures: failing })
  const failed = failures
    .map((one) => failedEvidence(one, hasRecovered(one), input))
    .sort((a, b) => byText(sortKey(a), sortKey(b)))
  const late = observation.lateRequests.filter((one) => isFailure(one, input))
  const blocked = blockedEvidence([...failures, ...late], input)
  const hosts = hostsEvidence(seen, input)
  const unsafe = unsafeEvidence([...seen, ...observation.lateRequests], input)
  const items = seen.slice(0, MAX_ITEMS).map((one, index) => itemEvidence(one, index + 1, input))
  return {
    requests: {
      summary: summaryOf(seen, failures, blocked, hosts.length, pageUrl),
      failed: takeLowestRanked(
        failed,
        MAX_FAILED,
        (one) => (one.first_party ? 0 : 2) + Number(one.recovered),
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
      ...cut('browser.requests.failed', failed.length, MAX_FAILED),
      ...cut('browser.requests.items', observation.requestsTotal, MAX_ITEMS),
      ...cut('browser.requests.hosts', hosts.length, MAX_HOSTS),
      ...cut('browser.requests.blocked_by_policy', blocked.length, MAX_FAILED),
      ...cut('browser.requests.unsafe', unsafe.length, MAX_FAILED),
      ...cut('browser.requests.mixed_content', observation.mixedContent.length, MAX_FAILED),
    },
  }
}

/** The `most` items with the lowest ranks, in list order, so that decisive items are not cut off after unimportant ones. */
export function takeLowestRanked<T>(
  list: readonly T[],
  most: number,
  rankOf: (one: T) => number,
): T[] {
  if (list.length <= most) return [...list]
  const kept = new Set(list.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, most))
  return list.filter((one) => kept.has(one))
}

export function cut(name: string, total: number, most: number) {
  return total > most ? { [name]: { kept: most, total } } : {}
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
  if (request.stoppedBy !== null || isOwnResponse(request, mark)) return true
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
  const asked = requests.findLast((one) => one.type === 'document' && one.url === url)
  // All hops of a request share one id.
  const last = requests.findLast((one) => one.id === asked?.id)
  return last !== undefined && isFailure(last, input) && blockedByUs(last, input) === null
}

function failedEvidence(
  request: ObservedRequest,
  recovered: boolean,
  input: RequestsInput,
): Failed {
  const own = isOwnResponse(request, input.mark)
  const reason = blockedByUs(request, input)
  const { snapshot } = input.observation
  const isImage = request.type === 'image'
  const isShown = snapshot?.imagesInViewport.includes(request.url) === true
  return {
    url: reportedUrl(request.url),
    method: request.method.slice(0, 20),
    type: request.type,
    status: own ? null : (request.response?.status ?? null),
    net_error: netErrorOf(request, own, input),
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
  if (request.blockedReason !== null) return request.blockedReason.slice(0, 100)
  const refusal = refusalOf(request, input.observation, input.pageUrl)
  if (refusal !== null) return refusal
  if (wasGivenUp(request, input)) return 'no-response'
  return isRefusedType(request, input.observation) ? 'content-type' : null
}

/**
 * Milliseconds after which a call of the site that the page cancels counts as one without a response in time. A search that is
 * replaced by the next one is cancelled at once.
 */
const MIN_CANCELLED_CALL_MS = 1_500

function wasGivenUp(request: ObservedRequest, { observation, pageUrl }: RequestsInput): boolean {
  const { response, netError, durationMs, url } = request
  const isCancelled = netError === 'ERR_ABORTED' && response === null
  // A page that navigates away cancels its pending requests.
  if (!isCall(request) || !isCancelled || observation.clientRedirects.length > 0) return false
  return (durationMs ?? 0) >= MIN_CANCELLED_CALL_MS && isFirstParty(url, pageUrl)
}

/** Chrome also reports ERR_ABORTED for a complete response that it does not use: then the status counts. */
function netErrorOf(request: ObservedRequest, own: boolean, input: RequestsInput): string | null {
  if (request.stoppedBy !== null) return 'ERR_BLOCKED_BY_CLIENT'
  // A failure between Chrome and our proxy proves nothing, but a failure that the proxy recorded does.
  if (request.netError === TUNNEL_FAILED) return errorBehind(request, input)
  if (own) return request.netError ?? errorBehind(request, input)
  return request.response !== null && request.netError === 'ERR_ABORTED' ? null : request.netError
}

/** Whether it is the icon that Chrome requests by itself when the page names no other one. */
function isFavicon({ url, type }: ObservedRequest): boolean {
  return URL.parse(url)?.pathname === '/favicon.ico' && (type === 'other' || type === 'image')
}

/** Chrome's name for the error behind a response that our proxy made because the target sent none. */
function errorBehind(request: ObservedRequest, { records }: RequestsInput): string {
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
  const found = new Map<string, Requests['blocked_by_policy'][number]>()
  for (const request of failures) {
    const reason = blockedByUs(request, input)
    if (reason === null) continue
    const url = reportedUrl(request.url)
    const key = `${url}\n${reason}\n${request.type}`
    const before = found.get(key)
    found.set(key, {
      url,
      reason,
      type: request.type,
      first_party: isFirstParty(request.url, input.pageUrl),
      count: (before?.count ?? 0) + 1,
    })
  }
  const claimed = new Set(failures.map((one) => hostAndPort(one.url)))
  return [...found.values(), ...unclaimed(claimed, input)].sort((a, b) =>
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
  const found = new Map<string, Requests['unsafe'][number]>()
  for (const request of sent) {
    const method = request.method.slice(0, 20).toUpperCase()
    if (safeMethods.includes(method) || blockedByUs(request, input) !== null) continue
    const url = reportedUrl(request.url)
    const key = `${url}\n${method}\n${request.type}`
    const count = (found.get(key)?.count ?? 0) + 1
    const first_party = isFirstParty(request.url, input.pageUrl)
    found.set(key, { url, method, type: request.type, first_party, count })
  }
  return [...found.entries()].sort(([a], [b]) => byText(a, b)).map(([, one]) => one)
}

/**
 * Refusals by the proxy that match no blocked request of the page, for example from a worker too short-lived for DevTools, or
 * TURN over TCP.
 */
function unclaimed(
  claimed: ReadonlySet<string>,
  { records, observation, pageUrl }: RequestsInput,
): Requests['blocked_by_policy'] {
  const hints = new Set((observation.snapshot?.preconnected ?? []).map(hostAndPort))
  const found = new Map<string, Requests['blocked_by_policy'][number]>()
  for (const { kind, requested, refusal, block } of records) {
    if (refusal === null || block === null || block === 'closed') continue
    const url = kind === 'request' ? reportedUrl(requested) : originOf(requested)
    const place = hostAndPort(url)
    if (claimed.has(place)) continue
    const reason = isInside(url) ? 'not_public' : block
    const count = (found.get(url)?.count ?? 0) + 1
    const type = hints.has(place) ? 'preconnect' : 'unknown'
    found.set(url, { url, reason, type, first_party: isFirstParty(url, pageUrl), count })
  }
  return [...found.values()]
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
  const own = isOwnResponse(request, input.mark)
  const response = own ? null : request.response
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

function hostsEvidence(seen: readonly ObservedRequest[], input: RequestsInput): Requests['hosts'] {
  const found = new Map<string, Requests['hosts'][number]>()
  for (const request of seen) {
    const host = URL.parse(request.url)?.host ?? ''
    if (host === '') continue
    const before = found.get(host)
    found.set(host, {
      host,
      requests: (before?.requests ?? 0) + 1,
      bytes: (before?.bytes ?? 0) + request.bytesEncoded,
      failed: (before?.failed ?? 0) + (isFailure(request, input) ? 1 : 0),
      ip: before?.ip ?? recordOf(request, input.records)?.address?.ip ?? null,
    })
  }
  return [...found.values()].sort((a, b) => byText(a.host, b.host))
}

function summaryOf(
  seen: readonly ObservedRequest[],
  failures: readonly ObservedRequest[],
  blocked: Requests['blocked_by_policy'],
  hosts: number,
  pageUrl: string,
): Requests['summary'] {
  const isHttps = pageUrl.startsWith('https:')
  const firstParty = seen.filter((one) => isFirstParty(one.url, pageUrl)).length
  return {
    total: seen.length,
    failed: failures.length,
    blocked: blocked.reduce((sum, one) => sum + one.count, 0),
    by_type: counted(seen.map((one) => one.type)),
    by_status: counted(seen.map(statusClass)),
    first_party: firstParty,
    third_party: seen.length - firstParty,
    hosts,
    bytes_encoded: seen.reduce((sum, one) => sum + one.bytesEncoded, 0),
    bytes_decoded: seen.reduce((sum, one) => sum + one.bytesDecoded, 0),
    insecure: isHttps ? seen.filter((one) => /^(http|ws):/.test(one.url)).length : 0,
    protocols: counted(seen.flatMap((one) => one.response?.protocol ?? [])),
  }
}

function statusClass({ response }: ObservedRequest): string {
  return response === null ? 'none' : `${Math.floor(response.status / 100)}xx`
}

/** Number of occurrences by key. The keys are sorted, so that the same page gives the same bytes. */
function counted<Key extends string>(keys: readonly Key[]): Record<Key, number> {
  const sums = new Map<Key, number>()
  for (const key of [...keys].sort()) sums.set(key, (sums.get(key) ?? 0) + 1)
  return Object.fromEntries(sums) as Record<Key, number>
}

function sortKey({ url, type, status }: Failed): string {
  return `${url}\n${type}\n${status ?? ''}`
}
