import { Fault } from '#fault.ts'
import type { Connection } from '#store/sqlite/connection.ts'
import { newestVersion } from './migrations.ts'

// 'urlw': tells our files from any other SQLite file.
export const APPLICATION_ID = 0x75726c77

/** `empty`: nothing was ever written to it. Throws `database_foreign` for another program's. */
export function identityOf(database: Connection): 'ours' | 'empty' {
  const id = pragmaNumber(database, 'application_id')
  if (id === APPLICATION_ID) return 'ours'
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  if (id === 0 && isEmpty) return 'empty'
  throw new Fault('database_foreign', 'The file is a database of another program.', {
    facts: { file: database.name },
  })
}

/** The version of its shape; 0 for a new one. Throws `database_newer` for one that this program is too old for. */
export function knownVersionOf(database: Connection): number {
  const version = pragmaNumber(database, 'user_version')
  if (version <= newestVersion) return version
  throw new Fault(
    'database_newer',
    'The database was written by a newer version of this program: run that one.',
    { facts: { found: version, known: newestVersion } },
  )
}

export function pragmaNumber(database: Connection, name: string): number {
  return Number(database.pragma(name, { simple: true }))
}
