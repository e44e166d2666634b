import { writeFileSync } from 'node:fs'
import {
  installBrowser,
  OFFICIAL_SOURCE,
  readBrowserVersion,
} from '#chrome/install/install-browser.ts'
import { browserFolders, PINNED_VERSION } from '#chrome/launch/installed-browsers.ts'
import { browserUser } from '#chrome/launch/run-as-user.ts'
import { wantedExecutable } from '#chrome/pool/open-browser-pool.ts'
import { tryBrowser } from '#cli/doctor/browser.ts'
import { doctor } from '#cli/doctor/doctor.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { clean, type Terminal } from '#cli/output/terminal.ts'
import { Fault } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import { runtimeFacts } from '#runtime/process/process.ts'
import type { Random } from '#runtime/random.ts'
import type { Settings } from '#settings/settings.ts'
import { originOf } from './mirror.ts'

export interface BrowserVerbContext {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly terminal: Terminal
  /** How this program is started again, word for word. */
  readonly program: string
}

/** `urlwitness browser path`: 1 when there is none, and what to do on stderr. */
export async function browserPath(
  options: { json: boolean },
  { settings, terminal }: BrowserVerbContext,
): Promise<number> {
  try {
    const { path } = wantedExecutable({
      chromePath: settings.chromePath,
      installFolders: browserFolders(settings.dataDir),
    })
    const version = await readBrowserVersion(path, browserUser(settings.browser.user))
    const shown = options.json ? JSON.stringify({ path, version }) : `${path} ${version}`
    terminal.out.write(`${shown}\n`)
    return exitCode.pass
  } catch (cause) {
    if (!(cause instanceof Fault) || cause.code !== 'browser_unavailable') throw cause
    terminal.err.write(`${clean(cause.message)}\n`)
    if (options.json) terminal.out.write(`${JSON.stringify({ path: null, version: null })}\n`)
    return exitCode.issue
  }
}

/** `urlwitness browser test`: 1 when something failed. */
export async function browserTest(
  options: { json: boolean; save: string | null },
  world: BrowserVerbContext,
): Promise<number> {
  const { diagnoses, png } = await tryBrowser(world)
  const code = await doctor([async () => diagnoses], options, world.terminal)
  if (options.save !== null && png !== null) writeFileSync(options.save, png)
  return code
}

/** `urlwitness browser install`. Throws the Faults of `installBrowser`. */
export async function browserInstall(
  options: { from: string | null },
  { settings, clock, terminal, program }: BrowserVerbContext,
): Promise<number> {
  const from = options.from === null ? null : originOf(options.from)
  if (from?.status === 'refused') {
    terminal.err.write(`--from ${from.reason}\n`)
    return exitCode.misuse
  }
  const source = from === null ? null : from.url
  terminal.err.write(
    `Fetching Chrome headless shell ${PINNED_VERSION} from ${source ?? OFFICIAL_SOURCE} ...\n`,
  )
  const path = await installBrowser({
    folder: browserFolders(settings.dataDir)[0],
    version: PINNED_VERSION,
    from: source,
    user: browserUser(settings.browser.user),
    platform: runtimeFacts().platform,
    clock,
    onProgress: progressOn(terminal),
  })
  terminal.out.write(`${path}\n`)
  if (settings.chromePath !== null) {
    terminal.err.write(`It is not used: chrome_path is ${clean(settings.chromePath)}.\n`)
  }
  terminal.err.write(`Try it: ${program} browser test\n`)
  return exitCode.pass
}

/** Tenths, on a line of their own: fit for a log too. */
function progressOn({ err }: Terminal): (done: number, total: number) => void {
  let shown = 0
  return (done, total) => {
    const tenth = total === 0 ? 0 : Math.floor((done * 10) / total)
    if (tenth <= shown) return
    shown = tenth
    err.write(`${tenth * 10} % of ${Math.round(total / 1e6)} MB\n`)
  }
}
