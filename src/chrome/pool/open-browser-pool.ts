import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserPool } from '#chrome/contract.ts'
import type { ExecutablePath } from '#chrome/launch/executable-paths.ts'
import { findExecutable } from '#chrome/launch/find-executable.ts'
import type { NamespaceChoice } from '#chrome/launch/launch-in-network.ts'
import { browserUser } from '#chrome/launch/run-as-user.ts'
import { createFolderRoot } from '#chrome/launch/temp-folders.ts'
import { Fault } from '#fault.ts'
import { environment, ownUserId, runtimeFacts } from '#runtime/process/process.ts'
import { openPool, type PoolOptions } from './pool.ts'

/** What the operator decides, as `Settings` has it. */
export interface BrowserSettings {
  /** Null: looked for in the usual places. */
  readonly chromePath: string | null
  /** `browserFolders` of the data folder; none: only those of the system are looked for. */
  readonly installFolders?: readonly string[]
  readonly sandbox: boolean
  /** Whom Chrome runs as when we are root. */
  readonly user: string
  readonly networkNamespace: NamespaceChoice
  readonly recycleJobs: number
  /** MiB of private memory of a browser's processes. */
  readonly recycleRssMb: number
}

export interface BrowserPoolOptions
  extends Pick<PoolOptions, 'networks' | 'clock' | 'random' | 'log' | 'limit' | 'argumentsOf'> {
  readonly settings: BrowserSettings
  /** Holds the browsers' temporary folders; other services of this user may share it. Default: below the system's own. */
  readonly folder?: string
}

/** Opens a pool of the browser that is installed here; throws `browser_unavailable` where its folder cannot be used. */
export function openBrowserPool(options: BrowserPoolOptions): BrowserPool {
  const { settings, folder = browserFolder(), clock, random } = options
  return openPool({
    ...options,
    folders: createFolderRoot({ root: folder, clock, random }),
    sandbox: settings.sandbox,
    networkNamespace: settings.networkNamespace,
    recycleJobs: settings.recycleJobs,
    recycleBytes: settings.recycleRssMb * 2 ** 20,
    find: () => ({ executable: wantedExecutable(settings), user: browserUser(settings.user) }),
  })
}

/** Full Chrome's socket below a folder of ours has to stay under 104 characters (macOS; 108 on Linux). */
const MAX_TMPDIR = 10

/** Not the data folder: that is closed to the user that Chrome runs as. On Windows each user has a temporary folder of its own. */
function browserFolder(): string {
  const uid = ownUserId()
  const isLong = runtimeFacts().platform !== 'win32' && tmpdir().length > MAX_TMPDIR
  return join(isLong ? '/tmp' : tmpdir(), uid === null ? 'urlwitness' : `urlwitness-${uid}`)
}

/** The browser that would be started here. Throws `browser_unavailable` where there is none. */
export function wantedExecutable(
  settings: Pick<BrowserSettings, 'chromePath' | 'installFolders'>,
): ExecutablePath {
  const { platform } = runtimeFacts()
  const reading = findExecutable({ ...settings, platform, environment: environment() })
  if (reading.status === 'found') return reading
  throw new Fault('browser_unavailable', reading.detail)
}
