import {
  accessSync,
  chmodSync,
  closeSync,
  copyFileSync,
  constants as fsConstants,
  linkSync,
  mkdtempSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { platform } from 'node:process'
import Sqlite from 'better-sqlite3'
import { codeOf, Fault } from '#fault.ts'
import type { RestoreMark } from '#payment/eip3009/authorization.ts'
import { makeFolder } from '#runtime/folder.ts'
import { type DatabaseOptions, identityOf, schemaVersionOf } from '#store/database.ts'
import { copyOwner, exists, moveReplacing, syncFile } from '#store/files/files.ts'
import { lockFolder } from '#store/instances/data-folder-lock.ts'
import { type Connection, connect, databaseFault, isDamage } from '#store/sqlite/connection.ts'
import { type Contents, checkIntegrity, contentsOf } from './integrity.ts'
import { markRestored, restoreMarkOf } from './restore-mark.ts'

export interface RestoreOptions extends DatabaseOptions {
  readonly from: string
  /** Suffix of the name under which the replaced database is kept; that name must be free. */
  readonly stamp: string
  /** The time of the restore, epoch milliseconds. */
  readonly at: number
}

export interface RestoreResult extends Contents {
  /** Where the replaced database is kept; null if there was none. */
  readonly kept: string | null
}

/**
 * Replaces the database with a backup and keeps the old one. The backup is copied, and the copy is checked, before
 * anything else changes; the exchange is one rename. The new database records the time of the restore, since its
 * ledger does not contain the payments that were used after the backup. A missing data folder is created, readable by
 * its owner only. A backup of an older version is migrated at the next start.
 * Throws `restore_source` (no such file, not a file, no permission, a database in use), `database_in_use`,
 * `database_newer`, `database_foreign`, `database_damaged`, `restore_failed` (disk).
 */
export function restoreDatabase(options: RestoreOptions): RestoreResult {
  const { file, from } = options
  refuseSource(from)
  let folder: string | null = null
  try {
    makeFolder(dirname(file))
    folder = mkdtempSync(join(dirname(file), '.restore-'))
    const copy = join(folder, 'copy.sqlite')
    copyFileSync(from, copy, fsConstants.COPYFILE_EXCL)
    chmodSync(copy, 0o600)
    const contents = checkCopy({ ...options, file: copy })
    copyOwner(copy, exists(file) ? file : dirname(file))
    return { ...contents, kept: replaceUnderLock(options, copy) }
  } catch (cause) {
    throw cause instanceof Fault ? cause : failed(file, cause)
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * The source must be a complete file that this user may read; a file with a write-ahead log beside it is only part
 * of a database.
 */
function refuseSource(from: string): void {
  const facts = { file: from }
  try {
    if (!exists(from))
      throw new Fault('restore_source', 'There is no such file: name the file of a backup.', {
        facts,
      })
    // A copy of a pipe can wait without end, and one of a device does not end.
    if (!statSync(from).isFile()) {
      const message = 'That is a folder, a device or a pipe: name the file of a backup.'
      throw new Fault('restore_source', message, { facts })
    }
    accessSync(from, fsConstants.R_OK)
  } catch (cause) {
    throw cause instanceof Fault ? cause : unreadable(from, cause)
  }
  if (exists(`${from}-wal`) && statSync(`${from}-wal`).size > 0) {
    throw new Fault(
      'restore_source',
      'The file is a database in use, with a log beside it: make a copy with `urlwitness backup`.',
      { facts: { file: from } },
    )
  }
}

function checkCopy(options: RestoreOptions): Contents {
  const { from } = options
  let copy: Connection | null = null
  try {
    copy = connect(options, { readonly: false })
    if (identityOf(copy) === 'empty' || schemaVersionOf(copy, options) === 0) {
      throw new Fault('restore_source', 'The file contains no ledger.', { facts: { file: from } })
    }
    copy.pragma('journal_mode = DELETE')
    checkIntegrity(copy)
    return contentsOf(copy, options)
  } catch (cause) {
    throw sourceFault(from, cause)
  } finally {
    copy?.close()
  }
}

/**
 * Replaces a fault that names the copy and gives advice on the service's database: the operator knows only the backup
 * file.
 */
function sourceFault(from: string, cause: unknown): Fault {
  const { code, message, facts } = databaseFault(from, cause)
  const isDamaged = code === 'database_damaged' || isDamage(codeOf(cause))
  return new Fault(
    isDamaged ? 'database_damaged' : code,
    isDamaged
      ? 'The file is damaged, truncated, or not a database: restore another backup.'
      : message,
    { facts: { ...facts, file: from }, cause },
  )
}

/**
 * Exchanges the files under the lock of the data folder. A service holds that lock even if its database file was
 * renamed or moved away; the write-ahead log of the moved file is still in use then.
 */
function replaceUnderLock(options: RestoreOptions, copy: string): string | null {
  const lock = lockFolder(dirname(options.file), { shared: false })
  if (lock === null) throw inUse(options.file)
  try {
    return replaceDatabase(options, copy)
  } finally {
    lock.release()
  }
}

const LOG_ENDINGS = ['-wal', '-journal']

/** The old file keeps its name until the rename, so that no start in between creates an empty database. */
function replaceDatabase(options: RestoreOptions, copy: string): string | null {
  const { file, stamp } = options
  const kept = `${file}.replaced-${stamp}`
  const exclusiveConnection = isDatabase(file) ? openExclusive(options) : null
  try {
    // SQLite would apply a log or journal that is left beside the old file to the new one.
    if (exclusiveConnection === null) {
      for (const ending of LOG_ENDINGS) moveAside(`${file}${ending}`, `${kept}${ending}`)
      rmSync(`${file}-shm`, { force: true })
    }
    writeRestoreMark(options, copy, exclusiveConnection)
    syncFile(copy)
    const isReplacing = exists(file)
    if (isReplacing) linkOrCopy(file, kept)
    // Windows does not rename over an open file, not even one opened by this process.
    if (platform === 'win32') exclusiveConnection?.close()
    try {
      moveReplacing(copy, file)
    } catch (cause) {
      if (isReplacing) rmSync(kept, { force: true })
      for (const ending of LOG_ENDINGS) moveAside(`${kept}${ending}`, `${file}${ending}`)
      throw cause
    }
    return isReplacing ? kept : null
  } finally {
    exclusiveConnection?.close()
  }
}

function writeRestoreMark(
  { at, ...options }: RestoreOptions,
  file: string,
  replaced: Connection | null,
): void {
  const copy = connect({ ...options, file }, { readonly: false })
  try {
    const replacedMark = replaced === null ? null : markOfReplaced(replaced)
    markRestored(copy, Math.ceil(at / 1_000), [restoreMarkOf(copy), replacedMark])
  } finally {
    copy.close()
  }
}

/** The replaced database may be damaged, empty, or of another version; its mark is then unknown. */
function markOfReplaced(replaced: Connection): RestoreMark | null {
  try {
    return restoreMarkOf(replaced)
  } catch {
    return null
  }
}

const MAGIC = 'SQLite format 3\u0000'

/**
 * Whether SQLite can read the file. SQLite would delete the log beside a file that it cannot read, and a repair of
 * that file may need the log.
 */
function isDatabase(file: string): boolean {
  if (!exists(file)) return false
  if (statSync(file).size === 0) return true
  const head = new Uint8Array(MAGIC.length)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, head)
  } finally {
    closeSync(descriptor)
  }
  return new TextDecoder('latin1').decode(head) === MAGIC
}

/**
 * Locks all other connections out, and writes the log into the file. A running service keeps its database open,
 * which makes this fail with `database_in_use`. Null if the file is too damaged to be opened.
 */
function openExclusive(options: RestoreOptions): Connection | null {
  const database = connect({ ...options, busyTimeoutMs: 0 }, { readonly: false })
  try {
    identityOf(database)
    // Fails while another connection is open.
    database.pragma('journal_mode = DELETE')
    database.exec('BEGIN EXCLUSIVE')
    // Another process may have switched it back to a write-ahead log between the two statements.
    if (database.pragma('journal_mode', { simple: true }) !== 'delete') throw inUse(options.file)
    return database
  } catch (cause) {
    database.close()
    if (cause instanceof Fault) throw cause
    const code = cause instanceof Sqlite.SqliteError ? cause.code : ''
    if (isBusy(code)) throw inUse(options.file)
    // A damaged database is the reason for a restore.
    if (isDamage(code)) return null
    throw failed(options.file, cause)
  }
}

function isBusy(code: string): boolean {
  return code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')
}

function linkOrCopy(file: string, kept: string): void {
  try {
    linkSync(file, kept)
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') throw cause
    // FAT and some network file systems have no hard links.
    copyFileSync(file, kept, fsConstants.COPYFILE_EXCL)
    syncFile(kept)
  }
}

function moveAside(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (cause) {
    if (codeOf(cause) !== 'ENOENT') throw cause
  }
}

function inUse(file: string): Fault {
  return new Fault('database_in_use', 'A service is using the database: stop it first.', {
    facts: { file },
  })
}

function unreadable(file: string, cause: unknown): Fault {
  return new Fault('restore_source', 'This user cannot read the file.', {
    facts: { file, reason: codeOf(cause) },
    cause,
  })
}

function failed(file: string, cause: unknown): Fault {
  return new Fault(
    'restore_failed',
    'The backup could not be put in place: the data folder must be writable and have as much free space as the backup needs.',
    { facts: { file, reason: codeOf(cause) }, cause },
  )
}
