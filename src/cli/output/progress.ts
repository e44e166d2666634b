import type { Clock } from '#runtime/clock.ts'
import type { Terminal } from './terminal.ts'

/**
 * Shows the current task, the elapsed time and the time limit on a terminal, and nothing elsewhere. `note` prints a line that
 * stays, also where there is no terminal.
 */
export async function withProgress<T>(
  { terminal: { err }, clock }: { readonly terminal: Terminal; readonly clock: Clock },
  { what, limitMs }: { readonly what: string; readonly limitMs: number },
  work: (note: (line: string) => void) => Promise<T>,
): Promise<T> {
  const note = (line: string) => err.write(`${err.isTty ? CLEAR : ''}${line}\n`)
  if (!err.isTty) return work(note)
  const ended = new AbortController()
  const limitS = Math.ceil(limitMs / 1000)
  const tick = async (seconds: number): Promise<void> => {
    const text = `${what}: ${seconds} s of at most ${limitS} s`
    err.write(CLEAR + text.slice(0, err.columns - 1))
    await clock.sleep(1_000, ended.signal)
    if (!ended.signal.aborted) return tick(seconds + 1)
  }
  const ticks = tick(0)
  try {
    return await work(note)
  } finally {
    ended.abort()
    // The abort rejects the sleep.
    await ticks.catch(() => {})
    err.write(CLEAR)
  }
}

/** Control sequence that returns to the beginning of the line and erases it. */
const CLEAR = '\r\u001b[K'
