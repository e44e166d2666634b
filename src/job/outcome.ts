import type { Quote } from '../payment/offer.ts'
import type { ValidationError } from '../tools/tool-request.ts'

/** Why a paid route gives no report and asks for no payment: the codes of design.md 1.5. */
export const unavailableCodes = [
  'not_configured',
  'route_disabled',
  'draining',
  'at_capacity',
  'browser_unavailable',
  'facilitator_unavailable',
  'egress_unavailable',
  'job_failed',
  'settlement_unknown',
] as const
export type UnavailableCode = (typeof unavailableCodes)[number]

/** What became of the payment that came along: `unknown` means that money may have moved. */
export type PaymentState = 'not_taken' | 'not_settled' | 'unknown'

export interface Unavailable {
  readonly status: 'unavailable'
  readonly code: UnavailableCode
  readonly payment: PaymentState
  /** Sentence for the caller, when the code's own does not say enough. */
  readonly detail?: string
}

/** Everything that a paid call can come to. Only `http/` turns it into statuses and headers. */
export type CallOutcome =
  | { readonly status: 'invalid'; readonly detail: readonly ValidationError[] }
  | Unavailable
  | { readonly status: 'quote'; readonly error: string; readonly quote: Quote }
  /** Settle said no, definitively: the report is withheld. `receipt` is the PAYMENT-RESPONSE value. */
  | {
      readonly status: 'refused'
      readonly error: string
      readonly quote: Quote
      readonly receipt: string
    }
  | { readonly status: 'report'; readonly body: string; readonly receipt: string }
