import { expect, test } from 'vitest'
import { offerMaker } from '#job/selling/offers.ts'
import { MAX_EXTRA_VALIDITY_S, MAX_VALIDITY_S } from '#payment/eip3009/authorization.ts'
import type { JsonObject } from '#payment/x402/extensions.ts'
import { loadSettings } from '#settings/load.ts'
import { PAY_TO, soundTerms } from '#test/equipment/payment/offers.ts'
import { steppedClock } from '#test/equipment/service/stepped-clock.ts'

/** An offer that is valid for 120 seconds, and the payloads that it had signed. */
function signedOffer(sign: (payload: JsonObject) => Promise<string | null>) {
  const { clock, advance } = steppedClock()
  const payloads: JsonObject[] = []
  const signer = {
    sign: (payload: JsonObject) => {
      payloads.push(payload)
      return sign(payload)
    },
  }
  const { quote } = offerMaker({
    terms: soundTerms('testnet'),
    payTo: PAY_TO,
    baseUrl: 'https://check.example.com',
    serviceName: 'urlwitness',
    deadlineMs: 30_000,
    signing: { signer, clock },
  })('probe_url', 5_000n)
  const bodyOf = async (error = 'payment_required', field?: string) =>
    JSON.parse((await quote(error, { field })).body)
  return { bodyOf, quote, advance, payloads }
}

test('an offer is signed once for all its quotes, and again when it has two minutes left', async () => {
  const { bodyOf, advance, payloads } = signedOffer(
    async (payload) => `of ${payload['validUntil']}`,
  )
  const signatureIn = async (error?: string, field?: string) =>
    (await bodyOf(error, field)).extensions['offer-receipt'].info.offers[0].signature
  expect(await signatureIn()).toBe('of 240')
  expect(await signatureIn('invalid_payload')).toBe('of 240')
  expect(await signatureIn('invalid_payload', 'accepted.amount')).toBe('of 240')
  advance(119_999)
  expect(await signatureIn()).toBe('of 240')
  expect(payloads).toHaveLength(1)
  advance(1)
  expect([await signatureIn(), await signatureIn()]).toEqual(['of 360', 'of 360'])
  expect(payloads).toHaveLength(2)
})

test('is signed again after the clock was set back, since it would be valid for longer than meant', async () => {
  const { bodyOf, advance, payloads } = signedOffer(async () => 'signed')
  await bodyOf()
  advance(500_000)
  await bodyOf()
  advance(-400_000)
  await bodyOf()
  expect(payloads.map(({ validUntil }) => validUntil)).toEqual([240, 740, 340])
})

test('a quote is the same object as long as its offer is', async () => {
  const { quote, advance } = signedOffer(async () => 'signed')
  const first = await quote('payment_required')
  expect(await quote('payment_required')).toBe(first)
  advance(120_000)
  expect(await quote('payment_required')).not.toBe(first)
})

test('a quote is made without a signature when there is no usable key', async () => {
  const { bodyOf } = signedOffer(async () => null)
  const { accepts, extensions } = await bodyOf()
  expect(accepts).toHaveLength(1)
  expect(Object.keys(extensions)).toEqual(['bazaar', 'payment-identifier'])
})

test('no accepted payment is valid for longer than a restore of the ledger assumes', () => {
  const longestMs = 120_000
  const withDeadline = (ms: number) =>
    loadSettings({
      flags: {},
      env: { URLWITNESS_LIMITS_DEADLINE_MS: String(ms) },
      readFile: () => '',
    }).status
  expect([withDeadline(longestMs), withDeadline(longestMs + 1)]).toEqual(['loaded', 'refused'])
  const { offer } = offerMaker({
    terms: soundTerms('testnet'),
    payTo: PAY_TO,
    baseUrl: 'https://check.example.com',
    serviceName: 'urlwitness',
    deadlineMs: longestMs,
  })('probe_url', 5_000n)
  expect(offer.accepts[0].maxTimeoutSeconds + MAX_EXTRA_VALIDITY_S).toBe(MAX_VALIDITY_S)
})
