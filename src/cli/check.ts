import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../report/schema.ts'
import { didYouMean } from '../settings/nearest.ts'
import { toolDefinitions } from '../tools/tools.ts'
import { exitCode, exitCodeOf } from './exit-code.ts'
import { reportText } from './report-text.ts'
import type { Terminal } from './terminal.ts'
import { clean } from './terminal.ts'

export type ToolName = keyof typeof toolDefinitions

/** `refused`: the URL is outside the safety policy, in one sentence. `failed`: our own failure, in one sentence. */
export type RunOutcome =
  | { readonly status: 'report'; readonly report: Report; readonly json: string }
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
  if (options.save !== null && !saved(options.save, report.job_id, json, terminal))
    return exitCode.failed
  return exitCodeOf(report.result_status)
}

export function toolNamed(name: string): ToolName | null {
  return isTool(name) ? name : null
}

function isTool(name: string): name is ToolName {
  return Object.hasOwn(toolDefinitions, name)
}

function saved(folder: string, jobId: string, json: string, { err }: Terminal): boolean {
  const file = join(folder, `${jobId}.json`)
  try {
    mkdirSync(folder, { recursive: true })
    // The report names a confidential evidence id, once there are screenshots.
    writeFileSync(file, `${json.trimEnd()}\n`, { mode: 0o600 })
    err.write(`saved ${file}\n`)
    return true
  } catch (cause) {
    err.write(
      `the report cannot be saved: ${cause instanceof Error ? cause.message : String(cause)}\n`,
    )
    return false
  }
}
