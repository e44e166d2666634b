import type { Action } from './rejections.ts'

/**
 * Codes with which our own checks reject a payment: those of the x402 specification (section 9),
 * `invalid_exact_evm_nonce_already_used` of the official EVM package for a spent authorization, and
 * `authorization_*`, for which neither has a code. A facilitator's own code is passed on unchanged.
 */
export type PaymentError =
  | 'invalid_x402_version'
  | 'invalid_payload'
  | 'invalid_scheme'
  | 'invalid_network'
  | 'invalid_payment_requirements'
  | 'invalid_exact_evm_payload_recipient_mismatch'
  | 'invalid_exact_evm_payload_authorization_value_mismatch'
  | 'invalid_exact_evm_payload_authorization_valid_after'
  | 'invalid_exact_evm_payload_authorization_valid_before'
  | 'invalid_exact_evm_payload_signature'
  | 'invalid_exact_evm_nonce_already_used'
  | 'authorization_too_long'
  | 'authorization_predates_restore'

/** What the extension `payment-error` of a 402 says beside the code. Absent members come from `rejections`. */
export interface PaymentErrorDetails {
  /** The member of the payment that is wrong, or differs from the quote. */
  readonly field?: string | undefined
  readonly action?: Action
  /** Full sentences: what happened, and what to do. */
  readonly message?: string
  /** The transaction that settled this payment before. */
  readonly transaction?: string
  /** RFC 3339: when the report of this payment was handed out. */
  readonly reportSentAt?: string
}
