import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { openResolver } from '#net/dns/resolver.ts'
import { readRoutes } from '#net/tcp/default-routes.ts'
import type { Clock } from '#runtime/clock.ts'
import { rfc3339 } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { availableMemoryBytes, type RuntimeFacts } from '#runtime/process/process.ts'
import type { Random } from '#runtime/random.ts'
import type { Settings } from '#settings/settings.ts'
import { DATABASE_NAME } from '#store/database.ts'
import { IANA_DATE } from '#target/registry.ts'
import { checkBaseUrl, checkPayTo } from './base-url.ts'
import { checkBrowser } from './browser.ts'
import { checkCertificate } from './certificate.ts'
import { checkDatabase, checkLedger } from './database.ts'
import type { Check, CheckResult } from './doctor.ts'
import { fail, pass, warn } from './doctor.ts'
import { checkFacilitator } from './facilitator.ts'
import { checkDisk, checkMemory } from './machine.ts'
import { checkPolicy } from './policy.ts'

export interface CheckContext {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly runtime: RuntimeFacts
  /** Asks our own base URL, and nobody else. */
  readonly fetch: typeof globalThis.fetch
}

/** What is asked of this machine, cheapest first. Only the resolvers, the facilitator and the own base URL are contacted. */
export function checksOf(patient: CheckContext): readonly Check[] {
  return [
    async () => checkRuntime(patient.runtime),
    async () => checkClock(patient.clock.now(), clockWitnesses(patient.settings)),
    async () => checkRegistry(patient.clock.now()),
    async () => checkDataDir(patient.settings.dataDir),
    async () => checkDisk(patient.settings),
    async () => checkMemory(patient.settings, availableMemoryBytes()),
    async () => checkDatabase(),
    async () => checkLedger(patient.settings.dataDir),
    async () => checkCertificate(patient.settings, patient.clock.now()),
    async () => diagnoseRoutes(),
    async () => diagnoseDns(patient),
    async () => checkPolicy(patient),
    async () => (await checkBrowser(patient)).diagnoses,
    async () => checkPayTo(patient.settings),
    async () => checkFacilitator(patient),
    async () => checkBaseUrl(patient),
  ]
}

/** The SQLite addon takes an older runtime down without a word. */
export function checkRuntime({ node, nodeApi, platform, arch }: RuntimeFacts): CheckResult {
  const detail = `Node ${node}, Node-API ${nodeApi}, ${platform}-${arch}`
  return nodeApi >= 10
    ? pass('runtime', detail)
    : fail('runtime', detail, 'Use Node 22.14 or newer.')
}

/** What this machine knows of its clock beside the clock itself. */
export interface ClockWitnesses {
  /** When the ledger was last written, Unix milliseconds; null where there is none yet. */
  readonly lastWrittenAt: number | null
  /** Whether systemd-timesyncd has set it since the machine was started. Other services leave no such mark. */
  readonly isSynchronized: boolean
}

// Above what two clocks of one machine can differ by: a network disk stamps files itself.
const CLOCK_SLACK_MS = 120_000

/** A clock that is off makes valid payments look expired, and certificates too. */
export function checkClock(now: number, witnesses: ClockWitnesses): CheckResult {
  const { lastWrittenAt, isSynchronized } = witnesses
  const detail = `the clock says ${rfc3339(now)}`
  const todo = 'Set the clock, and keep it right with a time service (systemd-timesyncd, chrony).'
  const impossible = now < Date.parse(IANA_DATE) || now > Date.parse('2100-01-01')
  if (impossible) return fail('clock', detail, todo)
  if (lastWrittenAt !== null && lastWrittenAt > now + CLOCK_SLACK_MS) {
    return fail('clock', `${detail}, but the ledger was written at ${rfc3339(lastWrittenAt)}`, todo)
  }
  return pass('clock', isSynchronized ? `${detail}, and systemd-timesyncd keeps it` : detail)
}

