import type { OperatorStore } from '#operator/operator-store.ts'
import type { PostgresDatabase } from '#store/postgres/connection.ts'
import { listOf } from '#store/postgres/evidence/screenshots.ts'
import { statement } from '#store/postgres/statement.ts'
import { createConsoleLinks } from './console-links.ts'
import { listInstances } from './instances.ts'
import { createLedgerView, type Reader } from './ledger-view.ts'
import { createOverrideStore, readOverrides } from './overrides.ts'

/** What an operator reads and changes. The caller closes the database. */
export function createOperatorStore(database: PostgresDatabase): OperatorStore {
  return storeOf(database, database)
}

const SNAPSHOT = statement('operator_snapshot', 'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')

/** Everything that `use` reads is as of one moment. It may run twice, after a lost connection. */
export function readAsOperator<T>(
  database: PostgresDatabase,
  use: (operator: OperatorStore) => Promise<T>,
): Promise<T> {
  return database.transaction(async ({ run }) => {
    await run(SNAPSHOT)
    // A connection runs one statement at a time.
    let last: Promise<unknown> = Promise.resolve()
    const read: Reader['read'] = (...given) => {
      const next = last.then(() => run(...given))
      last = next.catch(() => {})
      return next.then(({ rows }) => rows)
    }
    return use(storeOf(database, { read }))
  })
}

function storeOf(database: PostgresDatabase, reader: Reader): OperatorStore {
  return {
    ledger: createLedgerView(reader),
    overrides: {
      read: () => readOverrides(reader),
      change: createOverrideStore(database).change,
    },
    links: createConsoleLinks(database),
    instances: { list: () => listInstances(reader) },
    screenshots: listOf(reader),
    [Symbol.asyncDispose]: async () => {},
  }
}
