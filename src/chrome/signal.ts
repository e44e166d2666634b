import type { Clock } from '../runtime/clock.ts'

/** Waiting for a condition that events change, and time. One waits at a time. */
export interface Signal {
  changed(): void
  /** False when `ms` passed first. */
  until(holds: () => boolean, ms: number): Promise<boolean>
}

/** A condition that time alone fulfils has no event: it is looked at this often. */
const LOOK_AGAIN_MS = 25

export function openSignal(clock: Clock): Signal {
  let wake = () => {}
  return {
    changed: () => wake(),
    until: async (holds, ms) => {
      const ends = clock.monotonicMs() + ms
      for (;;) {
        if (holds()) return true
        const left = ends - clock.monotonicMs()
        if (left <= 0) return false
        await new Promise<void>((resolve) => {
          const cancel = clock.after(Math.max(1, Math.min(left, LOOK_AGAIN_MS)), resolve)
          wake = () => {
            cancel()
            resolve()
          }
        })
      }
    },
  }
}
