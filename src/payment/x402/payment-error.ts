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
