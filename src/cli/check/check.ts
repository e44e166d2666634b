import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CliContext, settingsOf, UsageError, VerbError } from '#cli/context.ts'
import { databaseOf } from '#cli/ledger/ledger.ts'
import { exitCode, exitCodeOf } from '#cli/output/exit-code.ts'
import { withProgress } from '#cli/output/progress.ts'
import { clean } from '#cli/output/terminal.ts'
import { Fault } from '#fault.ts'
import { reportPage } from '#report/html/report-page.ts'
import { type Report, report as reportShape } from '#report/schema.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { makeFolder } from '#runtime/folder.ts'
import { silentLog } from '#runtime/log.ts'
import { uuidV7 } from '#runtime/random.ts'
import { version } from '#runtime/version.ts'
import { openToolRunners, type ToolRunners } from '#service/tools.ts'
import { isPartOf } from '#store/sqlite/files.ts'
import type { Refusal } from '#target/refusal.ts'
import { parseTarget } from '#target/target.ts'
import type { Tool } from '#tools/tool.ts'
import { reportText } from './report-text.ts'

interface Outcome {
  readonly report: Report
  readonly json: string
  /** PNG of the page; null when there is none. */
  readonly screenshot: Uint8Array | null
}

export interface CheckOptions {
  readonly url: string
  readonly tool: Tool
  readonly json: boolean
  /** Folder for the report; made when missing. */
  readonly save: string | null
  /** File for the report as HTML. */
  readonly html: string | null
}

/** `urlwitness check <url>`: the report on stdout, messages on stderr; the exit status is the verdict. */
export async function check(options: CheckOptions, context: CliContext): Promise<number> {
  const { out, paint } = context.terminal
  const { file } = databaseOf(settingsOf(context))
  if (options.html !== null && isPartOf(file, options.html)) {
    throw new UsageError('--html is the ledger itself: name another file')
  }
  const { deadlineMs: limitMs } = settingsOf(context).limits
  const what = `checking ${clean(options.url, 200)}`
  const outcome = await withProgress(context, { what, limitMs }, () => runTool(options, context))
  const { report, json } = outcome
  out.write(
    options.json ? `${json.trimEnd()}\n` : reportText(report, { width: out.columns, paint }),
  )
  return save(options, outcome, context) ? exitCodeOf(report.result_status) : exitCode.failed
}

/** Runs the tool in this process, under the policy and the deadline of a paid call. Throws a `VerbError`. */
async function runTool({ url, tool }: CheckOptions, context: CliContext): Promise<Outcome> {
  const { clock, random } = context
  const settings = settingsOf(context)
  const own = { version, baseUrl: null, log: silentLog, screenshots: null }
  const runners = openToolRunners({ settings, clock, random, tools: [tool], ...own })
  const deadline = deadlineAfter(clock, settings.limits.deadlineMs)
  try {
    const job = { jobId: uuidV7(clock.now(), random), tool, requestedUrl: url }
    return await inspected(job, runners, deadline)
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause
    throw new VerbError(`failed: ${cause.message} (${cause.code})`, { cause })
  } finally {
    deadline.close()
    await runners.close()
  }
}

async function inspected(
  job: { readonly jobId: string; readonly tool: Tool; readonly requestedUrl: string },
  { runners, refuseByAnswers }: ToolRunners,
  deadline: ReturnType<typeof deadlineAfter>,
): Promise<Outcome> {
  const parsed = parseTarget(job.requestedUrl)
  if (parsed.status === 'refused') throw refused(parsed.refusal)
  const runner = runners[job.tool]
  if (runner === undefined) {
    throw new VerbError(`failed: ${job.tool} is not part of this build`)
  }
  const refusal = await refuseByAnswers(parsed.target)
  if (refusal !== null) throw refused(refusal)
  const result = await runner({ ...job, target: parsed.target }, deadline)
  if (result.status === 'failed') {
    const { detail, reason } = result
    const why = detail === undefined ? reason : `${detail} (${reason})`
    throw new VerbError(`failed: ${why}`)
  }
  return {
    report: reportShape.parse(JSON.parse(result.body)),
    json: result.body,
    screenshot: result.png ?? null,
  }
}

function refused({ type, message, facts }: Refusal): VerbError {
  const judged = Object.entries(facts).map(([name, value]) => `${name} ${value}`)
  const why = `${message} (${[type, ...judged].join(', ')})`
  return new VerbError(`refused: ${why}`, {
    exit: 'refused',
    facts: { refusal: { type, ...facts } },
  })
}

/** Writes the files that were requested, and the screenshot in any case. False when one cannot be written. */
function save(
  { save: folder, html }: CheckOptions,
  { report, json, screenshot }: Outcome,
  { terminal: { err } }: CliContext,
): boolean {
  try {
    if (folder !== null) makeFolder(folder)
    const files: (readonly [string, string | Uint8Array])[] = []
    if (folder !== null) files.push([join(folder, `${report.job_id}.json`), `${json.trimEnd()}\n`])
    if (html !== null) files.push([html, reportPage(report, screenshot)])
    // A random folder for the owner only: other users of the machine must not read the screenshot.
    const pngFolder = folder ?? (html === null ? temporaryFolderFor(screenshot) : null)
    if (screenshot !== null && pngFolder !== null) {
      files.push([join(pngFolder, `${report.job_id}.png`), screenshot])
    }
    for (const [file, content] of files) {
      writeFileSync(file, content, { mode: 0o600 })
      err.write(`saved ${file}\n`)
    }
    return true
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    err.write(`the report cannot be saved: ${why}\n`)
    return false
  }
}

function temporaryFolderFor(screenshot: Uint8Array | null): string | null {
  return screenshot === null ? null : mkdtempSync(join(tmpdir(), 'urlwitness-'))
}
