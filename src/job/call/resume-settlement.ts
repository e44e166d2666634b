import { type OutcomeContext, resolveOutcome } from '#job/reconcile/resolve-outcome.ts'
import type { VerifyLimiter } from '#job/selling/verify-limiter.ts'
import type { Facilitator } from '#payment/facilitator.ts'
import { type Deadline, deadlineAfter } from '#runtime/deadline.ts'
import type { CallsUnderWay } from './calls-under-way.ts'
import type { CallPayment } from './execute.ts'
import { UNNAMED_MISSES } from './idempotency.ts'
import { unsealReport } from './sealed-report.ts'

export interface ResumeContext extends OutcomeContext {
  readonly facilitator: Pick<Facilitator, 'settle'>
  readonly verifyLimiter: VerifyLimiter
  readonly underWay: CallsUnderWay
  /** False while nothing may be settled, because the ledger cannot be trusted. */
  readonly isLedgerSound: () => boolean
  readonly deadlineMs: number
  readonly settleTimeoutMs: number
}

// A client that repeats its request sooner gets the same outcome without another call to the chain or the facilitator.
const MIN_INTERVAL_MS = 2_000
// The reconciler may hold the lease of the same entry: its lookup takes a second or two.
const TAKEN_RETRY_MS = 250
const TAKEN_TRIES = 12

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
  const { clock, underWay } = context
  const claim = underWay.resume(callPayment.key, jobId, {
    now: clock.monotonicMs(),
    minIntervalMs: MIN_INTERVAL_MS,
  })
  if (claim === null) return
  const deadline = deadlineAfter(clock, context.deadlineMs)
  try {
    for (let tries = 0; tries < TAKEN_TRIES; tries += 1) {
      if ((await attempt(context, callPayment, deadline)) === 'over') return
      await clock.sleep(TAKEN_RETRY_MS, deadline.signal)
    }
  } finally {
    deadline.close()
    claim.end()
  }
}

async function attempt(
  context: ResumeContext,
  callPayment: CallPayment,
  { signal }: Deadline,
): Promise<'over' | 'taken'> {
  const { ledger, clock, log, lookUp, facilitator } = context
  const entry = await ledger.unresolvedAt(callPayment.key)
  if (entry === null) return 'over'
  const canSettle =
    entry.validBefore * 1_000n > BigInt(clock.now()) && (await hasReport(context, callPayment))
  // The lookup on the chain before a settlement may take seconds, in which the buyer may leave and the ledger may fail.
  const maySettleNow = () => !callPayment.call.gone().aborted && context.isLedgerSound()
  const counted: Pick<Facilitator, 'settle'> = {
    settle: async (request, ending) =>
      maySettleNow()
        ? context.verifyLimiter.settle('paid', () => facilitator.settle(request, ending))
        : notRepeated,
  }
  const again = canSettle ? { facilitator: counted, timeoutMs: context.settleTimeoutMs } : null
  const resolution = await resolveOutcome({ ledger, lookUp, clock, log }, entry, signal, again)
  return resolution === 'taken' ? 'taken' : 'over'
}

const notRepeated = { status: 'unknown', detail: 'not_repeated', transaction: null } as const

/** Whether the report can be returned to this request: money must not move for a report that cannot. */
async function hasReport({ ledger }: ResumeContext, callPayment: CallPayment): Promise<boolean> {
  const stored = await ledger.storedResponse(callPayment.key)
  if (stored === null || stored.report === null) return false
  if (callPayment.paymentId === null && stored.misses >= UNNAMED_MISSES) return false
  return unsealReport(stored.report, callPayment.fingerprint.request) !== null
}
