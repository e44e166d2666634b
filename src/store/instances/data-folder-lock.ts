import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { type Connection, connect, databaseFault } from '#store/sqlite/connection.ts'
import { exists } from '#store/sqlite/files.ts'

/** Name of the lock within the data folder. The file stays empty, and says nothing: only who holds it counts. */
const LOCK_NAME = 'urlwitness.lock'

// `status` looks at the lock for a moment, and must not keep a service from starting.
const WAIT_MS = 500

export interface FolderLock {
  release(): void
}

/**
 * Takes the data folder: for one service alone, or for one of several that all say `shared`. Null when another holds it
 * otherwise. It is a lock of the system on an empty file of SQLite, which knows how on Linux, macOS and Windows: it ends
 * with the process, however that ends, so that nothing stale is ever left. Throws `database_unavailable`.
 */
export function lockFolder(
  folder: string,
  { shared }: { readonly shared: boolean },
): FolderLock | null {
  return take(folder, shared ? 'shared' : 'alone', WAIT_MS)
}

/** Whether a service holds the folder now. Makes nothing. Throws `database_unavailable`. */
export function isFolderLocked(folder: string): boolean {
  const file = join(folder, LOCK_NAME)
  try {
    if (!exists(file)) return false
  } catch (cause) {
    throw databaseFault(file, cause)
  }
  const lock = take(folder, 'alone', 0)
  lock?.release()
  return lock === null
}

function take(folder: string, how: 'alone' | 'shared', busyTimeoutMs: number): FolderLock | null {
  const file = join(folder, LOCK_NAME)
  let lock: Connection | null = null
  try {
    // Closing a descriptor drops the locks that this very process has on the file: so only where there is none yet.
    if (!exists(file)) closeSync(openSync(file, 'a', 0o600))
    lock = connect({ file, busyTimeoutMs }, { readonly: false })
    if (how === 'alone') lock.exec('BEGIN EXCLUSIVE')
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
