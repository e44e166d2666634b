import { statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Settings } from '#settings/settings.ts'
import { type CheckResult, fail, pass, skip, warn } from './doctor.ts'

const MIB = 2 ** 20

/** Room for the screenshots; without it the tools that make some are not sold. */
export function checkDisk({ dataDir, evidence }: Settings): CheckResult {
  const free = freeMib(resolve(dataDir))
  if (free === null) return skip('disk', 'the disk of data_dir does not say what is free')
  const { quotaMb, minFreeMb } = evidence
  const detail = `${free} MiB free for data_dir`
  if (free < minFreeMb) {
    return fail(
      'disk',
      `${detail}, less than evidence.min_free_mb (${minFreeMb})`,
      'Free some, or put data_dir on another disk: render_page and verify_page answer 503.',
    )
  }
  return free < quotaMb + minFreeMb
    ? warn(
        'disk',
        `${detail}, less than evidence.quota_mb and evidence.min_free_mb together (${quotaMb + minFreeMb})`,
        'Lower evidence.quota_mb, or free some: else the disk is full before old screenshots make room.',
      )
    : pass('disk', detail)
}

// Measured, MiB: the service with its network work; full Chrome with nothing open; one rich page more.
const SERVICE_MIB = 150
const BROWSER_MIB = 350
const PAGE_MIB = 60

/** Memory for the browser pages that may run at a time. */
export function checkMemory(settings: Settings, availableBytes: number): CheckResult {
  const { tools, limits } = settings
  if (!tools.render_page.enabled && !tools.verify_page.enabled) {
    return skip('memory', 'no browser: render_page and verify_page are off')
  }
  const available = Math.floor(availableBytes / MIB)
  const needed = SERVICE_MIB + BROWSER_MIB + PAGE_MIB * limits.browserJobs
  const detail = `${available} MiB available; ${limits.browserJobs} rich pages at a time take ${needed}`
  if (available >= needed) return pass('memory', detail)
  const fits = Math.floor((available - SERVICE_MIB - BROWSER_MIB) / PAGE_MIB)
  return fits < 1
    ? warn(
        'memory',
        detail,
        'Add memory, or switch render_page and verify_page off: probe_url needs none of it.',
      )
    : warn('memory', detail, `Set limits.browser_jobs = ${fits}, or add memory.`)
}

/** Of the nearest folder that is there; null where the system does not say. */
function freeMib(path: string): number | null {
  const parent = dirname(path)
  if (statSync(path, { throwIfNoEntry: false }) === undefined && parent !== path) {
    return freeMib(parent)
  }
  try {
    const { bavail, bsize } = statfsSync(path)
    return Math.floor((bavail * bsize) / MIB)
  } catch {
    return null // Some network disks do not tell.
  }
}
