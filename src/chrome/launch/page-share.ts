import { availableParallelism } from 'node:os'

/** Processor time that a page may use at once, milliseconds: nine of ten pages need less until they are captured. */
const BURST_MS = 2_000

/** Share of all processors that the heavy pages of a browser have together. The other half stays for pages that load. */
const HEAVY_SHARE = 0.5

/**
 * The share of one page of the processors that the pages of a browser use together. A page that has used its burst is heavy:
 * from then on it runs only as long as its share allows, and is stopped in between (SIGSTOP). Priorities would not do: 150
 * busy threads of one page take 150 times as much as the one thread of another, whatever their niceness is, and control groups
 * need rights that most services do not have.
 */
export class PageShare {
  #creditMs = BURST_MS
  #usedMs = 0
  #wasSlowed = false
  #isRunning = true

  /** Whether the page has used up its burst by now. */
  isHeavy(): boolean {
    return this.#creditMs <= 0
  }

  /** Whether the page was ever stopped. */
  wasSlowed(): boolean {
    return this.#wasSlowed
  }

  isRunning(): boolean {
    return this.#isRunning
  }

  /** Notes the processor time that the page has used so far. `earned`: what it may use since the last call. */
  measure(usedMs: number, earned: number): void {
    this.#creditMs = Math.min(BURST_MS, this.#creditMs + earned - (usedMs - this.#usedMs))
    this.#usedMs = usedMs
    this.#isRunning = this.#creditMs > 0
    if (!this.#isRunning) this.#wasSlowed = true
  }

  /** Lets the page run, since no other page needs the processors. What it uses now does not count later. */
  release(usedMs: number): void {
    this.#usedMs = usedMs
    this.#isRunning = true
  }
}

/** Processor time that each heavy page may use within `elapsedMs`, milliseconds. */
export function earnedMs(elapsedMs: number, heavyPages: number): number {
  return (elapsedMs * availableParallelism() * HEAVY_SHARE) / Math.max(1, heavyPages)
}
