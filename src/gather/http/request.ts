import type { Attempt } from '#evidence/http.ts'
import { reportedUrl } from '#evidence/scalar.ts'
import type { PhaseTimings } from '#evidence/timings.ts'
import type { TlsObservation } from '#evidence/tls.ts'
import type { ObservedTls } from '#gather/tls/tls.ts'
import type {
  ExchangeCaps,
  ExchangeResult,
  Field,
  HttpConnection,
  HttpRequest,
  HttpResponse,
} from '#net/http/contract.ts'
import { standardCaps } from '#net/http/contract.ts'
import { ACCEPT_ENCODING } from '#net/http/decode-body.ts'
import { rfc3339 } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { VettedAddress } from '#target/address.ts'
import type { ExchangeError } from '#target/exchange-error.ts'
import type { Refusal } from '#target/refusal.ts'
import type { Target } from '#target/target.ts'
import {
  type ConnectOrder,
  type ConnectTools,
  noTimings,
  openConnection,
  withPermissive,
} from './connect.ts'
import { isRedirectStatus } from './redirects.ts'
import { askedAgain, isStrictParserError, type NextAttempt, nextAttempt } from './retry.ts'

/** Limits for one URL and everything that it redirects to. */
export interface RequestCaps {
  /** Maximum number of redirects that are followed. */
  readonly redirects: number
  readonly headersTimeoutMs: number
  readonly headerBytes: number
  readonly bodyBytes: number
  readonly decodedBodyBytes: number
}

export interface RequestTools extends ConnectTools {
  readonly caps: RequestCaps
  readonly userAgent: string
  /** When unset, the request is a GET of a page, and everything that can be observed about it is recorded. */
  readonly options?: RequestOptions
}

/** Options for a URL of which only the response counts. No second handshake is made to explain a refused one. */
export interface RequestOptions {
  readonly method: HttpRequest['method']
  /** False means one attempt, whatever its outcome. */
  readonly isRepeated: boolean
  /** Maximum milliseconds for one request and its response, without the connection. */
  readonly exchangeTimeoutMs: number
  /** Returns an idle connection to the origin of the target, if there is one; it then belongs to the request. */
  readonly idle: (target: Target) => HttpConnection | null
}

/** One URL, requested as often as the rules allow: the outcome of the last attempt, and a record of each. */
export interface RequestResult {
  readonly target: Target
  readonly attempts: readonly Attempt[]
  readonly response: HttpResponse | null
  /** The error that prevented the response or broke its content. */
  readonly error: ExchangeError | null
  readonly address: VettedAddress | null
  readonly tls: TlsObservation | null
  /** What the revocation of the certificate can be checked with. */
  readonly issued: ObservedTls['issued']
  readonly timings: PhaseTimings
  /** Why the policy forbids an address of the host. */
  readonly refusal: Refusal | null
  /** Set for a response that only a lenient reading understood. */
  readonly isLenient: boolean
  /** The protocols to offer to this server; unset for the usual ones. */
  readonly alpn: readonly string[] | undefined
  /** Open when it can carry another request; the caller closes it. */
  readonly connection: HttpConnection | null
}

/** The dependencies of every step of one request. */
interface Exchange extends ConnectOrder {
  readonly cookie: string | null
  readonly tools: RequestTools
  readonly isLenient: boolean
}

/**
 * Requests a URL, and repeats the request once on a new connection when a single failure proves nothing. Never rejects because
 * of the target.
 */
export async function request(
  target: Target,
  cookie: string | null,
  tools: RequestTools,
  deadline: Deadline,
): Promise<RequestResult> {
  const attempts: Attempt[] = []
  let next: NextAttempt | FirstAttempt = { why: 'first', waitMs: 0 }
  let isLenient = false
  let alpn: readonly string[] | undefined
  let previous: ExchangeError | null = null
  for (;;) {
    const exchange = { target, cookie, tools, deadline, isLenient, alpn }
    // A retry uses a new connection, because the idle one may have caused the failure.
    const idle = next.why === 'first' ? (tools.options?.idle(target) ?? null) : null
    const outcome: AttemptResult =
      (idle && (await requestOverIdle(idle, exchange))) ?? (await attempt(exchange))
    const result = withPhaseOfDeviation(outcome, previous)
    attempts.push(attemptRecord(result, attempts.length + 1, next.why, target))
    const following = followingAttempt(attempts, result, exchange)
    if (following === null) {
      const { tls, address } = result
      const classified =
        tools.options === undefined ? await withPermissive(tls, address, exchange) : tls
      return { ...result, tls: classified, target, attempts, isLenient, alpn }
    }
    result.connection?.close()
    try {
      await tools.clock.sleep(following.waitMs, deadline.signal)
    } catch {
      // The deadline ended the wait: the first attempt is the result.
      return { ...result, connection: null, target, attempts, isLenient, alpn }
    }
    next = following
    previous = result.error
    isLenient ||= next.why === 'retry_lenient'
    if (next.why === 'retry_http_1_1') alpn = ['http/1.1']
  }
}

function followingAttempt(
  attempts: readonly Attempt[],
  { error, response }: AttemptResult,
  { tools, deadline }: Exchange,
): NextAttempt | null {
  const asked = askedAgain(attempts, tools.options === undefined)
  if (asked !== null || !isRepeatable(error, tools)) return asked
  return nextAttempt(attempts, response, tools.clock.now(), deadline.remainingMs())
}

interface FirstAttempt {
  readonly why: 'first'
  readonly waitMs: 0
}

