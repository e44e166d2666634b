import { join } from 'node:path'
import { forgetReports } from '#job/report-retention.ts'
import { uuidV7 } from '#runtime/random.ts'
import type { DatabaseUrl } from '#settings/database-url.ts'
import { DATABASE_NAME, openDatabase } from '#store/database.ts'
import { createInstances } from '#store/instances/instances.ts'
import { openSigningKeys } from '#store/keys/signing-keys.ts'
import { openLedger } from '#store/ledger/open-ledger.ts'
import { createAnnouncedAlerts } from '#store/operator/announced-alerts.ts'
import { createConsoleLinks } from '#store/operator/console-links.ts'
import { openSqliteOperatorStore } from '#store/operator/open-operator-store.ts'
import { watchOverrides } from '#store/operator/override-watch.ts'
import { PostgresDatabase } from '#store/postgres/connection.ts'
import { createPostgresLedger } from '#store/postgres/ledger/ledger.ts'
import { migrate } from '#store/postgres/migrations.ts'
import { openNode } from '#store/postgres/nodes.ts'
import { openScreenshots } from '#store/screenshots/open-screenshots.ts'
import { createScreenshotRows } from '#store/screenshots/rows.ts'
import type { Storage, StorageOptions } from './storage.ts'

/** The storage of a node on PostgreSQL. */
export async function openPostgresStorage(
  { live, clock: own, random, log, version, aroundLedger }: StorageOptions,
  url: DatabaseUrl,
): Promise<Storage> {
  const { dataDir } = live.current()
  await using opened = new AsyncDisposableStack()
  const database = new PostgresDatabase({ url, log })
  opened.defer(() => database.close())
  await migrate(database)
  const id = uuidV7(own.now(), random)
  const node = await openNode({ database, id, version, clock: own, log })
  opened.defer(() => node.close())
  const { clock } = node
  const {
    ledger,
    isSound,
    close: closeLedger,
  } = openLedger({
    // The pool replaces its connections itself.
    open: () => ({ ledger: createPostgresLedger(database, { id, version }), close: () => {} }),
    clock,
    log,
    around: aroundLedger,
  })
  opened.defer(closeLedger)
  opened.defer(
    forgetReports({
      ledger,
      clock,
      log,
      keptMs: () => live.keptMs(),
      detailsKeptMs: () => live.detailsKeptMs(),
    }),
  )
  const signingKeys = openSigningKeys(dataDir, { clock, log })
  const file = { file: join(dataDir, DATABASE_NAME) }
  const local = openDatabase(file)
  opened.defer(() => void local.close())
  const { screenshots, reports, listed, close } = openScreenshots({
    rows: createScreenshotRows(local),
    clock,
    random,
    log,
    dataDir,
    evidence: () => live.current().evidence,
  })
  opened.defer(close)
  const closing = opened.move()
  return {
    clock,
    isShared: true,
    abandoned: (jobIds) => ({ notOf: jobIds }),
    ledger,
    isLedgerSound: () => isSound() && node.isHeard(),
    restored: null,
    screenshots,
    reports,
    screenshotList: listed,
    signingKeys,
    instances: createInstances(local),
    links: createConsoleLinks(local),
    announcedAlerts: createAnnouncedAlerts(local),
    watchOverrides: async (onChange) => watchOverrides({ database: local, clock, log, onChange }),
    operatorStore: async () => openSqliteOperatorStore(file, { clock, isSnapshot: true }),
    close: () => closing.disposeAsync(),
  }
}
