import type {
  ObservedRequest,
  ObservedResponse,
  PageObservation,
} from '#chrome/page/page-observation.ts'
import type { RedirectHop } from '#evidence/redirects.ts'
import type { PhaseTimings } from '#evidence/timings.ts'
import { createCookieJar } from '#gather/http/cookie-jar.ts'
import {
  blockedBy,
  decideRedirect,
  type RedirectDecision,
  redirectHop,
  requestKey,
} from '#gather/http/redirects.ts'
import { withoutFragment } from '#gather/links/candidates.ts'
import type { HttpResponse } from '#net/http/contract.ts'
import type { EgressRecord } from '#net/proxy/record.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import type { VettedAddress } from '#target/address.ts'
import type { ExchangeError } from '#target/exchange-error.ts'
import { parseTarget, type Target } from '#target/target.ts'

/** The way of the main document, in the words of the probe: every hop, how the chain ended, and the last answer. */
export interface DocumentRedirects {
  readonly hops: readonly RedirectHop[]
  readonly end: RedirectDecision
  /** The last document whose host the policy allowed. */
  readonly target: Target
  readonly answer: HttpResponse | null
  readonly error: ExchangeError | null
  readonly address: VettedAddress | null
  readonly timings: PhaseTimings
  /** Where the chain came by before the last document, in order. */
  readonly passed: readonly Target[]
  readonly perHop: readonly (PhaseTimings & { readonly url: string })[]
  /** Whether what the main frame shows is that document: false when the page went on to where the policy forbids. */
  readonly shown: boolean
  /** Content of the last document; null when it was not kept. */
  readonly body: PageObservation['body']
  /** The last document came whole, and there was nothing in it. */
  readonly isEmpty: boolean
}

export interface DocumentRedirectsInput {
  readonly sighting: PageObservation
  readonly first: Target
  readonly records: readonly EgressRecord[]
  readonly mark: { readonly name: string; readonly value: string }
  readonly redirectLimit: number
}

/**
 * Whether an answer was made by our proxy, in the place of one that was not let through or did not come. Inside a tunnel
 * nothing is the proxy's: a page could have read the mark off a plain failure, and repeat it there.
 */
export function isOwnResponse(
  { url, response }: Pick<ObservedRequest, 'url' | 'response'>,
  mark: DocumentRedirectsInput['mark'],
): boolean {
  if (!url.startsWith('http:') || response === null) return false
  return response.fields.some(([name, value]) => name === mark.name && value === mark.value)
}

export function documentRedirects(input: DocumentRedirectsInput): DocumentRedirects {
  const { sighting, first, records, redirectLimit } = input
  const documents = sighting.requests.filter((one) => one.mainDocument)
  const cookies = createCookieJar()
  const asked = new Set<string>()
  const hops: RedirectHop[] = []
  const passed: Target[] = []
  let target = first
  let at = 0
  let end: RedirectDecision = { status: 'final' }
  for (;;) {
    const document = documents[at]
    const response = document === undefined ? null : realResponse(document, input)
    asked.add(requestKey(target, cookies.state()))
    if (document === undefined || response === null || document.redirectedTo === null) break
    cookies.store(response.fields, target)
    const answer = answerOf(document, response, null)
    const decision = decideRedirect(answer, {
      current: target,
      asked,
      cookieState: cookies.state(),
      followed: hops.length,
      limit: redirectLimit,
    })
    const next = decision.status === 'follow' ? decision.target : null
    const refusal = next === null ? null : refusalFor(next, records)
    end = refusal === null || next === null ? decision : blockedBy(refusal, next)
    hops.push(
      redirectHop({
        index: hops.length,
        current: target,
        answer,
        decision: end,
        remoteIp: recordFor(target, records)?.address?.ip ?? null,
        durationMs: document.durationMs ?? 0,
      }),
    )
    if (end.status !== 'follow' || next === null) break
    passed.push(target)
    target = next
    at += 1
    end = { status: 'final' }
  }
  // A redirect that Chrome itself would not follow is none to it: the answer stands as the document.
  const stopped = end.status !== 'final' && end.status !== 'follow'
  const last = stopped ? { target, document: documents[at] } : lastOf(documents, at, target, input)
  const answered = last.document === undefined ? null : realResponse(last.document, input)
  const own = ownDecision(last, documents, answered, input, hops.length)
  const visited = documents.slice(0, at + 1)
  const record = recordFor(last.target, records)
  return {
    hops,
    end: own ?? end,
    target: last.target,
    answer:
      last.document === undefined || answered === null
        ? null
        : answerOf(last.document, answered, bodyFor(last.document, sighting)),
    error:
      answered === null
        ? errorOf(last.document, record, sighting)
        : bodyErrorOf(last.document, record, sighting),
    address: record?.address ?? null,
    timings: timingsOf(last.document, record),
    passed,
    perHop: visited.slice(0, 7).map((one) => {
      const hopTarget = parseTarget(one.url)
      const hopRecord =
        hopTarget.status === 'target' ? recordFor(hopTarget.target, records) : undefined
      return { ...timingsOf(one, hopRecord), url: one.url.slice(0, 2048) }
    }),
    shown: isShown(last.document, sighting) && answered !== null,
    body: bodyFor(last.document, sighting),
    isEmpty: last.document !== undefined && answered !== null && isEmpty(last.document, answered),
  }
}

