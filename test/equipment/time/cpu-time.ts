import { existsSync, readFileSync } from 'node:fs'
import process from 'node:process'

/**
 * Milliseconds of processor time that `work` takes, on this thread alone. On a busy machine the wall-clock time includes the
 * work of other processes.
 */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/**
 * Starts to measure the main thread of a process. The result tells how many times longer it has taken since then than on an
 * idle machine, by the time in which it was runnable and had no processor. On systems other than Linux: 1.
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
 * Starts to measure the time in which this thread has nothing to do. The result tells the milliseconds since then: the
 * wall-clock time without that in which the thread computed, or was runnable and had no processor. On a busy machine a punctual
 * deadline still takes the same waiting time, and a late deadline takes more. On systems other than Linux: the wall-clock time.
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

/** Nanoseconds in which a thread ran, and in which it was runnable and had no processor. */
function scheduled(path: string): { readonly ranNs: number; readonly readyNs: number } {
  if (!existsSync(path)) return { ranNs: 0, readyNs: 0 }
  const [ranNs = 0, readyNs = 0] = readFileSync(path, 'utf8').split(' ').map(Number)
  return { ranNs, readyNs }
}
