import type { Clock } from '../runtime/clock.ts'
import { openLog } from '../runtime/log.ts'
import { exitNow, onTermination, onUncaught } from '../runtime/process.ts'
import type { Random } from '../runtime/random.ts'
import { serviceName, version } from '../runtime/version.ts'
import type { Service } from '../service.ts'
import { openService } from '../service.ts'
import type { Settings } from '../settings/settings.ts'
import { exitCode } from './exit-code.ts'
import type { Terminal } from './terminal.ts'

export interface ServeOptions {
  readonly settings: Settings
  readonly warnings: readonly string[]
  readonly clock: Clock
  readonly random: Random
  readonly nativeBinding: object | null
  readonly terminal: Terminal
  /** How this program is started again, word for word. */
  readonly program: string
}

/** `urlwitness serve`: until SIGTERM or SIGINT, then drained and closed. Throws the Faults of `openService`. */
export async function serve(options: ServeOptions): Promise<number> {
  const { settings, clock, random, nativeBinding } = options
  const { err } = options.terminal
  const log = openLog({ level: settings.logLevel, clock, write: (line) => err.write(line) })
  onUncaught((cause) => {
    log.error('uncaught', { error: cause })
    exitNow(exitCode.failed)
  })
  const service = await openService({
    settings,
    clock,
    random,
    log,
    version,
    ...(nativeBinding === null ? {} : { nativeBinding }),
  })
  err.write(greeting(service, options))
  for (const warning of options.warnings) err.write(`warning: ${warning}\n`)
  await terminated((signal) => log.info('draining', { signal, running: service.admission.running }))
  await service.close()
  log.info('stopped')
  return exitCode.pass
}

function terminated(onSignal: (signal: string) => void): Promise<void> {
  return new Promise((resolve) => {
    onTermination(
      (signal) => {
        onSignal(signal)
        resolve()
      },
      () => exitNow(exitCode.failed),
    )
  })
}

const meaningOfMode: Readonly<Record<Settings['mode'], string>> = {
  sandbox: 'sandbox: buyers pay with play money, settlement is simulated',
  testnet: 'testnet: buyers pay with test USDC on Base Sepolia',
  production: 'production: buyers pay with USDC on Base',
}

/** The link lets in whoever reads it, so it stands on a screen only: what is no terminal may be a log that is kept. */
function consoleLine(service: Service, program: string, { err }: Terminal): readonly string[] {
  if (service.admin === null) return []
  const link = err.isTty ? service.consoleLink() : null
  return link === null
    ? [`Console:       ${program} console  (prints a link)`]
    : [`Console:       ${link.url}  (once, within ten minutes)`]
}

function greeting(
  service: Service,
  { settings: { mode }, program, terminal }: ServeOptions,
): string {
  const { baseUrl } = service
  const lines = [
    `${serviceName} ${version} at ${baseUrl} (${meaningOfMode[mode]})`,
    ...(mode === 'sandbox'
      ? [`Buy a report:  ${program} buy ${baseUrl} probe_url https://example.com/`]
      : []),
    `Read on:       ${baseUrl}/docs`,
    ...consoleLine(service, program, terminal),
  ]
  return `${lines.join('\n')}\n`
}
