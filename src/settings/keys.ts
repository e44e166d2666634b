import { type SettingKey, schema } from './schema.ts'
import type { Setting } from './setting.ts'

/** One setting with its names: in the file, in the environment, on the command line, in code. */
export interface KeyNames extends Setting<unknown, string | null> {
  readonly key: SettingKey
  readonly env: string
  /** Without the leading dashes. */
  readonly flag: string
  /** The path of its value in `SettingValues`. */
  readonly path: readonly string[]
}

export const ENV_PREFIX = 'URLWITNESS_'
/** Path of the settings file. */
export const CONFIG_ENV = `${ENV_PREFIX}CONFIG`
export const CONFIG_FLAG = 'config'
/** The file that `init` writes by default. */
export const DEFAULT_CONFIG = 'urlwitness.toml'
/** The key that `buy` signs with. The name has our prefix, but is not a setting. */
export const BUYER_KEY_ENV = `${ENV_PREFIX}BUYER_KEY`

export const keyNames: readonly KeyNames[] = [...namesIn(schema, [])]

type Table = { readonly [name: string]: Setting<unknown, string | null> | Table }

function* namesIn(table: Table, tables: readonly string[]): Generator<KeyNames> {
  for (const [word, entry] of Object.entries(table)) {
    if (!isSetting(entry)) yield* namesIn(entry, [...tables, word])
    else yield namesOf(entry, tables, word)
  }
}

function namesOf(
  setting: Setting<unknown, string | null>,
  tables: readonly string[],
  word: string,
): KeyNames {
  // Environment names and flags omit the `tools` table: URLWITNESS_PROBE_URL_ENABLED. These names are fixed.
  const name = [...tables.filter((table) => table !== 'tools'), word].join('_')
  return {
    ...setting,
    // The key is built from the names of the schema, like its type; the compiler cannot infer it through the loop.
    key: [...tables, word].join('.') as SettingKey,
    env: ENV_PREFIX + name.toUpperCase(),
    flag: name.replaceAll('_', '-'),
    path: [...tables, setting.name ?? word.replace(/_(.)/g, (_, letter) => letter.toUpperCase())],
  }
}

function isSetting(entry: Table[string]): entry is Setting<unknown, string | null> {
  return typeof entry['about'] === 'string'
}
