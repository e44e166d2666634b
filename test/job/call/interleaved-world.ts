import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as turnOfEventLoop } from 'node:timers/promises'
import { openHttpFacilitator } from '#facilitator/http/http-facilitator.ts'
import { Fault } from '#fault.ts'
import { createToolCalls } from '#http/mcp/tool-call.ts'
import { paidHandlers } from '#http/paid-route.ts'
import type { Call } from '#job/call/call-record.ts'
import { InFlightCalls } from '#job/call/in-flight-calls.ts'
import { type PaidCallContext, paidCall } from '#job/call/paid-call.ts'
import { receiptMaker } from '#job/call/receipt.ts'
import { ResponseSlots } from '#job/call/response-slots.ts'
import type { ToolResult } from '#job/call/run-tool.ts'
import { type Circuit, openCircuit } from '#job/circuit.ts'
import { expiresAtMs, resolveManually } from '#job/reconcile/manual-resolution.ts'
import {
  openReconciler,
  type ReconcilerOptions,
  reconcileOnce,
  staleAfterMs,
  untilRecoveredMs,
} from '#job/reconcile/reconciler.ts'
import { startReportRetention } from '#job/report-retention.ts'
import { createAdmission } from '#job/selling/admission.ts'
import { createAvailability } from '#job/selling/availability.ts'
import { offerMaker } from '#job/selling/offers.ts'
import { createPayerLimits } from '#job/selling/payer-limits.ts'
import { TargetLimits } from '#job/selling/target-limits.ts'
import { VerifyLimiter } from '#job/selling/verify-limiter.ts'
import { decodeBase64 } from '#payment/base64.ts'
import type { AuthorizationKey, Ledger, LedgerEntry } from '#payment/ledger/ledger.ts'
import type { SettlementLookup } from '#payment/ledger/settlement-lookup.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Random } from '#runtime/random.ts'
import { openLedger } from '#store/ledger/open-ledger.ts'
import { PAY_TO, soundTerms } from '#test/equipment/payment/offers.ts'
import { openRecordedLog } from '#test/equipment/service/recorded-log.ts'

export const terms = soundTerms('testnet')
export const BASE_URL = 'http://127.0.0.1:8402'
export const START_MS = 1_790_000_000_000
const DEADLINE_MS = 30_000
const SETTLE_RESERVE_MS = 5_000
const SETTLE_TIMEOUT_MS = 20_000
export const PRICES = [5_000n, 7_000n] as const

const makeOffer = offerMaker({
  terms,
  payTo: PAY_TO,
  baseUrl: BASE_URL,
  serviceName: 'urlwitness',
  deadlineMs: DEADLINE_MS,
})
export const offers = PRICES.map((price) => makeOffer('probe_url', price))

/** A signed payment that a plan may send as often as it likes. */
export interface SignedPayment {
  readonly name: string
  readonly payload: unknown
  readonly header: string
  readonly key: AuthorizationKey
  readonly validBeforeS: number
  readonly isNamed: boolean
}

export interface Situation {
  /** Several processes on one ledger. */
  readonly nodes: 1 | 2
  /** Whether a chain can be read. */
  readonly hasChain: boolean
}

export type Action =
  | {
      readonly do: 'call'
      readonly payment: number
      readonly body: number
      readonly mcp: boolean
      readonly node: number
    }
  | { readonly do: 'disconnect'; readonly call: number }
  | { readonly do: 'crash'; readonly node: number }
  | { readonly do: 'reconcile' }
  | { readonly do: 'resolve by hand' }
  | { readonly do: 'price'; readonly price: number }
  | { readonly do: 'pause'; readonly paused: boolean }
  | { readonly do: 'front-run' | 'cancel' | 'drain'; readonly payment: number }
  | { readonly do: 'wait'; readonly ms: number }

/** One request of a buyer, and what came of it. */
export interface Sent {
  readonly nth: number
  readonly payment: SignedPayment
  readonly body: number
  readonly mcp: boolean
  readonly node: number
  readonly startedAt: number
  readonly leaving: AbortController
  /** When its payment was verified, in steps; infinity before that. */
  verifiedAt: number
  response: Received | null
  /** When the response was made, in steps; and whether it was written to the connection whole. */
  respondedAt: number | null
  isWritten: boolean
  /** The process died before it responded. */
  isLost: boolean
}

