import type { Log } from '#runtime/log.ts'
import { type Unavailable, unavailable } from './outcome.ts'

/**
 * Runs work on the ledger before the tool runs. If it fails, the state of the payment is not known, so the response can be neither
 * a 402 nor a report: sending the same payment again is correct in every case.
 */
export async function tryLedger<T>(
  log: Log,
  work: () => Promise<T>,
  otherwise = unavailable('ledger_unavailable'),
): Promise<T | Unavailable> {
  try {
    return await work()
  } catch (error) {
    log.error('ledger_failed', { error })
    return otherwise
  }
}
