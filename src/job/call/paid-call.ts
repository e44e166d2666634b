import type { Availability } from '#job/selling/availability.ts'
import { earlierKeyOf, isSignedByPayer } from '#payment/eip3009/authorization.ts'
import type { LedgerEntry } from '#payment/ledger/ledger.ts'
import type { PaymentTerms } from '#payment/terms.ts'
import type { PaymentErrorDetails } from '#payment/x402/payment-error.ts'
import { readPayment, signedText } from '#payment/x402/payment-header.ts'
import type { TurnLimit } from '#runtime/process/turn-limit.ts'
import type { Refusal } from '#target/refusal.ts'
import { parseTarget, type Target } from '#target/target.ts'
import type { Tool } from '#tools/tool.ts'
import { readToolRequest, urlError } from '#tools/tool-request.ts'
import { type Call, type CallFacts, type CallRecord, logFields } from './call-record.ts'
import { type CallPayment, type ExecuteContext, execute } from './execute.ts'
import { type EarlierCall, findEarlierCall, fingerprintOf } from './idempotency.ts'
import {
  busy,
  type CallOutcome,
  callInFlight,
  quote,
  reasonOf,
  type Unavailable,
  unavailable,
} from './outcome.ts'
import type { ResponseSlots } from './response-slots.ts'
import { type ResumeContext, resumeSettlement } from './resume-settlement.ts'
import { tryLedger } from './try-ledger.ts'

export interface PaidCallContext extends ExecuteContext, Omit<ResumeContext, 'facilitator'> {
  /** The tool's current offer, or why it is not for sale. */
  readonly availability: (tool: Tool) => Promise<Availability>
  readonly turnLimit: Pick<TurnLimit, 'admits'>
  /** Network and asset of payments, whether or not a tool is for sale now. */
  readonly terms: PaymentTerms
  /** Refuses an address of this machine or of its neighbours; null for other addresses, and for names. */
  readonly refusalOfLiteral: (target: Target) => Promise<Refusal | null>
  /** Refuses a name that resolves to a non-public address; null when it does not, or cannot be resolved in time. */
  readonly refusalByDns: (target: Target) => Promise<Refusal | null>
  /** How long a stored response with a payment identifier can be fetched again. */
  readonly responseRetentionMs: () => number
  /** Whole seconds after which an unfinished call is worth repeating. */
  readonly retryAfterS: (entry: LedgerEntry) => number
  /** As in `EarlierCallContext`. */
  readonly inFlightMs: number
  readonly storedSlots: ResponseSlots
  /** Called for every call at its end, quotes included. */
  readonly observe?: (call: CallRecord) => void
}

/** Handles one call, and logs one line for each that carried a payment. Never throws for a client's input. */
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
  // Quotes are free and frequent: a line for each would let a client fill the log. An invalid header costs nothing
  // to send, so it does not write to our disk either.
  if (call.signature !== null) {
    context.log[facts.payer === undefined ? 'debug' : 'info']('paid_call', logFields(record))
  }
  return outcome
}

/**
 * Runs the steps in the order of design.md 1.3. Everything before the reservation leaves the authorization usable; from
 * the reservation on it is consumed, whatever the outcome. A payment that the ledger knows is resolved right after the
 * lexical checks. A lost response must be found again while the route is closed, full or draining, and without DNS: no
 * connection is opened for it, so the policy for resolved addresses would protect nothing. The lexical checks come
 * first because they give the same 422 for a body each time, and a stored body has passed them.
 */
async function decide(
  context: PaidCallContext,
  call: Call,
  facts: CallFacts,
): Promise<CallOutcome> {
  const request = readToolRequest(call.body)
  if (request.status === 'invalid') return request
  const parsed = parseTarget(request.url)
  if (parsed.status === 'refused') return refusedTarget(request.url, parsed.refusal)

  const callPayment = readCallPayment(context, call, request.url)
  const earlier =
    callPayment.status === 'read' ? await resumedEarlierCall(context, callPayment, facts) : unpaid
  if (earlier.status === 'decided') return earlier.outcome

  // This follows the ledger lookup: if the address became ours after a payment, its buyer must still get the report.
  const literalRefusal = await context.refusalOfLiteral(parsed.target)
  if (literalRefusal !== null) return refusedTarget(request.url, literalRefusal)
  if (callPayment.status === 'rejected' && !context.turnLimit.admits('quote', call.start))
    return busy
  const availability = await context.availability(call.tool)
  if (availability.status === 'closed') return toolUnavailable(availability)
  const { offer } = availability
  const refusal = await context.refusalByDns(parsed.target)
  if (refusal !== null) return refusedTarget(request.url, refusal)

  if (callPayment.status === 'rejected') return quote(offer, callPayment.error, callPayment.details)
  if (earlier.status !== 'none') return quote(offer, alreadyUsed, earlier.details)
  const { usage, hasPaid } = earlier
  const order = {
    ...callPayment,
    offer,
    target: parsed.target,
    payer: { usage, hasPaid },
  }
  const outcome = await execute(context, order, facts)
  if (outcome.status !== 'quote') return outcome
  // A 402 makes a client sign again, so the ledger decides last: another call may have used the same payment
  // meanwhile, and then a facilitator reports it as used while its transfer is still pending.
  const recheck = await readEarlierCall(context, callPayment, facts)
  switch (recheck.status) {
    case 'decided':
      return recheck.outcome
    case 'open':
      return unknownOutcome(context, recheck.entry)
    case 'spent':
      return quote(offer, alreadyUsed, recheck.details)
    case 'none':
      // Another call may have begun with it after this one, and not have reserved it yet.
      return context.inFlightCalls.has(callPayment.key) ? callInFlight(2) : outcome
  }
}

