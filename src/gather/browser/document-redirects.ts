import type {
  ObservedRequest,
  ObservedResponse,
  PageObservation,
} from '#chrome/page/page-observation.ts'
import type { RedirectHop } from '#evidence/redirects.ts'
import { reportedUrl } from '#evidence/scalar.ts'
import type { PhaseTimings } from '#evidence/timings.ts'
import { createCookieJar } from '#gather/http/cookie-jar.ts'
import {
  blockedBy,
  decideRedirect,
  type RedirectDecision,
  redirectHop,
  requestKey,
} from '#gather/http/redirects.ts'
import type { HttpResponse } from '#net/http/contract.ts'
import type { EgressRecord } from '#net/proxy/record.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import type { VettedAddress } from '#target/address.ts'
import type { ExchangeError } from '#target/exchange-error.ts'
import { parseTarget, type Target, withoutFragment } from '#target/target.ts'

/** The redirects of the main document, in the same shape as the probe's: every hop, how the chain ended, the last response. */
export interface DocumentRedirects {
  readonly hops: readonly RedirectHop[]
  readonly end: RedirectDecision
  /** The last document whose host the policy allowed. */
  readonly target: Target
  readonly response: HttpResponse | null
  readonly error: ExchangeError | null
  /** Whether the last document broke off, also where our own caps cut it. */
  readonly isBroken: boolean
  readonly address: VettedAddress | null
  readonly timings: PhaseTimings
  /** Targets before the last document, in order. */
  readonly passed: readonly Target[]
  readonly perHop: readonly (PhaseTimings & { readonly url: string })[]
  /** Whether the main frame shows that document: false when the page navigated to a forbidden address. */
  readonly isShown: boolean
  /** Content of the last document; null when Chrome did not keep it. */
  readonly body: PageObservation['body']
  /** Whether the last document arrived completely and was empty. */
  readonly isEmpty: boolean
}

export interface DocumentRedirectsInput {
  readonly observation: PageObservation
  readonly first: Target
  readonly records: readonly EgressRecord[]
  readonly mark: { readonly name: string; readonly value: string }
  readonly redirectLimit: number
}

/**
 * Whether our proxy made a response, in place of one that it blocked or that did not arrive. Responses inside a tunnel are
 * never the proxy's: a page could read the mark from a plain HTTP failure and repeat it there.
 */
export function isProxyResponse(
  { url, response }: Pick<ObservedRequest, 'url' | 'response'>,
  mark: DocumentRedirectsInput['mark'],
): boolean {
  if (!url.startsWith('http:') || response === null) return false
  return response.fields.some(([name, value]) => name === mark.name && value === mark.value)
}

export function documentRedirects(input: DocumentRedirectsInput): DocumentRedirects {
  const { observation, records } = input
  const documents = observation.requests.filter((request) => request.mainDocument)
  const followed = followDocuments(documents, input)
  const { hops, target, lastIndex, end } = followed
  // A redirect that Chrome itself would not follow is the last document.
  const isStopped = end.status !== 'final' && end.status !== 'follow'
  const last = isStopped
    ? { target, document: documents[lastIndex] }
    : lastOf(documents, lastIndex, target, input)
  const { document } = last
  const observed = document === undefined ? null : targetResponse(document, input)
  const record = recordFor(last.target, records)
  const body = bodyFor(document, observation)
  const unfollowed = unfollowedRedirect({
    last,
    observed,
    first: documents[0],
    followed: hops.length,
    limit: input.redirectLimit,
  })
  return {
    hops,
    end: unfollowed ?? end,
    target: last.target,
    response:
      document === undefined || observed === null ? null : responseFrom(document, observed, body),
    error:
      observed === null
        ? errorOf(document, record, observation)
        : bodyErrorOf(document, record, observation),
    isBroken: document?.netError != null,
    address: record?.address ?? null,
    timings: timingsOf(document, record),
    passed: followed.passed,
    perHop: documents.slice(0, Math.min(lastIndex + 1, MAX_TIMED_HOPS)).map((request) => {
      return {
        ...timingsOf(request, recordOfUrl(request.url, records)),
        url: reportedUrl(request.url),
      }
    }),
    isShown: isDocumentShown(document, observation) && observed !== null,
    body,
    isEmpty: document !== undefined && observed !== null && isEmpty(document, observed),
  }
}

