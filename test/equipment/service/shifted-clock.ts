import { type Clock, systemClock } from '#runtime/clock.ts'

/** The clock of this machine, whose time of day goes ahead when told; timers run as ever. */
export function shiftedClock(): { readonly clock: Clock; shift(ms: number): void } {
  let aheadMs = 0
  return {
    clock: { ...systemClock, now: () => systemClock.now() + aheadMs },
    shift: (ms) => {
      aheadMs += ms
    },
  }
}
