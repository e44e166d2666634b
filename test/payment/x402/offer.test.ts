import { decodePaymentRequiredHeader } from '@x402/core/http'
import { PaymentRequiredV2Schema } from '@x402/core/schemas'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { encodeQuote } from '#payment/x402/offer.ts'
import { PAY_TO, sampleBazaar, sampleOffer, soundTerms } from '#test/equipment/payment/offers.ts'

test('spec 4: the quote names scheme, network, asset, amount, payTo, maxTimeoutSeconds and extra, and nothing else', () => {
  expect(sampleOffer({ terms: soundTerms('production') }).accepts).toEqual([
    {
      scheme: 'exact',
      network: 'eip155:8453',
      amount: '5000',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      payTo: PAY_TO,
      maxTimeoutSeconds: 120,
      extra: { name: 'USD Coin', version: '2' },
    },
  ])
})

test('the official client reads from the header what is in the body', () => {
  const quote = encodeQuote(sampleOffer(), 'invalid_payload')
  const decoded = decodePaymentRequiredHeader(quote.header)
  expect(decoded).toEqual(JSON.parse(quote.body))
  const { extensions } = sampleOffer()
  expect(decoded).toEqual({
    ...sampleOffer(),
    error: 'invalid_payload',
    extensions: { ...extensions, bazaar: undefined, 'payment-error': expect.anything() },
  })
  expect(PaymentRequiredV2Schema.parse(decoded)).toEqual(decoded)
})

test('text beyond ASCII survives the header', () => {
  const { resource } = sampleOffer()
  const offer = sampleOffer({
    resource: { ...sampleResource(), description: 'Prüft “URLs” 🔍 für Agenten' },
  })
  const decoded = decodePaymentRequiredHeader(encodeQuote(offer, 'x').header)
  expect(decoded.resource).toEqual({ ...resource, description: 'Prüft “URLs” 🔍 für Agenten' })
})

test('the header fits the budget of 4 KiB', () => {
  expect(encodeQuote(sampleOffer(), 'invalid_payload').header.length).toBeLessThanOrEqual(4096)
})

test.each([
  ['a description over 500 characters', { description: 'x'.repeat(501) }],
  ['a service name over 32 characters', { serviceName: 'x'.repeat(33) }],
  ['an empty service name', { serviceName: '' }],
  ['a service name outside ASCII', { serviceName: 'ürl' }],
  ['more than 5 tags', { tags: ['1', '2', '3', '4', '5', '6'] }],
  ['a tag over 32 characters', { tags: ['x'.repeat(33)] }],
  ['a relative URL', { url: '/v1/probe-url' }],
  ['a URL that is none', { url: 'http://' }],
])('refuses %s', (_what, change) => {
  expect(() => sampleOffer({ resource: { ...sampleResource(), ...change } })).toThrowError(
    expect.objectContaining({ code: 'bad_offer' }),
  )
})

test('accepts texts of exactly the allowed length', () => {
  const longest = {
    description: 'x'.repeat(500),
    serviceName: 'x'.repeat(32),
    tags: ['y'.repeat(32)],
  }
  const offer = sampleOffer({ resource: { ...sampleResource(), ...longest }, extensions: {} })
  expect(offer.resource.description).toHaveLength(500)
})

test.each([
  ['an amount of nothing', { amountAtomic: 0n }],
  ['a negative amount', { amountAtomic: -1n }],
  ['no time to pay', { maxTimeoutSeconds: 0 }],
  ['a broken number of seconds', { maxTimeoutSeconds: 1.5 }],
  ['extensions that burst the header', { extensions: { big: { text: 'x'.repeat(4000) } } }],
])('refuses %s', (_what, change) => {
  expect(() => sampleOffer(change)).toThrowError(expect.objectContaining({ code: 'bad_offer' }))
})

test('the bazaar info satisfies the schema beside it, and a wrong info does not', () => {
  const { info, schema } = z
    .object({ info: z.unknown(), schema: z.unknown() })
    .parse(sampleBazaar())
  const validator = z.fromJSONSchema(z.record(z.string(), z.any()).parse(schema))
  expect(validator.safeParse(info).error).toBeUndefined()
  const wrong = [
    { input: { type: 'http', method: 'GET', bodyType: 'json', body: { url: 'https://a.b/' } } },
    { input: { type: 'http', method: 'POST', bodyType: 'json', body: {} } },
    { input: { type: 'http', method: 'POST', bodyType: 'json' } },
    { output: { type: 'json' } },
  ]
  for (const bad of wrong) expect(validator.safeParse(bad).success).toBe(false)
})

test('neither extension refers to a schema elsewhere', () => {
  expect(encodeQuote(sampleOffer(), 'x').body).not.toContain('$ref')
})

function sampleResource() {
  return {
    url: 'http://127.0.0.1:8402/v1/probe-url',
    description: 'HTTP, DNS and TLS evidence of one public URL, with a verdict.',
    mimeType: 'application/json',
    serviceName: 'urlwitness',
    tags: ['url', 'tls', 'verification'],
  }
}
