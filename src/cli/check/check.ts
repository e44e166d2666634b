import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CliContext, settingsOf, UsageError, VerbError } from '#cli/context.ts'
import { databaseOf } from '#cli/ledger/ledger.ts'
import { exitCode, exitCodeOf } from '#cli/output/exit-code.ts'
import { withProgress } from '#cli/output/progress.ts'
import { sanitize } from '#cli/output/terminal.ts'
import { reportPage } from '#report/html/report-page.ts'
import { makeFolder } from '#runtime/folder.ts'
import { isPartOf } from '#store/files/files.ts'
import type { Tool } from '#tools/tool.ts'
import { saveFiles } from './report-file.ts'
import { reportText } from './report-text.ts'
import { type LocalOutcome, openLocalTools } from './run-locally.ts'

export interface CheckOptions {
  readonly url: string
  readonly tool: Tool
  readonly json: boolean
  /** Folder for the report; created if missing. */
  readonly save: string | null
  /** File for the report as HTML. */
  readonly html: string | null
}

/** `urlwitness check <url>`: prints the report on stdout and messages on stderr; the exit status is the verdict. */
export async function check(options: CheckOptions, context: CliContext): Promise<number> {
  const { out, paint } = context.terminal
  const { file } = databaseOf(settingsOf(context))
  if (options.html !== null && isPartOf(file, options.html)) {
    throw new UsageError('--html is the ledger itself: name another file')
  }
  const { deadlineMs: limitMs } = settingsOf(context).limits
  const what = `checking ${sanitize(options.url, 200)}`
  const outcome = await withProgress(context, { what, limitMs }, () => runOnce(options, context))
  if (outcome.status !== 'report') {
    const { status: exit, problem, facts } = outcome
    throw new VerbError(`${exit}: ${problem}`, { exit, facts })
  }
  const { report, json } = outcome
  out.write(
    options.json ? `${json.trimEnd()}\n` : reportText(report, { width: out.columns, paint }),
  )
  return save(options, outcome, context) ? exitCodeOf(report.result_status) : exitCode.failed
}

async function runOnce({ url, tool }: CheckOptions, context: CliContext): Promise<LocalOutcome> {
  const { clock, random } = context
  const local = openLocalTools({ settings: settingsOf(context), clock, random, tools: [tool] })
  try {
    return await local.run(tool, url)
  } finally {
    await local.close()
  }
}

/** Writes the requested files, and always the screenshot. Returns false when a file cannot be written. */
function save(
  { save: folder, html }: CheckOptions,
  { report, json, screenshot }: Extract<LocalOutcome, { status: 'report' }>,
  context: CliContext,
): boolean {
  const files = () => {
    if (folder !== null) makeFolder(folder)
    const entries: (readonly [string, string | Uint8Array])[] = []
    if (folder !== null)
      entries.push([join(folder, `${report.job_id}.json`), `${json.trimEnd()}\n`])
    if (html !== null) entries.push([html, reportPage(report, screenshot)])
    // A random folder that only its owner can read: other users of the machine must not see the screenshot.
    const pngFolder = folder ?? (html === null ? temporaryFolderFor(screenshot) : null)
    if (screenshot !== null && pngFolder !== null) {
      entries.push([join(pngFolder, `${report.job_id}.png`), screenshot])
    }
    return entries
  }
  return saveFiles('report', files, context)
}

function temporaryFolderFor(screenshot: Uint8Array | null): string | null {
  return screenshot === null ? null : mkdtempSync(join(tmpdir(), 'urlwitness-'))
}
