import process from 'node:process'

export interface ProcessLoad {
  readonly residentBytes: number
  readonly heapUsedBytes: number
  /** User and system time since the start of the process. */
  readonly cpuSeconds: number
}

/** Milliseconds of processor time that the calling thread has used. Unlike elapsed time, it does not grow while others run. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Resource usage of this process, without the browser's own processes. Takes a tenth of a millisecond. */
export function processLoad(): ProcessLoad {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return { residentBytes: rss, heapUsedBytes: heapUsed, cpuSeconds: (user + system) / 1e6 }
}
