/** A turn of an idle loop, and the resolution of longer ones. */
const TICK_MS = 25

/** Beyond this a turn delays what others wait for: a stall. */
const STALL_MS = 250

/** Measures the turns of the event loop: work for this process waits for at most two of them. */
export class EventLoop {
  #tickedAt = performance.now()
  #lastMs = 0
  #beforeMs = 0
  #turns = 0
  #stalledMs = 0
  readonly #timer: NodeJS.Timeout

  constructor() {
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
    this.#timer.unref()
  }

  /**
   * Milliseconds: the median of the last two turns and of the current one so far. A single late turn is a pause, as of a collection
   * of garbage, and no load.
   */
  turnMs(): number {
    const current = performance.now() - this.#tickedAt
    const [shorter, longer] =
      this.#lastMs < this.#beforeMs
        ? [this.#lastMs, this.#beforeMs]
        : [this.#beforeMs, this.#lastMs]
    return Math.min(Math.max(current, shorter), longer)
  }

  /** Increases with each turn. */
  turn(): number {
    return this.#turns
  }

  /** Milliseconds beyond a quarter of a second that turns have taken so far, the current one too. Never decreases. */
  stalledMs(): number {
    return this.#stalledMs + stallOf(performance.now() - this.#tickedAt)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const now = performance.now()
    this.#beforeMs = this.#lastMs
    this.#lastMs = now - this.#tickedAt
    this.#stalledMs += stallOf(this.#lastMs)
    this.#tickedAt = now
    this.#turns += 1
  }
}

function stallOf(turnMs: number): number {
  return Math.max(0, turnMs - STALL_MS)
}
