import { exitCode } from '#cli/output/exit-code.ts'
import type { Terminal } from '#cli/output/terminal.ts'
import { clean } from '#cli/output/terminal.ts'
import { keyNames } from '#settings/keys.ts'
import type { LoadedSettings } from '#settings/load.ts'

/** `urlwitness config check`: each setting that was given, with its source; or every problem. */
export function configCheck(
  loaded: LoadedSettings,
  options: { json: boolean },
  { out, err, paint }: Terminal,
): number {
  const refused = loaded.status === 'refused'
  if (options.json) {
    const shown = refused
      ? { ok: false, problems: loaded.problems }
      : { ok: true, warnings: loaded.warnings, values: loaded.shown, sources: loaded.sources }
    out.write(`${JSON.stringify(shown)}\n`)
  } else if (refused) {
    reportProblems(loaded.problems, err)
  } else {
    for (const { key } of keyNames) {
      const source = loaded.sources[key]
      const line = `${key.padEnd(KEY_COLUMNS)} ${clean(loaded.shown[key])}`
      out.write(source === 'default' ? `${paint.dim(line)}\n` : `${line}  (${clean(source)})\n`)
    }
    for (const warning of loaded.warnings) err.write(`warning: ${warning}\n`)
    out.write(
      `${paint.green('The service starts with these settings')}, in mode ${loaded.settings.mode}.\n`,
    )
  }
  return refused ? exitCode.badSettings : exitCode.pass
}

/** Problems of the settings, for any verb that needs them. */
export function reportProblems(problems: readonly string[], err: Terminal['err']): void {
  for (const problem of problems) err.write(`settings: ${clean(problem)}\n`)
}

const KEY_COLUMNS = Math.max(...keyNames.map(({ key }) => key.length)) + 1
