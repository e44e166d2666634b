import { Command, CommanderError, Option } from 'commander'
import { UsageError } from '#cli/context.ts'
import { sanitize } from '#cli/output/terminal.ts'
import { CONFIG_FLAG, keyNames } from '#settings/keys.ts'
import { didYouMean } from '#settings/nearest.ts'
import { exitCodesHelp, overview, settingsHelp } from './help.ts'
import { type Flag, familiesOf, flagName, membersOf, type Options, type Verb } from './verb.ts'
import { verbs } from './verbs.ts'

/** The parsed command line. */
export type Parsed =
  | {
      readonly status: 'verb'
      readonly verb: Verb
      readonly options: Options
      /** Values of setting flags, and `config`. */
      readonly settingFlags: Readonly<Record<string, string>>
    }
  | { readonly status: 'help'; readonly text: string }
  /** `message` has the error and, if possible, the likely correction. */
  | { readonly status: 'misuse'; readonly message: string }

/** Reads the arguments after the name of the program. `columns`: width of the help. */
export function readArguments(args: readonly string[], width = 80): Parsed {
  const columns = Number.isFinite(width) ? width : 80
  const words = normalizeHelp(args)
  const [first = ''] = words
  if (['', ...helpFlags].includes(first)) {
    const text = overview()
    return args.length === 0 ? { status: 'misuse', message: text } : { status: 'help', text }
  }
  const topic = words.at(-1) === '--help' ? topicText(first, columns) : null
  if (topic !== null) return { status: 'help', text: topic }
  if (first.startsWith('-')) return misuse(`the verb comes before ${quotedText(first)}`, [])
  let result: Parsed | null = null
  let helpText = ''
  const write = (text: string) => {
    helpText += text
  }
  const onParsed = (parsed: Parsed) => {
    result = parsed
  }
  try {
    commandFor(words, { columns, write, onParsed }).parse(words, { from: 'user' })
    return result ?? misuse('no verb is given', words)
  } catch (cause) {
    if (cause instanceof CommanderError) return { status: 'help', text: helpText }
    if (cause instanceof UsageError) return misuse(cause.message, words)
    throw cause
  }
}

const families = familiesOf(verbs)
const helpFlags = ['--help', '-h']

/** `help ledger list` is `ledger list --help`, and `--version` is `version`. */
function normalizeHelp(args: readonly string[]): readonly string[] {
  const [first = '', ...rest] = args
  if (first === 'help') return [...rest, '--help']
  return ['--version', '-v'].includes(first) ? ['version', ...rest] : args
}

/** The text about something that is not a verb: `help exit-codes`. */
function topicText(topic: string, columns: number): string | null {
  if (topic === 'exit-codes') return exitCodesHelp()
  return topic === 'settings' ? settingsHelp(columns) : null
}

interface ParseOutput {
  readonly columns: number
  readonly write: (text: string) => void
  readonly onParsed: (parsed: Parsed) => void
}

/** Builds the tree of commands. Only the typed verb gets its flags, so that the start of a service does not build all others. */
function commandFor(words: readonly string[], output: ParseOutput): Command {
  const program = new Command('urlwitness')
    .helpOption('-h, --help', 'Show this text')
    .helpCommand(false)
    .configureOutput({
      writeOut: output.write,
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => output.columns,
    })
    .exitOverride((error) => {
      throw error.exitCode === 0 && isFamilyHelp(words) ? error : unknownVerb(words)
    })
  const parents = new Map(
    families.map((family) => [
      family,
      program.command(family).usage('<verb> [options]').commandsGroup('Verbs:').helpCommand(false),
    ]),
  )
  for (const verb of verbs) {
    const [first = '', second] = verb.name.split(' ')
    const parent = second === undefined ? program : parents.get(first)
    const command = parent?.command(second ?? first).summary(verb.about)
    if (command !== undefined && matchesVerb(words, verb))
      defineCommand(command, verb, output.onParsed)
  }
  return program
}

