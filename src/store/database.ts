import { closeSync, openSync } from 'node:fs'
import { versions } from 'node:process'
import Sqlite from 'better-sqlite3'
import { Fault } from '../fault.ts'
import { migrations, newestVersion } from './migrations.ts'

/** An open database of ours, at the newest version. Several processes may hold one file open. */
export type Database = Sqlite.Database

export interface DatabaseOptions {
  /** Its folder must exist. A new file is readable by its owner only. */
  readonly file: string
  /** Milliseconds that a statement waits for another process's write; the whole process waits with it. */
  readonly busyTimeoutMs?: number
  /** The loaded addon, where it can't be found beside the package (a single executable). */
  readonly nativeBinding?: object
  /** Node-API version of this runtime, for tests of the guard. */
  readonly napi?: string | undefined
}

// better-sqlite3 13 is built for Node-API 10 and takes an older runtime down without a word.
const NEEDED_NAPI = 10
// A write holds the lock for a few fsyncs; longer means a stuck process, and our own event loop stands still meanwhile.
const BUSY_TIMEOUT_MS = 2_000
// 'urlw': tells our files from any other SQLite file.
const APPLICATION_ID = 0x75726c77
// What the write-ahead log keeps on disk after a burst.
const JOURNAL_LIMIT_BYTES = 64 * 1024 * 1024

/**
 * Opens or creates the file: write-ahead log, an fsync per commit, foreign keys. Throws `runtime_too_old`,
 * `database_unavailable` (missing folder, no rights, not a database, locked), `database_foreign` (another program's),
 * `database_newer` (written by a newer version of ours).
 */
export function openDatabase(options: DatabaseOptions): Database {
  checkRuntime('napi' in options ? options.napi : versions['napi'])
  const database = open(options)
  try {
    configure(database)
    migrate(database)
    return database
  } catch (cause) {
    database.close()
    throw cause instanceof Fault ? cause : unavailable(options.file, cause)
  }
}

function checkRuntime(napi: string | undefined): void {
  if (Number(napi ?? 0) >= NEEDED_NAPI) return
  throw new Fault(
    'runtime_too_old',
    'The database needs Node-API 10: run this with Node 22.14 or newer.',
    { facts: { napi: napi ?? null } },
  )
}

function open(options: DatabaseOptions): Database {
  try {
    // Made here, since SQLite would make it readable for everyone the umask allows; its companions take its mode.
    closeSync(openSync(options.file, 'a', 0o600))
    return new Sqlite(options.file, {
      timeout: options.busyTimeoutMs ?? BUSY_TIMEOUT_MS,
      ...(options.nativeBinding === undefined ? {} : addonOption(options.nativeBinding)),
    })
  } catch (cause) {
    throw unavailable(options.file, cause)
  }
}

/** The package takes a loaded addon; its types know of paths only. */
function addonOption(nativeBinding: object): object {
  return { nativeBinding }
}

function configure(database: Database): void {
  const id = pragmaNumber(database, 'application_id')
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get() === undefined
  if (id !== APPLICATION_ID && !(id === 0 && isEmpty)) {
    throw new Fault('database_foreign', 'The file is a database of another program.', {
      facts: { file: database.name },
    })
  }
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
function migrate(database: Database): void {
  const run = database.transaction(() => {
    const version = pragmaNumber(database, 'user_version')
    if (version > newestVersion) {
      throw new Fault(
        'database_newer',
        'The database was written by a newer version of this program: run that one.',
        { facts: { found: version, known: newestVersion } },
      )
    }
    if (version === newestVersion) return
    database.pragma(`application_id = ${APPLICATION_ID}`)
    for (const step of migrations) if (step.version > version) database.exec(step.sql)
    database.pragma(`user_version = ${newestVersion}`)
  })
  run.immediate()
}

function pragmaNumber(database: Database, name: string): number {
  return Number(database.pragma(name, { simple: true }))
}

function unavailable(file: string, cause: unknown): Fault {
  return new Fault('database_unavailable', 'The database could not be opened.', {
    facts: { file },
    cause,
  })
}
