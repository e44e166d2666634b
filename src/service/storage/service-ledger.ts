import { startReportRetention } from '#job/report-retention.ts'
import { type LedgerConnection, type OpenLedger, openLedger } from '#store/ledger/open-ledger.ts'
import type { StorageOptions } from './storage.ts'

/**
 * The ledger of the service on either engine, with the periodic deletion of data that it keeps for a limited time.
 * Throws `database_unavailable`.
 */
export function openServiceLedger(
  open: () => LedgerConnection,
  { live, clock, log, wrapLedger }: Omit<StorageOptions, 'random' | 'version'>,
): OpenLedger {
  const opened = openLedger({ open, clock, log, wrap: wrapLedger })
  const stop = startReportRetention({
    ledger: opened.ledger,
    clock,
    log,
    retentionMs: () => live.responseRetentionMs(),
    detailsRetentionMs: () => live.detailsRetentionMs(),
  })
  return {
    ...opened,
    close: () => {
      stop()
      return opened.close()
    },
  }
}
