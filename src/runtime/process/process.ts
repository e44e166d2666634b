import { readFileSync } from 'node:fs'
import process from 'node:process'

// Access to the process: its arguments, environment, signals, streams and memory.

/** Arguments after the program and the script. */
export function processArguments(): string[] {
  return process.argv.slice(2)
}

/**
 * The command line with which the operator starts this program again, as a list of words: the executable as it was
 * called, or npx in the checkout.
 */
export function programName(): readonly string[] {
  return isSingleExecutable() ? [process.argv0] : ['npx', 'urlwitness']
}

/** Absolute path of the built executable; null when this is not one. */
export function executablePath(): string | null {
  return isSingleExecutable() ? process.execPath : null
}

/** Whether this is the built executable, which contains Node. */
function isSingleExecutable(): boolean {
  return process.getBuiltinModule?.('node:sea')?.isSea() === true
}

/** The environment variables of this process. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env
}

export interface OutputStream {
  write(text: string): void
  /**
   * Resolves when all written data has left this process, or when no more can: the reader has closed the pipe, or data was lost
   * because a write failed. Works for output of any length.
   */
  drained(): Promise<'written' | 'closed' | 'lost'>
  readonly isTty: boolean
  /** Characters per line; 80 if the stream does not report it. */
  readonly columns: number
}

// `failed` of `cli/output/exit-code.ts`; `runtime/` cannot import it.
const OUTPUT_LOST = 4

// A log that cannot be written, for example on a full disk, must not end a running service: later lines are written
// again once there is room.
export const stderr: OutputStream = outputStream(process.stderr, () => {})
export const stdout: OutputStream = outputStream(process.stdout, (cause) => {
  stderr.write(`The output could not be written and is incomplete: ${cause.message}\n`)
})

// One Ctrl-C reaches a process several times: the terminal signals the whole group, and npm and our launcher pass it on.
const SAME_KEYSTROKE_MS = 500

/**
 * Calls `onSignal` at the first SIGTERM or SIGINT, and `onSecond` at a later one, which means that the operator does
 * not want to wait. Returns a function that removes the handlers.
 */
export function onTermination(
  onSignal: (signal: string) => void,
  onSecond: () => void,
): () => void {
  let firstAt: number | null = null
  const listener = (signal: NodeJS.Signals) => {
    const now = performance.now()
    if (firstAt === null) {
      firstAt = now
      onSignal(signal)
    } else if (now - firstAt > SAME_KEYSTROKE_MS) onSecond()
  }
  return listenForTermination(listener)
}

/**
 * Calls `lastWords` at a SIGTERM or SIGINT, which then ends the process as it would have without. Returns a function that removes
 * the handlers.
 */
export function beforeTermination(lastWords: () => void): () => void {
  const listener = (signal: NodeJS.Signals) => {
    remove()
    lastWords()
    process.kill(process.pid, signal)
  }
  const remove = listenForTermination(listener)
  return remove
}

function listenForTermination(listener: (signal: NodeJS.Signals) => void): () => void {
  process.on('SIGTERM', listener)
  process.on('SIGINT', listener)
  return () => {
    process.off('SIGTERM', listener)
    process.off('SIGINT', listener)
  }
}

/**
 * Calls `onSignal` at each SIGHUP. Not on Windows, where the signal means that the console was closed, and the
 * process cannot prevent its end.
 */
export function onHangup(onSignal: () => void): () => void {
  if (process.platform === 'win32') return () => {}
  process.on('SIGHUP', onSignal)
  return () => void process.off('SIGHUP', onSignal)
}

/** Calls `listener` for each uncaught error. The process is then in an unknown state: log the error and exit. */
export function onUncaught(listener: (cause: unknown) => void): void {
  process.on('uncaughtException', listener)
  process.on('unhandledRejection', listener)
}

/** Keeps the process alive until the returned function is called. The timers of a Clock do not keep it alive. */
export function holdOpen(): () => void {
  const timer = setInterval(() => {}, 2 ** 30)
  return () => clearInterval(timer)
}

/** Sets the name of the process in `ps` and `top`. */
export function setTitle(title: string): void {
  process.title = title
}

export function processId(): number {
  return process.pid
}

/**
 * Exits with this status as soon as the output is written, even if something is still open. If the output was lost,
 * the status is that of a failure.
 */
export async function exitWhenWritten(code: number): Promise<never> {
  const [output] = await Promise.all([stdout.drained(), stderr.drained()])
  process.exit(output === 'lost' ? OUTPUT_LOST : code)
}

/** Exits at once. For use only after everything was closed, or when closing hangs. */
export function exitNow(code: number): never {
  process.exit(code)
}

/** The id of the current user; null on Windows. Read from the kernel: a bare container has no list of users. */
export function ownUserId(): number | null {
  return process.geteuid?.() ?? null
}

/**
 * Number of file descriptors that this process may have open (RLIMIT_NOFILE, which Node raises to the hard limit); null
 * outside Linux.
 */
export function openFileLimit(): number | null {
  try {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return limit === undefined ? null : Number(limit)
  } catch {
    // No /proc: another system, or a bare container.
    return null
  }
}

/** Bytes of memory that this process may still use, by the limit of its container or machine. */
export function availableMemoryBytes(): number {
  return process.availableMemory()
}

export interface RuntimeFacts {
  readonly node: string
  /** Node-API version; the SQLite addon needs 10. */
  readonly nodeApi: number
  readonly platform: string
  readonly arch: string
  readonly openssl: string
}

/** The runtime and the platform of this process. */
export function runtimeFacts(): RuntimeFacts {
  return {
    node: process.version,
    nodeApi: Number(process.versions['napi'] ?? 0),
    platform: process.platform,
    arch: process.arch,
    openssl: process.versions.openssl ?? '',
  }
}

/** Whether the runtime is Node. Other runtimes have their own HTTP server behind `node:http`. */
export function isNode(): boolean {
  return process.versions['deno'] === undefined && process.versions['bun'] === undefined
}

/** `onLost` is called with the first failure, unless the reader has closed the pipe. */
function outputStream(stream: NodeJS.WriteStream, onLost: (cause: Error) => void): OutputStream {
  let failure: NodeJS.ErrnoException | null = null
  stream.on('error', (cause: NodeJS.ErrnoException) => {
    if (failure !== null) return
    failure = cause
    if (!isClosedByReader(cause)) onLost(cause)
  })
  return {
    write: (text) => {
      stream.write(text)
    },
    drained: () =>
      new Promise((resolve) => {
        // The callback of an empty write runs after all earlier writes, and gets the error that ended the stream.
        stream.write('', (cause) =>
          setImmediate(() => {
            const first = failure ?? cause ?? null
            if (first === null) resolve('written')
            else resolve(isClosedByReader(first) ? 'closed' : 'lost')
          }),
        )
      }),
    get isTty() {
      return stream.isTTY === true
    },
    get columns() {
      return stream.columns || 80
    },
  }
}

/** `urlwitness check ... | head` closes the pipe early: that is the reader's choice, not an error. */
function isClosedByReader(cause: NodeJS.ErrnoException): boolean {
  return cause.code === 'EPIPE'
}
