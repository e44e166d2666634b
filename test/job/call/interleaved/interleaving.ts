import { setImmediate as turnOfEventLoop } from 'node:timers/promises'
import type { Clock } from '#runtime/clock.ts'
import type { Random } from '#runtime/random.ts'

/** The time of day at which every simulation begins, epoch milliseconds. */
export const START_MS = 1_790_000_000_000

/** More steps than any simulation takes that ends. */
const MAX_STEPS = 20_000

/** A process of the simulation, or everything outside of its processes. */
export interface Actor {
  readonly name: string
  /** The simulated time, with the timers of this actor. */
  readonly clock: Clock
  /** Resolves when the interleaving runs this step; never once the actor is stopped. */
  step(label: string): Promise<void>
  /** Drops the pending steps and timers of the actor, as the death of a process does. */
  stop(): void
}

interface Step {
  readonly actor: Actor
  readonly label: string
  readonly go: () => void
}

interface Timer {
  readonly actor: Actor
  readonly at: number
  readonly fire: () => void
}

/**
 * Runs the steps of concurrent work one at a time, on a simulated clock. Which pending step is next, and which faults occur, is
 * read from two lists of numbers that fast-check generates and shrinks: `tape`, one number for each choice, and `faults`. Where
 * a list has ended, the first step is next, and no fault occurs. The same lists give the same trace.
 *
 * With a `persistence` of 15, the step that came last is next in 15 of 16 choices, so that one call takes many steps while
 * another waits for one; with 0 all steps are equally likely, and all calls proceed together.
 */
