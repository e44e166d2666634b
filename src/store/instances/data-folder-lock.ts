import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { copyOwner, exists } from '#store/files/files.ts'
import { type Connection, connect, databaseFault } from '#store/sqlite/connection.ts'

/** Name of the lock file within the data folder. The file stays empty; only the lock on it matters. */
const LOCK_NAME = 'urlwitness.lock'

// `status` holds the lock for a moment, which must not prevent the start of a service.
const WAIT_MS = 500

export interface FolderLock {
  release(): void
}

/**
 * Locks the data folder, exclusively or shared among services that all set `shared`. Null if another service holds a
 * conflicting lock. The lock is an operating-system lock on an empty SQLite file, which works on Linux, macOS and
 * Windows. It ends with the process, also after a crash, so there are no stale locks. Throws `database_unavailable`.
 */
export function lockFolder(
  folder: string,
  { shared }: { readonly shared: boolean },
): FolderLock | null {
  return tryLock(folder, shared ? 'shared' : 'alone', WAIT_MS)
}

/** Whether a service holds the folder now. Creates no file. Throws `database_unavailable`. */
export function isFolderLocked(folder: string): boolean {
  const file = join(folder, LOCK_NAME)
  try {
    if (!exists(file)) return false
  } catch (cause) {
    throw databaseFault(file, cause)
  }
  const lock = tryLock(folder, 'alone', 0)
  lock?.release()
  return lock === null
}

function tryLock(
  folder: string,
  mode: 'alone' | 'shared',
  busyTimeoutMs: number,
): FolderLock | null {
  const file = join(folder, LOCK_NAME)
  let lock: Connection | null = null
  try {
    // Closing a descriptor drops the locks that this process has on the file, so the file is opened only if it does
    // not exist.
    if (!exists(file)) {
      closeSync(openSync(file, 'a', 0o600))
      copyOwner(file, folder)
    }
    lock = connect({ file, busyTimeoutMs }, { readonly: false })
    // A journal in a file would need free space, and nothing is ever written that it could undo.
    lock.pragma('journal_mode = MEMORY')
    if (mode === 'alone') lock.exec('BEGIN EXCLUSIVE')
    else {
      lock.exec('BEGIN')
      lock.prepare('SELECT count(*) FROM sqlite_schema').get()
    }
    const held = lock
    return { release: () => void held.close() }
  } catch (cause) {
    lock?.close()
    if (cause instanceof Sqlite.SqliteError && cause.code.startsWith('SQLITE_BUSY')) return null
    throw databaseFault(file, cause)
  }
}