export interface Received {
  readonly status: number
  readonly code: string | null
  readonly paymentState: string | null
  readonly receipt: {
    readonly success: boolean
    readonly transaction: string
    readonly payer?: string
  } | null
  readonly retryAfterS: number | null
  readonly hasQuote: boolean
  readonly error: string | null
  /** The report of a 200. */
  readonly text: string | null
}

interface Authorization {
  state: 'open' | 'used' | 'canceled'
  transaction: string | null
  at: number
  step: number
  by: 'facilitator' | 'stranger' | null
}

interface Node {
  readonly id: number
  isDead: boolean
  ledger: Ledger
  inFlight: InFlightCalls
  admission: ReturnType<typeof createAdmission>
  storedSlots: ResponseSlots
  circuit: Circuit
  post: (
    sent: Sent,
    request: Request,
    onEnd: (listener: (isWritten: boolean) => void) => void,
  ) => Promise<Received>
  reconciling: ReconcilerOptions
}

interface Step {
  readonly owner: Node | null
  readonly label: string
  readonly go: () => void
}

interface Timer {
  readonly at: number
  readonly owner: Node | null
  readonly fn: () => void
}

/** Builds the raw ledger of one process; all of them are on one database. */
export type LedgerSource = () => Ledger

export class World {
  readonly log = openRecordedLog()
  readonly sent: Sent[] = []
  readonly trace: string[] = []
  readonly chain = new Map<string, Authorization>()
  readonly drained = new Set<string>()
  readonly executions = new Map<string, number>()
  readonly completed = new Set<string>()
  /** Call that reserved each nonce. */
  readonly reservedBy = new Map<string, Sent>()
  readonly settleRequests = new Map<string, number>()
  readonly violations: string[] = []
  readonly nodes: Node[] = []
  readonly #situation: Situation
  readonly #payments: readonly SignedPayment[]
  readonly #tape: readonly number[]
  readonly #faults: readonly number[]
  readonly #source: LedgerSource
  readonly #reading: Ledger
  readonly #steps: Step[] = []
  readonly #callOf = new AsyncLocalStorage<Sent>()
  #timers: Timer[] = []
  #monoMs = 0
  #wallMs = START_MS
  #at = 0
  #nextFault = 0
  #step = 0
  #busy = 0
  #random = 0
  #isHealed = false
  #price = 0
  #isPaused = false

  constructor(options: {
    readonly situation: Situation
    readonly payments: readonly SignedPayment[]
    readonly tape: readonly number[]
    readonly faults: readonly number[]
    readonly source: LedgerSource
  }) {
    this.#situation = options.situation
    this.#payments = options.payments
    this.#tape = options.tape
    this.#faults = options.faults
    this.#source = options.source
    this.#reading = options.source()
    for (const { key } of options.payments) {
      this.chain.set(key.nonce, { state: 'open', transaction: null, at: 0, step: 0, by: null })
    }
  }

  get now() {
    return this.#wallMs
  }
  get step() {
    return this.#step
  }

  /** A choice of the tape among `count`; 0 when the tape has ended. */
  choose(count: number): number {
    const value = this.#tape[this.#at] ?? 0
    this.#at += 1
    return value % count
  }

  /** A fault among `kinds`, or null: most choices are none. */
  #fault<const T extends string>(kinds: readonly T[], share = 2): T | null {
    if (this.#isHealed) return null
    const value = this.#faults[this.#nextFault] ?? 0
    this.#nextFault += 1
    const choice = value % (kinds.length * share)
    return choice === 0 ? null : (kinds[choice - 1] ?? null)
  }

  point(owner: Node | null, label: string): Promise<void> {
    if (owner?.isDead) return new Promise(() => {})
    return new Promise((go) => this.#steps.push({ owner, label, go }))
  }

  async #settleTurn(): Promise<void> {
    for (let calm = 0; calm < 4; ) {
      await turnOfEventLoop()
      calm = this.#busy === 0 ? calm + 1 : 0
    }
  }

