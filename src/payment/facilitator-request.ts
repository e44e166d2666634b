import type { FacilitatorRequest } from './facilitator.ts'
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
