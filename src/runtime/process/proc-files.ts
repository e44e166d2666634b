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

/**
 * Milliseconds that a thread was ready to run and waited for a processor; null without scheduler statistics. `folder`
 * is that of the thread in /proc, or that of a process for its main thread.
 */
export function runQueueWaitMs(folder: string): number | null {
  const waitedNs = readTextOrNull(`${folder}/schedstat`)?.split(' ')[1]
  return waitedNs === undefined ? null : Number(waitedNs) / 1e6
}
