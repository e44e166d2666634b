import { type Clock, systemClock } from '#runtime/clock.ts'

/** Time in which timeouts are a tenth as long, and pauses a hundredth; the wall clock is that of the system. */
export const hasty: Clock = {
  ...systemClock,
  monotonicMs: () => systemClock.monotonicMs() * 10,
  sleep: (ms, signal) => systemClock.sleep(ms / 100, signal),
  after: (ms, fn) => systemClock.after(ms / 10, fn),
}

/** Time in which a bucket that failed is tried again twenty times as soon, and its janitor looks all the time. */
export const probing: Clock = {
  ...systemClock,
  monotonicMs: () => systemClock.monotonicMs() * 20,
  after: (ms, fn) => systemClock.after(ms === 30_000 ? 50 : ms, fn),
}
