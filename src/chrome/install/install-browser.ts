import { execFile } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { folderOfVersion, programIn } from '#chrome/launch/installed-browsers.ts'
import { explainFailedStart } from '#chrome/launch/launch-failure.ts'
import type { BrowserUser } from '#chrome/launch/run-as-user.ts'
import { Fault, messageOf } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import { DEADLINE_PASSED, deadlineAfter } from '#runtime/deadline.ts'
import { makeFolder } from '#runtime/folder.ts'
import { systemErrorText } from '#runtime/process/system-error.ts'

export interface InstallOptions {
  /** One of `browserFolders`. */
  readonly folder: string
  readonly version: string
  /** Base URL of a mirror with the same paths as Google's server; null for Google's server. */
  readonly from: string | null
  /** The user that the browser will run as when we are root; the download is tested as that user. */
  readonly user: BrowserUser | null
  readonly platform: string
  readonly clock: Clock
  readonly onProgress: (downloadedBytes: number, totalBytes: number) => void
}

/** Where Chrome for Testing is published. */
export const OFFICIAL_SOURCE = 'https://storage.googleapis.com/chrome-for-testing-public'
// Long enough for 120 MB at 1 Mbit/s.
const DOWNLOAD_TIMEOUT_MS = 20 * 60_000
const WORK_PREFIX = '.installing-'

/**
 * Downloads a headless shell, unpacks it and runs it to read its version. Only then is it moved into place, in one step, so that
 * a half-installed browser is never found. Resolves with the path of the executable. Rejects with a Fault `browser_not_installed`
 * (its message says what to do) or `browser_unavailable` (it does not run here).
 */
