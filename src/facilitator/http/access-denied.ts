import { z } from 'zod'
import { accessDeniedStatuses, type Exchange } from './json-client.ts'
import { isPlainNo } from './outcome-codes.ts'

type Answered = Extract<Exchange, { status: 'answered' }>

/**
 * How we were turned away before the payment was looked at, or null. A known reason in the body makes it an answer about
 * the payment: some facilitators refuse a sanctioned payer with 403.
 */
export function accessDeniedOf(answer: Answered): string | null {
  if (!accessDeniedStatuses.has(answer.httpStatus) || knowsPayment(answer.json)) return null
  const meaning = answer.httpStatus === 429 ? 'asked to wait' : 'not authorized'
  return `HTTP ${answer.httpStatus}: ${meaning}`
}

export function isUnauthorized(answer: Answered): boolean {
  return answer.httpStatus !== 429 && accessDeniedOf(answer) !== null
}

/**
 * Milliseconds that the facilitator asks us to stay away for with a 503 (RFC 9110 10.2.3: seconds, or a date); 0 where it
 * asks for nothing. A 429 limits our rate, which is divided among payers (`VerifyGate`): one that a stranger provoked
 * must not stop the others.
 */
export function askedWaitMs(answer: Answered, nowMs: number): number {
  if (answer.httpStatus !== 503) return 0
  const field = answer.headers.get('retry-after')?.trim() ?? ''
  const ms = /^\d{1,9}$/.test(field) ? Number(field) * 1000 : Date.parse(field) - nowMs
  return Number.isNaN(ms) ? 0 : Math.min(Math.max(0, ms), MAX_WAIT_MS)
}

// One header, honest or not, must not close the shop for a day; asking once a minute burdens nobody.
const MAX_WAIT_MS = 60_000

/** How far our clock is ahead of the one that the answer's Date field tells; null without one. */
export function clockAheadMs(answer: Answered, nowMs: number): number | null {
  const theirs = Date.parse(answer.headers.get('date') ?? '')
  return Number.isNaN(theirs) ? null : nowMs - theirs
}

const reasons = z.object({ invalidReason: z.string().nullish(), errorReason: z.string().nullish() })

function knowsPayment(json: unknown): boolean {
  const { invalidReason, errorReason } = reasons.safeParse(json).data ?? {}
  return [invalidReason, errorReason].some((reason) => reason != null && isPlainNo(reason))
}
