import type { CliContext } from '#cli/context.ts'
import { ledgerWarnings } from '#cli/setup/ledger-warnings.ts'
import { unnamedConfig } from '#cli/setup/unnamed-config.ts'
import { readServerCertificate } from '#http/server-certificate.ts'
import type { Clock } from '#runtime/clock.ts'
import { availableMemoryBytes, runtimeFacts } from '#runtime/process/process.ts'
import { openOperatorStore } from '#service/operator-store.ts'
import type { LoadedSettings } from '#settings/load.ts'
import type { Settings } from '#settings/settings.ts'
import { checkBaseUrl, checkPayTo } from './base-url.ts'
import { checkBrowser } from './browser.ts'
import {
  type CheckResult,
  CONSEQUENCE,
  type DoctorCheck,
  fail,
  pass,
  runChecks,
  skip,
  warn,
} from './check.ts'
import { checkDatabase, checkLedger } from './database.ts'
import { checkEvidence } from './evidence.ts'
import { checkFacilitator } from './facilitator.ts'
import {
  checkClock,
  checkDataDir,
  checkDisk,
  checkMemory,
  checkRegistry,
  checkRuntime,
  clockFacts,
} from './machine.ts'
import { checkDns, checkRoutes } from './network.ts'
import { checkPolicy } from './policy.ts'
import { checkRpc } from './rpc.ts'

/** The dependencies of a check. */
export interface CheckContext extends Pick<CliContext, 'clock' | 'random' | 'fetch'> {
  readonly settings: Settings
}

/** `urlwitness doctor`. Exit 1 when a check failed. */
export function doctor({ json }: { readonly json: boolean }, context: CliContext): Promise<number> {
  const { clock, random, fetch, terminal } = context
  const loaded = context.loaded()
  const otherChecks =
    loaded.status === 'loaded' ? checksOf({ settings: loaded.settings, clock, random, fetch }) : []
  const settingsCheck = async () => checkSettings(loaded, unnamedConfig(context))
  return runChecks([settingsCheck, ...otherChecks], json, terminal)
}

/** The checks, cheapest first. The help of the verb lists all that they contact. */
function checksOf(context: CheckContext): readonly DoctorCheck[] {
  const { settings, clock } = context
  const { dataDir } = settings
  return [
    async () => checkRuntime(runtimeFacts()),
    async () => checkClock(clock.now(), clockFacts(dataDir)),
    async () => checkRegistry(clock.now()),
    async () => checkDataDir(dataDir),
    async () => checkDisk(settings),
    async () => checkMemory(settings, availableMemoryBytes()),
    async () => checkDatabase(),
    async () => checkLedger(settings),
    async () => checkLedgerUse(settings, clock),
    async () => checkEvidence(settings, context),
    async () => checkCertificate(settings, clock.now()),
    async () => checkRoutes(),
    async () => checkDns(context),
    async () => checkPolicy(context),
    async () => (await checkBrowser(context)).results,
    async () => checkPayTo(settings),
    async () => checkFacilitator(context),
    async () => checkRpc(context),
    async () => checkBaseUrl(context),
  ]
}

async function checkLedgerUse(settings: Settings, clock: Clock): Promise<readonly CheckResult[]> {
  const warnings = await ledgerWarnings(settings, async (use) => {
    await using operator = await openOperatorStore(settings, clock)
    return await use(operator)
  })
  return warnings.map((warning) => warn('ledger', warning))
}

/** Checks the settings themselves. `notes`: warnings about a settings file that was not read. */
function checkSettings(loaded: LoadedSettings, notes: readonly string[]): readonly CheckResult[] {
  if (loaded.status === 'refused') {
    return loaded.problems.map((problem) =>
      fail('settings', problem, 'Correct it; `urlwitness config check` shows every setting.'),
    )
  }
  const setCount = Object.values(loaded.sources).filter((source) => source !== 'default').length
  return [
    pass(
      'settings',
      `mode ${loaded.settings.mode}, ${setCount} of ${Object.keys(loaded.sources).length} settings given`,
    ),
    ...[...notes, ...loaded.warnings].map((warning) => warn('settings', warning)),
  ]
}

/** Checks the certificate that the service itself would use. `now`: milliseconds since the epoch. */
export function checkCertificate({ tls }: Pick<Settings, 'tls'>, now: number): CheckResult {
  if (tls === null) return skip('tls', 'no certificate: plain HTTP, for a reverse proxy')
  const reading = readServerCertificate(tls, now)
  return reading.status === 'read'
    ? pass('tls', `${tls.certFile} and its key match, and are valid now`)
    : fail('tls', reading.detail, CERTIFICATE_REMEDY)
}

const CERTIFICATE_REMEDY = `Let tls.cert_file and tls.key_file name PEM files that this user can read: a valid certificate of this server with its issuers after it, and its key without a passphrase. ${CONSEQUENCE}`
