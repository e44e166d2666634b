import { UNNAMED_RETENTION_MS } from '#job/report-retention.ts'
import type {
  AuthorizationKey,
  CallWithPayer,
  Ledger,
  LedgerEntry,
  PayerLimit,
  RecordedCall,
} from '#payment/ledger/ledger.ts'
import { encodeReceipt } from '#payment/x402/receipt.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import type { Tool } from '#tools/tool.ts'
import { type CallOutcome, callInFlight, type PaymentState, unavailable } from './outcome.ts'
import type { ReceiptMaker } from './receipt.ts'
import type { ResponseSlots } from './response-slots.ts'
import { type BuyerRequest, unsealReport } from './sealed-report.ts'

/** The properties that identify a repeated request. */
export interface Fingerprint {
  readonly tool: Tool
  /** SHA-256 of the PAYMENT-SIGNATURE field value and of the body, hex. */
  readonly signatureSha256: string
  readonly bodySha256: string
  /** Derives the key of a stored report. */
  readonly request: BuyerRequest
}

/** What identifies a request: its tool, and the hashes of its payment header and of its body, byte for byte. */
export function fingerprintOf(call: {
  readonly tool: Tool
  readonly body: Uint8Array
  readonly signature: string
}): Fingerprint {
  return {
    tool: call.tool,
    signatureSha256: sha256Hex(call.signature),
    bodySha256: sha256Hex(call.body),
    request: { signature: call.signature, body: call.body },
  }
}

/** The payment of a request. */
export interface RequestPayment {
  readonly key: AuthorizationKey
  /** The payment identifier; null without one. */
  readonly paymentId: string | null
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
  | { readonly status: 'spent'; readonly entry: RecordedCall }
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

// Number of wrong bodies after which even the right one could be a guess.
export const MAX_UNNAMED_MISSES = 5

/**
 * Looks up a payment (design.md row 12). A stored report is returned only for the byte-equal header and body of its
 * call: after settlement the authorization and its signature are public calldata, the body is not. A payment that
 * was settled without a delivered report never gets a 402, since clients sign any quote. An earlier call with the same
 * payment identifier counts only for a payment that the payer signed, since the result reveals whether the payer used the
 * identifier. Throws `ledger_unavailable`.
 */
export async function findEarlierCall(
  context: EarlierCallContext,
  payment: RequestPayment,
): Promise<EarlierCall> {
  const { ledger, now, payerLimit: limit } = context
  const { key, paymentId, fingerprint } = payment
  const found = await ledger.findWithPayer(key, { paymentId, at: now, limit })
  const { call: entry, callByPaymentId, usage, hasPaid } = found
  // Its report was delivered: other calls are not archived.
  if (entry?.state === 'archived') return { status: 'spent', entry }
  const hasHeader = entry?.signatureSha256 === fingerprint.signatureSha256
  if (entry !== null && hasHeader && isSameRequest(entry, fingerprint)) {
    return sameRequest(context, entry, fingerprint)
  }
  // The signer is recovered whether or not the identifier was used, so that the response time does not reveal that.
  const mayReportConflict = paymentId !== null && (hasHeader || (await payment.isSigned()))
  if (mayReportConflict && callByPaymentId !== null) {
    const outcome = { status: 'conflict', payment: paymentStateOf(entry) } as const
    return { status: 'decided', outcome, entry: callByPaymentId }
  }
  if (entry === null) return { status: 'none', usage, hasPaid }
  // Only the right header with another body counts as a guess.
  if (hasHeader) await ledger.countMiss(key)
  return outcomeWithoutReport(context, entry)
}

async function sameRequest(
  context: EarlierCallContext,
  entry: LedgerEntry,
  fingerprint: Fingerprint,
): Promise<EarlierCall> {
  if (entry.state === 'unknown') return { status: 'open', entry }
  if (entry.state !== 'settled') return outcomeWithoutReport(context, entry)
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
    return outcomeWithoutReport(context, entry)
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
  { key, paymentId, deliveredAt, changedAt }: LedgerEntry,
  { tool, request }: Fingerprint,
): Promise<{ readonly body: string; readonly receipt: string } | null> {
  const stored = await ledger.storedResponse(key)
  if (stored?.report == null || stored.receipt === null) return null
  const age = now - changedAt
  const isRetained =
    paymentId === null
      ? deliveredAt === null && age < UNNAMED_RETENTION_MS && stored.misses < MAX_UNNAMED_MISSES
      : age < retentionMs
  const body = isRetained ? unsealReport(stored.report, request) : null
  if (body === null) return null
  return { body, receipt: await receiptFor(stored.receipt, { key, tool, settledAt: changedAt }) }
}

/** The outcome by the state of the payment, for another request, or where there is no report to return. */
async function outcomeWithoutReport(
  { ledger, retryAfterS }: EarlierCallContext,
  entry: LedgerEntry,
): Promise<EarlierCall> {
  const decided = (outcome: CallOutcome): EarlierCall => ({ status: 'decided', outcome, entry })
  switch (entry.state) {
    case 'failed':
    case 'refused':
      return { status: 'spent', entry }
    case 'running':
    case 'settling':
      return decided(callInFlight(retryAfterS(entry)))
    case 'unknown':
      return decided(
        unavailable('settlement_unknown', 'unknown', { retryAfterS: retryAfterS(entry) }),
      )
    case 'settled': {
      if (entry.deliveredAt !== null) return { status: 'spent', entry }
      const stored = await ledger.storedResponse(entry.key)
      const receipt = stored?.receipt == null ? {} : { receipt: encodeReceipt(stored.receipt) }
      return decided(unavailable('already_settled', 'settled', receipt))
    }
  }
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

function isSameRequest(entry: LedgerEntry, request: Fingerprint): boolean {
  return entry.bodySha256 === request.bodySha256 && entry.tool === request.tool
}
