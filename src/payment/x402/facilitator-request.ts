import { PaymentPayloadV2Schema, PaymentRequirementsV2Schema } from '@x402/core/schemas'
import type { Hex } from 'viem'
import { z } from 'zod'

import type { FacilitatorRequest } from '#payment/facilitator.ts'
import type { Offer } from './offer.ts'
import type { ParsedPayment, SignatureKind } from './payment-header.ts'

/**
 * Builds the request to the facilitator: the client's authorization and signature, and otherwise only our own
 * values. A client's `accepted`, `resource` or `bazaar` info would bind us, or be listed in a catalogue, under our
 * name.
 */
export function facilitatorRequestFor(
  payment: ParsedPayment,
  offer: Offer,
  kind: SignatureKind,
): FacilitatorRequest {
  const { authorization } = payment
  const signature = kind === 'eoa' ? withTokenV(payment.signature) : payment.signature
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

/** The token accepts 27 and 28 as `v` of a key's signature; some signers write 0 and 1. */
function withTokenV(signature: Hex): Hex {
  const v = { '00': '1b', '01': '1c' }[signature.slice(-2)]
  return v === undefined ? signature : `0x${signature.slice(2, -2)}${v}`
}

// The official schemas use a separate zod instance, so they can be called but not extended.
const requestShape = z.object({ paymentPayload: z.unknown(), paymentRequirements: z.unknown() })
const storedRequest = z.custom<FacilitatorRequest>((value) => {
  const { data } = requestShape.safeParse(value)
  return (
    PaymentPayloadV2Schema.safeParse(data?.paymentPayload).success &&
    PaymentRequirementsV2Schema.safeParse(data?.paymentRequirements).success
  )
})

/** Reads a stored request, member for member as it was written; null for invalid JSON or another shape. */
export function readFacilitatorRequest(text: string): FacilitatorRequest | null {
  try {
    return storedRequest.parse(JSON.parse(text))
  } catch {
    // Nothing was stored, or a version with another shape stored it: there is nothing to repeat.
    return null
  }
}
