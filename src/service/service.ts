import { join } from 'node:path'
import type { ServiceFacts } from '#discovery/service-facts.ts'
import { Fault } from '#fault.ts'
import { type AdminContext, createAdminApp } from '#http/admin-app.ts'
import { createApp } from '#http/app.ts'
import { type FetchHandler, type ListeningServer, listen } from '#http/server.ts'
import {
  type CertificateFiles,
  readServerCertificate,
  type ServerCertificate,
} from '#http/server-certificate.ts'
import { type PaidCallContext, paidCall } from '#job/call/paid-call.ts'
import { openCircuit } from '#job/circuit.ts'
import { readiness, remembered } from '#job/readiness.ts'
import { createRecentJobs } from '#job/recent-jobs.ts'
import { openReconciler } from '#job/reconcile/reconciler.ts'
import { forgetReports } from '#job/report-retention.ts'
import { type Admission, createAdmission } from '#job/selling/admission.ts'
import { availabilityWith } from '#job/selling/availability.ts'
import { changesOf, createCatalog } from '#job/selling/catalog.ts'
import { createPayerLimits } from '#job/selling/payer-limits.ts'
import { openMetrics } from '#metrics/metrics.ts'
import type { Facilitator } from '#payment/facilitator.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { Log } from '#runtime/log.ts'
import { processId } from '#runtime/process/process.ts'
import { processLoad } from '#runtime/process/process-load.ts'
import { type Random, uuidV7 } from '#runtime/random.ts'
import { withLive } from '#settings/reload.ts'
import type { Settings } from '#settings/settings.ts'
import { formatHostPort, type HostPort } from '#settings/values.ts'
import { DATABASE_NAME, openDatabase } from '#store/database.ts'
import { enterInstance, type Instance } from '#store/instances/instances.ts'
import { takeFolder } from '#store/instances/take-data-folder.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { watchOverrides } from '#store/operator/override-watch.ts'
import { openScreenshots } from '#store/screenshots/open-screenshots.ts'
import { createScreenshotRows } from '#store/screenshots/rows.ts'
import type { ConnectionOptions } from '#store/sqlite/connection.ts'
import { type Tool, tools } from '#tools/tool.ts'
import { openOperatorConsole } from './console.ts'
import { type ConsoleLink, makeConsoleLink } from './console-link.ts'
import { openDocumentAudit } from './document-audit.ts'
import { liveFacts, offerMakerOf, serviceFacts } from './facts.ts'
import { openFacilitator, settlementLookup } from './open-facilitator.ts'
import { browserParts } from './readiness.ts'
import { openToolRunners, type ToolRunnerOptions, type ToolRunners } from './tools.ts'

export interface ServiceOptions extends Pick<ToolRunnerOptions, 'connect' | 'trust'> {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly version: string
  /** Instead of the one that the settings name. */
  readonly facilitator?: Facilitator
  /** Instead of those of the toolbox, tool by tool. */
  readonly runners?: ToolRunners['runners']
  /** Put around the ledger: what fault tests stop the process in. */
  readonly aroundLedger?: (own: Ledger) => Ledger
}

export interface Reloaded {
  readonly cannotRun: readonly Tool[]
  readonly pricedByOperator: readonly Tool[]
}

/** A running service. */
export interface Service {
  readonly baseUrl: string
  /** Where the operator reaches it; null when that port is taken. */
  readonly admin: HostPort | null
  /** Where it listens: the same as the base URL unless a reverse proxy stands in front. */
  readonly listening: HostPort
  /** A link that opens the operator's console once; null where there is no listener for it. */
  consoleLink(): ConsoleLink | null
  /** As they are now. */
  readonly facts: ServiceFacts
  readonly admission: Admission
  /**
   * Takes over what can change of other settings (`settings/reload.ts`); calls that run keep what they began with. Returns
   * the enabled tools that cannot run before a restart, and those whose price the operator has set beside the settings.
   */
  reload(given: Settings): Reloaded
  /**
   * Reads the certificate files again, and serves what they hold from now on. Null when that is done, and where there are
   * none; else one sentence on what is wrong with them, and the certificate that was served stays.
   */
  renewCertificate(): string | null
  /** Stops admitting, lets what runs finish within the deadline of a call, and closes everything in reverse. */
  close(): Promise<void>
}

