import { join } from 'node:path'
import type { BrowserFacts } from './chrome/contract.ts'
import { type ConsoleLink, makeConsoleLink } from './console-link.ts'
import { openFacilitator, settlementLookup } from './counterparty.ts'
import { takeFolder } from './data-folder.ts'
import type { ServiceFacts, SoldTool } from './discovery/service-facts.ts'
import { type Tool, tools } from './evidence/scalar.ts'
import type { ScreenshotStore } from './evidence/screenshot-store.ts'
import { Fault } from './fault.ts'
import { metaRules } from './findings/meta.ts'
import { rules } from './findings/rules.ts'
import { type AdminContext, openAdminApp } from './http/admin-app.ts'
import { openApp } from './http/app.ts'
import { type ListeningServer, listen } from './http/server.ts'
import { type Admission, openAdmission } from './job/admission.ts'
import { openCircuit } from './job/circuit.ts'
import { openJobWatch } from './job/job-watch.ts'
import { offerMaker, type Sale, type ToolOffer } from './job/offers.ts'
import { type PaidCallContext, paidCall } from './job/paid-call.ts'
import { openPayerLimits } from './job/payer-limits.ts'
import { fine, type PartState, type Readiness, readiness } from './job/readiness.ts'
import { openReconciler } from './job/reconciler.ts'
import { changesOf, openShop, type ShopItems } from './job/shop.ts'
import { openOperatorConsole } from './operator-console.ts'
import type { Facilitator } from './payment/facilitator.ts'
import type { Ledger } from './payment/ledger.ts'
import { atomicToUsd } from './payment/terms.ts'
import { toolReportJsonSchema } from './report/contract.ts'
import type { Clock } from './runtime/clock.ts'
import { deadlineAfter } from './runtime/deadline.ts'
import type { Log } from './runtime/log.ts'
import { processId } from './runtime/process.ts'
import { type Random, uuidV7 } from './runtime/random.ts'
import { serviceName } from './runtime/version.ts'
import type { Settings } from './settings/settings.ts'
import { formatHostPort, type HostPort } from './settings/values.ts'
import type { ConnectionOptions } from './store/connection.ts'
import { DATABASE_NAME, type Database, openDatabase } from './store/database.ts'
import { EVIDENCE_FOLDER, evidenceFolder } from './store/evidence-folder.ts'
import { enterInstance, type Instance } from './store/instances.ts'
import { openLedger } from './store/ledger.ts'
import { watchOverrides } from './store/override-watch.ts'
import type { GalleryParts } from './store/screenshot-gallery.ts'
import { openJanitor } from './store/screenshot-janitor.ts'
import { openScreenshotRows } from './store/screenshot-rows.ts'
import { openScreenshotStore } from './store/screenshots.ts'
import { openToolbox, type Toolbox, type ToolboxOptions } from './toolbox.ts'
import { toolRequestJsonSchema } from './tools/tool-request.ts'
import { needsBrowser, toolDefinitions } from './tools/tools.ts'

