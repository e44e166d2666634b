import { z } from 'zod'
import { namesAnotherPayer, payerOf } from '#facilitator/payer.ts'
import type { FacilitatorRequest, SettleOutcome } from '#payment/facilitator.ts'
import type { Log } from '#runtime/log.ts'
import { accessDenialOf, isRateLimited } from './access-denied.ts'
import type { Exchange } from './json-client.ts'
import { codeOf, isDefinitive, isNonceUsed } from './outcome-codes.ts'

const shape = z.object({
  success: z.boolean(),
  errorReason: z.string().nullish(),
  payer: z.string().nullish(),
  transaction: z.string().nullish(),
  network: z.string().nullish(),
  // Some facilitators send a number.
  amount: z.union([z.string(), z.number().transform(String)]).nullish(),
})
type SettleResponse = z.infer<typeof shape>
type UnknownOutcome = Extract<SettleOutcome, { status: 'unknown' }>

/** Whether the transfer is broadcast but not yet confirmed. The identical call is then repeated once. */
export function isPending(response: Exchange): boolean {
  const parsed = readResponse(response)
  return (
    parsed !== null &&
    !parsed.success &&
    parsed.errorReason === 'settlement_pending' &&
    hashOf(parsed) !== null
  )
}

/**
 * `settled` requires a 2xx success with our network and a transaction, without a reason, and with our payer and amount if
 * it names them. `refused` requires a reason that rules out a transfer, on the first attempt, without a transaction beside
 * it, and with our payer if it names one: a refusal of another payment says nothing about ours.
 * Everything else is `unknown`: money may have moved. That includes a refused key and a rate limit (401, 403, 429):
 * by RFC 9110 15.5.2 such a request was not applied, but a proxy that forwarded it, lost the response and repeated
 * it shows us only the refusal of the repetition. Nothing is lost by waiting: once the key is right, the identical
 * settle call still collects the payment. `pending` is the response to a first attempt that was repeated.
 */
export function classifySettle(
  response: Exchange,
  request: FacilitatorRequest,
  log: Log,
  pending: Exchange | null,
): SettleOutcome {
  const outcome = outcomeOf(response, request, log, pending)
  const isRateLimit = response.status === 'responded' && isRateLimited(response)
  return outcome.status === 'unknown' && isRateLimit ? { ...outcome, isRateLimit } : outcome
}

function outcomeOf(
  response: Exchange,
  request: FacilitatorRequest,
  log: Log,
  pending: Exchange | null,
): SettleOutcome {
  const earlier = pending === null ? null : readResponse(pending)
  const broadcastHash = earlier === null ? null : hashOf(earlier)
  if (response.status === 'broken') return unknown(response.detail, broadcastHash)
  const { httpStatus } = response
  const parsed = readResponse(response)
  if (parsed === null) {
    const detail = accessDenialOf(response) ?? `HTTP ${httpStatus} without a settle response`
    return unknown(detail, broadcastHash)
  }
  const transaction = hashOf(parsed) ?? broadcastHash
  if (parsed.success && (httpStatus < 200 || httpStatus > 299)) {
    return unknown(`success with HTTP ${httpStatus}`, transaction)
  }
  const contradiction = contradictionIn(parsed, request)
  if (contradiction === null) return consistentOutcome(parsed, request, broadcastHash)
  // An operator must investigate: the facilitator, which moves our money, reports something impossible.
  log.error('facilitator_contradiction', {
    call: 'settle',
    what: contradiction,
    ...claimedFields(parsed),
  })
  const claim = parsed.success ? 'success' : 'failure'
  return unknown(`${claim} with a wrong ${contradiction}`, transaction)
}

function consistentOutcome(
  parsed: SettleResponse,
  request: FacilitatorRequest,
  broadcastHash: string | null,
): SettleOutcome {
  const transaction = hashOf(parsed)
  if (parsed.success && transaction !== null) return settled(transaction, request)
  const reason = parsed.errorReason ?? ''
  // After a broadcast even "insufficient funds" proves nothing: the transfer itself may have emptied the balance.
  if (broadcastHash === null && isDefinitive(reason) && !parsed.transaction) {
    return refused(reason, request)
  }
  const detail = reason === '' ? 'no reason given' : codeOf(reason)
  const outcome = unknown(detail, transaction ?? broadcastHash)
  return isNonceUsed(reason) ? { ...outcome, isNonceUsed: true } : outcome
}

function contradictionIn(parsed: SettleResponse, request: FacilitatorRequest): string | null {
  if (namesAnotherPayer(parsed, request)) return 'payer'
  if (!parsed.success) return null
  const { network, amount } = request.paymentRequirements
  if (hashOf(parsed) === null) return 'transaction'
  if (parsed.network !== network) return 'network'
  if (typeof parsed.amount === 'string' && parsed.amount !== amount) return 'amount'
  return parsed.errorReason ? 'errorReason' : null
}

function settled(transaction: string, request: FacilitatorRequest): SettleOutcome {
  const { network, amount } = request.paymentRequirements
  return {
    status: 'settled',
    // Scheme `exact` moves the required amount, and many facilitators do not repeat it in the response.
    receipt: { success: true, payer: payerOf(request), transaction, network, amount },
  }
}

function refused(reason: string, request: FacilitatorRequest): SettleOutcome {
  const { network } = request.paymentRequirements
  return {
    status: 'refused',
    reason,
    receipt: {
      success: false,
      errorReason: reason,
      payer: payerOf(request),
      transaction: '',
      network,
    },
  }
}

function unknown(detail: string, transaction: string | null): UnknownOutcome {
  return { status: 'unknown', detail, transaction }
}

function readResponse(response: Exchange): SettleResponse | null {
  if (response.status === 'broken') return null
  return shape.safeParse(response.json).data ?? null
}

function hashOf({ transaction }: SettleResponse): string | null {
  if (typeof transaction !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(transaction)) return null
  return /^0x0+$/.test(transaction) ? null : transaction
}

function claimedFields(parsed: SettleResponse): Record<string, string | null> {
  const truncated = (value: string | null | undefined) => value?.slice(0, 100) ?? null
  return {
    payer: truncated(parsed.payer),
    network: truncated(parsed.network),
    transaction: truncated(parsed.transaction),
    amount: truncated(parsed.amount),
  }
}
