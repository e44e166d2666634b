import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ledger } from '#payment/ledger/ledger.ts'
import { type Database, openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'

/** An empty SQLite ledger in a temporary folder, for one test. Disposing closes the database and deletes the folder. */
export interface TemporaryLedger extends Disposable {
  /** Path of the database, for another connection. */
  readonly file: string
  readonly database: Database
  readonly ledger: Ledger
}

export function openTemporaryLedger(
  options: { readonly busyTimeoutMs?: number } = {},
): TemporaryLedger {
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-ledger-'))
  const file = join(folder, 'ledger.sqlite')
  const database = openDatabase({ file, ...options })
  return {
    file,
    database,
    ledger: createLedger(database),
    [Symbol.dispose]: () => {
      database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
