import type { Clock } from '#runtime/clock.ts'

/** A clock that advances on demand; timers fire in order. */
export function steppedClock() {
  let now = 0
  let timers: { at: number; fn: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    monotonicMs: () => now,
    sleep: () => Promise.reject(new Error('unused')),
    after: (ms, fn) => {
      const timer = { at: now + ms, fn }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
  }
  const advance = (ms: number) => {
    now += ms
    const due = timers.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)
    timers = timers.filter(({ at }) => at > now)
    for (const { fn } of due) fn()
  }
  return { clock, advance, armed: () => timers.length }
}
