import { join } from 'node:path'
import { type CliContext, settingsOf } from '#cli/context.ts'
import type { LedgerView } from '#payment/ledger/ledger-view.ts'
import type { Settings } from '#settings/settings.ts'
import { DATABASE_NAME, type DatabaseOptions } from '#store/database.ts'
import { openLedgerView } from '#store/ledger/view.ts'
import { readDatabase } from '#store/open-beside.ts'

/** The database of the settings. */
export function databaseOf({ dataDir }: Pick<Settings, 'dataDir'>): DatabaseOptions {
  return { file: join(dataDir, DATABASE_NAME) }
}

/** The ledger of the settings, read-only. Throws a `SettingsError` and the Faults of `store/`. */
export function openLedger(context: CliContext): LedgerView {
  return openLedgerView(readDatabase(databaseOf(settingsOf(context))))
}
