import type { Tool } from '../evidence/scalar.ts'
import { Fault } from '../fault.ts'
import { checkAuthorization } from '../payment/authorization.ts'
import type { Facilitator, FacilitatorRequest, SettleOutcome } from '../payment/facilitator.ts'
import { facilitatorRequestFor } from '../payment/facilitator-request.ts'
import type { AuthorizationKey, Ledger, LedgerEntry } from '../payment/ledger.ts'
import { type ParsedPayment, readPayment } from '../payment/payment-header.ts'
import { encodeReceipt } from '../payment/receipt.ts'
import type { Clock } from '../runtime/clock.ts'
import { type Deadline, deadlineAfter } from '../runtime/deadline.ts'
import type { Log } from '../runtime/log.ts'
import type { Random } from '../runtime/random.ts'
import { uuidV7 } from '../runtime/random.ts'
import { sha256Hex } from '../runtime/sha256.ts'
import type { Refusal } from '../target/refusal.ts'
import { parseTarget, type Target } from '../target/target.ts'
import { readToolRequest, urlError } from '../tools/tool-request.ts'
import type { Admission } from './admission.ts'
import type { Sale, ToolOffer } from './offers.ts'
import type { CallOutcome, PaymentState, Unavailable, UnavailableCode } from './outcome.ts'
import type { ToolJob, ToolResult } from './run-tool.ts'

/** One POST on a paid route. */
export interface Call {
  readonly tool: Tool
  readonly body: Uint8Array
  /** The PAYMENT-SIGNATURE field value, or null. */
  readonly signature: string | null
  /** Aborts when the client goes away. Read only once a payment is there: creating it costs. */
  readonly gone: () => AbortSignal
}

export interface PaidCallContext {
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly admission: Admission
  readonly ledger: Ledger
  readonly facilitator: Facilitator
  /** What the tool is sold for now, or why it is not. */
  readonly sale: (tool: Tool) => Sale
  /** Refuses a name with a non-public answer; null when it has none, or can't be resolved in time. */
  readonly refuseByAnswers: (target: Target) => Promise<Refusal | null>
  readonly runTool: (job: ToolJob, deadline: Deadline) => Promise<ToolResult>
  readonly deadlineMs: number
  readonly settleReserveMs: number
}

/** What the decision line of a call tells besides its outcome; filled in as it becomes known. */
interface CallFacts {
  job_id?: string
  payer?: string
  target?: string
}

/** One call, and one line in the log for each that brought a payment of ours. Never throws for what a stranger does. */
export async function paidCall(context: PaidCallContext, call: Call): Promise<CallOutcome> {
  // Quotes are free and many: a line for each would be the stranger's to multiply.
  if (call.signature === null) return decide(context, call, {})
  const started = context.clock.monotonicMs()
  const facts: CallFacts = {}
  const outcome = await decide(context, call, facts)
  // Junk in the header costs nothing to send, so it does not write to our disk either.
  const level = facts.payer === undefined ? 'debug' : 'info'
  context.log[level]('paid_call', {
    tool: call.tool,
    outcome: outcome.status,
    reason: reasonOf(outcome),
    ...facts,
    ms: Math.round(context.clock.monotonicMs() - started),
  })
  return outcome
}

function reasonOf(outcome: CallOutcome): string | null {
  switch (outcome.status) {
    case 'invalid':
      return outcome.detail[0]?.type ?? null
    case 'unavailable':
      return outcome.code
    case 'quote':
    case 'refused':
      return outcome.error
    case 'report':
      return null
  }
}

