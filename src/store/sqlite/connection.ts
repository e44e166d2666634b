import { openSync, statSync } from 'node:fs'
import { versions } from 'node:process'
import Sqlite from 'better-sqlite3'
import { codeOf, Fault, messageOf } from '#fault.ts'
import { loadEmbeddedAddon } from '#runtime/native-addon.ts'

/** Any open SQLite file. */
export type Connection = Sqlite.Database

export interface ConnectionOptions {
  readonly file: string
  /** Milliseconds that a statement waits for the write of another process; it blocks this process for that time. */
  readonly busyTimeoutMs?: number
  /** A loaded addon, for tests. By default, the addon inside a single executable, or else that of the package. */
  readonly nativeBinding?: object
  /** Node-API version of this runtime, for tests of the check. */
  readonly napi?: string | undefined
}

// better-sqlite3 13 is built for Node-API 10 and crashes older runtimes without a message.
const MIN_NAPI = 10
// A write holds the lock for a few fsyncs. A longer wait means a stuck process, and blocks this event loop.
const BUSY_TIMEOUT_MS = 2_000

/** Opens a connection to an SQLite file of any content. Throws `runtime_too_old`, `database_unavailable` or an error of SQLite. */
export function connect(
  options: ConnectionOptions,
  access: { readonly readonly: boolean },
): Connection {
  checkRuntime('napi' in options ? options.napi : versions['napi'])
  refuseSpecialFile(options.file)
  return new Sqlite(options.file, {
    timeout: options.busyTimeoutMs ?? BUSY_TIMEOUT_MS,
    readonly: access.readonly,
    fileMustExist: true,
    ...addonOption(options.nativeBinding ?? embeddedAddon()),
  })
}

/**
 * Opens the file of a database for writing; a new one is readable by its owner only. The caller closes the descriptor. Throws
 * `database_unavailable` or the error of the system.
 */
export function openDatabaseFile(file: string): number {
  refuseSpecialFile(file)
  return openSync(file, 'a', 0o600)
}

/**
 * Opening a pipe waits without end for its other side, and no signal ends that. A device would get the mode and the log files
 * of a database: root would take /dev/null from all other users.
 */
function refuseSpecialFile(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return
  throw new Fault(
    'database_unavailable',
    'The database cannot be opened: its path leads to a device, a pipe or a socket, not to a file.',
    { facts: { file } },
  )
}

function checkRuntime(napi: string | undefined): void {
  if (Number(napi ?? 0) >= MIN_NAPI) return
  throw new Fault(
    'runtime_too_old',
    'The database needs Node-API 10: run this with Node 22.14 or newer.',
    { facts: { napi: napi ?? null } },
  )
}

/** The package accepts a loaded addon, although its types know paths only. */
function addonOption(nativeBinding: object | null): object {
  return nativeBinding === null ? {} : { nativeBinding }
}

let cached: { readonly addon: object | null } | null = null

/** Loaded once per process: a second load would need a second file on the disk. */
function embeddedAddon(): object | null {
  cached ??= { addon: loadEmbeddedAddon() }
  return cached.addon
}

/** Converts an error of SQLite or of the disk to a Fault with advice; returns a Fault unchanged. */
export function databaseFault(file: string, cause: unknown): Fault {
  if (cause instanceof Fault) return cause
  const reason = codeOf(cause)
  return new Fault(
    'database_unavailable',
    `The database cannot be opened: ${adviceOn(reason) ?? messageOf(cause)}.`,
    { facts: { file, reason }, cause },
  )
}

/** Whether SQLite reports the file as damaged, or as not a database. */
export function isDamage(reason: string | null): boolean {
  return ['SQLITE_CORRUPT', 'SQLITE_NOTADB'].some((code) => reason?.startsWith(code))
}

const noPermission =
  'this user must be able to read and write it, its folder and the files of the same name beside it; check who owns them'
const diskFull = 'its disk is full: free some'

/** Advice by error code of SQLite or of the system. Codes of SQLite may have a suffix (`SQLITE_CANTOPEN_ISDIR`). */
const advice: readonly (readonly [code: string, advice: string])[] = [
  ['SQLITE_FULL', diskFull],
  ['SQLITE_CANTOPEN', noPermission],
  ['SQLITE_READONLY', noPermission],
  ['SQLITE_PERM', noPermission],
  ['SQLITE_BUSY', 'another process has locked it for too long: end that process, or try again'],
  ['SQLITE_IOERR', 'its disk reports an error: check whether it is full or failing'],
  ['ENOSPC', diskFull],
  ['EACCES', noPermission],
  ['EPERM', noPermission],
  ['EROFS', 'its disk is read-only: set data_dir to a folder on another'],
  ['ENOENT', 'its folder does not exist: set data_dir'],
  ['ENOTDIR', 'its folder is a file: set data_dir to a folder'],
  ['EISDIR', 'a folder has its name: move that away, or set data_dir'],
]

function adviceOn(reason: string | null): string | null {
  if (reason === null) return null
  if (isDamage(reason)) {
    return 'it is damaged, or not a database: restore a backup with `urlwitness restore`, which keeps this file beside it'
  }
  return advice.find(([code]) => reason.startsWith(code))?.[1] ?? null
}
