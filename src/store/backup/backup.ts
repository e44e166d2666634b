import { mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { codeOf, Fault } from '#fault.ts'
import type { DatabaseOptions } from '#store/database.ts'
import { readDatabase, requireDatabase } from '#store/existing-database.ts'
import {
  exists,
  moveIfAbsent,
  moveReplacing,
  replaceablePath,
  syncFile,
} from '#store/files/files.ts'
import { deleteReports } from '#store/schema/pre-migration-copy.ts'
import { type Connection, connect, databaseFault } from '#store/sqlite/connection.ts'
import { type Contents, checkIntegrity, contentsOf } from './integrity.ts'

export interface BackupOptions extends DatabaseOptions {
  readonly to: string
  /** Replace an existing file. */
  readonly force: boolean
  /**
   * Stored reports belong to buyers and are deleted within a day: a backup that is kept longer must not contain
   * them.
   */
  readonly withReports: boolean
}

export interface Backup extends Contents {
  readonly file: string
  readonly bytes: number
}

// About a millisecond of copying between two turns of the event loop.
const PAGES_PER_STEP = 1_000

/**
 * Copies the database to one file, readable by its owner only, while services write to it. The copy has the state at
 * the time of the call. It gets its name once it is complete, checked and on disk. Throws `backup_exists`,
 * `backup_onto_itself`, `backup_failed` (disk), `database_damaged`, and as `readDatabase` does.
 */
export async function backupDatabase(options: BackupOptions): Promise<Backup> {
  const { to, force } = options
  requireDatabase(options.file)
  refuseOwnFiles(options)
  const target = targetOf(to)
  if (!force && fileExists(to)) throw alreadyExists(to)
  const source = readDatabase(options, { older: true })
  let folder: string | null = null
  try {
    folder = mkdtempSync(join(dirname(target), '.urlwitness-backup-'))
    const copy = join(folder, 'copy.sqlite')
    await copySnapshot(source, copy)
    const contents = finalizeCopy({ ...options, file: copy })
    if (force) moveReplacing(copy, target)
    else if (!moveIfAbsent(copy, target)) throw alreadyExists(to)
    return { file: to, bytes: statSync(to).size, ...contents }
  } catch (cause) {
    throw cause instanceof Fault ? cause : failed(to, cause)
  } finally {
    source.close()
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  }
}

/** Without an open read transaction, SQLite restarts the copy whenever another process writes. */
async function copySnapshot(source: Connection, copy: string): Promise<void> {
  writeFileSync(copy, '', { mode: 0o600 })
  source.exec('BEGIN')
  source.prepare('SELECT 1 FROM sqlite_schema LIMIT 1').get()
  try {
    await source.backup(copy, { progress: () => PAGES_PER_STEP })
  } finally {
    source.exec('ROLLBACK')
  }
}

/** Converts the copy to one file without a write-ahead log, and checks it. */
function finalizeCopy(options: BackupOptions): Contents {
  if (!options.withReports) deleteReports(options)
  const copy = connect(options, { readonly: false })
  try {
    copy.pragma('journal_mode = DELETE')
    checkIntegrity(copy)
    return contentsOf(copy, options)
  } finally {
    copy.close()
    syncFile(options.file)
  }
}

/** A forced backup onto the database or one of its log files would destroy the data that it is meant to save. */
function refuseOwnFiles({ file, to }: BackupOptions): void {
  const databaseFiles = ['', '-wal', '-shm', '-journal'].map((ending) =>
    resolvePath(`${file}${ending}`),
  )
  if (!databaseFiles.includes(resolvePath(to))) return
  throw new Fault('backup_onto_itself', 'The backup must be another file than the database.', {
    facts: { file: to },
  })
}

function targetOf(to: string): string {
  let target: string | null
  try {
    target = replaceablePath(to)
  } catch (cause) {
    throw failed(to, cause)
  }
  if (target !== null) return target
  throw new Fault('backup_failed', 'The backup must be a file: that is a device or a pipe.', {
    facts: { file: to },
  })
}

function resolvePath(file: string): string {
  try {
    return realpathSync(file)
  } catch (cause) {
    if (codeOf(cause) !== 'ENOENT') throw failed(file, cause)
  }
  try {
    return join(realpathSync(dirname(file)), file.slice(dirname(file).length))
  } catch (cause) {
    throw failed(file, cause)
  }
}

function fileExists(file: string): boolean {
  try {
    return exists(file)
  } catch (cause) {
    throw failed(file, cause)
  }
}

function alreadyExists(file: string): Fault {
  return new Fault(
    'backup_exists',
    'The file exists already: choose another name, or use --force.',
    {
      facts: { file },
    },
  )
}

function failed(file: string, cause: unknown): Fault {
  const fault = databaseFault(file, cause)
  return new Fault(
    'backup_failed',
    'The backup could not be written: its folder must exist and have as much free space as the database needs.',
    { facts: { file, reason: codeOf(cause) }, cause: fault },
  )
}
