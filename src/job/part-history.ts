import { type Clock, repeatedly } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { Readiness } from './readiness.ts'

/** Length of a slot: long enough that a day fits on one line of a page, short enough to find an outage in the log. */
const SLOT_MS = 30 * 60_000
const SLOTS = 48
/** Time between samples: each sample writes to the disk and may call the facilitator. */
const SAMPLE_EVERY_MS = 60_000

interface Slot {
  readonly from: number
  readonly samples: number
  readonly failed: Readonly<Record<string, number>>
}

export interface PartHistory {
  /** Checks the parts now, and counts the result. */
  readonly sample: () => Promise<Readiness>
  /** Every slot of the last 24 hours, oldest first, including those without samples. */
  readonly read: () => {
    readonly slotMs: number
    readonly slots: readonly Slot[]
    /** The first sample of this process, but not before the oldest slot, epoch milliseconds; null before the first sample. */
    readonly since: number | null
  }
  close(): Promise<void>
}

interface Counts {
  samples: number
  readonly failed: Map<string, number>
}

/**
 * Counts how often each part failed in the last 24 hours, by half hours. The counts are only in memory, so that they claim
 * nothing about times when this process did not run. Checks requested by a client are samples too, at most one a second.
 */
export function openPartHistory(options: {
  readonly clock: Clock
  readonly log: Log
  readonly check: () => Promise<Readiness>
}): PartHistory {
  const { clock, log, check } = options
  const slots = new Map<number, Counts>()
  let last: Readiness | null = null
  let first: number | null = null
  const record = (ready: Readiness) => {
    // Callers share one check, and get the same object, for a second.
    if (ready === last) return
    last = ready
    first ??= clock.now()
    const slot = Math.floor(clock.now() / SLOT_MS)
    const counts = slots.get(slot) ?? { samples: 0, failed: new Map<string, number>() }
    counts.samples += 1
    for (const [part, { ok }] of Object.entries(ready.parts)) {
      if (!ok) counts.failed.set(part, (counts.failed.get(part) ?? 0) + 1)
    }
    slots.set(slot, counts)
    for (const old of slots.keys()) if (old <= slot - SLOTS || old > slot) slots.delete(old)
  }
  const sample = async () => {
    const ready = await check()
    record(ready)
    return ready
  }
  const repeat = repeatedly(clock, SAMPLE_EVERY_MS, () =>
    sample().catch((error: unknown) => log.error('part_history_failed', { error })),
  )
  return {
    sample,
    read: () => {
      const newest = Math.floor(clock.now() / SLOT_MS)
      return {
        slotMs: SLOT_MS,
        since: first === null ? null : Math.max(first, (newest - SLOTS + 1) * SLOT_MS),
        slots: Array.from({ length: SLOTS }, (_, index) => {
          const slot = newest - SLOTS + 1 + index
          const counts = slots.get(slot)
          return {
            from: slot * SLOT_MS,
            samples: counts?.samples ?? 0,
            failed: Object.fromEntries(counts?.failed ?? []),
          }
        }),
      }
    },
    close: repeat.close,
  }
}
