import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { codeOf } from '#fault.ts'
import { rfc3339 } from '#runtime/clock.ts'
import type { RuntimeFacts } from '#runtime/process/process.ts'
import type { Settings } from '#settings/settings.ts'
import { DATABASE_NAME } from '#store/database.ts'
import { IANA_DATE } from '#target/registry.ts'
import { type CheckResult, fail, pass, skip, warn } from './check.ts'

const MIB = 2 ** 20

/** Checks the disk space for screenshots. Without it the tools that take screenshots are not sold. */
export function checkDisk({ dataDir, evidence }: Settings): CheckResult {
  const free = freeMib(resolve(dataDir))
  if (free === null)
    return skip('disk', 'the disk of data_dir does not report its free space to this user')
  const { quotaMb, minFreeMb } = evidence
  const detail = `${free} MiB free for data_dir`
  if (free < minFreeMb) {
    return fail(
      'disk',
      `${detail}, less than evidence.min_free_mb (${minFreeMb})`,
      'Free some space, or put data_dir on another disk: until then, render_page and verify_page return 503.',
    )
  }
  return free < quotaMb + minFreeMb
    ? warn(
        'disk',
        `${detail}, less than evidence.quota_mb and evidence.min_free_mb together (${quotaMb + minFreeMb})`,
        'Lower evidence.quota_mb, or free some space: otherwise the disk fills up before old screenshots are deleted.',
      )
    : pass('disk', detail)
}

// Measured memory in MiB: the service with its network work; full Chrome without a page; each further rich page.
const SERVICE_MIB = 150
const BROWSER_MIB = 350
const PAGE_MIB = 60

/** Checks the memory for the browser pages that may run at the same time. */
export function checkMemory(settings: Settings, availableBytes: number): CheckResult {
  const { tools, limits } = settings
  if (!tools.render_page.enabled && !tools.verify_page.enabled) {
    return skip('memory', 'no browser: render_page and verify_page are off')
  }
  const availableMib = Math.floor(availableBytes / MIB)
  const neededMib = SERVICE_MIB + BROWSER_MIB + PAGE_MIB * limits.browserJobs
  const detail = `${availableMib} MiB available; ${limits.browserJobs} rich pages at a time take ${neededMib} MiB`
  if (availableMib >= neededMib) return pass('memory', detail)
  const possibleJobs = Math.floor((availableMib - SERVICE_MIB - BROWSER_MIB) / PAGE_MIB)
  return possibleJobs < 1
    ? warn(
        'memory',
        detail,
        'Add memory, or switch render_page and verify_page off: probe_url needs none of it.',
      )
    : warn('memory', detail, `Set limits.browser_jobs = ${possibleJobs}, or add memory.`)
}

/** Free disk space in MiB at the nearest existing folder; null if the system does not report it. */
function freeMib(path: string): number | null {
  const parent = dirname(path)
  try {
    if (statSync(path, { throwIfNoEntry: false }) === undefined && parent !== path) {
      return freeMib(parent)
    }
    const { bavail, bsize } = statfsSync(path)
    return Math.floor((bavail * bsize) / MIB)
  } catch {
    return null // Some network disks do not report it; or this user has no access to the folder of `data_dir`.
  }
}

/** Checks the version of Node-API: the SQLite addon crashes an older runtime. */
export function checkRuntime({ node, nodeApi, platform, arch }: RuntimeFacts): CheckResult {
  const detail = `Node ${node}, Node-API ${nodeApi}, ${platform}-${arch}`
  return nodeApi >= 10
    ? pass('runtime', detail)
    : fail('runtime', detail, 'Use Node 22.14 or newer.')
}

/** Facts about the clock of this machine, apart from its time. */
export interface ClockFacts {
  /** When the ledger was last written, in milliseconds since the epoch; null without a ledger. */
  readonly lastWrittenAt: number | null
  /** Whether systemd-timesyncd has set the clock since the machine started. Other time services leave no such file. */
  readonly isSynchronized: boolean
}

// More than the clock of a network disk, which sets the times of its files itself, can differ from that of this machine.
const CLOCK_TOLERANCE_MS = 120_000

/** Checks the clock: a wrong one makes valid payments and certificates look expired. */
export function checkClock(now: number, facts: ClockFacts): CheckResult {
  const { lastWrittenAt, isSynchronized } = facts
  const detail = `the clock shows ${rfc3339(now)}`
  const todo = 'Set the clock, and keep it right with a time service (systemd-timesyncd, chrony).'
  const isImplausible = now < Date.parse(IANA_DATE) || now > Date.parse('2100-01-01')
  if (isImplausible) return fail('clock', detail, todo)
  if (lastWrittenAt !== null && lastWrittenAt > now + CLOCK_TOLERANCE_MS) {
    return fail('clock', `${detail}, but the ledger was written at ${rfc3339(lastWrittenAt)}`, todo)
  }
  return pass('clock', isSynchronized ? `${detail}, and systemd-timesyncd keeps it` : detail)
}

/** What this machine tells about its clock. Times are milliseconds since the epoch. */
export function clockFacts(dataDir: string): ClockFacts {
  return {
    lastWrittenAt: lastWriteOf(join(dataDir, DATABASE_NAME)),
    isSynchronized: existsSync('/run/systemd/timesync/synchronized'),
  }
}

/** Time of the last write; null if the file is missing or hidden from this user, which `data_dir` and `ledger` report. */
function lastWriteOf(file: string): number | null {
  try {
    return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null
  } catch {
    return null
  }
}

// IANA changes these registries about once a year.
const MAX_REGISTRY_AGE_DAYS = 540

/** Checks the age of the address registries in this program. `now`: milliseconds since the epoch. */
export function checkRegistry(now: number): CheckResult {
  const ageDays = Math.floor((now - Date.parse(IANA_DATE)) / 86_400_000)
  const detail = `special-purpose address registries of ${IANA_DATE}`
  return ageDays > MAX_REGISTRY_AGE_DAYS
    ? warn(
        'registries',
        `${detail}, ${ageDays} days old`,
        'Update urlwitness: address blocks may have been added since.',
      )
    : pass('registries', detail)
}

/** Checks that the data folder, or the nearest folder above it, is writable. Creates nothing. */
export function checkDataDir(dataDir: string): CheckResult {
  const path = resolve(dataDir)
  const kind = kindOf(path)
  if (kind === 'other')
    return fail(
      'data_dir',
      `${path} is not a folder that this user can read`,
      'Set data_dir to a folder.',
    )
  const folder = kind === 'folder' ? path : nearestFolder(path)
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    return fail(
      'data_dir',
      `${folder} is not writable`,
      'Let this user write there, or set data_dir to another folder.',
    )
  }
  return pass('data_dir', kind === 'folder' ? `${path} is writable` : `${path} will be created`)
}

function kindOf(path: string): 'folder' | 'other' | 'missing' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'other'
  } catch (cause) {
    return codeOf(cause) === 'ENOENT' ? 'missing' : 'other'
  }
}

function nearestFolder(path: string): string {
  const parent = dirname(path)
  return parent === path || kindOf(parent) !== 'missing' ? parent : nearestFolder(parent)
}
