import { resolve } from 'node:path'
import { exitCode } from '#cli/output/exit-code.ts'
import { clean, type Terminal } from '#cli/output/terminal.ts'
import { proxies, proxyExample } from '#cli/verbs/proxy-example.ts'
import type { Settings } from '#settings/settings.ts'
import { systemdUnit } from './systemd-unit.ts'

export interface SystemdOptions {
  /** As it was given. */
  readonly config: string | null
  readonly user: string | null
  readonly proxy: string | null
  /** Path of the running executable; null in a checkout. */
  readonly executable: string | null
}

const INSTALLED = '/usr/local/bin/urlwitness'

/** `urlwitness systemd`: prints a unit, or with `--proxy` what belongs in front of it. */
export function systemd(
  { config, user, proxy, executable }: SystemdOptions,
  { settings, terminal }: { readonly settings: Settings; readonly terminal: Terminal },
): number {
  const wrong = userFault(user) ?? (proxy === null ? null : proxyFault(proxy))
  if (wrong !== null) {
    terminal.err.write(`${clean(wrong)}\n`)
    return exitCode.misuse
  }
  const known = proxies.find((name) => name === proxy)
  if (known !== undefined) {
    terminal.out.write(proxyExample(known, settings))
    return exitCode.pass
  }
  const path = config === null ? null : resolve(config)
  terminal.out.write(systemdUnit({ program: executable ?? INSTALLED, config: path, user }))
  if (executable === null) {
    terminal.err.write(`Put the executable (npm run build) at ${INSTALLED}, or change ExecStart.\n`)
  }
  return exitCode.pass
}

function proxyFault(proxy: string): string | null {
  return proxies.some((name) => name === proxy)
    ? null
    : `--proxy ${proxy}: allowed are ${proxies.join(' and ')}`
}

function userFault(user: string | null): string | null {
  if (user === null) return null
  if (user === 'root' || user === '0')
    return '--user root: the service never needs root; leave it out, and systemd makes a user for it'
  return /^[a-z_][a-z0-9_-]{0,30}$/.test(user) ? null : `--user ${user}: is not a user name`
}
