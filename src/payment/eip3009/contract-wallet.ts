/**
 * Whether an account has code: a contract wallet, or a key that delegates to one (EIP-7702). Null: the chain could
 * not be read. Network failures are null; it never throws for them.
 */
export type AccountHasCode = (address: string, signal: AbortSignal) => Promise<boolean | null>

/**
 * The end of a signature for a wallet that is not deployed yet (ERC-6492): its account has no code, and the
 * signature may be valid.
 */
const UNDEPLOYED = '6492'.repeat(16)

/**
 * Whether a contract may accept a signature that the payer's key did not make. If the chain shows no contract, the
 * payer is a key holder and the signature is invalid: it would only waste the facilitator's time.
 */
export async function mayBeContractWallet(
  { payer, signature }: { readonly payer: string; readonly signature: string },
  hasCode: AccountHasCode | null,
  signal: AbortSignal,
): Promise<boolean> {
  if (hasCode === null || signature.toLowerCase().endsWith(UNDEPLOYED)) return true
  return (await hasCode(payer, signal)) !== false
}
