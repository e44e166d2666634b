import type { LinkItem } from '#evidence/links.ts'
import { reportedUrl } from '#evidence/scalar.ts'
import { readBody } from '#gather/content/read-body.ts'
import { challengeOf, storageErrorOf } from '#gather/http/challenge-marks.ts'
import { followRedirects, type RedirectChain } from '#gather/http/follow-redirects.ts'
import { contentTypeOf, firstOf, retryAfterOf } from '#gather/http/headers.ts'
import type { RequestCaps, RequestOptions, RequestTools } from '#gather/http/request.ts'
import type { HttpResponse } from '#net/http/contract.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { ExchangeError } from '#target/exchange-error.ts'
import type { Refusal } from '#target/refusal.ts'
import { type Target, withoutFragment } from '#target/target.ts'
import type { LinkCandidate } from './candidates.ts'

/** Tools for requesting links. `idle` and `release` pass connections from one link to the next. */
export interface LinkRequester {
  readonly tools: RequestTools
  readonly idle: RequestOptions['idle']
  /** Takes the connection of a chain that has ended. */
  readonly release: (chain: RedirectChain) => void
}

/**
 * Checks one link. The start of a page is requested by GET, since an error page may have status 200. What looks like another
 * file is requested by HEAD, and also by GET unless HEAD clearly found such a file, since a link is not broken because its
 * server mishandles HEAD. A check that the deadline cuts short is unverified. Never rejects because of the target.
 */
export async function checkLink(
  candidate: LinkCandidate,
  requester: LinkRequester,
  deadline: Deadline,
): Promise<LinkItem> {
  const { clock } = requester.tools
  const startedMs = clock.monotonicMs()
  const results = await requestAsNeeded(candidate.target, requester, deadline)
  return { ...itemOf(candidate, results), duration_ms: elapsedMs(clock, startedMs) }
}

/** A link that was not requested in time. */
export function notRequested(candidate: LinkCandidate): LinkItem {
  return { ...itemOf(candidate, []), duration_ms: 0 }
}

/** Requests a link, or the path of the control, and follows its redirects. */
export async function requestLink(
  target: Target,
  { method, isRepeated }: LinkRequest,
  requester: LinkRequester,
  deadline: Deadline,
): Promise<CheckedRequest> {
  const { idle, tools } = requester
  const options = { method, isRepeated, exchangeTimeoutMs: EXCHANGE_TIMEOUT_MS, idle }
  const caps = linkCaps(tools.caps)
  const chain = await followRedirects(target, { ...tools, caps, options }, deadline)
  requester.release(chain)
  return { method, chain, ...conclusionOf(chain) }
}

export interface CheckedRequest extends Conclusion {
  readonly method: LinkItem['method']
  readonly chain: RedirectChain
}

type Conclusion = Pick<LinkItem, 'outcome' | 'code'>

// A healthy server responds in well under a second; the slowest of twenty must not take the time of the others.
export const LINK_HEADERS_TIMEOUT_MS = 5_000
// Longer than the wait for the header section, so that a silent server ends in a headers timeout; a slow body is abandoned.
const EXCHANGE_TIMEOUT_MS = 8_000
// Enough bytes for every marker of a bot challenge.
const MAX_BODY_BYTES = 65_536

function linkCaps(caps: RequestCaps): RequestCaps {
  return {
    ...caps,
    headersTimeoutMs: Math.min(caps.headersTimeoutMs, LINK_HEADERS_TIMEOUT_MS),
    bodyBytes: Math.min(caps.bodyBytes, MAX_BODY_BYTES),
    decodedBodyBytes: Math.min(caps.decodedBodyBytes, MAX_BODY_BYTES),
  }
}

/** `isRepeated`: a request that failed is sent once more, at the time that the server names. */
interface LinkRequest {
  readonly method: CheckedRequest['method']
  readonly isRepeated: boolean
}

/** The requests for a link, in order. */
const steps: readonly LinkRequest[] = [
  { method: 'HEAD', isRepeated: false },
  { method: 'GET', isRepeated: true },
  { method: 'GET', isRepeated: false },
]

