import { z } from 'zod'
import { codeOf, Fault } from '#fault.ts'
import type { OperatorStore } from '#operator/operator-store.ts'
import { silentLog } from '#runtime/log.ts'
import type { DatabaseUrl } from '#settings/database-url.ts'
import type { Bucket } from '#store/bucket/bucket.ts'
import { PostgresDatabase } from '#store/postgres/connection.ts'
import { maintainPartitions } from '#store/postgres/evidence/partitions.ts'
import { screenshotListOf } from '#store/postgres/evidence/screenshots.ts'
import { OBJECT_COLUMNS, objectRow } from '#store/postgres/evidence/space.ts'
import { readSchema } from '#store/postgres/migrations.ts'
import { NOW_MS } from '#store/postgres/schema.ts'
import { statement } from '#store/postgres/statement.ts'
import { createConsoleLinks } from './console-links.ts'
import { listInstances } from './instances.ts'
import { createLedgerView, type Reader } from './ledger-view.ts'
import { createOverrideStore, readOverrides } from './overrides.ts'

/** Opens a database for its operator, on one or two connections. Rejects with `database_missing` and `database_unavailable`. */
export async function openPostgresOperatorStore(
  url: DatabaseUrl,
  bucket: Bucket | null = null,
): Promise<OperatorStore> {
  const database = new PostgresDatabase({ url, log: silentLog, retryForMs: 0 })
  try {
    if ((await readSchema(database)) === null) throw missing()
    return {
      ...createOperatorStore(database, bucket),
      [Symbol.asyncDispose]: () => database.close(),
    }
  } catch (cause) {
    await database.close()
    throw cause
  }
}

function missing(): Fault {
  return new Fault(
    'database_missing',
    'There is no ledger in the database of database_url yet: start the service once, or copy one with `urlwitness ledger move`.',
  )
}

/** The data that an operator reads and changes. The caller closes the database. */
export function createOperatorStore(
  database: PostgresDatabase,
  bucket: Bucket | null = null,
): OperatorStore {
  return storeOf(database, database, bucket)
}

const PURGE_ALL = statement(
  'operator_purge_all',
  `DELETE FROM evidence RETURNING ${OBJECT_COLUMNS}`,
)
const PURGE_EXPIRED = statement(
  'operator_purge_expired',
  `DELETE FROM evidence WHERE expires_at <= ${NOW_MS} RETURNING ${OBJECT_COLUMNS}`,
)
const SNAPSHOT = statement('operator_snapshot', 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')

/** Runs `use` on one snapshot of the database. If the connection is lost, `use` may run twice. */
export function readAsOperator<T>(
  database: PostgresDatabase,
  use: (operator: OperatorStore) => Promise<T>,
): Promise<T> {
  return database.transaction(async ({ run }) => {
    await run(SNAPSHOT)
    // A connection runs one statement at a time.
    let previous: Promise<unknown> = Promise.resolve()
    const read: Reader['read'] = (...args) => {
      const result = previous.then(() => run(...args))
      previous = result.catch(() => {})
      return result.then(({ rows }) => rows)
    }
    return use(storeOf(database, { read }))
  })
}

function storeOf(
  database: PostgresDatabase,
  reader: Reader,
  bucket: Bucket | null = null,
): OperatorStore {
  return {
    ledger: createLedgerView(reader),
    overrides: {
      read: () => readOverrides(reader),
      change: createOverrideStore(database).change,
    },
    links: createConsoleLinks(database),
    instances: { list: () => listInstances(reader) },
    screenshots: screenshotListOf(reader),
    purge: async (which) => {
      const { changes, rows } = await database.write(which === 'all' ? PURGE_ALL : PURGE_EXPIRED)
      await maintainPartitions(database)
      const objects = z
        .array(objectRow)
        .parse(rows)
        .filter(({ isObject }) => isObject)
      const errors = (await bucket?.removeAll(objects)) ?? []
      const leftCodes = [...new Set(errors.map((error) => codeOf(error) ?? 'unknown'))]
      return { freed: changes, orphanFiles: 0, rowsWithoutFile: 0, left: leftCodes }
    },
    [Symbol.asyncDispose]: async () => {},
  }
}
