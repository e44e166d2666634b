import { reportPathOf } from '#discovery/service-facts.ts'
import { Fault } from '#fault.ts'
import type { Call } from '#job/call/call-record.ts'
import type { InFlightCalls } from '#job/call/in-flight-calls.ts'
import type { CallOutcome } from '#job/call/outcome.ts'
import { type PaidCallContext, paidCall } from '#job/call/paid-call.ts'
import { ResponseSlots } from '#job/call/response-slots.ts'
import { createRecentJobs, type RecentJobs } from '#job/recent-jobs.ts'
import { type Admission, createAdmission } from '#job/selling/admission.ts'
import { type Availability, createAvailability } from '#job/selling/availability.ts'
import { browserSlots } from '#job/selling/browser-slots.ts'
import { UnpaidJobs } from '#job/selling/unpaid-jobs.ts'
import { type Metrics, openMetrics } from '#metrics/metrics.ts'
import { processLoad } from '#runtime/process/process-load.ts'
import { TurnLimit } from '#runtime/process/turn-limit.ts'
import type { Runtime } from '#runtime/runtime.ts'
import type { LiveSettings } from '#settings/live-settings.ts'
import { screenshotLimits } from '#store/screenshots/open-screenshots.ts'
import type { Tool } from '#tools/tool.ts'
import type { Payments } from './payments.ts'
import type { LivePriceList } from './price-list.ts'
import { browserUnavailableCode } from './readiness.ts'
import type { Storage } from './storage/storage.ts'
import type { ToolRunners } from './tools.ts'

/** Runs paid calls, and holds the state of the running ones. */
export interface Calls {
  readonly admission: Admission
  readonly inFlightCalls: InFlightCalls
  readonly availability: (tool: Tool) => Promise<Availability>
  readonly recentJobs: RecentJobs
  readonly metrics: Metrics
  readonly turnLimit: TurnLimit
  paidCall(call: Call): Promise<CallOutcome>
  close(): void
}

interface CallsParts {
  readonly live: LiveSettings
  readonly runtime: Runtime
  readonly version: string
  readonly storage: Storage
  readonly payments: Payments
  readonly toolRunners: ToolRunners
  readonly prices: LivePriceList
}

export function openCalls(parts: CallsParts): Calls {
  const { live, runtime, storage, payments, toolRunners } = parts
  const { priceList } = parts.prices
  const { clock } = runtime
  const settings = live.current()
  const { ledger, isLedgerSound, screenshots } = storage
  const admission = openAdmission(parts)
  const availability = createAvailability({
    priceList,
    admission,
    circuit: payments.circuit,
    browserUnavailableCode: (tool) => browserUnavailableCode(toolRunners, tool),
    screenshots,
    isLedgerSound,
  })
  const recentJobs = createRecentJobs({ clock, retentionMs: () => live.responseRetentionMs() })
  const turnLimit = new TurnLimit(toolRunners.eventLoop)
  const metrics = metricsOf(parts, { admission, turnLimit })
  const context: PaidCallContext = {
    ...runtime,
    ledger,
    receiptFor: payments.receiptFor,
    facilitator: payments.circuit.facilitator,
    admission,
    payerLimits: payments.payerLimits,
    unpaidJobs: new UnpaidJobs({
      clock,
      pauseMs: () => payments.payerLimits.current().pauseMs,
      slots: (tool) => admission.limit(tool),
    }),
    verifyLimiter: payments.verifyLimiter,
    inFlightCalls: payments.inFlightCalls,
    lookUp: payments.lookUp,
    hasCode: payments.hasCode,
    isLedgerSound,
    restored: storage.restored,
    retryAfterS: payments.retryAfterS,
    // Longer than the delay before a delivery is written.
    inFlightMs: storage.isShared ? 2_000 : 0,
    storedSlots: new ResponseSlots({ max: 128, maxPerKey: 8 }),
    availability,
    turnLimit,
    terms: settings.terms,
    refusalOfLiteral: toolRunners.refusalOfLiteral,
    refusalByDns: toolRunners.refusalByDns,
    runTool: runnerOf(toolRunners),
    jobs: recentJobs,
    reports: storage.reports,
    reportUrl: (id) => `${parts.prices.facts().baseUrl}${reportPathOf(id)}`,
    observe: metrics.observe,
    deadlineMs: settings.limits.deadlineMs,
    settleReserveMs: settings.limits.settleReserveMs,
    settleTimeoutMs: settings.facilitator.settleTimeoutMs,
    responseRetentionMs: () => live.responseRetentionMs(),
  }
  return {
    admission,
    turnLimit,
    inFlightCalls: payments.inFlightCalls,
    availability,
    recentJobs,
    metrics,
    paidCall: (call) => paidCall(context, call),
    close: () => metrics.close(),
  }
}

function openAdmission({ live, toolRunners, runtime }: CallsParts): Admission {
  const { browserJobs } = live.current().limits
  return createAdmission({
    jobs: () => live.current().limits.admittedJobs,
    browserJobs: () => {
      const load = toolRunners.browserLoad()
      return load === null ? browserJobs : browserSlots(browserJobs, load)
    },
    clock: runtime.clock,
  })
}

function metricsOf(
  parts: CallsParts,
  { admission, turnLimit }: { readonly admission: Admission; readonly turnLimit: TurnLimit },
): Metrics {
  const { live, storage, toolRunners } = parts
  const { priceList } = parts.prices
  return openMetrics({
    clock: parts.runtime.clock,
    about: { version: parts.version, mode: live.current().mode },
    jobs: () => ({ running: admission.running, limit: live.current().limits.admittedJobs }),
    requestsShed: () => turnLimit.shed(),
    browsers: () => toolRunners.browsers?.counts() ?? null,
    forSale: (tool) => {
      const { enabled, paused, offer } = priceList.items[tool]
      return enabled && !paused && offer !== null
    },
    ledger: () => storage.ledger.countByState(),
    screenshots: () => screenshotTotals(storage, live),
    load: processLoad,
  })
}

/** Number and size of the stored screenshots, and the quota that limits their size. */
export async function screenshotTotals(
  { screenshotList }: Pick<Storage, 'screenshotList'>,
  live: LiveSettings,
): Promise<{ readonly count: number; readonly bytes: number; readonly quotaBytes: number }> {
  const { quotaBytes } = screenshotLimits(live.current().evidence)
  const { count, bytes } = await screenshotList.totals()
  return { count, bytes, quotaBytes }
}

function runnerOf({ runners }: ToolRunners): PaidCallContext['runTool'] {
  return (job, deadline) => {
    const run = runners[job.tool]
    if (run === undefined) throw new Fault('tool_missing', 'A tool was sold that cannot run.')
    return run(job, deadline)
  }
}
