import { Fault } from '#fault.ts'
import { exists } from '#store/files/files.ts'
import { type Connection, connect, databaseFault } from '#store/sqlite/connection.ts'
import { type DatabaseOptions, identityOf, reopenDatabase, schemaVersionOf } from './database.ts'
import { migrations, versionAfter } from './schema/migrations.ts'

/**
 * Opens a database for reading, also while a service has it open. Changes nothing, except that SQLite may leave an
 * empty log beside the file. Throws `database_missing`, `database_older` (unless `accept.older`), and as
 * `openDatabase` does.
 */
export function readDatabase(
  options: DatabaseOptions,
  accept: { readonly older: boolean } = { older: false },
): Connection {
  const { file } = options
  requireDatabase(file)
  const database = connectReadonly(options)
  try {
    const identity = identityOf(database, options)
    const version = schemaVersionOf(database, options)
    if (identity === 'empty' || version === 0) throw missing(file)
    const knownVersion = versionAfter(options.migrations ?? migrations)
    if (version < knownVersion && !accept.older) throw older(file, version, knownVersion)
    database.pragma('trusted_schema = OFF')
    return database
  } catch (cause) {
    database.close()
    throw databaseFault(file, cause)
  }
}

/** Throws `database_missing` if the file does not exist. */
export function requireDatabase(file: string): void {
  try {
    if (!exists(file)) throw missing(file)
  } catch (cause) {
    throw databaseFault(file, cause)
  }
}

/**
 * Writes to the database of a service, running or not, on a separate connection: `override-watch.ts` sees the commits of
 * other connections only. Creates no database, and migrates none, since a running older service could not read it any more.
 * Rejects with the Faults of `store/`.
 */
export async function updateDatabase<T>(
  options: DatabaseOptions,
  write: (database: Connection) => Promise<T>,
): Promise<T> {
  readDatabase(options).close()
  const database = reopenDatabase(options)
  try {
    return await write(database)
  } catch (cause) {
    throw databaseFault(database.name, cause)
  } finally {
    database.close()
  }
}

function connectReadonly(options: DatabaseOptions): Connection {
  try {
    return connect(options, { readonly: true })
  } catch (cause) {
    throw databaseFault(options.file, cause)
  }
}

function missing(file: string): Fault {
  return new Fault(
    'database_missing',
    'There is no ledger here yet: start the service once, or set data_dir (--data-dir) to its data folder.',
    { facts: { file } },
  )
}

function older(file: string, found: number, known: number): Fault {
  return new Fault(
    'database_older',
    'The database was written by an older version of this program: start the service once to migrate it.',
    { facts: { file, found, known } },
  )
}
