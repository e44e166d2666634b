import { type OutcomeContext, resolveOutcome } from '#job/reconcile/resolve-outcome.ts'
import type { VerifyLimiter } from '#job/selling/verify-limiter.ts'
import type { Facilitator } from '#payment/facilitator.ts'
import type { LedgerEntry } from '#payment/ledger/ledger.ts'
import { type Deadline, deadlineAfter } from '#runtime/deadline.ts'
import type { CallPayment } from './execute.ts'
import { MAX_UNNAMED_MISSES, sealedRequestOf } from './idempotency.ts'
import type { InFlightCalls } from './in-flight-calls.ts'
import { unsealReport } from './sealed-report.ts'

export interface ResumeContext extends OutcomeContext {
  readonly facilitator: Pick<Facilitator, 'settle'>
  readonly verifyLimiter: VerifyLimiter
  readonly inFlightCalls: InFlightCalls
  /** False while nothing may be settled, because the ledger cannot be trusted. */
  readonly isLedgerSound: () => boolean
  readonly deadlineMs: number
  readonly settleTimeoutMs: number
}

// A client that repeats its request sooner gets the same outcome without another call to the chain or the facilitator.
const MIN_INTERVAL_MS = 2_000
// The reconciler may hold the lease of the same entry: its lookup takes a second or two.
const TAKEN_RETRY_MS = 250
const MAX_TAKEN_ATTEMPTS = 12

/**
 * Resumes an unknown settlement whose buyer repeated the request (design.md row 11): reads the chain, and repeats the
 * identical settlement while the authorization can be used and the report can be returned. The result is in the
 * ledger afterwards. Throws `ledger_unavailable`.
 */
export async function resumeSettlement(
  context: ResumeContext,
  callPayment: CallPayment,
  jobId: string,
): Promise<void> {
  const { clock, inFlightCalls } = context
  const claim = inFlightCalls.resume(callPayment.key, jobId, {
    now: clock.monotonicMs(),
    minIntervalMs: MIN_INTERVAL_MS,
  })
  if (claim === null) return
  using deadline = deadlineAfter(clock, context.deadlineMs)
  try {
    for (let attempts = 0; attempts < MAX_TAKEN_ATTEMPTS; attempts += 1) {
      if ((await attempt(context, callPayment, deadline)) === 'over') return
      await clock.sleep(TAKEN_RETRY_MS, deadline.signal)
    }
  } finally {
    claim.end()
  }
}

async function attempt(
  context: ResumeContext,
  callPayment: CallPayment,
  { signal }: Deadline,
): Promise<'over' | 'taken'> {
  const { ledger, clock, log, lookUp, facilitator } = context
  const entry = await ledger.findUnresolved(callPayment.key)
  if (entry === null) return 'over'
  const canSettle =
    entry.validBefore * 1_000n > BigInt(clock.now()) &&
    (await hasReport(context, entry, callPayment))
  // The lookup on the chain before a settlement may take seconds, in which the buyer may leave and the ledger may fail.
  const maySettleNow = () => !callPayment.call.disconnectSignal().aborted && context.isLedgerSound()
  const caller = { callClass: 'paid', network: callPayment.call.start.network } as const
  const countedFacilitator: Pick<Facilitator, 'settle'> = {
    settle: async (request, ending) =>
      maySettleNow()
        ? context.verifyLimiter.settle(caller, () => facilitator.settle(request, ending))
        : notRepeated,
  }
  const retry = canSettle
    ? { facilitator: countedFacilitator, timeoutMs: context.settleTimeoutMs }
    : null
  const resolution = await resolveOutcome({ ledger, lookUp, clock, log }, entry, signal, retry)
  return resolution === 'taken' ? 'taken' : 'over'
}

const notRepeated = { status: 'unknown', detail: 'not_repeated', transaction: null } as const

/** Whether the report can be returned to this request: money must not move for a report that cannot. */
async function hasReport(
  { ledger }: ResumeContext,
  entry: LedgerEntry,
  { fingerprint }: CallPayment,
): Promise<boolean> {
  const stored = await ledger.storedResponse(entry.key)
  // A payment with an identifier has no misses.
  if (stored?.report == null || stored.misses >= MAX_UNNAMED_MISSES) return false
  return unsealReport(stored.report, sealedRequestOf(entry, fingerprint.request)) !== null
}
