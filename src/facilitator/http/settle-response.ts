import { z } from 'zod'
import { payerOf } from '#facilitator/payer.ts'
import { isSameAddress } from '#payment/address.ts'
import type { FacilitatorRequest, SettleOutcome } from '#payment/facilitator.ts'
import type { Log } from '#runtime/log.ts'
import { accessDeniedOf } from './access-denied.ts'
import type { Exchange } from './json-client.ts'
import { codeOf, isDefinitive } from './outcome-codes.ts'

const shape = z.object({
  success: z.boolean(),
  errorReason: z.string().nullish(),
  payer: z.string().nullish(),
  transaction: z.string().nullish(),
  network: z.string().nullish(),
  amount: z.string().nullish(),
})
type Answer = z.infer<typeof shape>

/** The transfer is broadcast and not yet confirmed: the identical call asks again, once. */
export function isPending(answer: Exchange): boolean {
  const read = readAnswer(answer)
  return (
    read !== null &&
    !read.success &&
    read.errorReason === 'settlement_pending' &&
    hashOf(read) !== null
  )
}

/**
 * `settled` needs a success with 2xx that names our network, our payer and amount where it names any, and a transaction.
 * `refused` needs a reason that rules a transfer out, on the first attempt, without a transaction beside it. All else is
 * `unknown`: money may have moved. So is a key refused or a rate limited (401, 403, 429): RFC 9110 15.5.2 says that such a
 * request was not applied, but a proxy that sent it on, lost the answer and repeated it shows us only the refusal of the
 * repetition. Holding loses nothing: once the key is right, the identical settle still collects. `pending` is the answer to a first attempt that was repeated.
 */
export function classifySettle(
  answer: Exchange,
  request: FacilitatorRequest,
  log: Log,
  pending: Exchange | null,
): SettleOutcome {
  const earlier = pending === null ? null : readAnswer(pending)
  const broadcast = earlier === null ? null : hashOf(earlier)
  if (answer.status === 'broken') return unknown(answer.detail, broadcast)
  const read = readAnswer(answer)
  if (read === null) {
    const detail = accessDeniedOf(answer) ?? `HTTP ${answer.httpStatus} without a settle answer`
    return unknown(detail, broadcast)
  }
  if (read.success) return succeeded(answer.httpStatus, read, request, log)
  const reason = read.errorReason ?? ''
  // After a broadcast even "insufficient funds" proves nothing: the transfer itself may have emptied the purse.
  if (pending === null && isDefinitive(reason) && !read.transaction) return refused(reason, request)
  return unknown(reason === '' ? 'no reason given' : codeOf(reason), hashOf(read) ?? broadcast)
}

function succeeded(
  httpStatus: number,
  read: Answer,
  request: FacilitatorRequest,
  log: Log,
): SettleOutcome {
  const transaction = hashOf(read)
  if (httpStatus < 200 || httpStatus > 299) {
    return unknown(`success with HTTP ${httpStatus}`, transaction)
  }
  const lie = lieIn(read, request)
  if (lie !== null || transaction === null) {
    // Somebody must look: the counterparty that holds our money says what can't be true.
    log.error('facilitator_lies', { call: 'settle', what: lie, ...claims(read) })
    return unknown(`success with a wrong ${lie}`, transaction)
  }
  const { network } = request.paymentRequirements
  return {
    status: 'settled',
    receipt: {
      success: true,
      payer: payerOf(request),
      transaction,
      network,
      ...(typeof read.amount === 'string' ? { amount: read.amount } : {}),
    },
  }
}

function lieIn(read: Answer, request: FacilitatorRequest): string | null {
  const { network, amount } = request.paymentRequirements
  if (hashOf(read) === null) return 'transaction'
  if (read.network !== network) return 'network'
  if (typeof read.payer === 'string' && !isSameAddress(read.payer, payerOf(request))) return 'payer'
  if (typeof read.amount === 'string' && read.amount !== amount) return 'amount'
  return null
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

function unknown(detail: string, transaction: string | null): SettleOutcome {
  return { status: 'unknown', detail, transaction }
}

function readAnswer(answer: Exchange): Answer | null {
  if (answer.status === 'broken') return null
  return shape.safeParse(answer.json).data ?? null
}

function hashOf({ transaction }: Answer): string | null {
  if (typeof transaction !== 'string' || !/^0x[0-9a-fA-F]{64}$/.test(transaction)) return null
  return /^0x0+$/.test(transaction) ? null : transaction
}

function claims(read: Answer): Record<string, string | null> {
  const cut = (value: string | null | undefined) => value?.slice(0, 100) ?? null
  return {
    payer: cut(read.payer),
    network: cut(read.network),
    transaction: cut(read.transaction),
    amount: cut(read.amount),
  }
}
