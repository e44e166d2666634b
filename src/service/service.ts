import type { ServiceFacts } from '#discovery/service-facts.ts'
import type { Admission } from '#job/selling/admission.ts'
import type { Facilitator } from '#payment/facilitator.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { Runtime } from '#runtime/runtime.ts'
import { LiveSettings } from '#settings/live-settings.ts'
import type { Settings } from '#settings/settings.ts'
import type { HostPort } from '#settings/values.ts'
import { takeFolder } from '#store/instances/take-data-folder.ts'
import { tools } from '#tools/tool.ts'
import { type Calls, openCalls } from './calls.ts'
import { openCatalog, type Reloaded } from './catalog.ts'
import { openEndpoints } from './endpoints.ts'
import { openPublicListener } from './listeners.ts'
import type { ConsoleLink } from './operator-store.ts'
import { openPayments } from './payments.ts'
import { openStorage } from './storage/open-storage.ts'
import { openToolRunners, type ToolRunnerOptions, type ToolRunners } from './tools.ts'

export interface ServiceOptions
  extends Runtime,
    Pick<ToolRunnerOptions, 'settings' | 'version' | 'connect' | 'trust' | 'hostLoad'> {
  /** Replaces the one that the settings name. */
  readonly facilitator?: Facilitator
  /** Replace our own, tool by tool. */
  readonly runners?: ToolRunners['runners']
  /** Wraps the ledger: fault tests stop the process in it. */
  readonly aroundLedger?: (own: Ledger) => Ledger
}

/** A running service. */
export interface Service {
  readonly baseUrl: string
  /** URL for the operator; null when that port is taken. */
  readonly admin: HostPort | null
  /** The listening address: the same as the base URL unless a reverse proxy is in front. */
  readonly listening: HostPort
  /** A link that opens the operator's console once; null without an admin listener. */
  consoleLink(): Promise<ConsoleLink | null>
  /** The current ones. */
  readonly facts: () => ServiceFacts
  readonly admission: Admission
  /** Applies the live part of other settings; running calls keep what they began with. */
  reload(given: Settings): Reloaded
  /** As `PublicListener.renewCertificate`. */
  renewCertificate(): string | null
  /** Opens the other sockets of its port, and warms up its tools; for a service that has begun to listen. */
  warmUp(): Promise<void>
  /** Stops admitting, lets running jobs finish within the deadline of a call, and closes everything in reverse. */
  close(): Promise<void>
}

/**
 * Opens everything in order and listens. On failure the opened parts are closed again, and a Fault describes the
 * remedy.
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { settings, clock, random, log, version, aroundLedger } = options
  const live = new LiveSettings(settings)
  await using opening = new AsyncDisposableStack()
  // First, so that a second start by mistake fails before it treats the running jobs of the first as left by a
  // crash.
  const lock = takeFolder(settings)
  opening.defer(() => lock.release())
  const listener = await openPublicListener(settings, { clock, random, log })
  opening.defer(() => listener.close())
  const { baseUrl } = listener
  const storage = await openStorage({ live, clock, random, log, version, aroundLedger })
  opening.defer(() => storage.close())
  // What is decided by the ledger is decided at the ledger's time.
  const runtime: Runtime = { clock: storage.clock, random, log }
  const payments = await openPayments({
    live,
    runtime,
    storage,
    baseUrl,
    facilitator: options.facilitator,
  })
  opening.defer(() => payments.close())
  const toolRunners = openToolRunners({
    ...runtime,
    settings,
    version,
    tools: tools.filter((tool) => settings.tools[tool].enabled),
    screenshots: storage.screenshots,
    signingKeys: storage.signingKeys,
    baseUrl,
    replaced: options.runners,
    connect: options.connect,
    trust: options.trust,
    hostLoad: options.hostLoad,
  })
  opening.defer(() => toolRunners.close())
  const about = { baseUrl, facilitatorUrl: payments.facilitatorUrl, version }
  const catalog = await openCatalog({
    live,
    runtime,
    storage,
    toolRunners,
    payments,
    about,
  })
  opening.defer(() => catalog.close())
  const calls = openCalls({ live, runtime, version, storage, payments, toolRunners, catalog })
  opening.defer(() => calls.close())
  const { facts } = catalog
  const parts = { live, runtime, version, listener, storage, payments, toolRunners, calls, facts }
  const endpoints = await openEndpoints(parts)
  opening.defer(() => endpoints.close())
  const opened = opening.move()
  return {
    baseUrl,
    listening: listener.server,
    admin: endpoints.admin,
    consoleLink: endpoints.consoleLink,
    facts,
    admission: calls.admission,
    reload: catalog.reload,
    renewCertificate: listener.renewCertificate,
    warmUp: () => listener.server.openOthers().then(toolRunners.warmUp),
    close: async () => {
      await drain(calls, settings, runtime)
      await opened.disposeAsync()
    },
  }
}

/** The last admitted job ends with its own deadline; its last write to the ledger comes after that. */
const DRAIN_SLACK_MS = 1_000

async function drain(
  { admission, underWay }: Calls,
  { limits }: Settings,
  { clock, log }: Runtime,
): Promise<void> {
  const deadline = deadlineAfter(clock, limits.deadlineMs + DRAIN_SLACK_MS)
  try {
    await deadline.race(admission.drain())
    await deadline.race(underWay.idle())
  } catch {
    log.warn('drain_cut', { running: admission.running })
  } finally {
    deadline.close()
  }
}
