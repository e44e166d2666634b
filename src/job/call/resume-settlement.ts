import { type OutcomeContext, resolveOutcome } from '#job/reconcile/resolve-outcome.ts'
import type { Facilitator } from '#payment/facilitator.ts'
import type { UnresolvedEntry } from '#payment/ledger/ledger.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { CallsUnderWay } from './calls-under-way.ts'
import type { Brought } from './execute.ts'
import { UNNAMED_MISSES } from './idempotency.ts'
import { unsealReport } from './sealed-report.ts'

export interface ResumeContext extends OutcomeContext {
  readonly facilitator: Pick<Facilitator, 'settle'>
  readonly underWay: CallsUnderWay
  /** False while nothing may be settled, since the ledger cannot be trusted. */
  readonly isLedgerSound: () => boolean
  readonly deadlineMs: number
  readonly settleTimeoutMs: number
}

// A client that repeats its request at once gets the same outcome without another call to chain or facilitator.
const LEAST_BETWEEN_MS = 2_000

/**
 * The buyer of an unknown settlement came back with the same request (design.md row 11): looks at the chain, and makes the
 * identical settlement again while the authorization can be used and the report is there to be handed out. The ledger says
 * afterwards what came of it. Throws `ledger_unavailable`.
 */
export async function resumeSettlement(context: ResumeContext, brought: Brought): Promise<void> {
  const { ledger, clock, log, lookUp } = context
  const { key, call } = brought
  const entry = await ledger.unresolvedAt(key)
  if (entry === null || triedJustNow(entry, clock.now())) return
  const working = context.underWay.begin(key, entry.jobId)
  if (working === null) return
  const gone = call.gone()
  const deadline = deadlineAfter(clock, context.deadlineMs)
  try {
    const canSettle =
      !gone.aborted &&
      context.isLedgerSound() &&
      entry.validBefore * 1_000n > BigInt(clock.now()) &&
      (await hasReport(context, brought))
    const { facilitator, settleTimeoutMs: timeoutMs } = context
    const again = canSettle ? { facilitator, timeoutMs } : null
    await resolveOutcome({ ledger, lookUp, clock, log }, entry, deadline.signal, again)
  } finally {
    deadline.close()
    working.end()
  }
}

/** Money must not move for a report that cannot be handed out. */
async function hasReport({ ledger }: ResumeContext, brought: Brought): Promise<boolean> {
  const stored = await ledger.storedResponse(brought.key)
  if (stored === null || stored.report === null) return false
  if (brought.paymentId === null && stored.misses >= UNNAMED_MISSES) return false
  return unsealReport(stored.report, brought.fingerprint.request) !== null
}

function triedJustNow({ lastTriedAt }: UnresolvedEntry, now: number): boolean {
  const since = lastTriedAt === null ? LEAST_BETWEEN_MS : now - lastTriedAt
  return since >= 0 && since < LEAST_BETWEEN_MS
}
