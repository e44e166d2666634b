import type { CliContext } from '#cli/context.ts'
import { CONFIG_ENV, CONFIG_FLAG, DEFAULT_CONFIG } from '#settings/keys.ts'
import { exists } from '#store/files/files.ts'

/**
 * Warnings about a settings file in the current folder that was not named. It is not loaded automatically: a file in another
 * user's folder could choose the browser that is started, and the receiver of the payments.
 */
export function unnamedConfig({ settingFlags, env }: CliContext): readonly string[] {
  if ((settingFlags[CONFIG_FLAG] ?? env[CONFIG_ENV] ?? '') !== '' || !exists(DEFAULT_CONFIG))
    return []
  return [
    `${DEFAULT_CONFIG} in this folder is not used: name it with --${CONFIG_FLAG} ${DEFAULT_CONFIG}`,
  ]
}
