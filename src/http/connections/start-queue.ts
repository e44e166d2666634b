import type { Clock } from '#runtime/clock.ts'
import type { RequestStart } from '#runtime/process/turn-limit.ts'

/**
 * Number of requests that start in one turn of the event loop: some milliseconds of work. More of them make up a burst, in which
 * all would wait for the work of all, and load shedding would see its length only afterwards.
 */
const STARTS_PER_TURN = 16

export type Start = (facts: RequestStart) => void

interface WaitingStart {
  readonly start: Start
  readonly network: string
  readonly sinceMs: number
}

/**
 * Starts a few requests in each turn of the event loop: one of each network in alternation, those of a network in the order in
 * which they are added. So a client that keeps thousands of connections busy delays only itself.
 */
export class StartQueue {
  readonly #clock: Pick<Clock, 'monotonicMs'>
  /** By network, the next one first. */
  readonly #waiting = new Map<string, WaitingStart[]>()
  #startedInTurn = 0
  #isTurnScheduled = false

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock
  }

  /** Starts a request now if this turn has room for it, else in a later turn. `network`: as `originOf` tells it. */
  add(network: string, start: Start): void {
    if (this.#startedInTurn >= STARTS_PER_TURN || this.#waiting.size > 0) {
      this.addForNextTurn(network, start)
      return
    }
    this.#startedInTurn += 1
    this.#scheduleTurn()
    start({ network, waitedMs: 0 })
  }

  /** Starts a request in a later turn. */
  addForNextTurn(network: string, start: Start): void {
    const waiting = { start, network, sinceMs: this.#clock.monotonicMs() }
    const ofNetwork = this.#waiting.get(network)
    if (ofNetwork === undefined) this.#waiting.set(network, [waiting])
    else ofNetwork.push(waiting)
    this.#scheduleTurn()
  }

  #scheduleTurn(): void {
    if (this.#isTurnScheduled) return
    this.#isTurnScheduled = true
    setImmediate(() => this.#nextTurn())
  }

  #nextTurn(): void {
    this.#isTurnScheduled = false
    const next: WaitingStart[] = []
    // A network that is added again comes last, in this iteration too.
    for (const [network, waiting] of this.#waiting) {
      if (next.length === STARTS_PER_TURN) break
      const first = waiting.shift()
      if (first !== undefined) next.push(first)
      this.#waiting.delete(network)
      if (waiting.length > 0) this.#waiting.set(network, waiting)
    }
    this.#startedInTurn = next.length
    if (next.length > 0) this.#scheduleTurn()
    for (const { start, network, sinceMs } of next) {
      start({ network, waitedMs: this.#clock.monotonicMs() - sinceMs })
    }
  }
}
