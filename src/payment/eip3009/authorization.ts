import { isSameAddress } from '#payment/address.ts'
import type { AuthorizationKey } from '#payment/ledger/ledger.ts'
import type { PaymentTerms } from '#payment/terms.ts'
import type { Offer } from '#payment/x402/offer.ts'
import type { PaymentError } from '#payment/x402/payment-error.ts'
import type { Authorization, ParsedPayment } from '#payment/x402/payment-header.ts'
import type { PaymentRequirements } from '#payment/x402/x402.ts'
import { recoverSigner, type TokenDomain } from './authorization-signer.ts'

/** A restore of the ledger from a backup: authorizations used after the backup are no longer known. Unix seconds. */
export interface RestoreMark {
  readonly restoredAtS: number
  /** No authorization that was used before the restore is valid at this time or later. */
  readonly spentBeforeS: number
}

export interface AuthorizationCircumstances {
  /** Unix seconds. */
  readonly nowS: number
  /** Seconds that the whole call may take; the authorization must remain valid longer. */
  readonly deadlineS: number
  /** Set when the ledger was restored from a backup. */
  readonly restored?: RestoreMark | null
  /**
   * `facilitator` (default) leaves a signature that does not recover to the payer to the facilitator, which can call
   * the payer's contract (ERC-1271, ERC-6492); `refused` accepts only EOAs.
   */
  readonly contractWallets?: 'facilitator' | 'refused'
}

export interface AcceptableAuthorization {
  readonly status: 'acceptable'
  readonly key: AuthorizationKey
  /** Checksummed. */
  readonly payer: string
  /** `eoa`: signed by the payer's own key. `contract_wallet`: only the facilitator can verify it. */
  readonly signature: 'eoa' | 'contract_wallet'
}

export type AuthorizationCheck =
  | AcceptableAuthorization
  /** `field`: the part of `accepted`, or `resource.url`, that differs from the quote. */
  | { readonly status: 'rejected'; readonly error: PaymentError; readonly field?: string }

/**
 * Checks everything about a payment that needs neither chain nor ledger. The signature covers the authorization
 * only, so the client's copy of requirement and resource is compared with our own offer here, and only our own copy
 * is used from here on.
 */
export async function checkAuthorization(
  payment: ParsedPayment,
  offer: Offer,
  circumstances: AuthorizationCircumstances,
): Promise<AuthorizationCheck> {
  const [requirement] = offer.accepts
  // This precedes the comparison with the quote. The quote's maxTimeoutSeconds has changed since the restore, so the error
  // of the comparison would hide the reason.
  if (mayBeUsed(payment.authorization, circumstances.restored ?? null)) {
    return { status: 'rejected', error: 'authorization_predates_restore' }
  }
  const differs = mismatch(payment, offer)
  if (differs !== null) return { status: 'rejected', ...differs }
  const error = misfit(payment.authorization, requirement, circumstances)
  if (error !== null) return { status: 'rejected', error }
  const signature = await signerOf(payment, requirement)
  if (signature === 'contract_wallet' && circumstances.contractWallets === 'refused') {
    return { status: 'rejected', error: 'invalid_exact_evm_payload_signature' }
  }
  const payer = payment.authorization.from
  return { status: 'acceptable', key: keyOf(payment, requirement), payer, signature }
}

function mismatch(
  { accepted, resourceUrl }: ParsedPayment,
  offer: Offer,
): { readonly error: PaymentError; readonly field: string } | null {
  const [own] = offer.accepts
  if (accepted.scheme !== own.scheme) return { error: 'invalid_scheme', field: 'accepted.scheme' }
  if (accepted.network !== own.network) {
    return { error: 'invalid_network', field: 'accepted.network' }
  }
  const same = {
    amount: accepted.amount === own.amount,
    asset: isSameAddress(accepted.asset, own.asset),
    payTo: isSameAddress(accepted.payTo, own.payTo),
    maxTimeoutSeconds: accepted.maxTimeoutSeconds === own.maxTimeoutSeconds,
    extra: hasSameEntries(accepted.extra, own.extra),
  }
  const differs = Object.entries(same).find(([, isSame]) => !isSame)
  if (differs !== undefined) {
    return { error: 'invalid_payment_requirements', field: `accepted.${differs[0]}` }
  }
  // The payment is for another resource of this service: it must not buy a more expensive or a different call.
  if (resourceUrl !== null && resourceUrl !== offer.resource.url) {
    return { error: 'invalid_payment_requirements', field: 'resource.url' }
  }
  return null
}

