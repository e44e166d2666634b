import { getAddress } from 'viem/utils'
import { Fault } from '#fault.ts'
import type { Facilitator } from '#payment/facilitator.ts'
import {
  type Ledger,
  type LedgerEntry,
  UNCONFIRMED,
  type UnresolvedEntry,
} from '#payment/ledger/ledger.ts'
import type {
  SettlementLookup,
  SettlementQuery,
  SettlementVerdict,
} from '#payment/ledger/settlement-lookup.ts'
import { readFacilitatorRequest } from '#payment/x402/facilitator-request.ts'
import type { SettlementResponse } from '#payment/x402/x402.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { Log } from '#runtime/log.ts'

export interface OutcomeContext {
  readonly ledger: Ledger
  /** Null without access to a chain. */
  readonly lookUp: SettlementLookup | null
  readonly clock: Clock
  readonly log: Log
}

/** Repeats the settlement, for a buyer who is waiting for the report. */
export interface SettleRetry {
  readonly facilitator: Pick<Facilitator, 'settle'>
  readonly timeoutMs: number
}

/** `taken`: another process works on the entry, or has changed it since it was read. */
export type Resolution = 'settled' | 'refused' | 'unknown' | 'taken'

type Conclusion =
  | {
      readonly status: 'settled'
      readonly receipt: SettlementResponse
      readonly mark?: typeof UNCONFIRMED
    }
  | { readonly status: 'refused'; readonly reason: string }
  | { readonly status: 'unknown'; readonly detail: string; readonly transaction: string | null }

// Timeout of one lookup on the chain: finding a block by its time takes about forty requests to a node.
const LOOK_UP_TIMEOUT_MS = 20_000
// Time for the ledger writes around an attempt, on a busy disk.
const LEASE_MARGIN_MS = 10_000
// Waits after the first attempts, and after all later ones: an operator may bring a facilitator or a node back after days.
const RETRY_DELAYS_MS = [5_000, 30_000, 120_000] as const
const LATER_RETRY_DELAY_MS = 600_000

/**
 * Makes one attempt to learn the outcome of an unknown settlement. The chain decides if it can be read. The
 * settlement is repeated only with `retry`, so only while its buyer is waiting for the report: money that moves in
 * the background would pay for a report that is never fetched, while its buyer may have paid a second time
 * meanwhile.
 */
export async function resolveOutcome(
  context: OutcomeContext,
  entry: UnresolvedEntry,
  signal: AbortSignal,
  retry: SettleRetry | null = null,
): Promise<Resolution> {
  const { ledger, clock, log } = context
  const leaseMs = LOOK_UP_TIMEOUT_MS + (retry?.timeoutMs ?? 0) + LEASE_MARGIN_MS
  if (!(await ledger.claim(entry.key, entry.attempts, clock.now(), leaseMs))) return 'taken'
  const conclusion = await conclude(context, entry, signal, retry)
  const facts = { job_id: entry.jobId, attempt: entry.attempts + 1 }
  try {
    await writeConclusion(context, entry, conclusion, signal)
  } catch (error) {
    // The outcome became known by other means: by the late response of the call itself, or by the operator.
    if (error instanceof Fault && error.code === 'ledger_transition') return 'taken'
    throw error
  }
  if (conclusion.status === 'unknown') log.warn('outcome_unknown', { ...facts, ...conclusion })
  else log.info('outcome_known', { ...facts, ...loggedFacts(conclusion) })
  return conclusion.status
}

async function conclude(
  context: OutcomeContext,
  entry: UnresolvedEntry,
  signal: AbortSignal,
  retry: SettleRetry | null,
): Promise<Conclusion> {
  const verdict = await queryChain(context, entry, signal)
  switch (verdict?.status) {
    case 'paid':
      return { status: 'settled', receipt: receiptOf(entry, verdict.transaction) }
    case 'never':
      return { status: 'refused', reason: verdict.reason }
    case 'waiting':
      return unknown(verdict.detail)
    case 'open':
    case 'unclear':
    case undefined:
      if (retry !== null) return retrySettlement(context, entry, { retry, verdict, signal })
      return unknown(
        verdict?.status === 'unclear' ? verdict.detail : (verdict?.status ?? 'no_chain'),
      )
  }
}

/** Looks a settlement up within a time limit; null without access to a chain. */
export async function queryChain(
  { lookUp, clock }: Pick<OutcomeContext, 'lookUp' | 'clock'>,
  query: SettlementQuery,
  signal: AbortSignal,
): Promise<SettlementVerdict | null> {
  if (lookUp === null) return null
  using deadline = deadlineAfter(clock, LOOK_UP_TIMEOUT_MS, signal)
  try {
    return await lookUp(query, deadline.signal)
  } catch (error) {
    return { status: 'unclear', detail: error instanceof Fault ? error.code : 'look_up_threw' }
  }
}

