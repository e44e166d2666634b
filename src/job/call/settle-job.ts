import { queryChain } from '#job/reconcile/resolve-outcome.ts'
import type { ToolOffer } from '#job/selling/offers.ts'
import type { VerifyPermit } from '#job/selling/verify-limiter.ts'
import type { Facilitator, FacilitatorRequest, SettleOutcome } from '#payment/facilitator.ts'
import type { JobFindings, Ledger, ReportCopy } from '#payment/ledger/ledger.ts'
import type { SettlementLookup, SettlementQuery } from '#payment/ledger/settlement-lookup.ts'
import { encodeReceipt } from '#payment/x402/receipt.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { Log } from '#runtime/log.ts'
import type { CallFacts } from './call-record.ts'
import { deliveryListener } from './idempotency.ts'
import { type CallOutcome, type Unavailable, unavailable } from './outcome.ts'
import type { ReceiptMaker } from './receipt.ts'

export interface SettleContext {
  readonly clock: Clock
  readonly log: Log
  readonly ledger: Ledger
  readonly facilitator: Facilitator
  /** Null without access to a chain. */
  readonly lookUp: SettlementLookup | null
  readonly receiptFor: ReceiptMaker
}

/** A job whose authorization is reserved. */
export interface ReservedJob extends SettlementQuery {
  readonly jobId: string
  readonly offer: ToolOffer
  readonly facilitatorRequest: FacilitatorRequest
  readonly permit: Pick<VerifyPermit, 'settle'>
  /** Seals the report for its buyer. */
  readonly seal: (report: string) => string
  /** For the log line of the call. */
  readonly facts: CallFacts
}

/** A report in its final form, and the copy behind its `report_url` if it has one. */
export interface SoldReport {
  readonly body: string
  readonly copy?: ReportCopy | undefined
}

/** Ends a job with a report: stores the report, settles the payment, then returns the report. */
export async function settleJob(
  context: SettleContext,
  job: ReservedJob,
  { body, copy }: SoldReport,
  deadline: Deadline,
): Promise<CallOutcome> {
  const { clock, ledger, log } = context
  try {
    const more = { found: jobFindingsOf(job.facts), copy }
    await ledger.beginSettling(job.key, clock.now(), job.seal(body), more)
  } catch (error) {
    // Nothing was settled, and nothing will be: without a stored report a payment could be lost.
    log.error('report_not_stored', { job_id: job.jobId, error })
    return failJob(context, job, 'report_not_stored')
  }
  const startedMs = clock.monotonicMs()
  const response = await settle(context, job, deadline.signal)
  const settled = await confirmed(context, job, response, deadline)
  job.facts.stepMs.settle = clock.monotonicMs() - startedMs
  job.facts.settlement = response.status
  const { transaction } = response.status === 'unknown' ? response : response.receipt
  if (transaction) job.facts.transaction = transaction
  return conclude(context, job, settled, body)
}

/** The findings for the ledger, where the operator can read after a restart what was sold. */
function jobFindingsOf({ verdict, findings = [], stepMs }: CallFacts): JobFindings | undefined {
  return verdict === undefined ? undefined : { verdict, findings, durationMs: stepMs.run ?? 0 }
}

/**
 * Ends a job without a report: nothing is settled, and the authorization is consumed. If the failure cannot be
 * recorded, an earlier write that failed may be durable all the same, and a returning buyer could still be charged.
 */
export async function failJob(
  context: SettleContext,
  { key, facts }: ReservedJob,
  reason: string,
): Promise<Unavailable> {
  facts.failure = reason
  const isWritten = await record(context, () =>
    context.ledger.fail(key, context.clock.now(), reason),
  )
  return isWritten
    ? unavailable('job_failed', 'not_settled')
    : unavailable('settlement_unknown', 'unknown')
}

/** From here on money may move: any failure is an unknown outcome, never a refusal. */
async function settle(
  { facilitator, log }: SettleContext,
  { jobId, facilitatorRequest, permit }: ReservedJob,
  signal: AbortSignal,
): Promise<SettleOutcome> {
  try {
    return await permit.settle(() => facilitator.settle(facilitatorRequest, signal))
  } catch (error) {
    log.error('settle_threw', { job_id: jobId, error })
    return { status: 'unknown', detail: 'settle_threw', transaction: null }
  }
}

// Two blocks of Base, by which our node may be behind that of the facilitator. The job keeps its slot meanwhile.
const CONFIRM_TIMEOUT_MS = 4_000
const CONFIRM_INTERVAL_MS = 1_000

/**
 * Keeps a refusal only if the chain shows that the transfer would fail. Many facilitators check balance and window before the
 * nonce: when someone else has sent the authorization, or a proxy has sent our request twice, they refuse a payment that has
 * been made, or that is pending. Our node may not know of it yet, and then it shows that the payer has the amount.
 */
async function confirmed(
  context: SettleContext,
  job: ReservedJob,
  settled: SettleOutcome,
  callDeadline: Deadline,
): Promise<SettleOutcome> {
  if (settled.status !== 'refused') return settled
  using deadline = callDeadline.within(CONFIRM_TIMEOUT_MS)
  for (;;) {
    const verdict = await queryChain(context, job, deadline.signal)
    if (verdict === null || verdict.status === 'never') return settled
    if (verdict.status === 'open' && !verdict.isFunded) return settled
    if (verdict.status !== 'open' || deadline.remainingMs() <= CONFIRM_INTERVAL_MS) {
      const detail = `${settled.reason}; chain: ${verdict.status}`
      return { status: 'unknown', detail, transaction: null }
    }
    await context.clock.sleep(CONFIRM_INTERVAL_MS)
  }
}

async function conclude(
  context: SettleContext,
  { key, offer }: ReservedJob,
  settled: SettleOutcome,
  body: string,
): Promise<CallOutcome> {
  const { clock, ledger } = context
  const at = clock.now()
  switch (settled.status) {
    case 'settled': {
      // The receipt is signed before the ledger records the settlement: from then on an identical request gets the
      // stored report.
      const paid = { key, tool: offer.tool, settledAt: at }
      const receipt = await context.receiptFor(settled.receipt, paid)
      await record(context, () => ledger.settled(key, at, settled.receipt))
      return {
        status: 'report',
        body,
        receipt,
        stored: false,
        onEnd: deliveryListener(ledger, key, at),
      }
    }
    case 'refused':
      // If the refusal cannot be written the outcome is looked up later, and a buyer who was quoted meanwhile could pay
      // twice. A call that was recovered as abandoned is already `unknown`, and then this refusal may follow a success
      // of the same settlement.
      if (!(await record(context, () => ledger.refused(key, at, settled.reason, 'settling')))) {
        return unavailable('settlement_unknown', 'unknown')
      }
      return {
        status: 'refused',
        error: settled.reason,
        quote: await offer.quote(settled.reason),
        receipt: encodeReceipt(settled.receipt),
      }
    case 'unknown':
      await record(context, () => ledger.unknown(key, at, settled.detail, settled.transaction))
      return unavailable('settlement_unknown', 'unknown')
  }
}

/**
 * Records what has already happened. Returns false when the write fails: the row then stays unchanged, and
 * `Ledger.recover` treats it like a crash at this point.
 */
async function record({ log }: SettleContext, write: () => Promise<void>): Promise<boolean> {
  try {
    await write()
    return true
  } catch (error) {
    log.error('ledger_write_failed', { error })
    return false
  }
}
