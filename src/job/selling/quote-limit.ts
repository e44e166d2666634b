/** The event loop of this process, as seen by the limit. */
export interface LoopTurns {
  /** Milliseconds that the last turn took, or the current one has taken so far. */
  turnMs(): number
  /** Increases with each turn. */
  turn(): number
}

/** A quote waits for at most two turns, and shedding the rest of a turn takes time too: 99 of 100 take less than 250 ms. */
const LONGEST_TURN_MS = 75
/** Few quotes take only a millisecond or two: refusing them would save nothing. */
const ALWAYS_IN_A_TURN = 8

/**
 * Sheds quotes while the process is behind with its work, so that the remaining ones are quick, and paid calls do
 * not wait for free ones. There is no queue of quotes: they wait for the event loop, so the loop is what is
 * measured.
 */
export class QuoteLimit {
  readonly #loop: LoopTurns
  #turn = -1
  #inTurn = 0

  constructor(loop: LoopTurns) {
    this.#loop = loop
  }

  /** Whether one more quote may be made now. */
  admits(): boolean {
    const turn = this.#loop.turn()
    if (turn !== this.#turn) {
      this.#turn = turn
      this.#inTurn = 0
    }
    this.#inTurn += 1
    return this.#inTurn <= ALWAYS_IN_A_TURN || this.#loop.turnMs() <= LONGEST_TURN_MS
  }
}
