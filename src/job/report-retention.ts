import type { Ledger } from '#payment/ledger/ledger.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'

/** Milliseconds between deletions. Reports are the buyer's data, and are deleted within the hours of the settings. */
const PURGE_INTERVAL_MS = 10 * 60_000

/**
 * How long a report without a payment identifier can be fetched again after its settlement (design.md row 12). Its
 * header can be rebuilt from public calldata, so only the body is secret.
 */
export const UNNAMED_RETENTION_MS = 15 * 60_000

/** Deletes old stored reports and old details of calls, now and periodically. Returns the function that stops it. */
export function startReportRetention(options: {
  readonly ledger: Pick<Ledger, 'forgetReports' | 'forgetResults'>
  readonly clock: Clock
  readonly log: Log
  readonly retentionMs: () => number
  /** How long hosts, verdicts and finding codes of calls are kept. */
  readonly detailsRetentionMs: () => number
}): () => void {
  const { ledger, clock, log, retentionMs, detailsRetentionMs } = options
  let cancel = () => {}
  let closed = false
  const deleteExpired = async () => {
    try {
      const now = clock.now()
      await ledger.forgetReports(now - retentionMs(), now - UNNAMED_RETENTION_MS)
      await ledger.forgetResults(now - detailsRetentionMs())
    } catch (error) {
      // The disk may be full or locked: the next round tries again.
      log.error('reports_not_forgotten', { error })
    }
    if (!closed) cancel = clock.after(PURGE_INTERVAL_MS, () => void deleteExpired())
  }
  void deleteExpired()
  return () => {
    closed = true
    cancel()
  }
}
