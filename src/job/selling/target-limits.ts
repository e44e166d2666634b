import type { Clock } from '#runtime/clock.ts'
import { siteOf } from '#target/site.ts'
import type { Slot } from './admission.ts'

const WINDOW_MS = 10 * 60_000
/** Number of unpaid jobs within the window from which a domain is limited. */
const MAX_UNPAID = 5
/** An unpaid job needs a payer with a balance, who is paused after the second: more entries are not worth their memory. */
const MAX_DOMAINS = 10_000

/**
 * Protects targets from jobs that are not paid for (design.md row 14). While a registrable domain was the target of
 * five unpaid jobs within ten minutes, all payers without a settled call together have one job at a time against it,
 * since new wallets cost nothing. Customers of one hosting platform are different targets. Payers who have paid before
 * are not limited. The state is kept in memory, for each process.
 */
export class TargetLimits {
  readonly #clock: Clock
  /** Monotonic times of the latest unpaid jobs, by domain. The domain of the most recent one is the last entry. */
  readonly #unpaid = new Map<string, readonly number[]>()
  readonly #running = new Map<string, number>()

  constructor(options: { readonly clock: Clock }) {
    this.#clock = options.clock
  }

  /** Null while another job of a payer without a settled call occupies the domain. */
  acquire(host: string, payer: { readonly hasPaid: boolean }): Slot | null {
    if (payer.hasPaid) return unlimited
    const domain = siteOf(host)
    const running = this.#running.get(domain) ?? 0
    if (running > 0 && this.#isLimited(domain)) return null
    this.#running.set(domain, running + 1)
    let isReleased = false
    return {
      release: () => {
        if (isReleased) return
        isReleased = true
        const remaining = (this.#running.get(domain) ?? 1) - 1
        if (remaining > 0) this.#running.set(domain, remaining)
        else this.#running.delete(domain)
      },
    }
  }

  /** A job against this host was cancelled by its client, or its settlement was refused. */
  unpaid(host: string): void {
    const domain = siteOf(host)
    const times = this.#unpaid.get(domain) ?? []
    this.#unpaid.delete(domain)
    this.#unpaid.set(domain, [...times, this.#clock.monotonicMs()].slice(-MAX_UNPAID))
    const oldest = this.#unpaid.keys().next()
    if (this.#unpaid.size > MAX_DOMAINS && !oldest.done) this.#unpaid.delete(oldest.value)
  }

  #isLimited(domain: string): boolean {
    const times = this.#unpaid.get(domain) ?? []
    const [first] = times
    if (first === undefined || times.length < MAX_UNPAID) return false
    return this.#clock.monotonicMs() - first < WINDOW_MS
  }
}

const unlimited: Slot = { release: () => {} }
