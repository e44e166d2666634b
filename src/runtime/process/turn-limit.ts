/** The measurements of the event loop that the limit needs. */
export interface LoopTurns {
  /** Length of a turn in milliseconds, as `EventLoop` measures it. */
  turnMs(): number
  /** Number of turns so far. */
  turn(): number
}

/** How a request came to its start. */
export interface RequestStart {
  /** The network of its client, as `originOf` tells it. */
  readonly network: string
  /** Milliseconds for which it waited for the start of others. */
  readonly waitedMs: number
}

/** The start of a request that this process makes of itself. */
export const withoutConnection: RequestStart = { network: '', waitedMs: 0 }

/**
 * Milliseconds. A request waits for at most two turns, and shedding the rest of a turn takes time too: with this limit,
 * 99 of 100 requests take less than 250 ms.
 */
const LONGEST_TURN_MS = 75
/** Milliseconds for which a request may have waited for the start of others: as long as for two turns. */
const LONGEST_WAIT_MS = 2 * LONGEST_TURN_MS
/**
 * Number of requests of one kind that every turn admits. So few requests take only a millisecond or two, and refusing
 * them would save nothing.
 */
const ALWAYS_IN_A_TURN = 8

/**
 * Sheds free requests while the process is overloaded, so that the remaining ones are quick, and paid calls do not wait
 * for free ones. Requests wait for the event loop, and those of a burst also for the start of others: the limit measures both.
 */
export class TurnLimit {
  readonly #loop: LoopTurns
  readonly #inTurn = new Map<string, number>()
  /** Kind and network of the requests that came late in the turn. */
  readonly #late = new Set<string>()
  #turn = -1
  #shed = 0

  constructor(loop: LoopTurns) {
    this.#loop = loop
  }

  /** Requests that were shed so far. */
  shed(): number {
    return this.#shed
  }

  /**
   * Whether one more request may be served now. A few requests of each kind are admitted in each turn, so that no kind
   * starves another, and after them one of each network, so that no network does.
   */
  admits(kind: string, start: RequestStart): boolean {
    const turn = this.#loop.turn()
    if (turn !== this.#turn) {
      this.#turn = turn
      this.#inTurn.clear()
      this.#late.clear()
    }
    const count = (this.#inTurn.get(kind) ?? 0) + 1
    this.#inTurn.set(kind, count)
    const isAdmitted = count <= ALWAYS_IN_A_TURN || this.#isOnTime(kind, start)
    if (!isAdmitted) this.#shed += 1
    return isAdmitted
  }

  #isOnTime(kind: string, { network, waitedMs }: RequestStart): boolean {
    if (waitedMs > LONGEST_WAIT_MS) return false
    return this.#loop.turnMs() <= LONGEST_TURN_MS || this.#isFirstOf(`${kind} ${network}`)
  }

  #isFirstOf(late: string): boolean {
    const { size } = this.#late
    return this.#late.add(late).size > size
  }
}
