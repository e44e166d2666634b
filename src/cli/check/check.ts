import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitCode, exitCodeOf } from '#cli/output/exit-code.ts'
import type { Terminal } from '#cli/output/terminal.ts'
import { clean } from '#cli/output/terminal.ts'
import { reportPage } from '#report/html/report-page.ts'
import type { Report } from '#report/schema.ts'
import { makeFolder } from '#runtime/folder.ts'
import { didYouMean } from '#settings/nearest.ts'
import { DATABASE_NAME } from '#store/database.ts'
import { isPartOf } from '#store/sqlite/files.ts'
import { toolDefinitions } from '#tools/tools.ts'
import { reportText } from './report-text.ts'

export type ToolName = keyof typeof toolDefinitions

/** `refused`: the URL is outside the safety policy, in one sentence. `failed`: our own failure, in one sentence. */
export type RunOutcome =
  | {
      readonly status: 'report'
      readonly report: Report
      readonly json: string
      /** PNG of the page; null when there is none. */
      readonly picture: Uint8Array | null
    }
  | { readonly status: 'refused'; readonly refusal: string }
  | { readonly status: 'failed'; readonly problem: string }

/** Runs a tool here, unpaid. */
export type RunTool = (tool: ToolName, url: string) => Promise<RunOutcome>

export interface CheckOptions {
  readonly url: string
  readonly tool: string
  readonly json: boolean
  /** Folder for the report; made when missing. */
  readonly save: string | null
  /** File for a page that people read. */
  readonly html: string | null
  /** Its ledger is not to be replaced by a page. */
  readonly dataDir: string
}

/** `urlwitness check <url>`: the report on stdout, anything else on stderr; the exit status is the verdict. */
export async function check(
  options: CheckOptions,
  runTool: RunTool,
  terminal: Terminal,
): Promise<number> {
  const { err, out, paint } = terminal
  const tool = toolNamed(options.tool)
  if (tool === null) {
    const known = Object.keys(toolDefinitions)
    err.write(
      `allowed for --tool: ${known.join(', ')}; not ${clean(options.tool, 80)}${didYouMean(options.tool, known)}\n`,
    )
    return exitCode.misuse
  }
  if (options.html !== null && isPartOf(join(options.dataDir, DATABASE_NAME), options.html)) {
    err.write('--html is the ledger itself: name another file\n')
    return exitCode.misuse
  }
  const outcome = await runTool(tool, options.url)
  if (outcome.status === 'refused') {
    err.write(`refused: ${clean(outcome.refusal)}\n`)
    return exitCode.refused
  }
  if (outcome.status === 'failed') {
    err.write(`failed: ${clean(outcome.problem)}\n`)
    return exitCode.failed
  }
  const { report, json } = outcome
  out.write(
    options.json ? `${json.trimEnd()}\n` : reportText(report, { width: out.columns, paint }),
  )
  const isKept = kept(options, outcome, terminal)
  return isKept ? exitCodeOf(report.result_status) : exitCode.failed
}

export function toolNamed(name: string): ToolName | null {
  return isTool(name) ? name : null
}

function isTool(name: string): name is ToolName {
  return Object.hasOwn(toolDefinitions, name)
}

/** The files that were asked for, and the picture in any case: a verdict on a page is believed by who has seen it. */
function kept(
  { save, html }: CheckOptions,
  { report, json, picture }: Extract<RunOutcome, { status: 'report' }>,
  { err }: Terminal,
): boolean {
  try {
    if (save !== null) makeFolder(save)
    const files: (readonly [string, string | Uint8Array])[] = []
    if (save !== null) files.push([join(save, `${report.job_id}.json`), `${json.trimEnd()}\n`])
    if (html !== null) files.push([html, reportPage(report, picture)])
    if (picture !== null) {
      // Unguessable, and for the owner alone: on a shared machine the picture is nobody else's.
      const folder = save ?? (html === null ? mkdtempSync(join(tmpdir(), 'urlwitness-')) : null)
      if (folder !== null) files.push([join(folder, `${report.job_id}.png`), picture])
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
