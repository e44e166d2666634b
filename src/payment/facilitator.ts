import type { PaymentPayload, PaymentRequirements, SettlementResponse } from '#payment/x402/x402.ts'

/** One authorization and our own requirement: never the client's `accepted`. */
export interface FacilitatorRequest {
  readonly paymentPayload: PaymentPayload
  readonly paymentRequirements: PaymentRequirements
}

export type VerifyOutcome =
  | { readonly status: 'valid'; readonly payer: string }
  | { readonly status: 'invalid'; readonly reason: string }
  /** `isRateLimit`: it answers, and asked us to call less often. */
  | { readonly status: 'unavailable'; readonly detail: string; readonly isRateLimit?: boolean }

/**
 * `settled`: the money moved, and the receipt says so for our payer, network and amount. `refused`: it definitively did
 * not. `unknown`: it may have moved: hold the authorization, never quote again (x402.md, "Three classes").
 */
export type SettleOutcome =
  | { readonly status: 'settled'; readonly receipt: SettlementResponse }
  | { readonly status: 'refused'; readonly reason: string; readonly receipt: SettlementResponse }
  | { readonly status: 'unknown'; readonly detail: string; readonly transaction: string | null }

export type SupportedOutcome =
  | { readonly status: 'supported' }
  | { readonly status: 'unsupported'; readonly detail: string }
  | ({ readonly status: 'unauthorized' } & KeyRefusal)
  | { readonly status: 'unavailable'; readonly detail: string }

/** It is up, and turns us away: only the operator can mend that. */
export interface KeyRefusal {
  readonly httpStatus: number
  /** Whether we sent a token; else it wants one. */
  readonly keyed: boolean
  /** How far our clock is ahead of the facilitator's, milliseconds; null where it does not tell the time. */
  readonly clockAheadMs: number | null
}

/** The counterparty that checks and moves money. Faults of its network are outcomes; nothing here throws for them. */
export interface Facilitator {
  /** Its URL, or `embedded` for the sandbox. */
  readonly url: string
  /** Moves nothing. Safe to repeat. */
  verify(request: FacilitatorRequest, signal: AbortSignal): Promise<VerifyOutcome>
  /** Moves money once. A second call for one authorization is ambiguous by nature. */
  settle(request: FacilitatorRequest, signal: AbortSignal): Promise<SettleOutcome>
  /** Whether it lets us in, and serves our scheme and network. Moves nothing. */
  supported(signal: AbortSignal): Promise<SupportedOutcome>
  close(): Promise<void>
}
