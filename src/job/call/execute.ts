import type { ReportStore } from '#evidence/stores.ts'
import { Fault } from '#fault.ts'
import type { WatchedFacilitator } from '#job/circuit.ts'
import type { Admission } from '#job/selling/admission.ts'
import type { ToolOffer } from '#job/selling/offers.ts'
import type { PayerLimits } from '#job/selling/payer-limits.ts'
import type { JobEnd, UnpaidJobs } from '#job/selling/unpaid-jobs.ts'
import type { VerifyLimiter, VerifyPermit } from '#job/selling/verify-limiter.ts'
import {
  type AcceptableAuthorization,
  checkAuthorization,
  domainOf,
  type RestoreMark,
} from '#payment/eip3009/authorization.ts'
import { type AccountHasCode, mayBeContractWallet } from '#payment/eip3009/contract-wallet.ts'
import type { FacilitatorRequest, VerifyOutcome } from '#payment/facilitator.ts'
import { CLIENT_GONE } from '#payment/ledger/ledger.ts'
import { facilitatorRequestFor } from '#payment/x402/facilitator-request.ts'
import type { PaymentErrorDetails } from '#payment/x402/payment-error.ts'
import type { ParsedPayment } from '#payment/x402/payment-header.ts'
import { type Deadline, deadlineAfter } from '#runtime/deadline.ts'
import { type Random, uuidV7 } from '#runtime/random.ts'
import type { Target } from '#target/target.ts'
import type { Call, CallFacts, CallStep } from './call-record.ts'
import type { PayerHistory, RequestPayment } from './idempotency.ts'
import type { InFlightCalls } from './in-flight-calls.ts'
import { type CallOutcome, callInFlight, quote, unavailable } from './outcome.ts'
import type { JobObserver, ToolResult, ToolRunner } from './run-tool.ts'
import { sealReport } from './sealed-report.ts'
import {
  failJob,
  type ReservedJob,
  type SettleContext,
  type SoldReport,
  settleJob,
} from './settle-job.ts'
import { tryLedger } from './try-ledger.ts'

export interface ExecuteContext extends SettleContext {
  readonly facilitator: WatchedFacilitator
  readonly random: Random
  readonly admission: Admission
  readonly payerLimits: PayerLimits
  readonly unpaidJobs: UnpaidJobs
  readonly verifyLimiter: VerifyLimiter
  /** Null where no chain can be read. */
  readonly hasCode: AccountHasCode | null
  readonly inFlightCalls: InFlightCalls
  readonly runTool: ToolRunner
  readonly jobs: JobObserver
  /** Keeps a copy of each signed report behind its `report_url`. */
  readonly reports: Pick<ReportStore, 'newLink'>
  readonly reportUrl: (id: string) => string
  /** The restore mark of the ledger; null for one that was never restored. */
  readonly restored: RestoreMark | null
  readonly deadlineMs: number
  readonly settleReserveMs: number
}

/** A well-formed payment, with the call that carried it. */
export interface CallPayment extends RequestPayment {
  readonly status: 'read'
  readonly call: Call
  readonly payment: ParsedPayment
}

/** A call with a payment, and the tool that it buys. */
export interface Order extends CallPayment {
  readonly offer: ToolOffer
  readonly target: Target
  readonly payer: PayerHistory
}

/**
 * Checks and verifies the payment of a call, which takes no slot; then takes a slot, reserves the authorization, runs the
 * tool and settles. One call of this process at a time does so with a payment: while it is verified, no 402 may be sent
 * for it to another call.
 */
export async function execute(
  context: ExecuteContext,
  order: Order,
  facts: CallFacts,
): Promise<CallOutcome> {
  const jobId = uuidV7(context.clock.now(), context.random)
  const claim = context.inFlightCalls.begin(order.key, jobId)
  if (claim === null) return callInFlight(2)
  try {
    return await executeClaimed(context, order, jobId, facts)
  } finally {
    claim.end()
  }
}

const badIdentifier = {
  field: 'extensions.payment-identifier.info.id',
  message:
    'The payment identifier must have 16 to 128 of A-Z a-z 0-9 - _. No money moved. Correct the client.',
} as const

