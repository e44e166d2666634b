import type { Clock } from '#runtime/clock.ts'

/**
 * Number of requests that start in one turn of the event loop: some milliseconds of work. More of them make up a burst, in which
 * all would wait for the work of all, and load shedding would see its length only afterwards.
 */
const STARTS_PER_TURN = 16

/** `waitedMs`: how long the request waited for the start of others. */
export type Start = (waitedMs: number) => void

interface WaitingStart {
  readonly start: Start
  readonly sinceMs: number
}

/** Starts requests in the order in which they are added, a few in each turn of the event loop. */
export class StartQueue {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  readonly #waiting: WaitingStart[] = []
  #startedInTurn = 0
  #isTurnScheduled = false

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /** Starts a request now if this turn has room for it, else in a later turn. */
  add(start: Start): void {
    if (this.#startedInTurn >= STARTS_PER_TURN || this.#waiting.length > 0) {
      this.addForNextTurn(start)
      return
    }
    this.#startedInTurn += 1
    this.#scheduleTurn()
    start(0)
  }

  /** Starts a request in a later turn. */
  addForNextTurn(start: Start): void {
    this.#waiting.push({ start, sinceMs: this.#clock.monotonicMs() })
    this.#scheduleTurn()
  }

  #scheduleTurn(): void {
    if (this.#isTurnScheduled) return
    this.#isTurnScheduled = true
    setImmediate(() => this.#nextTurn())
  }

  #nextTurn(): void {
    this.#isTurnScheduled = false
    const next = this.#waiting.splice(0, STARTS_PER_TURN)
    this.#startedInTurn = next.length
    if (next.length > 0) this.#scheduleTurn()
    for (const { start, sinceMs } of next) start(this.#clock.monotonicMs() - sinceMs)
  }
}
