import process from 'node:process'
import { readTextOrNull } from './proc-files.ts'

export interface ProcessLoad {
  readonly residentBytes: number
  readonly heapUsedBytes: number
  /** User and system time since the start of the process. */
  readonly cpuSeconds: number
}

/** Resource usage of this process, without the browser's own processes. Takes a tenth of a millisecond. */
export function processLoad(): ProcessLoad {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  return { residentBytes: rss, heapUsedBytes: heapUsed, cpuSeconds: (user + system) / 1e6 }
}

/**
 * Memory that programs can still get without swapping, bytes: of the machine, or of the control group (version 2) of this
 * process if that has less. Null without /proc.
 */
export function freeMemoryBytes(): number | null {
  const available = /^MemAvailable:\s+(\d+) kB$/m.exec(readTextOrNull('/proc/meminfo') ?? '')?.[1]
  if (available === undefined) return null
  const path = /^0::(\/.*)$/m.exec(readTextOrNull('/proc/self/cgroup') ?? '')?.[1] ?? '/'
  const [limit, used] = ['memory.max', 'memory.current'].map((name) =>
    Number.parseInt(readTextOrNull(`/sys/fs/cgroup${path}/${name}`) ?? '', 10),
  )
  const ofMachine = Number(available) * 1024
  // The limit is the word `max` where there is none.
  const ofGroup = (limit ?? Number.NaN) - (used ?? Number.NaN)
  return Number.isNaN(ofGroup) ? ofMachine : Math.min(ofMachine, ofGroup)
}
