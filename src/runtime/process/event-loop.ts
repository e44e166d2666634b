/**
 * Milliseconds between two ticks: the length of a turn in an idle event loop, and the resolution at which longer turns
 * are measured.
 */
const TICK_MS = 25

/** Milliseconds. A longer turn is a stall: it delays other work noticeably. */
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
   * Length of a turn in milliseconds: the median of the last two turns and of the current one so far. A single long
   * turn is a pause, such as a garbage collection, and not load.
   */
  turnMs(): number {
    const current = performance.now() - this.#tickedAt
    const [shorter, longer] =
      this.#lastMs < this.#beforeMs
        ? [this.#lastMs, this.#beforeMs]
        : [this.#beforeMs, this.#lastMs]
    return Math.min(Math.max(current, shorter), longer)
  }

  /** Number of turns so far. */
  turn(): number {
    return this.#turns
  }

  /** Sum of the milliseconds by which turns exceeded a quarter of a second, including the current one. Never decreases. */
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
