import { keyOf, type OurMoney } from '#payment/eip3009/authorization.ts'
import type { Ledger, LedgerEntry } from '#payment/ledger/ledger.ts'
import { readPaymentIdentifier } from '#payment/x402/extensions.ts'
import type { ParsedPayment } from '#payment/x402/payment-header.ts'
import { encodeReceipt } from '#payment/x402/receipt.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import { type CallOutcome, unavailable } from './outcome.ts'
import { type BuyersRequest, unsealReport } from './sealed-report.ts'

/** What makes two requests the same one. */
export interface Fingerprint {
  readonly tool: string
  /** SHA-256 of the PAYMENT-SIGNATURE field value and of the body, hex. */
  readonly signatureSha256: string
  readonly bodySha256: string
  /** What opens a stored report. */
  readonly request: BuyersRequest
}

/**
 * What the ledger has of a payment that came along. `spent`: it is over, and a 402 may say so. `answered`: the outcome
 * stands already, whatever else holds for the request. `entry` is for the log.
 */
export type KnownPayment =
  | { readonly status: 'new' }
  | { readonly status: 'spent'; readonly entry: LedgerEntry }
  | {
      readonly status: 'answered'
      readonly outcome: CallOutcome
      readonly entry: LedgerEntry
    }

export function fingerprintOf(call: {
  readonly tool: string
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

/** The identifier that a buyer gave this payment; null when there is none that could be one. */
export function paymentIdOf(payment: ParsedPayment): string | null {
  const reading = readPaymentIdentifier(payment.extensions)
  return reading.status === 'identifier' ? reading.id : null
}

/**
 * Looks a payment up by its identifier and by itself. After settlement the authorization and its signature are public
 * calldata, so a stored report is given only to whoever shows the identifier, the byte-equal header and the same request:
 * none of the three is on the chain. Throws `ledger_unavailable`.
 */
export async function recallPayment(
  from: {
    readonly ledger: Ledger
    readonly money: OurMoney
    /** Epoch milliseconds. */
    readonly now: number
    /** How long a stored answer is given. The janitor that drops it comes by only now and then. */
    readonly keptMs: number
  },
  payment: ParsedPayment,
  request: Fingerprint,
): Promise<KnownPayment> {
  const { ledger } = from
  const id = paymentIdOf(payment)
  const named = id === null ? null : await ledger.findByPaymentId(id)
  if (named !== null && isSameRequest(named, request)) {
    const { outcome } = await answerOf(from, named, request.request)
    return outcome === null
      ? { status: 'spent', entry: named }
      : { status: 'answered', outcome, entry: named }
  }
  const own = await ledger.find(keyOf(payment, from.money))
  if (named !== null) {
    const outcome = { status: 'conflict', payment: own === null ? 'not_taken' : 'unknown' } as const
    return { status: 'answered', outcome, entry: named }
  }
  return own === null ? { status: 'new' } : knownWithoutName(own)
}

/** Without its identifier a payment gets no report; while money may be moving it gets no 402 either. */
export function knownWithoutName(entry: LedgerEntry): KnownPayment {
  const outcome = openOutcome(entry)
  return outcome === null ? { status: 'spent', entry } : { status: 'answered', outcome, entry }
}

async function answerOf(
  {
    ledger,
    now,
    keptMs,
  }: { readonly ledger: Ledger; readonly now: number; readonly keptMs: number },
  entry: LedgerEntry,
  request: BuyersRequest,
): Promise<{ readonly outcome: CallOutcome | null }> {
  if (entry.state !== 'settled') return { outcome: openOutcome(entry) }
  if (now - entry.changedAt >= keptMs) return { outcome: null }
  const answer = await ledger.storedAnswer(entry.key)
  if (answer === null) return { outcome: null }
  const body = unsealReport(answer.report, request)
  if (body === null) return { outcome: null }
  return {
    outcome: { status: 'report', body, receipt: encodeReceipt(answer.receipt), stored: true },
  }
}

/** Null when no money can be moving any more. */
function openOutcome(entry: LedgerEntry): CallOutcome | null {
  switch (entry.state) {
    case 'failed':
    case 'refused':
    case 'settled':
      return null
    case 'running':
    case 'settling':
      return unavailable('settlement_unknown', 'unknown', underWay)
    case 'unknown':
      return unavailable('settlement_unknown', 'unknown')
  }
}

const underWay = {
  detail:
    'An earlier request with this payment is still being worked on. Do not sign another: repeat this request for its outcome.',
  // A probe takes about a second or two.
  retryAfterS: 2,
} as const

function isSameRequest(entry: LedgerEntry, request: Fingerprint): boolean {
  return (
    entry.signatureSha256 === request.signatureSha256 &&
    entry.bodySha256 === request.bodySha256 &&
    entry.tool === request.tool
  )
}