/**
 * The order of design.md 1.3. Everything before the reservation leaves the authorization usable; from the reservation on
 * it is consumed, whatever comes of it.
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
  const sale = context.sale(call.tool)
  if (sale.status === 'closed') return unavailable(sale.code)
  const { offer } = sale
  const refusal = await context.refuseByAnswers(parsed.target)
  if (refusal !== null) return outsidePolicy(request.url, refusal)

  if (call.signature === null) return quote(offer, 'payment_required')
  const read = readPayment(call.signature)
  if (read.status === 'rejected') return quote(offer, read.error)
  const check = await checkAuthorization(read.payment, offer.offer, {
    nowS: Math.floor(context.clock.now() / 1000),
    deadlineS: Math.ceil(context.deadlineMs / 1000),
  })
  if (check.status === 'rejected') return quote(offer, check.error)
  facts.payer = check.key.payer
  facts.target = parsed.target.host
  const earlier = await lookUp(context, check.key)
  if (earlier === 'unreadable') return unavailable('job_failed', 'not_taken', ledgerTrouble)
  if (earlier !== null) return spent(offer, earlier)

  const slot = context.admission.enter()
  if (slot === null) return unavailable(context.admission.draining ? 'draining' : 'at_capacity')
  const overall = deadlineAfter(context.clock, context.deadlineMs)
  try {
    const admitted = { ...call, offer, url: request.url, target: parsed.target, key: check.key }
    return await admittedCall(context, admitted, read.payment, overall, facts)
  } finally {
    overall.close()
    slot.leave()
  }
}

interface AdmittedCall extends Call {
  readonly offer: ToolOffer
  readonly url: string
  readonly target: Target
  readonly key: AuthorizationKey
}

async function admittedCall(
  context: PaidCallContext,
  call: AdmittedCall,
  payment: ParsedPayment,
  overall: Deadline,
  facts: CallFacts,
): Promise<CallOutcome> {
  const { offer, key } = call
  const exchange = facilitatorRequestFor(payment, offer.offer)
  const verified = await context.facilitator.verify(exchange, overall.signal)
  if (verified.status === 'unavailable') return unavailable('facilitator_unavailable')
  if (verified.status === 'invalid') return quote(offer, verified.reason)

  // Nobody is there to read an answer, and nothing has been consumed yet.
  if (call.gone().aborted) return unavailable('job_failed', 'not_taken', clientGone)
  const jobId = uuidV7(context.clock.now(), context.random)
  facts.job_id = jobId
  const reserved = await reserve(context, call, payment, exchange, jobId)
  if (reserved !== null) return reserved

  const result = await gather(context, call, jobId, overall)
  if (result.status === 'failed') {
    return failedJob(context, key, result.reason)
  }
  try {
    await context.ledger.beginSettling(key, context.clock.now(), result.body)
  } catch (error) {
    // Nothing was settled and nothing will be: without a stored report a payment could be lost.
    context.log.error('report_not_stored', { job_id: jobId, error })
    return failedJob(context, key, 'report_not_stored')
  }
  return conclude(context, call, await settle(context, exchange, overall), result.body)
}

const clientGone = 'The client went away before the job began.'
const ledgerTrouble = 'The payment ledger is not available. This authorization was not used.'

async function lookUp(
  context: PaidCallContext,
  key: AuthorizationKey,
): Promise<LedgerEntry | null | 'unreadable'> {
  try {
    return await context.ledger.find(key)
  } catch (error) {
    context.log.error('ledger_read_failed', { error })
    return 'unreadable'
  }
}

/** Null once the authorization is ours to execute. */
async function reserve(
  context: PaidCallContext,
  call: AdmittedCall,
  payment: ParsedPayment,
  exchange: FacilitatorRequest,
  jobId: string,
): Promise<CallOutcome | null> {
  const [requirement] = call.offer.offer.accepts
  try {
    const reservation = await context.ledger.reserve({
      key: call.key,
      jobId,
      tool: call.tool,
      amountAtomic: BigInt(requirement.amount),
      payTo: requirement.payTo,
      signatureSha256: sha256Hex(new TextEncoder().encode(call.signature ?? '')),
      bodySha256: sha256Hex(call.body),
      validBefore: payment.authorization.validBefore,
      paymentId: null,
      request: JSON.stringify(exchange),
      at: context.clock.now(),
    })
    return reservation.status === 'reserved' ? null : spent(call.offer, reservation.entry)
  } catch (error) {
    context.log.error('reservation_failed', { job_id: jobId, error })
    return unavailable('job_failed', 'not_taken', ledgerTrouble)
  }
}

