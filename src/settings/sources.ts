import { parse, TomlError } from 'smol-toml'
import { messageOf } from '#fault.ts'
import { systemErrorText } from '#runtime/process/system-error.ts'
import type { KeyNames } from './keys.ts'
import { BUYER_KEY_ENV, CONFIG_ENV, CONFIG_FLAG, ENV_PREFIX, keyNames } from './keys.ts'
import { didYouMean } from './nearest.ts'
import type { SettingKey } from './schema.ts'

export interface SettingsInput {
  /** Values of setting flags by name without dashes, and `config`. */
  readonly flags: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string | undefined>>
  /** Returns the text of a file; throws when it cannot be read. */
  readonly readFile: (path: string) => string
}

/** A value as it was given, and its source: `--listen`, `URLWITNESS_LISTEN`, `/etc/urlwitness.toml:3`. */
export interface RawValue {
  readonly value: unknown
  readonly where: string
}

export interface SourcedValues {
  readonly values: ReadonlyMap<SettingKey, RawValue>
  readonly problems: readonly string[]
}

const fileKeys = keyNames.map((name) => name.key)
const flagNames = [CONFIG_FLAG, ...keyNames.map((name) => name.flag)].map((flag) => `--${flag}`)
const envNames = [
  CONFIG_ENV,
  BUYER_KEY_ENV,
  `${BUYER_KEY_ENV}_FILE`,
  ...keyNames.flatMap((name) => (name.secret ? [name.env, `${name.env}_FILE`] : [name.env])),
]

/** Returns every given value from its first source in this order: flag, environment, file. Unknown names are problems. */
export function gatherValues(input: SettingsInput): SourcedValues {
  const problems: string[] = []
  const values = new Map<SettingKey, RawValue>()
  const flag = input.flags[CONFIG_FLAG]
  const file = flag ?? input.env[CONFIG_ENV]
  const where = flag === undefined ? CONFIG_ENV : `--${CONFIG_FLAG}`
  // An empty variable counts as unset. An empty flag is a mistake, such as an unset variable of a script.
  if (flag === '') problems.push(`--${CONFIG_FLAG} is empty; allowed: the path of a settings file`)
  else if (file !== undefined && file !== '')
    fromFile({ path: file, where }, input, values, problems)
  fromEnvironment(input, values, problems)
  fromFlags(input, values, problems)
  return { values, problems }
}

type Sink = Map<SettingKey, RawValue>

/** A file, and the flag or variable that names it. */
interface NamedFile {
  readonly path: string
  readonly where: string
}

function fromFile(file: NamedFile, input: SettingsInput, values: Sink, problems: string[]): void {
  const { path } = file
  const text = readOr(file, input, problems)
  if (text === null) return
  const table = parseOr(path, text, problems)
  for (const [key, value] of leaves(table ?? {}, '')) {
    const where = placeOf(path, text, key)
    const name = keyNames.find((known) => known.key === key)
    if (name !== undefined) values.set(name.key, { value, where })
    else if (isTableOfKeys(key))
      problems.push(`${where}: ${key} is a table; allowed: [${key}], and its keys below`)
    else {
      const hint = didYouMean(key, fileKeys) || '; `urlwitness help settings` lists every key'
      problems.push(`${where}: unknown key ${key}${hint}`)
    }
  }
}

function fromEnvironment(input: SettingsInput, values: Sink, problems: string[]): void {
  const given = Object.keys(input.env).filter((name) => name.startsWith(ENV_PREFIX))
  for (const name of given.sort()) {
    if (!envNames.includes(name)) {
      problems.push(`${name}: unknown environment variable${didYouMean(name, envNames)}`)
    }
  }
  for (const name of keyNames) {
    const raw = environmentValue(name, input, problems)
    if (raw !== null) values.set(name.key, raw)
  }
}

function environmentValue(
  name: KeyNames,
  input: SettingsInput,
  problems: string[],
): RawValue | null {
  // Compose files and unit files pass `NAME=` for an unset variable.
  const direct = input.env[name.env] || undefined
  const fileVariable = `${name.env}_FILE`
  const path = name.secret ? input.env[fileVariable] || undefined : undefined
  if (direct !== undefined && path !== undefined) {
    problems.push(`${name.env} and ${fileVariable} are both set; allowed: one of them`)
    return null
  }
  if (direct !== undefined) return { value: fromText(name, direct), where: name.env }
  if (path === undefined) return null
  const text = readOr({ path, where: fileVariable }, input, problems)
  return text === null ? null : { value: fromText(name, text.trim()), where: fileVariable }
}

function fromFlags(input: SettingsInput, values: Sink, problems: string[]): void {
  for (const [flag, text] of Object.entries(input.flags)) {
    if (flag === CONFIG_FLAG) continue
    const name = keyNames.find((known) => known.flag === flag)
    if (name === undefined)
      problems.push(`--${flag}: unknown flag${didYouMean(`--${flag}`, flagNames)}`)
    else values.set(name.key, { value: fromText(name, text), where: `--${flag}` })
  }
}

/** Converts text to the kind of its key. Text that is not of that kind stays unchanged, and the schema then reports it. */
function fromText({ kind }: KeyNames, text: string): unknown {
  if (kind === 'whole' && /^-?\d{1,15}$/.test(text)) return Number(text)
  if (kind === 'switch' && /^(true|false)$/.test(text)) return text === 'true'
  if (kind === 'list')
    return text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  return text
}

function readOr(
  { path, where }: NamedFile,
  input: SettingsInput,
  problems: string[],
): string | null {
  try {
    return input.readFile(path)
  } catch (cause) {
    const text = systemErrorText(cause, path) ?? `${path} cannot be read: ${messageOf(cause)}`
    problems.push(`${where}: ${text}`)
    return null
  }
}

function parseOr(path: string, text: string, problems: string[]): object | null {
  try {
    return parse(text)
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause
    const [reason = ''] = cause.message.split('\n')
    // No setting is a number that large, but an address in hexadecimal is one if it is not in quotes.
    const remedy = reason.endsWith('represented losslessly') ? ': write text in quotes' : ''
    problems.push(`${path}:${cause.line}:${cause.column}: ${reason}${remedy}`)
    return null
  }
}

/** Yields `[dotted key, value]` for every value that is not a table, and for unknown empty tables. */
function* leaves(table: object, prefix: string): Generator<[string, unknown]> {
  for (const [name, value] of Object.entries(table)) {
    const key = prefix + name
    if (!isTable(value)) yield [key, value]
    else if (Object.keys(value).length > 0) yield* leaves(value, `${key}.`)
    else if (!isTableOfKeys(key)) yield [key, value]
  }
}

function isTableOfKeys(key: string): boolean {
  return fileKeys.some((known) => known.startsWith(`${key}.`))
}

function isTable(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  )
}

/** `file:line` of a dotted key; only `file` where an inline table or quoting hides the line. */
function placeOf(path: string, text: string, key: string): string {
  let table = ''
  for (const [index, line] of text.split('\n').entries()) {
    table = /^\s*\[([^[\]]+)\]/.exec(line)?.[1]?.replace(/\s/g, '') ?? table
    const name = /^\s*([\w.-]+)\s*=/.exec(line)?.[1]
    if (name !== undefined && (table === '' ? name : `${table}.${name}`) === key) {
      return `${path}:${index + 1}`
    }
  }
  return path
}
