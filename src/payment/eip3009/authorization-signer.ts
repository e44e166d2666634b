import { LRUCache } from 'lru-cache'
import type { Address, Hex } from 'viem'
import { hashTypedData } from 'viem/utils'
import type { Authorization } from '#payment/x402/payment-header.ts'
import { signerOf } from './signer-of.ts'

/** EIP-712 domain of the token that an authorization moves. */
export interface TokenDomain {
  readonly name: string
  readonly version: string
  readonly chainId: number
  readonly verifyingContract: Address
}

/** The struct that is signed under EIP-3009. */
export const transferWithAuthorizationTypes = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

// Hashing costs as much as a recovery, and the service and the simulated token both need the digest of a sandbox
// payment.
const MAX_REMEMBERED = 256
const digests = new LRUCache<string, Hex>({ max: MAX_REMEMBERED })

/** Returns the address that signed an authorization, checksummed; null when no key made `signature` (`signerOf`). */
export async function recoverSigner(
  domain: TokenDomain,
  authorization: Authorization,
  signature: Hex,
): Promise<Address | null> {
  return signerOf(digestOf(domain, authorization), signature)
}

/** Returns the EIP-712 digest that the payer's key signs. Throws for values that do not fit their types. */
function digestOf(domain: TokenDomain, authorization: Authorization): Hex {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const { name, version, chainId, verifyingContract } = domain
  const message = { from, to, value, validAfter, validBefore, nonce }
  const key = JSON.stringify([
    [name, version, chainId, verifyingContract],
    Object.values(message).map(String),
  ])
  const digest =
    digests.get(key) ??
    hashTypedData({
      domain: { name, version, chainId, verifyingContract },
      types: transferWithAuthorizationTypes,
      primaryType: 'TransferWithAuthorization',
      message,
    })
  digests.set(key, digest)
  return digest
}
