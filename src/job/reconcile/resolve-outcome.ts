import { getAddress } from 'viem/utils'
import { Fault } from '#fault.ts'
import type { Facilitator } from '#payment/facilitator.ts'
import type { Ledger, LedgerEntry, UnresolvedEntry } from '#payment/ledger/ledger.ts'
import type { SettlementLookup, SettlementVerdict } from '#payment/ledger/settlement-lookup.ts'
import { readFacilitatorRequest } from '#payment/x402/facilitator-request.ts'
import type { SettlementResponse } from '#payment/x402/x402.ts'
import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { Log } from '#runtime/log.ts'

export interface OutcomeContext {
  readonly ledger: Ledger
  readonly facilitator: Facilitator
  readonly lookUp: SettlementLookup | null
  readonly clock: Clock
  readonly log: Log
  readonly settleTimeoutMs: number
}

/** `taken`: another process is at it, or was since the entry was read. */
export type Resolution = 'settled' | 'refused' | 'unknown' | 'taken'

type Conclusion =
  | { readonly status: 'settled'; readonly receipt: SettlementResponse }
  | { readonly status: 'refused'; readonly reason: string }
  | { readonly status: 'unknown'; readonly detail: string; readonly transaction: string | null }

// Finding a block by its time takes some forty questions to a node.
const LOOK_UP_TIMEOUT_MS = 20_000
// What the ledger writes around an attempt, on a busy disk.
const LEASE_MARGIN_MS = 10_000
// The last one holds for good: an operator may bring a facilitator or a node back after days.
const WAITS_MS = [5_000, 30_000, 120_000, 600_000] as const
const LAST_WAIT_MS = 600_000

/**
 * One attempt to learn what became of an unknown settlement. The chain decides where it can be asked; while it says that
 * the authorization is still open, and where there is no chain, the identical settle is made again.
 */
export async function resolveOutcome(
  context: OutcomeContext,
  entry: UnresolvedEntry,
  signal: AbortSignal,
): Promise<Resolution> {
  const { ledger, clock, log } = context
  const limitMs = LOOK_UP_TIMEOUT_MS + context.settleTimeoutMs
  const leaseMs = limitMs + LEASE_MARGIN_MS
  if (!(await ledger.claim(entry.key, entry.attempts, clock.now(), leaseMs))) return 'taken'
  const conclusion = await conclude(context, entry, signal)
  const facts = { job_id: entry.jobId, attempt: entry.attempts + 1 }
  try {
    await write(context, entry, conclusion, signal)
  } catch (error) {
    // Somebody else has learnt it meanwhile: the late answer of the call itself, or an operator.
    if (error instanceof Fault && error.code === 'ledger_transition') return 'taken'
    throw error
  }
  if (conclusion.status === 'unknown') log.warn('outcome_unknown', { ...facts, ...conclusion })
  else log.info('outcome_known', { ...facts, ...wordsOf(conclusion) })
  return conclusion.status
}

async function conclude(
  context: OutcomeContext,
  entry: UnresolvedEntry,
  signal: AbortSignal,
): Promise<Conclusion> {
  const verdict = await askChain(context, entry, signal)
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
      return settleAgain(context, entry, verdict, signal)
  }
}

async function askChain(
  { lookUp, clock }: OutcomeContext,
  entry: UnresolvedEntry,
  signal: AbortSignal,
): Promise<SettlementVerdict | null> {
  if (lookUp === null) return null
  const deadline = deadlineAfter(clock, LOOK_UP_TIMEOUT_MS, signal)
  try {
    return await lookUp(entry, deadline.signal)
  } catch (error) {
    return { status: 'unclear', detail: error instanceof Fault ? error.code : 'look_up_threw' }
  } finally {
    deadline.close()
  }
}

/**
 * A yes is a yes. A no is none: the settle before it may have moved the money, and then a facilitator that looks at the
 * window, the purse or the simulation first says "expired", "insufficient funds" or "failed", and one that looks at the
 * nonce says "used" for a payment and a cancellation alike. Reasons of the request itself (scheme, network, token) were
 * none when the same request was verified, so now they speak of the facilitator. Nor does a no last: what is refused
 * today can still be sent tomorrow, by anybody who has seen it, until it expires. Only the chain can say no for good.
 */
async function settleAgain(
  { facilitator, clock, settleTimeoutMs }: OutcomeContext,
  entry: UnresolvedEntry,
  verdict: SettlementVerdict | null,
  signal: AbortSignal,
): Promise<Conclusion> {
  const chain = verdict?.status === 'unclear' ? `; chain: ${verdict.detail}` : ''
  const request = readFacilitatorRequest(entry.request)
  if (request === null) return unknown(`no_request_kept${chain}`)
  const deadline = deadlineAfter(clock, settleTimeoutMs, signal)
  try {
    const outcome = await facilitator.settle(request, deadline.signal)
    if (outcome.status === 'settled') return outcome
    if (outcome.status === 'refused') return unknown(`${outcome.reason}${chain}`)
    return unknown(`${outcome.detail}${chain}`, outcome.transaction)
  } catch (error) {
    return unknown(error instanceof Fault ? error.code : 'settle_threw')
  } finally {
    deadline.close()
  }
}

async function write(
  { ledger, clock }: OutcomeContext,
  { key, attempts }: UnresolvedEntry,
  conclusion: Conclusion,
  signal: AbortSignal,
): Promise<void> {
  const at = clock.now()
  switch (conclusion.status) {
    case 'settled':
      return ledger.settled(key, at, conclusion.receipt)
    case 'refused':
      return ledger.refused(key, at, conclusion.reason)
    case 'unknown': {
      const { detail, transaction } = conclusion
      // Cut by a service that stops: the next one begins with it.
      const nextAt = signal.aborted ? at : at + (WAITS_MS[attempts] ?? LAST_WAIT_MS)
      return ledger.noteAttempt(key, at, { detail, nextAt, transaction })
    }
  }
}

/** The receipt of a settlement that was learnt otherwise than from the facilitator's answer. */
export function receiptOf(
  { key }: Pick<LedgerEntry, 'key'>,
  transaction: string,
): SettlementResponse {
  const colon = key.network.indexOf(':')
  return {
    success: true,
    payer: getAddress(key.payer),
    transaction,
    network: `${key.network.slice(0, colon)}:${key.network.slice(colon + 1)}`,
  }
}

function unknown(detail: string, transaction: string | null = null): Conclusion {
  return { status: 'unknown', detail, transaction }
}

function wordsOf(conclusion: Exclude<Conclusion, { status: 'unknown' }>): object {
  return conclusion.status === 'settled'
    ? { status: conclusion.status, transaction: conclusion.receipt.transaction }
    : conclusion
}
