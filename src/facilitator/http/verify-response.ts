import { z } from 'zod'
import { namesAnotherPayer, payerOf } from '#facilitator/payer.ts'
import type { FacilitatorRequest, VerifyOutcome } from '#payment/facilitator.ts'
import type { Log } from '#runtime/log.ts'
import { accessDenialOf, isRateLimited } from './access-denied.ts'
import type { Exchange } from './json-client.ts'
import { codeOf, hindranceOf, isVerifyRejection } from './outcome-codes.ts'

const shape = z.object({
  isValid: z.boolean(),
  invalidReason: z.string().nullish(),
  payer: z.string().nullish(),
})

/**
 * A rejection counts with any status, since some facilitators send it with 400 or 500. With a 5xx its reason must be known, and
 * an internal failure of the facilitator is never such a reason. An acceptance counts only with a 2xx. A response that names
 * another payer is about another payment.
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
  const { isValid, invalidReason, payer } = parsed.data
  if (namesAnotherPayer(parsed.data, request)) {
    log.error('facilitator_contradiction', {
      call: 'verify',
      payer: payerOf(request),
      claimed: payer?.slice(0, 100),
    })
    return unavailable('response for another payer')
  }
  if (!isValid) return declined(httpStatus, invalidReason ?? null, log)
  return httpStatus < 200 || httpStatus > 299
    ? unavailable(`isValid with HTTP ${httpStatus}`)
    : { status: 'valid', payer: payerOf(request) }
}

function declined(httpStatus: number, reason: string | null, log: Log): VerifyOutcome {
  const hindrance = reason === null ? null : hindranceOf(reason)
  if (hindrance === 'delay') return { status: 'undecided', detail: codeOf(reason ?? '') }
  if (hindrance === 'failure') return unavailable(codeOf(reason ?? ''))
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
