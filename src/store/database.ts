import { closeSync, fstatSync, openSync, statSync } from 'node:fs'
import { Fault } from '#fault.ts'
import { APPLICATION_ID, identityOf, knownVersionOf } from '#store/schema/identity.ts'
import { migrations, newestVersion } from '#store/schema/migrations.ts'
import { keepSnapshot } from '#store/schema/pre-migration-copy.ts'
import {
  type Connection,
  type ConnectionOptions,
  connect,
  databaseFault,
} from '#store/sqlite/connection.ts'

/** An open database of ours, at the newest version. Several processes may hold one file open. */
export type Database = Connection

/** The folder of the file must exist. A new file is readable by its owner only. */
export type DatabaseOptions = ConnectionOptions

/** Name of the database within the data folder. */
export const DATABASE_NAME = 'urlwitness.sqlite'

// What the write-ahead log keeps on disk after a burst.
const JOURNAL_LIMIT_BYTES = 64 * 1024 * 1024

/**
 * Opens or creates the file: write-ahead log, an fsync per commit, foreign keys. An older one is brought to the present
 * shape, after a snapshot of it (`keepSnapshot`). Throws `runtime_too_old`, `database_unavailable` (missing folder, no
 * rights, not a database, locked), `database_foreign` (another program's), `database_newer` (written by a newer version of
 * ours), `snapshot_failed`.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const { file } = options
  const made = guarded(file, () => madeFile(file))
  const database = guarded(file, () => connect(options, { readonly: false }))
  try {
    configure(database)
    migrate(database, options)
    checkInPlace(file, made)
    return database
  } catch (cause) {
    database.close()
    throw databaseFault(file, cause)
  }
}

/**
 * Opens one that this process may have open already, and is at the newest version. SQLite alone touches the file: a
 * process that closes a descriptor of its own on it drops every lock that its other connections have there. Throws
 * `database_unavailable`.
 */
export function openAgain(options: DatabaseOptions): Database {
  const { file } = options
  const found = guarded(file, () => inodeOf(file))
  const database = guarded(file, () => connect(options, { readonly: false }))
  try {
    configure(database)
    checkInPlace(file, found)
    return database
  } catch (cause) {
    database.close()
    throw databaseFault(file, cause)
  }
}

/** Made here, since SQLite would make it readable for everyone the umask allows; its companions take its mode. */
function madeFile(file: string): bigint {
  const descriptor = openSync(file, 'a', 0o600)
  try {
    return fstatSync(descriptor, { bigint: true }).ino
  } finally {
    closeSync(descriptor)
  }
}

/** A `restore` has put another in its place meanwhile: what is written here would never be seen again. */
function checkInPlace(file: string, inode: bigint): void {
  if (inodeOf(file) === inode) return
  throw new Fault('database_unavailable', 'The database was replaced just now: start again.', {
    facts: { file },
  })
}

function inodeOf(file: string): bigint {
  return statSync(file, { bigint: true }).ino
}

function guarded<T>(file: string, work: () => T): T {
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

/** All steps in one transaction that excludes other processes: a crash leaves the old shape, a race one winner. */
function migrate(database: Database, options: DatabaseOptions): void {
  const run = database.transaction(() => {
    const version = knownVersionOf(database)
    if (version === newestVersion) return
    if (version > 0) keepSnapshot(options, version)
    database.pragma(`application_id = ${APPLICATION_ID}`)
    for (const step of migrations) if (step.version > version) database.exec(step.sql)
    database.pragma(`user_version = ${newestVersion}`)
  })
  run.immediate()
}
