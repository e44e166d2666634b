import { closeSync, fstatSync, openSync, statSync } from 'node:fs'
import { Fault } from '#fault.ts'
import { type Migration, migrations, versionAfter } from '#store/schema/migrations.ts'
import { copyBeforeMigration } from '#store/schema/pre-migration-copy.ts'
import {
  type Connection,
  type ConnectionOptions,
  connect,
  databaseFault,
} from '#store/sqlite/connection.ts'

/** An open urlwitness database at the newest schema version. Several processes may have one file open. */
export type Database = Connection

/** The folder of the file must exist. A new file is readable by its owner only. */
export interface DatabaseOptions extends ConnectionOptions {
  /** Steps to the schema that this program knows; tests pass those of a made-up next version. */
  readonly migrations?: readonly Migration[]
}

/** Name of the database within the data folder. */
export const DATABASE_NAME = 'urlwitness.sqlite'

/** 'urlw': distinguishes our files from any other SQLite file. */
export const APPLICATION_ID = 0x75726c77

// Size of the write-ahead log on disk after a burst.
const JOURNAL_LIMIT_BYTES = 64 * 1024 * 1024

/**
 * Opens or creates the file: write-ahead log, an fsync per commit, foreign keys. An older schema is migrated, after a copy
 * of the file was made (`copyBeforeMigration`). Throws `runtime_too_old`, `database_unavailable` (missing folder, no
 * permission, not a database, locked), `database_foreign` (written by another program), `database_newer` (written by a newer
 * version), `snapshot_failed`.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { file } = options
  const inode = withDatabaseFault(file, () => createFile(file))
  return open(options, inode, (database) => migrate(database, options))
}

/**
 * Opens a database that this process may have open already and that has the newest schema. Only SQLite touches the file: a
 * process that closes its own descriptor of a file drops all locks that its other connections have on it. Throws
 * `database_unavailable`.
 */
export function openAgain(options: ConnectionOptions): Database {
  const inode = withDatabaseFault(options.file, () => inodeOf(options.file))
  return open(options, inode, () => {})
}

/** `empty`: nothing was ever written to it. Throws `database_foreign` for the file of another program. */
export function identityOf(database: Connection): 'ours' | 'empty' {
  const id = pragmaNumber(database, 'application_id')
  if (id === APPLICATION_ID) return 'ours'
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  if (id === 0 && isEmpty) return 'empty'
  throw new Fault('database_foreign', 'The file is a database of another program.', {
    facts: { file: database.name },
  })
}

/** The schema version of the file; 0 for a new one. Throws `database_newer` if this program is too old for it. */
export function schemaVersionOf(
  database: Connection,
  { migrations: steps = migrations }: Pick<DatabaseOptions, 'migrations'> = {},
): number {
  const version = pragmaNumber(database, 'user_version')
  const known = versionAfter(steps)
  if (version <= known) return version
  throw new Fault(
    'database_newer',
    'The database was written by a newer version of this program: run that version.',
    { facts: { found: version, known } },
  )
}

function open(
  options: ConnectionOptions,
  inode: bigint,
  prepare: (database: Connection) => void,
): Database {
  const { file } = options
  const database = withDatabaseFault(file, () => connect(options, { readonly: false }))
  try {
    configure(database)
    prepare(database)
    checkInPlace(file, inode)
    return database
  } catch (cause) {
    database.close()
    throw databaseFault(file, cause)
  }
}

/** Created here, because SQLite would make it readable for everyone the umask allows; its log files copy its mode. */
function createFile(file: string): bigint {
  const descriptor = openSync(file, 'a', 0o600)
  try {
    return fstatSync(descriptor, { bigint: true }).ino
  } finally {
    closeSync(descriptor)
  }
}

/** A concurrent `restore` may have replaced the file: writes to the old one would be lost. */
function checkInPlace(file: string, inode: bigint): void {
  if (inodeOf(file) === inode) return
  throw new Fault('database_unavailable', 'The database was replaced just now: start again.', {
    facts: { file },
  })
}

function inodeOf(file: string): bigint {
  return statSync(file, { bigint: true }).ino
}

function withDatabaseFault<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw databaseFault(file, cause)
  }
}

function configure(database: Database): void {
  identityOf(database)
  if (database.pragma('journal_mode = WAL', { simple: true }) !== 'wal') {
    throw new Fault('database_unavailable', 'The disk does not support a write-ahead log.', {
      facts: { file: database.name },
    })
  }
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('trusted_schema = OFF')
  database.pragma(`journal_size_limit = ${JOURNAL_LIMIT_BYTES}`)
}

/** One transaction that excludes other processes: after a crash the old schema is intact, and of two processes one migrates. */
function migrate(database: Database, options: DatabaseOptions): void {
  const steps = options.migrations ?? migrations
  const newest = versionAfter(steps)
  const run = database.transaction(() => {
    const version = schemaVersionOf(database, options)
    if (version === newest) return
    if (version > 0) copyBeforeMigration(options, version)
    database.pragma(`application_id = ${APPLICATION_ID}`)
    for (const step of steps) if (step.version > version) database.exec(step.sql)
    database.pragma(`user_version = ${newest}`)
  })
  run.immediate()
}

function pragmaNumber(database: Connection, name: string): number {
  return Number(database.pragma(name, { simple: true }))
}
