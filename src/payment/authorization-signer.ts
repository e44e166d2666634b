import type { Address, Hex } from 'viem'
import { recoverTypedDataAddress } from 'viem/utils'
import type { Authorization } from './payment-header.ts'

/** EIP-712 domain of the token that an authorization moves. */
export interface TokenDomain {
  readonly name: string
  readonly version: string
  readonly chainId: number
  readonly verifyingContract: Address
}

/** The struct that EIP-3009 has signed. */
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

// A recovery costs about 1.7 ms, and one sandbox payment is asked for its signer by us and again by the play token.
const MAX_REMEMBERED = 256
const remembered = new Map<string, Promise<Address>>()

/**
 * Who signed an authorization, checksummed. `signature` is 65 bytes; rejects when they are no signature at all. The
 * answer depends on nothing but the question, so the latest ones are remembered.
 */
export function recoverSigner(
  domain: TokenDomain,
  authorization: Authorization,
  signature: Hex,
): Promise<Address> {
  const { from, to, value, validAfter, validBefore, nonce } = authorization
  const { name, version, chainId, verifyingContract } = domain
  const message = { from, to, value, validAfter, validBefore, nonce }
  const question = JSON.stringify([
    [name, version, chainId, verifyingContract],
    Object.values(message).map(String),
    signature,
  ])
  const known = remembered.get(question)
  if (known !== undefined) return known
  const answer = recoverTypedDataAddress({
    domain: { name, version, chainId, verifyingContract },
    types: transferWithAuthorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message,
    signature,
  })
  remembered.set(question, answer)
  for (const oldest of remembered.keys()) {
    if (remembered.size <= MAX_REMEMBERED) break
    remembered.delete(oldest)
  }
  return answer
}
