import { Fault } from '#fault.ts'
import { expiresAtMs, resolveManually } from '#job/reconcile/manual-resolution.ts'
import { reconcileOnce } from '#job/reconcile/reconciler.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import type { Sent } from './calls.ts'
import { interleavedLedger } from './interleaved-ledger.ts'
import { interleavedTool } from './interleaved-tool.ts'
import type { Interleaving } from './interleaving.ts'
import { Observations } from './observations.ts'
import { offers, payments, type SignedPayment } from './payments.ts'
import { SimulatedChain } from './simulated-chain.ts'
import { SimulatedFacilitator } from './simulated-facilitator.ts'
import { openProcess, type SimulatedProcess } from './simulated-process.ts'

/** What stays the same during one simulation. */
export interface Situation {
  /** The number of processes on one ledger. */
  readonly processes: 1 | 2
  /** Whether a chain can be read. */
  readonly hasChain: boolean
  /** Whether the ledger may fail. Without such faults more calls get as far as the facilitator. */
  readonly hasLedgerFaults: boolean
}

/** A request of a buyer; the numbers choose among the payments, bodies and processes. */
export interface PlannedCall {
  readonly payment: number
  readonly body: number
  readonly mcp: boolean
  readonly process: number
}

/** An action of a buyer, of the operator, or of anyone else. */
export type Action =
  | ({ readonly do: 'call' } & PlannedCall)
  | { readonly do: 'disconnect'; readonly call: number }
  | { readonly do: 'crash'; readonly process: number }
  | { readonly do: 'reconcile' }
  | { readonly do: 'resolve by hand' }
  | { readonly do: 'price'; readonly price: number }
  | { readonly do: 'pause'; readonly paused: boolean }
  | { readonly do: 'front-run' | 'cancel' | 'drain'; readonly payment: number }
  | { readonly do: 'wait'; readonly ms: number }

/** Longer than any call takes, and than the facilitator works on a settlement that it began. */
const LONGEST_MS = 150_000

/** Processes of the service on one ledger, their buyers, operator, facilitator and chain. */
export class World {
  readonly situation: Situation
  readonly interleaving: Interleaving
  readonly observations: Observations
  readonly chain: SimulatedChain
  readonly facilitator: SimulatedFacilitator
  /** The processes that are running, one for each number. */
  readonly processes: SimulatedProcess[] = []
  readonly #connect: () => Ledger
  #price = 0
  #isPaused = false

  /** `connect`: opens the ledger of one process; all of them are on one database. */
  constructor(situation: Situation, interleaving: Interleaving, connect: () => Ledger) {
    this.situation = situation
    this.interleaving = interleaving
    this.observations = new Observations(interleaving, connect())
    this.chain = new SimulatedChain(interleaving)
    this.facilitator = new SimulatedFacilitator(interleaving, this.chain, this.observations)
    this.#connect = connect
  }

