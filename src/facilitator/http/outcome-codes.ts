/**
 * Reasons that prove that no money moved, whatever the HTTP status: those of the specification (section 9), of the
 * official EVM package, and of large hosted facilitators. With any other response to a settle attempt a transfer may
 * have happened: nonce used, simulation or transaction failed, still pending, unexpected error, an unknown code.
 */
const definitiveReasons: ReadonlySet<string> = new Set([
  'insufficient_funds',
  'invalid_exact_evm_insufficient_balance',
  'invalid_payload',
  'invalid_payment_requirements',
  'invalid_x402_version',
  'invalid_scheme',
  'unsupported_scheme',
  'unsupported_payload_type',
  'invalid_exact_evm_scheme',
  'invalid_network',
  'invalid_exact_evm_network_mismatch',
  'asset_not_deployed_contract',
  'invalid_exact_evm_missing_eip712_domain',
  'invalid_exact_evm_token_name_mismatch',
  'invalid_exact_evm_token_version_mismatch',
  'invalid_exact_evm_eip3009_not_supported',
  'invalid_exact_evm_recipient_mismatch',
  'invalid_exact_evm_payload_recipient_mismatch',
  'invalid_exact_evm_signature',
  'invalid_exact_evm_failed_to_parse_signature',
  'invalid_exact_evm_payload_signature',
  'invalid_exact_evm_payload_signature_address',
  'invalid_exact_evm_payload_authorization_typed_data_message',
  'invalid_exact_evm_payload_authorization_from_address_kyt',
  'invalid_exact_evm_payload_authorization_to_address_kyt',
  'invalid_exact_evm_authorization_value',
  'invalid_exact_evm_payload_authorization_value',
  'invalid_exact_evm_payload_authorization_value_too_low',
  'invalid_exact_evm_payload_authorization_value_mismatch',
  'invalid_exact_evm_payload_authorization_valid_after',
  'invalid_exact_evm_payload_authorization_valid_before',
  'eip6492_factory_not_allowed',
])

/** Whether a refusal with this reason proves that no money moved. */
export function isDefinitive(reason: string): boolean {
  return definitiveReasons.has(reason)
}

/** Further reasons with which verify, which moves no money, may reject a payment. */
const verifyRejections: ReadonlySet<string> = new Set([
  'invalid_exact_evm_nonce_already_used',
  'invalid_exact_evm_transaction_simulation_failed',
])

/** Whether this reason is one with which `verify` rejects a payment, and not a failure of the facilitator. */
export function isVerifyRejection(reason: string): boolean {
  return definitiveReasons.has(reason) || verifyRejections.has(reason)
}

// Words of codes for failures of the facilitator itself, or of its node, gas or wallet.
const FAILURE =
  /(?:^|_)(?:unexpected|internal|server|timeout|timed_out|unavailable|overloaded|busy|gas|rpc|network_error)(?:_|$)/
// Words of codes for a decision that is only delayed.
const DELAY =
  /(?:^|_)(?:rate_limit|rate_limited|too_many_requests|pending|in_progress|retry|duplicate_settlement)(?:_|$)/

/**
 * Whether the facilitator reports a failure of its own (`failure`) or cannot decide yet (`delay`), and not a bad payment: a new
 * signature would not help the buyer. Null for a rejection.
 */
export function hindranceOf(reason: string): 'failure' | 'delay' | null {
  if (isVerifyRejection(reason)) return null
  if (DELAY.test(reason)) return 'delay'
  return FAILURE.test(reason) ? 'failure' : null
}

/** Whether the authorization is used, by our transfer or by another. */
export function isNonceUsed(reason: string): boolean {
  return /(?:^|_)(?:nonce|authorization)_(?:is_)?(?:already_)?used$/.test(reason)
}

// The longest known code has 76 characters. The code is copied into our own 402, so anything but a code is dropped.
const CODE = /^[a-z][a-z0-9_]{0,95}$/

/** Returns a facilitator's reason as a code that is safe to repeat to a buyer; `unexpected_verify_error` when it is not a code. */
export function codeOf(reason: string): string {
  return CODE.test(reason) ? reason : NO_REASON
}

// The code of the specification for a rejection without one.
const NO_REASON = 'unexpected_verify_error'
