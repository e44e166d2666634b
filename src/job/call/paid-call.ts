import { Fault } from '#fault.ts'
import type { WatchedFacilitator } from '#job/circuit.ts'
import type { Admission } from '#job/selling/admission.ts'
import type { Availability } from '#job/selling/availability.ts'
import type { ToolOffer } from '#job/selling/offers.ts'
import type { PayerLimits } from '#job/selling/payer-limits.ts'
import {
  type AuthorizationCheck,
  checkAuthorization,
  type OurMoney,
} from '#payment/eip3009/authorization.ts'
import { readPaymentIdentifier } from '#payment/x402/extensions.ts'
import { facilitatorRequestFor } from '#payment/x402/facilitator-request.ts'
import { type ParsedPayment, readPayment } from '#payment/x402/payment-header.ts'
import { type Deadline, deadlineAfter } from '#runtime/deadline.ts'
import { type Random, uuidV7 } from '#runtime/random.ts'
import type { Refusal } from '#target/refusal.ts'
import { parseTarget, type Target } from '#target/target.ts'
import type { Tool } from '#tools/tool.ts'
import { readToolRequest, urlError } from '#tools/tool-request.ts'
import { type CallFacts, type CallRecord, type CallStep, lineOf } from './call-record.ts'
import {
  type Fingerprint,
  fingerprintOf,
  type KnownPayment,
  paymentIdOf,
  recallPayment,
} from './idempotency.ts'
import { type CallOutcome, quote, reasonOf, type Unavailable, unavailable } from './outcome.ts'
import { reachLedger } from './reach-ledger.ts'
import type { JobObserver, ToolResult, ToolRunner } from './run-tool.ts'
import { sealReport } from './sealed-report.ts'
import { failJob, type SettleContext, settleJob } from './settle-job.ts'

/** One POST on a paid route. */
export interface Call {
  readonly tool: Tool
  readonly body: Uint8Array
  /** The PAYMENT-SIGNATURE field value, or null. */
  readonly signature: string | null
  /** As the answer's X-Request-Id says it, for the log. */
  readonly requestId: string | null
  /** Aborts when the client goes away. Read only once a payment is there: creating it costs. */
  readonly gone: () => AbortSignal
}

export interface PaidCallContext extends SettleContext {
  readonly facilitator: WatchedFacilitator
  readonly random: Random
  readonly admission: Admission
  readonly payerLimits: PayerLimits
  /** The tool's offer now, or why there is none. */
  readonly availability: (tool: Tool) => Promise<Availability>
  /** What we are paid in, whether anything is sold now or not. */
  readonly money: OurMoney
  /** Refuses an address of this machine or of its neighbours; null for other addresses, and for names. */
  readonly refuseLiteral: (target: Target) => Promise<Refusal | null>
  /** Refuses a name with a non-public answer; null when it has none, or can't be resolved in time. */
  readonly refuseByAnswers: (target: Target) => Promise<Refusal | null>
  readonly runTool: ToolRunner
  readonly jobs: JobObserver
  readonly deadlineMs: number
  readonly settleReserveMs: number
  /** How long a settled answer is given once more to whoever lost it. */
  readonly responsesKeptMs: () => number
  /** Told of every call at its end, quotes too. */
  readonly observe?: (call: CallRecord) => void
}

/** One call, and one line in the log for each that brought a payment of ours. Never throws for what a stranger does. */
export async function paidCall(context: PaidCallContext, call: Call): Promise<CallOutcome> {
  const started = context.clock.monotonicMs()
  const facts: CallFacts = { stepMs: {} }
  const outcome = await decide(context, call, facts)
  const record: CallRecord = {
    ...facts,
    tool: call.tool,
    requestId: call.requestId,
    outcome: outcome.status,
    reason: reasonOf(outcome),
    code: outcome.status === 'unavailable' ? outcome.code : null,
    stored: outcome.status === 'report' && outcome.stored,
    ms: context.clock.monotonicMs() - started,
  }
  context.observe?.(record)
  // Quotes are free and many: a line for each would be the stranger's to multiply. Junk in the header costs nothing to
  // send, so it does not write to our disk either.
  if (call.signature !== null) {
    context.log[facts.payer === undefined ? 'debug' : 'info']('paid_call', lineOf(record))
  }
  return outcome
}

/**
 * The order of design.md 1.3. Everything before the reservation leaves the authorization usable; from the reservation on
 * it is consumed, whatever comes of it.
 *
 * A payment that the ledger knows is answered right after the lexical checks. A lost answer must be found again while the
 * route is closed, full or draining, and without DNS: nothing is dialed for it, so the resolved policy has nothing to
 * protect. The lexical checks come first because a 422 is the same for a body each time, and a stored body has passed them.
 */
