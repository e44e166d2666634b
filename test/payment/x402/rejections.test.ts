import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isVerifyRejection } from '#facilitator/http/outcome-codes.ts'
import { encodeQuote } from '#payment/x402/offer.ts'
import { actionFor, rejections } from '#payment/x402/rejections.ts'
import { sampleOffer } from '#test/equipment/payment/offers.ts'

const codes = rejections.flatMap((rejection) => Object.keys(rejection.codes))

test('every code has one action', () => {
  expect(new Set(codes).size).toBe(codes.length)
})

test.each([
  ['of our own checks', 'src/payment/x402/payment-error.ts', /\| '([a-z0-9_]+)'/g],
  ['of facilitators', 'src/facilitator/http/outcome-codes.ts', /^ {2}'([a-z0-9_]+)',$/gm],
])('every code %s has an action', (_whose, file, pattern) => {
  const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
  const known = [...text.matchAll(pattern)].map(([, code = '']) => code)
  expect(known.length).toBeGreaterThan(9)
  expect(known.filter((code) => actionFor(code) === null)).toEqual([])
})

test('a rejection code of a facilitator has an action', () => {
  expect(codes.filter(isVerifyRejection).length).toBeGreaterThan(30)
})

test.each([
  [
    'invalid_payment_requirements',
    'accepted.amount',
    { action: 'sign_anew', field: 'accepted.amount' },
  ],
  ['insufficient_funds', null, { action: 'fund' }],
])('the 402 for %s says what to do', (code, field, info) => {
  const { extensions } = JSON.parse(encodeQuote(sampleOffer(), code, field).body)
  expect(extensions['payment-error'].info).toEqual(info)
})

test.each(['payment_required', 'a_code_of_tomorrow'])(
  'the 402 for %s has no such extension',
  (code) => {
    const { extensions } = JSON.parse(encodeQuote(sampleOffer(), code).body)
    expect(extensions).toEqual(sampleOffer().extensions)
  },
)
