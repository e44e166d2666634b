import type { Hex } from 'viem'

/**
 * Whether an account has code: it is a contract wallet, or delegates to a contract (EIP-7702). Null when the chain could
 * not be read; network failures never throw.
 */
export type AccountHasCode = (address: string, signal: AbortSignal) => Promise<boolean | null>

/**
 * Suffix of a signature for a wallet that is not deployed yet (ERC-6492): its account has no code, and yet the signature
 * may be valid.
 */
const ERC6492_SUFFIX = '6492'.repeat(16)

/**
 * Whether a contract may accept a signature that the payer's key did not make. If the account has no code, the payer is
 * an EOA and the signature is invalid: verifying it would only waste the facilitator's time.
 */
export async function mayBeContractWallet(
  { payer, signature }: { readonly payer: string; readonly signature: Hex },
  hasCode: AccountHasCode | null,
  signal: AbortSignal,
): Promise<boolean> {
  if (hasCode === null || signature.endsWith(ERC6492_SUFFIX)) return true
  return (await hasCode(payer, signal)) !== false
}
