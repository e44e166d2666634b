import type { Attempt } from '#evidence/http.ts'
import type { HttpResponse } from '#net/http/contract.ts'
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
  if (last === undefined || attempts.length > 1) return null
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

/** Errors that result from our own policy and time limits, which a retry does not change. */
const conclusiveCodes = new Set(['dns_not_public', 'deadline', 'body_timeout'])