/** Maximum number of hops with timings: the first document and each redirect, including one beyond the limit. */
const MAX_TIMED_HOPS = 7

interface Followed {
  readonly hops: readonly RedirectHop[]
  readonly passed: readonly Target[]
  /** The end of the chain, and its index among the documents. */
  readonly target: Target
  readonly lastIndex: number
  readonly end: RedirectDecision
}

/** Applies the probe's decisions to the redirects that Chrome followed. */
function followDocuments(
  documents: readonly ObservedRequest[],
  input: DocumentRedirectsInput,
): Followed {
  const { first, records, redirectLimit } = input
  const cookies = createCookieJar()
  const requested = new Set<string>()
  const hops: RedirectHop[] = []
  const passed: Target[] = []
  let target = first
  for (let lastIndex = 0; ; lastIndex += 1) {
    const document = documents[lastIndex]
    const observed = document === undefined ? null : targetResponse(document, input)
    requested.add(requestKey(target, cookies.state()))
    if (document === undefined || observed === null || document.redirectedTo === null) {
      return { hops, passed, target, lastIndex, end: { status: 'final' } }
    }
    cookies.store(observed.fields, target)
    const response = responseFrom(document, observed, null)
    const decision = decideRedirect(response, {
      current: target,
      requested,
      cookieState: cookies.state(),
      followed: hops.length,
      limit: redirectLimit,
    })
    const end = withRefusal(decision, records)
    hops.push(
      redirectHop({
        index: hops.length,
        current: target,
        response,
        decision: end,
        remoteIp: recordFor(target, records)?.address?.ip ?? null,
        durationMs: document.durationMs ?? 0,
      }),
    )
    if (end.status !== 'follow') return { hops, passed, target, lastIndex, end }
    passed.push(target)
    target = end.target
  }
}

/** The decision, or the refusal of the proxy to connect to its target. */
function withRefusal(
  decision: RedirectDecision,
  records: readonly EgressRecord[],
): RedirectDecision {
  if (decision.status !== 'follow') return decision
  const record = recordFor(decision.target, records)
  const refusal = record?.decision === 'blocked' ? record.refusal : null
  return refusal === null ? decision : blockedBy(refusal, decision.target)
}

interface LastDocument {
  readonly target: Target
  readonly document: ObservedRequest | undefined
}

/** The last document of the page's own navigations that the policy allowed; the end of the chain when there were none. */
function lastOf(
  documents: readonly ObservedRequest[],
  lastIndex: number,
  target: Target,
  input: DocumentRedirectsInput,
): LastDocument {
  const shown = documents.findLast(
    (candidate) => candidate.id === input.observation.documentId && candidate.redirectedTo === null,
  )
  const shownAt = shown === undefined ? null : parseTarget(shown.url)
  if (
    shown !== undefined &&
    shownAt?.status === 'target' &&
    targetResponse(shown, input) !== null
  ) {
    // Chrome reports request URLs without a fragment; the chain of redirects keeps it.
    const isEnd = withoutFragment(target.href) === shownAt.target.href
    return { target: isEnd ? target : shownAt.target, document: shown }
  }
  let last: LastDocument = { target, document: documents[lastIndex] }
  for (const document of documents.slice(lastIndex + 1)) {
    const parsed = parseTarget(document.url)
    if (parsed.status === 'refused' || document.redirectedTo !== null) continue
    const observed = targetResponse(document, input)
    // A document without a response does not replace one that has one.
    if (observed !== null || last.document === undefined) last = { target: parsed.target, document }
  }
  return last
}

