import { versions } from 'node:process'
import Sqlite from 'better-sqlite3'
import { Fault } from '../fault.ts'

/** Any open file of SQLite. */
export type Connection = Sqlite.Database

export interface ConnectionOptions {
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
    ...(options.nativeBinding === undefined ? {} : addonOption(options.nativeBinding)),
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

/** The package takes a loaded addon; its types know of paths only. */
function addonOption(nativeBinding: object): object {
  return { nativeBinding }
}

/** What SQLite or the disk said, as a Fault; a Fault stays as it is. */
export function databaseFault(file: string, cause: unknown): Fault {
  if (cause instanceof Fault) return cause
  return new Fault('database_unavailable', 'The database could not be opened.', {
    facts: { file },
    cause,
  })
}
