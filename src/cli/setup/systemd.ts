import { resolve } from 'node:path'
import { type CliContext, refuseUnused, settingsOf, UsageError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { sanitize } from '#cli/output/terminal.ts'
import { CONFIG_FLAG, keyNames } from '#settings/keys.ts'
import type { Settings } from '#settings/settings.ts'
import { exampleHost, proxyExample, type ReverseProxy } from './proxy-example.ts'
import { backupTimer, isHiddenFromUnit, systemdUnit } from './systemd-unit.ts'

export interface SystemdOptions {
  readonly user: string | null
  readonly proxy: ReverseProxy | null
  /** Folder of daily backups. */
  readonly backups: string | null
}

const INSTALL_PATH = '/usr/local/bin/urlwitness'

/** `urlwitness systemd`: prints a unit, with `--proxy` the settings of a reverse proxy, with `--backups` a backup timer. */
export function systemd({ user, proxy, backups }: SystemdOptions, context: CliContext): number {
  const { executable, settingFlags, terminal } = context
  if (proxy !== null) refuseUnused({ '--user': user, '--backups': backups }, 'with --proxy')
  if (backups !== null) refuseUnused({ '--user': user }, 'with --backups')
  if (user !== null) requireUser(user)
  const settings = settingsOf(context)
  if (proxy !== null) {
    terminal.out.write(proxyExample(proxy, settings))
    if (settings.baseUrl === null) {
      terminal.err.write(
        `warning: base_url is not set: replace ${exampleHost} with the name of your service\n`,
      )
    }
    return exitCode.pass
  }
  const program = executable ?? INSTALL_PATH
  const { dataDir, tls, listen } = settings
  const configFile = settingFlags[CONFIG_FLAG]
  if (backups !== null) {
    const absoluteDataDir = dataDir.startsWith('/') ? dataDir : '/var/lib/urlwitness'
    terminal.out.write(backupTimer({ program, dataDir: absoluteDataDir, folder: resolve(backups) }))
    return exitCode.pass
  }
  terminal.out.write(
    systemdUnit({
      program,
      config: configFile === undefined ? null : resolve(configFile),
      user,
      dataDir,
      tls: tls && { certFile: resolve(tls.certFile), keyFile: resolve(tls.keyFile) },
      port: listen.port,
      secrets: secretFiles(context),
    }),
  )
  for (const warning of warningsOf(program, settings, context)) {
    terminal.err.write(`warning: ${sanitize(warning)}\n`)
  }
  return exitCode.pass
}

/** Secrets that come from a file named in the environment. */
function secretFiles({ env }: CliContext): readonly (readonly [string, string])[] {
  return keyNames.flatMap(({ env: name, secret }) => {
    const path = env[`${name}_FILE`] ?? ''
    return secret && path !== '' ? [[`${name}_FILE`, resolve(path)] as const] : []
  })
}

function warningsOf(
  program: string,
  { dataDir }: Settings,
  { executable, settingFlags }: CliContext,
): readonly string[] {
  return [
    ...(executable === null
      ? [`put the executable (npm run build) at ${INSTALL_PATH}, or change ExecStart`]
      : []),
    ...(isHiddenFromUnit(program)
      ? [`the unit cannot see ${program}: copy it to ${INSTALL_PATH}`]
      : []),
    ...(settingFlags[CONFIG_FLAG] !== undefined && !dataDir.startsWith('/')
      ? [
          'data_dir is not set: the unit uses /var/lib/urlwitness. Set it in the file, so that verbs with --config find the service',
        ]
      : []),
  ]
}

function requireUser(user: string): void {
  if (user === 'root' || user === '0') {
    throw new UsageError(
      '--user root: the service never needs root; without --user systemd creates a user for it',
    )
  }
  if (!/^[a-z_][a-z0-9_-]{0,30}$/.test(user)) {
    throw new UsageError(`--user ${user}: not a user name`)
  }
}
