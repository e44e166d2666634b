import { decodePaymentResponseHeader } from '@x402/core/http'
import { afterEach, expect, test } from 'vitest'
import { openSandboxFacilitator } from '#facilitator/sandbox/sandbox-facilitator.ts'
import { SIMULATED_PREFIX } from '#facilitator/sandbox/simulated-chain.ts'
import type { Facilitator, FacilitatorRequest } from '#payment/facilitator.ts'
import { facilitatorRequestFor } from '#payment/x402/facilitator-request.ts'
import type { Offer } from '#payment/x402/offer.ts'
import { type Authorization, readPayment } from '#payment/x402/payment-header.ts'
import { systemClock } from '#runtime/clock.ts'
import { systemRandom } from '#runtime/random.ts'
import { type Buyer, headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { type MinimalSeller, openMinimalSeller } from '#test/equipment/payment/minimal-seller.ts'
import { sampleOffer, soundTerms } from '#test/equipment/payment/offers.ts'
import { withHighS } from '#test/equipment/payment/signatures.ts'

const offer = sampleOffer()
const patient = new AbortController().signal
const opened: MinimalSeller[] = []
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close()
})

function sandbox(now: () => number = systemClock.now): Facilitator {
  const clock = { ...systemClock, now }
  return openSandboxFacilitator({ terms: soundTerms(), clock, random: systemRandom })
}

async function door(about: Parameters<typeof openMinimalSeller>[1] = {}): Promise<MinimalSeller> {
  const server = await openMinimalSeller(sandbox(), about)
  opened.push(server)
  return server
}

test('spec 4: the official client pays unchanged and reads the receipt', async () => {
  const server = await door()
  const buyer = openBuyer()
  const response = await buyer.fetch(server.url, { method: 'POST', body: '{}' })
  expect(response.status).toBe(200)
  expect(decodePaymentResponseHeader(response.headers.get('payment-response') ?? '')).toEqual({
    success: true,
    payer: buyer.address,
    transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    network: 'eip155:84532',
    amount: '5000',
    extra: { simulated: true },
  })
  expect(server.seen).toHaveLength(2)
})

test('a simulated transaction is marked, and each is unique', async () => {
  const server = await door()
  const buyer = openBuyer()
  for (let call = 0; call < 3; call++) await buyer.fetch(server.url)
  const hashes = server.outcomes.map((outcome) =>
    outcome.status === 'settled' ? outcome.receipt.transaction : '',
  )
  expect(new Set(hashes).size).toBe(3)
  for (const hash of hashes) expect(hash.startsWith(SIMULATED_PREFIX)).toBe(true)
})

test('simulated funds allow 100 USDC and not one unit more', async () => {
  const server = await door({ amountAtomic: 60_000_000n })
  const buyer = openBuyer(undefined, { anySum: true })
  expect((await buyer.fetch(server.url)).status).toBe(200)
  const second = await buyer.fetch(server.url)
  expect(second.status).toBe(402)
  expect(await second.json()).toMatchObject({ error: 'invalid_exact_evm_insufficient_balance' })
  expect(server.outcomes).toHaveLength(1)
  const other = openBuyer(undefined, { anySum: true })
  expect((await other.fetch(server.url)).status).toBe(200)
})

test('the last unit can be spent', async () => {
  const server = await door({ amountAtomic: 100_000_000n })
  const buyer = openBuyer(undefined, { anySum: true })
  expect((await buyer.fetch(server.url)).status).toBe(200)
  expect((await buyer.fetch(server.url)).status).toBe(402)
})

test('an authorization moves money once', async () => {
  const facilitator = sandbox()
  const request = await requestOf(openBuyer())
  expect(await facilitator.settle(request, patient)).toMatchObject({ status: 'settled' })
  expect(await facilitator.verify(request, patient)).toEqual({
    status: 'invalid',
    reason: 'invalid_exact_evm_nonce_already_used',
  })
  expect(await facilitator.settle(request, patient)).toEqual({
    status: 'unknown',
    detail: 'invalid_exact_evm_nonce_already_used',
    transaction: null,
    isNonceUsed: true,
  })
})

test('of many concurrent settles of one authorization exactly one moves money', async () => {
  const facilitator = sandbox()
  const request = await requestOf(openBuyer())
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => facilitator.settle(request, patient)),
  )
  expect(outcomes.filter(({ status }) => status === 'settled')).toHaveLength(1)
  expect(outcomes.filter(({ status }) => status === 'unknown')).toHaveLength(19)
})