async function decide(
  context: PaidCallContext,
  call: Call,
  facts: CallFacts,
): Promise<CallOutcome> {
  const request = readToolRequest(call.body)
  if (request.status === 'invalid') return request
  const parsed = parseTarget(request.url)
  if (parsed.status === 'refused') return outsidePolicy(request.url, parsed.refusal)

  const brought = bring(call)
  const known = brought.status === 'payment' ? await recall(context, brought, facts) : isNew
  if (known.status === 'answered') return known.outcome

  // Behind the ledger: an address that became ours after a payment must not cost its buyer the report.
  const own = await context.refuseLiteral(parsed.target)
  if (own !== null) return outsidePolicy(request.url, own)
  const availability = await context.availability(call.tool)
  if (availability.status === 'closed') return closed(availability)
  const { offer } = availability
  const refusal = await context.refuseByAnswers(parsed.target)
  if (refusal !== null) return outsidePolicy(request.url, refusal)

  if (brought.status === 'rejected') return quote(offer, brought.error)
  if (known.status === 'spent') return quote(offer, alreadyUsed)
  const order = { ...call, ...brought, offer, url: request.url, target: parsed.target }
  const outcome = await pay(context, order, facts)
  if (outcome.status !== 'quote') return outcome
  // A 402 makes a client sign again, so the last word is the ledger's: the same payment may have gone ahead in another
  // call meanwhile, and then a facilitator calls it used while its money is on the way.
  const now = await recall(context, brought, facts)
  if (now.status === 'answered') return now.outcome
  return now.status === 'spent' ? quote(offer, alreadyUsed) : outcome
}

const isNew: KnownPayment = { status: 'new' }
const alreadyUsed = 'invalid_exact_evm_nonce_already_used'

/** A payment of the right shape, and what makes its request the same as another. */
interface Brought {
  readonly status: 'payment'
  readonly payment: ParsedPayment
  readonly fingerprint: Fingerprint
}

/** A paying call with what it buys. */
interface Order extends Call, Brought {
  readonly offer: ToolOffer
  readonly url: string
  readonly target: Target
}

interface CheckedOrder extends Order {
  readonly check: Extract<AuthorizationCheck, { status: 'acceptable' }>
}

function bring({
  tool,
  body,
  signature,
}: Call): Brought | { readonly status: 'rejected'; readonly error: string } {
  if (signature === null) return { status: 'rejected', error: 'payment_required' }
  const reading = readPayment(signature)
  if (reading.status === 'rejected') return reading
  return { ...reading, fingerprint: fingerprintOf({ tool, body, signature }) }
}

/** Checks that need no slot, then a slot and the rest. */
async function pay(context: PaidCallContext, call: Order, facts: CallFacts): Promise<CallOutcome> {
  const { offer, payment } = call
  if (readPaymentIdentifier(payment.extensions).status === 'malformed') {
    return quote(offer, 'invalid_payload')
  }
  const check = await checkAuthorization(payment, offer.offer, {
    nowS: Math.floor(context.clock.now() / 1000),
    deadlineS: Math.ceil(context.deadlineMs / 1000),
  })
  if (check.status === 'rejected') return quote(offer, check.error)
  const { key } = check
  facts.payer = key.payer
  facts.target = call.target.host
  facts.network = key.network
  facts.amountAtomic = BigInt(offer.offer.accepts[0].amount)
  const limited = await reachLedger(context.log, () => context.payerLimits.refusal(key.payer))
  if (limited !== null) return limited

  const slot = context.admission.enter(call.tool)
  if (slot === null) return unavailable(context.admission.draining ? 'draining' : 'at_capacity')
  const overall = deadlineAfter(context.clock, context.deadlineMs)
  try {
    return await execute(context, { ...call, check }, overall, facts)
  } finally {
    overall.close()
    slot.leave()
  }
}

