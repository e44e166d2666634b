import { openHttpFacilitator } from '#facilitator/http/http-facilitator.ts'
import { createSoldReports } from '#http/mcp/sold-reports.ts'
import { createToolCalls } from '#http/mcp/tool-call.ts'
import { paidHandlers } from '#http/paid-route.ts'
import type { Call } from '#job/call/call-record.ts'
import { InFlightCalls } from '#job/call/in-flight-calls.ts'
import { type PaidCallContext, paidCall } from '#job/call/paid-call.ts'
import { receiptMaker } from '#job/call/receipt.ts'
import { ResponseSlots } from '#job/call/response-slots.ts'
import type { ToolRunner } from '#job/call/run-tool.ts'
import { Circuit } from '#job/circuit.ts'
import {
  openReconciler,
  type ReconcilerOptions,
  staleAfterMs,
  untilRecoveredMs,
} from '#job/reconcile/reconciler.ts'
import { startReportRetention } from '#job/report-retention.ts'
import { type Admission, createAdmission } from '#job/selling/admission.ts'
import { createAvailability } from '#job/selling/availability.ts'
import type { ToolOffer } from '#job/selling/offers.ts'
import { createPayerLimits } from '#job/selling/payer-limits.ts'
import { UnpaidJobs } from '#job/selling/unpaid-jobs.ts'
import { VerifyLimiter } from '#job/selling/verify-limiter.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import type { SettlementLookup } from '#payment/ledger/settlement-lookup.ts'
import type { Random } from '#runtime/random.ts'
import { openLedger } from '#store/ledger/open-ledger.ts'
import { openRecordedLog } from '#test/equipment/service/recorded-log.ts'
import {
  type Received,
  receivedOverHttp,
  receivedOverMcp,
  requestOf,
  type Sent,
  toolCallOf,
} from './calls.ts'
import type { Actor } from './interleaving.ts'
import { BASE_URL, DEADLINE_MS, terms } from './payments.ts'

const SETTLE_RESERVE_MS = 5_000
const SETTLE_TIMEOUT_MS = 20_000
const RETENTION_MS = 86_400_000

/** What a process of the service is connected to. */
export interface ProcessOptions {
  readonly actor: Actor
  readonly random: Random
  readonly openLedger: () => Ledger
  readonly runTool: ToolRunner
  readonly fetch: typeof globalThis.fetch
  /** Null where no chain can be read. */
  readonly lookUp: SettlementLookup | null
  /** Whether other processes use the same ledger. */
  readonly isShared: boolean
  readonly sale: () => { readonly offer: ToolOffer; readonly paused: boolean }
}

/** One process of the service. */
export interface SimulatedProcess {
  readonly actor: Actor
  readonly admission: Admission
  readonly inFlight: InFlightCalls
  readonly storedSlots: ResponseSlots
  readonly reconciling: ReconcilerOptions
  /** False until it has recovered what an earlier process left. */
  readonly isListening: boolean
  /** Starts the service; resolves when it listens, never when it dies before. */
  start(): Promise<void>
  /** Handles a call over HTTP or MCP. `onEnd` gets a listener for the end of its response. */
  handle(sent: Sent, onEnd: (listener: (isWritten: boolean) => void) => void): Promise<Received>
  /** The process dies. */
  crash(): void
}

