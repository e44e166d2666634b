/**
 * Whether an account has code: a contract wallet, or a key that delegates to one (EIP-7702). Null: the chain could not be
 * read. Faults of its network are null; nothing here throws for them.
 */
export type AccountHasCode = (address: string, signal: AbortSignal) => Promise<boolean | null>

/** The end of a signature for a wallet that is not deployed yet (ERC-6492): its account has no code, and it may be valid. */
const UNDEPLOYED = '6492'.repeat(16)

/**
 * Whether a contract may vouch for a signature that no key of the payer made. Where the chain says that there is none, the
 * payer is a key holder, and the signature is junk: only the facilitator's time would be spent on it.
 */
export async function mayBeContractWallet(
  { payer, signature }: { readonly payer: string; readonly signature: string },
  hasCode: AccountHasCode | null,
  signal: AbortSignal,
): Promise<boolean> {
  if (hasCode === null || signature.toLowerCase().endsWith(UNDEPLOYED)) return true
  return (await hasCode(payer, signal)) !== false
}