function defineCommand(command: Command, verb: Verb, onParsed: ParseOutput['onParsed']): void {
  const { about, more, examples, operands, optional, flags, settings } = verb
  const hint = settings
    ? ['Takes --config FILE, and every setting as a flag: urlwitness help settings']
    : []
  command
    .description([`${about}.`, ...more, ...hint].join('\n'))
    .addHelpText('after', ['', 'Examples:', ...examples.map((line) => `  ${line}`)].join('\n'))
    .exitOverride((error) => {
      throw error.exitCode === 0 ? error : new UsageError(wrongUsage(error, command, verb))
    })
  for (const name of Object.values(operands)) command.argument(`<${name}>`)
  for (const name of Object.values(optional)) command.argument(`[${name}]`)
  for (const [key, flag] of Object.entries(flags)) {
    command.addOption(optionOf(`--${flagName(key)}`, flag))
  }
  const settingOptions = settings ? settingFlags.map((flag) => new Option(`--${flag} <VALUE>`)) : []
  for (const option of settingOptions) command.addOption(requireValue(option.hideHelp()))
  command.action(() => {
    const parsedValues = command.opts<Record<string, unknown>>()
    const names = [...Object.keys(operands), ...Object.keys(optional)]
    const options = {
      ...Object.fromEntries(names.map((name, index) => [name, command.args[index] ?? null])),
      ...Object.fromEntries(
        Object.entries(flags).map(([key, { defaultValue }]) => [
          key,
          parsedValues[key] ?? defaultValue,
        ]),
      ),
    }
    const values = settingOptions.map((option) => [
      option.name(),
      parsedValues[option.attributeName()],
    ])
    const settingValues = Object.fromEntries(
      values.filter(([, value]) => typeof value === 'string'),
    )
    onParsed({ status: 'verb', verb, options, settingFlags: settingValues })
  })
}

function optionOf(flag: string, { value, about, read }: Flag<unknown>): Option {
  if (value === null) return new Option(flag, about)
  return requireValue(new Option(`${flag} <${value}>`, about), (text) => read(text, flag))
}

/** An option that needs a value. Without the check commander would take the next flag as the value: `--save --json`. */
function requireValue(option: Option, read = (text: string): unknown => text): Option {
  return option.argParser((text) => {
    if (text.startsWith('--')) throw new UsageError(needsValue(option.flags))
    return read(text)
  })
}

const settingFlags = [CONFIG_FLAG, ...keyNames.map(({ flag }) => flag)]

function matchesVerb(words: readonly string[], { name }: Verb): boolean {
  return name.split(' ').every((word, index) => words[index] === word)
}

/** Whether the help of a family was asked for: `ledger --help`. Commander would answer `ledger nope --help` with the same text. */
function isFamilyHelp([first = '', second = '']: readonly string[]): boolean {
  return families.includes(first) && second.startsWith('-')
}

function unknownVerb(words: readonly string[]): UsageError {
  const names = verbs.map(({ name }) => name)
  const [first = '', second = ''] = words
  if (!families.includes(first)) {
    return new UsageError(
      `unknown verb ${quotedText(first)}${didYouMean(first, [...names, ...families])}`,
    )
  }
  const subverbs = membersOf(verbs, first).map(([word]) => word)
  const expectation = `${first} needs a verb: ${subverbs.join(', ')}`
  if (second === '') return new UsageError(expectation)
  const fullName = `${first} ${second}`
  const hint = didYouMean(fullName, names)
  return new UsageError(
    `unknown verb ${quotedText(fullName)}${hint === '' ? `; ${expectation}` : hint}`,
  )
}

/** The error of commander, in our own wording. */
function wrongUsage({ code, message }: CommanderError, command: Command, verb: Verb): string {
  const { name, operands, optional } = verb
  const [, quoted = ''] = /'(.*)'/s.exec(message) ?? []
  const required = Object.values(operands)
  switch (code) {
    case 'commander.unknownOption':
      return unknownFlag(quoted, command, name)
    case 'commander.optionMissingArgument':
      return needsValue(quoted)
    case 'commander.missingArgument':
      return `${name} needs ${required
        .slice(command.args.length)
        .map((operand) => `<${operand}>`)
        .join(' ')}`
    case 'commander.excessArguments': {
      const excess = command.args[required.length + Object.keys(optional).length] ?? ''
      return `${name}: unexpected argument ${quotedText(excess)}`
    }
    default:
      return sanitize(message)
  }
}

function unknownFlag(flagText: string, command: Command, verb: string): string {
  const flags = ['--help', ...command.options.flatMap(({ long }) => long ?? [])]
  const [name = ''] = flagText.split('=')
  return flags.includes(name)
    ? `${name} takes no value`
    : `${verb} has no flag ${quotedText(flagText)}${didYouMean(flagText, flags)}`
}

/** `flags`: as commander writes them, `--save <DIR>`. */
function needsValue(flags: string): string {
  return `${flags.replace(/ .*/, '')} needs a value: ${flags.replace(/[<>]/g, '')}`
}

function misuse(message: string, words: readonly string[]): Parsed {
  const verbName = verbs.find((verb) => matchesVerb(words, verb))?.name
  const [first = ''] = words
  const about = verbName ?? (families.includes(first) ? first : null)
  const help = ['urlwitness', ...(about === null ? [] : [about]), '--help']
  return { status: 'misuse', message: `${message}\nDetails: ${help.join(' ')}` }
}

function quotedText(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}
