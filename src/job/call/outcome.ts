import type { ToolOffer } from '#job/selling/offers.ts'
import type { Quote } from '#payment/x402/offer.ts'
import type { PaymentErrorDetails } from '#payment/x402/payment-error.ts'
import type { ValidationError } from '#tools/tool-request.ts'

/**
 * Why a paid route returns neither a report nor a quote: the codes of design.md 1.5, `ledger_unavailable`, and
 * `payer_limited`. The latter is not `at_capacity`, since it concerns one payer and that payer's earlier payments; nor is
 * it a 402, for which clients sign again: the authorization in the request stays unused and can be sent again later.
 */
export const unavailableCodes = [
  'not_configured',
  'route_disabled',
  'route_paused',
  'draining',
  'at_capacity',
  'payer_limited',
  'browser_unavailable',
  'facilitator_unavailable',
  'ledger_unavailable',
  'egress_unavailable',
  'job_failed',
  'settlement_unknown',
  'already_settled',
] as const
export type UnavailableCode = (typeof unavailableCodes)[number]

/** State of the payment in the request. `unknown`: money may have moved. */
export type PaymentState = 'not_taken' | 'not_settled' | 'unknown' | 'settled'

export interface Unavailable {
  readonly status: 'unavailable'
  readonly code: UnavailableCode
  readonly payment: PaymentState
  /** A sentence for the caller, when the default sentence of the code is not specific enough. */
  readonly detail?: string
  /** Whole seconds, when a better value than the default of the code is known. */
  readonly retryAfterS?: number
  /** The PAYMENT-RESPONSE value of a settled payment. */
  readonly receipt?: string
}

/** Every outcome of a paid call. Only `http/` maps it to statuses and fields. */
export type CallOutcome =
  | { readonly status: 'invalid'; readonly detail: readonly ValidationError[] }
  | Unavailable
  /** The payer used the payment identifier with another payment or another request. */
  | { readonly status: 'conflict'; readonly payment: PaymentState }
  | { readonly status: 'quote'; readonly error: string; readonly quote: Quote }
  /** The settlement was definitively refused, so the report is withheld. `receipt` is the PAYMENT-RESPONSE value. */
  | {
      readonly status: 'refused'
      readonly error: string
      readonly quote: Quote
      readonly receipt: string
    }
  | {
      readonly status: 'report'
      readonly body: string
      readonly receipt: string
      /** True for a stored response: nothing was executed for it. */
      readonly stored: boolean
      /** Call it once. `isWritten`: the response was written completely; false when the connection ended before. */
      readonly onEnd: (isWritten: boolean) => void
    }

/** The 402 of a tool (`ToolOffer`). */
export async function quote(
  offer: Pick<ToolOffer, 'quote'>,
  error: string,
  details?: PaymentErrorDetails,
): Promise<CallOutcome> {
  return { status: 'quote', error, quote: await offer.quote(error, details) }
}

/** The outcome of a 503. `payment`: what has happened to the payment of this request. */
export function unavailable(
  code: UnavailableCode,
  payment: PaymentState = 'not_taken',
  about: Pick<Unavailable, 'detail' | 'retryAfterS' | 'receipt'> = {},
): Unavailable {
  return { status: 'unavailable', code, payment, ...about }
}

/** The outcome after an internal fault. The progress of a paid call is then unknown, so no other payment may follow it. */
export function afterFault(hasPayment: boolean): Unavailable {
  return hasPayment
    ? unavailable('settlement_unknown', 'unknown')
    : unavailable('job_failed', 'not_taken', { detail: 'Something went wrong on our side.' })
}

/** The outcome of a request whose payment an earlier request is still using. */
export function callInFlight(retryAfterS: number): Unavailable {
  const detail =
    'An earlier request with this payment is still being worked on. Do not sign another: repeat this request for its outcome.'
  return unavailable('settlement_unknown', 'unknown', { detail, retryAfterS })
}

/** The outcome as one code for the log. */
export function reasonOf(outcome: CallOutcome): string | null {
  switch (outcome.status) {
    case 'invalid':
      return outcome.detail[0]?.type ?? null
    case 'unavailable':
      return outcome.code
    case 'conflict':
      return 'payment_identifier_conflict'
    case 'quote':
    case 'refused':
      return outcome.error
    case 'report':
      return outcome.stored ? 'stored_response' : null
  }
}

/** The outcome of a quote request while the process is overloaded. */
export const busy = unavailable('at_capacity', 'not_taken', {
  detail: 'More quotes are requested than this service can make at the moment. Retry shortly.',
  retryAfterS: 1,
})
