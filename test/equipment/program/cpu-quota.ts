import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import process from 'node:process'

const PERIOD_US = 100_000

/** A control group that limits processor time, without a quota at first. */
export interface CpuQuota {
  add(pid: number): void
  /** Share of one processor; null: no quota. */
  limit(share: number | null): void
  /** Its processes must have ended. */
  close(): void
}

/** A group of version 1 or 2; null where this user can create neither. */
export function openCpuQuota(): CpuQuota | null {
  const name = `urlwitness-test-${process.pid}`
  const groups = [
    { folder: `/sys/fs/cgroup/cpu/${name}`, version: 1 },
    { folder: `/sys/fs/cgroup/${name}`, version: 2 },
  ]
  for (const { folder, version } of groups) {
    try {
      mkdirSync(folder)
    } catch {
      continue
    }
    const file = `${folder}/${version === 1 ? 'cpu.cfs_quota_us' : 'cpu.max'}`
    const close = () => rmdirSync(folder)
    if (!existsSync(file)) {
      close()
      continue
    }
    return {
      add: (pid) => writeFileSync(`${folder}/cgroup.procs`, String(pid)),
      limit: (share) => {
        const none = version === 1 ? '-1' : 'max'
        const quota = share === null ? none : String(share * PERIOD_US)
        writeFileSync(file, version === 1 ? quota : `${quota} ${PERIOD_US}`)
      },
      close,
    }
  }
  return null
}
