import { versions } from 'node:process'
import Sqlite from 'better-sqlite3'
import { Fault } from '#fault.ts'
import { loadEmbeddedAddon } from '#runtime/native-addon.ts'
import { codeOf } from './files.ts'

/** Any open file of SQLite. */
export type Connection = Sqlite.Database

export interface ConnectionOptions {
  readonly file: string
  /** Milliseconds that a statement waits for another process's write; the whole process waits with it. */
  readonly busyTimeoutMs?: number
  /** A loaded addon, for tests; without it the one inside a single executable, else that of the package. */
  readonly nativeBinding?: object
  /** Node-API version of this runtime, for tests of the guard. */
  readonly napi?: string | undefined
}

// better-sqlite3 13 is built for Node-API 10 and takes an older runtime down without a word.
const NEEDED_NAPI = 10
// A write holds the lock for a few fsyncs; longer means a stuck process, and our own event loop stands still meanwhile.
const BUSY_TIMEOUT_MS = 2_000

/** A connection to a file of SQLite, whatever is in it. Throws `runtime_too_old`, or what SQLite says. */
export function connect(
  options: ConnectionOptions,
  access: { readonly readonly: boolean },
): Connection {
  checkRuntime('napi' in options ? options.napi : versions['napi'])
  return new Sqlite(options.file, {
    timeout: options.busyTimeoutMs ?? BUSY_TIMEOUT_MS,
    readonly: access.readonly,
    fileMustExist: true,
    ...addonOption(options.nativeBinding ?? embeddedAddon()),
  })
}

function checkRuntime(napi: string | undefined): void {
  if (Number(napi ?? 0) >= NEEDED_NAPI) return
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

let embedded: { readonly addon: object | null } | null = null

/** Loaded once per process: a second load would need a second file on the disk. */
function embeddedAddon(): object | null {
  embedded ??= { addon: loadEmbeddedAddon() }
  return embedded.addon
}

/** What SQLite or the disk said, as a Fault that says what to do; a Fault stays as it is. */
export function databaseFault(file: string, cause: unknown): Fault {
  if (cause instanceof Fault) return cause
  const reason = codeOf(cause)
  return new Fault(
    'database_unavailable',
    `The database cannot be opened: ${adviceOn(reason) ?? messageOf(cause)}.`,
    { facts: { file, reason }, cause },
  )
}

/** Whether SQLite says that the file is torn, or none of its own. */
export function isDamage(reason: string | null): boolean {
  return ['SQLITE_CORRUPT', 'SQLITE_NOTADB'].some((code) => reason?.startsWith(code))
}

const noRights =
  'this user must be able to read and write it, its folder and the files of its name beside it; see whose they are'
const noRoom = 'its disk is full: free some'

/** By the code of SQLite or of the system; those of SQLite have endings (`SQLITE_CANTOPEN_ISDIR`). */
const advice: readonly (readonly [code: string, advice: string])[] = [
  ['SQLITE_FULL', noRoom],
  ['SQLITE_CANTOPEN', noRights],
  ['SQLITE_READONLY', noRights],
  ['SQLITE_PERM', noRights],
  ['SQLITE_BUSY', 'another process has held it for too long: end that one, or try again'],
  ['SQLITE_IOERR', 'its disk does not do what it is asked for: see whether it is full or failing'],
  ['ENOSPC', noRoom],
  ['EACCES', noRights],
  ['EPERM', noRights],
  ['EROFS', 'its disk is read-only: set data_dir to a folder on another'],
  ['ENOENT', 'its folder is not there: set data_dir'],
  ['ENOTDIR', 'its folder is a file: set data_dir to a folder'],
  ['EISDIR', 'a folder has its name: move that away, or set data_dir'],
]

function adviceOn(reason: string | null): string | null {
  if (reason === null) return null
  if (isDamage(reason)) {
    return 'it is damaged, or no database: put a backup in its place with `urlwitness restore`, which keeps this one beside it'
  }
  return advice.find(([code]) => reason.startsWith(code))?.[1] ?? null
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
