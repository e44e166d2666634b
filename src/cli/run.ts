import { type CliContext, SettingsError, UsageError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { clean, type Terminal } from '#cli/output/terminal.ts'
import { readArguments } from '#cli/verbs/parse.ts'
import { Fault } from '#fault.ts'
import { CONFIG_FLAG } from '#settings/keys.ts'
import { type LoadedSettings, loadSettings } from '#settings/load.ts'

/** Runs the verb of these arguments and returns the exit status. Prints what goes wrong, and never throws. */
export async function runArguments(
  args: readonly string[],
  machine: Omit<CliContext, 'loaded' | 'reload' | 'configFile'>,
): Promise<number> {
  const { terminal, env, readFile } = machine
  const command = readArguments(args, terminal.out.columns)
  if (command.status === 'help') {
    terminal.out.write(command.text)
    return exitCode.pass
  }
  if (command.status === 'misuse') {
    terminal.err.write(`${command.message}\n`)
    return exitCode.misuse
  }
  const { verb, options, settingFlags: flags } = command
  const configFile = flags[CONFIG_FLAG] ?? null
  const reload = () => loadSettings({ flags, env, readFile })
  let first: LoadedSettings | null = null
  const loaded = () => {
    first ??= reload()
    return first
  }
  try {
    return await verb.run(options, { ...machine, configFile, loaded, reload })
  } catch (cause) {
    return explain(cause, terminal)
  }
}

function explain(cause: unknown, { err }: Terminal): number {
  if (cause instanceof UsageError) {
    for (const line of cause.message.split('\n')) err.write(`${clean(line)}\n`)
    return exitCode.misuse
  }
  if (cause instanceof SettingsError) {
    for (const problem of cause.problems) err.write(`settings: ${clean(problem)}\n`)
    return exitCode.badSettings
  }
  if (cause instanceof Fault) {
    const facts = Object.entries(cause.facts).map(([name, value]) => `${name} ${value}`)
    err.write(`${cause.message} (${[cause.code, ...facts].join(', ')})\n`)
  } else {
    err.write(`${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`)
  }
  return exitCode.failed
}
