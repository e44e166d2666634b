import { Fault } from '#fault.ts'
import type { Ledger, LedgerEntry } from '#payment/ledger/ledger.ts'
import type { Clock } from '#runtime/clock.ts'
import { receiptOf } from './resolve-outcome.ts'

/** The operator's finding on the chain. */
export type OperatorVerdict =
  | { readonly status: 'paid'; readonly transaction: string }
  | { readonly status: 'never' }

/** `moved`: the outcome has become known meanwhile. Nothing was changed unless it is `resolved`. */
export type ManualResolution = 'resolved' | 'no_transaction' | 'too_early' | 'moved'

const TRANSACTION = /^0x[0-9a-f]{64}$/i
// The clocks of the chain and of this machine differ, and a block with the transfer may still be reorganised.
const EXPIRY_MARGIN_MS = 10 * 60_000

/**
 * Records the operator's decision about an unknown call. `never` is accepted only after the authorization has expired:
 * before that, anyone who has seen it can still send it to the chain. It stays consumed either way.
 */
export async function resolveManually(
  { ledger, clock }: { readonly ledger: Ledger; readonly clock: Clock },
  entry: LedgerEntry,
  verdict: OperatorVerdict,
): Promise<ManualResolution> {
  const now = clock.now()
  if (verdict.status === 'paid' && !TRANSACTION.test(verdict.transaction)) return 'no_transaction'
  if (verdict.status === 'never' && now < expiresAtMs(entry)) return 'too_early'
  if (entry.state !== 'unknown') return 'moved'
  try {
    if (verdict.status === 'never') await ledger.refused(entry.key, now, 'resolved_by_operator')
    else await ledger.settled(entry.key, now, receiptOf(entry, verdict.transaction.toLowerCase()))
    return 'resolved'
  } catch (error) {
    if (error instanceof Fault && error.code === 'ledger_transition') return 'moved'
    throw error
  }
}

/** When the authorization has certainly expired on the chain, epoch milliseconds; infinity for one that never expires. */
export function expiresAtMs({ validBefore }: Pick<LedgerEntry, 'validBefore'>): number {
  const ms = validBefore * 1_000n
  return ms > BigInt(Number.MAX_SAFE_INTEGER)
    ? Number.POSITIVE_INFINITY
    : Number(ms) + EXPIRY_MARGIN_MS
}
