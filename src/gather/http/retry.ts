import type { Attempt } from '#evidence/http.ts'
import type { HttpResponse } from '#net/http/contract.ts'
import type { ExchangeError } from '#target/exchange-error.ts'
import { challengeOf } from './challenge-marks.ts'
import { retryAfterOf } from './headers.ts'

// Guard G2: a failure that does not recur on a new connection a second later is not a fault of the target.
const RETRY_AFTER_MS = 1000
// Minimum milliseconds of another attempt: even if the last one failed at once, a response takes a handshake and a round trip.
const MIN_ATTEMPT_MS = 500

export interface NextAttempt {
  /** Milliseconds to wait before the attempt, which uses a new connection. */
  readonly waitMs: number
  readonly why: Exclude<Attempt['why'], 'first'>
}

// As many as Chrome makes (HttpNetworkTransaction, kMaxRetryAttempts).
const MAX_REFUSED_STREAMS = 2

/**
 * Decides whether a response asks for the same request in another way: over HTTP/1.1, or on another connection because the server
 * has not processed it (RFC 9113 8.7); and whether to read it once more as browsers do. None of these repeats a failure. `isPage`:
 * the second reading waits, so that it also shows whether the fault persists (guard G2).
 */
export function askedAgain(attempts: readonly Attempt[], isPage: boolean): NextAttempt | null {
  const error = attempts.at(-1)?.error ?? null
  const times = (why: Attempt['why']) => attempts.filter((one) => one.why === why).length
  if (error?.raw === 'NGHTTP2_HTTP_1_1_REQUIRED' && error.phase === 'headers') {
    return times('retry_http_1_1') === 0 ? { waitMs: 0, why: 'retry_http_1_1' } : null
  }
  if (error?.raw === 'NGHTTP2_REFUSED_STREAM' && error.phase === 'headers') {
    const isOpen = times('retry_refused_stream') < MAX_REFUSED_STREAMS
    return isOpen ? { waitMs: 0, why: 'retry_refused_stream' } : null
  }
  if (!isStrictParserError(error) || times('retry_lenient') > 0) return null
  return { waitMs: isPage ? RETRY_AFTER_MS : 0, why: 'retry_lenient' }
}

/** Whether Node's parser of HTTP/1.1 refused a message that browsers may accept. */
export function isStrictParserError(error: ExchangeError | null): boolean {
  return error?.code === 'protocol_error' && error.raw?.startsWith('HPE_') === true
}

/**
 * Decides whether to request the same URL once more: when a single failure proves nothing (a broken exchange, a 5xx), or when
 * the server named a time (429 and 503 with Retry-After), and never before that time. Null otherwise, or when the wait and
 * another attempt as long as the last one do not fit into `remainingMs`, because an attempt that we cut short proves nothing.
 * `response` is that of the last attempt. Pure.
 */
export function nextAttempt(
  attempts: readonly Attempt[],
  response: HttpResponse | null,
  nowMs: number,
  remainingMs: number,
): NextAttempt | null {
  const last = attempts.at(-1)
  // Attempts that the server asked for are no failures.
  if (last === undefined || attempts.some(({ why }) => isRetry.has(why))) return null
  const next = retryFor(last, response)
  if (next === null) return null
  const attemptMs = Math.max(nowMs - Date.parse(last.at), MIN_ATTEMPT_MS)
  return next.waitMs + attemptMs <= remainingMs ? next : null
}

function retryFor({ error, status }: Attempt, response: HttpResponse | null): NextAttempt | null {
  // Bot protection does not change its decision, and repeated requests make it worse.
  if (response !== null && challengeOf(response) !== null) return null
  if (response !== null && (status === 429 || status === 503)) {
    const seconds = retryAfterOf(response.fields, response.headersAt)
    if (seconds !== null)
      return { waitMs: Math.max(seconds * 1000, RETRY_AFTER_MS), why: 'retry_after' }
  }
  if (status !== null && status >= 500 && status <= 599) {
    return { waitMs: RETRY_AFTER_MS, why: 'retry_server_error' }
  }
  if (error === null || conclusiveCodes.has(error.code)) return null
  return { waitMs: RETRY_AFTER_MS, why: 'retry_failure' }
}

/** Attempts that repeat a failure. */
const isRetry: ReadonlySet<Attempt['why']> = new Set([
  'retry_failure',
  'retry_server_error',
  'retry_after',
  'retry_lenient',
])

/** Errors that result from our own policy and time limits, which a retry does not change. */
const conclusiveCodes = new Set(['dns_not_public', 'deadline', 'body_timeout'])
