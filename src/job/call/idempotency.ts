import { UNNAMED_RETENTION_MS } from '#job/report-retention.ts'
import type {
  AuthorizationKey,
  CallWithPayer,
  Ledger,
  LedgerEntry,
  PayerLimit,
  RecordedCall,
  StoredResponse,
} from '#payment/ledger/ledger.ts'
import type { PaymentErrorDetails } from '#payment/x402/payment-error.ts'
import { encodeReceipt } from '#payment/x402/receipt.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { type CallOutcome, callInFlight, type PaymentState, unavailable } from './outcome.ts'
import type { ReceiptMaker } from './receipt.ts'
import type { ResponseSlots } from './response-slots.ts'
import { type BuyerRequest, unsealReport } from './sealed-report.ts'

/** The properties that identify a repeated request. */
export interface Fingerprint {
  /** SHA-256 of the signed authorization and of the body, both in normal form, hex. */
  readonly signatureSha256: string
  readonly bodySha256: string
  /** Derives the key of a stored report. */
  readonly request: BuyerRequest
}

/**
 * What identifies a request, whatever its bytes: a client may encode the header or the body again, order members
 * differently, or come over MCP instead of HTTP.
 */
export function fingerprintOf(request: BuyerRequest): Fingerprint {
  return {
    signatureSha256: sha256Hex(request.signed),
    bodySha256: sha256Hex(JSON.stringify({ url: request.url })),
    request,
  }
}

/** The payment of a request. */
export interface RequestPayment {
  readonly key: AuthorizationKey
  /** Whether the payer's own key signed it. */
  readonly isSigned: () => Promise<boolean>
  readonly fingerprint: Fingerprint
}

/** What the ledger knows about the payer. */
export type PayerHistory = Pick<CallWithPayer, 'usage' | 'hasPaid'>

/**
 * The result of an earlier call with this payment. `spent`: the authorization is consumed, and a 402 may report that.
 * `decided`: the outcome of this call, regardless of the rest of the request. `open`: the same request was repeated, and
 * its settlement is unknown.
 */
export type EarlierCall =
  | ({ readonly status: 'none' } & PayerHistory)
  | {
      readonly status: 'spent'
      readonly entry: RecordedCall
      readonly details: PaymentErrorDetails
    }
  | { readonly status: 'open'; readonly entry: LedgerEntry }
  | { readonly status: 'decided'; readonly outcome: CallOutcome; readonly entry: RecordedCall }

export interface EarlierCallContext {
  readonly ledger: Ledger
  readonly receiptFor: ReceiptMaker
  readonly payerLimit: PayerLimit
  /** Epoch milliseconds. */
  readonly now: number
  /**
   * Milliseconds that a stored response with a payment identifier is kept. The task that deletes it runs only
   * periodically.
   */
  readonly retentionMs: number
  /** Whole seconds after which an unfinished call is worth repeating. */
  readonly retryAfterS: (entry: LedgerEntry) => number
  /**
   * Milliseconds after a settlement during which another process that shares the ledger may still be sending the 200; 0
   * without such a process.
   */
  readonly inFlightMs: number
  /** Slots for sending stored reports, by payer: a request that was paid for once may be repeated without limit. */
  readonly storedSlots: ResponseSlots
}

// Number of other urls and tools after which even the right one could be a guess.
export const MAX_UNNAMED_MISSES = 5

/**
 * Looks up a payment (design.md row 12). A stored report is returned only for the same signed authorization, tool, url
 * and payment identifier: after settlement the authorization and its signature are public calldata, the rest is not. A payment that
 * was settled without a delivered report never gets a 402, since clients sign any quote. An earlier call with the same
 * payment identifier counts only for a payment that the payer signed, since the result reveals whether the payer used the
 * identifier. Throws `ledger_unavailable`.
 */