/** Runs the tool until the reserve for settling begins, or until the client goes away. */
async function gather(
  context: PaidCallContext,
  call: AdmittedCall,
  jobId: string,
  overall: Deadline,
): Promise<ToolResult> {
  const gone = call.gone()
  const deadline = deadlineAfter(
    context.clock,
    Math.max(0, overall.remainingMs() - context.settleReserveMs),
    gone,
  )
  try {
    const job = { jobId, tool: call.tool, requestedUrl: call.url, target: call.target }
    const result = await overall.race(context.runTool(job, deadline))
    return gone.aborted ? { status: 'failed', reason: 'client_gone' } : result
  } catch (error) {
    context.log.error('job_failed', { job_id: jobId, error })
    return { status: 'failed', reason: error instanceof Fault ? error.code : 'internal' }
  } finally {
    deadline.close()
  }
}

async function failedJob(
  context: PaidCallContext,
  key: AuthorizationKey,
  reason: string,
): Promise<Unavailable> {
  await record(context, () => context.ledger.fail(key, context.clock.now(), reason))
  return unavailable('job_failed', 'not_settled')
}

/** From here on money may move: whatever goes wrong is an unknown outcome, never a refusal. */
async function settle(
  context: PaidCallContext,
  exchange: FacilitatorRequest,
  overall: Deadline,
): Promise<SettleOutcome> {
  try {
    return await context.facilitator.settle(exchange, overall.signal)
  } catch (error) {
    context.log.error('settle_threw', { error })
    return { status: 'unknown', detail: 'settle_threw', transaction: null }
  }
}

async function conclude(
  context: PaidCallContext,
  call: AdmittedCall,
  settled: SettleOutcome,
  body: string,
): Promise<CallOutcome> {
  const { key, offer } = call
  const at = context.clock.now()
  switch (settled.status) {
    case 'settled':
      await record(context, () => context.ledger.settled(key, at, settled.receipt))
      return { status: 'report', body, receipt: encodeReceipt(settled.receipt) }
    case 'refused':
      await record(context, () => context.ledger.refused(key, at, settled.reason))
      return {
        status: 'refused',
        error: settled.reason,
        quote: offer.quote(settled.reason),
        receipt: encodeReceipt(settled.receipt),
      }
    case 'unknown':
      await record(context, () =>
        context.ledger.unknown(key, at, settled.detail, settled.transaction),
      )
      return unavailable('settlement_unknown', 'unknown')
  }
}

/**
 * Writes what already happened. When the disk fails here the answer still stands: the row stays where it was, and the
 * next start treats it as a crash at this point (`Ledger.recover`).
 */
async function record(context: PaidCallContext, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    context.log.error('ledger_write_failed', { error })
  }
}

/** An authorization that has begun to execute never executes again; a 402 says so only when no money can be moving. */
function spent(offer: ToolOffer, entry: LedgerEntry): CallOutcome {
  switch (entry.state) {
    case 'failed':
    case 'refused':
    case 'settled':
      return quote(offer, 'invalid_exact_evm_nonce_already_used')
    case 'running':
    case 'settling':
    case 'unknown':
      return unavailable('settlement_unknown', 'unknown')
  }
}

function quote(offer: ToolOffer, error: string): CallOutcome {
  return { status: 'quote', error, quote: offer.quote(error) }
}

function outsidePolicy(url: string, refusal: Refusal): CallOutcome {
  return {
    status: 'invalid',
    detail: [urlError(url, refusal.type, refusal.message, refusal.facts)],
  }
}

function unavailable(
  code: UnavailableCode,
  payment: PaymentState = 'not_taken',
  detail?: string,
): Unavailable {
  return { status: 'unavailable', code, payment, ...(detail === undefined ? {} : { detail }) }
}
