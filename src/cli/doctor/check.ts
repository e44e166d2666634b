import { exitCode } from '#cli/output/exit-code.ts'
import type { Terminal } from '#cli/output/terminal.ts'
import { lineWidth, sanitize, wrap } from '#cli/output/terminal.ts'

/** Result of one check; `todo` is the remedy. */
export interface CheckResult {
  readonly check: string
  readonly outcome: 'pass' | 'warn' | 'fail' | 'skip'
  readonly detail: string
  readonly todo: string | null
}

/** Last sentence of the remedy for a failure that prevents the start. */
export const CONSEQUENCE = 'Until then, the service does not start.'

export type DoctorCheck = () => Promise<CheckResult | readonly CheckResult[]>

/** Runs the checks one after another and prints each result as it comes. Returns exit status 1 when a check failed, else 0. */
export async function runChecks(
  checks: readonly DoctorCheck[],
  json: boolean,
  terminal: Terminal,
): Promise<number> {
  const results: CheckResult[] = []
  for (const check of checks) {
    const newResults = [await check()].flat()
    results.push(...newResults)
    if (!json) for (const result of newResults) printResult(result, terminal)
  }
  const failed = results.some(({ outcome }) => outcome === 'fail')
  if (json) terminal.out.write(`${JSON.stringify({ ok: !failed, checks: results })}\n`)
  return failed ? exitCode.issue : exitCode.pass
}

/** `detail`: what was found, without a full stop. */
export function pass(check: string, detail: string): CheckResult {
  return { check, outcome: 'pass', detail, todo: null }
}

/** A check that does not apply. `detail`: why. */
export function skip(check: string, detail: string): CheckResult {
  return { check, outcome: 'skip', detail, todo: null }
}

/** A finding that does not fail `doctor`. `todo`: the remedy as a sentence; null if the detail says it. */
export function warn(check: string, detail: string, todo: string | null = null): CheckResult {
  return { check, outcome: 'warn', detail, todo }
}

/** A finding that makes `doctor` exit with 1. `todo`: the remedy as a sentence. */
export function fail(check: string, detail: string, todo: string): CheckResult {
  return { check, outcome: 'fail', detail, todo }
}

const CHECK_COLUMNS = 12

function printResult(
  { check, outcome, detail, todo }: CheckResult,
  { out, paint }: Terminal,
): void {
  const mark = {
    pass: paint.green('pass'),
    warn: paint.yellow('warn'),
    fail: paint.red('fail'),
    skip: paint.dim('skip'),
  }[outcome]
  const width = lineWidth(out.columns) - CHECK_COLUMNS - 6
  const text = [sanitize(detail), ...(todo === null ? [] : [`→ ${todo}`])].flatMap((part) =>
    wrap(part, width),
  )
  const indent = ' '.repeat(CHECK_COLUMNS + 6)
  out.write(`${mark}  ${check.padEnd(CHECK_COLUMNS)}${text.join(`\n${indent}`)}\n`)
}
