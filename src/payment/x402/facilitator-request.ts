import { PaymentPayloadV2Schema, PaymentRequirementsV2Schema } from '@x402/core/schemas'
import { z } from 'zod'
import type { FacilitatorRequest } from '#payment/facilitator.ts'
import type { Offer } from './offer.ts'
import type { ParsedPayment } from './payment-header.ts'

/**
 * What the facilitator gets: the client's authorization and signature, and around them only our own words. A client's
 * `accepted`, `resource` or `bazaar` info would bind us, or be listed in a catalogue, under our name.
 */
export function facilitatorRequestFor(payment: ParsedPayment, offer: Offer): FacilitatorRequest {
  const { authorization, signature } = payment
  const [requirement] = offer.accepts
  return {
    paymentPayload: {
      x402Version: 2,
      resource: offer.resource,
      accepted: requirement,
      payload: {
        signature,
        authorization: {
          from: authorization.from,
          to: authorization.to,
          value: authorization.value.toString(),
          validAfter: authorization.validAfter.toString(),
          validBefore: authorization.validBefore.toString(),
          nonce: authorization.nonce,
        },
      },
      ...(offer.extensions === undefined ? {} : { extensions: offer.extensions }),
    },
    paymentRequirements: requirement,
  }
}

// The official schemas are of a zod of their own, so they can be asked, but not be built upon.
const kept = z.object({ paymentPayload: z.unknown(), paymentRequirements: z.unknown() })
const stored = z.custom<FacilitatorRequest>((value) => {
  const { data } = kept.safeParse(value)
  return (
    PaymentPayloadV2Schema.safeParse(data?.paymentPayload).success &&
    PaymentRequirementsV2Schema.safeParse(data?.paymentRequirements).success
  )
})

/** A request that was kept as JSON, member for member as it was; null for what is none. */
export function readFacilitatorRequest(text: string): FacilitatorRequest | null {
  try {
    return stored.parse(JSON.parse(text))
  } catch {
    // Nothing was kept, or by a version of another shape: then there is nothing to repeat.
    return null
  }
}
