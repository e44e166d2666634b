import { exitCode } from '#cli/output/exit-code.ts'
import type { Terminal } from '#cli/output/terminal.ts'
import { clean, wrap } from '#cli/output/terminal.ts'
import type { LoadedSettings } from '#settings/load.ts'

/** What became of one question to this machine; `todo` says what to do about it. */
export interface CheckResult {
  readonly check: string
  readonly outcome: 'pass' | 'warn' | 'fail' | 'skip'
  readonly detail: string
  readonly todo: string | null
}

/** One question, or several of a kind. */
export type Check = () => Promise<CheckResult | readonly CheckResult[]>

/** `urlwitness doctor`: each diagnosis as it is made; 1 when one failed. */
export async function doctor(
  examinations: readonly Check[],
  options: { json: boolean },
  terminal: Terminal,
): Promise<number> {
  const diagnoses: CheckResult[] = []
  for (const examine of examinations) {
    const made = [await examine()].flat()
    diagnoses.push(...made)
    if (!options.json) for (const diagnosis of made) print(diagnosis, terminal)
  }
  const failed = diagnoses.some(({ outcome }) => outcome === 'fail')
  if (options.json) terminal.out.write(`${JSON.stringify({ ok: !failed, checks: diagnoses })}\n`)
  return failed ? 1 : exitCode.pass
}

export function pass(check: string, detail: string): CheckResult {
  return { check, outcome: 'pass', detail, todo: null }
}

export function skip(check: string, detail: string): CheckResult {
  return { check, outcome: 'skip', detail, todo: null }
}

export function warn(check: string, detail: string, todo: string | null = null): CheckResult {
  return { check, outcome: 'warn', detail, todo }
}

export function fail(check: string, detail: string, todo: string): CheckResult {
  return { check, outcome: 'fail', detail, todo }
}

/** What the settings themselves are; `notes` warn of what was not even read. */
export function checkSettings(
  loaded: LoadedSettings,
  notes: readonly string[] = [],
): readonly CheckResult[] {
  if (loaded.status === 'refused') {
    return loaded.problems.map((problem) =>
      fail('settings', problem, 'Correct it; `urlwitness config check` shows all.'),
    )
  }
  const given = Object.values(loaded.sources).filter((source) => source !== 'default').length
  return [
    pass('settings', `mode ${loaded.settings.mode}, ${given} set`),
    ...[...notes, ...loaded.warnings].map((warning) => warn('settings', warning)),
  ]
}

const CHECK_COLUMNS = 12

function print({ check, outcome, detail, todo }: CheckResult, { out, paint }: Terminal): void {
  const mark = {
    pass: paint.green('pass'),
    warn: paint.yellow('warn'),
    fail: paint.red('fail'),
    skip: paint.dim('skip'),
  }[outcome]
  const width = Math.max(40, Math.min(out.columns, 110)) - CHECK_COLUMNS - 6
  const text = [clean(detail), ...(todo === null ? [] : [`→ ${todo}`])].flatMap((part) =>
    wrap(part, width),
  )
  const indent = ' '.repeat(CHECK_COLUMNS + 6)
  out.write(`${mark}  ${check.padEnd(CHECK_COLUMNS)}${text.join(`\n${indent}`)}\n`)
}
