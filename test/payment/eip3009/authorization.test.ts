import { toHex } from 'viem/utils'
import { expect, test } from 'vitest'
import {
  checkAuthorization,
  earlierKeyOf,
  keyOf,
  restoreMarkAt,
} from '#payment/eip3009/authorization.ts'
import { facilitatorRequestFor } from '#payment/x402/facilitator-request.ts'
import type { Offer } from '#payment/x402/offer.ts'
import {
  type Authorization,
  type ParsedPayment,
  readPayment,
  type SignatureKind,
} from '#payment/x402/payment-header.ts'
import type { PaymentPayload, PaymentRequirements } from '#payment/x402/x402.ts'
import {
  type Buyer,
  headerOf,
  openBuyer,
  signedPayload as signed,
} from '#test/equipment/payment/buyer.ts'
import { PAY_TO, sampleOffer, soundTerms } from '#test/equipment/payment/offers.ts'
import { withHighS, withParity } from '#test/equipment/payment/signatures.ts'

const NOW_S = 1_790_000_000
const whole = { nowS: NOW_S, deadlineS: 30 }
const offer = sampleOffer()
const buyer = openBuyer(`0x${'22'.repeat(32)}`)
const stranger = openBuyer(`0x${'33'.repeat(32)}`)

const signedPayload = (by: Buyer, of: Offer, changes: Partial<Authorization> = {}) =>
  signed(by, of, { validBefore: BigInt(NOW_S + 3_600), ...changes })

test('spec 5: accepts an authorization of exactly the quoted amount, signed by the payer', async () => {
  const nonce = `0x${'Ab'.repeat(32)}` as const
  const payment = read(await signedPayload(buyer, offer, { nonce }))
  expect(await checkAuthorization(payment, offer, whole)).toEqual({
    status: 'acceptable',
    signature: 'eoa',
  })
  expect(keyOf(payment, offer.accepts[0])).toEqual({
    network: 'eip155:84532',
    asset: '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
    payer: buyer.address.toLowerCase(),
    nonce: nonce.toLowerCase(),
  })
})

test('accepts the payment that the official client makes for the offer', async () => {
  const payment = read(await buyer.payloadFor(offer))
  const now = { nowS: Math.floor(Date.now() / 1000), deadlineS: 30 }
  expect(await checkAuthorization(payment, offer, now)).toMatchObject({
    status: 'acceptable',
    signature: 'eoa',
  })
})

const production = sampleOffer({ terms: soundTerms('production') })

const claims: readonly { what: string; accepted: Partial<PaymentRequirements>; error: string }[] = [
  { what: 'another scheme', accepted: { scheme: 'upto' }, error: 'invalid_scheme' },
  { what: 'another network', accepted: { network: 'eip155:8453' }, error: 'invalid_network' },
  {
    what: 'the price of a cheaper tool',
    accepted: { amount: '1' },
    error: 'invalid_payment_requirements',
  },
  {
    what: 'another spelling of the price',
    accepted: { amount: '05000' },
    error: 'invalid_payment_requirements',
  },
  { what: 'another asset', accepted: { asset: PAY_TO }, error: 'invalid_payment_requirements' },
  {
    what: 'another recipient',
    accepted: { payTo: stranger.address },
    error: 'invalid_payment_requirements',
  },
  {
    what: 'another timeout',
    accepted: { maxTimeoutSeconds: 121 },
    error: 'invalid_payment_requirements',
  },
  {
    what: 'the token name of Base',
    accepted: { extra: { name: 'USD Coin', version: '2' } },
    error: 'invalid_payment_requirements',
  },
  { what: 'no token name', accepted: { extra: {} }, error: 'invalid_payment_requirements' },
  {
    what: 'another way to move the money',
    accepted: { extra: { name: 'USDC', version: '2', assetTransferMethod: 'permit2' } },
    error: 'invalid_payment_requirements',
  },
  {
    what: 'another flow of the payment',
    accepted: { extra: { name: 'USDC', version: '2', paymentFlow: 'escrow' } },
    error: 'invalid_payment_requirements',
  },
  {
    what: 'a number for the version',
    accepted: { extra: { name: 'USDC', version: 2 } },
    error: 'invalid_payment_requirements',
  },
]

