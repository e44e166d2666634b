import type { CliContext } from '#cli/context.ts'
import { UsageError } from '#cli/context.ts'
import { sanitize } from '#cli/output/terminal.ts'
import { didYouMean } from '#settings/nearest.ts'

/** A flag of one verb. Its name is its key in `flags` in kebab case. */
export interface Flag<T> {
  /** Placeholder of the value in help; null for a switch. */
  readonly value: string | null
  readonly about: string
  /** The allowed values; null if they cannot be listed. */
  readonly choices: readonly string[] | null
  /** The value when the flag is not given. */
  readonly defaultValue: T
  /** Parses the value. `flag`: with its dashes, for messages. Throws a `UsageError`. */
  readonly read: (text: string, flag: string) => T
}

type Flags = Readonly<Record<string, Flag<unknown>>>
/** Operands by their name in code; the value is the name in help. */
type Operands = Readonly<Record<string, string>>

/** Groups of the list of verbs, in its order. */
export const groups = ['try', 'sell', 'money', 'install', 'agents'] as const

export interface Verb {
  /** One or two words. */
  readonly name: string
  readonly group: (typeof groups)[number]
  /** One line without a full stop. */
  readonly about: string
  /** Verbs of a group with the same summary share a line in the list of verbs. */
  readonly summary: string | null
  readonly operands: Operands
  /** Optional operands, which follow `operands`. */
  readonly optional: Operands
  readonly flags: Flags
  /** Whether the verb takes every setting as a flag. */
  readonly settings: boolean
  /** Further paragraphs of its help. */
  readonly more: readonly string[]
  /** Whole commands as they are typed, at least one. */
  readonly examples: readonly string[]
  /** Returns the exit status. `options`: the parsed operands and flags of this entry. */
  readonly run: (options: Options, context: CliContext) => Promise<number>
}

export type Options = Readonly<Record<string, unknown>>

type OptionsOf<O extends Operands, P extends Operands, F extends Flags> = {
  readonly [K in keyof O]: string
} & { readonly [K in keyof P]: string | null } & {
  readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never
}

type None = Readonly<Record<never, never>>

interface Entry<O extends Operands, P extends Operands, F extends Flags>
  extends Pick<Verb, 'name' | 'group' | 'about' | 'examples'>,
    Partial<Pick<Verb, 'more' | 'settings' | 'summary'>> {
  readonly operands?: O
  readonly optional?: P
  readonly flags?: F
  /** Imports the function of the verb, so that no other verb loads it. */
  readonly load: () => Promise<
    (options: OptionsOf<O, P, F>, context: CliContext) => number | Promise<number>
  >
}

/** Defines a row of the verb table, from which arguments, help, completion and the manual page are made. */
export function defineVerb<
  O extends Operands = None,
  P extends Operands = None,
  F extends Flags = None,
>({ load, ...entry }: Entry<O, P, F>): Verb {
  const defaults = { summary: null, operands: {}, optional: {}, flags: {}, more: [] }
  return {
    ...defaults,
    settings: false,
    ...entry,
    // The parser fills `options` from the operands and flags of this same entry, which its type cannot express.
    run: async (options, context) => (await load())(options as OptionsOf<O, P, F>, context),
  }
}

/** A switch, which takes no value. */
export function toggle(about: string): Flag<boolean> {
  return { value: null, about, choices: null, defaultValue: false, read: () => true }
}

export const json = toggle('Print JSON on stdout')

/** A flag that takes any text; null if it is not given. `value`: placeholder of the value in help. */
export function text(value: string, about: string): Flag<string | null> {
  return parsed(value, about, (argument) => argument)
}

/** A value that `read` converts; it throws a `UsageError` that states what is allowed. */
export function parsed<T>(
  value: string,
  about: string,
  read: (text: string, flag: string) => T,
): Flag<T | null> {
  return { value, about, choices: null, defaultValue: null, read }
}

/** A flag that takes one of `choices`; any other value is a `UsageError` that names them. */
export function oneOf<const T extends string, const D extends T | null = null>(
  choices: readonly T[],
  value: string,
  about: string,
  defaultValue: D,
): Flag<T | D> {
  const read = (argument: string, flag: string) => {
    const found = choices.find((choice) => choice === argument)
    if (found !== undefined) return found
    const allowed = choices.join(', ')
    throw invalidValue(flag, allowed, argument, didYouMean(argument, choices))
  }
  return { value, about, choices, defaultValue, read }
}

/** A flag that takes a whole number within `bounds`. A default below `min` is not shown in help. */
export function integer(
  about: string,
  bounds: { readonly min: number; readonly max: number; readonly defaultValue: number },
): Flag<number> {
  const { min, max, defaultValue } = bounds
  const read = (argument: string, flag: string) => {
    const value = /^\d{1,9}$/.test(argument) ? Number(argument) : Number.NaN
    if (value >= min && value <= max) return value
    throw invalidValue(flag, `a whole number from ${min} to ${max}`, argument)
  }
  const shown = defaultValue < min ? about : `${about} (${defaultValue})`
  return { value: 'N', about: shown, choices: null, defaultValue, read }
}

/** The error of a value that is not allowed. `hint`: as `didYouMean` returns it. */
export function invalidValue(
  flag: string,
  allowed: string,
  argument: string,
  hint = '',
): UsageError {
  return new UsageError(`allowed for ${flag}: ${allowed}; not ${sanitize(argument, 80)}${hint}`)
}

/** The name of a flag in kebab case: `keyFile` becomes `key-file`. */
export function flagName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** The verb with its operands. */
export function usageOf({ name, operands, optional }: Verb): string {
  const needed = Object.values(operands).map((operand) => `<${operand}>`)
  const extra = Object.values(optional).map((operand) => `[${operand}]`)
  return [name, ...needed, ...extra].join(' ')
}

/** First words that need a second one, such as `ledger`. */
export function familiesOf(verbs: readonly Verb[]): readonly string[] {
  return [
    ...new Set(verbs.flatMap(({ name }) => (name.includes(' ') ? [name.replace(/ .*/, '')] : []))),
  ]
}

/** The second words of a family, each with its verb. */
export function membersOf(
  verbs: readonly Verb[],
  family: string,
): readonly (readonly [string, Verb])[] {
  return verbs.flatMap((verb) => {
    const [first, second] = verb.name.split(' ')
    return first === family && second !== undefined ? [[second, verb] as const] : []
  })
}
