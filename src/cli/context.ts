import type { ExitName } from '#cli/output/exit-code.ts'
import { shellWord, type Terminal } from '#cli/output/terminal.ts'
import type { FaultFacts } from '#fault.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Random } from '#runtime/random.ts'
import { CONFIG_ENV, CONFIG_FLAG, ENV_PREFIX } from '#settings/keys.ts'
import type { Loaded, LoadedSettings } from '#settings/load.ts'
import type { Settings } from '#settings/settings.ts'

/** The dependencies of every verb: the machine, the operator's terminal, and the settings of this command line. */
export interface CliContext {
  readonly clock: Clock
  readonly random: Random
  readonly fetch: typeof globalThis.fetch
  readonly env: Readonly<Record<string, string | undefined>>
  readonly terminal: Terminal
  /** The command that starts this program again, quoted for a shell. */
  readonly program: string
  /** Path of the running executable; null in a checkout. */
  readonly executable: string | null
  readonly readFile: (path: string) => string
  /** Values of the setting flags by name without dashes, and `config`, as they were given. */
  readonly settingFlags: Readonly<Record<string, string>>
  /** The settings from flags, environment and file, read at the first call. */
  readonly loaded: () => LoadedSettings
  /** Reads the settings again. */
  readonly reload: () => LoadedSettings
}

/** Ends a verb without a result. The message goes to stderr, and with `--json` to stdout as well. */
export class VerbError extends Error {
  override readonly name: string = 'VerbError'
  readonly exit: ExitName
  /** Further members of the JSON output. */
  readonly facts: object

  constructor(
    message: string,
    {
      exit = 'failed',
      facts = {},
      cause,
    }: { exit?: ExitName; facts?: object; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.exit = exit
    this.facts = facts
  }
}

/** A message with its code and facts in parentheses: `The port must be 80 or 443. (url_port, port 8443)`. */
export function codedMessage(message: string, code: string, facts: FaultFacts): string {
  const known = Object.entries(facts).filter(([, value]) => value !== null)
  const factTexts = known.map(([name, value]) => `${name} ${value}`)
  return `${message} (${[code, ...factTexts].join(', ')})`
}

/** Wrong usage. The message is one sentence that states what is allowed. */
export class UsageError extends VerbError {
  override readonly name = 'UsageError'

  constructor(message: string, { cause }: { cause?: unknown } = {}) {
    super(message, { exit: 'misuse', cause })
  }
}

/** Throws a `UsageError` if one of these flags is given. `mode`: that in which they have no effect, as "with --local". */
export function refuseUnused(
  flags: Readonly<Record<`--${string}`, string | boolean | null>>,
  mode: string,
): void {
  const given = Object.entries(flags).flatMap(([flag, value]) =>
    value === null || value === false ? [] : [flag],
  )
  if (given.length === 0) return
  const verb = given.length === 1 ? 'has' : 'have'
  throw new UsageError(`${given.join(', ')} ${verb} no effect ${mode}`)
}

/** Reports every problem of the settings, one sentence each. */
export class SettingsError extends VerbError {
  override readonly name = 'SettingsError'

  constructor(problems: readonly string[]) {
    const message = problems.map((problem) => `settings: ${problem}`).join('\n')
    super(message, { exit: 'badSettings', facts: { problems } })
  }
}

/** The loaded settings, for a verb that needs valid ones. Throws a `SettingsError`. */
export function loadedSettings(context: Pick<CliContext, 'loaded'>): Loaded {
  const loaded = context.loaded()
  if (loaded.status === 'loaded') return loaded
  throw new SettingsError(loaded.problems)
}

/**
 * The command line of another verb on the same settings file and data folder, which may come from an environment that the shell of
 * the operator does not have.
 */
export function commandOf(
  verb: string,
  { program, settingFlags, env }: Pick<CliContext, 'program' | 'settingFlags' | 'env'>,
): string {
  const flags = [
    [CONFIG_FLAG, CONFIG_ENV],
    ['data-dir', `${ENV_PREFIX}DATA_DIR`],
  ] as const
  const given = flags.flatMap(([flag, variable]) => {
    const value = settingFlags[flag] ?? env[variable] ?? ''
    return value === '' ? [] : [`--${flag}`, shellWord(value)]
  })
  return [program, verb, ...given].join(' ')
}

/** Only the values of the settings. Throws a `SettingsError`. */
export function settingsOf(context: Pick<CliContext, 'loaded'>): Settings {
  return loadedSettings(context).settings
}