/** A redirect status that Chrome did not follow: its Location is invalid, or forbidden. */
function unfollowedRedirect(context: {
  readonly last: LastDocument
  readonly observed: ObservedResponse | null
  /** The document that the job requested: later ones are the page's own navigations. */
  readonly first: ObservedRequest | undefined
  readonly followed: number
  readonly limit: number
}): RedirectDecision | null {
  const { observed, first, followed, limit } = context
  const { target, document } = context.last
  if (document === undefined || observed === null || first?.id !== document.id) return null
  if (document.redirectedTo !== null) return null
  const chain = { current: target, requested: new Set<string>(), cookieState: '', followed, limit }
  const decision = decideRedirect(responseFrom(document, observed, null), chain)
  return decision.status === 'final' || decision.status === 'follow' ? null : decision
}

function targetResponse(
  document: ObservedRequest,
  { mark }: DocumentRedirectsInput,
): ObservedResponse | null {
  return isProxyResponse(document, mark) ? null : document.response
}

/** The proxy's latest record of a host and port. */
export function recordFor(
  target: Target,
  records: readonly EgressRecord[],
): EgressRecord | undefined {
  return records.findLast(
    (record) => record.target?.host === target.host && record.target.port === target.port,
  )
}

function recordOfUrl(url: string, records: readonly EgressRecord[]): EgressRecord | undefined {
  const parsed = parseTarget(url)
  return parsed.status === 'target' ? recordFor(parsed.target, records) : undefined
}

/** Whether the main frame shows a document. All hops of a chain share one id; only the last one is shown and has content. */
function isDocumentShown(
  document: ObservedRequest | undefined,
  { documentId, url }: PageObservation,
): boolean {
  if (document === undefined || document.redirectedTo !== null) return false
  // A page that navigates to an empty document shows nothing by its own choice.
  return document.id === documentId || url === 'about:blank'
}

function bodyFor(
  document: ObservedRequest | undefined,
  { body }: PageObservation,
): PageObservation['body'] {
  const isOfDocument = body !== null && body.of === document?.id && document.redirectedTo === null
  return isOfDocument ? body : null
}

function responseFrom(
  document: ObservedRequest,
  observed: ObservedResponse,
  body: PageObservation['body'],
): HttpResponse {
  const decoded = body?.bytes ?? new Uint8Array()
  // Chrome returns text as UTF-8. It equals what the server sent only if its length did not change.
  const isAsSent = body !== null && (!body.wasText || decoded.byteLength === document.bytesDecoded)
  return {
    status: observed.status,
    httpVersion: httpVersionOf(observed.protocol),
    fields: observed.fields,
    headersAt: observed.headersAt,
    waitMs: observed.waitMs ?? 0,
    downloadMs: Math.max(0, (document.durationMs ?? 0) - (observed.ttfbMs ?? 0)),
    deviations: [],
    body: {
      wireBytes: document.bytesEncoded,
      decoded,
      decodedBytes: document.bytesDecoded || decoded.byteLength,
      sha256: isAsSent ? sha256Hex(decoded) : null,
      truncated: false,
      limitsHit: [],
    },
    bodyError: null,
  }
}

/**
 * Whether a document arrived completely without content. Responses with status 204 and 205 have none (RFC 9110 15.3.5 and
 * 15.3.6). A refused download also arrives without content, but has some.
 */
function isEmpty(
  { finished, netError, bytesDecoded }: ObservedRequest,
  { status }: ObservedResponse,
) {
  if (status === 204 || status === 205) return true
  return finished && netError === null && bytesDecoded === 0
}

function httpVersionOf(protocol: string | null): HttpResponse['httpVersion'] {
  if (protocol === 'h2') return '2'
  return protocol === 'http/1.0' ? '1.0' : '1.1'
}