export async function findEarlierCall(
  context: EarlierCallContext,
  payment: RequestPayment,
): Promise<EarlierCall> {
  const { ledger, now, payerLimit: limit } = context
  const { key, fingerprint } = payment
  const { paymentId } = fingerprint.request
  const found = await ledger.findWithPayer(key, { paymentId, at: now, limit })
  const { call: entry, callByPaymentId, usage, hasPaid } = found
  // Its report was delivered: other calls are not archived.
  if (entry?.state === 'archived') return spent(context, entry, await payment.isSigned())
  const isPaymentOf = entry?.signatureSha256 === fingerprint.signatureSha256
  if (entry !== null && isPaymentOf && isSameRequest(entry, fingerprint)) {
    return sameRequest(context, entry, fingerprint)
  }
  // The signer is recovered whether or not the identifier was used, so that the response time does not reveal that.
  const mayReportConflict = paymentId !== null && (isPaymentOf || (await payment.isSigned()))
  if (mayReportConflict && callByPaymentId !== null) {
    const outcome = { status: 'conflict', payment: paymentStateOf(entry) } as const
    return { status: 'decided', outcome, entry: callByPaymentId }
  }
  if (entry === null) return { status: 'none', usage, hasPaid }
  // Only the right payment with another url or tool is a guess. A payment identifier cannot be guessed.
  if (isPaymentOf && entry.paymentId === null) await ledger.countMiss(key)
  return outcomeWithoutReport(context, entry, isPaymentOf)
}

async function sameRequest(
  context: EarlierCallContext,
  entry: LedgerEntry,
  fingerprint: Fingerprint,
): Promise<EarlierCall> {
  if (entry.state === 'unknown') return { status: 'open', entry }
  if (entry.state !== 'settled') return outcomeWithoutReport(context, entry, true)
  const { ledger, now, inFlightMs, storedSlots } = context
  // Nodes read the time of their database with an error of some milliseconds.
  const mayBeInFlight = entry.deliveredAt === null && Math.abs(now - entry.changedAt) < inFlightMs
  if (entry.paymentId === null && mayBeInFlight) {
    return { status: 'decided', outcome: callInFlight(Math.ceil(inFlightMs / 1_000)), entry }
  }
  const release = storedSlots.acquire(entry.key.payer)
  if (release === null) return { status: 'decided', outcome: callInFlight(1), entry }
  const report = await storedReport(context, entry, fingerprint).catch((cause: unknown) => {
    release()
    throw cause
  })
  if (report === null) {
    release()
    return outcomeWithoutReport(context, entry, true)
  }
  const noteDelivery = deliveryListener(ledger, entry.key, now)
  const onEnd = (isWritten: boolean) => {
    release()
    noteDelivery(isWritten)
  }
  return { status: 'decided', outcome: { status: 'report', ...report, stored: true, onEnd }, entry }
}

/** The report of a settled call and its receipt; null if it is no longer kept, or belongs to another request. */
async function storedReport(
  { ledger, receiptFor, now, retentionMs }: EarlierCallContext,
  entry: LedgerEntry,
  { request }: Fingerprint,
): Promise<{ readonly body: string; readonly receipt: string } | null> {
  const { key, changedAt: settledAt } = entry
  const stored = await ledger.storedResponse(key)
  if (stored?.report == null || stored.receipt === null) return null
  if (!isRetained(entry, stored, { now, retentionMs })) return null
  const body = unsealReport(stored.report, sealedRequestOf(entry, request))
  if (body === null) return null
  return { body, receipt: await receiptFor(stored.receipt, { key, tool: request.tool, settledAt }) }
}

function isRetained(
  { paymentId, deliveredAt, changedAt }: LedgerEntry,
  { misses }: StoredResponse,
  { now, retentionMs }: Pick<EarlierCallContext, 'now' | 'retentionMs'>,
): boolean {
  const age = now - changedAt
  return paymentId === null
    ? deliveredAt === null && age < UNNAMED_RETENTION_MS && misses < MAX_UNNAMED_MISSES
    : age < retentionMs
}

/** The request as the report of this call was sealed: a payment identifier that was added later is not part of it. */
export function sealedRequestOf(
  { paymentId }: Pick<LedgerEntry, 'paymentId'>,
  request: BuyerRequest,
): BuyerRequest {
  return paymentId === null ? { ...request, paymentId: null } : request
}

