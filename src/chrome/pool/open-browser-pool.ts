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
import { openPassedChecks } from './passed-checks.ts'
import { type PoolOptions, SupervisedPool } from './pool.ts'

/** The operator's settings of the browser, as in `Settings`. */
export interface BrowserSettings {
  /** Null: search the usual places. */
  readonly chromePath: string | null
  /** `browserFolders` of the data folder; without them only the system's browsers are searched. */
  readonly installFolders?: readonly string[]
  /**
   * The data folder; its `cache` records which browsers passed the self-check. Null or absent: every browser is checked before it
   * takes jobs.
   */
  readonly dataDir?: string | null
  readonly sandbox: boolean
  /** The user that Chrome runs as when we are root. */
  readonly user: string
  readonly networkNamespace: NamespaceChoice
  readonly recycleJobs: number
  /** Private memory of a browser's processes above which it is replaced, MiB. */
  readonly recycleRssMb: number
}

export interface BrowserPoolOptions
  extends Pick<
    PoolOptions,
    'networks' | 'clock' | 'random' | 'log' | 'limit' | 'argumentsOf' | 'checkLeaks'
  > {
  readonly settings: BrowserSettings
  /**
   * Root of the browsers' temporary folders; other services of this user may share it. Default: a folder below the system's
   * temporary folder.
   */
  readonly folder?: string
}

/** Opens a pool of the browser installed on this machine. */
export function openBrowserPool(options: BrowserPoolOptions): BrowserPool {
  const { settings, folder = browserFolder(), clock, random, log } = options
  return new SupervisedPool({
    networks: options.networks,
    clock,
    random,
    log,
    limit: options.limit,
    argumentsOf: options.argumentsOf,
    checkLeaks: options.checkLeaks,
    folders: createFolderRoot({ root: folder, clock, random }),
    passedChecks: openPassedChecks(settings.dataDir ?? null),
    sandbox: settings.sandbox,
    networkNamespace: settings.networkNamespace,
    recycleJobs: settings.recycleJobs,
    recycleBytes: settings.recycleRssMb * 2 ** 20,
    find: () => ({ executable: wantedExecutable(settings), user: browserUser(settings.user) }),
  })
}

/**
 * Maximum length of the system's temporary folder, characters: full Chrome's socket, in a folder of the service, must have a path
 * of less than 104 characters (macOS; 108 on Linux).
 */
const MAX_TMPDIR = 10

/**
 * This is not the data folder, which the user that Chrome runs as cannot read. On Windows each user has a separate temporary
 * folder.
 */
function browserFolder(): string {
  const uid = ownUserId()
  const isLong = runtimeFacts().platform !== 'win32' && tmpdir().length > MAX_TMPDIR
  return join(isLong ? '/tmp' : tmpdir(), uid === null ? 'urlwitness' : `urlwitness-${uid}`)
}

/** The browser that would be started. Throws `browser_unavailable` if there is no browser. */
export function wantedExecutable(
  settings: Pick<BrowserSettings, 'chromePath' | 'installFolders'>,
): ExecutablePath {
  const { platform } = runtimeFacts()
  const reading = findExecutable({ ...settings, platform, environment: environment() })
  if (reading.status === 'found') return reading
  throw new Fault('browser_unavailable', reading.detail)
}
