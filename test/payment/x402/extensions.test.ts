import { expect, test } from 'vitest'
import { paymentIdentifierExtension, readPaymentIdentifier } from '#payment/x402/extensions.ts'

const withId = (id: unknown) => ({ 'payment-identifier': { info: { required: false, id } } })

test.each(['pay_7d5d747be160e280', 'a'.repeat(16), 'Z'.repeat(128), '0123456789-_-_-_'])(
  'reads the identifier %s',
  (id) => {
    expect(readPaymentIdentifier(withId(id))).toEqual({ status: 'identifier', id })
  },
)

test.each([
  ['fifteen characters', 'a'.repeat(15)],
  ['129 characters', 'a'.repeat(129)],
  ['a space', `${'a'.repeat(16)} `],
  ['a line break at the end', `${'a'.repeat(16)}\n`],
  ['a letter outside ASCII', 'ä'.repeat(16)],
  ['a number', 1234567890123456],
  ['null', null],
  ['a list', ['a'.repeat(16)]],
])('an identifier of %s is malformed', (_what, id) => {
  expect(readPaymentIdentifier(withId(id))).toEqual({ status: 'malformed' })
})

test.each([
  ['no extensions', {}],
  ['the extension as it was offered', { 'payment-identifier': paymentIdentifierExtension }],
  ['null', { 'payment-identifier': null }],
])('%s: the client sends no identifier', (_what, extensions) => {
  expect(readPaymentIdentifier(extensions)).toEqual({ status: 'absent' })
})

test.each([
  ['text', { 'payment-identifier': 'pay_7d5d747be160e280' }],
  ['info that is text', { 'payment-identifier': { info: 'pay_7d5d747be160e280' } }],
  ['info that is null', { 'payment-identifier': { info: null } }],
])('an extension that is %s is malformed', (_what, extensions) => {
  expect(readPaymentIdentifier(extensions)).toEqual({ status: 'malformed' })
})

test('an identifier is never taken from a prototype', () => {
  const extensions = Object.create({ 'payment-identifier': { info: { id: 'a'.repeat(16) } } })
  expect(readPaymentIdentifier(extensions)).toEqual({ status: 'absent' })
})
