import { CONFIG_ENV, CONFIG_FLAG } from '#settings/keys.ts'
import { exists } from '#store/sqlite/files.ts'
import { DEFAULT_CONFIG } from './init-verb.ts'

/**
 * Says that a settings file lies here which nobody named. It is not taken by itself: a file that came with somebody's folder
 * could name the browser to start, and who is paid.
 */
export function unnamedConfig(
  flags: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  if ((flags[CONFIG_FLAG] ?? env[CONFIG_ENV] ?? '') !== '' || !exists(DEFAULT_CONFIG)) return []
  return [
    `${DEFAULT_CONFIG} lies in this folder and is not used: name it with --${CONFIG_FLAG} ${DEFAULT_CONFIG}`,
  ]
}
