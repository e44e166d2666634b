import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'

/**
 * Milliseconds of processor that `work` takes, on this thread alone: on a busy machine the clock on the wall measures
 * the others as well.
 */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/**
 * How many times longer the main thread of a process has taken since now than on an idle machine: with the time that it was ready
 * and had no processor. Elsewhere than on Linux: 1.
 */
export function slownessOf(pid: number): () => number {
  const path = `/proc/${pid}/schedstat`
  const before = scheduled(path)
  return () => {
    const after = scheduled(path)
    const ranNs = after.ranNs - before.ranNs
    return ranNs > 0 ? 1 + (after.readyNs - before.readyNs) / ranNs : 1
  }
}

/**
 * Milliseconds since now that this thread had nothing to do: the time on the wall without that in which it computed, or was ready
 * and had no processor. On a busy machine a deadline still ends after as much waiting, a deadline too late after more. Elsewhere
 * than on Linux: the time on the wall.
 */
export function waitingTime(): () => number {
  const idleMs = () => performance.now() - busyMs()
  const before = idleMs()
  return () => idleMs() - before
}

function busyMs(): number {
  const { ranNs, readyNs } = scheduled('/proc/thread-self/schedstat')
  return (ranNs + readyNs) / 1e6
}

/** Nanoseconds that a thread ran, and that it was ready and had no processor. */
function scheduled(path: string): { readonly ranNs: number; readonly readyNs: number } {
  if (!existsSync(path)) return { ranNs: 0, readyNs: 0 }
  const [ranNs = 0, readyNs = 0] = readFileSync(path, 'utf8').split(' ').map(Number)
  return { ranNs, readyNs }
}
