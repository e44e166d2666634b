import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { openResolver } from '../net/resolver.ts'
import { readRoutes } from '../net/routes.ts'
import type { Clock } from '../runtime/clock.ts'
import { rfc3339 } from '../runtime/clock.ts'
import { deadlineAfter } from '../runtime/deadline.ts'
import type { RuntimeFacts } from '../runtime/process.ts'
import type { Random } from '../runtime/random.ts'
import type { Settings } from '../settings/settings.ts'
import { openDatabase } from '../store/database.ts'
import { IANA_DATE } from '../target/registry.ts'
import { diagnoseBrowser } from './browser-examination.ts'
import type { Diagnosis, Examination } from './doctor.ts'
import { fail, ok, warn } from './doctor.ts'
import { diagnoseFacilitator } from './facilitator-examination.ts'

export interface Patient {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly runtime: RuntimeFacts
  /** The SQLite addon of a single executable; null for any other. Throws when it cannot be loaded. */
  readonly loadAddon: () => object | null
}

/** What is asked of this machine, cheapest first. Nobody but the configured resolvers and facilitator is contacted. */
export function examinationsOf(patient: Patient): readonly Examination[] {
  return [
    async () => diagnoseRuntime(patient.runtime),
    async () => diagnoseClock(patient.clock.now()),
    async () => diagnoseRegistry(patient.clock.now()),
    async () => diagnoseDataDir(patient.settings.dataDir),
    async () => diagnoseDatabase(patient.loadAddon),
    async () => diagnoseRoutes(),
    async () => diagnoseDns(patient),
    async () => diagnoseBrowser(patient),
    async () => diagnoseFacilitator(patient),
  ]
}

/** The SQLite addon takes an older runtime down without a word. */
export function diagnoseRuntime({ node, nodeApi, platform, arch }: RuntimeFacts): Diagnosis {
  const detail = `Node ${node}, Node-API ${nodeApi}, ${platform}-${arch}`
  return nodeApi >= 10 ? ok('runtime', detail) : fail('runtime', detail, 'Use Node 22.14 or newer.')
}

/** A clock that is off makes valid payments look expired, and certificates too. */
export function diagnoseClock(now: number): Diagnosis {
  const detail = `the clock says ${rfc3339(now)}`
  const impossible = now < Date.parse(IANA_DATE) || now > Date.parse('2100-01-01')
  return impossible
    ? fail(
        'clock',
        detail,
        'Set the clock, and keep it right with a time service (systemd-timesyncd, chrony).',
      )
    : ok('clock', detail)
}

// IANA changes these registries about once a year.
const REGISTRY_MAX_DAYS = 540

export function diagnoseRegistry(now: number): Diagnosis {
  const days = Math.floor((now - Date.parse(IANA_DATE)) / 86_400_000)
  const detail = `special-purpose address registries of ${IANA_DATE}`
  return days > REGISTRY_MAX_DAYS
    ? warn(
        'registries',
        `${detail}, ${days} days old`,
        'Update urlwitness: address blocks may have been added since.',
      )
    : ok('registries', detail)
}

export function diagnoseDataDir(dataDir: string): Diagnosis {
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
  return ok('data_dir', kind === 'folder' ? `${path} is writable` : `${path} will be made`)
}

/** In a folder of its own: opening the real file could change it under a running service. */
function diagnoseDatabase(loadAddon: () => object | null): Diagnosis {
  const folder = mkdtempSync(join(tmpdir(), 'urlwitness-doctor-'))
  try {
    const nativeBinding = loadAddon()
    openDatabase({
      file: join(folder, 'doctor.sqlite'),
      ...(nativeBinding === null ? {} : { nativeBinding }),
    }).close()
    return ok('database', 'SQLite opens and writes')
  } catch (cause) {
    return fail(
      'database',
      messageOf(cause),
      'Check the free space and the rights of the folder for temporary files.',
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function diagnoseRoutes(): Promise<readonly Diagnosis[]> {
  const { ipv4, ipv6 } = await readRoutes()
  return [
    ipv4
      ? ok('ipv4', 'there is a route')
      : fail('ipv4', 'there is no route', 'Connect this machine: most targets have only IPv4.'),
    ipv6
      ? ok('ipv6', 'there is a route')
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

async function diagnoseDns({ settings, clock, runtime }: Patient): Promise<readonly Diagnosis[]> {
  if (settings.dnsServers.length === 0) return [diagnoseSystemResolvers(runtime)]
  return Promise.all(settings.dnsServers.map((server) => diagnoseDnsServer(server, clock)))
}

const RESOLVERS_FILE = '/etc/resolv.conf'

function diagnoseSystemResolvers({ platform }: RuntimeFacts): Diagnosis {
  if (platform === 'win32' || existsSync(RESOLVERS_FILE)) {
    return ok('dns', 'the resolvers of the system are used; not asked')
  }
  return warn(
    'dns',
    `there is no ${RESOLVERS_FILE}`,
    'Set dns_servers, unless a resolver runs on 127.0.0.1: names could not be looked up.',
  )
}

async function diagnoseDnsServer(server: string, clock: Clock): Promise<Diagnosis> {
  const resolver = openResolver({ servers: [server], clock })
  const deadline = deadlineAfter(clock, DNS_PATIENCE_MS)
  try {
    const { rcode } = await resolver.cname(DNS_QUESTION, deadline)
    return rcode === 'NOERROR' || rcode === 'NXDOMAIN'
      ? ok('dns', `${server} answers`)
      : fail('dns', `${server}: ${rcode}`, 'Set dns_servers to resolvers that answer this machine.')
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

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
