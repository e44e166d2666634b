import { z } from 'zod'
import { payerOf } from '#facilitator/payer.ts'
import { isSameAddress } from '#payment/address.ts'
import type { FacilitatorRequest, VerifyOutcome } from '#payment/facilitator.ts'
import type { Log } from '#runtime/log.ts'
import { accessDenialOf, isRateLimited } from './access-denied.ts'
import type { Exchange } from './json-client.ts'
import { codeOf, isFacilitatorFailure, isVerifyRejection } from './outcome-codes.ts'

const shape = z.object({
  isValid: z.boolean(),
  invalidReason: z.string().nullish(),
  payer: z.string().nullish(),
})

/**
 * A rejection counts with any status, since some facilitators send it with 400 or 500. With a 5xx its reason must be known, and
 * an internal failure of the facilitator is never such a reason. An acceptance counts only with a 2xx and for our payer.
 */
export function classifyVerify(
  response: Exchange,
  request: FacilitatorRequest,
  log: Log,
): VerifyOutcome {
  if (response.status === 'broken') return unavailable(response.detail)
  const denial = accessDenialOf(response)
  const { httpStatus } = response
  if (denial !== null) {
    const outcome = unavailable(denial)
    return isRateLimited(response) ? { ...outcome, isRateLimit: true } : outcome
  }
  const parsed = shape.safeParse(response.json)
  if (!parsed.success) return unavailable(`HTTP ${httpStatus} without a verify response`)
  return parsed.data.isValid
    ? accepted(httpStatus, parsed.data.payer ?? null, request, log)
    : declined(httpStatus, parsed.data.invalidReason ?? null, log)
}

function accepted(
  httpStatus: number,
  claimed: string | null,
  request: FacilitatorRequest,
  log: Log,
): VerifyOutcome {
  if (httpStatus < 200 || httpStatus > 299) return unavailable(`isValid with HTTP ${httpStatus}`)
  const payer = payerOf(request)
  if (claimed !== null && !isSameAddress(claimed, payer)) {
    log.error('facilitator_contradiction', {
      call: 'verify',
      payer,
      claimed: claimed.slice(0, 100),
    })
    return unavailable('isValid for another payer')
  }
  return { status: 'valid', payer }
}

function declined(httpStatus: number, reason: string | null, log: Log): VerifyOutcome {
  if (reason !== null && isFacilitatorFailure(reason)) return unavailable(codeOf(reason))
  if (httpStatus >= 500 && (reason === null || !isVerifyRejection(reason))) {
    return unavailable(`HTTP ${httpStatus} without a known reason`)
  }
  const code = codeOf(reason ?? '')
  if (code !== reason) log.warn('facilitator_odd_reason', { reason: reason?.slice(0, 100) ?? null })
  return { status: 'invalid', reason: code }
}

function unavailable(detail: string) {
  return { status: 'unavailable', detail } as const
}