export class Interleaving {
  /** One line for each step that ran, and for each note. */
  readonly trace: string[] = []
  /** Everything that is not a process: network, facilitator, operator. */
  readonly outside: Actor
  /** Bytes that count up. */
  readonly random: Random = { bytes: (count) => this.#nextBytes(count) }
  readonly #tape: Iterator<number>
  readonly #faults: Iterator<number>
  readonly #persistence: number
  #areFaultsOver = false
  #steps: Step[] = []
  #timers: Timer[] = []
  #monotonicMs = 0
  #wallMs = START_MS
  #stepCount = 0
  #busyCount = 0
  #randomCount = 0

  constructor(lists: {
    readonly tape: readonly number[]
    readonly faults: readonly number[]
    readonly persistence: number
  }) {
    this.#tape = lists.tape.values()
    this.#faults = lists.faults.values()
    this.#persistence = lists.persistence
    this.outside = this.actor('-')
  }

  /** The number of steps that have run. */
  get stepCount(): number {
    return this.#stepCount
  }

  /** Adds a process. */
  actor(name: string): Actor {
    let isStopped = false
    const after = (ms: number, fire: () => void) => {
      const timer = { actor, at: this.#monotonicMs + ms, fire }
      if (!isStopped) this.#timers.push(timer)
      return () => this.#cancel(timer)
    }
    const actor: Actor = {
      name,
      clock: {
        now: () => this.#wallMs,
        monotonicMs: () => this.#monotonicMs,
        after,
        sleep: (ms, signal) =>
          new Promise((resolve, reject) => {
            if (signal?.aborted) return reject(signal.reason)
            const cancel = after(ms, resolve)
            const onAbort = () => {
              cancel()
              reject(signal?.reason)
            }
            signal?.addEventListener('abort', onAbort, { once: true })
          }),
      },
      step: (label) =>
        new Promise((go) => {
          if (!isStopped) this.#steps.push({ actor, label, go })
        }),
      stop: () => {
        isStopped = true
        this.#steps = this.#steps.filter((step) => step.actor !== actor)
        this.#timers = this.#timers.filter((timer) => timer.actor !== actor)
      },
    }
    return actor
  }

  /** Adds a line to the trace. */
  note(line: string): void {
    this.trace.push(`${this.#stepCount} ${line}`)
  }

  /** A fault among `kinds`, all equally frequent, or null: half of the times if `share` is 2, two thirds if it is 3. */
  fault<const T extends string>(kinds: readonly T[], share = 2): T | null {
    if (this.#areFaultsOver) return null
    const choice = (this.#faults.next().value ?? 0) % (kinds.length * share)
    return kinds[choice - 1] ?? null
  }

  /** From now on no fault occurs. */
  endFaults(): void {
    this.#areFaultsOver = true
  }

  /** Keeps steps and timers waiting while real work of the event loop is done, such as a transaction of the database. */
  whileBusy<T>(work: Promise<T>): Promise<T> {
    this.#busyCount += 1
    return work.finally(() => {
      this.#busyCount -= 1
    })
  }

  /** Takes the actions in their order, each between any two steps or timers, until no action and no step is left. */
  async interleave<T>(actions: readonly T[], act: (action: T) => Promise<void>): Promise<void> {
    const waiting = [...actions]
    for (;;) {
      await this.#idle()
      if (this.#steps.length === 0 && waiting.length === 0) return
      const move = this.#choose(60)
      const timer = this.#nextTimer()
      // Now and then time passes while steps wait: a slow disk, a slow network.
      if (move === 59 && timer !== undefined) this.#fire(timer)
      else if (this.#steps.length > 0 && (move % 8 < 7 || waiting.length === 0)) this.#runAny()
      else {
        const action = waiting.shift()
        if (action !== undefined) await act(action)
      }
    }
  }

  /** Runs all steps, in the order of the tape, and the timers of the next `ms`. */
  async pass(ms: number): Promise<void> {
    await this.#fireUntil(this.#monotonicMs + ms, () => this.#drain())
  }

  /** Runs the timers of the next `ms`, while all steps wait. */
  async passWithoutSteps(ms: number): Promise<void> {
    await this.#fireUntil(this.#monotonicMs + ms, () => this.#idle())
  }

  /** Moves the time of day alone. */
  jump(ms: number): void {
    this.#wallMs += ms
  }

  /** Runs steps in the order in which they came until `work` has ended, whatever the tape says. */
  async finish(work: Promise<unknown>): Promise<void> {
    let isDone = false
    void work.finally(() => {
      isDone = true
    })
    while (!isDone) {
      await this.#idle()
      if (this.#steps.length > 0) this.#run(0)
    }
  }

  /** A choice of the tape, below `count`. */
  #choose(count: number): number {
    return (this.#tape.next().value ?? 0) % count
  }

  /** Resolves when all work waits for a step or a timer. */
  async #idle(): Promise<void> {
    for (let calm = 0; calm < 4; ) {
      await turnOfEventLoop()
      calm = this.#busyCount === 0 ? calm + 1 : 0
    }
  }

  async #drain(): Promise<void> {
    for (;;) {
      await this.#idle()
      if (this.#steps.length === 0) return
      this.#runAny()
    }
  }

  #runAny(): void {
    const { length } = this.#steps
    this.#run(Math.min(this.#choose(length * (1 + this.#persistence)), length - 1))
  }

  #run(index: number): void {
    const [step] = this.#steps.splice(index, 1)
    if (step === undefined) return
    this.#stepCount += 1
    if (this.#stepCount > MAX_STEPS)
      throw new Error(`endless:\n${this.trace.slice(-60).join('\n')}`)
    this.note(`[${step.actor.name}] ${step.label}`)
    step.go()
  }

  async #fireUntil(endMs: number, settle: () => Promise<void>): Promise<void> {
    await settle()
    for (
      let timer = this.#nextTimer();
      timer !== undefined && timer.at <= endMs;
      timer = this.#nextTimer()
    ) {
      this.#fire(timer)
      await settle()
    }
    this.#advanceTo(endMs)
    await settle()
  }

  #nextTimer(): Timer | undefined {
    return this.#timers.toSorted((a, b) => a.at - b.at)[0]
  }

  #fire(timer: Timer): void {
    this.#cancel(timer)
    this.#advanceTo(timer.at)
    timer.fire()
  }

  #cancel(timer: Timer): void {
    this.#timers = this.#timers.filter((other) => other !== timer)
  }

  #advanceTo(ms: number): void {
    const byMs = Math.max(0, ms - this.#monotonicMs)
    this.#monotonicMs += byMs
    this.#wallMs += byMs
  }

  #nextBytes(count: number): Uint8Array {
    const bytes = new Uint8Array(count)
    this.#randomCount += 1
    for (let at = count - 1, rest = this.#randomCount; at >= 0 && rest > 0; at -= 1, rest >>>= 8)
      bytes[at] = rest
    return bytes
  }
}
