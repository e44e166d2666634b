import { readFileSync } from 'node:fs'

/**
 * The text of a file of /proc or /sys; null on another system, on a kernel without the file, and for a process that has
 * ended.
 */
export function readTextOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** How long a thread has run, and was ready to run and waited for a processor, milliseconds. */
export interface ThreadTimes {
  readonly ranMs: number
  readonly waitedMs: number
}

/**
 * The times of a thread so far; null without scheduler statistics. `folder` is that of the thread in /proc, or that of a
 * process for its main thread.
 */
export function threadTimes(folder: string): ThreadTimes | null {
  const [ranNs, waitedNs] = readTextOrNull(`${folder}/schedstat`)?.split(' ') ?? []
  if (waitedNs === undefined) return null
  return { ranMs: Number(ranNs) / 1e6, waitedMs: Number(waitedNs) / 1e6 }
}