interface Last {
  readonly target: Target
  readonly document: ObservedRequest | undefined
}

/** Where the page's own moves led, as far as the policy let them; the end of the chain when it made none. */
function lastOf(
  documents: readonly ObservedRequest[],
  at: number,
  target: Target,
  input: DocumentRedirectsInput,
): Last {
  const shown = documents.findLast(
    (one) => one.id === input.sighting.documentId && one.redirectedTo === null,
  )
  const shownAt = shown === undefined ? null : parseTarget(shown.url)
  if (shown !== undefined && shownAt?.status === 'target' && realResponse(shown, input) !== null) {
    // Chrome tells of requests, which have no fragment: the chain of redirects knows the one that it came to.
    const isEnd = withoutFragment(target.href) === shownAt.target.href
    return { target: isEnd ? target : shownAt.target, document: shown }
  }
  let last: Last = { target, document: documents[at] }
  for (const document of documents.slice(at + 1)) {
    const parsed = parseTarget(document.url)
    if (parsed.status === 'refused' || document.redirectedTo !== null) continue
    const response = realResponse(document, input)
    // What gave no answer replaces nothing that did.
    if (response !== null || last.document === undefined) last = { target: parsed.target, document }
  }
  return last
}

/** An answer with a redirect status that Chrome did not follow: its Location is no good, or forbidden. */
function ownDecision(
  { target, document }: Last,
  documents: readonly ObservedRequest[],
  response: ObservedResponse | null,
  { redirectLimit }: DocumentRedirectsInput,
  followed: number,
): RedirectDecision | null {
  if (document === undefined || response === null || documents[0]?.id !== document.id) return null
  if (document.redirectedTo !== null) return null
  const decision = decideRedirect(answerOf(document, response, null), {
    current: target,
    asked: new Set(),
    cookieState: '',
    followed,
    limit: redirectLimit,
  })
  return decision.status === 'final' || decision.status === 'follow' ? null : decision
}

function realResponse(
  document: ObservedRequest,
  { mark }: DocumentRedirectsInput,
): ObservedResponse | null {
  return isOwnResponse(document, mark) ? null : document.response
}

/** The proxy's last word on a host and port. */
export function recordFor(
  target: Target,
  records: readonly EgressRecord[],
): EgressRecord | undefined {
  return records.findLast(
    (one) => one.target?.host === target.host && one.target.port === target.port,
  )
}

function refusalFor(target: Target, records: readonly EgressRecord[]) {
  const record = recordFor(target, records)
  return record?.decision === 'blocked' ? record.refusal : null
}

/** All hops of a chain have one id: what is shown, or kept, came with the last. */
function isShown(document: ObservedRequest | undefined, { documentId }: PageObservation): boolean {
  return document !== undefined && document.id === documentId && document.redirectedTo === null
}

function bodyFor(
  document: ObservedRequest | undefined,
  { body }: PageObservation,
): PageObservation['body'] {
  const isItsOwn = body !== null && body.of === document?.id && document.redirectedTo === null
  return isItsOwn ? body : null
}

function answerOf(
  document: ObservedRequest,
  response: ObservedResponse,
  body: PageObservation['body'],
): HttpResponse {
  const decoded = body?.bytes ?? new Uint8Array()
  // What was text comes back as UTF-8: only where that did not change its length is it what the server sent.
  const asSent = body !== null && (!body.wasText || decoded.byteLength === document.bytesDecoded)
  return {
    status: response.status,
    httpVersion: httpVersionOf(response.protocol),
    fields: response.fields,
    headersAt: response.headersAt,
    waitMs: response.waitMs ?? 0,
    downloadMs: Math.max(0, (document.durationMs ?? 0) - (response.ttfbMs ?? 0)),
    body: {
      wireBytes: document.bytesEncoded,
      decoded,
      decodedBytes: document.bytesDecoded || decoded.byteLength,
      sha256: asSent ? sha256Hex(decoded) : null,
      truncated: false,
      limitsHit: [],
    },
    bodyError: null,
  }
}

/** RFC 9110 15.3.5 and 15.3.6: these have no content. A download that we refuse comes without one too, but has it. */
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

/** What kept the document away: the proxy knows of names and connections, Chrome of all that comes after. */
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
    const code = settleReason === 'deadline' ? 'deadline' : 'headers_timeout'
    return { code, phase: 'headers', raw: null, alert: null }
  }
  const known = errorsOfChrome.find(([pattern]) => pattern.test(raw))
  return known === undefined ? null : { code: known[1], phase: known[2], raw, alert: null }
}

/** What broke the content of an answer that had begun. What we cut ourselves, and what the page gave up, broke nothing. */
function bodyErrorOf(
  document: ObservedRequest | undefined,
  record: EgressRecord | undefined,
  { limitsHit, settleReason }: PageObservation,
): ExchangeError | null {
  const raw = document?.netError ?? null
  const ours = limitsHit.length > 0 || settleReason === 'deadline' || record?.decision === 'blocked'
  if (raw === null || ours) return null
  const known = bodyErrorsOfChrome.find(([pattern]) => pattern.test(raw))
  return known === undefined ? null : { code: known[1], phase: 'body', raw, alert: null }
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