function misfit(
  authorization: Authorization,
  own: PaymentRequirements,
  { nowS, deadlineS }: AuthorizationCircumstances,
): PaymentError | null {
  if (!isSameAddress(authorization.to, own.payTo)) {
    return 'invalid_exact_evm_payload_recipient_mismatch'
  }
  if (authorization.value !== BigInt(own.amount)) {
    return 'invalid_exact_evm_payload_authorization_value_mismatch'
  }
  if (authorization.validAfter > BigInt(Math.floor(nowS))) {
    return 'invalid_exact_evm_payload_authorization_valid_after'
  }
  const { validBefore } = authorization
  const latest = BigInt(Math.floor(nowS) + own.maxTimeoutSeconds + LONGER_THAN_OFFERED_S)
  if (validBefore <= BigInt(Math.ceil(nowS + deadlineS))) {
    return 'invalid_exact_evm_payload_authorization_valid_before'
  }
  return validBefore > latest ? 'authorization_too_long' : null
}

/**
 * Whether the authorization could have been used before the restore. One that becomes valid only after the restore, or
 * expires after `spentBeforeS`, could not.
 */
function mayBeUsed(
  { validAfter, validBefore }: Authorization,
  restored: RestoreMark | null,
): boolean {
  return (
    restored !== null &&
    validAfter <= BigInt(restored.restoredAtS) &&
    validBefore <= BigInt(restored.spentBeforeS)
  )
}

/**
 * Seconds by which the validity of an authorization may exceed `maxTimeoutSeconds`. Until a used authorization expires,
 * its unknown outcome cannot be resolved without a chain: a buyer who signs one that never expires, and cancels it, would
 * leave the outcome unknown forever.
 */
export const LONGER_THAN_OFFERED_S = 3_600

/** The longest validity in seconds that a quote offers, with the largest `limits.deadline_ms`, plus the accepted excess. */
export const LONGEST_VALIDITY_S = 210 + LONGER_THAN_OFFERED_S

async function signerOf(
  { authorization, signature }: ParsedPayment,
  own: PaymentRequirements,
): Promise<'eoa' | 'contract_wallet'> {
  if (signature.length !== KEY_SIGNATURE_CHARS) return 'contract_wallet'
  // A contract may still accept 65 bytes that the payer's key did not sign.
  const signer = await recoverSigner(domainOf(own), authorization, signature)
  return signer === authorization.from ? 'eoa' : 'contract_wallet'
}

/** Returns the EIP-712 domain of the token. */
export function domainOf(own: PaymentRequirements): TokenDomain {
  return {
    name: String(own.extra['name']),
    version: String(own.extra['version']),
    chainId: Number(own.network.slice('eip155:'.length)),
    verifyingContract: `0x${own.asset.slice(2)}`,
  }
}

/** Whether the payer's own key signed the authorization for the token of these terms. */
export async function isSignedByPayer(
  { authorization, signature }: Pick<ParsedPayment, 'authorization' | 'signature'>,
  { name, version, chainId, asset }: PaymentTerms,
): Promise<boolean> {
  if (signature.length !== KEY_SIGNATURE_CHARS) return false
  const domain = { name, version, chainId, verifyingContract: asset }
  return (await recoverSigner(domain, authorization, signature)) === authorization.from
}

/** `0x` and 65 bytes in hex. */
const KEY_SIGNATURE_CHARS = 2 + 2 * 65

/** Network and asset of our own offer. */
export type OurMoney = Pick<PaymentRequirements, 'network' | 'asset'>

/** Returns the ledger key of a payment. Network and asset are our own, not the client's. */
export function keyOf({ authorization }: ParsedPayment, own: OurMoney): AuthorizationKey {
  return {
    network: own.network.toLowerCase(),
    asset: own.asset.toLowerCase(),
    payer: authorization.from.toLowerCase(),
    nonce: authorization.nonce,
  }
}

function hasSameEntries(
  one: Readonly<Record<string, unknown>>,
  other: Readonly<Record<string, unknown>>,
): boolean {
  const keys = Object.keys(other)
  return (
    Object.keys(one).length === keys.length &&
    keys.every((key) => Object.hasOwn(one, key) && one[key] === other[key])
  )
}
