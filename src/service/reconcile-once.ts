import { join } from 'node:path'
import { type ReconcileCounts, reconcileOnce, staleAfterMs } from '#job/reconcile/reconciler.ts'
import type { Log } from '#runtime/log.ts'
import type { Runtime } from '#runtime/runtime.ts'
import type { Settings } from '#settings/settings.ts'
import { DATABASE_NAME, openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { settlementLookup } from './open-facilitator.ts'

export interface ReconcileOptions extends Pick<Runtime, 'clock' | 'log'> {
  readonly settings: Settings
  /** Ends the pass early; interrupted lookups are repeated later. */
  readonly signal: AbortSignal
}

/**
 * Runs one pass of the reconciler over the ledger of the settings, whether a service is running or not. It reads the
 * chain and settles nothing. Throws the Faults of `store/`.
 */
export async function reconcileLocally(options: ReconcileOptions): Promise<ReconcileCounts> {
  const { settings, clock, log, signal } = options
  const { ledger, close } = await ledgerOf(settings, log)
  try {
    const context = {
      ledger,
      lookUp: settlementLookup(settings),
      clock,
      log,
      abandoned: () => ({ staleMs: staleAfterMs(settings.limits.deadlineMs) }),
    }
    return await reconcileOnce(context, signal)
  } finally {
    await close()
  }
}

async function ledgerOf({ dataDir, databaseUrl }: Settings, log: Log) {
  if (databaseUrl === null) {
    const database = openDatabase({ file: join(dataDir, DATABASE_NAME) })
    return { ledger: createLedger(database), close: async () => void database.close() }
  }
  const [{ PostgresDatabase }, { createPostgresLedger }] = await Promise.all([
    import('#store/postgres/connection.ts'),
    import('#store/postgres/ledger/ledger.ts'),
  ])
  const database = new PostgresDatabase({ url: databaseUrl, log })
  // This process runs no calls and is not a node.
  const ledger = createPostgresLedger(database, { id: 'reconcile', version: '' })
  return { ledger, close: () => database.close() }
}
