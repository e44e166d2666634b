import { z } from 'zod'
import { Fault } from '#fault.ts'
import { isSameAddress } from '#payment/address.ts'
import type { FacilitatorRequest } from '#payment/facilitator.ts'

const payload = z.object({ authorization: z.object({ from: z.string() }) })

/** Returns the payer of the authorization in a request that this service built. Throws `bad_facilitator_request`. */
export function payerOf(request: FacilitatorRequest): string {
  const parsed = payload.safeParse(request.paymentPayload.payload)
  if (parsed.success) return parsed.data.authorization.from
  throw new Fault('bad_facilitator_request', 'A facilitator request carries no authorization.')
}

/** Whether a response is about another payer than its request. Some facilitators name the payer with an empty text, or not at all. */
export function namesAnotherPayer(
  { payer }: { readonly payer?: string | null | undefined },
  request: FacilitatorRequest,
): boolean {
  return payer ? !isSameAddress(payer, payerOf(request)) : false
}