/** Opens everything in order and listens. On failure, what was open is closed again, and a Fault says what to do. */
export async function openService(options: ServiceOptions): Promise<Service> {
  const closers: (() => void | Promise<void>)[] = []
  const closeAll = async () => {
    for (const close of closers.reverse()) await close()
  }
  try {
    return await open(options, closers, closeAll)
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** The settings that hold now. What is read of them once and for all is not in `settings/reload.ts`. */
interface Live {
  settings: Settings
}

async function open(
  options: ServiceOptions,
  closers: (() => void | Promise<void>)[],
  closeAll: () => Promise<void>,
): Promise<Service> {
  const { settings, clock, log } = options
  const live: Live = { settings }
  // First of all, so that a second start by mistake fails here, before it takes the first one's running jobs for those of
  // a crash.
  const lock = takeFolder(settings)
  closers.push(() => lock.release())
  // The base URL may hold the port that the system picks, so the handler comes later.
  let handle: FetchHandler = () => new Response(null, { status: 503 })
  const server = await listen({
    ...settings.listen,
    ...{ clock, random: options.random },
    silenceMs: settings.limits.deadlineMs + silenceSlackMs,
    handler: (request, requestId) => handle(request, requestId),
    certificate: settings.tls === null ? null : usableCertificate(settings.tls, clock),
  })
  closers.push(() => server.close(stopGraceMs))
  const file: ConnectionOptions = {
    file: join(settings.dataDir, DATABASE_NAME),
  }
  const database = openDatabase(file)
  closers.push(() => void database.close())
  const ownLedger = createLedger(database)
  const ledger = options.aroundLedger?.(ownLedger) ?? ownLedger
  const keptMs = () => live.settings.evidence.ttlHours * 3_600_000
  closers.push(forgetReports({ ledger, clock, log, keptMs }))
  const rows = createScreenshotRows(database)
  const kept = openScreenshots({
    rows,
    clock,
    random: options.random,
    log,
    dataDir: settings.dataDir,
    evidence: () => live.settings.evidence,
  })
  closers.push(() => kept.close())
  const { screenshots, gallery } = kept

  const facilitator = options.facilitator ?? openFacilitator(options)
  closers.push(() => facilitator.close())
  const reconciling = {
    ...{ ledger, facilitator, clock, log },
    lookUp: settlementLookup(settings),
    deadlineMs: settings.limits.deadlineMs,
    settleTimeoutMs: settings.facilitator.settleTimeoutMs,
  }
  const reconciler = openReconciler(reconciling)
  closers.push(() => reconciler.close())
  const circuit = openCircuit({ ...options, facilitator })
  closers.push(() => circuit.close())
  const admission = createAdmission({
    get jobs() {
      return live.settings.limits.admittedJobs
    },
    browserJobs: settings.limits.browserJobs,
  })

  const baseUrl =
    settings.baseUrl ?? `${settings.tls === null ? 'http' : 'https'}://${formatHostPort(server)}`

  const toolbox = openToolRunners({
    ...{ ...options, baseUrl, screenshots },
    tools: tools.filter(
      (tool) => settings.tools[tool].enabled && options.runners?.[tool] === undefined,
    ),
  })
  closers.push(() => toolbox.close())
  const runners = { ...toolbox.runners, ...options.runners }
  const overrideWatch = watchOverrides({
    ...{ database, clock, log },
    onChange: (overrides) => {
      const before = shop.items
      shop.override(overrides)
      log.info('shop_changed', { by: 'operator', tools: changesOf(before, shop.items) })
    },
  })
  closers.push(() => overrideWatch.close())
  const shop = createCatalog({
    tools: settings.tools,
    overrides: overrideWatch.first,
    canRun: (tool) => runners[tool] !== undefined,
    offer: offerMakerOf(settings, baseUrl),
  })
  const sale = availabilityWith({
    shop,
    admission,
    circuit,
    toolbox,
    runners: options.runners,
    screenshots,
  })
  const jobWatch = createRecentJobs({
    clock,
    keptMs,
  })
  const metrics = openMetrics({
    clock,
    about: { version: options.version, mode: settings.mode },
    jobs: () => ({ running: admission.running, limit: live.settings.limits.admittedJobs }),
    browsers: () => toolbox.browsers?.counts ?? null,
    forSale: (tool) => {
      const { enabled, paused, offer } = shop.items[tool]
      return enabled && !paused && offer !== null
    },
    ledger: () => ledger.countByState(),
    screenshots: async () => rows.totals(),
    load: processLoad,
  })
  closers.push(() => metrics.close())
  const context: PaidCallContext = {
    ...options,
    observe: metrics.observe,
    admission,
    ledger,
    facilitator: circuit.facilitator,
    payers: createPayerLimits({
      ledger,
      clock,
      get unsettledPerPayer() {
        return live.settings.limits.unsettledPerPayer
      },
      get refusedPauseMs() {
        return live.settings.limits.refusedPayerPauseS * 1000
      },
    }),
    money: settings.terms,
    sale,
    refuseByAnswers: toolbox.refuseByAnswers,
    runTool: (job, deadline) => {
      const runner = runners[job.tool]
      if (runner === undefined) throw new Fault('tool_missing', 'A tool was sold that can not run.')
      return jobWatch.around(runner)(job, deadline)
    },
    deadlineMs: settings.limits.deadlineMs,
    settleReserveMs: settings.limits.settleReserveMs,
    get answersKeptMs() {
      return keptMs()
    },
  }
  const facts = liveFacts(
    () => shop.items,
    (items) =>
      serviceFacts(
        live.settings,
        { baseUrl, facilitatorUrl: facilitator.url, version: options.version, clock },
        items,
      ),
  )
  const audit = openDocumentAudit({ clock, log, facts, items: () => shop.items })
  closers.push(() => audit.close())
  const ready = remembered(clock, () =>
    readiness({
      mode: settings.mode,
      ledger,
      facilitator: circuit.facilitator,
      circuit,
      sale,
      optionalParts: async () => ({
        discovery: await audit.state(),
        ...(await browserParts(toolbox, screenshots)),
      }),
      running: admission.running,
      limit: live.settings.limits.admittedJobs,
      deadline: () => deadlineAfter(clock, facilitatorPatienceMs),
    }),
  )
  const app = createApp({
    facts,
    sources: audit.sources,
    paidCall: (call) => paidCall(context, call),
    readiness: ready,
    evidence: screenshots,
    log,
  })
  handle = (request, requestId) => app.fetch(request, { requestId })
  const instance: Instance = {
    id: uuidV7(clock.now(), options.random),
    pid: processId(),
    version: options.version,
    mode: settings.mode,
    baseUrl,
    listening: formatHostPort(server),
    admin: null,
    shared: settings.shared,
    startedAt: clock.now(),
  }
  const console = openOperatorConsole({
    ...{ ...options, ...reconciling, database, file, gallery, baseUrl },
    get settings() {
      return live.settings
    },
    readiness: ready,
    browsers: () => toolbox.browsers?.counts ?? null,
    watched: jobWatch.find,
  })
  closers.push(() => console.close())
  const admin = await openAdmin(options, {
    console,
    status: async () => ({
      ...instance,
      draining: admission.draining,
      ready: await ready(),
      browsers: toolbox.browsers?.counts ?? null,
    }),
    metrics: () => metrics.write(),
  })
  if (admin !== null) closers.push(() => admin.close(stopGraceMs))
  const entered = enterInstance(database, {
    ...instance,
    admin: admin === null ? null : formatHostPort(admin),
  })
  closers.push(() => entered.leave())
  return {
    baseUrl,
    listening: server,
    admin,
    consoleLink: () =>
      admin === null
        ? null
        : makeConsoleLink(database, {
            admin: formatHostPort(admin),
            now: clock.now(),
            random: options.random,
          }),
    get facts() {
      return facts()
    },
    admission,
    reload: (given) => {
      live.settings = withLive(live.settings, given)
      shop.restock(given.tools)
      return {
        cannotRun: tools.filter((tool) => given.tools[tool].enabled && !shop.items[tool].enabled),
        pricedByOperator: tools.filter(
          (tool) => given.tools[tool].priceAtomic !== shop.items[tool].priceAtomic,
        ),
      }
    },
    renewCertificate: () => {
      if (settings.tls === null) return null
      const reading = readServerCertificate(settings.tls, clock.now())
      if (reading.status === 'unusable') return reading.detail
      server.renew(reading.certificate)
      return null
    },
    close: () => stop(options, admission, closeAll),
  }
}

/** A service that sells and cannot be measured is better than none: the port of the operator's listener may be taken. */
async function openAdmin(
  { settings, clock, random, log }: ServiceOptions,
  context: AdminContext,
): Promise<ListeningServer | null> {
  const app = createAdminApp(context)
  try {
    return await listen({
      ...settings.adminListen,
      ...{ clock, random },
      silenceMs: settings.limits.deadlineMs + silenceSlackMs,
      handler: (request) => app.fetch(request),
    })
  } catch (error) {
    log.error('admin_unavailable', { advice: 'Set admin_listen to a free port.', error })
    return null
  }
}

function usableCertificate(files: CertificateFiles, clock: Clock): ServerCertificate {
  const reading = readServerCertificate(files, clock.now())
  if (reading.status === 'read') return reading.certificate
  throw new Fault('certificate_unusable', `${reading.detail}.`)
}

/** A job that was admitted last ends with its own deadline: its last write to the ledger must still find one. */
const drainSlackMs = 1_000

/** Beyond a job, for an answer that waits in the buffers of a slow line. */
const silenceSlackMs = 60_000

/** Answers that are being written when the service stops get this long; jobs have ended by then. */
const stopGraceMs = 2_000

/** How long `/ready` may wait for the facilitator: a load balancer asks every few seconds. */
const facilitatorPatienceMs = 2_000

async function stop(
  { clock, settings, log }: ServiceOptions,
  admission: Admission,
  closeAll: () => Promise<void>,
): Promise<void> {
  const deadline = deadlineAfter(clock, settings.limits.deadlineMs + drainSlackMs)
  try {
    await deadline.race(admission.drain())
  } catch {
    log.warn('drain_cut', { running: admission.running })
  } finally {
    deadline.close()
  }
  await closeAll()
}
