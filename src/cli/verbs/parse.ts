import { parseArgs } from 'node:util'
import { CONFIG_FLAG, keyNames } from '#settings/keys.ts'
import { didYouMean } from '#settings/nearest.ts'
import type { FlagSpec, VerbSpec } from './verb.ts'
import { flagsOf, groups, helpOf, membersOf, overview, verbs, versionVerb } from './verbs.ts'

/** What the operator asked for. */
export type Command =
  | {
      readonly status: 'command'
      readonly verb: string
      readonly operands: readonly string[]
      /** The verb's own flags; a switch that is given is `true`. */
      readonly flags: Readonly<Record<string, string | true>>
      /** Flags of settings, and `config`. */
      readonly settingFlags: Readonly<Record<string, string>>
    }
  | { readonly status: 'help'; readonly text: string }
  /** `message` says what is wrong and, where it can, what was meant. */
  | { readonly status: 'misuse'; readonly message: string }

/** Reads the arguments after the program's name. */
export function readArguments(args: readonly string[]): Command {
  const [first] = args
  if (first === undefined) return misuse('no verb is given')
  // `help ledger list` is `ledger list --help`.
  if (helpWords.includes(first) || first === 'help') return helpFor(args.slice(1))
  if (['--version', '-v'].includes(first)) return readVerb(versionVerb, args.slice(1))
  const spec = verbs.find(({ verb }) => startsWith(args, verb))
  if (spec !== undefined) return readVerb(spec, args.slice(spec.verb.split(' ').length))
  if (groups.includes(first) && helpWords.includes(args[1] ?? '')) return helpFor([first])
  return unknownVerb(args)
}

const helpWords = ['--help', '-h']

function helpFor(words: readonly string[]): Command {
  const [first = ''] = words
  const spec = verbs.find(({ verb }) => startsWith(words, verb))
  if (spec !== undefined) return { status: 'help', text: helpOf(spec) }
  return { status: 'help', text: overview(groups.includes(first) ? first : null) }
}

const settingNames = new Set([CONFIG_FLAG, ...keyNames.map(({ flag }) => flag)])

function readVerb(spec: VerbSpec, rest: readonly string[]): Command {
  const known = flagsOf(spec)
  const { tokens } = parseArgs({
    args: [...rest],
    options: Object.fromEntries(
      known.map(
        ({ name, value }) => [name, { type: value === null ? 'boolean' : 'string' }] as const,
      ),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const operands: string[] = []
  const flags: Record<string, string | true> = {}
  const settingFlags: Record<string, string> = {}
  for (const token of tokens) {
    if (token.kind === 'positional') operands.push(token.value)
    if (token.kind !== 'option') continue
    if (token.rawName === '-h' || token.name === 'help')
      return { status: 'help', text: helpOf(spec) }
    const flag = known.find(({ name }) => token.rawName === `--${name}`)
    const wrong =
      flag === undefined ? unknownFlag(spec, token.rawName, known) : faultOf(flag, token.value)
    if (flag === undefined || wrong !== null) return misuse(wrong ?? '', spec.verb)
    if (settingNames.has(flag.name) && spec.settings) settingFlags[flag.name] = token.value ?? ''
    else flags[flag.name] = flag.value === null ? true : (token.value ?? '')
  }
  const counted = operandsFault(spec, operands)
  if (counted !== null) return misuse(counted, spec.verb)
  return { status: 'command', verb: spec.verb, operands, flags, settingFlags }
}

function startsWith(args: readonly string[], verb: string): boolean {
  return verb.split(' ').every((word, index) => args[index] === word)
}

function unknownVerb(args: readonly string[]): Command {
  const names = verbs.map(({ verb }) => verb)
  const [first = '', second = ''] = args
  if (first.startsWith('-')) return misuse(`the verb comes before ${shown(first)}`)
  if (!groups.includes(first)) {
    return misuse(`unknown verb ${shown(first)}${didYouMean(first, [...names, ...groups])}`)
  }
  const members = membersOf(first).map(({ verb }) => verb.slice(first.length + 1))
  const needs = `${first} is followed by ${members.join(', ')}`
  if (second === '') return misuse(needs, first)
  const meant = `${first} ${second}`
  const hint = didYouMean(meant, names)
  return misuse(`unknown verb ${shown(meant)}${hint === '' ? `; ${needs}` : hint}`, first)
}

function unknownFlag(spec: VerbSpec, name: string, known: readonly FlagSpec[]): string {
  const names = known.map((flag) => `--${flag.name}`)
  return `${spec.verb} has no flag ${shown(name)}${didYouMean(name, names)}`
}

function faultOf(flag: FlagSpec, value: string | undefined): string | null {
  if (flag.value === null) return value === undefined ? null : `--${flag.name} takes no value`
  // parseArgs would take the next flag for the value: `--save --json`.
  if (value === undefined || value.startsWith('--'))
    return `--${flag.name} needs a value: --${flag.name} ${flag.value}`
  return null
}

function operandsFault(spec: VerbSpec, operands: readonly string[]): string | null {
  const missing = spec.operands.slice(operands.length).map((name) => `<${name}>`)
  if (missing.length > 0) return `${spec.verb} needs ${missing.join(' ')}`
  const extra = operands[spec.operands.length + (spec.optional?.length ?? 0)]
  return extra === undefined ? null : `${spec.verb} does not know what to do with ${shown(extra)}`
}

function misuse(message: string, verb?: string): Command {
  return {
    status: 'misuse',
    message: `${message}\nurlwitness ${verb === undefined ? '' : `${verb} `}--help tells more`,
  }
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}