const unpaid = { status: 'unpaid', details: {} } as const
const alreadyUsed = 'invalid_exact_evm_nonce_already_used'

interface RejectedPayment {
  readonly status: 'rejected'
  readonly error: string
  readonly details?: PaymentErrorDetails | undefined
}

function readCallPayment(
  { terms }: PaidCallContext,
  call: Call,
  url: string,
): CallPayment | RejectedPayment {
  const { tool, signature } = call
  if (signature === null) {
    const error = call.hasV1Payment === true ? 'invalid_x402_version' : 'payment_required'
    return { status: 'rejected', error }
  }
  const reading = readPayment(signature)
  if (reading.status === 'rejected') return reading
  const { payment } = reading
  const { identifier } = payment
  return {
    status: 'read',
    call,
    payment,
    key: earlierKeyOf(payment, terms),
    isSigned: () => isSignedByPayer(payment, terms),
    fingerprint: fingerprintOf({
      signed: signedText(payment),
      paymentId: identifier.status === 'identifier' ? identifier.id : null,
      tool,
      url,
    }),
  }
}

/** Looks the payment up in the ledger; an unknown settlement is resolved, since its buyer has returned. */
async function resumedEarlierCall(
  context: PaidCallContext,
  callPayment: CallPayment,
  facts: CallFacts,
): Promise<Exclude<EarlierCall, { readonly status: 'open' }> | Decided> {
  const earlier = await readEarlierCall(context, callPayment, facts)
  if (earlier.status !== 'open') return earlier
  const { entry } = earlier
  const recheck = await tryLedger(context.log, async () => {
    await resumeSettlement(context, callPayment, entry.jobId)
    // `inFlightMs` is 0 because this request itself returns the report of a settlement that it has resolved.
    return lookUpEarlierCall({ ...context, inFlightMs: 0 }, callPayment, facts)
  })
  // This request may have moved the money, so `ledger_unavailable`, which denies that, is no response to it.
  if (recheck.status === 'unavailable' || recheck.status === 'open') {
    return { status: 'decided', outcome: unknownOutcome(context, entry) }
  }
  return recheck
}

interface Decided {
  readonly status: 'decided'
  readonly outcome: Unavailable
}

/** Looks the payment up in the ledger; if that cannot be read, the response consumes nothing. */
async function readEarlierCall(
  context: PaidCallContext,
  callPayment: CallPayment,
  facts: CallFacts,
): Promise<EarlierCall | Decided> {
  const earlier = await tryLedger(context.log, () => lookUpEarlierCall(context, callPayment, facts))
  return earlier.status === 'unavailable' ? { status: 'decided', outcome: earlier } : earlier
}

/** Throws `ledger_unavailable`. */
async function lookUpEarlierCall(
  context: PaidCallContext,
  callPayment: CallPayment,
  facts: CallFacts,
): Promise<EarlierCall> {
  const { ledger, receiptFor, clock, retryAfterS, inFlightMs, storedSlots } = context
  const lookupContext = {
    ledger,
    receiptFor,
    payerLimit: context.payerLimits.current(),
    now: clock.now(),
    retentionMs: context.responseRetentionMs(),
    retryAfterS,
    inFlightMs,
    storedSlots,
  }
  const earlier = await findEarlierCall(lookupContext, callPayment)
  if (earlier.status !== 'none') {
    const { key, jobId, amountAtomic, transaction } = earlier.entry
    facts.payer = key.payer
    facts.jobId = jobId
    facts.network = key.network
    facts.amountAtomic = amountAtomic
    if (transaction !== null) facts.transaction = transaction
  }
  return earlier
}

function unknownOutcome({ retryAfterS }: PaidCallContext, entry: LedgerEntry): Unavailable {
  return unavailable('settlement_unknown', 'unknown', { retryAfterS: retryAfterS(entry) })
}

function toolUnavailable({
  code,
  status: _closed,
  ...about
}: Extract<Availability, { status: 'closed' }>): Unavailable {
  return unavailable(code, 'not_taken', about)
}

function refusedTarget(url: string, refusal: Refusal): CallOutcome {
  return {
    status: 'invalid',
    detail: [urlError(url, refusal.type, refusal.message, refusal.facts)],
  }
}
