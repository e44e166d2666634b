import { type CliContext, refuseUnused, SettingsError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { jsonText, sanitize } from '#cli/output/terminal.ts'
import { readServerCertificate } from '#http/server-certificate.ts'
import { keyNames } from '#settings/keys.ts'
import type { Settings } from '#settings/settings.ts'

/** `urlwitness config check`: prints every setting with its source, or every problem. Exit 78 when these settings cannot sell. */
export function configCheck(
  { quiet, json }: { readonly quiet: boolean; readonly json: boolean },
  context: CliContext,
): number {
  const { out, err, paint } = context.terminal
  if (json) refuseUnused({ '--quiet': quiet }, 'with --json')
  const loaded = context.loaded()
  if (loaded.status === 'refused') throw new SettingsError(loaded.problems)
  const { warnings, shown, json: values, sources, settings } = loaded
  requireCertificate(settings, context.clock.now())
  const { mode, payTo, facilitatorUrl } = settings
  const ok = mode === 'sandbox' || (payTo !== null && facilitatorUrl !== null)
  const code = ok ? exitCode.pass : exitCode.badSettings
  if (json) {
    out.write(`${jsonText({ ok, warnings, values, sources })}\n`)
    return code
  }
  for (const { key } of quiet ? [] : keyNames) {
    const line = `${key.padEnd(KEY_COLUMNS)} ${sanitize(shown[key])}`
    const isDefault = sources[key] === 'default'
    out.write(isDefault ? `${paint.dim(line)}\n` : `${line}  (${sanitize(sources[key])})\n`)
  }
  for (const warning of warnings) err.write(`warning: ${warning}\n`)
  const verdict = ok
    ? paint.green('The service starts with these settings')
    : paint.red('The service starts with these settings, and sells nothing')
  if (!(quiet && ok)) out.write(`${verdict}, in mode ${mode}.\n`)
  return code
}

/** Throws a `SettingsError` when the service cannot use the certificate. `now`: milliseconds since the epoch. */
function requireCertificate({ tls }: Pick<Settings, 'tls'>, now: number): void {
  const reading = tls === null ? null : readServerCertificate(tls, now)
  if (reading?.status === 'unusable') throw new SettingsError([reading.detail])
}

const KEY_COLUMNS = Math.max(...keyNames.map(({ key }) => key.length)) + 1
