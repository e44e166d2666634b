import { keyNames } from './keys.ts'
import type { SettingKey } from './schema.ts'
import type { Settings } from './settings.ts'

// All other settings are fixed when a service opens its parts (addresses, payment terms, resolvers, browsers, the limits
// of each job), and need a restart.
const liveKeys = keyNames.filter(({ live }) => live)

/** Returns the running settings, with the live ones taken from the given settings. */
export function withLive(running: Settings, given: Settings): Settings {
  const merged = liveKeys.reduce<object>((all, { path }) => replaced(all, given, path), running)
  // The value at each path was replaced by the value that another `Settings` has there.
  return merged as Settings
}

function replaced(into: object, from: object, [name = '', ...rest]: readonly string[]): object {
  const [old, value]: unknown[] = [Reflect.get(into, name), Reflect.get(from, name)]
  if (rest.length === 0) return { ...into, [name]: value }
  return { ...into, [name]: replaced(Object(old), Object(value), rest) }
}

type Prints = Readonly<Record<SettingKey, string>>

export interface ReloadedKeys {
  readonly applied: readonly SettingKey[]
  readonly needRestart: readonly SettingKey[]
}

/** Returns the keys whose values differ from the running ones: live keys, and keys that need a restart. */
export function changedKeys(running: Prints, given: Prints): ReloadedKeys {
  const changed = keyNames.filter(({ key }) => running[key] !== given[key])
  const keysWhere = (isLive: boolean) =>
    changed.flatMap(({ key, live }) => (live === isLive ? [key] : []))
  return { applied: keysWhere(true), needRestart: keysWhere(false) }
}

/** The digests of the running values after the live keys have been applied. */
export function printsAfter(running: Prints, given: Prints): Prints {
  return { ...running, ...Object.fromEntries(liveKeys.map(({ key }) => [key, given[key]])) }
}
