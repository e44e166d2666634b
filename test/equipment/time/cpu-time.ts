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
