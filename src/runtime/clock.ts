/** The time source of everything outside `runtime/`, so that tests can control it. */
export interface Clock {
  /** Wall clock, milliseconds since the Unix epoch. */
  now(): number
  /** Monotonic milliseconds from an arbitrary start, for durations. */
  monotonicMs(): number
  /** Resolves after `ms`; rejects with the signal's reason when it aborts first. Does not keep the process alive. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `fn` once after `ms`; the returned function cancels it. Does not keep the process alive. */
  after(ms: number, fn: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason)
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      }, ms)
      const onAbort = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
    }),
  after: (ms, fn) => {
    const timer = setTimeout(fn, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

/** The result of `within` when the time ran out. */
export const LATE = Symbol('late')

/**
 * Resolves to the value of `work`, or to `LATE` after `ms`; `work` itself continues. Rejects as `work` does. Does
 * not keep the process alive.
 */
export function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | typeof LATE> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(ms, () => resolve(LATE))
    work.then(resolve, reject).finally(cancel)
  })
}

/**
 * Returns a function that reads again when the last reading is `ms` old or older. For values that every request needs
 * and that change slowly.
 */
export function rereadAfter<T>(
  clock: Pick<Clock, 'monotonicMs'>,
  ms: number,
  read: () => T,
): () => T {
  let seen: { readonly at: number; readonly value: T } | null = null
  return () => {
    const at = clock.monotonicMs()
    if (seen === null || at - seen.at >= ms) seen = { at, value: read() }
    return seen.value
  }
}

/** The `perf` option of an `LRUCache`. Never 0: the cache treats a time of 0 as an entry without expiry. */
export function cachePerf(clock: Pick<Clock, 'monotonicMs'>): { now(): number } {
  return { now: () => clock.monotonicMs() + 1 }
}

/** Repeated work, one round at a time. */
export interface Rounds {
  /** Starts a round now, or directly after the round in progress, which may have missed the reason for the call. */
  runNow(): void
  /** Ends the work, and waits for the round in progress. */
  close(): Promise<void>
}

/** Runs `work`, which must not reject, `ms` from now and `ms` after the end of each round, until it is closed. */
export function repeatedly(
  clock: Pick<Clock, 'after'>,
  ms: number,
  work: () => Promise<unknown>,
): Rounds {
  let isClosed = false
  let isRunning = false
  let isBehind = false
  let round: Promise<void> = Promise.resolve()
  const run = async () => {
    isRunning = true
    do {
      isBehind = false
      await work()
    } while (isBehind && !isClosed)
    isRunning = false
    if (!isClosed) cancel = clock.after(ms, start)
  }
  const start = () => {
    cancel()
    round = run()
  }
  let cancel = clock.after(ms, start)
  return {
    runNow: () => {
      if (isRunning) isBehind = true
      else if (!isClosed) start()
    },
    close: async () => {
      isClosed = true
      cancel()
      await round
    },
  }
}

/** `2026-11-20T23:32:00.000Z`: RFC 3339, UTC, milliseconds. */
export function rfc3339(epochMs: number): string {
  return new Date(epochMs).toISOString()
}