function timingsOf(
  document: ObservedRequest | undefined,
  record: EgressRecord | undefined,
): PhaseTimings {
  const response = document?.response ?? null
  const duration = document?.durationMs ?? null
  return {
    dns: record?.dnsMs ?? null,
    connect: record?.connectMs ?? null,
    tls: response?.tlsMs ?? null,
    wait: response?.waitMs ?? null,
    download:
      duration === null || response === null
        ? null
        : Math.max(0, duration - (response.ttfbMs ?? 0)),
    total: duration ?? 0,
  }
}

const cutoffReasons: readonly PageObservation['settleReason'][] = ['deadline', 'processor_time']

/** The error that prevented the document. The proxy knows name resolution and connections, Chrome everything after them. */
function errorOf(
  document: ObservedRequest | undefined,
  record: EgressRecord | undefined,
  { netError, settleReason }: PageObservation,
): ExchangeError | null {
  if (record?.decision === 'failed' && record.error !== null) return record.error
  if (record?.decision === 'blocked' && record.refusal !== null) {
    return { code: 'dns_not_public', phase: 'dns', raw: record.block, alert: null }
  }
  const raw = document?.netError ?? netError
  if (raw === null) {
    const code = cutoffReasons.includes(settleReason) ? 'deadline' : 'headers_timeout'
    return { code, phase: 'headers', raw: null, alert: null }
  }
  const match = errorsOfChrome.find(([pattern]) => pattern.test(raw))
  return match === undefined ? null : { code: match[1], phase: match[2], raw, alert: null }
}

/**
 * The error that ended the content of a response after it had begun. Content that we cut, or that the page cancelled, did not
 * fail.
 */
function bodyErrorOf(
  document: ObservedRequest | undefined,
  record: EgressRecord | undefined,
  { limitsHit, settleReason }: PageObservation,
): ExchangeError | null {
  const raw = document?.netError ?? null
  const isOurCutoff =
    limitsHit.length > 0 || cutoffReasons.includes(settleReason) || record?.decision === 'blocked'
  if (raw === null || isOurCutoff) return null
  const match = bodyErrorsOfChrome.find(([pattern]) => pattern.test(raw))
  return match === undefined ? null : { code: match[1], phase: 'body', raw, alert: null }
}

const bodyErrorsOfChrome: readonly (readonly [RegExp, ExchangeError['code']])[] = [
  [/^ERR_(CONTENT_DECODING|ZSTD)/, 'decode_error'],
  [/^ERR_INVALID_CHUNKED_ENCODING$/, 'protocol_error'],
  [
    /^ERR_(CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING|EMPTY_RESPONSE|CONNECTION_(RESET|CLOSED)|HTTP2|QUIC)/,
    'body_incomplete',
  ],
]

const errorsOfChrome: readonly (readonly [
  RegExp,
  ExchangeError['code'],
  ExchangeError['phase'],
])[] = [
  [/^ERR_(CERT|SSL|BAD_SSL|TLS)/, 'tls_failed', 'tls'],
  [/^ERR_(EMPTY_RESPONSE|CONNECTION_(RESET|CLOSED|ABORTED))$/, 'reset_before_response', 'headers'],
  [/^ERR_(TIMED_OUT|CONNECTION_TIMED_OUT)$/, 'headers_timeout', 'headers'],
  [/^ERR_RESPONSE_HEADERS_TOO_BIG$/, 'headers_too_large', 'headers'],
  [/^ERR_(CONTENT_LENGTH_MISMATCH|INCOMPLETE_CHUNKED_ENCODING)$/, 'body_incomplete', 'body'],
  [/^ERR_(CONTENT_DECODING|ZSTD)/, 'decode_error', 'body'],
  [
    /^ERR_(INVALID_(HTTP_RESPONSE|CHUNKED_ENCODING)|HTTP2|QUIC|RESPONSE_HEADERS|HTTP_1_1)/,
    'protocol_error',
    'headers',
  ],
]
