import { z } from 'zod'

/** How a value is read from the environment and the command line, where everything is text. */
export type ValueKind = 'text' | 'whole' | 'switch' | 'list'

/**
 * One setting. Its place in the schema is its key in the file; environment name, flag, help, example file, reload and the
 * type of `Settings` are derived from this entry. `Name`: its name in code where that is not the key in camel case.
 */
export interface Setting<V, Name extends string | null = null> {
  /** Parses the value as the file has it; undefined when it is not set. */
  readonly type: z.ZodType<V>
  readonly kind: ValueKind
  /** One line for the operator, without a full stop. */
  readonly about: string
  /** Completes the sentence "allowed: ...". */
  readonly allowed: string
  /** All allowed values as text; null when they cannot be listed. */
  readonly choices: readonly string[] | null
  /** The default as in the file; null without one. */
  readonly fallback: unknown
  readonly name: Name
  /** Never printed; may come from a file named by `<ENV>_FILE`. */
  readonly secret: boolean
  /** A running service applies a new value on SIGHUP. No rule may read it together with another key. */
  readonly live: boolean
}

const plain = {
  kind: 'text',
  choices: null,
  fallback: null,
  name: null,
  secret: false,
  live: false,
} as const

type AnySetting = Setting<unknown, string | null>

type CamelCase<S extends string> = S extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : S
type NameOf<E, K extends string> =
  E extends Setting<unknown, infer Name> ? (Name extends string ? Name : CamelCase<K>) : K
/** The checked values of a table of settings under their names in code. */
export type ValuesOf<T> = {
  readonly [K in keyof T & string as NameOf<T[K], K>]: T[K] extends Setting<infer V, string | null>
    ? V
    : ValuesOf<T[K]>
}
/** The keys of a table of settings, as `table.key`. */
export type KeysOf<T> = {
  [K in keyof T & string]: T[K] extends AnySetting ? K : `${K}.${KeysOf<T[K]>}`
}[keyof T & string]

/** A setting that is text, with a default. */
export function text<V>(
  type: z.ZodType<V, string>,
  fallback: string,
  allowed: string,
  about: string,
): Setting<V> {
  return { ...plain, type: type.prefault(fallback), fallback, allowed, about }
}

/** A setting without a default; null when it is not set. */
export function optional<V>(
  type: z.ZodType<V>,
  allowed: string,
  about: string,
  kind: ValueKind = 'text',
): Setting<V | null> {
  const orNull = type.optional().transform((value) => value ?? null)
  return { ...plain, type: orNull, allowed, about, kind }
}

/** A list of values, by default empty; separated by commas in the environment and in flags. */
export function list<V>(type: z.ZodType<V, string[]>, allowed: string, about: string): Setting<V> {
  return { ...plain, type: type.prefault([]), fallback: [], allowed, about, kind: 'list' }
}

/** A whole number from `min` to `max`. */
export function whole(
  [min, max]: readonly [number, number],
  fallback: number,
  about: string,
): Setting<number> {
  const type = z.int({ error: 'is not a whole number' }).min(min).max(max).prefault(fallback)
  const allowed = `a whole number from ${min} to ${max}`
  return { ...plain, type, fallback, allowed, about, kind: 'whole' }
}

/** A setting that is true or false. */
export function toggle(fallback: boolean, about: string): Setting<boolean> {
  const type = z.boolean({ error: 'is not true or false' }).prefault(fallback)
  const choices = ['true', 'false']
  return { ...plain, type, fallback, allowed: 'true or false', choices, about, kind: 'switch' }
}

/** A setting with one of these values. */
export function choice<const T extends readonly [string, ...string[]]>(
  choices: T,
  fallback: T[number],
  about: string,
): Setting<T[number]> {
  const type = z.enum(choices, { error: 'is not one of the choices' }).prefault(fallback)
  return { ...plain, type, fallback, allowed: choices.join(', '), choices, about }
}

/** The same setting, marked as a secret: never printed, and also read from the file named by `<ENV>_FILE`. */
export function secret<V>(setting: Setting<V>): Setting<V> {
  return { ...setting, secret: true }
}

/** The same setting, marked as one that a running service applies on SIGHUP. */
export function live<V, Name extends string | null>(setting: Setting<V, Name>): Setting<V, Name> {
  return { ...setting, live: true }
}
