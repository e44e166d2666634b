import { type Clock, systemClock } from '#runtime/clock.ts'

/** The clock of this machine, whose time of day can be moved ahead; timers run normally. */
export function shiftedClock(): { readonly clock: Clock; shift(ms: number): void } {
  let aheadMs = 0
  return {
    clock: { ...systemClock, now: () => systemClock.now() + aheadMs },
    shift: (ms) => {
      aheadMs += ms
    },
  }
}
