import { closeSync } from 'node:fs'
import { Fault } from '#fault.ts'
import { rememberFile } from '#store/files/files.ts'
import { type Migration, migrations, versionAfter } from '#store/schema/migrations.ts'
import { copyBeforeMigration } from '#store/schema/pre-migration-copy.ts'
import {
  type Connection,
  type ConnectionOptions,
  connect,
  databaseFault,
  openDatabaseFile,
} from '#store/sqlite/connection.ts'

/** An open urlwitness database at the newest schema version. Several processes may have one file open. */
export interface Database extends Connection {
  /** Whether the path still leads to this file: it can be written after it was moved, removed or replaced. */
  isInPlace(): boolean
}

export type DatabaseKind = 'ledger' | 'archive'

/** The folder of the file must exist. A new file is readable by its owner only. */
export interface DatabaseOptions extends ConnectionOptions {
  /** `archive`: calls that were moved out of a ledger. */
  readonly kind?: DatabaseKind
  /** Steps to the schema that this program knows; tests pass those of a made-up next version. */
  readonly migrations?: readonly Migration[]
}

/** Name of the database within the data folder. */
export const DATABASE_NAME = 'urlwitness.sqlite'

/** 'urlw': distinguishes our files from any other SQLite file. */
const APPLICATION_ID = 0x75726c77
/** 'urla': an archive. No service starts on one, and `restore` does not accept one in place of a ledger. */
const ARCHIVE_ID = 0x75726c61

const idOf: Readonly<Record<DatabaseKind, number>> = { ledger: APPLICATION_ID, archive: ARCHIVE_ID }

// Bytes of the write-ahead log that stay on disk after a burst.
const JOURNAL_LIMIT_BYTES = 64 * 1024 * 1024

/**
 * Opens or creates the file, with foreign keys, an fsync per commit, and a write-ahead log (an archive has none, so
 * that it is one file). An older schema is migrated, after a copy of the file was made (`copyBeforeMigration`).
 * Throws `runtime_too_old`, `database_unavailable` (missing folder, no permission, not a database, locked),
 * `database_foreign` (written by another program), `database_newer` (written by a newer version), `snapshot_failed`.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { file } = options
  const isInPlace = withDatabaseFault(file, () => {
    createFile(file)
    return rememberFile(file)
  })
  return open(options, isInPlace, (database) => migrate(database, options))
}

/**
 * Opens a database that this process may have open already and that has the newest schema. Only SQLite touches the file: a
 * process that closes its own descriptor of a file drops all locks that its other connections have on it. Throws
 * `database_unavailable`.
 */
export function reopenDatabase(options: ConnectionOptions): Database {
  const isInPlace = withDatabaseFault(options.file, () => rememberFile(options.file))
  return open(options, isInPlace, () => {})
}

/**
 * `empty`: nothing was ever written to it. Throws `database_foreign` for the file of another program, and for an archive
 * where a ledger is needed or the other way round.
 */
export function identityOf(
  database: Connection,
  { kind = 'ledger' }: Pick<DatabaseOptions, 'kind'> = {},
): 'ours' | 'empty' {
  const id = pragmaNumber(database, 'application_id')
  if (id === idOf[kind]) return 'ours'
  const message = foreignMessage(id)
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  if (id === 0 && isEmpty) return 'empty'
  throw new Fault('database_foreign', message, { facts: { file: database.name } })
}

function foreignMessage(id: number): string {
  if (id === ARCHIVE_ID) {
    return 'The file is an archive of a ledger: the `ledger` verbs read it with --archive.'
  }
  return id === APPLICATION_ID
    ? 'The file is a ledger, not an archive of one.'
    : 'The file is a database of another program.'
}

/** The schema version of the file; 0 for a new one. Throws `database_newer` if this program is too old for it. */
export function schemaVersionOf(
  database: Connection,
  { migrations: steps = migrations }: Pick<DatabaseOptions, 'migrations'> = {},
): number {
  const version = pragmaNumber(database, 'user_version')
  const knownVersion = versionAfter(steps)
  if (version <= knownVersion) return version
  throw new Fault(
    'database_newer',
    'The database was written by a newer version of this program: run that version.',
    { facts: { found: version, known: knownVersion } },
  )
}

function open(
  options: DatabaseOptions,
  isInPlace: () => boolean,
  prepare: (database: Connection) => void,
): Database {
  const { file } = options
  const database = withDatabaseFault(file, () => connect(options, { readonly: false }))
  try {
    configure(database, options)
    prepare(database)
    // A concurrent `restore` may have replaced the file: writes to the old one would be lost.
    if (!isInPlace()) throw replacedFault(file)
    return Object.assign(database, { isInPlace })
  } catch (cause) {
    database.close()
    throw databaseFault(file, cause)
  }
}

/**
 * Creates the file here, because SQLite would make it readable to everyone whom the umask allows. Its log files get
 * the same mode.
 */
function createFile(file: string): void {
  closeSync(openDatabaseFile(file))
}

function replacedFault(file: string): Fault {
  return new Fault('database_unavailable', 'The database was replaced just now: start again.', {
    facts: { file },
  })
}

function withDatabaseFault<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw databaseFault(file, cause)
  }
}

function configure(database: Connection, options: DatabaseOptions): void {
  identityOf(database, options)
  database.pragma('foreign_keys = ON')
  database.pragma('trusted_schema = OFF')
  if (options.kind === 'archive') {
    database.pragma('journal_mode = DELETE')
    // FULL could lose the last commit in a power failure, and the calls of an archive are deleted from the ledger.
    database.pragma('synchronous = EXTRA')
    return
  }
  if (database.pragma('journal_mode = WAL', { simple: true }) !== 'wal') {
    throw new Fault('database_unavailable', 'The disk does not support a write-ahead log.', {
      facts: { file: database.name },
    })
  }
  database.pragma('synchronous = FULL')
  database.pragma(`journal_size_limit = ${JOURNAL_LIMIT_BYTES}`)
}

/**
 * Runs in one transaction that excludes other processes: after a crash the old schema is intact, and only one of two
 * processes migrates.
 */
function migrate(database: Connection, options: DatabaseOptions): void {
  const steps = options.migrations ?? migrations
  const newest = versionAfter(steps)
  const run = database.transaction(() => {
    const version = schemaVersionOf(database, options)
    if (version === newest) return
    if (version > 0) copyBeforeMigration(options, version)
    database.pragma(`application_id = ${idOf[options.kind ?? 'ledger']}`)
    for (const step of steps) if (step.version > version) database.exec(step.sql)
    database.pragma(`user_version = ${newest}`)
  })
  run.immediate()
}

function pragmaNumber(database: Connection, name: string): number {
  return Number(database.pragma(name, { simple: true }))
}
