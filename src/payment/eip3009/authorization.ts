import { isSameAddress } from '#payment/address.ts'
import type { AuthorizationKey } from '#payment/ledger/ledger.ts'
import type { PaymentTerms } from '#payment/terms.ts'
import type { Offer } from '#payment/x402/offer.ts'
import type { PaymentError } from '#payment/x402/payment-error.ts'
import type { Authorization, ParsedPayment, SignatureKind } from '#payment/x402/payment-header.ts'
import type { PaymentRequirements } from '#payment/x402/x402.ts'
import { recoverSigner, type TokenDomain } from './authorization-signer.ts'

/** A restore of the ledger from a backup: authorizations used after the backup are no longer known. Unix seconds. */
export interface RestoreMark {
  readonly restoredAtS: number
  /** No authorization that was used before the restore is valid at this time or later. */
  readonly spentBeforeS: number
}

/**
 * The mark as of `nowS`. A mark in the future was written while the clock was ahead, and would refuse all payments until then;
 * the restore was no later than now.
 */
export function restoreMarkAt(mark: RestoreMark | null, nowS: number): RestoreMark | null {
  if (mark === null || mark.restoredAtS <= nowS) return mark
  return { restoredAtS: nowS, spentBeforeS: mark.spentBeforeS - (mark.restoredAtS - nowS) }
}

export interface AuthorizationContext {
  /** Unix seconds, an integer. */
  readonly nowS: number
  /** Whole seconds that the whole call may take; the authorization must remain valid longer. */
  readonly deadlineS: number
  /** Set when the ledger was restored from a backup. */
  readonly restored?: RestoreMark | null
}

export interface AcceptableAuthorization {
  readonly status: 'acceptable'
  readonly signature: SignatureKind
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
  context: AuthorizationContext,
): Promise<AuthorizationCheck> {
  const [requirement] = offer.accepts
  // This precedes the comparison with the quote. The quote's maxTimeoutSeconds has changed since the restore, so the error
  // of the comparison would hide the reason.
  if (mayBeSpent(payment.authorization, context.restored ?? null)) {
    return { status: 'rejected', error: 'authorization_predates_restore' }
  }
  const difference = requirementMismatch(payment, offer)
  if (difference !== null) return { status: 'rejected', ...difference }
  const error = authorizationError(payment.authorization, requirement, context)
  if (error !== null) return { status: 'rejected', error }
  const isSigned = await isSignedUnder(domainOf(requirement), payment)
  return { status: 'acceptable', signature: isSigned ? 'eoa' : 'contract_wallet' }
}

function requirementMismatch(
  { accepted, resourceUrl }: ParsedPayment,
  offer: Offer,
): { readonly error: PaymentError; readonly field: string } | null {
  const [requirement] = offer.accepts
  if (accepted.scheme !== requirement.scheme)
    return { error: 'invalid_scheme', field: 'accepted.scheme' }
  if (accepted.network !== requirement.network) {
    return { error: 'invalid_network', field: 'accepted.network' }
  }
  const same = {
    amount: accepted.amount === requirement.amount,
    asset: isSameAddress(accepted.asset, requirement.asset),
    payTo: isSameAddress(accepted.payTo, requirement.payTo),
    maxTimeoutSeconds: accepted.maxTimeoutSeconds === requirement.maxTimeoutSeconds,
    extra: isSameExtra(accepted.extra, requirement.extra),
  }
  const different = Object.entries(same).find(([, isSame]) => !isSame)
  if (different !== undefined) {
    return { error: 'invalid_payment_requirements', field: `accepted.${different[0]}` }
  }
  // The payment is for another resource of this service: it must not buy a more expensive or a different call.
  if (resourceUrl !== null && resourceUrl !== offer.resource.url) {
    return { error: 'invalid_payment_requirements', field: 'resource.url' }
  }
  return null
}

