import type { ServiceFacts } from '#discovery/service-facts.ts'
import type { AdminContext } from '#http/admin-app.ts'
import { createApp } from '#http/app.ts'
import { withLoadShedding } from '#http/load-shedding.ts'
import { openPartHistory } from '#job/part-history.ts'
import { cachedReadiness, type Readiness, readiness } from '#job/readiness.ts'
import type { Instance } from '#operator/operator-store.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { processId } from '#runtime/process/process.ts'
import { uuidV7 } from '#runtime/random.ts'
import type { Runtime } from '#runtime/runtime.ts'
import type { LiveSettings } from '#settings/live-settings.ts'
import type { Settings } from '#settings/settings.ts'
import { formatHostPort, type HostPort } from '#settings/values.ts'
import { type Calls, screenshotTotals } from './calls.ts'
import { openOperatorConsole } from './console.ts'
import { openAdminListener, type PublicListener } from './listeners.ts'
import { type ConsoleLink, createConsoleLink } from './operator-store.ts'
import type { Payments } from './payments.ts'
import { browserParts, publicReadiness } from './readiness.ts'
import type { Storage } from './storage/storage.ts'
import type { ToolRunners } from './tools.ts'

/** The endpoints for clients and for the operator. */
export interface Endpoints {
  /** Null if its port is taken. */
  readonly admin: HostPort | null
  consoleLink(): Promise<ConsoleLink | null>
  close(): Promise<void>
}

interface EndpointParts {
  readonly live: LiveSettings
  readonly runtime: Runtime
  readonly version: string
  readonly listener: PublicListener
  readonly storage: Storage
  readonly payments: Payments
  readonly toolRunners: ToolRunners
  readonly calls: Calls
  readonly facts: () => ServiceFacts
}

/**
 * Serves the public routes, opens the operator's listener, and records the service among the instances of its data
 * folder.
 */
export async function openEndpoints(parts: EndpointParts): Promise<Endpoints> {
  const { live, runtime, listener, storage, calls, facts } = parts
  await using opening = new AsyncDisposableStack()
  const history = openPartHistory({ ...runtime, check: readinessOf(parts) })
  opening.defer(() => history.close())
  const checkReadiness = history.sample
  const app = createApp({
    facts,
    sources: async () =>
      (await import('./documents.ts')).documentSources(
        runtime.clock,
        storage.signingKeys.published,
      ),
    paidCall: calls.paidCall,
    readiness: async () => publicReadiness(await checkReadiness()),
    history: history.read,
    evidence: storage.screenshots,
    reports: storage.reports,
    log: runtime.log,
    clock: runtime.clock,
    mcp: live.current().mcp
      ? {
          baseUrl: listener.baseUrl,
          version: parts.version,
          isSimulated: live.current().mode === 'sandbox',
          turnLimit: calls.turnLimit,
        }
      : null,
  })
  const instance = instanceOf(parts)
  const admin = await openAdminListener(
    live.current(),
    runtime,
    adminContext({ ...parts, checkReadiness, instance, opening }),
  )
  if (admin !== null) opening.defer(() => admin.close())
  const address = admin === null ? null : formatHostPort(admin.server)
  const alerts = await openConfiguredAlerts(parts, checkReadiness)
  if (alerts !== null) opening.defer(() => alerts.close())
  const registration = await storage.instances.register({ ...instance, admin: address })
  opening.defer(() => registration.unregister())
  listener.serve(
    withLoadShedding((request, exchange) => app.fetch(request, exchange), calls.turnLimit),
  )
  const opened = opening.move()
  return {
    admin: admin?.server ?? null,
    consoleLink: async () =>
      address === null ? null : createConsoleLink(storage.links, { admin: address, runtime }),
    close: () => opened.disposeAsync(),
  }
}

function adminContext({
  live,
  runtime,
  version,
  listener,
  storage,
  payments,
  toolRunners,
  calls,
  checkReadiness,
  instance,
  opening,
}: EndpointParts & {
  readonly checkReadiness: () => Promise<Readiness>
  readonly instance: Instance
  readonly opening: AsyncDisposableStack
}): AdminContext {
  const browsers = () => toolRunners.browsers?.counts() ?? null
  const { admission, metrics, recentJobs } = calls
  const { baseUrl } = listener
  const console = openOperatorConsole({
    live,
    runtime,
    version,
    baseUrl,
    storage,
    reconciling: payments.reconciling,
    readiness: checkReadiness,
    browsers,
    recentJob: recentJobs.find,
  })
  opening.defer(() => console.close())
  return {
    console,
    status: async () => ({
      ...instance,
      draining: admission.draining,
      ready: await checkReadiness(),
      settings: toolSettings(live.current()),
      browsers: browsers(),
    }),
    metrics: async () =>
      metrics.write({
        readiness: await checkReadiness(),
        certificateExpiresAt: listener.certificateExpiresAt(),
      }),
  }
}

/** Null without a webhook: nothing then runs in the background. */
async function openConfiguredAlerts(
  { live, runtime, version, listener, storage }: EndpointParts,
  checkReadiness: () => Promise<Readiness>,
): Promise<{ close(): Promise<void> } | null> {
  const { url, topic } = live.current().alerts
  if (url === null) return null
  const { openAlerts } = await import('#alerts/alerts.ts')
  const { readOperatingState } = await import('#alerts/operating-state.ts')
  const read = () =>
    readOperatingState({
      ...runtime,
      readiness: checkReadiness,
      unknownSettlements: async () => (await storage.ledger.countByState()).unknown,
      noRoom: async () => (await storage.screenshots.accepts()).reason,
      screenshots: () => screenshotTotals(storage, live),
      isOneDatabase: storage.engine !== null,
      certificateExpiresAt: listener.certificateExpiresAt,
    })
  const announced = storage.announcedAlerts
  return openAlerts({ ...runtime, url, topic, service: listener.baseUrl, version, read, announced })
}

/**
 * The tools as the settings have them, without the operator's overrides on the running service: a command-line
 * program may have read other settings.
 */
function toolSettings({ tools }: Settings): object {
  return Object.fromEntries(
    Object.entries(tools).map(([tool, { enabled, priceAtomic }]) => [
      tool,
      { enabled, price_atomic: priceAtomic.toString() },
    ]),
  )
}

function instanceOf({ live, runtime, version, listener }: EndpointParts): Instance {
  const { mode, shared } = live.current()
  const startedAt = runtime.clock.now()
  return {
    id: uuidV7(startedAt, runtime.random),
    pid: processId(),
    version,
    mode,
    baseUrl: listener.baseUrl,
    listening: formatHostPort(listener.server),
    admin: null,
    shared,
    startedAt,
  }
}

/** Milliseconds that `/ready` waits for the facilitator: load balancers poll every few seconds. */
const FACILITATOR_TIMEOUT_MS = 2_000

function readinessOf(parts: EndpointParts): () => Promise<Readiness> {
  const { live, runtime, storage, payments, toolRunners, calls } = parts
  const { clock } = runtime
  const { admission, availability } = calls
  const { circuit } = payments
  return cachedReadiness(clock, () =>
    readiness({
      mode: live.current().mode,
      ledger: storage.ledger,
      engine: storage.engine,
      clock,
      facilitator: circuit.facilitator,
      circuit,
      availability,
      optionalParts: () => browserParts(toolRunners, storage.screenshots),
      running: admission.running,
      limit: live.current().limits.admittedJobs,
      deadline: () => deadlineAfter(clock, FACILITATOR_TIMEOUT_MS),
    }),
  )
}