/**
 * Repeats the settle call. A success is final. A refusal decides nothing, because the earlier settle call may have moved
 * the money. A facilitator that checks the window, the balance or the simulation first then reports "expired",
 * "insufficient funds" or "failed". One that checks the nonce reports "used" for a payment and a cancellation alike.
 * Reasons about the request itself (scheme, network, token) did not apply when the same request was verified, so they
 * concern the facilitator. A refusal is not permanent either: anyone who has seen the authorization can still send it,
 * until it expires. Only the chain can exclude a payment.
 *
 * One outcome would stay unknown for ever without a chain: the facilitator named a transaction, and now reports the nonce as
 * used. As far as anybody can tell the buyer was charged, so the call counts as settled, marked `unconfirmed`. In the worst case
 * that transaction had failed and the buyer cancelled the authorization: then a report went out unpaid, and `ledger audit` lists
 * it.
 */
async function retrySettlement(
  { clock, lookUp }: OutcomeContext,
  entry: UnresolvedEntry,
  attempt: {
    readonly retry: SettleRetry
    readonly verdict: SettlementVerdict | null
    readonly signal: AbortSignal
  },
): Promise<Conclusion> {
  const { retry, verdict, signal } = attempt
  const chain = verdict?.status === 'unclear' ? `; chain: ${verdict.detail}` : ''
  const request = readFacilitatorRequest(entry.request)
  if (request === null) return unknown(`no_request_kept${chain}`)
  if (signal.aborted) return unknown(`deadline_passed${chain}`)
  using deadline = deadlineAfter(clock, retry.timeoutMs, signal)
  try {
    const outcome = await retry.facilitator.settle(request, deadline.signal)
    if (outcome.status === 'settled') return outcome
    if (outcome.status === 'refused') return unknown(`${outcome.reason}${chain}`)
    const transaction = outcome.transaction ?? entry.transaction
    if (lookUp === null && outcome.isNonceUsed && transaction !== null) {
      const receipt = unconfirmed(receiptOf(entry, transaction))
      return { status: 'settled', receipt, mark: UNCONFIRMED }
    }
    return unknown(`${outcome.detail}${chain}`, outcome.transaction)
  } catch (error) {
    return unknown(error instanceof Fault ? error.code : 'settle_threw')
  }
}

async function writeConclusion(
  { ledger, clock }: OutcomeContext,
  { key, attempts }: UnresolvedEntry,
  conclusion: Conclusion,
  signal: AbortSignal,
): Promise<void> {
  const at = clock.now()
  switch (conclusion.status) {
    case 'settled':
      return ledger.settled(key, at, conclusion.receipt, conclusion.mark)
    case 'refused':
      return ledger.refused(key, at, conclusion.reason)
    case 'unknown': {
      const { detail, transaction } = conclusion
      // The attempt was interrupted, for example because the service stops: the entry is due again at once.
      const nextAt = signal.aborted ? at : at + (RETRY_DELAYS_MS[attempts] ?? LATER_RETRY_DELAY_MS)
      return ledger.recordAttempt(key, at, { detail, nextAt, transaction })
    }
  }
}

/** Makes the receipt of a settlement that is known from a source other than the facilitator's response. */
export function receiptOf(
  { key, amountAtomic }: Pick<LedgerEntry, 'key' | 'amountAtomic'>,
  transaction: string,
): SettlementResponse {
  const colon = key.network.indexOf(':')
  return {
    success: true,
    payer: getAddress(key.payer),
    transaction,
    network: `${key.network.slice(0, colon)}:${key.network.slice(colon + 1)}`,
    amount: String(amountAtomic),
  }
}

function unconfirmed(receipt: SettlementResponse): SettlementResponse {
  const message =
    'The facilitator named this transaction and reports the authorization as used. This service could not check it on the chain.'
  return { ...receipt, extensions: { [UNCONFIRMED]: { info: { message } } } }
}

function unknown(detail: string, transaction: string | null = null): Conclusion {
  return { status: 'unknown', detail, transaction }
}

function loggedFacts(conclusion: Exclude<Conclusion, { status: 'unknown' }>): object {
  return conclusion.status === 'settled'
    ? {
        status: conclusion.status,
        transaction: conclusion.receipt.transaction,
        ...(conclusion.mark === undefined ? {} : { mark: conclusion.mark }),
      }
    : conclusion
}
