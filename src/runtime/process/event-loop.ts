/** A turn of an idle loop, and the resolution of longer ones. */
const TICK_MS = 25

/** Measures the turns of the event loop: work for this process waits for at most two of them. */
export class EventLoop {
  #tickedAt = performance.now()
  #lastMs = 0
  #turns = 0
  readonly #timer: NodeJS.Timeout

  constructor() {
    this.#timer = setInterval(() => this.#tick(), TICK_MS)
    this.#timer.unref()
  }

  /** Milliseconds that the last turn took, or the current one has taken so far: the longer of the two. */
  turnMs(): number {
    return Math.max(performance.now() - this.#tickedAt, this.#lastMs)
  }

  /** Increases with each turn. */
  turn(): number {
    return this.#turns
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const now = performance.now()
    this.#lastMs = now - this.#tickedAt
    this.#tickedAt = now
    this.#turns += 1
  }
}