export async function installBrowser(options: InstallOptions): Promise<string> {
  const { folder, version, platform } = options
  const place = folderOfVersion(folder, version)
  const work = workFolder(options)
  try {
    const unpacked = await fetchInto(work, options)
    openToAll(unpacked)
    chmodSync(work, 0o755)
    const actual = await readBrowserVersion(programIn(unpacked, platform), options.user)
    if (actual !== version) throw wrongVersion(actual, version)
    rmSync(place, { recursive: true, force: true })
    renameSync(unpacked, place)
    return programIn(place, platform)
  } catch (cause) {
    throw cause instanceof Fault && cause.code !== DEADLINE_PASSED
      ? cause
      : notInstalled(cause, options)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

// Long enough for a cold disk on a busy machine; normally it takes about 50 ms.
const VERSION_TIMEOUT_MS = 20_000

/** The dotted version that a browser prints. Rejects with a Fault `browser_unavailable` whose message names the remedy. */
export function readBrowserVersion(program: string, user: BrowserUser | null): Promise<string> {
  const as = user === null ? {} : { uid: user.uid, gid: user.gid }
  const options = { ...as, timeout: VERSION_TIMEOUT_MS, env: { PATH: '/nonexistent' }, cwd: '/' }
  return new Promise((resolve, reject) => {
    execFile(program, ['--version'], options, (cause, stdout, stderr) => {
      const version = /\d+(?:\.\d+){3}/.exec(stdout)?.[0]
      if (cause === null && version !== undefined) resolve(version)
      else if (cause === null) reject(noVersion(program))
      else reject(explainFailedStart({ cause, said: stderr, program, user }))
    })
  })
}

function noVersion(program: string): Fault {
  return new Fault('browser_unavailable', `${program} prints no version: is it Chrome?`)
}

/** Creates a work folder, and removes those of interrupted installations. */
function workFolder({ folder, user }: InstallOptions): string {
  try {
    makeReachable(folder, user)
    for (const name of readdirSync(folder)) {
      if (name.startsWith(WORK_PREFIX)) rmSync(join(folder, name), { recursive: true, force: true })
    }
    return mkdtempSync(join(folder, WORK_PREFIX))
  } catch (cause) {
    throw notWritable(folder, cause)
  }
}

/** Creates the folder. If another user runs the browser, the created folders are readable by all users, despite root's umask. */
function makeReachable(folder: string, user: BrowserUser | null): void {
  if (user === null) {
    makeFolder(folder)
    return
  }
  const first = mkdirSync(folder, { recursive: true })
  if (first === undefined) return
  for (let path = folder; path.startsWith(first); path = dirname(path)) chmodSync(path, 0o755)
}

/** Resolves with the folder that contains the program. */
async function fetchInto(
  work: string,
  { version, from, clock, onProgress }: InstallOptions,
): Promise<string> {
  // Imported here, because no other command needs it.
  const { install } = await import('@puppeteer/browsers/lib/install.js')
  const { extractZipWithYauzl } = await import('@puppeteer/browsers/lib/fileUtil.js')
  const { Browser } = await import('@puppeteer/browsers/lib/browser-data/types.js')
  const deadline = deadlineAfter(clock, DOWNLOAD_TIMEOUT_MS)
  try {
    const archive = await deadline.race(
      install({
        browser: Browser.CHROMEHEADLESSSHELL,
        buildId: version,
        cacheDir: work,
        baseUrl: from ?? OFFICIAL_SOURCE,
        downloadProgressCallback: onProgress,
        // It would run `unzip`, which asks on a full disk whether to continue, and waits for an answer without end.
        unpack: false,
      }),
    )
    const unpacked = join(work, 'unpacked')
    await deadline.race(extractZipWithYauzl(archive, unpacked))
    // The archive has one folder, which is named after the platform.
    return join(unpacked, readdirSync(unpacked)[0] ?? '')
  } finally {
    deadline.close()
  }
}

/** Makes the files readable by all users: an archive may deny them to other users, and Chrome does not run as root. */
function openToAll(path: string): void {
  const stats = statSync(path)
  if (!stats.isDirectory()) {
    chmodSync(path, (stats.mode & 0o111) === 0 ? 0o644 : 0o755)
    return
  }
  chmodSync(path, 0o755)
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (!entry.isSymbolicLink()) openToAll(join(path, entry.name))
  }
}

const REMEDY =
  'On Debian install the package instead: apt-get install chromium-headless-shell; or set chrome_path to an installed Chrome.'

function notInstalled(cause: unknown, { from, version }: InstallOptions): Fault {
  // The library names the archive, and the reason in the cause.
  const reasons =
    cause instanceof Error && cause.cause !== undefined ? [cause.cause, cause] : [cause]
  const message = reasons.map(messageOf).join(' ')
  const source = new URL(from ?? OFFICIAL_SOURCE).host
  return new Fault('browser_not_installed', `${reason(message, source, version)} ${REMEDY}`, {
    facts: { said: message.replaceAll('\n', ' ').slice(0, 500) },
    cause,
  })
}

const UNREACHABLE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|EPIPE)\b|\bconnect (?:EACCES|EPERM)\b|CERT|certificate/

function reason(message: string, source: string, version: string): string {
  if (/code 404/.test(message)) {
    return `${source} has no headless shell ${version} for this kind of machine.`
  }
  const status = /server returned code (\d+)/.exec(message)?.[1]
  if (status !== undefined) return `${source} responds with ${status}.`
  if (/ENOSPC/.test(message)) return 'The disk is full.'
  if (/deadline/.test(message)) {
    return `The download from ${source} took longer than ${DOWNLOAD_TIMEOUT_MS / 60_000} minutes.`
  }
  if (/Extraction failed|Invalid archive/.test(message))
    return `The archive from ${source} is incomplete or damaged.`
  if (/Download failed/.test(message))
    return `The download from ${source} was interrupted: try again.`
  const code = UNREACHABLE.exec(message)?.[0]
  return code === undefined
    ? `The browser could not be installed (${message.split('\n')[0]?.slice(0, 200)}).`
    : `${source} cannot be reached from this network (${code}).`
}

function wrongVersion(actual: string, version: string): Fault {
  return new Fault(
    'browser_not_installed',
    `The download is version ${actual}, not ${version}: it was discarded. ${REMEDY}`,
  )
}

function notWritable(folder: string, cause: unknown): Fault {
  const text = systemErrorText(cause, folder) ?? `${folder} cannot be written: ${messageOf(cause)}`
  return new Fault('browser_not_installed', `${text}.`, { cause })
}