test.each(claims)(
  'refuses a requirement with $what: only our own is binding',
  async ({ accepted, error }) => {
    const honest = await signedPayload(buyer, offer)
    const payment = read({ ...honest, accepted: { ...honest.accepted, ...accepted } })
    const [field] = Object.keys(accepted)
    expect(await checkAuthorization(payment, offer, whole)).toEqual({
      status: 'rejected',
      error,
      field: `accepted.${field}`,
    })
  },
)

test('a requirement with members of extra that are not ours matches: nothing reads them', async () => {
  const honest = await signedPayload(buyer, offer)
  const extra = { ...honest.accepted.extra, decimals: 6, assetTransferMethod: 'eip3009' }
  const accepted = { ...honest.accepted, extra }
  expect(await checkAuthorization(read({ ...honest, accepted }), offer, whole)).toMatchObject({
    status: 'acceptable',
  })
})

test('a requirement with our addresses in lower case matches', async () => {
  const honest = await signedPayload(buyer, offer)
  const { asset, payTo } = honest.accepted
  const accepted = { ...honest.accepted, asset: asset.toLowerCase(), payTo: payTo.toLowerCase() }
  expect(await checkAuthorization(read({ ...honest, accepted }), offer, whole)).toMatchObject({
    status: 'acceptable',
  })
})

test('refuses a payment made for another resource of ours', async () => {
  const honest = await signedPayload(buyer, offer)
  const resource = { ...offer.resource, url: 'http://127.0.0.1:8402/v1/verify-page' }
  expect(await checkAuthorization(read({ ...honest, resource }), offer, whole)).toEqual({
    status: 'rejected',
    error: 'invalid_payment_requirements',
    field: 'resource.url',
  })
})

test('accepts a payment that does not repeat the resource of the quote', async () => {
  const { resource: _, ...honest } = await signedPayload(buyer, offer)
  expect(await checkAuthorization(read(honest), offer, whole)).toMatchObject({
    status: 'acceptable',
  })
})

test('a payment that names another token is looked up under that token, and one that names none under ours', async () => {
  const honest = await signedPayload(buyer, offer)
  const ours = offer.accepts[0]
  const lookedUp = (network: `${string}:${string}`, asset: string) => {
    const payment = read({ ...honest, accepted: { ...honest.accepted, network, asset } })
    const key = earlierKeyOf(payment, ours)
    return [key.network, key.asset]
  }
  const usual = [ours.network, ours.asset.toLowerCase()]
  expect(lookedUp('eip155:1', PAY_TO)).toEqual(['eip155:1', PAY_TO.toLowerCase()])
  for (const network of ['solana:1', 'xeip155:1', 'eip155:1x', 'eip155:'] as const)
    expect(lookedUp(network, PAY_TO)).toEqual(usual)
  for (const asset of ['\u0000', `x${PAY_TO}`, `${PAY_TO}0`, PAY_TO.slice(0, -1)])
    expect(lookedUp('eip155:1', asset)).toEqual(usual)
})

test('a payment for the cheap tool does not buy the dear one', async () => {
  const dear = sampleOffer({ amountAtomic: 50_000n })
  const cheap = await signedPayload(buyer, offer)
  expect(await checkAuthorization(read(cheap), dear, whole)).toMatchObject({ status: 'rejected' })
  const dressed = { ...cheap, accepted: dear.accepts[0] }
  expect(await checkAuthorization(read(dressed), dear, whole)).toEqual({
    status: 'rejected',
    error: 'invalid_exact_evm_payload_authorization_value_mismatch',
  })
})

