import fc from 'fast-check'
import { expect, test } from 'vitest'
import { systemRandom } from '#runtime/random.ts'
import { isSealed, type SealSecret, sealText, unseal } from '#runtime/sealed-text.ts'

const secret: SealSecret = {
  secret: 'a header',
  salt: new TextEncoder().encode('{"url":"https://example.com/"}'),
  purpose: 'test',
}
const seal = (text: string) => sealText(text, secret, systemRandom)

test('any text can be read again with the whole secret', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 2_000 }), (text) => {
      const sealed = seal(text)
      expect(isSealed(sealed)).toBe(true)
      expect(unseal(sealed, secret)).toBe(text)
    }),
  )
  const long = `\ufeff${'\u{1f4f7}ö\u0000'.repeat(300_000)}`
  expect(unseal(seal(long), secret)).toBe(long)
})

test.each([
  ['another secret', { ...secret, secret: 'a headers' }],
  ['another salt', { ...secret, salt: new Uint8Array([1]) }],
  ['no salt', { ...secret, salt: new Uint8Array() }],
  ['another purpose', { ...secret, purpose: 'tests' }],
])('%s opens nothing', (_what, other) => {
  expect(unseal(seal('text'), other)).toBeNull()
})

test('no character of a sealed text can be changed, and none be cut off', () => {
  const sealed = seal('{"screenshot_evidence_id":"..."}')
  for (let at = 0; at < sealed.length; at++) {
    const instead = sealed[at] === 'B' ? 'C' : 'B'
    const changed = sealed.slice(0, at) + instead + sealed.slice(at + 1)
    const opened = unseal(changed, secret)
    // The last digits of nonce, tag and text include unused bits.
    if (opened !== null) expect(opened).toBe('{"screenshot_evidence_id":"..."}')
    // So does the padding.
    if (sealed[at] !== '=') expect(unseal(sealed.slice(0, at), secret)).toBeNull()
  }
})

test('arbitrary text that was never sealed opens to null', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.string().map((text) => `sealed1.${text}`),
        fc.base64String().map((text) => `sealed1.${'A'.repeat(16)}.${'A'.repeat(22)}.${text}`),
      ),
      (text) => {
        expect(unseal(text, secret)).toBeNull()
      },
    ),
  )
})

test('the same text is sealed differently each time, and reveals nothing', () => {
  const sealed = new Set(Array.from({ length: 100 }, () => seal('the id of a picture')))
  expect(sealed.size).toBe(100)
  for (const text of sealed) expect(atobAll(text)).not.toContain('picture')
})

function atobAll(sealed: string): string {
  return sealed
    .split('.')
    .slice(1)
    .map((part) => atob(part.replaceAll('-', '+').replaceAll('_', '/')))
    .join('')
}