  clockOf(owner: Node | null): Clock {
    const after = (ms: number, fn: () => void) => {
      const timer: Timer = { at: this.#monoMs + ms, owner, fn }
      this.#timers.push(timer)
      return () => {
        this.#timers = this.#timers.filter((other) => other !== timer)
      }
    }
    return {
      now: () => this.#wallMs,
      monotonicMs: () => this.#monoMs,
      after,
      sleep: (ms, signal) =>
        new Promise((resolve, reject) => {
          if (signal?.aborted) return reject(signal.reason)
          const cancel = after(ms, resolve)
          signal?.addEventListener(
            'abort',
            () => {
              cancel()
              reject(signal.reason)
            },
            { once: true },
          )
        }),
    }
  }

  readonly random: Random = {
    bytes: (count) => {
      const bytes = new Uint8Array(count)
      this.#random += 1
      for (let at = count - 1, rest = this.#random; at >= 0 && rest > 0; at -= 1, rest >>>= 8)
        bytes[at] = rest
      return bytes
    },
  }

  /** Runs the timers that are due until `ms` have passed, and all steps in between. */
  async pass(ms: number): Promise<void> {
    const until = this.#monoMs + ms
    for (;;) {
      await this.drain()
      const next = this.#nextTimer()
      if (next === null || next.at > until) break
      this.#fire(next)
    }
    this.#advanceTo(until)
    await this.drain()
  }

  jump(ms: number): void {
    this.#wallMs += ms
  }

  /** Runs every pending step, in the order of the tape. */
  async drain(): Promise<void> {
    for (;;) {
      await this.#settleTurn()
      if (this.#steps.length === 0) return
      this.#run(this.choose(this.#steps.length))
    }
  }

  #run(index: number): void {
    const [step] = this.#steps.splice(index, 1)
    if (step === undefined || step.owner?.isDead) return
    this.#step += 1
    if (this.#step > 20_000) throw new Error(`endless:\n${this.trace.slice(-60).join('\n')}`)
    this.trace.push(`${this.#step} [${step.owner?.id ?? '-'}] ${step.label}`)
    step.go()
  }

  #nextTimer(): Timer | null {
    const alive = this.#timers.filter(({ owner }) => !owner?.isDead)
    return alive.toSorted((a, b) => a.at - b.at)[0] ?? null
  }

  #advanceTo(at: number): void {
    const by = Math.max(0, at - this.#monoMs)
    this.#monoMs += by
    this.#wallMs += by
  }

  #fire(timer: Timer): void {
    this.#timers = this.#timers.filter((other) => other !== timer)
    this.#advanceTo(timer.at)
    timer.fn()
  }

  /** Interleaves the actions of a plan with the steps of the calls and the timers. */
  async run(actions: readonly Action[]): Promise<void> {
    for (let id = 0; id < this.#situation.nodes; id += 1) await this.#start(id)
    const waiting = [...actions]
    for (;;) {
      await this.#settleTurn()
      const hasStep = this.#steps.length > 0
      if (!hasStep && waiting.length === 0) break
      const move = this.choose(60)
      const timer = this.#nextTimer()
      // Now and then time passes while steps wait: a slow disk, a slow network.
      if (move === 59 && timer !== null) this.#fire(timer)
      else if (hasStep && (move % 8 < 7 || waiting.length === 0))
        this.#run(this.choose(this.#steps.length))
      else await this.#act(waiting.shift())
    }
    this.#isHealed = true
    // Longer than any call takes, and than the facilitator works on a settlement that it began.
    await this.pass(150_000)
  }

  /** The tool is for sale, at the first price. */
  sell(): void {
    this.#price = 0
    this.#isPaused = false
  }

  async #act(action: Action | undefined): Promise<void> {
    if (action === undefined) return
    this.trace.push(`${this.#step} * ${JSON.stringify(action)}`)
    switch (action.do) {
      case 'call':
        return this.send(action)
      case 'disconnect': {
        const open = this.sent.filter(({ response }) => response === null)
        open[action.call % Math.max(1, open.length)]?.leaving.abort()
        return
      }
      case 'crash': {
        const node = this.nodes[action.node % this.nodes.length]
        if (node !== undefined) this.crash(node)
        return
      }
      case 'reconcile':
        return void this.#reconcile()
      case 'resolve by hand':
        return void this.#resolveByHand()
      case 'price':
        this.#price = action.price
        return
      case 'pause':
        this.#isPaused = action.paused
        return
      case 'front-run':
        this.#transfer(this.#paymentAt(action.payment).key.nonce, 'stranger')
        return
      case 'cancel': {
        const { key } = this.#paymentAt(action.payment)
        const entry = this.chain.get(key.nonce)
        if (entry?.state === 'open') Object.assign(entry, { state: 'canceled', at: this.#wallMs })
        return
      }
      case 'drain':
        this.drained.add(this.#paymentAt(action.payment).key.payer)
        return
      case 'wait': {
        const due = this.#monoMs + action.ms
        // Calls that run see their timers at the right times.
        for (
          let timer = this.#nextTimer();
          timer !== null && timer.at <= due;
          timer = this.#nextTimer()
        ) {
          this.#fire(timer)
          await this.#settleTurn()
        }
        this.#advanceTo(due)
        return
      }
    }
  }

  #paymentAt(index: number): SignedPayment {
    const payment = this.#payments[index % this.#payments.length]
    if (payment === undefined) throw new TypeError('no payment')
    return payment
  }

  crash(node: Node): void {
    node.isDead = true
    node.circuit.close()
    for (const sent of this.sent) {
      if (sent.node === node.id && sent.response === null) sent.isLost = true
    }
    for (let at = this.#steps.length - 1; at >= 0; at -= 1) {
      if (this.#steps[at]?.owner === node) this.#steps.splice(at, 1)
    }
    void this.#start(node.id)
  }

  /** Sends one request; its response is recorded when it comes. */
  async send(about: {
    readonly payment: number
    readonly body: number
    readonly mcp: boolean
    readonly node: number
  }): Promise<void> {
    const node = this.nodes[about.node % this.nodes.length]
    if (node === undefined) throw new TypeError('no node')
    const payment = this.#paymentAt(about.payment)
    const sent: Sent = {
      nth: this.sent.length,
      payment,
      body: about.body,
      mcp: about.mcp,
      node: node.id,
      startedAt: this.#step,
      leaving: new AbortController(),
      verifiedAt: Number.POSITIVE_INFINITY,
      response: null,
      respondedAt: null,
      isWritten: false,
      isLost: false,
    }
    this.sent.push(sent)
    if (node.isDead) {
      sent.isLost = true
      return
    }
    void this.#callOf.run(sent, () => this.#exchange(node, sent))
  }

  async #exchange(node: Node, sent: Sent): Promise<void> {
    const listeners: ((isWritten: boolean) => void)[] = []
    const request = new Request(`${BASE_URL}/v1/probe-url`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'payment-signature': sent.payment.header },
      body: bodyOf(sent.body),
      signal: sent.leaving.signal,
    })
    try {
      await this.point(node, `call ${sent.nth} arrives`)
      const received = await node.post(sent, request, (listener) => void listeners.push(listener))
      sent.respondedAt = this.#step
      await this.point(
        null,
        `call ${sent.nth} responds ${received.status} ${received.code ?? received.error ?? ''}`,
      )
      const isCut = this.#fault(['cut'], 3) !== null
      sent.response = received
      sent.isWritten = !sent.leaving.signal.aborted && !isCut
      for (const listener of listeners) listener(sent.isWritten)
    } catch (error) {
      this.violations.push(`call ${sent.nth} threw ${String(error)}`)
      sent.isLost = true
    }
  }

  async #reconcile(): Promise<void> {
    const [node] = this.nodes
    if (node === undefined) return
    try {
      await reconcileOnce(node.reconciling, new AbortController().signal)
    } catch (error) {
      if (!(error instanceof Fault)) this.violations.push(`reconciler threw ${String(error)}`)
    }
  }

