import { writeFileSync } from 'node:fs'
import {
  installBrowser,
  OFFICIAL_SOURCE,
  readBrowserVersion,
} from '#chrome/install/install-browser.ts'
import { browserFolders, PINNED_VERSION } from '#chrome/launch/installed-browsers.ts'
import { browserUser } from '#chrome/launch/run-as-user.ts'
import { wantedExecutable } from '#chrome/pool/open-browser-pool.ts'
import { type CliContext, commandOf, settingsOf, UsageError, VerbError } from '#cli/context.ts'
import { testBrowser } from '#cli/doctor/browser.ts'
import { runChecks } from '#cli/doctor/check.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { withProgress } from '#cli/output/progress.ts'
import { sanitize, type Terminal } from '#cli/output/terminal.ts'
import { Fault } from '#fault.ts'
import { runtimeFacts } from '#runtime/process/process.ts'
import { serviceUrl } from '#settings/values.ts'

/** `urlwitness browser path`. Exit 1 when there is no browser, with the remedy on stderr. */
export async function browserPath(
  { json }: { readonly json: boolean },
  context: CliContext,
): Promise<number> {
  const { terminal } = context
  const { chromePath, dataDir, browser } = settingsOf(context)
  try {
    const { path } = wantedExecutable({ chromePath, installFolders: browserFolders(dataDir) })
    const version = await readBrowserVersion(path, browserUser(browser.user))
    terminal.out.write(`${json ? JSON.stringify({ path, version }) : `${path} ${version}`}\n`)
    return exitCode.pass
  } catch (cause) {
    if (!(cause instanceof Fault) || cause.code !== 'browser_unavailable') throw cause
    throw new VerbError(cause.message, {
      exit: 'issue',
      facts: { path: null, version: null },
      cause,
    })
  }
}

/** `urlwitness browser test`. Exit 1 when a check failed. */
export async function browserTest(
  { json, save }: { readonly json: boolean; readonly save: string | null },
  context: CliContext,
): Promise<number> {
  const { clock, random, terminal } = context
  const check = () => testBrowser({ settings: settingsOf(context), clock, random })
  const what = 'starting and testing the browser'
  const { results, png } = await withProgress(context, { what, limitMs: TEST_TIMEOUT_MS }, check)
  const code = await runChecks([async () => results], json, terminal)
  if (save !== null && png !== null) writeFileSync(save, png)
  return code
}

// Upper limit of the test. The start, the self-check and the test page each have a deadline; their sum is smaller than this.
const TEST_TIMEOUT_MS = 90_000

/** `urlwitness browser install`. Throws the Faults of `installBrowser`. */
export async function browserInstall(
  { from }: { readonly from: string | null },
  context: CliContext,
): Promise<number> {
  const { terminal, clock } = context
  const { dataDir, browser, chromePath } = settingsOf(context)
  const source = from === null ? null : mirrorUrl(from)
  terminal.err.write(
    `Downloading Chrome headless shell ${PINNED_VERSION} from ${source ?? OFFICIAL_SOURCE} ...\n`,
  )
  const path = await installBrowser({
    folder: browserFolders(dataDir)[0],
    version: PINNED_VERSION,
    from: source,
    user: browserUser(browser.user),
    platform: runtimeFacts().platform,
    clock,
    onProgress: reportProgress(terminal),
  })
  terminal.out.write(`${path}\n`)
  if (chromePath !== null) {
    terminal.err.write(`It is not used: chrome_path is ${sanitize(chromePath)}.\n`)
  }
  terminal.err.write(`Try it: ${commandOf('browser test', context)}\n`)
  return exitCode.pass
}

/** The URL of a download mirror: https, or http on loopback. Throws a `UsageError`. */
function mirrorUrl(text: string): string {
  const parsed = serviceUrl.safeParse(text)
  if (parsed.success) return parsed.data
  const reason = parsed.error.issues[0]?.message ?? 'is not a URL'
  throw new UsageError(`--from ${reason}; allowed: https://... (http on loopback only)`)
}

/** Prints one line for each tenth of the download, which also suits a log. */
function reportProgress({ err }: Terminal): (done: number, total: number) => void {
  let lastTenth = 0
  return (done, total) => {
    const tenth = total === 0 ? 0 : Math.floor((done * 10) / total)
    if (tenth <= lastTenth) return
    lastTenth = tenth
    err.write(`${tenth * 10} % of ${Math.round(total / 1e6)} MB\n`)
  }
}
