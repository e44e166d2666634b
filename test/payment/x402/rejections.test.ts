import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isVerifyRejection } from '#facilitator/http/outcome-codes.ts'
import { encodeQuote } from '#payment/x402/offer.ts'
import { rejections, remedyFor } from '#payment/x402/rejections.ts'
import { sampleOffer } from '#test/equipment/payment/offers.ts'

const codes = rejections.flatMap((rejection) => Object.keys(rejection.codes))
const used = 'invalid_exact_evm_nonce_already_used'

test('every code has one action, but that of a payment whose report may have been handed out', () => {
  const twice = codes.filter((code, index) => codes.indexOf(code) !== index)
  expect(twice).toEqual([used])
  expect(remedyFor(used)?.action).toBe('sign_anew')
  expect(remedyFor(used, 'fetch_report')?.action).toBe('fetch_report')
})

test.each([
  ['of our own checks', 'src/payment/x402/payment-error.ts', /\| '([a-z0-9_]+)'/g],
  ['of facilitators', 'src/facilitator/http/outcome-codes.ts', /^ {2}'([a-z0-9_]+)',$/gm],
])('every code %s has an action', (_whose, file, pattern) => {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
  const known = [...text.matchAll(pattern)].map(([, code = '']) => code)
  expect(known.length).toBeGreaterThan(9)
  expect(known.filter((code) => !codes.includes(code))).toEqual([])
})

test('a rejection code of a facilitator has an action', () => {
  expect(codes.filter(isVerifyRejection).length).toBeGreaterThan(30)
})

test.each([
  [
    'invalid_payment_requirements',
    'accepted.amount',
    'sign_anew',
    'A field of accepted, or the resource, differs from the quote',
  ],
  ['insufficient_funds', undefined, 'fund', 'Fund the payer with the asset of the quote'],
  ['a_code_of_tomorrow', undefined, 'fix_client', 'with its code a_code_of_tomorrow'],
])('the 402 for %s says what happened and what to do', (code, field, action, sentence) => {
  const { extensions } = JSON.parse(encodeQuote(sampleOffer(), code, { field }).body)
  const { message, ...info } = extensions['payment-error'].info
  expect(info).toEqual({ action, ...(field === undefined ? {} : { field }) })
  expect(message).toContain(sentence)
  expect(extensions.bazaar).toBeUndefined()
})

test('a quote that rejects nothing has no such extension', () => {
  const { extensions } = JSON.parse(encodeQuote(sampleOffer(), 'payment_required').body)
  expect(extensions).toEqual(sampleOffer().extensions)
})

test('every rejection fits into the header of the largest offer', () => {
  const { header } = encodeQuote(sampleOffer(), 'payment_required')
  for (const code of codes) {
    expect(encodeQuote(sampleOffer(), code).header.length, code).toBeLessThan(header.length)
  }
})
