import { resolve } from 'node:path'
import { type CliContext, settingsOf, UsageError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { proxyExample, type ReverseProxy } from './proxy-example.ts'
import { systemdUnit } from './systemd-unit.ts'

export interface SystemdOptions {
  readonly user: string | null
  readonly proxy: ReverseProxy | null
}

const INSTALLED = '/usr/local/bin/urlwitness'

/** `urlwitness systemd`: prints a unit, or with `--proxy` the settings of a reverse proxy. */
export function systemd({ user, proxy }: SystemdOptions, context: CliContext): number {
  const { configFile, executable, terminal } = context
  if (user !== null) requireUser(user)
  const settings = settingsOf(context)
  if (proxy !== null) {
    terminal.out.write(proxyExample(proxy, settings))
    return exitCode.pass
  }
  const config = configFile === null ? null : resolve(configFile)
  terminal.out.write(systemdUnit({ program: executable ?? INSTALLED, config, user }))
  if (executable === null) {
    terminal.err.write(`Put the executable (npm run build) at ${INSTALLED}, or change ExecStart.\n`)
  }
  return exitCode.pass
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