/** Requests a link until its outcome is conclusive; a file by HEAD first. */
async function requestAsNeeded(
  target: Target,
  requester: LinkRequester,
  deadline: Deadline,
): Promise<readonly CheckedRequest[]> {
  const results: CheckedRequest[] = []
  for (const step of isFilePath(target) ? steps : steps.slice(1)) {
    if (isConclusive(results) || deadline.signal.aborted) break
    results.push(await readPage(await requestLink(target, step, requester, deadline), deadline))
  }
  return results
}

/** Whether the last request decides the outcome. A link that was not found by one request is requested again. */
function isConclusive(results: readonly CheckedRequest[]): boolean {
  const last = results.at(-1)
  if (last === undefined) return false
  return isSettled(last) || results.filter(({ outcome }) => outcome !== 'ok').length > 1
}

/**
 * Whether no second request is needed. HEAD does not show what a page says; a connection that was reset has already been
 * retried.
 */
function isSettled({ method, outcome, code, chain }: CheckedRequest): boolean {
  if (method === 'HEAD') return outcome === 'ok' && !isHtmlPage(chain.last.response)
  return outcome !== 'broken' || code === 'reset'
}

function isHtmlPage(response: HttpResponse | null): response is HttpResponse {
  return (
    response?.status === 200 &&
    contentTypeOf(firstOf(response.fields, 'content-type')).mediaType === 'text/html'
  )
}

/** Whether the path has a file extension other than that of a page. */
function isFilePath({ pathQuery }: Target): boolean {
  const name = pathQuery.split('?', 1)[0]?.split('/').at(-1) ?? ''
  return (
    /\.[a-z\d]{1,8}$/i.test(name) && !/\.(?:x?html?|php\d?|aspx?|jsp|cgi|do|action)$/i.test(name)
  )
}

/** Marks a page with status 200 as broken if it is empty or its content says that it is an error page. */
async function readPage(checked: CheckedRequest, deadline: Deadline): Promise<CheckedRequest> {
  const { response, target } = checked.chain.last
  if (checked.outcome !== 'ok' || checked.method === 'HEAD' || !isHtmlPage(response)) return checked
  const { mediaType, charset } = contentTypeOf(firstOf(response.fields, 'content-type'))
  const { decoded: body, truncated } = response.body
  const isTruncated = truncated || response.bodyError !== null
  const input = { mediaType, charset, body, status: 200, url: target.href, truncated: isTruncated }
  if (body.byteLength === 0) return isTruncated ? checked : asBroken(checked, 'empty_page')
  const page = await readBody(input, deadline)
  const match = page?.content.signature_match ?? null
  if (match?.kind === 'blank') return asBroken(checked, 'empty_page')
  const saysError = match !== null && (errorKinds.has(match.kind) || match.id === 'only-not-found')
  return saysError ? asBroken(checked, 'error_page') : checked
}

const errorKinds: ReadonlySet<string> = new Set(['error', 'error_page', 'placeholder', 'defaced'])

function asBroken(checked: CheckedRequest, code: LinkItem['code']): CheckedRequest {
  return { ...checked, outcome: 'broken', code }
}

/** The last chain decides. A link that was not found in a single request is inconclusive. */
function itemOf(
  { target, text, occurrences, insecure }: LinkCandidate,
  results: readonly CheckedRequest[],
): Omit<LinkItem, 'duration_ms'> {
  const last = results.at(-1)
  const response = last?.chain.last.response ?? null
  const conclusion = last !== undefined && isConclusive(results) ? last : unverified('deadline')
  return {
    url: target.href,
    text,
    occurrences,
    insecure,
    method: last?.method ?? 'HEAD',
    status: response?.status ?? null,
    final_url: reportedUrl(withoutFragment(last?.chain.last.target.href ?? target.href)),
    attempts: results.reduce((sum, { chain }) => sum + attemptsOf(chain), 0),
    outcome: conclusion.outcome,
    code: conclusion.code,
    retry_after_s: response && retryAfterOf(response.fields, response.headersAt),
  }
}

function attemptsOf({ requests }: RedirectChain): number {
  return requests.reduce((sum, { attempts }) => sum + attempts.length, 0)
}

