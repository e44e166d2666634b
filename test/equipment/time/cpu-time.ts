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

/** How many times longer this machine takes now than an idle one: time on the wall for each time of the processor. */
export function slowness(): number {
  const began = performance.now()
  const cpuMs = cpuMsOf(() => {
    const until = performance.now() + 300
    while (performance.now() < until);
  })
  return Math.max(1, (performance.now() - began) / cpuMs)
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

const SCHEDULED = '/proc/thread-self/schedstat'

function busyMs(): number {
  if (!existsSync(SCHEDULED)) return 0
  const [ranNs = 0, readyNs = 0] = readFileSync(SCHEDULED, 'utf8').split(' ').map(Number)
  return (ranNs + readyNs) / 1e6
}
