import type { z } from 'zod'
import { sha256Hex } from '#runtime/encoding.ts'
import { type KeyNames, keyNames } from './keys.ts'
import type { GivenSettings } from './rules.ts'
import { problemRules, warningRules } from './rules.ts'
import type { SettingKey, SettingValues } from './schema.ts'
import { type Settings, settingsFrom } from './settings.ts'
import type { RawValue, SettingsInput, SourcedValues } from './sources.ts'
import { gatherValues } from './sources.ts'

export interface Loaded {
  readonly status: 'loaded'
  readonly settings: Settings
  readonly warnings: readonly string[]
  /** The source of each value: `default`, `--flag`, `URLWITNESS_...`, `file:line`. */
  readonly sources: Readonly<Record<SettingKey, string>>
  /** Each value as in the file; `(secret)` for secrets, `(unset)` for missing ones. */
  readonly shown: Readonly<Record<SettingKey, string>>
  /** Each value as JSON: `(secret)` for secrets, null for missing ones. */
  readonly json: Readonly<Record<SettingKey, unknown>>
  /** A digest of each value as it was written, including secrets. It shows whether the value has changed. */
  readonly prints: Readonly<Record<SettingKey, string>>
}

export type LoadedSettings =
  | Loaded
  | { readonly status: 'refused'; readonly problems: readonly string[] }

/** Loads settings from flags, environment and file, or returns all problems, each with key, source and allowed values. */
export function loadSettings(input: SettingsInput): LoadedSettings {
  const gathered = gatherValues(input)
  const raw = gathered.values
  const checked = checkValues(gathered)
  const given = givenOf(checked.values, gathered)
  const applicable = problemRules.filter(
    (rule) => !rule.reads.some((key) => checked.invalid.has(key)),
  )
  const problems = [
    ...gathered.problems,
    ...checked.problems,
    ...applicable.flatMap((rule) => rule.wrong(given) ?? []),
  ]
  if (problems.length > 0) return { status: 'refused', problems }
  return {
    status: 'loaded',
    settings: settingsFrom(checked.values),
    warnings: warningRules.flatMap((rule) => rule(given) ?? []),
    sources: byKey(({ key }) => raw.get(key)?.where ?? 'default'),
    shown: byKey((names) => shownValue(names, raw.get(names.key))),
    json: byKey((names) => jsonValue(names, raw.get(names.key))),
    prints: byKey((names) => printOf(names, raw.get(names.key))),
  }
}

interface Checked {
  /** Valid values; the default replaces an invalid one, so that rules about other keys can still be applied. */
  readonly values: SettingValues
  readonly invalid: ReadonlySet<SettingKey>
  readonly problems: readonly string[]
}

function checkValues({ values: raw }: SourcedValues): Checked {
  const values = {}
  const invalid = new Set<SettingKey>()
  const problems: string[] = []
  for (const names of keyNames) {
    const { key, type, path } = names
    const given = raw.get(key)
    const result = type.safeParse(given?.value)
    if (!result.success) {
      invalid.add(key)
      problems.push(describeProblem(names, given, result.error))
    }
    put(values, path, result.success ? result.data : type.parse(undefined))
  }
  // Every entry of the schema was parsed and put at its path; the compiler cannot infer that from a loop over keys.
  return { values: values as SettingValues, invalid, problems }
}

function put(into: object, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) Reflect.set(into, name, value)
  else {
    if (!Reflect.has(into, name)) Reflect.set(into, name, {})
    put(Reflect.get(into, name), rest, value)
  }
}

function describeProblem(
  { key, secret, allowed }: KeyNames,
  given: RawValue | undefined,
  error: z.ZodError,
): string {
  const shown = secret ? '' : ` = ${show(given?.value)}`
  const wrong = error.issues.map(describeIssue).join(', ')
  return `${key}${shown} (${given?.where ?? 'default'}) ${wrong}; allowed: ${allowed}`
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const entry = issue.path.length > 0 ? `entry ${Number(issue.path[0]) + 1} ` : ''
  switch (issue.code) {
    case 'too_big':
      return `${entry}is too ${issue.origin === 'array' || issue.origin === 'string' ? 'long' : 'large'}`
    case 'too_small':
      return `${entry}is too ${issue.origin === 'array' || issue.origin === 'string' ? 'short' : 'small'}`
    case 'invalid_type':
      return `${entry}${/^is /.test(issue.message) ? issue.message : `is not ${nameOfType(issue.expected)}`}`
    default:
      return entry + issue.message
  }
}

function nameOfType(expected: string): string {
  if (expected === 'array') return 'a list'
  return expected === 'string' ? 'text: write it in quotes' : `a ${expected}`
}

/** Returns one line of bounded length without what may be secret, since the value may be anything. */
function show(value: unknown): string {
  const json = withoutSecrets(JSON.stringify(value, plainBigint))
  return json.length > 80 ? `${json.slice(0, 79)}…` : json
}

/** A text without the userinfo and the query of its URLs, and without all that follows the word for a secret. */
function withoutSecrets(text: string): string {
  return text
    .replace(/[^\s"/]{1,1000}@/g, '…@')
    .replace(/\?[^\s"]+/g, '?…')
    .replace(/(key|token|secret|passw(?:or)?d|pwd|credential|bearer|auth(?!ority))[\s\S]+$/i, '$1…')
}

function givenOf(values: SettingValues, { values: raw }: SourcedValues): GivenSettings {
  return {
    values,
    name: (key) => {
      const where = raw.get(key)?.where
      return where === undefined ? key : `${key} (${where})`
    },
    isSet: (key) => raw.has(key),
  }
}

function byKey<Value>(entryOf: (names: KeyNames) => Value): Readonly<Record<SettingKey, Value>> {
  const entries = keyNames.map((names) => [names.key, entryOf(names)] as const)
  // There is one entry for each key.
  return Object.fromEntries(entries) as Record<SettingKey, Value>
}

function shownValue({ secret, fallback }: KeyNames, given: RawValue | undefined): string {
  const value = given?.value ?? fallback
  if (value === null) return '(unset)'
  return secret ? '(secret)' : show(value)
}

function jsonValue({ secret, fallback }: KeyNames, given: RawValue | undefined): unknown {
  const value = given?.value ?? fallback
  if (value === null) return null
  return secret ? '(secret)' : JSON.parse(JSON.stringify(value, plainBigint))
}

function printOf({ fallback }: KeyNames, given: RawValue | undefined): string {
  return sha256Hex(JSON.stringify(given?.value ?? fallback, plainBigint) ?? '')
}

function plainBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value
}
