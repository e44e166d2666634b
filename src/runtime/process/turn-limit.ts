/** The event loop of this process, as seen by the limit. */
export interface LoopTurns {
  /** Milliseconds that the last turn took, or the current one has taken so far. */
  turnMs(): number
  /** Increases with each turn. */
  turn(): number
}

/** A request waits for at most two turns, and shedding the rest of a turn takes time too: 99 of 100 take less than 250 ms. */
const LONGEST_TURN_MS = 75
/** Few requests take only a millisecond or two: refusing them would save nothing. */
const ALWAYS_IN_A_TURN = 8

/**
 * Sheds free requests while the process is behind with its work, so that the remaining ones are quick, and paid calls do
 * not wait for free ones. There is no queue of requests: they wait for the event loop, so the loop is what is
 * measured.
 */
export class TurnLimit {
  readonly #loop: LoopTurns
  readonly #inTurn = new Map<string, number>()
  #turn = -1
  #shed = 0

  constructor(loop: LoopTurns) {
    this.#loop = loop
  }

  /** Requests that were shed so far. */
  shed(): number {
    return this.#shed
  }

  /** Whether one more request may be served now. Each kind has a few in each turn, so that none starves another. */
  admits(kind: string): boolean {
    const turn = this.#loop.turn()
    if (turn !== this.#turn) {
      this.#turn = turn
      this.#inTurn.clear()
    }
    const count = (this.#inTurn.get(kind) ?? 0) + 1
    this.#inTurn.set(kind, count)
    const isAdmitted = count <= ALWAYS_IN_A_TURN || this.#loop.turnMs() <= LONGEST_TURN_MS
    if (!isAdmitted) this.#shed += 1
    return isAdmitted
  }
}
