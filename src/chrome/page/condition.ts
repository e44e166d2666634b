import type { Clock } from '#runtime/clock.ts'

/** Waiting for a condition that events change, and time. One waits at a time. */
export interface Condition {
  changed(): void
  /** False when `ms` passed first. `dueMs` says when time alone, without an event, may come to fulfil the condition. */
  until(holds: () => boolean, ms: number, dueMs?: () => number): Promise<boolean>
}

export function createCondition(clock: Clock): Condition {
  let wake = () => {}
  return {
    changed: () => wake(),
    until: async (holds, ms, dueMs = () => ms) => {
      const ends = clock.monotonicMs() + ms
      for (;;) {
        if (holds()) return true
        const left = ends - clock.monotonicMs()
        if (left <= 0) return false
        await new Promise<void>((resolve) => {
          const cancel = clock.after(Math.max(1, Math.min(left, dueMs())), resolve)
          wake = () => {
            cancel()
            resolve()
          }
        })
      }
    },
  }
}
