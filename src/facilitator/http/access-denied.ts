import { z } from 'zod'
import { accessDeniedStatuses, type Exchange } from './json-client.ts'
import { isVerifyRejection } from './outcome-codes.ts'

type Responded = Extract<Exchange, { status: 'responded' }>

/**
 * Describes a rejection that came before the payment was examined; null if there was none. A known reason in the
 * body makes it a response about the payment: some facilitators refuse a sanctioned payer with 403.
 */
export function accessDenialOf(response: Responded): string | null {
  if (!accessDeniedStatuses.has(response.httpStatus) || hasPaymentReason(response.json)) return null
  const meaning = response.httpStatus === 429 ? 'rate limited' : 'not authorized'
  return `HTTP ${response.httpStatus}: ${meaning}`
}

/** Whether the facilitator rejected the request because of our key, or because we have none. */
export function isUnauthorized(response: Responded): boolean {
  return response.httpStatus !== 429 && accessDenialOf(response) !== null
}

/** Whether the facilitator rejected the request because of our rate. */
export function isRateLimited(response: Responded): boolean {
  return response.httpStatus === 429 && accessDenialOf(response) !== null
}

/**
 * Returns the milliseconds that a 503 tells clients to wait (Retry-After, RFC 9110 10.2.3: seconds, or a date), at most
 * a minute; 0 without that field. A 429 limits our rate, which is divided among payers (`VerifyLimiter`): a 429 that one
 * client provokes must not block the others.
 */
export function requestedWaitMs(response: Responded, nowMs: number): number {
  if (response.httpStatus !== 503) return 0
  const field = response.headers.get('retry-after')?.trim() ?? ''
  const ms = /^\d{1,9}$/.test(field) ? Number(field) * 1000 : Date.parse(field) - nowMs
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), MAX_WAIT_MS)
}

// A single header, correct or not, must not stop sales for a day; one request a minute is a small load.
const MAX_WAIT_MS = 60_000

/** Returns how far our clock is ahead of the Date field of the response, in milliseconds; null without that field. */
export function clockAheadMs(response: Responded, nowMs: number): number | null {
  const facilitatorTimeMs = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(facilitatorTimeMs) ? null : nowMs - facilitatorTimeMs
}

const reasons = z.object({ invalidReason: z.string().nullish(), errorReason: z.string().nullish() })

function hasPaymentReason(json: unknown): boolean {
  const { invalidReason, errorReason } = reasons.safeParse(json).data ?? {}
  return [invalidReason, errorReason].some((reason) => reason != null && isVerifyRejection(reason))
}