const misfits: readonly { what: string; changes: Partial<Authorization>; error: string }[] = [
  {
    what: 'pays a stranger',
    changes: { to: stranger.address },
    error: 'invalid_exact_evm_payload_recipient_mismatch',
  },
  {
    what: 'pays one unit less',
    changes: { value: 4999n },
    error: 'invalid_exact_evm_payload_authorization_value_mismatch',
  },
  {
    what: 'pays one unit more',
    changes: { value: 5001n },
    error: 'invalid_exact_evm_payload_authorization_value_mismatch',
  },
  {
    what: 'pays nothing',
    changes: { value: 0n },
    error: 'invalid_exact_evm_payload_authorization_value_mismatch',
  },
  {
    what: 'begins in a second',
    changes: { validAfter: BigInt(NOW_S + 1) },
    error: 'invalid_exact_evm_payload_authorization_valid_after',
  },
  {
    what: 'begins never',
    changes: { validAfter: 2n ** 256n - 1n },
    error: 'invalid_exact_evm_payload_authorization_valid_after',
  },
  {
    what: 'is over',
    changes: { validBefore: BigInt(NOW_S) },
    error: 'invalid_exact_evm_payload_authorization_valid_before',
  },
  {
    what: 'ends at the deadline of the call',
    changes: { validBefore: BigInt(NOW_S + 30) },
    error: 'invalid_exact_evm_payload_authorization_valid_before',
  },
  {
    what: 'never ends',
    changes: { validBefore: 2n ** 256n - 1n },
    error: 'authorization_too_long',
  },
  {
    what: 'ends more than an hour later than was offered',
    changes: { validBefore: BigInt(NOW_S + offer.accepts[0].maxTimeoutSeconds + 3_601) },
    error: 'authorization_too_long',
  },
]

test.each(misfits)('refuses an authorization that $what', async ({ changes, error }) => {
  const payment = read(await signedPayload(buyer, offer, changes))
  expect(await checkAuthorization(payment, offer, whole)).toEqual({ status: 'rejected', error })
})

test.each([
  ['at the present', { restoredAtS: NOW_S, spentBeforeS: NOW_S + 600 }],
  ['in the future', { restoredAtS: NOW_S + 90, spentBeforeS: NOW_S + 690 }],
])('a restore mark %s counts as one of now: the clock was ahead', (_when, mark) => {
  expect(restoreMarkAt(mark, NOW_S)).toEqual({ restoredAtS: NOW_S, spentBeforeS: NOW_S + 600 })
})

test('a restore mark in the past counts as it is', () => {
  const mark = { restoredAtS: NOW_S - 1, spentBeforeS: NOW_S + 600 }
  expect([restoreMarkAt(mark, NOW_S), restoreMarkAt(null, NOW_S)]).toEqual([mark, null])
})

test.each([
  ['valid at the restore and not longer than one could be before it', {}, true],
  ['valid since the restore', { validAfter: BigInt(NOW_S - 10) }, true],
  ['valid only after the restore', { validAfter: BigInt(NOW_S - 9) }, false],
  ['valid for longer than one could be before it', { validBefore: BigInt(NOW_S + 601) }, false],
])('after a restore an authorization %s is refused: %s', async (_what, changes, isRefused) => {
  const restored = { restoredAtS: NOW_S - 10, spentBeforeS: NOW_S + 600 }
  const honest = { validBefore: BigInt(NOW_S + 600), ...changes }
  const payment = read(await signedPayload(buyer, offer, honest))
  const check = await checkAuthorization(payment, offer, { ...whole, restored })
  expect(check).toMatchObject(
    isRefused
      ? { status: 'rejected', error: 'authorization_predates_restore' }
      : { status: 'acceptable' },
  )
})

test.each([
  ['ends a second after the deadline', { validBefore: BigInt(NOW_S + 31) }],
  ['begins this very second', { validAfter: BigInt(NOW_S) }],
  [
    'ends an hour later than was offered',
    { validBefore: BigInt(NOW_S + offer.accepts[0].maxTimeoutSeconds + 3_600) },
  ],
])('accepts an authorization that %s', async (_what, changes) => {
  const payment = read(await signedPayload(buyer, offer, changes))
  expect(await checkAuthorization(payment, offer, whole)).toMatchObject({ status: 'acceptable' })
})

