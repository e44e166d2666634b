import { type Unavailable, unavailable } from '#job/call/outcome.ts'
import type { Clock } from '#runtime/clock.ts'
import { siteOf } from '#target/site.ts'
import { needsBrowser, type Tool } from '#tools/tool.ts'

const WINDOW_MS = 10 * 60_000
/** Unpaid ends within the window from which a domain is limited, when its pages were their cause. */
const MAX_FAILED = 2
/** The same when payers were their cause: they disconnected, or their settlement was refused. */
const MAX_LEFT = 5
/** Unpaid ends of one payer within the window that begin a pause (design.md rows 14 and 38). */
const MAX_OF_PAYER = 2
/** A payer needs a balance, and is paused after the second unpaid job: more entries are not worth their memory. */
const MAX_ENTRIES = 10_000

/** A job that is about to run. */
export interface StartingJob {
  readonly tool: Tool
  readonly host: string
  /** Address in lower case. */
  readonly payer: string
  /** Whether a call of the payer was ever settled. */
  readonly hasPaid: boolean
  /** Whether the job is cancelled when its client disconnects. */
  readonly isCancellable: boolean
}

/**
 * How a job ended. `cancelled`: its client disconnected; `refused`: its settlement was refused; `failed`: there is no
 * report, whatever the reason; `unknown`: it may be paid yet.
 */
export type JobEnd = 'paid' | 'cancelled' | 'refused' | 'failed' | 'unknown'

/** The right to run a job; the first call of `end` gives it back. */
export interface RunningJob {
  end(how: JobEnd): void
}

/**
 * Bounds what is done for nothing (design.md rows 14 and 38). What is not charged counts for its payer, who is paused
 * after the second such job within ten minutes, and for its registrable domain, whose pages then run one at a time;
 * customers of one hosting platform are different domains. Jobs that clients of new payers have cancelled take slots
 * away from all new payers, since new wallets cost nothing. The state is kept in memory, for each process.
 */
export class UnpaidJobs {
  readonly #clock: Clock
  readonly #pauseMs: () => number
  readonly #slots: (tool: Tool) => number
  /** Times of the latest unpaid jobs, monotonic milliseconds. */
  readonly #ofPayer = new Times(MAX_OF_PAYER)
  readonly #failedOf = new Times(MAX_FAILED)
  readonly #leftOf = new Times(MAX_LEFT)
  /** One entry: the jobs of all new payers that were cancelled. */
  readonly #cancelled = new Times(MAX_ENTRIES)
  readonly #running = new Set<StartingJob>()

  /** `pauseMs` 0: payers are not paused. `slots`: how many jobs of this tool may run at once. */
  constructor(options: {
    readonly clock: Clock
    readonly pauseMs: () => number
    readonly slots: (tool: Tool) => number
  }) {
    this.#clock = options.clock
    this.#pauseMs = options.pauseMs
    this.#slots = options.slots
  }

  /** Why this payer is not served now; null when it is. */
  refusalOfPayer(payer: string): Unavailable | null {
    const last = this.#ofPayer.lastOfMany(payer, this.#clock.monotonicMs() - WINDOW_MS)
    if (last === null) return null
    const leftMs = last + this.#pauseMs() - this.#clock.monotonicMs()
    if (leftMs <= 0) return null
    const retryAfterS = Math.max(1, Math.ceil(leftMs / 1_000))
    return unavailable('payer_limited', 'not_taken', { detail: PAYER_PAUSED, retryAfterS })
  }

  /** Refuses a job whose domain is busy, and one of a new payer while new payers have no slot left. */
  begin(job: StartingJob): RunningJob | Unavailable {
    if (this.#isDomainBusy(job)) return domainBusy
    if (isNewcomer(job) && this.#newcomers(job.tool) >= this.#newcomerSlots(job.tool)) {
      return newcomersBusy
    }
    const running = { ...job }
    this.#running.add(running)
    return {
      end: (how) => {
        if (this.#running.delete(running)) this.#note(running, how)
      },
    }
  }

  #note(job: StartingJob, how: JobEnd): void {
    const now = this.#clock.monotonicMs()
    const domain = siteOf(job.host)
    // A payer who pays for most jobs is no attacker, and some jobs fail on every busy machine.
    if (how === 'paid') this.#ofPayer.drop(job.payer)
    if (how === 'paid' || how === 'unknown') return
    this.#ofPayer.add(job.payer, now)
    if (how === 'failed') this.#failedOf.add(domain, now)
    else this.#leftOf.add(domain, now)
    if (how === 'cancelled' && !job.hasPaid) this.#cancelled.add('', now)
  }

  #isDomainBusy({ host, hasPaid }: StartingJob): boolean {
    const domain = siteOf(host)
    const since = this.#clock.monotonicMs() - WINDOW_MS
    const isLimited =
      this.#failedOf.lastOfMany(domain, since) !== null ||
      (!hasPaid && this.#leftOf.lastOfMany(domain, since) !== null)
    return isLimited && [...this.#running].some((other) => siteOf(other.host) === domain)
  }

  #newcomers(tool: Tool): number {
    const isAlike = (other: Tool) => !needsBrowser(tool) || needsBrowser(other)
    return [...this.#running].filter((job) => isNewcomer(job) && isAlike(job.tool)).length
  }

  /** Each job that was cancelled within the window takes one slot from new payers, down to a third of all slots. */
  #newcomerSlots(tool: Tool): number {
    const slots = this.#slots(tool)
    const since = this.#clock.monotonicMs() - WINDOW_MS
    return Math.max(1, Math.floor(slots / 3), slots - this.#cancelled.count('', since))
  }
}

function isNewcomer({ hasPaid, isCancellable }: StartingJob): boolean {
  return !hasPaid && isCancellable
}

/** The latest times of events by key, at most `most` for each. */
class Times {
  readonly #most: number
  readonly #times = new Map<string, readonly number[]>()

  constructor(most: number) {
    this.#most = most
  }

  add(key: string, at: number): void {
    const times = this.#times.get(key) ?? []
    // The key of the most recent event is the last entry.
    this.#times.delete(key)
    this.#times.set(key, [...times, at].slice(-this.#most))
    const oldest = this.#times.keys().next()
    if (this.#times.size > MAX_ENTRIES && !oldest.done) this.#times.delete(oldest.value)
  }

  /** Forgets the oldest event. */
  drop(key: string): void {
    const [, ...later] = this.#times.get(key) ?? []
    if (later.length === 0) this.#times.delete(key)
    else this.#times.set(key, later)
  }

  count(key: string, since: number): number {
    return this.#times.get(key)?.filter((at) => at > since).length ?? 0
  }

  /** When the last event was, if there were `most` of them; null otherwise. */
  lastOfMany(key: string, since: number): number | null {
    const last = this.#times.get(key)?.at(-1)
    return last !== undefined && this.count(key, since) >= this.#most ? last : null
  }
}

const PAYER_PAUSED =
  'Two jobs of this payer ended without payment within ten minutes: their client disconnected, their settlement was refused, or no report could be made. This authorization was not used: repeat the request later.'

const domainBusy = unavailable('at_capacity', 'not_taken', {
  detail:
    'Jobs against this target ended without payment, so one job at a time runs against it. This authorization was not used.',
  retryAfterS: 5,
})
const newcomersBusy = unavailable('at_capacity', 'not_taken', {
  detail:
    'Clients of new payers have cancelled jobs, so payers without a settled payment share fewer slots for ten minutes. This authorization was not used: repeat the request, or send a payment identifier.',
  retryAfterS: 5,
})
