import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { Fault } from '../fault.ts'
import { environment, runtimeFacts } from '../runtime/process.ts'
import type { BrowserPool, EgressGate } from './contract.ts'
import { findExecutable } from './executable.ts'
import type { ExecutablePlace } from './executable-places.ts'
import { openFolderRoot } from './folders.ts'
import type { NamespaceChoice } from './launch-in-network.ts'
import { openPool, type PoolOptions } from './pool.ts'
import { browserUser } from './user.ts'

/** What the operator decides, as `Settings` has it. */
export interface BrowserSettings {
  /** Null: looked for in the usual places. */
  readonly chromePath: string | null
  readonly sandbox: boolean
  /** Whom Chrome runs as when we are root. */
  readonly user: string
  readonly networkNamespace: NamespaceChoice
  readonly recycleJobs: number
  /** MiB of private memory of a browser's processes. */
  readonly recycleRssMb: number
}

export interface BrowserPoolOptions<Gate extends EgressGate>
  extends Pick<
    PoolOptions<Gate>,
    'networks' | 'clock' | 'random' | 'log' | 'limit' | 'argumentsOf'
  > {
  readonly settings: BrowserSettings
  /** Holds the browsers' temporary folders; other services of this user may share it. Default: below the system's own. */
  readonly folder?: string
}

/** Opens a pool of the browser that is installed here; throws `browser_unavailable` where its folder cannot be used. */
export function openBrowserPool<Gate extends EgressGate>(
  options: BrowserPoolOptions<Gate>,
): BrowserPool<Gate> {
  const { settings, folder = browserFolder(), clock, random } = options
  return openPool({
    ...options,
    folders: openFolderRoot({ root: folder, clock, random }),
    sandbox: settings.sandbox,
    networkNamespace: settings.networkNamespace,
    recycleJobs: settings.recycleJobs,
    recycleBytes: settings.recycleRssMb * 2 ** 20,
    find: () => ({ executable: installed(settings.chromePath), user: browserUser(settings.user) }),
  })
}

/** Full Chrome's socket below a folder of ours has to stay under 104 characters (macOS; 108 on Linux). */
const MAX_TMPDIR = 10

/** Not the data folder: that is closed to the user that Chrome runs as. */
function browserFolder(): string {
  const { uid, username } = userInfo()
  const isLong = runtimeFacts().platform !== 'win32' && tmpdir().length > MAX_TMPDIR
  return join(isLong ? '/tmp' : tmpdir(), `urlwitness-${uid < 0 ? username : uid}`)
}

function installed(chromePath: string | null): ExecutablePlace {
  const { platform } = runtimeFacts()
  const reading = findExecutable({ chromePath, platform, environment: environment() })
  if (reading.status === 'found') return reading
  throw new Fault('browser_unavailable', reading.detail)
}
