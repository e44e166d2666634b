import { z } from 'zod'
import { Fault } from '#fault.ts'
import type { FacilitatorRequest } from '#payment/facilitator.ts'

const payload = z.object({ authorization: z.object({ from: z.string() }) })

/** Returns the payer of the authorization in a request that this service built. Throws `bad_facilitator_request`. */
export function payerOf(request: FacilitatorRequest): string {
  const parsed = payload.safeParse(request.paymentPayload.payload)
  if (parsed.success) return parsed.data.authorization.from
  throw new Fault('bad_facilitator_request', 'A facilitator request carries no authorization.')
}