async function executeClaimed(
  context: ExecuteContext,
  order: Order,
  jobId: string,
  facts: CallFacts,
): Promise<CallOutcome> {
  const { offer, payment, key, payer } = order
  if (payment.identifier.status === 'malformed')
    return quote(offer, 'invalid_payload', badIdentifier)
  const check = await checkAuthorization(payment, offer.offer, {
    nowS: Math.floor(context.clock.now() / 1000),
    deadlineS: Math.ceil(context.deadlineMs / 1000),
    restored: context.restored,
  })
  if (check.status === 'rejected') return quote(offer, check.error, { field: check.field })
  facts.payer = key.payer
  facts.target = order.target.host
  facts.network = key.network
  facts.amountAtomic = BigInt(offer.offer.accepts[0].amount)
  const limitation =
    context.payerLimits.check(payer.usage) ?? context.unpaidJobs.refusalOfPayer(key.payer)
  if (limitation !== null) return limitation

  // Anyone can make an invalid signature, so one that is not verified gets no benefit from earlier payments of the payer.
  const unpaid = check.signature === 'eoa' ? 'new' : 'contract'
  const isPaid = payer.hasPaid && check.signature === 'eoa'
  const permit = context.verifyLimiter.acquire({
    callClass: isPaid ? 'paid' : unpaid,
    network: order.call.start.network,
  })
  if (permit === null) return verifyBusy
  using callDeadline = deadlineAfter(context.clock, context.deadlineMs)
  try {
    const facilitatorRequest = facilitatorRequestFor(payment, offer.offer, check.signature)
    const verified = await timed(context, facts, 'verify', () =>
      verify(context, order, { facilitatorRequest, check, callDeadline }).finally(permit.verified),
    )
    if (verified.status === 'unavailable') return unavailable('facilitator_unavailable')
    if (verified.status === 'undecided') return undecided
    if (verified.status === 'invalid') {
      return quote(offer, verified.reason, signatureHint(verified.reason, offer))
    }
    // The client has disconnected, and nothing has been consumed yet.
    if (order.call.disconnectSignal().aborted) return clientGone
    const execution = { jobId, facilitatorRequest, callDeadline, facts, permit }
    return await runInSlot(context, order, execution)
  } finally {
    permit.release()
  }
}

const verifyBusy = unavailable('at_capacity', 'not_taken', {
  detail: 'Too many payments are being verified at the moment. This authorization was not used.',
  retryAfterS: 1,
})
/** Most wrong signatures are right ones under another domain: the name of USDC differs between networks. */
function signatureHint(reason: string, { offer }: ToolOffer): PaymentErrorDetails {
  if (!/^invalid_exact_evm_(?:payload_)?signature/.test(reason)) return {}
  const { name, version, chainId, verifyingContract } = domainOf(offer.accepts[0])
  return {
    message: `The signature is not of the payer. Sign under the EIP-712 domain with name "${name}", version "${version}", chainId ${chainId} and verifyingContract ${verifyingContract}. No money moved.`,
  }
}

const undecided = unavailable('facilitator_unavailable', 'not_taken', {
  detail:
    'The payment facilitator cannot decide about this payment yet. Do not sign anew: repeat this request with the same payment.',
  retryAfterS: 5,
})
const clientGone = unavailable('job_failed', 'not_taken', {
  detail: 'The client disconnected before the job began.',
})

/** Timeout for reading the payer's code. A buyer waits for it; a node responds in a tenth of that. */
const CHAIN_TIMEOUT_MS = 2_000
const notSigned = { status: 'invalid', reason: 'invalid_exact_evm_payload_signature' } as const

async function verify(
  { facilitator, verifyLimiter, hasCode }: ExecuteContext,
  { key, payment }: Order,
  verification: {
    readonly facilitatorRequest: FacilitatorRequest
    readonly check: AcceptableAuthorization
    readonly callDeadline: Deadline
  },
): Promise<VerifyOutcome> {
  const { signature } = verification.check
  const { signal } = verification.callDeadline
  if (signature === 'contract_wallet') {
    using chainDeadline = verification.callDeadline.within(CHAIN_TIMEOUT_MS)
    const signed = { payer: key.payer, signature: payment.signature }
    if (!(await mayBeContractWallet(signed, hasCode, chainDeadline.signal))) return notSigned
  }
  const outcome = await facilitator.verify(verification.facilitatorRequest, signal, signature)
  if (outcome.status === 'unavailable' && outcome.isRateLimit) verifyLimiter.reduceRate()
  return outcome
}

interface Execution {
  readonly jobId: string
  readonly facilitatorRequest: FacilitatorRequest
  readonly callDeadline: Deadline
  readonly facts: CallFacts
  readonly permit: VerifyPermit
}

async function runInSlot(
  context: ExecuteContext,
  order: Order,
  execution: Execution,
): Promise<CallOutcome> {
  const { admission } = context
  const slot = admission.acquire(order.call.tool)
  if (slot === null) {
    if (admission.draining) return unavailable('draining')
    const retryAfterS = admission.retryAfterS(order.call.tool)
    return unavailable('at_capacity', 'not_taken', { retryAfterS })
  }
  const { call, target, key, payer, fingerprint } = order
  const isCancellable = fingerprint.request.paymentId === null
  const about = { host: target.host, payer: key.payer, hasPaid: payer.hasPaid, isCancellable }
  const job = context.unpaidJobs.begin({ tool: call.tool, ...about })
  try {
    return 'status' in job ? job : await runReserved(context, order, execution)
  } finally {
    if ('end' in job) job.end(endOf(execution.facts))
    slot.release()
  }
}

function endOf({ failure, settlement }: CallFacts): JobEnd {
  if (failure !== undefined) return failure === CLIENT_GONE ? 'cancelled' : 'failed'
  if (settlement === 'settled') return 'paid'
  return settlement ?? 'unknown'
}

