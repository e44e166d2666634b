import type { SettleOutcome } from '#payment/facilitator.ts'
import type { Clock } from '#runtime/clock.ts'

/**
 * The class of the payment that is verified. `paid`: a call of this payer was settled before. `contract`: the payer's key
 * did not make the signature, so only the facilitator can check it; such signatures cost nothing to make.
 */
export type VerifyClass = 'paid' | 'new' | 'contract'

/** Limits of concurrent verifications. The facilitator responds in about 300 ms, so this is about a hundred a second. */
const MAX_CONCURRENT: Readonly<Record<VerifyClass, number>> = { paid: 32, new: 24, contract: 4 }

/** Shares of the rate that the facilitator accepts; the rest is for payers who have paid before. */
const RATE_SHARES: Readonly<Record<VerifyClass, number>> = { paid: 1, new: 0.75, contract: 0.125 }

/** Facilitator calls of one payment: a verification, and the settlement that follows a valid one. */
const CALLS_OF_PAYMENT = 2

const WINDOW_MS = 10_000
/** The share of the rate at which the facilitator refused a call that is used from then on. */
const BACKOFF_FACTOR = 0.9
/** A 429 after fewer calls than this in the window proves little about our rate, and must not stop sales. */
const MIN_CALLS_TO_LEARN = 10
/** After each such period without a refusal the learned rate grows by a tenth, since facilitators change their limits. */
const GROW_AFTER_MS = 60_000

/** One payment on its way from verification to settlement. */
export interface VerifyPermit {
  /** Releases the slot of the finished verification. Idempotent. */
  verified(): void
  /** Makes the settle call, for which room was reserved at the verification. */
  settle(work: () => Promise<SettleOutcome>): Promise<SettleOutcome>
  /** Releases the room reserved for a settlement. Idempotent. */
  release(): void
}

/**
 * Admits verifications before any job slot is taken (design.md row 28): invalid payments hold no slot, and one client
 * must not use up the facilitator's rate limit. There is no queue. Settle calls count too, and are never refused here.
 * A 429 to a settle call leaves its outcome unknown, so a verification is admitted only if there is room for the
 * settlement that may follow it.
 */
export class VerifyLimiter {
  readonly #clock: Clock
  readonly #configured: () => number | null
  readonly #busy = { paid: 0, new: 0, contract: 0 }
  /** Calls that started within the window, oldest first, from index `#oldest` on. `#started` has their number by class. */
  #recent: { readonly at: number; readonly callClass: VerifyClass }[] = []
  #oldest = 0
  readonly #started = { paid: 0, new: 0, contract: 0 }
  /** Number of settlements that may follow a verification, by class. */
  readonly #expected = { paid: 0, new: 0, contract: 0 }
  #learned: { readonly rate: number; readonly at: number } | null = null

  /** `ratePer10S`: calls in ten seconds that the facilitator accepts; null when that is not known. */
  constructor(options: { readonly clock: Clock; readonly ratePer10S: () => number | null }) {
    this.#clock = options.clock
    this.#configured = options.ratePer10S
  }

  /** Admits a verification; null without a free slot, or without room in the rate. */
  acquire(callClass: VerifyClass): VerifyPermit | null {
    if (!this.#hasCapacity(callClass) || !this.#hasRate(callClass)) return null
    this.#count(callClass)
    const verified = hold(this.#busy, callClass)
    const end = hold(this.#expected, callClass)
    return {
      verified,
      release: end,
      settle: (work) => {
        end()
        return this.settle(callClass, work)
      },
    }
  }

  /** Makes a settle call. Called directly for a buyer who has returned, without a verification before it. */
  async settle(callClass: VerifyClass, work: () => Promise<SettleOutcome>): Promise<SettleOutcome> {
    this.#count(callClass)
    const outcome = await work()
    if (outcome.status === 'unknown' && outcome.isRateLimit) this.reduceRate()
    return outcome
  }

  #count(callClass: VerifyClass): void {
    this.#started[callClass] += 1
    this.#recent.push({ at: this.#clock.monotonicMs(), callClass })
  }

  /** The facilitator refused a call because of its rate. */
  reduceRate(): void {
    this.#forgetOld()
    const started = sum(this.#started)
    if (started < MIN_CALLS_TO_LEARN) return
    const rate = Math.floor(started * BACKOFF_FACTOR)
    const current = this.#rate() ?? Number.POSITIVE_INFINITY
    this.#learned = { rate: Math.min(rate, current), at: this.#clock.monotonicMs() }
  }

  #hasCapacity(callClass: VerifyClass): boolean {
    const { paid, contract } = this.#busy
    const unpaid = this.#busy.new + contract
    if (paid + unpaid >= MAX_CONCURRENT.paid) return false
    if (callClass === 'paid') return true
    return (
      unpaid < MAX_CONCURRENT.new && (callClass === 'new' || contract < MAX_CONCURRENT.contract)
    )
  }

  #hasRate(callClass: VerifyClass): boolean {
    this.#forgetOld()
    const rate = this.#rate()
    if (rate === null) return true
    const used = (of: VerifyClass) => this.#started[of] + this.#expected[of] + CALLS_OF_PAYMENT
    const share = (of: VerifyClass) =>
      Math.max(CALLS_OF_PAYMENT, Math.floor(rate * RATE_SHARES[of]))
    const unpaid = used('new') + used('contract') - CALLS_OF_PAYMENT
    if (used('paid') + unpaid - CALLS_OF_PAYMENT > share('paid')) return false
    if (callClass === 'paid') return true
    return unpaid <= share('new') && (callClass === 'new' || used('contract') <= share('contract'))
  }

  /** The lower of the configured rate and the rate learned from refusals. */
  #rate(): number | null {
    const configured = this.#configured()
    if (this.#learned === null) return configured
    const quietMs = this.#clock.monotonicMs() - this.#learned.at
    const learned = Math.floor(this.#learned.rate * 1.1 ** Math.floor(quietMs / GROW_AFTER_MS))
    return Math.min(learned, configured ?? Number.POSITIVE_INFINITY)
  }

  #forgetOld(): void {
    const since = this.#clock.monotonicMs() - WINDOW_MS
    for (let first = this.#recent[this.#oldest]; first && first.at <= since; ) {
      this.#started[first.callClass] -= 1
      this.#oldest += 1
      first = this.#recent[this.#oldest]
    }
    if (this.#oldest < this.#recent.length / 2) return
    this.#recent = this.#recent.slice(this.#oldest)
    this.#oldest = 0
  }
}

/** Increments a count; returns a function that decrements it, once. */
function hold(counts: Record<VerifyClass, number>, callClass: VerifyClass): () => void {
  counts[callClass] += 1
  let isHeld = true
  return () => {
    if (isHeld) counts[callClass] -= 1
    isHeld = false
  }
}

function sum({ paid, new: fresh, contract }: Readonly<Record<VerifyClass, number>>): number {
  return paid + fresh + contract
}