export interface ServiceOptions extends Pick<ToolboxOptions, 'connect' | 'trust'> {
  readonly settings: Settings
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly version: string
  /** Instead of the one that the settings name. */
  readonly facilitator?: Facilitator
  /** Instead of those of the toolbox, tool by tool. */
  readonly runners?: Toolbox['runners']
  /** Put around the ledger: what fault tests stop the process in. */
  readonly aroundLedger?: (own: Ledger) => Ledger
  /** The SQLite addon of a single executable. */
  readonly nativeBinding?: object
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

async function open(
  options: ServiceOptions,
  closers: (() => void | Promise<void>)[],
  closeAll: () => Promise<void>,
): Promise<Service> {
  const { settings, clock, log } = options
  // First of all, so that a second start by mistake fails here, before it takes the first one's running jobs for those of
  // a crash.
  const lock = takeFolder(settings, options.nativeBinding)
  closers.push(() => lock.release())
  // The base URL may hold the port that the system picks, so the handler comes later.
  let handle: (request: Request) => Response | Promise<Response> = () =>
    new Response(null, { status: 503 })
  const server = await listen({ ...settings.listen, clock, handler: (request) => handle(request) })
  closers.push(() => server.close(stopGraceMs))
  const file: ConnectionOptions = {
    file: join(settings.dataDir, DATABASE_NAME),
    ...(options.nativeBinding === undefined ? {} : { nativeBinding: options.nativeBinding }),
  }
  const database = openDatabase(file)
  closers.push(() => void database.close())
  const ownLedger = openLedger(database)
  const ledger = options.aroundLedger?.(ownLedger) ?? ownLedger
  closers.push(forgettingReports(options, ledger))
  const { screenshots, gallery } = openScreenshots(options, database, closers)

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
  const admission = openAdmission({
    jobs: settings.limits.admittedJobs,
    browserJobs: settings.limits.browserJobs,
  })

  const baseUrl = settings.baseUrl ?? `http://${formatHostPort(server)}`

  const toolbox = openToolbox({
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
  const shop = openShop({
    tools: settings.tools,
    overrides: overrideWatch.first,
    canRun: (tool) => runners[tool] !== undefined,
    offer: offerMakerOf(settings, baseUrl),
  })
  const sale = async (tool: Tool): Promise<Sale> => {
    const { enabled, paused, offer } = shop.items[tool]
    if (offer === null) return { status: 'closed', code: 'not_configured' }
    if (!enabled) return { status: 'closed', code: 'route_disabled' }
    if (paused) return { status: 'closed', code: 'route_paused' }
    if (admission.draining) return { status: 'closed', code: 'draining' }
    const retryAfterS = circuit.retryAfterS()
    if (retryAfterS !== null) {
      return { status: 'closed', code: 'facilitator_unavailable', retryAfterS }
    }
    if (needsBrowser(tool)) {
      const code = await closedForBrowsers(toolbox, options.runners?.[tool], screenshots)
      if (code !== null) return { status: 'closed', code }
    }
    if (admission.full(tool)) return { status: 'closed', code: 'at_capacity' }
    return { status: 'open', offer }
  }
  const answersKeptMs = settings.evidence.ttlHours * 3_600_000
  const jobWatch = openJobWatch({ clock, keptMs: answersKeptMs })
  const context: PaidCallContext = {
    ...options,
    admission,
    ledger,
    facilitator: circuit.facilitator,
    payers: openPayerLimits({
      ledger,
      clock,
      unsettledPerPayer: settings.limits.unsettledPerPayer,
      refusedPauseMs: settings.limits.refusedPayerPauseS * 1000,
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
    answersKeptMs,
  }
  const facts = liveFacts(
    () => shop.items,
    (items) => factsOf(options, baseUrl, facilitator, items),
  )
  const ready = remembered(clock, () =>
    readiness({
      mode: settings.mode,
      ledger,
      facilitator: circuit.facilitator,
      circuit,
      sale,
      optionalParts: () => browserParts(toolbox, screenshots),
      running: admission.running,
      limit: settings.limits.admittedJobs,
      deadline: () => deadlineAfter(clock, facilitatorPatienceMs),
    }),
  )
  const app = openApp({
    facts,
    schemas: { input: toolRequestJsonSchema, output: toolReportJsonSchema },
    codes: [...rules, ...metaRules],
    paidCall: (call) => paidCall(context, call),
    readiness: ready,
    evidence: screenshots,
    log,
  })
  handle = (request) => app.fetch(request)
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
    close: () => stop(options, admission, closeAll),
  }
}

/** A service that sells and cannot be measured is better than none: the port of the operator's listener may be taken. */
async function openAdmin(
  { settings, clock, log }: ServiceOptions,
  context: AdminContext,
): Promise<ListeningServer | null> {
  const app = openAdminApp(context)
  try {
    return await listen({
      ...settings.adminListen,
      clock,
      handler: (request) => app.fetch(request),
    })
  } catch (error) {
    log.error('admin_unavailable', { advice: 'Set admin_listen to a free port.', error })
    return null
  }
}

/** Reports are another's data: they go within the hours that the settings name, looked at this often. */
const forgetEveryMs = 10 * 60_000

function forgettingReports({ clock, settings, log }: ServiceOptions, ledger: Ledger): () => void {
  let cancel = () => {}
  let closed = false
  const forget = async () => {
    try {
      await ledger.forgetReports(clock.now() - settings.evidence.ttlHours * 3_600_000)
    } catch (error) {
      // A full or locked disk: the next look tries again.
      log.error('reports_not_forgotten', { error })
    }
    if (!closed) cancel = clock.after(forgetEveryMs, () => void forget())
  }
  void forget()
  return () => {
    closed = true
    cancel()
  }
}

const bytesPerMb = 1_048_576

function openScreenshots(
  options: ServiceOptions,
  database: Database,
  closers: (() => void | Promise<void>)[],
): { readonly screenshots: ScreenshotStore; readonly gallery: GalleryParts } {
  const { evidence, dataDir } = options.settings
  const folder = evidenceFolder(join(dataDir, EVIDENCE_FOLDER))
  folder.make()
  const rows = openScreenshotRows(database)
  const janitor = openJanitor({ ...options, rows, folder })
  closers.push(() => janitor.close())
  const screenshots = openScreenshotStore({
    ...options,
    rows,
    folder,
    quotaBytes: evidence.quotaMb * bytesPerMb,
    minFreeBytes: evidence.minFreeMb * bytesPerMb,
    ttlMs: evidence.ttlHours * 3_600_000 - KEPT_WITHIN_MS,
  })
  return { screenshots, gallery: { ...options, rows, folder } }
}

/** From the picture to its place on the disk: it lives from the one, and the promise counts from the other. */
const KEPT_WITHIN_MS = 30_000

/** Answers that are being written when the service stops get this long; jobs have ended by then. */
const stopGraceMs = 2_000

/** How long `/ready` may wait for the facilitator: a load balancer asks every few seconds. */
const facilitatorPatienceMs = 2_000

/** `/ready` writes to the disk and asks the facilitator: strangers must not multiply that. */
const readinessKeptMs = 1_000

function remembered(clock: Clock, look: () => Promise<Readiness>): () => Promise<Readiness> {
  let kept: { readonly at: number; readonly readiness: Promise<Readiness> } | null = null
  return () => {
    const now = clock.monotonicMs()
    if (kept === null || now - kept.at > readinessKeptMs) kept = { at: now, readiness: look() }
    return kept.readiness
  }
}

async function stop(
  { clock, settings, log }: ServiceOptions,
  admission: Admission,
  closeAll: () => Promise<void>,
): Promise<void> {
  const deadline = deadlineAfter(clock, settings.limits.deadlineMs)
  try {
    await deadline.race(admission.drain())
  } catch {
    log.warn('drain_cut', { running: admission.running })
  } finally {
    deadline.close()
  }
  await closeAll()
}

function offerMakerOf(
  settings: Settings,
  baseUrl: string,
): ((tool: Tool, priceAtomic: bigint) => ToolOffer) | null {
  const { terms, payTo, limits } = settings
  if (payTo === null) return null
  if (settings.mode !== 'sandbox' && settings.facilitatorUrl === null) return null
  return offerMaker({ terms, payTo, baseUrl, serviceName, deadlineMs: limits.deadlineMs })
}

/** The same object while the shop is arranged the same: what is made of it need not be made again. */
function liveFacts(
  items: () => ShopItems,
  make: (items: ShopItems) => ServiceFacts,
): () => ServiceFacts {
  let of = items()
  let facts = make(of)
  return () => {
    if (of !== items()) {
      of = items()
      facts = make(of)
    }
    return facts
  }
}

/** Why the tools that need a browser are not sold now; null when they are. */
async function closedForBrowsers(
  { browsers }: Toolbox,
  instead: unknown,
  screenshots: ScreenshotStore,
): Promise<'browser_unavailable' | 'egress_unavailable' | 'at_capacity' | null> {
  if (instead === undefined && browsers !== null && browsers.status.status !== 'ready') {
    return browsers.status.status === 'leaking' ? 'egress_unavailable' : 'browser_unavailable'
  }
  // A report whose picture finds no room could not be delivered.
  return (await screenshots.accepts()).ok ? null : 'at_capacity'
}

/** What `/ready` tells of them. Without a browser by choice there is nothing to tell. */
async function browserParts(
  { browsers }: Toolbox,
  screenshots: ScreenshotStore,
): Promise<Readonly<Record<string, PartState>>> {
  if (browsers === null) return {}
  const room = await screenshots.accepts()
  const disk = room.ok ? fine : { ok: false, detail: diskDetails[room.reason ?? 'disk_error'] }
  const { status } = browsers
  switch (status.status) {
    case 'ready':
      return { browser: browserState(status.browser), egress: fine, disk }
    case 'leaking':
      return { browser: fine, egress: { ok: false, detail: status.detail }, disk }
    case 'starting':
      return { browser: { ok: false, detail: 'The browser is starting.' }, egress: fine, disk }
    case 'unavailable':
      return { browser: { ok: false, detail: status.detail }, egress: fine, disk }
  }
}

const diskDetails = {
  quota: 'Screenshots fill their quota: raise evidence.quota_mb, or wait until some expire.',
  disk_full: 'The disk is full: free some, or lower evidence.min_free_mb.',
  disk_error: 'Screenshots cannot be written.',
}

function browserState({ sandboxed, engine, version }: BrowserFacts): PartState {
  const detail = sandboxed ? null : 'The sandbox is off (browser.sandbox = false).'
  return { ok: true, detail: detail === null ? null : `${engine} ${version}. ${detail}` }
}

function factsOf(
  { settings, version }: ServiceOptions,
  baseUrl: string,
  facilitator: Facilitator,
  items: ShopItems,
): ServiceFacts {
  const { terms, limits } = settings
  const sold = (tool: Tool): SoldTool => {
    const { enabled, paused, priceAtomic, offer } = items[tool]
    const isSold = enabled && offer !== null
    return {
      tool,
      definition: toolDefinitions[tool],
      enabled: isSold,
      paused,
      priceUsd: atomicToUsd(priceAtomic),
      priceAtomic: priceAtomic.toString(),
      offer: isSold ? offer.offer : null,
    }
  }
  return {
    service: serviceName,
    version,
    mode: settings.mode,
    baseUrl,
    payment: {
      network: terms.network,
      payTo: settings.payTo,
      asset: terms.asset,
      symbol: terms.symbol,
      decimals: terms.decimals,
      facilitator: facilitator.url,
      simulated: settings.mode === 'sandbox',
    },
    tools: tools.map(sold),
    limits: { ...limits, evidenceTtlHours: settings.evidence.ttlHours },
  }
}
