import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeBase64, encodeBase64 } from '#payment/base64.ts'
import { runs } from '#test/fuzz/runs.ts'

test('any text survives a round trip, with and without padding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 9000 }), (text) => {
      const encoded = encodeBase64(text)
      expect(decodeBase64(encoded)).toBe(text)
      expect(decodeBase64(encoded.replace(/=+$/, ''))).toBe(text)
    }),
    { numRuns: runs(200) },
  )
})

test.each([
  ['', 'nothing'],
  ['=', 'padding alone'],
  ['A', 'a length that no bytes have'],
  ['AAAAA', 'five digits'],
  ['AA=', 'half of its padding'],
  ['AAA==', 'more padding than it needs'],
  ['AAAA=', 'padding that it does not need'],
  ['AA==AA==', 'padding inside'],
  ['QQ ==', 'a space'],
  ['QQ\n==', 'a line break'],
  ['QUJD\n', 'a line break at the end'],
  ['-_-_', 'the URL-safe alphabet'],
  ['QR==', 'bits left over after the last byte'],
  ['QUJ=', 'bits left over in the third digit'],
  ['/w==', 'a byte that is not UTF-8'],
  ['wIA=', 'an overlong form'],
  ['7aCA', 'a lone surrogate'],
  ['4oI=', 'a cut character'],
])('returns null for %j: %s', (value) => {
  expect(decodeBase64(value)).toBeNull()
})
