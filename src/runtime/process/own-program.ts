import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** Set by the build: the file that starts the bundled program. */
declare const PROGRAM_FILE: string | undefined

/** First argument of the child process of this program; not a verb of the command line, and not meant for users. */
const KEEPER = 'keep-namespace'

/** The command that starts this program again, as the keeper of a network namespace. */
export function keeperCommand(...args: readonly string[]): string[] {
  const sea = process.getBuiltinModule?.('node:sea')
  const script = sea?.isSea() ? [] : [programFile()]
  return [process.execPath, ...script, KEEPER, ...args]
}

function programFile(): string {
  if (typeof PROGRAM_FILE === 'string') return PROGRAM_FILE
  return fileURLToPath(new URL('../../main.ts', import.meta.url))
}

/**
 * The keeper's arguments; null in every other process, even when a user typed the word: such a process has no IPC
 * channel to a parent.
 */
export function keeperArguments(): string[] | null {
  const [word, ...args] = process.argv.slice(2)
  return word === KEEPER && process.connected ? args : null
}

/** Whether this runtime passes sockets between processes. Only Node does, and only Linux has the namespaces that need it. */
export function handsOverSockets(): boolean {
  return process.platform === 'linux' && process.versions['deno'] === undefined
}
