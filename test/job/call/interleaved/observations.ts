import { AsyncLocalStorage } from 'node:async_hooks'
import type { Ledger, LedgerEntry } from '#payment/ledger/ledger.ts'
import type { Sent } from './calls.ts'
import type { Actor, Interleaving } from './interleaving.ts'
import { paymentOf, payments, type SignedPayment } from './payments.ts'
import type { FacilitatorObserver } from './simulated-facilitator.ts'

/** The actor that calls a part, and what schedules and observes it. */
export interface PartContext {
  readonly interleaving: Interleaving
  readonly observations: Observations
  readonly actor: Actor
}

/** The events of all calls, for the verdict, and the violations that show in an event itself. */
export class Observations implements FacilitatorObserver {
  readonly violations: string[] = []
  readonly sent: Sent[] = []
  /** The call that reserved each nonce. */
  readonly reservedBy = new Map<string, Sent>()
  /** How often each job ran. */
  readonly executions = new Map<string, number>()
  /** The jobs that made a report. */
  readonly completed = new Set<string>()
  readonly #interleaving: Interleaving
  readonly #ledger: Ledger
  readonly #currentCall = new AsyncLocalStorage<Sent>()

  /** `ledger`: one that no step delays. */
  constructor(interleaving: Interleaving, ledger: Ledger) {
    this.#interleaving = interleaving
    this.#ledger = ledger
  }

  /** Runs `work`, and whatever it starts, as the work for this call. */
  runAs(sent: Sent, work: () => Promise<void>): Promise<void> {
    return this.#currentCall.run(sent, work)
  }

  /** The call that the running code works for, if any. */
  currentCall(): Sent | undefined {
    return this.#currentCall.getStore()
  }

  /** The current call has reserved its payment, or cannot. */
  reserved(isReserved: boolean): void {
    const sent = this.currentCall()
    if (sent === undefined) return
    if (!isReserved) sent.decidedAt = this.#interleaving.stepCount
    if (!isReserved) return
    sent.reservedAt = this.#interleaving.stepCount
    const { nonce } = sent.payment.key
    if (this.reservedBy.has(nonce)) this.violations.push(`${nonce} reserved twice`)
    this.reservedBy.set(nonce, sent)
  }

  /** The tool begins to run for the current call. */
  executing(jobId: string): void {
    this.executions.set(jobId, (this.executions.get(jobId) ?? 0) + 1)
    const sent = this.currentCall()
    if (sent === undefined || this.reservedBy.get(sent.payment.key.nonce) !== sent)
      this.violations.push(`job ${jobId} runs before its payment is reserved`)
    if (sent?.verifiedAt === Number.POSITIVE_INFINITY)
      this.violations.push(`job ${jobId} runs before its payment is verified`)
  }

  /** The payment of the current call is sent to be verified. */
  verifying(): void {
    const sent = this.currentCall()
    if (sent !== undefined) sent.verifiedAt = this.#interleaving.stepCount
  }

  /** The current call knows whether its payment is valid. */
  verified(): void {
    const sent = this.currentCall()
    if (sent !== undefined) sent.decidedAt = this.#interleaving.stepCount
  }

  /** The response to a call is made. */
  async responding(sent: Sent): Promise<void> {
    sent.respondedAt = this.#interleaving.stepCount
    const entry = await this.#interleaving.whileBusy(this.#entryOf(sent.payment))
    sent.entry = entry ?? null
  }

  /** Only a buyer who waits may have a settlement made, and only for a report that is stored. */
  async settling(nonce: string): Promise<void> {
    const payment = paymentOf(nonce)
    const sent = this.currentCall()
    const original = this.reservedBy.get(nonce)
    if (sent !== undefined) sent.hasSettled = true
    if (sent === undefined) this.violations.push(`${payment.name} is settled without its buyer`)
    else if (sent.payment !== original?.payment || sent.body !== original.body)
      this.violations.push(`${payment.name} is settled for call ${sent.nth}`)
    const entry = await this.#interleaving.whileBusy(this.#entryOf(payment))
    if (entry?.state !== 'settling' && entry?.state !== 'unknown')
      this.violations.push(`${payment.name} is settled in state ${entry?.state}`)
    if (entry !== undefined && !this.completed.has(entry.jobId))
      this.violations.push(`${payment.name} is settled without a report`)
  }

  /** The calls in the ledger, by nonce. */
  async entries(): Promise<ReadonlyMap<string, LedgerEntry>> {
    const found = new Map<string, LedgerEntry>()
    for (const payment of payments) {
      const entry = await this.#entryOf(payment)
      if (entry !== undefined) found.set(payment.key.nonce, entry)
    }
    return found
  }

  async #entryOf({ key }: SignedPayment): Promise<LedgerEntry | undefined> {
    const entry = await this.#ledger.find(key)
    return entry === null || entry.state === 'archived' ? undefined : entry
  }
}
