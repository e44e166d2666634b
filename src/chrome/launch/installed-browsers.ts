import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PUPPETEER_REVISIONS } from 'puppeteer-core/internal/revisions.js'
import { ownUserId } from '#runtime/process/process.ts'

/** Version of the headless shell that `browser install` downloads: the one that this build's DevTools client was tested with. */
export const PINNED_VERSION: string = PUPPETEER_REVISIONS['chrome-headless-shell']

// Root starts Chrome as an unprivileged user, who cannot read the data folder.
const FOR_ALL_USERS = '/opt/urlwitness/browser'

/** Folders where `browser install` puts browsers and where they are searched. This user installs into the first one. */
export function browserFolders(
  dataDir: string,
  isRoot: boolean = ownUserId() === 0,
): readonly [string, ...string[]] {
  return isRoot ? [FOR_ALL_USERS] : [join(dataDir, 'browser'), FOR_ALL_USERS]
}

/** The folder of one version, below one of `browserFolders`. */
export function folderOfVersion(folder: string, version: string): string {
  return join(folder, PREFIX + version)
}

/** The program inside the folder of a version. */
export function programIn(versionFolder: string, platform: string): string {
  return join(versionFolder, platform === 'win32' ? `${PROGRAM}.exe` : PROGRAM)
}

/** Executables in these folders, within each folder from the latest version to the oldest. */
export function installedPrograms(folders: readonly string[], platform: string): string[] {
  return folders.flatMap((folder) =>
    namesIn(folder)
      .filter((name) => NAME.test(name))
      .sort((one, other) => compareVersions(other, one))
      .map((name) => programIn(join(folder, name), platform)),
  )
}

const PROGRAM = 'chrome-headless-shell'
const PREFIX = `${PROGRAM}-`
const NAME = /^chrome-headless-shell-\d+(\.\d+){3}$/

function compareVersions(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // Nothing was installed there.
  }
}