function authorizationError(
  authorization: Authorization,
  requirement: PaymentRequirements,
  { nowS, deadlineS }: AuthorizationContext,
): PaymentError | null {
  if (!isSameAddress(authorization.to, requirement.payTo)) {
    return 'invalid_exact_evm_payload_recipient_mismatch'
  }
  if (authorization.value !== BigInt(requirement.amount)) {
    return 'invalid_exact_evm_payload_authorization_value_mismatch'
  }
  if (authorization.validAfter > BigInt(nowS)) {
    return 'invalid_exact_evm_payload_authorization_valid_after'
  }
  const { validBefore } = authorization
  const latest = BigInt(nowS + requirement.maxTimeoutSeconds + MAX_EXTRA_VALIDITY_S)
  if (validBefore <= BigInt(nowS + deadlineS)) {
    return 'invalid_exact_evm_payload_authorization_valid_before'
  }
  return validBefore > latest ? 'authorization_too_long' : null
}

/**
 * Whether the authorization could have been used before the restore. One that becomes valid only after the restore, or
 * expires after `spentBeforeS`, could not.
 */
function mayBeSpent(
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
export const MAX_EXTRA_VALIDITY_S = 3_600

/** The longest validity in seconds that a quote offers, with the largest `limits.deadline_ms`, plus the accepted excess. */
export const MAX_VALIDITY_S = 210 + MAX_EXTRA_VALIDITY_S

/** Returns the EIP-712 domain of the token. */
export function domainOf(requirement: PaymentRequirements): TokenDomain {
  return {
    name: String(requirement.extra['name']),
    version: String(requirement.extra['version']),
    chainId: Number(requirement.network.slice('eip155:'.length)),
    verifyingContract: `0x${requirement.asset.slice(2)}`,
  }
}

/** Whether the payer's own key signed the authorization for the token of these terms. */
export function isSignedByPayer(
  payment: SignedAuthorization,
  { name, version, chainId, asset }: PaymentTerms,
): Promise<boolean> {
  return isSignedUnder({ name, version, chainId, verifyingContract: asset }, payment)
}

type SignedAuthorization = Pick<ParsedPayment, 'authorization' | 'signature'>

/** Only a contract can accept other signatures: longer ones, and 65 bytes that the payer's key did not sign. */
async function isSignedUnder(
  domain: TokenDomain,
  { authorization, signature }: SignedAuthorization,
): Promise<boolean> {
  // Without this check the digest of each would be computed, which costs as much as a recovery.
  if (signature.length !== KEY_SIGNATURE_CHARS) return false
  return (await recoverSigner(domain, authorization, signature)) === authorization.from
}

/** `0x` and 65 bytes in hex. */
const KEY_SIGNATURE_CHARS = 2 + 2 * 65

/** Network and asset of our own offer. */
export type PaymentAsset = Pick<PaymentRequirements, 'network' | 'asset'>

/** Returns the ledger key of a payment with this network and asset. */
export function keyOf({ authorization }: ParsedPayment, asset: PaymentAsset): AuthorizationKey {
  return {
    network: asset.network,
    asset: asset.asset.toLowerCase(),
    payer: authorization.from.toLowerCase(),
    nonce: authorization.nonce,
  }
}

/**
 * Returns the ledger key under which a payment may have been used here. The service may have sold on another network or for
 * another asset then, and a returning buyer must not be asked to pay again. A key that the ledger does not contain
 * leads to the check against our offer, which refuses it.
 */
export function earlierKeyOf(payment: ParsedPayment, ours: PaymentAsset): AuthorizationKey {
  const { network, asset } = payment.accepted
  const isPossible = /^eip155:\d+$/.test(network) && /^0x[0-9a-fA-F]{40}$/.test(asset)
  return keyOf(payment, isPossible ? { network, asset } : ours)
}

type Extra = PaymentRequirements['extra']

/**
 * Members that we do not know are ignored, as by the official packages: a wallet may add its own, and the facilitator gets only
 * our copy. Two of them name another way to move the money than the signed authorization.
 */
function isSameExtra(accepted: Extra, ours: Extra): boolean {
  const { assetTransferMethod = 'eip3009', paymentFlow } = accepted
  return (
    Object.keys(ours).every((key) => accepted[key] === ours[key]) &&
    assetTransferMethod === 'eip3009' &&
    paymentFlow === undefined
  )
}
