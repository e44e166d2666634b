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
