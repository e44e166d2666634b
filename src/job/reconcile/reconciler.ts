import type { AbandonedCalls, LedgerEntry } from '#payment/ledger/ledger.ts'
import { type OutcomeContext, type Resolution, resolveOutcome } from './resolve-outcome.ts'

export interface ReconcilerOptions extends OutcomeContext {
  /** The calls that no process works on, evaluated at each round. */
  readonly abandoned: () => AbandonedCalls
}

export interface Reconciler {
  /** Stops at once: an interrupted attempt is repeated later. */
  close(): Promise<void>
}

// A round is cheap when there is nothing to do: two index lookups.
const POLL_INTERVAL_MS = 5_000
// Entries per round; one attempt may take 20 seconds when the node hangs.
const BATCH = 20
// Time that a call may take after its deadline: a few writes, in a process that may be overloaded.
const STALE_MARGIN_MS = 10_000

// Entries per pass: more than an operator waits for. The next pass takes the rest.
const MAX_PER_RUN = 500

/** The results of one pass over all unknown outcomes. `taken`: a running service works on the entry. */
export type ReconcileCounts = Readonly<Record<Resolution, number>>

/** How long a call of another process may be unchanged before it counts as abandoned, milliseconds. */
export function staleAfterMs(deadlineMs: number): number {
  return deadlineMs + STALE_MARGIN_MS
}

/** Looks up every unknown outcome once, whether its next attempt is due or not. */
export async function reconcileOnce(
  options: ReconcilerOptions,
  signal: AbortSignal,
): Promise<ReconcileCounts> {
  const { ledger, clock } = options
  await ledger.recover(clock.now(), options.abandoned())
  const counts = { settled: 0, refused: 0, unknown: 0, taken: 0 }
  for (const entry of await ledger.listUnresolved(MAX_PER_RUN)) {
    if (signal.aborted) break
    counts[await resolveOutcome(options, entry, signal)] += 1
  }
  return counts
}

/**
 * Recovers the calls that a crash or a failed write left open, and looks up unknown outcomes on the chain, at start
 * and while the service runs. It never settles and never responds to a caller. The first recovery is done when this
 * resolves, so that no call of a dead process is taken for a running one. Rejects with the Faults of the ledger.
 */
export async function openReconciler(options: ReconcilerOptions): Promise<Reconciler> {
  const { ledger, lookUp, clock, log, abandoned } = options
  const closing = new AbortController()
  let cancel = () => {}

  const recover = async (): Promise<void> => {
    const recovered = await ledger.recover(clock.now(), abandoned())
    if (recovered.failed + recovered.unknown > 0) log.warn('abandoned_calls', recovered)
  }
  const lookUpDue = async (): Promise<void> => {
    if (lookUp === null) return
    for (const entry of await ledger.listDue(clock.now(), BATCH)) {
      if (closing.signal.aborted) return
      await resolveOutcome(options, entry, closing.signal)
    }
  }
  const round = async (steps: readonly (() => Promise<void>)[]): Promise<void> => {
    try {
      for (const step of steps) await step()
    } catch (error) {
      // The disk may be full or locked: the next round tries again.
      log.error('reconciler_failed', { error })
    }
    if (closing.signal.aborted) return
    cancel = clock.after(POLL_INTERVAL_MS, () => {
      rounds = round([recover, lookUpDue])
    })
  }
  await recover()
  let rounds = round([lookUpDue])
  return {
    close: async () => {
      closing.abort()
      cancel()
      await rounds
    },
  }
}

/** Retry delay while a call is under way: a probe takes about a second or two, and so does a transaction. */
const SOON_MS = 2_000

/**
 * Milliseconds after which it is worth repeating the request of an unfinished call: the time until it ends, or until a
 * round finds it abandoned. `staleMs`: null for a process that is alone on the database.
 */
export function untilRecoveredMs(
  { state, changedAt }: Pick<LedgerEntry, 'state' | 'changedAt'>,
  context: {
    readonly now: number
    readonly isInFlightHere: boolean
    readonly staleMs: number | null
  },
): number {
  if (context.isInFlightHere) return SOON_MS
  // An unknown outcome is looked up again whenever its buyer repeats the request.
  if (state === 'unknown' || context.staleMs === null) return POLL_INTERVAL_MS
  const leftMs = changedAt + context.staleMs - context.now
  const isCallTime = leftMs > STALE_MARGIN_MS
  return isCallTime ? SOON_MS : Math.max(0, leftMs) + POLL_INTERVAL_MS
}