  /** The operator looks at the chain and decides. */
  async #resolveByHand(): Promise<void> {
    const ledger = this.#wrapped(null)(this.#source())
    for (const entry of await ledger.listUnresolved(100)) {
      const state = this.chain.get(entry.key.nonce)
      if (state?.state === 'used' && state.transaction !== null) {
        const verdict = { status: 'paid', transaction: state.transaction } as const
        await resolveManually({ ledger, clock: this.clockOf(null) }, entry, verdict)
      } else if (this.#wallMs >= expiresAtMs(entry)) {
        await resolveManually({ ledger, clock: this.clockOf(null) }, entry, { status: 'never' })
      }
    }
  }

  // ---- one process

  async #start(id: number): Promise<void> {
    const node: Node = Object.assign(Object.create(null), { id, isDead: false })
    const { log, random } = this
    const clock = this.clockOf(node)
    const isShared = this.#situation.nodes > 1
    const opened = openLedger({
      open: () => ({ ledger: this.#source(), close: () => {} }),
      clock,
      log,
      wrap: this.#wrapped(node),
    })
    const { ledger } = opened
    const inFlight = new InFlightCalls()
    const staleMs = staleAfterMs(DEADLINE_MS)
    const lookUp = this.#situation.hasChain ? this.#lookUpOf(node) : null
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
      fetch: this.#fetchOf(node),
    })
    const circuit = openCircuit({ facilitator, clock, random, log })
    const admission = createAdmission({ jobs: () => 10, browserJobs: 6 })
    const storedSlots = new ResponseSlots({ max: 128, maxPerKey: 8 })
    const items = () => {
      const offer = offers[this.#price % offers.length] ?? null
      const item = { enabled: true, paused: this.#isPaused, priceAtomic: 0n, offer }
      return { probe_url: item, render_page: item, verify_page: item }
    }
    const availability = createAvailability({
      catalog: {
        get items() {
          return items()
        },
      },
      admission,
      circuit,
      browserUnavailableCode: () => null,
      screenshots: { accepts: async () => ({ ok: true, reason: null }) },
      isLedgerSound: opened.isSound,
    })
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
      targetLimits: new TargetLimits({ clock }),
      verifyLimiter: new VerifyLimiter({ clock, ratePer10S: () => null }),
      inFlightCalls: inFlight,
      lookUp,
      hasCode: null,
      isLedgerSound: opened.isSound,
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
      availability,
      turnLimit: { admits: () => true },
      terms,
      refusalOfLiteral: async () => null,
      refusalByDns: async () => {
        await this.point(node, 'dns')
        return null
      },
      runTool: (job, deadline) => this.#runTool(node, job, deadline.signal),
      jobs: { started: () => {}, ended: () => {} },
      reports: { newLink: async () => null },
      reportUrl: (reportId) => `${BASE_URL}/${reportId}`,
      deadlineMs: DEADLINE_MS,
      settleReserveMs: SETTLE_RESERVE_MS,
      settleTimeoutMs: SETTLE_TIMEOUT_MS,
      responseRetentionMs: () => 86_400_000,
    }
    const call = (paid: Call) => paidCall(context, paid)
    const handlers = paidHandlers('probe_url', {
      facts: () => {
        throw new TypeError('unused')
      },
      paidCall: call,
    })
    const mcp = createToolCalls({ paidCall: call, baseUrl: BASE_URL, log })
    Object.assign(node, {
      ledger,
      inFlight,
      admission,
      storedSlots,
      circuit,
      reconciling,
      post: async (
        sent: Sent,
        request: Request,
        onEnd: (listener: (isWritten: boolean) => void) => void,
      ) => {
        const exchange = { requestId: `request-${sent.nth}`, onEnd }
        if (!sent.mcp) return receivedOverHttp(await handlers.post(request, exchange))
        const params = {
          name: 'probe_url',
          arguments: { url: urlOf(sent.body), detail: 'full' },
          _meta: { 'x402/payment': sent.payment.payload },
        }
        return receivedOverMcp(await mcp(params, { request, exchange }))
      },
    })
    const previous = this.nodes[id]
    // A call cannot arrive before the service listens, which is after the first recovery.
    const isFirst = previous === undefined
    if (isFirst) this.nodes[id] = node
    const opening = openReconciler(reconciling)
    if (isFirst) await this.#untilDone(opening)
    else {
      await opening.catch(() => null)
      if (node.isDead) return
      this.nodes[id] = node
    }
    startReportRetention({
      ledger,
      clock,
      log,
      retentionMs: () => 86_400_000,
      detailsRetentionMs: () => 86_400_000,
    })
  }

  async #untilDone(work: Promise<unknown>): Promise<void> {
    let isDone = false
    void work.finally(() => {
      isDone = true
    })
    while (!isDone) {
      await this.#settleTurn()
      if (this.#steps.length > 0) this.#run(0)
    }
  }

  #wrapped(node: Node | null) {
    const writes = new Set(['reserve', 'fail', 'beginSettling', 'settled', 'refused', 'unknown'])
    return (own: Ledger): Ledger => {
      const step =
        (name: string, work: (...args: unknown[]) => Promise<unknown>) =>
        async (...args: unknown[]) => {
          const sent = this.#callOf.getStore()
          const label = `${name}${sent === undefined ? '' : ` of call ${sent.nth}`}`
          await this.point(node, label)
          const fault =
            node !== null && writes.has(name) ? this.#fault(['before', 'after'], 6) : null
          if (fault === 'before') throw new Fault('ledger_unavailable', 'A test.')
          this.#busy += 1
          const result = await work(...args).finally(() => {
            this.#busy -= 1
          })
          if (name === 'reserve' && sent !== undefined && isReserved(result)) {
            const nonce = sent.payment.key.nonce
            const first = this.reservedBy.get(nonce)
            if (first !== undefined) this.violations.push(`${nonce} reserved twice`)
            this.reservedBy.set(nonce, sent)
          }
          await this.point(node, `${label} done`)
          if (fault === 'after') throw new Fault('ledger_unavailable', 'A test.')
          return result
        }
      const wrapped: Record<string, unknown> = {}
      for (const [name, method] of Object.entries(own)) {
        wrapped[name] = name === 'delivered' ? method : step(name, method)
      }
      return wrapped as unknown as Ledger
    }
  }

  async #runTool(
    node: Node,
    job: { readonly jobId: string; readonly requestedUrl: string },
    signal: AbortSignal,
  ): Promise<ToolResult> {
    this.executions.set(job.jobId, (this.executions.get(job.jobId) ?? 0) + 1)
    const sent = this.#callOf.getStore()
    if (sent === undefined || this.reservedBy.get(sent.payment.key.nonce) !== sent)
      this.violations.push(`job ${job.jobId} runs before its payment is reserved`)
    if (sent?.verifiedAt === Number.POSITIVE_INFINITY)
      this.violations.push(`job ${job.jobId} runs before its payment is verified`)
    await this.point(node, `tool of ${job.jobId}`)
    const fault = this.#fault(['fails', 'throws', 'hangs', 'slow', 'ignores'], 2)
    switch (fault) {
      case 'fails':
        return { status: 'failed', reason: 'no_evidence' }
      case 'throws':
        throw new TypeError('a bug')
      case 'hangs':
        if (!signal.aborted) await new Promise((go) => signal.addEventListener('abort', go))
        return { status: 'failed', reason: 'deadline_passed' }
      case 'slow':
        await this.clockOf(node).sleep(20_000)
        break
      case 'ignores':
        await this.clockOf(node).sleep(40_000)
        break
      case null:
        if (signal.aborted) return { status: 'failed', reason: 'deadline_passed' }
    }
    await this.point(node, `tool of ${job.jobId} done`)
    this.completed.add(job.jobId)
    const report = JSON.stringify({ job_id: job.jobId, requested_url: job.requestedUrl })
    return {
      status: 'completed',
      body: report,
      resultStatus: 'PASS',
      signFor: async () => {
        await this.point(node, 'sign')
        return report
      },
    }
  }

  // ---- facilitator and chain

  #transfer(nonce: string, by: 'facilitator' | 'stranger'): boolean {
    const entry = this.chain.get(nonce)
    const payment = this.#payments.find(({ key }) => key.nonce === nonce)
    if (entry === undefined || payment === undefined || entry.state !== 'open') return false
    if (this.#wallMs / 1_000 >= payment.validBeforeS) return false
    if (this.drained.has(payment.key.payer)) return false
    const count = [...this.chain.keys()].indexOf(nonce) + 1
    this.trace.push(`${this.#step} - ${by} moves the money of ${payment.name}`)
    Object.assign(entry, {
      state: 'used',
      transaction: `0x${count.toString(16).padStart(64, '0')}`,
      at: this.#wallMs,
      step: this.#step,
      by,
    })
    return true
  }

  #lookUpOf(node: Node): SettlementLookup {
    return async (query) => {
      await this.point(node, 'chain')
      const fault = this.#fault(['unclear', 'lags'], 3)
      if (fault === 'unclear') return { status: 'unclear', detail: 'rpc_failed' }
      const entry = this.chain.get(query.key.nonce)
      if (entry === undefined) throw new TypeError('no such nonce')
      const ageMs = this.#wallMs - entry.at
      const sinceExpiryS = this.#wallMs / 1_000 - Number(query.validBefore)
      const found =
        fault === 'lags' && entry.state !== 'open' && sinceExpiryS < 0 ? 'open' : entry.state
      await this.point(node, 'chain done')
      if (found === 'used') {
        if (ageMs < 4_000 || entry.transaction === null)
          return { status: 'waiting', detail: 'deep' }
        return { status: 'paid', transaction: entry.transaction }
      }
      if (found === 'canceled') {
        return ageMs < 15_000
          ? { status: 'waiting', detail: 'not_final' }
          : { status: 'never', reason: 'authorization_canceled' }
      }
      if (sinceExpiryS < 0) return { status: 'open' }
      return sinceExpiryS < 15
        ? { status: 'waiting', detail: 'not_final' }
        : { status: 'never', reason: 'authorization_expired' }
    }
  }

  #fetchOf(node: Node): typeof globalThis.fetch {
    return async (input, init) => {
      const path = new URL(String(input)).pathname
      const { signal } = init ?? {}
      const body = typeof init?.body === 'string' ? JSON.parse(init.body) : null
      const nonce: string = body?.paymentPayload?.payload?.authorization?.nonce ?? ''
      const work = async (): Promise<Response> => {
        switch (path) {
          case '/supported':
            return json(200, {
              kinds: [{ x402Version: 2, scheme: 'exact', network: terms.network }],
              extensions: [],
              signers: {},
            })
          case '/verify':
            return this.#verify(nonce, body)
          default:
            return this.#settle(nonce, body)
        }
      }
      const sent = this.#callOf.getStore()
      if (path === '/verify' && sent !== undefined) sent.verifiedAt = this.#step
      if (path === '/settle') await this.#checkSettle(nonce, sent)
      await this.point(node, `${path} of ${this.#nameOf(nonce)}`)
      const response = await raced(work(), signal ?? null)
      await this.point(node, `${path} of ${this.#nameOf(nonce)} done`)
      if (signal?.aborted) throw signal.reason
      return response
    }
  }

  #nameOf(nonce: string): string {
    return this.#payments.find(({ key }) => key.nonce === nonce)?.name ?? '-'
  }

  /** Like many facilitators, it checks balance and validity before the nonce, also of a payment that it has made. */
  #honestVerify(nonce: string): string | null {
    const entry = this.chain.get(nonce)
    const payment = this.#payments.find(({ key }) => key.nonce === nonce)
    if (entry === undefined || payment === undefined) return 'invalid_payload'
    if (this.drained.has(payment.key.payer)) return 'invalid_exact_evm_insufficient_balance'
    if (this.#wallMs / 1_000 >= payment.validBeforeS)
      return 'invalid_exact_evm_payload_authorization_valid_before'
    return entry.state === 'open' ? null : 'invalid_exact_evm_nonce_already_used'
  }

  async #verify(
    nonce: string,
    body: { paymentPayload: { payload: { authorization: { from: string } } } },
  ): Promise<Response> {
    const fault = this.#fault(['cut', '500', '429', 'hangs', 'malformed', 'flaky'], 3)
    const payer = body.paymentPayload.payload.authorization.from
    switch (fault) {
      case 'cut':
        throw new TypeError('fetch failed')
      case '500':
        return new Response('<h1>no</h1>', { status: 500 })
      case '429':
        return json(429, { error: 'slow down' })
      case 'hangs':
        return new Promise(() => {})
      case 'malformed':
        return new Response('{"isValid":', { status: 200 })
      case 'flaky':
        return json(200, {
          isValid: false,
          invalidReason: 'invalid_exact_evm_transaction_simulation_failed',
          payer,
        })
      case null: {
        const reason = this.#honestVerify(nonce)
        return reason === null
          ? json(200, { isValid: true, payer })
          : json(200, { isValid: false, invalidReason: reason, payer })
      }
    }
  }

  async #settle(
    nonce: string,
    body: { paymentPayload: { payload: { authorization: { from: string } } } },
  ): Promise<Response> {
    this.settleRequests.set(nonce, (this.settleRequests.get(nonce) ?? 0) + 1)
    const payer = body.paymentPayload.payload.authorization.from
    const clock = this.clockOf(null)
    const honest = () => {
      const reason = this.#honestVerify(nonce)
      const moved = reason === null && this.#transfer(nonce, 'facilitator')
      const transaction = moved ? (this.chain.get(nonce)?.transaction ?? '') : ''
      return moved
        ? json(200, { success: true, payer, transaction, network: terms.network })
        : json(200, {
            success: false,
            errorReason: reason ?? 'unexpected_settle_error',
            payer,
            transaction: '',
            network: terms.network,
          })
    }
    const fault = this.#fault(
      [
        'worked, cut',
        'cut',
        'worked, hangs',
        'late',
        '429',
        '500',
        'worked, malformed',
        'contradiction',
        'pending',
        'worked, 500',
        '503',
      ],
      2,
    )
    switch (fault) {
      case 'worked, cut':
        honest()
        throw new TypeError('fetch failed')
      case 'cut':
        throw new TypeError('fetch failed')
      case 'worked, hangs':
        honest()
        return new Promise(() => {})
      case 'late':
        await clock.sleep(30_000)
        await this.point(null, `late settlement of ${this.#nameOf(nonce)}`)
        return honest()
      case '429':
        return json(429, { error: 'slow down' })
      case '500':
        return new Response('<h1>no</h1>', { status: 500 })
      case 'worked, malformed':
        honest()
        return new Response('{"success":tru', { status: 200 })
      case 'contradiction': {
        honest()
        const transaction = this.chain.get(nonce)?.transaction ?? ''
        return json(200, { success: true, payer, transaction, network: 'eip155:1' })
      }
      case 'pending': {
        clock.after(3_000, () => void this.#transfer(nonce, 'facilitator'))
        const transaction = `0x${'ab'.repeat(32)}`
        return json(200, {
          success: false,
          errorReason: 'settlement_pending',
          payer,
          transaction,
          network: terms.network,
        })
      }
      case 'worked, 500':
        honest()
        return json(500, {
          success: false,
          errorReason: 'unexpected_settle_error',
          payer,
          transaction: '',
          network: terms.network,
        })
      case '503':
        return new Response('', { status: 503, headers: { 'retry-after': '30' } })
      case null:
        return honest()
    }
  }

  /** Only a buyer who waits may have a settlement made, and only for a report that is stored. */
  async #checkSettle(nonce: string, sent: Sent | undefined): Promise<void> {
    const name = this.#nameOf(nonce)
    const original = this.reservedBy.get(nonce)
    if (sent === undefined) this.violations.push(`${name} is settled without its buyer`)
    else if (sent.payment !== original?.payment || sent.body !== original.body)
      this.violations.push(`${name} is settled for call ${sent.nth}`)
    this.#busy += 1
    const entry = (await this.entries()).get(nonce)
    this.#busy -= 1
    if (entry?.state !== 'settling' && entry?.state !== 'unknown')
      this.violations.push(`${name} is settled in state ${entry?.state}`)
    if (entry !== undefined && !this.completed.has(entry.jobId))
      this.violations.push(`${name} is settled without a report`)
  }

  async entries(): Promise<ReadonlyMap<string, LedgerEntry>> {
    const ledger = this.#reading
    const found = new Map<string, LedgerEntry>()
    for (const { key } of this.#payments) {
      const entry = await ledger.find(key)
      if (entry !== null && entry.state !== 'archived') found.set(key.nonce, entry)
    }
    return found
  }
}

