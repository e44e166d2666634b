import type { Facilitator } from '#payment/facilitator.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import type { SettlementLookup } from '#payment/ledger/settlement-lookup.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import { type Resolution, resolveOutcome } from './resolve-outcome.ts'

export interface ReconcilerOptions {
  readonly ledger: Ledger
  readonly facilitator: Facilitator
  /** Null where no chain can be asked. */
  readonly lookUp: SettlementLookup | null
  readonly clock: Clock
  readonly log: Log
  /** Longest that a paid call takes, milliseconds. */
  readonly deadlineMs: number
  /** Longest that one settle takes, milliseconds. */
  readonly settleTimeoutMs: number
}

export interface Reconciler {
  /** Stops at once: an attempt that is cut is made again later. */
  close(): Promise<void>
}

// Cheap when there is nothing: two index look-ups. It is what a buyer waits for who asks again after an unknown outcome.
const LOOK_EVERY_MS = 5_000
// Of one look; one attempt may take half a minute when the counterparty hangs.
const BATCH = 20
// What a call still does after its deadline: a few writes, in a process that may be short of time.
const STALE_MARGIN_MS = 10_000

// More than an operator waits for; what is left over is taken next time.
const MOST_AT_ONCE = 500

/** What one pass over everything that is not known came to. `taken`: a running service is at it. */
export type ReconcileCounts = Readonly<Record<Resolution, number>>

/** Asks once for every call whose outcome is not known, whether its next attempt is due or not. */
export async function reconcileOnce(
  options: ReconcilerOptions,
  signal: AbortSignal,
): Promise<ReconcileCounts> {
  const { ledger, clock } = options
  await ledger.recover(clock.now(), options.deadlineMs + STALE_MARGIN_MS)
  const counts = { settled: 0, refused: 0, unknown: 0, taken: 0 }
  for (const entry of await ledger.unresolved(MOST_AT_ONCE)) {
    if (signal.aborted) break
    counts[await resolveOutcome(options, entry, signal)] += 1
  }
  return counts
}

/**
 * Learns in the background what became of calls that a crash or a silent counterparty left open, at start and for as
 * long as the service runs. It never answers a caller.
 */
export function openReconciler(options: ReconcilerOptions): Reconciler {
  const { ledger, clock, log } = options
  const closing = new AbortController()
  let cancel = () => {}

  const look = async (): Promise<void> => {
    const recovered = await ledger.recover(clock.now(), options.deadlineMs + STALE_MARGIN_MS)
    if (recovered.failed + recovered.unknown > 0) log.warn('abandoned_calls', recovered)
    for (const entry of await ledger.due(clock.now(), BATCH)) {
      if (closing.signal.aborted) return
      await resolveOutcome(options, entry, closing.signal)
    }
  }
  const lookForever = async (): Promise<void> => {
    try {
      await look()
    } catch (error) {
      // A full or locked disk: the next look tries again.
      log.error('reconciler_failed', { error })
    }
    if (closing.signal.aborted) return
    cancel = clock.after(LOOK_EVERY_MS, () => {
      looking = lookForever()
    })
  }
  let looking = lookForever()
  return {
    close: async () => {
      closing.abort()
      cancel()
      await looking
    },
  }
}
