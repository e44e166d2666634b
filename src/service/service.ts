import type { ServiceFacts } from '#discovery/service-facts.ts'
import type { Admission } from '#job/selling/admission.ts'
import type { Facilitator } from '#payment/facilitator.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { Runtime } from '#runtime/runtime.ts'
import { LiveSettings } from '#settings/live-settings.ts'
import type { Settings } from '#settings/settings.ts'
import type { HostPort } from '#settings/values.ts'
import { claimDataFolder } from '#store/instances/claim-data-folder.ts'
import { tools } from '#tools/tool.ts'
import { type Calls, openCalls } from './calls.ts'
import { openEndpoints } from './endpoints.ts'
import { openPublicListener } from './listeners.ts'
import type { ConsoleLink } from './operator-store.ts'
import { openPayments } from './payments.ts'
import { openPriceList, type ReloadResult } from './price-list.ts'
import { openStorage } from './storage/open-storage.ts'
import type { Storage } from './storage/storage.ts'
import { openToolRunners, type ToolRunnerOptions, type ToolRunners } from './tools.ts'

export interface ServiceOptions
  extends Runtime,
    Pick<ToolRunnerOptions, 'settings' | 'version' | 'connect' | 'trust' | 'hostLoad'> {
  /** Replaces the one that the settings name. */
  readonly facilitator?: Facilitator
  /** Runners that replace those of this program, by tool. */
  readonly runners?: ToolRunners['runners']
  /** Wraps the ledger; fault tests stop the process inside it. */
  readonly wrapLedger?: (own: Ledger) => Ledger
}

/** A running service. */
export interface Service {
  readonly baseUrl: string
  /** Address of the operator's listener; null if its port is taken. */
  readonly admin: HostPort | null
  /** The listening address: the same as that of the base URL unless a reverse proxy is in front. */
  readonly listening: HostPort
  /** A link that opens the operator's console once; null without an admin listener. */
  consoleLink(): Promise<ConsoleLink | null>
  /** Same as `Storage.readAsOperator`. */
  readonly readAsOperator: Storage['readAsOperator']
  /** The current facts. */
  readonly facts: () => ServiceFacts
  readonly admission: Admission
  /** Applies the live part of other settings; running calls keep those that they began with. */
  reload(newSettings: Settings): ReloadResult
  /** Same as `PublicListener.renewCertificate`. */
  renewCertificate(): string | null
  /** Opens the other sockets of the service's port and warms up its tools. Call it once the service listens. */
  warmUp(): Promise<void>
  /**
   * Stops admitting calls, lets running jobs finish within the deadline of a call, and closes all parts in reverse
   * order.
   */
  close(): Promise<void>
}

/**
 * Opens all parts in order and listens. On failure, the opened parts are closed again, and a Fault describes the
 * remedy.
 */
export async function openService(options: ServiceOptions): Promise<Service> {
  const { settings, clock, random, log, version, wrapLedger } = options
  const live = new LiveSettings(settings)
  await using opening = new AsyncDisposableStack()
  // The lock comes first, so that an accidental second start fails before it treats the running jobs of the first
  // service as left by a crash.
  const lock = claimDataFolder(settings)
  opening.defer(() => lock.release())
  const listener = await openPublicListener(settings, { clock, random, log })
  opening.defer(() => listener.close())
  const { baseUrl } = listener
  const storage = await openStorage({ live, clock, random, log, version, wrapLedger })
  opening.defer(() => storage.close())
  // Decisions that depend on the ledger use the clock of the ledger.
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
    replacements: options.runners,
    connect: options.connect,
    trust: options.trust,
    hostLoad: options.hostLoad,
  })
  opening.defer(() => toolRunners.close())
  const about = { baseUrl, facilitatorUrl: payments.facilitatorUrl, version }
  const prices = await openPriceList({ live, runtime, storage, toolRunners, payments, about })
  opening.defer(() => prices.close())
  const calls = openCalls({ live, runtime, version, storage, payments, toolRunners, prices })
  opening.defer(() => calls.close())
  const { facts } = prices
  const parts = { live, runtime, version, listener, storage, payments, toolRunners, calls, facts }
  const endpoints = await openEndpoints(parts)
  opening.defer(() => endpoints.close())
  const opened = opening.move()
  return {
    baseUrl,
    listening: listener.server,
    admin: endpoints.admin,
    consoleLink: endpoints.consoleLink,
    readAsOperator: storage.readAsOperator,
    facts,
    admission: calls.admission,
    reload: prices.reload,
    renewCertificate: listener.renewCertificate,
    warmUp: () => listener.server.openOthers().then(toolRunners.warmUp),
    close: async () => {
      await drain(calls, settings, runtime)
      await opened.disposeAsync()
    },
  }
}

/** Milliseconds after the deadline of the last admitted job, in which its last write to the ledger completes. */
const DRAIN_SLACK_MS = 1_000

async function drain(
  { admission, inFlightCalls }: Calls,
  { limits }: Settings,
  { clock, log }: Runtime,
): Promise<void> {
  const deadline = deadlineAfter(clock, limits.deadlineMs + DRAIN_SLACK_MS)
  try {
    await deadline.race(admission.drain())
    await deadline.race(inFlightCalls.idle())
  } catch {
    log.warn('drain_cut', { running: admission.running })
  } finally {
    deadline.close()
  }
}