export function urlOf(body: number): string {
  return `https://www.site${body}.example.com/`
}

export function bodyOf(body: number): string {
  return JSON.stringify({ url: urlOf(body) })
}

function isReserved(result: unknown): boolean {
  return (
    typeof result === 'object' &&
    result !== null &&
    'status' in result &&
    result.status === 'reserved'
  )
}

function json(status: number, value: unknown): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json' },
  })
}

function raced<T>(work: Promise<T>, signal: AbortSignal | null): Promise<T> {
  return new Promise((resolve, reject) => {
    work.then(resolve, reject)
    const onAbort = () => reject(signal?.reason)
    if (signal?.aborted) onAbort()
    else signal?.addEventListener('abort', onAbort, { once: true })
  })
}

async function receivedOverHttp(response: Response): Promise<Received> {
  const text = await response.text()
  const body = JSON.parse(text)
  const receipt = response.headers.get('payment-response')
  const retryAfter = response.headers.get('retry-after')
  return {
    status: response.status,
    code: body.code ?? null,
    paymentState: body.payment?.state ?? null,
    receipt: receipt === null ? null : JSON.parse(decodeBase64(receipt) ?? 'null'),
    retryAfterS: retryAfter === null ? null : Number(retryAfter),
    hasQuote: response.headers.has('payment-required'),
    error: typeof body.error === 'string' ? body.error : null,
    text: response.status === 200 ? text : null,
  }
}

function receivedOverMcp(
  outcome: Awaited<ReturnType<ReturnType<typeof createToolCalls>>>,
): Received {
  if ('error' in outcome) throw new TypeError(outcome.error.message)
  const result = JSON.parse(outcome.result)
  const content = result.structuredContent ?? {}
  const failure = 'accepts' in content ? 402 : content.status
  const status = result.isError === true ? failure : 200
  return {
    status,
    code: content.code ?? null,
    paymentState: content.payment?.state ?? null,
    receipt: result._meta?.['x402/payment-response'] ?? null,
    retryAfterS: content.retry_after_s ?? null,
    hasQuote: 'accepts' in content,
    error: typeof content.error === 'string' ? content.error : null,
    text: status === 200 ? result.content[1].text : null,
  }
}
