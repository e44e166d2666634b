import { expect, test } from 'vitest'
import { facilitatorRequestFor, readFacilitatorRequest } from '#payment/x402/facilitator-request.ts'
import { readPayment } from '#payment/x402/payment-header.ts'
import { headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { sampleOffer } from '#test/equipment/payment/offers.ts'

test('a request stored as JSON reads back as the identical request', async () => {
  const offer = sampleOffer()
  const reading = readPayment(headerOf(await signedPayload(openBuyer(), offer)))
  if (reading.status === 'rejected') throw new TypeError(reading.error)
  const text = JSON.stringify(facilitatorRequestFor(reading.payment, offer, 'eoa'))
  expect(JSON.stringify(readFacilitatorRequest(text))).toBe(text)
})

test.each(['', 'null', '[]', '{}', '{"paymentPayload":{},"paymentRequirements":{}}', '{"payment'])(
  '%j is no request',
  (text) => {
    expect(readFacilitatorRequest(text)).toBeNull()
  },
)
