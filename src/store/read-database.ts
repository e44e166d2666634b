import { Fault } from '#fault.ts'
import { identityOf, knownVersionOf } from '#store/schema/identity.ts'
import { newestVersion } from '#store/schema/migrations.ts'
import {
  type Connection,
  type ConnectionOptions,
  connect,
  databaseFault,
} from '#store/sqlite/connection.ts'
import { exists } from '#store/sqlite/files.ts'

/**
 * Opens a database of ours to read it, whether a service holds it or not; it changes nothing, though SQLite may
 * leave an empty log beside. Throws
 * `database_missing`, `database_older` (unless older shapes are welcome), and as `openDatabase` does.
 */
export function readDatabase(
  options: ConnectionOptions,
  accept: { readonly older: boolean } = { older: false },
): Connection {
  const { file } = options
  const database = opened(options)
  try {
    const identity = identityOf(database)
    const version = knownVersionOf(database)
    if (identity === 'empty' || version === 0) throw missing(file)
    if (version < newestVersion && !accept.older) {
      throw new Fault(
        'database_older',
        'The database is of an older version of this program: start the service once, which brings it up to date.',
        { facts: { file, found: version, known: newestVersion } },
      )
    }
    database.pragma('trusted_schema = OFF')
    return database
  } catch (cause) {
    database.close()
    throw databaseFault(file, cause)
  }
}

/** Throws `database_missing`. */
export function requireDatabase(file: string): void {
  try {
    if (!exists(file)) throw missing(file)
  } catch (cause) {
    throw databaseFault(file, cause)
  }
}

function opened(options: ConnectionOptions): Connection {
  const { file } = options
  requireDatabase(file)
  try {
    return connect(options, { readonly: true })
  } catch (cause) {
    throw databaseFault(file, cause)
  }
}

function missing(file: string): Fault {
  return new Fault(
    'database_missing',
    'There is no ledger here yet: start the service once, or set data_dir (--data-dir) to its data folder.',
    { facts: { file } },
  )
}
