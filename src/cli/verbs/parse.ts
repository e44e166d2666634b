import { Command, CommanderError, Option } from 'commander'
import { UsageError } from '#cli/context.ts'
import { clean } from '#cli/output/terminal.ts'
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
  const words = normalized(args)
  const [first = ''] = words
  if (['', ...helpFlags].includes(first)) {
    const text = overview()
    return args.length === 0 ? { status: 'misuse', message: text } : { status: 'help', text }
  }
  if (words.join(' ') === 'exit-codes --help') return { status: 'help', text: exitCodesHelp() }
  if (words.join(' ') === 'settings --help') return { status: 'help', text: settingsHelp(columns) }
  if (first.startsWith('-')) return misuse(`the verb comes before ${shown(first)}`, [])
  let result: Parsed | null = null
  let written = ''
  const write = (text: string) => {
    written += text
  }
  const done = (parsed: Parsed) => {
    result = parsed
  }
  try {
    commandFor(words, { columns, write, done }).parse(words, { from: 'user' })
    return result ?? misuse('no verb is given', words)
  } catch (cause) {
    if (cause instanceof CommanderError) return { status: 'help', text: written }
    if (cause instanceof UsageError) return misuse(cause.message, words)
    throw cause
  }
}

const families = familiesOf(verbs)
const helpFlags = ['--help', '-h']

/** `help ledger list` is `ledger list --help`, and `--version` is `version`. */
function normalized(args: readonly string[]): readonly string[] {
  const [first = '', ...rest] = args
  if (first === 'help') return [...rest, '--help']
  return ['--version', '-v'].includes(first) ? ['version', ...rest] : args
}

interface Sink {
  readonly columns: number
  readonly write: (text: string) => void
  readonly done: (parsed: Parsed) => void
}

/** Builds the tree of commands. Only the typed verb gets its flags, so that the start of a service does not build all others. */
function commandFor(words: readonly string[], sink: Sink): Command {
  const program = new Command('urlwitness')
    .helpOption('-h, --help', 'Show this text')
    .helpCommand(false)
    .configureOutput({
      writeOut: sink.write,
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => sink.columns,
    })
    .exitOverride((error) => {
      throw error.exitCode === 0 ? error : unknownVerb(words)
    })
  const parents = new Map(
    families.map((family) => [
      family,
      program.command(family).usage('<verb> [options]').helpCommand(false),
    ]),
  )
  for (const verb of verbs) {
    const [first = '', second] = verb.name.split(' ')
    const parent = second === undefined ? program : parents.get(first)
    const command = parent?.command(second ?? first).summary(verb.about)
    if (command !== undefined && startsWith(words, verb)) describe(command, verb, sink.done)
  }
  return program
}

function describe(command: Command, verb: Verb, done: Sink['done']): void {
  const { about, more, examples, operands, optional, flags, settings } = verb
  const hint = settings ? ['Every setting is a flag too: urlwitness help settings'] : []
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
  for (const option of settingOptions) command.addOption(valued(option.hideHelp()))
  command.action(() => {
    const given = command.opts<Record<string, unknown>>()
    const names = [...Object.keys(operands), ...Object.keys(optional)]
    const options = {
      ...Object.fromEntries(names.map((name, at) => [name, command.args[at] ?? null])),
      ...Object.fromEntries(
        Object.entries(flags).map(([key, { otherwise }]) => [key, given[key] ?? otherwise]),
      ),
    }
    const values = settingOptions.map((option) => [option.name(), given[option.attributeName()]])
    const set = Object.fromEntries(values.filter(([, value]) => typeof value === 'string'))
    done({ status: 'verb', verb, options, settingFlags: set })
  })
}

function optionOf(flag: string, { value, about, read }: Flag<unknown>): Option {
  if (value === null) return new Option(flag, about)
  return valued(new Option(`${flag} <${value}>`, about), (text) => read(text, flag))
}

/** An option that needs a value. Without the check commander would take the next flag as the value: `--save --json`. */
function valued(option: Option, read = (text: string): unknown => text): Option {
  return option.argParser((text) => {
    if (text.startsWith('--')) throw new UsageError(needsValue(option.flags))
    return read(text)
  })
}

const settingFlags = [CONFIG_FLAG, ...keyNames.map(({ flag }) => flag)]

function startsWith(words: readonly string[], { name }: Verb): boolean {
  return name.split(' ').every((word, at) => words[at] === word)
}

function unknownVerb(words: readonly string[]): UsageError {
  const names = verbs.map(({ name }) => name)
  const [first = '', second = ''] = words
  if (!families.includes(first)) {
    return new UsageError(
      `unknown verb ${shown(first)}${didYouMean(first, [...names, ...families])}`,
    )
  }
  const members = membersOf(verbs, first).map(([word]) => word)
  const needs = `${first} is followed by ${members.join(', ')}`
  if (second === '') return new UsageError(needs)
  const meant = `${first} ${second}`
  const hint = didYouMean(meant, names)
  return new UsageError(`unknown verb ${shown(meant)}${hint === '' ? `; ${needs}` : hint}`)
}

/** The error of commander, in our own wording. */
function wrongUsage({ code, message }: CommanderError, command: Command, verb: Verb): string {
  const { name, operands, optional } = verb
  const [, quoted = ''] = /'(.*)'/s.exec(message) ?? []
  const needed = Object.values(operands)
  switch (code) {
    case 'commander.unknownOption':
      return unknownFlag(quoted, command, name)
    case 'commander.optionMissingArgument':
      return needsValue(quoted)
    case 'commander.missingArgument':
      return `${name} needs ${needed
        .slice(command.args.length)
        .map((operand) => `<${operand}>`)
        .join(' ')}`
    case 'commander.excessArguments': {
      const extra = command.args[needed.length + Object.keys(optional).length] ?? ''
      return `${name} does not know what to do with ${shown(extra)}`
    }
    default:
      return clean(message)
  }
}

function unknownFlag(given: string, command: Command, verb: string): string {
  const flags = ['--help', ...command.options.flatMap(({ long }) => long ?? [])]
  const [before = ''] = given.split('=')
  return flags.includes(before)
    ? `${before} takes no value`
    : `${verb} has no flag ${shown(given)}${didYouMean(given, flags)}`
}

/** `flags`: as commander writes them, `--save <DIR>`. */
function needsValue(flags: string): string {
  return `${flags.replace(/ .*/, '')} needs a value: ${flags.replace(/[<>]/g, '')}`
}

function misuse(message: string, words: readonly string[]): Parsed {
  const named = verbs.find((verb) => startsWith(words, verb))?.name
  const [first = ''] = words
  const about = named ?? (families.includes(first) ? first : null)
  const help = ['urlwitness', ...(about === null ? [] : [about]), '--help']
  return { status: 'misuse', message: `${message}\nDetails: ${help.join(' ')}` }
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}
