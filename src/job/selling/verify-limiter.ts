import type { SettleOutcome } from '#payment/facilitator.ts'
import type { Clock } from '#runtime/clock.ts'
import { classifyAddress } from '#target/address.ts'

/**
 * The class of the payment that is verified. `paid`: a call of this payer was settled before. `contract`: the payer's key
 * did not make the signature, so only the facilitator can check it; such signatures cost nothing to make.
 */
export type VerifyClass = 'paid' | 'new' | 'contract'

/** Whose call of the facilitator it is. */
export interface Caller {
  readonly callClass: VerifyClass
  /** The network of the client, as in `RequestStart`. */
  readonly network: string
}

/** Limits of concurrent verifications. The facilitator responds in about 300 ms, so this is about a hundred a second. */
const MAX_CONCURRENT: Readonly<Record<VerifyClass, number>> = { paid: 32, new: 24, contract: 4 }

/** Shares of the rate that the facilitator accepts; the rest is for payers who have paid before. */
const RATE_SHARES: Readonly<Record<VerifyClass, number>> = { paid: 1, new: 0.75, contract: 0.125 }

/**
 * How many times the room that is left may be taken by one network, so that it takes two thirds at most: a dynamic threshold, as
 * switches use it to share a buffer. Signatures of new payers cost nothing, and must not keep other new payers out.
 */
const NETWORK_SHARE = 2

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
 * must not use up the facilitator's rate limit. So payers without a settled call have a part of it, and their networks share
 * that part. There is no queue. Settle calls count too, and are never refused here. A 429 to a settle call leaves its outcome
 * unknown, so a verification is admitted only if there is room for the settlement that may follow it.
 */
export class VerifyLimiter {
  readonly #clock: Clock
  readonly #configured: () => number | null
  readonly #busy = new Tally()
  /** Calls that started within the window, oldest first, from index `#oldest` on. `#started` counts them. */
  #recent: { readonly at: number; readonly caller: Caller }[] = []
  #oldest = 0
  readonly #started = new Tally()
  /** Settlements that may follow a verification. */
  readonly #expected = new Tally()
  #learned: { readonly rate: number; readonly at: number } | null = null

  /** `ratePer10S`: calls in ten seconds that the facilitator accepts; null when that is not known. */
  constructor(options: { readonly clock: Clock; readonly ratePer10S: () => number | null }) {
    this.#clock = options.clock
    this.#configured = options.ratePer10S
  }

  /** Admits a verification; null without a free slot, or without room in the rate. */
  acquire(caller: Caller): VerifyPermit | null {
    if (!this.#hasCapacity(caller) || !this.#hasRate(caller)) return null
    this.#count(caller)
    const verified = this.#busy.hold(caller)
    const end = this.#expected.hold(caller)
    return {
      verified,
      release: end,
      settle: (work) => {
        end()
        return this.settle(caller, work)
      },
    }
  }

  /** Makes a settle call. Called directly for a buyer who has returned, without a verification before it. */
  async settle(caller: Caller, work: () => Promise<SettleOutcome>): Promise<SettleOutcome> {
    this.#count(caller)
    const outcome = await work()
    if (outcome.status === 'unknown' && outcome.isRateLimit) this.reduceRate()
    return outcome
  }

  #count(caller: Caller): void {
    this.#started.add(caller, 1)
    this.#recent.push({ at: this.#clock.monotonicMs(), caller })
  }

  /** The facilitator refused a call because of its rate. */
  reduceRate(): void {
    this.#forgetOld()
    const started = this.#started.of('paid')
    if (started < MIN_CALLS_TO_LEARN) return
    const rate = Math.floor(started * BACKOFF_FACTOR)
    const current = this.#rate() ?? Number.POSITIVE_INFINITY
    this.#learned = { rate: Math.min(rate, current), at: this.#clock.monotonicMs() }
  }

  #hasCapacity(caller: Caller): boolean {
    return hasRoom(caller, 1, {
      limit: (level) => MAX_CONCURRENT[level],
      used: (level, network) => this.#busy.of(level, network),
    })
  }

  #hasRate(caller: Caller): boolean {
    this.#forgetOld()
    const rate = this.#rate()
    if (rate === null) return true
    return hasRoom(caller, CALLS_OF_PAYMENT, {
      limit: (level) => Math.max(CALLS_OF_PAYMENT, Math.floor(rate * RATE_SHARES[level])),
      used: (level, network) =>
        this.#started.of(level, network) + this.#expected.of(level, network),
    })
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
      this.#started.add(first.caller, -1)
      this.#oldest += 1
      first = this.#recent[this.#oldest]
    }
    if (this.#oldest < this.#recent.length / 2) return
    this.#recent = this.#recent.slice(this.#oldest)
    this.#oldest = 0
  }
}

/** The limits that a call is subject to: each class has a part of what the one before it has. */
const levelsOf: Readonly<Record<VerifyClass, readonly VerifyClass[]>> = {
  paid: ['paid'],
  new: ['paid', 'new'],
  contract: ['paid', 'new', 'contract'],
}

interface Room {
  readonly limit: (level: VerifyClass) => number
  /** Of this network, or of all. */
  readonly used: (level: VerifyClass, network?: string) => number
}

/** Whether each limit leaves room for `size` more, and the network has not more than its share. */
function hasRoom({ callClass, network }: Caller, size: number, { limit, used }: Room): boolean {
  return levelsOf[callClass].every((level) => {
    const free = limit(level) - used(level)
    if (free < size) return false
    return level === 'paid' || used(level, network) < NETWORK_SHARE * free || isShared(network)
  })
}

/** Behind a reverse proxy all clients have its address, which is rarely a public one. */
function isShared(network: string): boolean {
  return classifyAddress(network).status === 'forbidden'
}

/** Counts of calls by level, and by level and network. */
class Tally {
  readonly #counts = new Map<string, number>()

  /** Of this network, or of all. */
  of(level: VerifyClass, network?: string): number {
    return this.#counts.get(keyOf(level, network)) ?? 0
  }

  add({ callClass, network }: Caller, change: 1 | -1): void {
    for (const level of levelsOf[callClass]) {
      this.#change(keyOf(level), change)
      this.#change(keyOf(level, network), change)
    }
  }

  #change(key: string, change: 1 | -1): void {
    const count = (this.#counts.get(key) ?? 0) + change
    if (count === 0) this.#counts.delete(key)
    else this.#counts.set(key, count)
  }

  /** Counts one until the returned function is called for the first time. */
  hold(caller: Caller): () => void {
    this.add(caller, 1)
    let isHeld = true
    return () => {
      if (isHeld) this.add(caller, -1)
      isHeld = false
    }
  }
}

function keyOf(level: VerifyClass, network?: string): string {
  return network === undefined ? level : `${level} ${network}`
}
