import type { Clock } from '#runtime/clock.ts'

/** A condition that depends on events and on time. It has one waiter at a time. */
export interface Condition {
  /** To be called when something that the condition depends on has changed. */
  changed(): void
  /**
   * Resolves with true once `isMet` is true, or with false after `ms`. `dueMs` returns the milliseconds after which time alone
   * may meet the condition, without an event.
   */
  until(isMet: () => boolean, ms: number, dueMs?: () => number): Promise<boolean>
}

export function createCondition(clock: Clock): Condition {
  let wake = () => {}
  return {
    changed: () => wake(),
    until: async (isMet, ms, dueMs = () => ms) => {
      const ends = clock.monotonicMs() + ms
      for (;;) {
        if (isMet()) return true
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
