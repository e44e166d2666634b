import type { Attempt } from '#evidence/http.ts'
import { reportedUrl } from '#evidence/scalar.ts'
import type { PhaseTimings } from '#evidence/timings.ts'
import type { TlsObservation } from '#evidence/tls.ts'
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
import { nextAttempt } from './retry.ts'

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
  readonly timings: PhaseTimings
  /** Why the policy forbids an address of the host. */
  readonly refusal: Refusal | null
  /** The response to `corsRequest`, which was sent in parallel with the page; null when the protocol does not allow that. */
  readonly cors: Promise<ExchangeResult> | null
  /** Open when it can carry another request; the caller closes it. */
  readonly connection: HttpConnection | null
}

/** The dependencies of every step of one request. */
interface Exchange extends ConnectOrder {
  readonly cookie: string | null
  readonly tools: RequestTools
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
  const exchange = { target, cookie, tools, deadline }
  const attempts: Attempt[] = []
  let why: Attempt['why'] = 'first'
  for (;;) {
    // A retry uses a new connection, because the idle one may have caused the failure.
    const idle = why === 'first' ? (tools.options?.idle(target) ?? null) : null
    const result: AttemptResult =
      (idle && (await requestOverIdle(idle, exchange))) ?? (await attempt(exchange, why))
    attempts.push(attemptRecord(result, attempts.length + 1, why, target))
    const next = isRepeatable(result.error, tools)
      ? nextAttempt(attempts, result.response, tools.clock.now(), deadline.remainingMs())
      : null
    if (next === null) {
      const { tls, address } = result
      const classified =
        tools.options === undefined ? await withPermissive(tls, address, exchange) : tls
      return { ...result, tls: classified, target, attempts }
    }
    result.connection?.close()
    try {
      await tools.clock.sleep(next.waitMs, deadline.signal)
    } catch {
      // The deadline ended the wait: the first attempt is the result.
      return { ...result, connection: null, target, attempts }
    }
    why = next.why
  }
}

/** Whether another attempt may be made. Name resolution and connections are already retried within the first. */
function isRepeatable(error: ExchangeError | null, { options }: RequestTools): boolean {
  return options?.isRepeated !== false && error?.phase !== 'dns' && error?.phase !== 'connect'
}

interface AttemptResult extends Omit<RequestResult, 'target' | 'attempts'> {
  readonly startedAt: number
}

async function attempt(exchange: Exchange, why: Attempt['why']): Promise<AttemptResult> {
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
  const { connection } = opened
  const pendingExchange = sendRequest(connection, exchange)
  // A retry shows whether the page itself fails, so no other request is sent in parallel.
  const cors = why === 'first' ? requestCorsConcurrently(connection, exchange) : null
  const exchangeResult = await pendingExchange
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
    timings: {
      ...timings,
      wait: Math.round(response.waitMs),
      download: Math.round(response.downloadMs),
      total: totalMs(),
    },
    refusal: null,
    cors,
    connection,
  }
}

function noResponse(startedAt: number) {
  return {
    startedAt,
    response: null,
    address: null,
    tls: null,
    refusal: null,
    cors: null,
    connection: null,
  }
}

async function sendRequest(
  connection: HttpConnection,
  { target, cookie, tools, deadline }: Exchange,
): Promise<ExchangeResult> {
  const { options, userAgent, caps } = tools
  const exchangeDeadline =
    options === undefined ? deadline : deadline.within(options.exchangeTimeoutMs)
  try {
    const message = requestFor(target, options?.method ?? 'GET', { userAgent, cookie })
    return await connection.exchange(message, exchangeCaps(caps), exchangeDeadline)
  } finally {
    if (exchangeDeadline !== deadline) exchangeDeadline.close()
  }
}

/**
 * Sends the CORS request in parallel with the page. It is not known yet whether the URL is final, so a redirect gets the
 * request too: waiting would cost a round trip each time.
 */
function requestCorsConcurrently(
  connection: HttpConnection,
  { target, cookie, tools, deadline }: Exchange,
): RequestResult['cors'] {
  if (tools.options !== undefined) return null
  const message = corsRequest(target, tools.userAgent, cookie)
  return connection.exchangeConcurrently(message, exchangeCaps(tools.caps), deadline)
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
function requestFor(
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

/** An origin that no site can allow on purpose (RFC 2606): a server that allows it allows all origins. */
export const foreignOrigin = 'https://urlwitness.invalid'

/** The request that a script of another site would send for the URL. */
export function corsRequest(target: Target, userAgent: string, cookie: string | null): HttpRequest {
  return requestFor(target, 'HEAD', { userAgent, cookie, origin: foreignOrigin })
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