/** Joins the real parts of a service, as `service/` does, on the simulated clock. */
export function openProcess(options: ProcessOptions): SimulatedProcess {
  const { actor, random, lookUp, isShared, runTool } = options
  const { clock } = actor
  const log = openRecordedLog()
  let isListening = false
  const { ledger, isSound } = openLedger({
    open: () => ({ ledger: options.openLedger(), close: () => {} }),
    clock,
    log,
  })
  const inFlight = new InFlightCalls()
  const staleMs = staleAfterMs(DEADLINE_MS)
  const reconciling: ReconcilerOptions = {
    ledger,
    lookUp,
    clock,
    log,
    abandoned: () => (isShared ? { staleMs } : { notOf: inFlight.jobIds() }),
  }
  const facilitator = openHttpFacilitator({
    url: 'https://facilitator.example.com',
    verifyTimeoutMs: 5_000,
    settleTimeoutMs: SETTLE_TIMEOUT_MS,
    network: terms.network,
    clock,
    log,
    fetch: options.fetch,
  })
  const circuit = new Circuit({ facilitator, clock, random, log })
  const admission = createAdmission({ jobs: () => 10, browserJobs: () => 6, clock })
  const storedSlots = new ResponseSlots({ max: 128, maxPerKey: 8 })
  const priceList = {
    get items() {
      const item = { enabled: true, priceAtomic: 0n, ...options.sale() }
      return { probe_url: item, render_page: item, verify_page: item }
    },
  }
  const context: PaidCallContext = {
    clock,
    random,
    log,
    ledger,
    receiptFor: receiptMaker(null, BASE_URL),
    facilitator: circuit.facilitator,
    admission,
    payerLimits: createPayerLimits({
      clock,
      unsettledPerPayer: () => 20,
      refusedPauseMs: () => 60_000,
    }),
    unpaidJobs: new UnpaidJobs({ clock, pauseMs: () => 60_000, slots: admission.limit }),
    verifyLimiter: new VerifyLimiter({ clock, ratePer10S: () => null }),
    inFlightCalls: inFlight,
    lookUp,
    hasCode: null,
    isLedgerSound: isSound,
    restored: null,
    retryAfterS: (entry) =>
      Math.ceil(
        untilRecoveredMs(entry, {
          now: clock.now(),
          isInFlightHere: inFlight.has(entry.key),
          staleMs: isShared ? staleMs : null,
        }) / 1_000,
      ),
    inFlightMs: isShared ? 2_000 : 0,
    storedSlots,
    availability: createAvailability({
      priceList,
      admission,
      circuit,
      browserUnavailableCode: () => null,
      screenshots: { accepts: async () => ({ ok: true, reason: null }) },
      isLedgerSound: isSound,
    }),
    turnLimit: { admits: () => true },
    terms,
    refusalOfLiteral: async () => null,
    refusalByDns: async () => {
      await actor.step('dns')
      return null
    },
    runTool,
    jobs: { started: () => {}, ended: () => {} },
    reports: { newLink: async () => null },
    reportUrl: (reportId) => `${BASE_URL}/${reportId}`,
    deadlineMs: DEADLINE_MS,
    settleReserveMs: SETTLE_RESERVE_MS,
    settleTimeoutMs: SETTLE_TIMEOUT_MS,
    responseRetentionMs: () => RETENTION_MS,
  }
  const call = (paid: Call) => paidCall(context, paid)
  const facts = () => {
    throw new TypeError('unused')
  }
  const handlers = paidHandlers('probe_url', { facts, paidCall: call })
  const callTool = createToolCalls({
    paidCall: call,
    baseUrl: BASE_URL,
    log,
    soldReports: createSoldReports({ find: async () => null }),
  })
  return {
    actor,
    admission,
    inFlight,
    storedSlots,
    reconciling,
    get isListening() {
      return isListening
    },
    start: async () => {
      await openReconciler(reconciling)
      startReportRetention({
        ledger,
        clock,
        log,
        retentionMs: () => RETENTION_MS,
        detailsRetentionMs: () => RETENTION_MS,
      })
      isListening = true
    },
    handle: async (sent, onEnd) => {
      const request = requestOf(sent)
      const exchange = { requestId: `request-${sent.nth}`, network: '', waitedMs: 0, onEnd }
      return sent.mcp
        ? receivedOverMcp(await callTool(toolCallOf(sent), { request, exchange }))
        : receivedOverHttp(await handlers.post(request, exchange))
    },
    crash: () => {
      isListening = false
      actor.stop()
      circuit.close()
    },
  }
}
