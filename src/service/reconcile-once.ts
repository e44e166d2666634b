import { join } from 'node:path'
import { type ReconcileCounts, reconcileOnce } from '#job/reconcile/reconciler.ts'
import { DATABASE_NAME, openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { type FacilitatorOptions, openFacilitator, settlementLookup } from './open-facilitator.ts'

export interface ReconcileOptions extends FacilitatorOptions {
  /** Ends the pass early; what was cut is asked again later. */
  readonly signal: AbortSignal
}

/** One pass of the reconciler over the ledger of the settings, beside a running service or without one. Throws the Faults of `store/`. */
export async function reconcileLocally(options: ReconcileOptions): Promise<ReconcileCounts> {
  const { settings, clock, log } = options
  const database = openDatabase({ file: join(settings.dataDir, DATABASE_NAME) })
  const facilitator = openFacilitator(options)
  try {
    return await reconcileOnce(
      {
        ledger: createLedger(database),
        facilitator,
        lookUp: settlementLookup(settings),
        clock,
        log,
        deadlineMs: settings.limits.deadlineMs,
        settleTimeoutMs: settings.facilitator.settleTimeoutMs,
      },
      options.signal,
    )
  } finally {
    await facilitator.close()
    database.close()
  }
}