const foreign: readonly { what: string; payload: () => Promise<PaymentPayload> }[] = [
  {
    what: 'by another key',
    payload: async () => {
      const theirs = await signedPayload(stranger, offer, { from: buyer.address })
      return theirs
    },
  },
  {
    what: 'over another token name',
    payload: async () => {
      const other = {
        ...offer,
        accepts: [{ ...offer.accepts[0], extra: { name: 'USD Coin', version: '2' } }],
      }
      const theirs = await signedPayload(buyer, {
        ...offer,
        accepts: [other.accepts[0] ?? offer.accepts[0]],
      })
      return { ...theirs, accepted: offer.accepts[0] }
    },
  },
  {
    what: 'for another chain',
    payload: async () => ({
      ...(await signedPayload(buyer, production)),
      accepted: offer.accepts[0],
      resource: offer.resource,
    }),
  },
  {
    what: 'of 64 bytes',
    payload: async () =>
      withSignature(await signedPayload(buyer, offer), (all) => all.slice(0, 130)),
  },
  {
    what: 'of 65 zeros',
    payload: async () =>
      withSignature(await signedPayload(buyer, offer), () => `0x${'00'.repeat(65)}`),
  },
  {
    what: 'with the higher s, which the token accepts from no key',
    payload: async () =>
      withSignature(await signedPayload(buyer, offer), (all) => withHighS(`0x${all.slice(2)}`)),
  },
  {
    what: 'with a v that no curve knows',
    payload: async () =>
      withSignature(await signedPayload(buyer, offer), (all) => `${all.slice(0, 130)}ff`),
  },
  {
    what: 'of a contract wallet, 500 bytes long',
    payload: async () =>
      withSignature(await signedPayload(buyer, offer), () => `0x${'ab'.repeat(500)}`),
  },
]

test.each(foreign)('leaves a signature $what to the facilitator', async ({ payload }) => {
  const payment = read(await payload())
  expect(await checkAuthorization(payment, offer, whole)).toMatchObject({
    status: 'acceptable',
    signature: 'contract_wallet',
  })
})

test('any change to a signed field changes the recovered signer', async () => {
  const payment = read(await signedPayload(buyer, offer))
  const longer = { ...payment.authorization, validBefore: payment.authorization.validBefore + 1n }
  const changed: ParsedPayment = { ...payment, authorization: longer }
  expect(await checkAuthorization(changed, offer, whole)).toMatchObject({
    signature: 'contract_wallet',
  })
})

test.each(['1b', '1c'])(
  'both spellings of v are the same payment, of which the facilitator gets the one that the token accepts: %s',
  async (v) => {
    const honest = await signedWith(v)
    const flat = read(withSignature(honest, (all) => withParity(`0x${all.slice(2)}`)))
    expect(await checkAuthorization(flat, offer, whole)).toMatchObject({ signature: 'eoa' })
    expect(keyOf(flat, offer.accepts[0])).toEqual(keyOf(read(honest), offer.accepts[0]))
    const signatureFor = (kind: SignatureKind) =>
      facilitatorRequestFor(flat, offer, kind).paymentPayload.payload['signature']
    expect(signatureFor('eoa')).toBe(honest.payload['signature'])
    // A contract wallet may give the last byte another meaning.
    expect(signatureFor('contract_wallet')).toBe(flat.signature)
  },
)

/** The payment with the first nonce whose signature ends with this `v`. */
async function signedWith(v: string): Promise<PaymentPayload> {
  for (let number = 0; ; number += 1) {
    const payload = await signedPayload(buyer, offer, { nonce: toHex(number, { size: 32 }) })
    if (String(payload.payload['signature']).endsWith(v)) return payload
  }
}

test('the facilitator gets our requirement with the client’s authorization', async () => {
  const honest = await signedPayload(buyer, offer)
  const poisoned = {
    ...honest,
    resource: { url: offer.resource.url, description: 'free money', serviceName: 'evil' },
    accepted: { ...honest.accepted, asset: honest.accepted.asset.toLowerCase() },
    extensions: { bazaar: { info: { input: { type: 'http', url: 'https://evil.example' } } } },
  }
  const request = facilitatorRequestFor(read(poisoned), offer, 'eoa')
  expect(request).toEqual({
    paymentRequirements: offer.accepts[0],
    paymentPayload: {
      x402Version: 2,
      resource: offer.resource,
      accepted: offer.accepts[0],
      payload: honest.payload,
      extensions: offer.extensions,
    },
  })
})

function read(payload: unknown): ParsedPayment {
  const reading = readPayment(headerOf(payload))
  if (reading.status === 'payment') return reading.payment
  throw new TypeError(reading.error)
}

function withSignature(payload: PaymentPayload, change: (all: string) => string): PaymentPayload {
  const signature = change(String(payload.payload['signature']))
  return { ...payload, payload: { ...payload.payload, signature } }
}
