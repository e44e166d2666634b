import { join } from 'node:path'
import { readTextOrNull } from './proc-files.ts'

/**
 * Memory that programs can still get without swapping, bytes: of the machine, or of the control group (version 2) of this
 * process if that has less. Null without /proc. `root`: the folder that contains `proc` and `sys`.
 */
export function freeMemoryBytes(root = '/'): number | null {
  const read = (path: string) => readTextOrNull(join(root, path)) ?? ''
  const availableKiB = /^MemAvailable:\s+(\d+) kB$/m.exec(read('proc/meminfo'))?.[1]
  if (availableKiB === undefined) return null
  const groupPath = /^0::(\/.*)$/m.exec(read('proc/self/cgroup'))?.[1] ?? '/'
  const group = join('sys/fs/cgroup', groupPath)
  const [limit = '', used = ''] = ['memory.max', 'memory.current'].map((name) =>
    read(join(group, name)),
  )
  const ofMachine = Number(availableKiB) * 1024
  // The limit is the word `max` where there is none.
  const unused = Number.parseInt(limit, 10) - Number.parseInt(used, 10)
  if (Number.isNaN(unused)) return ofMachine
  return Math.min(ofMachine, unused + cachedBytes(read(join(group, 'memory.stat'))))
}

/** The group's share of the file cache, which the kernel frees when programs need the memory. */
function cachedBytes(stat: string): number {
  const values = [...stat.matchAll(/^(?:in)?active_file (\d+)$/gm)].map(([, bytes]) =>
    Number(bytes),
  )
  return values.reduce((sum, bytes) => sum + bytes, 0)
}
