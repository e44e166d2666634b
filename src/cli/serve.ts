import { type CliContext, commandOf, loadedSettings } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { logText } from '#cli/output/log-text.ts'
import { ledgerWarnings } from '#cli/setup/ledger-warnings.ts'
import { unnamedConfig } from '#cli/setup/unnamed-config.ts'
import { LATE, within } from '#runtime/clock.ts'
import { collectWhenIdle } from '#runtime/idle-collection.ts'
import { createLog, type Log, type LogLevel } from '#runtime/log.ts'
import { notifyReady } from '#runtime/process/notify-ready.ts'
import { exitNow, onHangup, onTermination, onUncaught } from '#runtime/process/process.ts'
import { serviceName, version } from '#runtime/version.ts'
import { openService, type Service } from '#service/service.ts'
import type { Loaded, LoadedSettings } from '#settings/load.ts'
import { changedKeys, printsAfter } from '#settings/reload.ts'
import type { Settings } from '#settings/settings.ts'
import { formatHostPort } from '#settings/values.ts'

/**
 * Milliseconds to wait for closing, after the deadline of the last call. With an unresponsive database closing takes longer, and
 * supervisors kill a process that does not end.
 */
const CLOSE_MARGIN_MS = 4_000

/** `urlwitness serve`: runs until SIGTERM or SIGINT, then drains and closes the service. Throws the Faults of `openService`. */
export async function serve(_options: object, context: CliContext): Promise<number> {
  const { clock, random } = context
  const loaded = loadedSettings(context)
  const { settings } = loaded
  const { err, errPaint } = context.terminal
  const level = { now: settings.logLevel }
  const log = createLog({
    get level() {
      return level.now
    },
    clock,
    write: (line) => err.write(line),
    ...(err.isTty ? { format: logText(errPaint) } : {}),
  })
  onUncaught((cause) => {
    log.error('uncaught', { error: cause })
    exitNow(exitCode.failed)
  })
  // Without a handler, a SIGHUP during the start would end the process.
  let hasEarlySignal = false
  let onSignal = () => {
    hasEarlySignal = true
  }
  const removeHangupHandler = onHangup(() => onSignal())
  const service = await openService({ settings, clock, random, log, version })
  // This comes before the greeting, because a supervisor may end the service as soon as it has read the greeting.
  const ended = untilTerminated((signal) =>
    log.info('draining', { signal, running: service.admission.running }),
  )
  err.write(await greeting(service, settings, context))
  const warn = (warnings: readonly string[]) => {
    for (const warning of warnings) err.write(`warning: ${warning}\n`)
  }
  warn([...unnamedConfig(context), ...loaded.warnings])
  const setLevel = (newLevel: LogLevel) => {
    level.now = newLevel
  }
  onSignal = createReload({ loaded, log, reload: context.reload, service, setLevel })
  if (hasEarlySignal) onSignal()
  notifyReady(context.env)
  service.warmUp().catch((error: unknown) => log.warn('not_warmed_up', { error }))
  ledgerWarnings(settings, service.readAsOperator).then(warn, (error: unknown) => {
    log.warn('ledger_not_checked', { error })
  })
  const stopCollecting = collectWhenIdle(clock)
  await ended
  stopCollecting()
  removeHangupHandler()
  const closed = await within(clock, settings.limits.deadlineMs + CLOSE_MARGIN_MS, service.close())
  if (closed === LATE) log.warn('close_cut')
  log.info('stopped')
  return exitCode.pass
}

/** The handler of SIGHUP: applies every live setting, or nothing when the settings are invalid, and logs the result. */
function createReload(options: {
  readonly loaded: Loaded
  readonly reload: () => LoadedSettings
  readonly service: Pick<Service, 'reload' | 'renewCertificate'>
  readonly setLevel: (level: LogLevel) => void
  readonly log: Log
}): () => void {
  const { log, service } = options
  let activePrints = options.loaded.prints
  return () => {
    const reloaded = options.reload()
    if (reloaded.status === 'refused') {
      log.error('reload_refused', { problems: reloaded.problems, in_use: 'the previous settings' })
      return
    }
    const certificateProblem = service.renewCertificate()
    if (certificateProblem !== null) {
      log.error('certificate_not_renewed', {
        problem: certificateProblem,
        in_use: 'the previous one',
      })
    }
    const { applied, needRestart } = changedKeys(activePrints, reloaded.prints)
    const { cannotRun, pricedByOperator } = service.reload(reloaded.settings)
    activePrints = printsAfter(activePrints, reloaded.prints)
    log.warn('reloaded', {
      applied,
      need_restart: needRestart,
      ...optionalField('tools_need_restart', cannotRun),
      // These prices stay, because `urlwitness price` overrides the settings.
      ...optionalField('prices_set_by_operator', pricedByOperator),
      ...optionalField('warnings', reloaded.warnings),
    })
    // The level changes after the log line above, which a higher level would suppress.
    options.setLevel(reloaded.settings.logLevel)
  }
}

/** A log field with the values; no field when there are none. */
function optionalField(name: string, values: readonly string[]): Record<string, readonly string[]> {
  return values.length === 0 ? {} : { [name]: values }
}

function untilTerminated(onSignal: (signal: string) => void): Promise<void> {
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

const modeDescriptions: Readonly<Record<Settings['mode'], string>> = {
  sandbox: 'sandbox: simulated payments',
  testnet: 'testnet: buyers pay with test USDC on Base Sepolia',
  production: 'production: buyers pay with USDC on Base',
}

/** Anyone who reads the link can use it, so it is printed on a terminal only: anything else may be a log that is kept. */
async function consoleLine(
  service: Service,
  { adminListen }: Settings,
  context: CliContext,
): Promise<string> {
  if (service.admin === null) {
    return `Console:       none, and no metrics: ${formatHostPort(adminListen)} cannot be used; set admin_listen to a free port`
  }
  const link = context.terminal.err.isTty ? await service.consoleLink() : null
  return link === null
    ? `Console:       ${commandOf('console', context)}  (prints a link)`
    : `Console:       ${link.url}  (once, within ten minutes)`
}

async function greeting(
  service: Service,
  settings: Settings,
  context: CliContext,
): Promise<string> {
  const { mode } = settings
  const { baseUrl } = service
  const { program } = context
  const lines = [
    `${serviceName} ${version} at ${baseUrl} (${modeDescriptions[mode]})`,
    ...(mode === 'sandbox'
      ? [`Buy a report:  ${program} buy ${baseUrl} probe_url https://example.com/`]
      : []),
    `Documentation: ${baseUrl}/docs`,
    await consoleLine(service, settings, context),
  ]
  return `${lines.join('\n')}\n`
}
