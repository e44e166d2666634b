import type { Clock } from '#runtime/clock.ts'
import { type Deadline, deadlineAfter } from '#runtime/deadline.ts'

/** A value that is looked up in the background: at its first use, and again at a use when it is old. */
export interface BackgroundLookup<T> {
  /** The latest value; starts a lookup when it is old. */
  latest(): T
  /** Resolves when the first lookup has ended, after `READY_TIMEOUT_MS` at the latest. */
  ready(): Promise<void>
}

/** Milliseconds that the first target waits for a slow resolver, which is likely to delay its own lookup too. */
const READY_TIMEOUT_MS = 1_000

export interface BackgroundLookupOptions<T> {
  readonly clock: Clock
  readonly timeoutMs: number
  readonly initial: T
  /** Returns the next value and the milliseconds until it is old. Must not reject. */
  readonly lookUp: (
    previous: T,
    deadline: Deadline,
  ) => Promise<{ readonly value: T; readonly freshMs: number }>
}

export function createBackgroundLookup<T>(
  options: BackgroundLookupOptions<T>,
): BackgroundLookup<T> {
  const { clock, timeoutMs, initial, lookUp } = options
  let value = initial
  let staleAt = Number.NEGATIVE_INFINITY
  let inFlight: Promise<void> | null = null
  let first: Promise<void> | null = null
  const run = async () => {
    using deadline = deadlineAfter(clock, timeoutMs)
    const found = await lookUp(value, deadline)
    value = found.value
    staleAt = clock.monotonicMs() + found.freshMs
    inFlight = null
  }
  const within = async (work: Promise<void>) => {
    using deadline = deadlineAfter(clock, READY_TIMEOUT_MS)
    await deadline.race(work).catch(() => {})
  }
  const latest = () => {
    if (inFlight === null && clock.monotonicMs() >= staleAt) {
      inFlight = run()
      first ??= within(inFlight)
    }
    return value
  }
  return {
    latest,
    ready: async () => {
      latest()
      await first
    },
  }
}
