import { exitCode } from '#cli/output/exit-code.ts'
import type { Terminal } from '#cli/output/terminal.ts'
import type { Clock } from '#runtime/clock.ts'
import { createLog, type Log, type LogLevel } from '#runtime/log.ts'
import { exitNow, onHangup, onTermination, onUncaught } from '#runtime/process/process.ts'
import type { Random } from '#runtime/random.ts'
import { serviceName, version } from '#runtime/version.ts'
import type { Reloaded } from '#service/catalog.ts'
import type { Service } from '#service/service.ts'
import { openService } from '#service/service.ts'
import type { LoadedSettings } from '#settings/load.ts'
import { changedKeys, printsAfter } from '#settings/reload.ts'
import type { Settings } from '#settings/settings.ts'
import { logText } from './log-text.ts'

type Loaded = Extract<LoadedSettings, { status: 'loaded' }>

export interface ServeOptions {
  readonly loaded: Loaded
  /** Besides those of the settings. */
  readonly warnings: readonly string[]
  /** Reads the settings again, from where they came. */
  readonly reload: () => LoadedSettings
  readonly clock: Clock
  readonly random: Random
  readonly terminal: Terminal
  /** How this program is started again, word for word. */
  readonly program: string
}

/** `urlwitness serve`: until SIGTERM or SIGINT, then drained and closed. Throws the Faults of `openService`. */
export async function serve(options: ServeOptions): Promise<number> {
  const { clock, random, loaded } = options
  const { settings } = loaded
  const { err } = options.terminal
  const level = { now: settings.logLevel }
  const log = createLog({
    get level() {
      return level.now
    },
    clock,
    write: (line) => err.write(line),
    ...(err.isTty ? { format: logText(options.terminal.errPaint) } : {}),
  })
  onUncaught((cause) => {
    log.error('uncaught', { error: cause })
    exitNow(exitCode.failed)
  })
  // The signal may come while the service opens; by itself it would end the process.
  let isEarly = false
  let onSignal = () => {
    isEarly = true
  }
  const forgetHangup = onHangup(() => onSignal())
  const service = await openService({
    settings,
    clock,
    random,
    log,
    version,
  })
  err.write(greeting(service, settings, options))
  for (const warning of [...options.warnings, ...loaded.warnings]) {
    err.write(`warning: ${warning}\n`)
  }
  onSignal = reloading({
    ...{ loaded, log, reload: options.reload },
    apply: (given) => service.reload(given),
    renewCertificate: () => service.renewCertificate(),
    setLevel: (given) => {
      level.now = given
    },
  })
  if (isEarly) onSignal()
  await terminated((signal) => log.info('draining', { signal, running: service.admission.running }))
  forgetHangup()
  await service.close()
  log.info('stopped')
  return exitCode.pass
}

/** What SIGHUP does: all that can change, or nothing where the settings do not hold. The log says which. */
function reloading(options: {
  readonly loaded: Loaded
  readonly reload: () => LoadedSettings
  readonly apply: (given: Settings) => Reloaded
  readonly renewCertificate: () => string | null
  readonly setLevel: (level: LogLevel) => void
  readonly log: Log
}): () => void {
  const { log } = options
  let running = options.loaded.prints
  return () => {
    const given = options.reload()
    if (given.status === 'refused') {
      log.error('reload_refused', { problems: given.problems, holds: 'the settings from before' })
      return
    }
    const certificateProblem = options.renewCertificate()
    if (certificateProblem !== null) {
      log.error('certificate_not_renewed', {
        problem: certificateProblem,
        holds: 'the one from before',
      })
    }
    const { applied, needRestart } = changedKeys(running, given.prints)
    const { cannotRun, pricedByOperator } = options.apply(given.settings)
    running = printsAfter(running, given.prints)
    log.warn('reloaded', {
      applied,
      need_restart: needRestart,
      ...told('tools_need_restart', cannotRun),
      // What `urlwitness price` says stands above the settings.
      ...told('prices_set_by_operator', pricedByOperator),
      ...told('warnings', given.warnings),
    })
    // After the line, which a graver level would hide from whoever asked for it.
    options.setLevel(given.settings.logLevel)
  }
}

function told(name: string, what: readonly string[]): Record<string, readonly string[]> {
  return what.length === 0 ? {} : { [name]: what }
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
  { mode }: Settings,
  { program, terminal }: Pick<ServeOptions, 'program' | 'terminal'>,
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
