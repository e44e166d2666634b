import { expect, test } from 'vitest'
import {
  facilitatorRequestFor,
  readFacilitatorRequest,
} from '../../src/payment/facilitator-request.ts'
import { readPayment } from '../../src/payment/payment-header.ts'
import { headerOf, openBuyer, signedPayload } from '../equipment/buyer.ts'
import { sampleOffer } from '../equipment/offers.ts'

test('a request that was kept as JSON is the identical request', async () => {
  const offer = sampleOffer()
  const reading = readPayment(headerOf(await signedPayload(openBuyer(), offer)))
  if (reading.status === 'rejected') throw new TypeError(reading.error)
  const text = JSON.stringify(facilitatorRequestFor(reading.payment, offer))
  expect(JSON.stringify(readFacilitatorRequest(text))).toBe(text)
})

test.each(['', 'null', '[]', '{}', '{"paymentPayload":{},"paymentRequirements":{}}', '{"payment'])(
  '%j is no request',
  (text) => {
    expect(readFacilitatorRequest(text)).toBeNull()
  },
)