const alreadyUsed = 'invalid_exact_evm_nonce_already_used'

/** Reserves the authorization, runs the tool and settles. */
async function runReserved(
  context: ExecuteContext,
  order: Order,
  { facilitatorRequest, callDeadline, facts, jobId, permit }: Execution,
): Promise<CallOutcome> {
  const { offer, key, fingerprint, payment } = order
  const [requirement] = offer.offer.accepts
  const job: ReservedJob = {
    jobId,
    key,
    payTo: requirement.payTo,
    amountAtomic: BigInt(requirement.amount),
    validBefore: payment.authorization.validBefore,
    reservedAt: context.clock.now(),
    offer,
    facilitatorRequest,
    permit,
    seal: (report) => sealReport(report, fingerprint.request, context.random),
    facts,
  }
  facts.jobId = jobId
  const reserved = await reserve(context, order, job)
  if (reserved.status === 'unavailable') return reserved
  // Concurrent calls of the payer reached the limit first.
  if (reserved.status === 'payer_limited') {
    return context.payerLimits.check(reserved.usage) ?? unavailable('payer_limited')
  }
  // Another call reserved this payment first: `decide` looks up its outcome.
  if (reserved.status !== 'reserved') return quote(offer, alreadyUsed)

  const result = await timed(context, facts, 'run', () =>
    runTool(context, order, jobId, callDeadline),
  )
  if (result.egress !== undefined) facts.egress = result.egress
  if (result.status === 'failed') return failJob(context, job, result.reason)
  facts.verdict = result.resultStatus
  facts.findings = result.findingCodes ?? []
  const sold = await soldReport(context, job, result)
  if (sold === null) return failJob(context, job, 'report_not_signed')
  return settleJob(context, job, sold, callDeadline)
}

/** The report, signed before money moves; null when signing fails. */
async function soldReport(
  { log, reports, reportUrl }: ExecuteContext,
  { jobId, key }: ReservedJob,
  { body, signFor }: Extract<ToolResult, { status: 'completed' }>,
): Promise<SoldReport | null> {
  if (signFor === undefined) return { body }
  try {
    const link = await reports.newLink(jobId, body.length)
    if (link === null) return { body: await signFor(key, null) }
    const linked = await signFor(key, reportUrl(link.id))
    return { body: linked, copy: link.seal(linked) }
  } catch (error) {
    log.error('report_not_signed', { job_id: jobId, error })
    return null
  }
}

function reserve({ ledger, payerLimits, log }: ExecuteContext, order: Order, job: ReservedJob) {
  const { signatureSha256, bodySha256, request } = order.fingerprint
  const work = () =>
    ledger.reserve(
      {
        key: job.key,
        jobId: job.jobId,
        tool: request.tool,
        amountAtomic: job.amountAtomic,
        payTo: job.payTo,
        signatureSha256,
        bodySha256,
        validBefore: job.validBefore,
        paymentId: request.paymentId,
        host: order.target.host,
        request: JSON.stringify(job.facilitatorRequest),
        at: job.reservedAt,
      },
      payerLimits.current(),
    )
  return tryLedger(log, work, notReserved)
}

/** A reservation that failed may be durable all the same, and then it consumed the authorization (design.md row 29). */
const notReserved = unavailable('ledger_unavailable', 'not_settled', {
  detail:
    'The payment ledger could not record this call, so it did not run. Nothing was settled: repeat this request with the same payment. If the response is then 402 with invalid_exact_evm_nonce_already_used, sign a new one.',
})

/**
 * Runs the tool until the time reserved for settling begins. Without a payment identifier the job is cancelled when the
 * client disconnects; with one the client can fetch the report later (design.md row 14).
 */
async function runTool(
  context: ExecuteContext,
  { call, target, fingerprint }: Order,
  jobId: string,
  callDeadline: Deadline,
): Promise<ToolResult> {
  const { paymentId, url } = fingerprint.request
  const signal = paymentId === null ? call.disconnectSignal() : undefined
  const timeoutMs = Math.max(0, callDeadline.remainingMs() - context.settleReserveMs)
  using wholeCall = deadlineAfter(context.clock, callDeadline.remainingMs(), signal)
  using deadline = deadlineAfter(context.clock, timeoutMs, wholeCall.signal)
  const job = { jobId, tool: call.tool, requestedUrl: url, target }
  context.jobs.started(job)
  try {
    const result = await callDeadline.race(context.runTool(job, deadline))
    context.jobs.ended(job, result)
    return signal?.aborted ? { status: 'failed', reason: CLIENT_GONE } : result
  } catch (error) {
    context.log.error('job_failed', { job_id: jobId, error })
    return { status: 'failed', reason: error instanceof Fault ? error.code : 'internal' }
  }
}

async function timed<T>(
  { clock }: ExecuteContext,
  { stepMs }: CallFacts,
  step: CallStep,
  work: () => Promise<T>,
): Promise<T> {
  const startedMs = clock.monotonicMs()
  try {
    return await work()
  } finally {
    stepMs[step] = clock.monotonicMs() - startedMs
  }
}