/** A strict parser failed in the content, and a lenient one did not. */
function withPhaseOfDeviation(
  result: AttemptResult,
  previous: ExchangeError | null,
): AttemptResult {
  const { response, error } = result
  if (response === null || error !== null || !isStrictParserError(previous)) return result
  if (response.deviations.length > 0 || previous?.phase !== 'body') return result
  const deviations = [{ line: null, kind: 'chunked_coding' } as const]
  return { ...result, response: { ...response, deviations } }
}

/** Whether another attempt may be made. Name resolution and connections are already retried within the first. */
function isRepeatable(error: ExchangeError | null, { options }: RequestTools): boolean {
  // Browsers would still wait for a page, so a second wait would prove no more than the first.
  if (options === undefined && error?.code === 'headers_timeout') return false
  return options?.isRepeated !== false && error?.phase !== 'dns' && error?.phase !== 'connect'
}

interface AttemptResult extends Omit<RequestResult, 'target' | 'attempts' | 'isLenient' | 'alpn'> {
  readonly startedAt: number
}

async function attempt(exchange: Exchange): Promise<AttemptResult> {
  const { clock } = exchange.tools
  const startedAt = clock.now()
  const startedMs = clock.monotonicMs()
  const totalMs = () => Math.round(clock.monotonicMs() - startedMs)

  const opened = await openConnection(exchange)
  const { address, tls, timings } = opened
  if (opened.status === 'failed') {
    const { error, refusal } = opened
    const endTimings = { ...timings, total: totalMs() }
    return { ...noResponse(startedAt), address, tls, error, refusal, timings: endTimings }
  }
  const { connection, issued } = opened
  const exchangeResult = await sendRequest(connection, exchange)
  if (exchangeResult.status === 'failed') {
    connection.close()
    const failed = opened.failureOf(exchangeResult.error)
    const endTimings = { ...timings, total: totalMs() }
    return { ...noResponse(startedAt), address, ...failed, timings: endTimings }
  }
  const { response } = exchangeResult
  return {
    startedAt,
    response,
    error: response.bodyError,
    address,
    tls,
    issued,
    timings: {
      ...timings,
      wait: Math.round(response.waitMs),
      download: Math.round(response.downloadMs),
      total: totalMs(),
    },
    refusal: null,
    connection,
  }
}

function noResponse(startedAt: number) {
  return {
    startedAt,
    response: null,
    address: null,
    tls: null,
    issued: null,
    refusal: null,
    connection: null,
  }
}

async function sendRequest(
  connection: HttpConnection,
  { target, cookie, tools, deadline, isLenient }: Exchange,
): Promise<ExchangeResult> {
  const { options, userAgent, caps } = tools
  const exchangeDeadline =
    options === undefined ? deadline : deadline.within(options.exchangeTimeoutMs)
  try {
    const message = requestFor(target, options?.method ?? 'GET', { userAgent, cookie })
    return await connection.exchange(
      message,
      { ...exchangeCaps(caps), isLenient },
      exchangeDeadline,
    )
  } finally {
    if (exchangeDeadline !== deadline) exchangeDeadline.close()
  }
}

/**
 * Sends the request over an idle connection. Null when that broke before a response: a server may close an idle connection at
 * any time (RFC 9112 9.5).
 */
async function requestOverIdle(
  connection: HttpConnection,
  exchange: Exchange,
): Promise<AttemptResult | null> {
  const startedAt = exchange.tools.clock.now()
  const exchangeResult = await sendRequest(connection, exchange)
  if (exchangeResult.status === 'failed') {
    connection.close()
    const { error } = exchangeResult
    // A timeout is conclusive: a new connection would only wait for it again.
    if (error.code !== 'headers_timeout' && error.code !== 'deadline') return null
    const timings = { ...noTimings, total: Math.round(exchangeResult.elapsedMs) }
    return { ...noResponse(startedAt), error, timings }
  }
  const { response } = exchangeResult
  const [wait, download] = [Math.round(response.waitMs), Math.round(response.downloadMs)]
  const timings = { ...noTimings, wait, download, total: wait + download }
  return { ...noResponse(startedAt), response, error: response.bodyError, timings, connection }
}

function attemptRecord(
  result: AttemptResult,
  n: number,
  why: Attempt['why'],
  target: Target,
): Attempt {
  return {
    n,
    at: rfc3339(result.startedAt),
    url: reportedUrl(target.href),
    status: result.response?.status ?? null,
    outcome: result.response === null ? 'failed' : 'answered',
    error: result.error,
    address: result.address?.ip ?? null,
    why,
  }
}

/** The request message: who we are, what we accept, and the cookies of this job. */
export function requestFor(
  target: Target,
  method: HttpRequest['method'],
  values: { readonly userAgent: string; readonly cookie: string | null; readonly origin?: string },
): HttpRequest {
  const { userAgent, cookie, origin } = values
  const fields: Field[] = [
    ['user-agent', userAgent],
    ['accept', 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8'],
    ['accept-language', 'en-US,en;q=0.5'],
    ['accept-encoding', ACCEPT_ENCODING],
  ]
  if (origin !== undefined) fields.push(['origin', origin])
  if (cookie !== null) fields.push(['cookie', cookie])
  return {
    method,
    scheme: target.scheme,
    authority: target.authority,
    path: target.pathQuery,
    fields,
  }
}

/** The caps of one exchange. The body of a redirect is not read. */
export function exchangeCaps(caps: RequestCaps): ExchangeCaps {
  const { headersTimeoutMs, headerBytes, bodyBytes, decodedBodyBytes } = caps
  return {
    headersTimeoutMs,
    headerBytes,
    bodyBytes,
    decodedBodyBytes,
    compressionRatio: standardCaps.compressionRatio,
    wantsBody: (status) => !isRedirectStatus(status),
  }
}
