import type { Ledger } from '#payment/ledger/ledger.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'

/** Milliseconds between deletions. Reports are the buyer's data, and are deleted within the hours of the settings. */
const FORGET_EVERY_MS = 10 * 60_000

/**
 * How long a report without a payment identifier can be fetched again after its settlement (design.md row 12). Its
 * header can be rebuilt from public calldata, so only the body is secret.
 */
export const UNNAMED_KEPT_MS = 15 * 60_000

/** Deletes old stored reports and old details of calls, now and periodically. Returns the function that stops it. */
export function forgetReports(options: {
  readonly ledger: Pick<Ledger, 'forgetReports' | 'forgetResults'>
  readonly clock: Clock
  readonly log: Log
  readonly keptMs: () => number
  /** How long hosts, verdicts and finding codes of calls are kept. */
  readonly detailsKeptMs: () => number
}): () => void {
  const { ledger, clock, log, keptMs, detailsKeptMs } = options
  let cancel = () => {}
  let closed = false
  const forget = async () => {
    try {
      const now = clock.now()
      await ledger.forgetReports(now - keptMs(), now - UNNAMED_KEPT_MS)
      await ledger.forgetResults(now - detailsKeptMs())
    } catch (error) {
      // The disk may be full or locked: the next round tries again.
      log.error('reports_not_forgotten', { error })
    }
    if (!closed) cancel = clock.after(FORGET_EVERY_MS, () => void forget())
  }
  void forget()
  return () => {
    closed = true
    cancel()
  }
}