  /** Runs a plan to its end, and then without faults until nothing is under way. */
  async run(actions: readonly Action[]): Promise<void> {
    for (let id = 0; id < this.situation.processes; id += 1) {
      await this.interleaving.finish(this.#start(id))
    }
    await this.interleaving.interleave(actions, (action) => this.#act(action))
    this.interleaving.endFaults()
    await this.interleaving.pass(LONGEST_MS)
  }

  /** The tool is for sale, at the first price. */
  sell(): void {
    this.#price = 0
    this.#isPaused = false
  }

  /** Sends one request; its response is recorded when it comes. */
  send({ payment, body, mcp, process: number }: PlannedCall): Sent {
    const process = chosen(this.processes, number)
    const sent: Sent = {
      nth: this.observations.sent.length,
      payment: chosen(payments, payment),
      body,
      mcp,
      process: this.processes.indexOf(process),
      leaving: new AbortController(),
      verifiedAt: Number.POSITIVE_INFINITY,
      decidedAt: 0,
      reservedAt: Number.POSITIVE_INFINITY,
      hasSettled: false,
      hasLedgerFault: false,
      response: null,
      respondedAt: null,
      entry: null,
      isWritten: false,
      isLost: !process.isListening,
    }
    this.observations.sent.push(sent)
    if (!sent.isLost) void this.observations.runAs(sent, () => this.#exchange(process, sent))
    return sent
  }

  async #act(action: Action): Promise<void> {
    const { interleaving, chain } = this
    interleaving.note(`* ${JSON.stringify(action)}`)
    switch (action.do) {
      case 'call':
        this.send(action)
        return
      case 'disconnect': {
        const open = this.observations.sent.filter(({ response }) => response === null)
        open[action.call % Math.max(1, open.length)]?.leaving.abort()
        return
      }
      case 'crash':
        this.#crash(action.process % this.processes.length)
        return
      case 'reconcile':
        void this.#reconcile()
        return
      case 'resolve by hand':
        void this.#resolveByHand()
        return
      case 'price':
        this.#price = action.price
        return
      case 'pause':
        this.#isPaused = action.paused
        return
      case 'front-run':
        return chain.transfer(paymentAt(action).key.nonce, 'stranger')
      case 'cancel':
        return chain.cancel(paymentAt(action).key.nonce)
      case 'drain':
        return chain.drain(paymentAt(action).key.payer)
      case 'wait':
        return interleaving.passWithoutSteps(action.ms)
    }
  }

  async #exchange(process: SimulatedProcess, sent: Sent): Promise<void> {
    const { interleaving, observations } = this
    const listeners: ((isWritten: boolean) => void)[] = []
    try {
      await process.actor.step(`call ${sent.nth} arrives`)
      const received = await process.handle(sent, (listener) => void listeners.push(listener))
      await observations.responding(sent)
      const { status, code, error } = received
      await interleaving.outside.step(`call ${sent.nth} responds ${status} ${code ?? error ?? ''}`)
      const isCut = interleaving.fault(['cut'], 3) !== null
      sent.response = received
      sent.isWritten = !sent.leaving.signal.aborted && !isCut
      for (const listener of listeners) listener(sent.isWritten)
    } catch (error) {
      observations.violations.push(`call ${sent.nth} threw ${String(error)}`)
      sent.isLost = true
    }
  }

  /** A process dies, whether it listens yet or not, and is started again. */
  #crash(id: number): void {
    this.processes[id]?.crash()
    for (const sent of this.observations.sent) {
      if (sent.process === id && sent.response === null) sent.isLost = true
    }
    void this.#start(id)
  }

  #start(id: number): Promise<void> {
    const process = this.#open(id)
    this.processes[id] = process
    return process.start()
  }

  #open(id: number): SimulatedProcess {
    const { interleaving, observations, situation } = this
    const actor = interleaving.actor(String(id))
    const context = { interleaving, observations, actor }
    return openProcess({
      actor,
      random: interleaving.random,
      openLedger: () => interleavedLedger(this.#connect(), context, situation.hasLedgerFaults),
      runTool: interleavedTool(context),
      fetch: this.facilitator.fetchOf(actor),
      lookUp: situation.hasChain ? this.chain.lookUpOf(actor) : null,
      isShared: situation.processes > 1,
      sale: () => ({ offer: chosen(offers, this.#price), paused: this.#isPaused }),
    })
  }

  /** The operator has every unknown outcome looked up. */
  async #reconcile(): Promise<void> {
    const { reconciling } = chosen(this.processes, 0)
    try {
      await reconcileOnce(reconciling, new AbortController().signal)
    } catch (error) {
      if (!(error instanceof Fault))
        this.observations.violations.push(`reconciler threw ${String(error)}`)
    }
  }

  /** The operator looks at the chain and decides. */
  async #resolveByHand(): Promise<void> {
    const { interleaving, observations, chain } = this
    const { outside } = interleaving
    const context = { interleaving, observations, actor: outside }
    const ledger = interleavedLedger(this.#connect(), context, false)
    for (const entry of await ledger.listUnresolved(100)) {
      const transfer = chain.transferOf(entry.key.nonce)
      const verdict =
        transfer === null
          ? ({ status: 'never' } as const)
          : ({ status: 'paid', transaction: transfer.transaction } as const)
      if (verdict.status === 'paid' || outside.clock.now() >= expiresAtMs(entry))
        await resolveManually({ ledger, clock: outside.clock }, entry, verdict)
    }
  }
}

function paymentAt({ payment }: { readonly payment: number }): SignedPayment {
  return chosen(payments, payment)
}

/** The element that a number of a plan chooses. */
function chosen<T>(all: readonly T[], number: number): T {
  const element = all[number % all.length]
  if (element === undefined) throw new TypeError('nothing to choose from')
  return element
}
