import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Fault } from '#fault.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import { openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { createPostgresLedger } from '#store/postgres/ledger/ledger.ts'
import { migrate } from '#store/postgres/migrations.ts'
import { statement } from '#store/postgres/statement.ts'
import { connectTo } from '#test/equipment/postgres/database.ts'
import { hasPostgres, sharedPostgres } from '#test/equipment/postgres/server.ts'

/** A ledger on one engine, as a service has it. */
export interface LedgerStore extends AsyncDisposable {
  readonly ledger: Ledger
  /** The file or the `database_url`. */
  readonly target: string
  /** Runs one statement, and returns its rows. */
  rows(sql: string): Promise<readonly unknown[]>
  /** The same database, opened as by another service. */
  again(): Promise<LedgerStore>
}

export const engines = [
  { name: 'SQLite', needs: {}, open: openSqlite },
  { name: 'PostgreSQL', needs: { PostgreSQL: hasPostgres }, open: openPostgres },
] as const

/** `target`: as `LedgerStore.target`. */
export async function openLedgerOn(target: string): Promise<LedgerStore> {
  return target.startsWith('postgres:') ? onPostgres(target) : onSqlite(target)
}

async function openSqlite(): Promise<LedgerStore> {
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-ledger-'))
  const store = onSqlite(join(folder, 'ledger.sqlite'))
  return {
    ...store,
    [Symbol.asyncDispose]: async () => {
      await store[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function onSqlite(file: string): LedgerStore {
  const database = openDatabase({ file, busyTimeoutMs: 20_000 })
  return {
    ledger: createLedger(database),
    target: file,
    rows: async (sql) => {
      const prepared = database.prepare(sql)
      return prepared.reader ? prepared.all() : [prepared.run()]
    },
    again: async () => onSqlite(file),
    [Symbol.asyncDispose]: async () => void database.close(),
  }
}

async function openPostgres(): Promise<LedgerStore> {
  const server = await sharedPostgres()
  return onPostgres(await server.createDatabase())
}

async function onPostgres(url: string): Promise<LedgerStore> {
  const database = connectTo(url)
  await migrate(database)
  const node = { id: `node-${Math.random()}`, version: '0.1.0' }
  return {
    ledger: createPostgresLedger(database, node),
    target: url,
    // PostgreSQL does not keep a prepared statement without a name.
    rows: async (sql) => {
      try {
        return await database.read(statement('', sql))
      } catch (error) {
        throw error instanceof Fault ? error.cause : error
      }
    },
    again: () => onPostgres(url),
    [Symbol.asyncDispose]: () => database.close(),
  }
}