function conclusionOf({ end, last, requests }: RedirectChain): Conclusion {
  const { response, error, attempts } = last
  // A browser stops at an untrusted certificate, whatever is behind it.
  if (requests.some(({ tls }) => tls?.authorized === false)) return unverified('tls_failed')
  switch (end.status) {
    case 'loop':
      return { outcome: 'redirect_loop', code: 'redirect_loop' }
    case 'limit':
      return unverified('redirect_limit')
    case 'blocked':
      return isNotPublic(end.refusal)
        ? { outcome: 'broken', code: 'redirect_refused' }
        : unverified('redirect_refused')
    case 'invalid_location':
      return { outcome: 'broken', code: 'redirect_invalid' }
    default:
      if (response === null) return withoutResponse(error, attempts)
      // A failure that was observed only once is not reported as one (guard G2).
      return fromResponse(response, attempts.length > 1 && attempts.every(isServerError))
  }
}

/** Whether a redirect leads to a host that only its owner reaches. Browsers follow any other redirect that our policy refuses. */
function isNotPublic({ type }: Refusal): boolean {
  return type === 'url_host_not_public' || type === 'url_resolves_not_public'
}

/** Names have already been resolved twice. A connection that is reset counts when it is reset again (guard G2). */
function withoutResponse(
  error: ExchangeError | null,
  attempts: RedirectChain['last']['attempts'],
): Conclusion {
  const code = error === null ? 'protocol_error' : codeOf(error)
  if (error?.code === 'dns_nxdomain') return { outcome: 'broken', code }
  const wasResetTwice = code === 'reset' && attempts.length > 1
  return wasResetTwice ? { outcome: 'broken', code } : unverified(code)
}

function fromResponse(response: HttpResponse, hasFailedTwice: boolean): Conclusion {
  const { status } = response
  if (challengeOf(response) !== null) return unverified('challenge')
  if (status >= 200 && status <= 299) return { outcome: 'ok', code: 'answered' }
  if (isServerError(response)) {
    return { outcome: hasFailedTwice ? 'server_error' : 'unverified', code: 'server_error' }
  }
  // An object store that denies listing responds with 403 for an object that does not exist.
  if (status === 403 && storageErrorOf(response) !== null) {
    return { outcome: 'broken', code: 'forbidden' }
  }
  return conclusionByStatus[status] ?? unverified('odd_status')
}

const conclusionByStatus: Readonly<Record<number, Conclusion>> = {
  401: { outcome: 'access_restricted', code: 'unauthorized' },
  403: { outcome: 'access_restricted', code: 'forbidden' },
  404: { outcome: 'broken', code: 'not_found' },
  407: { outcome: 'access_restricted', code: 'proxy_auth' },
  410: { outcome: 'broken', code: 'gone' },
  429: { outcome: 'unverified', code: 'rate_limited' },
  451: { outcome: 'access_restricted', code: 'legal' },
}

function isServerError({ status }: { readonly status: number | null }): boolean {
  return status !== null && status >= 500 && status <= 599
}

function unverified(code: LinkItem['code']): Conclusion {
  return { outcome: 'unverified', code }
}

function codeOf({ code }: ExchangeError): LinkItem['code'] {
  switch (code) {
    case 'deadline':
      return 'deadline'
    case 'connect_timeout':
    case 'tls_timeout':
    case 'headers_timeout':
    case 'body_timeout':
      return 'timeout'
    case 'connect_refused':
    case 'connect_unreachable':
      return 'connect_failed'
    case 'connect_reset':
    case 'reset_before_response':
    case 'body_incomplete':
      return 'reset'
    case 'dns_nxdomain':
    case 'dns_no_address':
    case 'dns_failed':
      return 'dns_failed'
    case 'dns_not_public':
      return 'redirect_refused'
    case 'tls_failed':
      return 'tls_failed'
    case 'headers_too_large':
    case 'protocol_error':
    case 'decode_error':
      return 'protocol_error'
  }
}

function elapsedMs(clock: Clock, startedMs: number): number {
  return Math.max(0, Math.round(clock.monotonicMs() - startedMs))
}