test('repeated verifies move nothing', async () => {
  const facilitator = sandbox()
  const buyer = openBuyer()
  const request = await requestOf(buyer)
  for (let call = 0; call < 3; call++) {
    expect(await facilitator.verify(request, patient)).toEqual({
      status: 'valid',
      payer: buyer.address,
    })
  }
  expect(await facilitator.settle(request, patient)).toMatchObject({ status: 'settled' })
})

const foul: readonly {
  what: string
  payload: (buyer: Buyer) => Promise<unknown>
  reason: string
}[] = [
  {
    what: 'a signature of another key',
    payload: (buyer) => signedPayload(openBuyer(), offer, { from: buyer.address }),
    reason: 'invalid_exact_evm_signature',
  },
  {
    what: 'a window that is over',
    payload: (buyer) => signedPayload(buyer, offer, { validBefore: 1_000n }),
    reason: 'invalid_exact_evm_payload_authorization_valid_before',
  },
  {
    what: 'a window that has not begun',
    payload: (buyer) => signedPayload(buyer, offer, { validAfter: 9_999_999_999n }),
    reason: 'invalid_exact_evm_payload_authorization_valid_after',
  },
  {
    what: 'another recipient',
    payload: (buyer) => signedPayload(buyer, offer, { to: openBuyer().address }),
    reason: 'invalid_exact_evm_recipient_mismatch',
  },
  {
    what: 'another value',
    payload: (buyer) => signedPayload(buyer, offer, { value: 4_999n }),
    reason: 'invalid_exact_evm_payload_authorization_value_mismatch',
  },
  {
    what: 'the high spelling of a signature, as the real contract does',
    payload: async (buyer) => {
      const honest = await signedPayload(buyer, offer)
      const signature = withHighS(`0x${String(honest.payload['signature']).slice(2)}`)
      return { ...honest, payload: { ...honest.payload, signature } }
    },
    reason: 'invalid_exact_evm_signature',
  },
  {
    what: 'a contract wallet, which the play chain does not have',
    payload: async (buyer) => {
      const honest = await signedPayload(buyer, offer)
      return { ...honest, payload: { ...honest.payload, signature: `0x${'ab'.repeat(200)}` } }
    },
    reason: 'invalid_exact_evm_signature',
  },
]

test.each(foul)('refuses $what, in verify and in settle', async ({ payload, reason }) => {
  const facilitator = sandbox()
  const request = toRequest(await payload(openBuyer()), offer)
  expect(await facilitator.verify(request, patient)).toEqual({ status: 'invalid', reason })
  expect(await facilitator.settle(request, patient)).toMatchObject({ status: 'refused', reason })
})

test('the clock of the simulated chain decides when the transfer is made', async () => {
  const buyer = openBuyer()
  const soon = BigInt(Math.floor(Date.now() / 1000) + 60)
  const request = await requestOf(buyer, { validBefore: soon })
  const late = sandbox(() => Date.now() + 120_000)
  expect(await late.settle(request, patient)).toMatchObject({
    status: 'refused',
    reason: 'invalid_exact_evm_payload_authorization_valid_before',
  })
})

test('an aborted settle moves nothing', async () => {
  const facilitator = sandbox()
  const request = await requestOf(openBuyer())
  expect(await facilitator.settle(request, AbortSignal.abort())).toMatchObject({
    status: 'unknown',
  })
  expect(await facilitator.settle(request, patient)).toMatchObject({ status: 'settled' })
})

test('supports the terms that it was opened with, as `embedded`', async () => {
  const facilitator = sandbox()
  expect(facilitator.url).toBe('embedded')
  expect(await facilitator.supported(patient)).toEqual({ status: 'supported' })
})

test('a request that no payment reader would accept is an outage, not a crash', async () => {
  const request = await requestOf(openBuyer())
  const authorization = { from: openBuyer().address, value: 'ten' }
  const broken: FacilitatorRequest = {
    ...request,
    paymentPayload: { ...request.paymentPayload, payload: { signature: '0x', authorization } },
  }
  expect(await sandbox().verify(broken, patient)).toMatchObject({ status: 'unavailable' })
  expect(await sandbox().settle(broken, patient)).toMatchObject({ status: 'unknown' })
})

async function requestOf(buyer: Buyer, changes: Partial<Authorization> = {}) {
  return toRequest(await signedPayload(buyer, offer, changes), offer)
}

function toRequest(payload: unknown, own: Offer): FacilitatorRequest {
  const reading = readPayment(headerOf(payload))
  if (reading.status === 'rejected') throw new TypeError(reading.error)
  return facilitatorRequestFor(reading.payment, own, 'eoa')
}
