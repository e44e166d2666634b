import { Fault } from '#fault.ts'
import type { KeyFacts, SettingKey } from './schema.ts'
import { keyFacts, schema } from './schema.ts'

/** One setting with its names: in the file, in the environment, on the command line. */
export interface KeyNames extends KeyFacts {
  readonly key: SettingKey
  readonly env: string
  /** Without the leading dashes. */
  readonly flag: string
  readonly about: string
  /** As it is written in a file; null when there is none. */
  readonly fallback: unknown
}

export const ENV_PREFIX = 'URLWITNESS_'
/** Path of the settings file. */
export const CONFIG_ENV = `${ENV_PREFIX}CONFIG`
export const CONFIG_FLAG = 'config'
/** Names with our prefix that are no settings: the key that `buy` signs with. */
export const BUYER_KEY_ENV = `${ENV_PREFIX}BUYER_KEY`

export const keyNames: readonly KeyNames[] = settingKeys().map((key) => {
  const facts = keyFacts.get(schema[key])
  if (facts === undefined) throw new Fault('setting_undescribed', `Setting ${key} has no facts.`)
  // The environment names are fixed without the table's name for tools: URLWITNESS_PROBE_URL_ENABLED.
  const name = key.replace(/^tools\./, '').replaceAll('.', '_')
  return {
    ...facts,
    key,
    env: ENV_PREFIX + name.toUpperCase(),
    flag: name.replaceAll('_', '-'),
    about: schema[key].description ?? '',
    fallback: fallbackOf(key),
  }
})

function settingKeys(): SettingKey[] {
  return Object.keys(schema).filter((key): key is SettingKey => key in schema)
}

function fallbackOf(key: SettingKey): unknown {
  const { def } = schema[key]
  return 'defaultValue' in def ? def.defaultValue : null
}