/** The outcome by the state of the payment, for another request, or where there is no report to return. */
async function outcomeWithoutReport(
  context: EarlierCallContext,
  entry: LedgerEntry,
  isBuyer: boolean,
): Promise<EarlierCall> {
  const { ledger, retryAfterS } = context
  const decided = (outcome: CallOutcome): EarlierCall => ({ status: 'decided', outcome, entry })
  switch (entry.state) {
    case 'failed':
    case 'refused':
      return spent(context, entry, isBuyer)
    case 'running':
    case 'settling':
      return decided(callInFlight(retryAfterS(entry)))
    case 'unknown':
      return decided(
        unavailable('settlement_unknown', 'unknown', { retryAfterS: retryAfterS(entry) }),
      )
    case 'settled': {
      if (entry.deliveredAt !== null) return spent(context, entry, isBuyer)
      const stored = await ledger.storedResponse(entry.key)
      const receipt = stored?.receipt == null ? {} : { receipt: encodeReceipt(stored.receipt) }
      const isKept = stored?.report != null && isRetained(entry, stored, context)
      const detail = isKept ? { detail: keptForAnotherRequest(entry) } : {}
      return decided(unavailable('already_settled', 'settled', { ...receipt, ...detail }))
    }
  }
}

/** `isBuyer`: whether the request has the signed authorization, and not just its nonce, which the chain shows to everyone. */
function spent(context: EarlierCallContext, entry: RecordedCall, isBuyer: boolean): EarlierCall {
  return { status: 'spent', entry, details: isBuyer ? spentDetails(context, entry) : {} }
}

function spentDetails(
  { now, retentionMs }: EarlierCallContext,
  entry: RecordedCall,
): PaymentErrorDetails {
  if (entry.state === 'failed' || entry.state === 'refused') {
    const message =
      'An earlier call used this authorization up without a report, and no money moved for it. Sign a new authorization to try again.'
    return { message }
  }
  const isArchived = entry.state === 'archived'
  const sentAt = isArchived ? null : entry.deliveredAt
  const isKept = !isArchived && now - entry.changedAt < retentionMs
  const again = entry.paymentId === null ? '' : ' or the same request with its payment identifier'
  const where = isKept ? `its report_url${again} returns it again` : 'it is no longer kept here'
  return {
    action: 'fetch_report',
    message: `This payment was settled and its report was handed out: ${where}. This request took no money. Sign a new authorization only for a new check.`,
    ...(entry.transaction === null ? {} : { transaction: entry.transaction }),
    ...(sentAt === null ? {} : { reportSentAt: new Date(sentAt).toISOString() }),
  }
}

function keptForAnotherRequest({ paymentId }: LedgerEntry): string {
  const same = paymentId === null ? 'tool and url' : 'tool, url and payment identifier'
  return `This authorization was settled for another request (see PAYMENT-RESPONSE), and the report of that request is kept for its buyer: send this payment with the same ${same}. This request executed and charged nothing.`
}

/** Returns a function that notes the delivery of this payment's report, if it was written completely. */
export function deliveryListener(ledger: Ledger, key: AuthorizationKey, now: number) {
  return (isWritten: boolean) => {
    if (isWritten) ledger.delivered(key, now)
  }
}

function paymentStateOf(entry: LedgerEntry | null): PaymentState {
  switch (entry?.state) {
    case undefined:
      return 'not_taken'
    case 'settled':
      return 'settled'
    case 'failed':
    case 'refused':
      return 'not_settled'
    case 'running':
    case 'settling':
    case 'unknown':
      return 'unknown'
  }
}

function isSameRequest(entry: LedgerEntry, { bodySha256, request }: Fingerprint): boolean {
  const isSameId = entry.paymentId === null || entry.paymentId === request.paymentId
  return isSameId && entry.bodySha256 === bodySha256 && entry.tool === request.tool
}
