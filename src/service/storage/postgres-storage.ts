import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { restoreMarkAt } from '#payment/eip3009/authorization.ts'
import { uuidV7 } from '#runtime/random.ts'
import type { DatabaseUrl } from '#settings/database-url.ts'
import { openSigningKeys } from '#store/keys/signing-keys.ts'
import { PostgresDatabase } from '#store/postgres/connection.ts'
import { createPostgresLedger, readRestoreMark } from '#store/postgres/ledger/ledger.ts'
import { addUpTotals } from '#store/postgres/ledger/totals.ts'
import { migrate } from '#store/postgres/migrations.ts'
import { openNode } from '#store/postgres/nodes.ts'
import { openSharedStore } from '#store/postgres/open-shared-store.ts'
import { screenshotLimits } from '#store/screenshots/open-screenshots.ts'
import { openEvidenceBucket } from './evidence-bucket.ts'
import { openServiceLedger } from './service-ledger.ts'
import type { Storage, StorageOptions } from './storage.ts'

/** The storage of a node on PostgreSQL. */
export async function openPostgresStorage(
  { live, clock: localClock, random, log, version, wrapLedger }: StorageOptions,
  url: DatabaseUrl,
): Promise<Storage> {
  const { dataDir, evidenceUrl } = live.current()
  await using opened = new AsyncDisposableStack()
  const database = new PostgresDatabase({ url, log })
  opened.defer(() => database.close())
  await migrate(database)
  const facts = await database.serverFacts()
  const restored = await readRestoreMark(database)
  const id = uuidV7(localClock.now(), random)
  // Heartbeats have their own connection: while calls wait for one, other nodes would take this node for dead.
  const heartbeats = new PostgresDatabase({ url, log, connections: 1 })
  opened.defer(() => heartbeats.close())
  const node = await openNode({ database: heartbeats, id, version, clock: localClock, log })
  opened.defer(() => node.close())
  const { clock } = node
  const ledger = openServiceLedger(
    // The pool replaces broken connections itself.
    () => ({ ledger: createPostgresLedger(database, { id, version }), close: () => {} }),
    { live, clock, log, wrapLedger },
  )
  opened.defer(() => ledger.close())
  const totals = addUpTotals({ database, clock, log })
  opened.defer(() => totals.close())
  const { bucket, close: closeBucket } = await openEvidenceBucket(evidenceUrl, { clock, log })
  opened.defer(closeBucket)
  const { close: closeShared, ...shared } = await openSharedStore({
    database,
    url,
    clock,
    random,
    log,
    node: id,
    home: `${hostname()}:${resolve(dataDir)}`,
    ownKeys: openSigningKeys(dataDir, { clock, log }),
    limits: () => screenshotLimits(live.current().evidence),
    bucket,
  })
  opened.defer(closeShared)
  const closing = opened.move()
  return {
    clock,
    engine: `PostgreSQL ${facts.version}`,
    isShared: true,
    abandoned: (jobIds) => ({ notOf: jobIds }),
    ledger: ledger.ledger,
    isLedgerSound: () => ledger.isSound() && node.isAlive(),
    restored: restoreMarkAt(restored, Math.ceil(clock.now() / 1_000)),
    ...shared,
    close: () => closing.disposeAsync(),
  }
}
