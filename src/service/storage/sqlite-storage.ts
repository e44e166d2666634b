import { join } from 'node:path'
import { restoreMarkAt } from '#payment/eip3009/authorization.ts'
import { restoreMarkOf } from '#store/backup/restore-mark.ts'
import { DATABASE_NAME, openDatabase } from '#store/database.ts'
import { createInstances } from '#store/instances/instances.ts'
import { openSigningKeys } from '#store/keys/signing-keys.ts'
import { connectLedger } from '#store/ledger/ledger.ts'
import { createAnnouncedAlerts } from '#store/operator/announced-alerts.ts'
import { createConsoleLinks } from '#store/operator/console-links.ts'
import { openSqliteOperatorStore, overrideStoreOn } from '#store/operator/open-operator-store.ts'
import { watchOverrides } from '#store/operator/override-watch.ts'
import { openScreenshots } from '#store/screenshots/open-screenshots.ts'
import { createScreenshotRows } from '#store/screenshots/rows.ts'
import type { ConnectionOptions } from '#store/sqlite/connection.ts'
import { openEvidenceBucket } from './evidence-bucket.ts'
import { openServiceLedger } from './service-ledger.ts'
import type { Storage, StorageOptions } from './storage.ts'

/**
 * Opens the database, ledger and screenshots of the data folder, with their periodic clean-up. Throws the Faults of
 * `store/`.
 */
export async function openSqliteStorage({
  live,
  clock,
  random,
  log,
  wrapLedger,
}: StorageOptions): Promise<Storage> {
  const { dataDir, shared, evidenceUrl } = live.current()
  await using opened = new AsyncDisposableStack()
  const file: ConnectionOptions = { file: join(dataDir, DATABASE_NAME) }
  const database = openDatabase(file)
  opened.defer(() => void database.close())
  const ledger = openServiceLedger(() => connectLedger(file, database), {
    live,
    clock,
    log,
    wrapLedger,
  })
  opened.defer(() => ledger.close())
  const signingKeys = openSigningKeys(dataDir, { clock, log })
  const { bucket, close: closeBucket } = await openEvidenceBucket(evidenceUrl, { clock, log })
  opened.defer(closeBucket)
  const { screenshots, reports, screenshotList, close } = openScreenshots({
    rows: createScreenshotRows(database),
    clock,
    random,
    log,
    dataDir,
    bucket,
    evidence: () => live.current().evidence,
  })
  opened.defer(close)
  const closing = opened.move()
  return {
    clock,
    engine: null,
    isShared: shared,
    // The lock on the folder proves that no other process works on these calls.
    abandoned: (jobIds, staleMs) => (shared ? { staleMs } : { notOf: jobIds }),
    ledger: ledger.ledger,
    isLedgerSound: () => ledger.isSound(),
    restored: restoreMarkAt(restoreMarkOf(database), Math.ceil(clock.now() / 1_000)),
    screenshots,
    reports,
    screenshotList,
    signingKeys,
    instances: createInstances(database),
    links: createConsoleLinks(database),
    announcedAlerts: createAnnouncedAlerts(database),
    watchOverrides: async (onChange) => watchOverrides({ database, clock, log, onChange }),
    overrides: overrideStoreOn(file),
    readAsOperator: async (use) => {
      await using operator = openSqliteOperatorStore(file, { clock, isSnapshot: true })
      return await use(operator)
    },
    close: () => closing.disposeAsync(),
  }
}