/** Verify, reserve, gather, settle. */
async function execute(
  context: PaidCallContext,
  call: CheckedOrder,
  overall: Deadline,
  facts: CallFacts,
): Promise<CallOutcome> {
  const { offer, check } = call
  const exchange = facilitatorRequestFor(call.payment, offer.offer)
  const verified = await timed(context, facts, 'verify', () =>
    context.facilitator.verify(exchange, overall.signal, check.signature),
  )
  if (verified.status === 'unavailable') return unavailable('facilitator_unavailable')
  if (verified.status === 'invalid') return quote(offer, verified.reason)

  // Nobody is there to read an answer, and nothing has been consumed yet.
  if (call.gone().aborted) return unavailable('job_failed', 'not_taken', clientGone)
  const jobId = uuidV7(context.clock.now(), context.random)
  facts.jobId = jobId
  const job = { jobId, key: check.key, offer, exchange, seal: sealFor(context, call), facts }
  const reserved = await reserve(context, call, job)
  if (reserved.status === 'unavailable') return reserved
  // Another call was faster: `decide` finds out what that one came to.
  if (reserved.status !== 'reserved') return quote(offer, alreadyUsed)

  const result = await timed(context, facts, 'run', () => gather(context, call, jobId, overall))
  if (result.egress !== undefined) facts.egress = result.egress
  if (result.status === 'failed') return failJob(context, job, result.reason)
  facts.verdict = result.resultStatus
  return settleJob(context, job, result.body, overall.signal)
}

async function timed<T>(
  { clock }: PaidCallContext,
  { stepMs }: CallFacts,
  step: CallStep,
  work: () => Promise<T>,
): Promise<T> {
  const began = clock.monotonicMs()
  try {
    return await work()
  } finally {
    stepMs[step] = clock.monotonicMs() - began
  }
}

/** Only a payment with an identifier can ask for its answer again, so nothing is kept of others. */
function sealFor({ random }: PaidCallContext, call: Order): ((report: string) => string) | null {
  if (paymentIdOf(call.payment) === null) return null
  return (report) => sealReport(report, call.fingerprint.request, random)
}

const clientGone = { detail: 'The client went away before the job began.' }

function reserve(
  { clock, ledger, payerLimits, log }: PaidCallContext,
  call: Order,
  job: Parameters<typeof failJob>[1],
) {
  const { authorization } = call.payment
  const [requirement] = call.offer.offer.accepts
  const { signatureSha256, bodySha256 } = call.fingerprint
  return reachLedger(log, () =>
    payerLimits.reserve(job.key.payer, (mostUnsettled) =>
      ledger.reserve(
        {
          key: job.key,
          jobId: job.jobId,
          tool: call.tool,
          amountAtomic: BigInt(requirement.amount),
          payTo: requirement.payTo,
          signatureSha256,
          bodySha256,
          validBefore: authorization.validBefore,
          paymentId: paymentIdOf(call.payment),
          request: JSON.stringify(job.exchange),
          at: clock.now(),
        },
        mostUnsettled,
      ),
    ),
  )
}

/** Runs the tool until the reserve for settling begins, or until the client goes away. */
async function gather(
  context: PaidCallContext,
  call: Order,
  jobId: string,
  overall: Deadline,
): Promise<ToolResult> {
  const gone = call.gone()
  const forGathering = Math.max(0, overall.remainingMs() - context.settleReserveMs)
  const deadline = deadlineAfter(context.clock, forGathering, gone)
  const job = { jobId, tool: call.tool, requestedUrl: call.url, target: call.target }
  context.jobs.started(job)
  try {
    const result = await overall.race(context.runTool(job, deadline))
    context.jobs.ended(job, result)
    return gone.aborted ? { status: 'failed', reason: 'client_gone' } : result
  } catch (error) {
    context.log.error('job_failed', { job_id: jobId, error })
    return { status: 'failed', reason: error instanceof Fault ? error.code : 'internal' }
  } finally {
    deadline.close()
  }
}

/** What the ledger has of this payment; where that can't be read, the answer that takes nothing. */
async function recall(
  context: PaidCallContext,
  { payment, fingerprint }: Brought,
  facts: CallFacts,
): Promise<KnownPayment | { readonly status: 'answered'; readonly outcome: Unavailable }> {
  const { ledger, money, clock, responsesKeptMs } = context
  const from = { ledger, money, now: clock.now(), keptMs: responsesKeptMs() }
  const known = await reachLedger(context.log, () => recallPayment(from, payment, fingerprint))
  if (known.status === 'unavailable') return { status: 'answered', outcome: known }
  if (known.status !== 'new') {
    const { key, jobId, amountAtomic, transaction } = known.entry
    facts.payer = key.payer
    facts.jobId = jobId
    facts.network = key.network
    facts.amountAtomic = amountAtomic
    if (transaction !== null) facts.transaction = transaction
  }
  return known
}

function closed({ code, retryAfterS }: Extract<Availability, { status: 'closed' }>): Unavailable {
  return unavailable(code, 'not_taken', retryAfterS === undefined ? {} : { retryAfterS })
}

function outsidePolicy(url: string, refusal: Refusal): CallOutcome {
  return {
    status: 'invalid',
    detail: [urlError(url, refusal.type, refusal.message, refusal.facts)],
  }
}
