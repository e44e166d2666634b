export type Action = 'sign_anew' | 'fetch_report' | 'fund' | 'fix_clock' | 'fix_client' | 'wait'

/** What a buyer should do about a rejected payment. */
export interface Rejection {
  readonly action: Action
  readonly advice: string
  /** Codes of this service and of facilitators; a facilitator's code is passed on unchanged. */
  readonly codes: Readonly<Record<string, string>>
}

const usedBefore = 'invalid_exact_evm_nonce_already_used'

/**
 * Every code that the `error` of a 402 may have besides `payment_required`, grouped by the buyer's action: the codes
 * of the x402 specification and of the official EVM package, with their meaning.
 */
export const rejections: readonly Rejection[] = [
  {
    action: 'sign_anew',
    advice: 'This request took no money. Sign a new authorization for the quote of this 402.',
    codes: {
      [usedBefore]: 'the authorization was used before, by a call here or on the chain',
      invalid_exact_evm_payload_authorization_valid_before:
        'validBefore is past or before the call may end; with a fresh signature check the clock',
      authorization_too_long:
        'validBefore is more than an hour beyond maxTimeoutSeconds of the quote; with a fresh signature check the clock',
      authorization_predates_restore:
        'the ledger was restored from a backup, and this authorization may have been used before; a new one for the maxTimeoutSeconds of this quote is accepted',
      invalid_payment_requirements:
        'a field of accepted, or the resource, differs from the quote; extensions.payment-error names it',
      invalid_exact_evm_payload_authorization_value: 'the value is not the amount of the quote',
      invalid_exact_evm_payload_authorization_value_mismatch:
        'the value is not the amount of the quote',
      invalid_exact_evm_payload_authorization_value_too_low:
        'the value is below the amount of the quote',
      invalid_exact_evm_authorization_value: 'the value is not the amount of the quote',
      invalid_exact_evm_payload_recipient_mismatch: 'the recipient is not payTo of the quote',
      invalid_exact_evm_recipient_mismatch: 'the recipient is not payTo of the quote',
    },
  },
  {
    action: 'fetch_report',
    advice:
      'Use the report that this payment bought, and do not sign anew unless you want a new check.',
    codes: {
      [usedBefore]:
        'the payment was settled and its report was handed out; extensions.payment-error names the transaction, and how to get the report again',
    },
  },
  {
    action: 'fund',
    advice: 'Fund the payer with the asset of the quote, then sign a new authorization.',
    codes: {
      insufficient_funds: 'the balance of the payer is below the amount',
      invalid_exact_evm_insufficient_balance: 'the balance of the payer is below the amount',
      insufficient_balance: 'the balance of the payer is below the amount',
    },
  },
  {
    action: 'fix_clock',
    advice: 'Set the clock of the client, then sign a new authorization.',
    codes: {
      invalid_exact_evm_payload_authorization_valid_after: 'the authorization is not valid yet',
    },
  },
  {
    action: 'fix_client',
    advice:
      'The client signs or encodes wrongly, or its wallet is refused. Do not repeat it unchanged.',
    codes: {
      invalid_x402_version: 'this service accepts x402 V2: x402Version 2 in PAYMENT-SIGNATURE',
      invalid_payload:
        'the payment is malformed: extensions.payment-error names the member; without one, the facilitator could not read it',
      unexpected_verify_error: 'the facilitator rejected the payment and gave no reason',
      self_payment: 'payer and recipient are the same wallet: pay from another one',
      self_send: 'payer and recipient are the same wallet: pay from another one',
      invalid_scheme: 'the scheme is not exact',
      unsupported_scheme: 'the scheme is not exact',
      invalid_exact_evm_scheme: 'the scheme is not exact',
      unsupported_payload_type: 'the payload is not an EIP-3009 authorization',
      invalid_network: 'the network is not that of the quote',
      invalid_exact_evm_network_mismatch: 'the network is not that of the quote',
      asset_not_deployed_contract: 'the asset is not a contract on this network',
      invalid_exact_evm_missing_eip712_domain: 'extra.name or extra.version is missing',
      invalid_exact_evm_token_name_mismatch: 'extra.name is not that of the token',
      invalid_exact_evm_token_version_mismatch: 'extra.version is not that of the token',
      invalid_exact_evm_eip3009_not_supported: 'the token does not support EIP-3009',
      invalid_exact_evm_signature: 'the signature is not of the payer',
      invalid_exact_evm_payload_signature:
        'the signature is not of the payer under the EIP-712 domain with name and version of accepted.extra, chainId of the network and the asset as verifyingContract, or it has the higher of its two values of s',
      invalid_exact_evm_payload_signature_address: 'the signature is not of the payer',
      invalid_exact_evm_failed_to_parse_signature: 'the signature cannot be read',
      invalid_exact_evm_payload_authorization_typed_data_message:
        'the signed message is not the authorization',
      invalid_exact_evm_payload_authorization_from_address_kyt:
        'the facilitator refuses this wallet; use another one',
      invalid_exact_evm_payload_authorization_to_address_kyt:
        'the facilitator refuses the recipient',
      eip6492_factory_not_allowed: 'the facilitator refuses the factory of this contract wallet',
    },
  },
  {
    action: 'wait',
    advice: 'Retry with a new authorization after a minute.',
    codes: {
      invalid_exact_evm_transaction_simulation_failed: 'the transfer would fail on the chain now',
    },
  },
]

interface Remedy {
  readonly action: Action
  readonly message: string
}

/**
 * What the buyer should do about a code, and why; null for `payment_required`, which rejects nothing. `action` selects
 * among the actions of a code that has two.
 */
export function remedyFor(code: string, action: Action | null = null): Remedy | null {
  if (code === 'payment_required') return null
  const rejection = rejections.find(
    ({ codes, ...about }) =>
      Object.hasOwn(codes, code) && about.action === (action ?? about.action),
  )
  const meaning = rejection?.codes[code]
  if (rejection === undefined || meaning === undefined) return unknownCode(code)
  const sentence = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}.`
  return { action: rejection.action, message: `${sentence} ${rejection.advice}` }
}

function unknownCode(code: string): Remedy {
  return {
    action: 'fix_client',
    message: `The facilitator rejected this payment with its code ${code}. No money moved. Do not repeat it unchanged.`,
  }
}
