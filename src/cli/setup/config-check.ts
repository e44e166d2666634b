import { type CliContext, SettingsError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { clean } from '#cli/output/terminal.ts'
import { keyNames } from '#settings/keys.ts'

/** `urlwitness config check`: every setting with its source; or every problem. */
export function configCheck({ json }: { readonly json: boolean }, context: CliContext): number {
  const { out, err, paint } = context.terminal
  const loaded = context.loaded()
  if (loaded.status === 'refused') {
    if (!json) throw new SettingsError(loaded.problems)
    out.write(`${JSON.stringify({ ok: false, problems: loaded.problems })}\n`)
    return exitCode.badSettings
  }
  const { warnings, shown: values, sources, settings } = loaded
  if (json) {
    out.write(`${JSON.stringify({ ok: true, warnings, values, sources })}\n`)
    return exitCode.pass
  }
  for (const { key } of keyNames) {
    const line = `${key.padEnd(KEY_COLUMNS)} ${clean(values[key])}`
    const isDefault = sources[key] === 'default'
    out.write(isDefault ? `${paint.dim(line)}\n` : `${line}  (${clean(sources[key])})\n`)
  }
  for (const warning of warnings) err.write(`warning: ${warning}\n`)
  out.write(`${paint.green('The service starts with these settings')}, in mode ${settings.mode}.\n`)
  return exitCode.pass
}

const KEY_COLUMNS = Math.max(...keyNames.map(({ key }) => key.length)) + 1
