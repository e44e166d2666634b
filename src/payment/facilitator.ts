import type { PaymentPayload, PaymentRequirements, SettlementResponse } from '#payment/x402/x402.ts'

/** One authorization and our own requirement: never the client's `accepted`. */
export interface FacilitatorRequest {
  readonly paymentPayload: PaymentPayload
  readonly paymentRequirements: PaymentRequirements
}

export type VerifyOutcome =
  | { readonly status: 'valid'; readonly payer: string }
  | { readonly status: 'invalid'; readonly reason: string }
  /** The facilitator responds, but cannot decide about this payment yet. */
  | { readonly status: 'undecided'; readonly detail: string }
  /** `isRateLimit`: the facilitator responds, but limits our rate. */
  | { readonly status: 'unavailable'; readonly detail: string; readonly isRateLimit?: boolean }

/**
 * `settled`: the money moved, and the receipt confirms it for our payer, network and amount. `refused`: it
 * definitively did not move. `unknown`: it may have moved, so the authorization stays reserved and no new quote is sent
 * (x402.md, "Three classes").
 */
export type SettleOutcome =
  | { readonly status: 'settled'; readonly receipt: SettlementResponse }
  | { readonly status: 'refused'; readonly reason: string; readonly receipt: SettlementResponse }
  | {
      readonly status: 'unknown'
      readonly detail: string
      readonly transaction: string | null
      readonly isRateLimit?: boolean
      /** The facilitator says that the authorization is used: by our transfer, by another, or by a cancellation. */
      readonly isNonceUsed?: boolean
    }

export type SupportedOutcome =
  | { readonly status: 'supported' }
  | { readonly status: 'unsupported'; readonly detail: string }
  /** It has no list of what it supports. */
  | { readonly status: 'missing'; readonly detail: string }
  | ({ readonly status: 'unauthorized' } & KeyRefusal)
  | { readonly status: 'unavailable'; readonly detail: string }

/** The facilitator is up but rejects our key; only the operator can fix that. */
export interface KeyRefusal {
  readonly httpStatus: number
  /** Whether we sent a token; false when the facilitator requires one. */
  readonly hasKey: boolean
  /** How far our clock is ahead of the facilitator's, milliseconds; null without a Date field. */
  readonly clockAheadMs: number | null
}

/** The facilitator, which verifies and settles payments. Network failures are outcomes; no method throws for them. */
export interface Facilitator {
  /** Its URL, or `embedded` for the sandbox. */
  readonly url: string
  /** Moves no money. Safe to repeat. */
  verify(request: FacilitatorRequest, signal: AbortSignal): Promise<VerifyOutcome>
  /** Moves money once. The outcome of a second call for the same authorization is inherently ambiguous. */
  settle(request: FacilitatorRequest, signal: AbortSignal): Promise<SettleOutcome>
  /** Checks that our key is accepted, and our scheme and network are supported. Moves no money. */
  supported(signal: AbortSignal): Promise<SupportedOutcome>
  close(): Promise<void>
}
