import { type CliContext, codedMessage, VerbError } from '#cli/context.ts'
import { type ExitName, exitCode } from '#cli/output/exit-code.ts'
import { jsonText, sanitize, type Terminal } from '#cli/output/terminal.ts'
import { readArguments } from '#cli/verbs/parse.ts'
import { Fault } from '#fault.ts'
import { systemErrorText } from '#runtime/process/system-error.ts'
import { keyNames } from '#settings/keys.ts'
import { type LoadedSettings, loadSettings } from '#settings/load.ts'

/** Runs the verb of these arguments and returns the exit status. Prints errors, and never throws. */
export async function runArguments(
  args: readonly string[],
  machine: Omit<CliContext, 'loaded' | 'reload' | 'settingFlags'>,
): Promise<number> {
  const { terminal, env, readFile } = machine
  const json = args.includes('--json')
  const command = readArguments(args, terminal.out.columns)
  if (command.status === 'help') {
    terminal.out.write(command.text)
    return exitCode.pass
  }
  if (command.status === 'misuse') {
    return reportError(new VerbError(command.message, { exit: 'misuse' }), json, terminal)
  }
  const { verb, options, settingFlags } = command
  warnOfSecrets(settingFlags, terminal)
  const reload = () => loadSettings({ flags: settingFlags, env, readFile })
  let cached: LoadedSettings | null = null
  const loaded = () => {
    cached ??= reload()
    return cached
  }
  try {
    return await verb.run(options, { ...machine, settingFlags, loaded, reload })
  } catch (cause) {
    return reportError(cause, json, terminal)
  }
}

/** Warns of secrets in flags: other users of the machine can read the command line of a process. */
function warnOfSecrets(flags: Readonly<Record<string, string>>, { err }: Terminal): void {
  for (const { flag, env, secret } of keyNames) {
    if (!secret || flags[flag] === undefined) continue
    err.write(`warning: other users of this machine can read --${flag}: use ${env}_FILE\n`)
  }
}

const errorCodes: Readonly<Record<ExitName, string>> = {
  pass: 'none',
  issue: 'not_available',
  review: 'unknown',
  refused: 'refused',
  failed: 'failed',
  misuse: 'usage',
  badSettings: 'bad_settings',
}

function reportError(cause: unknown, json: boolean, { out, err }: Terminal): number {
  const { exit, code, message, facts } = errorFacts(cause)
  for (const line of message.split('\n')) err.write(`${sanitize(line)}\n`)
  if (json) {
    const [sentence = ''] = message.split('\n')
    out.write(`${jsonText({ ok: false, error: { code, message: sentence }, ...facts })}\n`)
  }
  return exitCode[exit]
}

function errorFacts(cause: unknown) {
  if (cause instanceof VerbError)
    return { ...cause, code: errorCodes[cause.exit], message: cause.message }
  if (cause instanceof Fault) {
    const { code, facts } = cause
    const message = codedMessage(cause.message, code, facts)
    return { exit: 'failed', code, message, facts: {} } as const
  }
  const systemMessage = systemErrorText(cause)
  if (systemMessage !== null) {
    return { exit: 'failed', code: errorCodes.failed, message: systemMessage, facts: {} } as const
  }
  const message = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  return { exit: 'failed', code: 'internal', message, facts: {} } as const
}
