import { type Clock, systemClock } from '#runtime/clock.ts'

/** A clock whose timeouts are a tenth as long, and its pauses a hundredth. The wall clock is that of the system. */
export const hastyClock: Clock = {
  ...systemClock,
  monotonicMs: () => systemClock.monotonicMs() * 10,
  sleep: (ms, signal) => systemClock.sleep(ms / 100, signal),
  after: (ms, fn) => systemClock.after(ms / 10, fn),
}

/** A clock with which a failed bucket is retried twenty times as soon, and its janitor polls every 50 ms. */
export const probingClock: Clock = {
  ...systemClock,
  monotonicMs: () => systemClock.monotonicMs() * 20,
  after: (ms, fn) => systemClock.after(ms === 30_000 ? 50 : ms, fn),
}