function clockWitnesses({ dataDir }: Settings): ClockWitnesses {
  return {
    lastWrittenAt: lastWriteOf(join(dataDir, DATABASE_NAME)),
    isSynchronized: existsSync('/run/systemd/timesync/synchronized'),
  }
}

/** Null where this user cannot see it, which `data_dir` and `ledger` tell. */
function lastWriteOf(file: string): number | null {
  try {
    return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null
  } catch {
    return null
  }
}

// IANA changes these registries about once a year.
const REGISTRY_MAX_DAYS = 540

export function checkRegistry(now: number): CheckResult {
  const days = Math.floor((now - Date.parse(IANA_DATE)) / 86_400_000)
  const detail = `special-purpose address registries of ${IANA_DATE}`
  return days > REGISTRY_MAX_DAYS
    ? warn(
        'registries',
        `${detail}, ${days} days old`,
        'Update urlwitness: address blocks may have been added since.',
      )
    : pass('registries', detail)
}

export function checkDataDir(dataDir: string): CheckResult {
  const path = resolve(dataDir)
  const kind = kindOf(path)
  if (kind === 'other')
    return fail(
      'data_dir',
      `${path} is not a folder that this user can look into`,
      'Set data_dir to a folder.',
    )
  const folder = kind === 'folder' ? path : nearestFolder(path)
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    return fail(
      'data_dir',
      `${folder} is not writable`,
      'Give this user the right to write there, or set data_dir.',
    )
  }
  return pass('data_dir', kind === 'folder' ? `${path} is writable` : `${path} will be made`)
}

async function diagnoseRoutes(): Promise<readonly CheckResult[]> {
  const { ipv4, ipv6 } = await readRoutes()
  return [
    ipv4
      ? pass('ipv4', 'there is a route')
      : fail('ipv4', 'there is no route', 'Connect this machine: most targets have only IPv4.'),
    ipv6
      ? pass('ipv6', 'there is a route')
      : warn(
          'ipv6',
          'there is no route',
          'Without IPv6 reports leave out what targets publish there.',
        ),
  ]
}

const DNS_PATIENCE_MS = 3_000
// Exists as long as the DNS does; whether it has an address does not matter.
const DNS_QUESTION = 'iana.org'

async function diagnoseDns({
  settings,
  clock,
  runtime,
}: CheckContext): Promise<readonly CheckResult[]> {
  const { dnsServers } = settings
  if (dnsServers.length > 0) {
    return Promise.all(dnsServers.map((server) => diagnoseDnsServer(server, clock)))
  }
  return [diagnoseResolversFile(runtime) ?? (await diagnoseDnsServer(null, clock))]
}

const RESOLVERS_FILE = '/etc/resolv.conf'

function diagnoseResolversFile({ platform }: RuntimeFacts): CheckResult | null {
  if (platform === 'win32' || existsSync(RESOLVERS_FILE)) return null
  return warn(
    'dns',
    `there is no ${RESOLVERS_FILE}`,
    'Set dns_servers, unless a resolver runs on 127.0.0.1: names could not be looked up.',
  )
}

/** Null: those of the system. */
async function diagnoseDnsServer(server: string | null, clock: Clock): Promise<CheckResult> {
  const resolver = openResolver({ servers: server === null ? [] : [server], clock })
  const name = server ?? 'the resolver of this system'
  const deadline = deadlineAfter(clock, DNS_PATIENCE_MS)
  try {
    const { rcode } = await resolver.cname(DNS_QUESTION, deadline)
    return rcode === 'NOERROR' || rcode === 'NXDOMAIN'
      ? pass('dns', `${name} answers`)
      : fail('dns', `${name}: ${rcode}`, 'Set dns_servers to resolvers that answer this machine.')
  } finally {
    deadline.close()
    resolver.close()
  }
}

function kindOf(path: string): 'folder' | 'other' | 'missing' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'other'
  } catch (cause) {
    const missing = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    return missing ? 'missing' : 'other'
  }
}

function nearestFolder(path: string): string {
  const parent = dirname(path)
  return parent === path || kindOf(parent) !== 'missing' ? parent : nearestFolder(parent)
}
