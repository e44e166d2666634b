import { decodePaymentSignatureHeader } from '@x402/core/http'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeBase64 } from '#payment/base64.ts'
import { MAX_PAYMENT_HEADER_CHARS, readPayment } from '#payment/x402/payment-header.ts'
import { headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { sampleOffer } from '#test/equipment/payment/offers.ts'
import { runs } from '#test/fuzz/runs.ts'

const buyer = openBuyer(`0x${'11'.repeat(32)}`)
const offer = sampleOffer()
const honest = await buyer.payloadFor(offer)
const invalid = {
  status: 'rejected',
  error: 'invalid_payload',
  details: { field: expect.any(String), message: expect.stringContaining('No money moved.') },
}

test('reads the header of the official client', () => {
  const header = headerOf(honest)
  expect(decodePaymentSignatureHeader(header)).toEqual(honest)
  const inner = innerOf(honest)
  expect(readPayment(header)).toEqual({
    status: 'payment',
    payment: {
      accepted: offer.accepts[0],
      resourceUrl: offer.resource.url,
      authorization: {
        from: buyer.address,
        to: offer.accepts[0].payTo,
        value: 5000n,
        validAfter: 0n,
        validBefore: BigInt(inner.authorization['validBefore'] ?? ''),
        nonce: inner.authorization['nonce'],
      },
      signature: inner.signature,
      identifier: { status: 'absent' },
    },
  })
})

test('reads a header without padding and without the optional parts', () => {
  const { x402Version, accepted, payload } = honest
  const reading = readPayment(headerOf({ x402Version, accepted, payload }).replace(/=+$/, ''))
  expect(reading).toMatchObject({
    status: 'payment',
    payment: { resourceUrl: null, identifier: { status: 'absent' } },
  })
})

test('a requirement without extra reads as one with an empty extra', () => {
  const accepted = without(honest.accepted, 'extra')
  expect(readPayment(headerOf({ ...honest, accepted }))).toMatchObject({
    status: 'payment',
    payment: { accepted: { extra: {} } },
  })
})

test('reads a header of up to 12 KiB', () => {
  const header = headerOf(honest)
  const whole = (chars: number) => {
    const text = JSON.stringify(honest)
    return encodeBase64(`${text}${' '.repeat((chars / 4) * 3 - text.length)}`)
  }
  expect([whole(MAX_PAYMENT_HEADER_CHARS).length, MAX_PAYMENT_HEADER_CHARS]).toEqual([
    12_288, 12_288,
  ])
  expect(readPayment(whole(MAX_PAYMENT_HEADER_CHARS))).toEqual(readPayment(header))
  expect(readPayment(whole(MAX_PAYMENT_HEADER_CHARS + 4))).toEqual(invalid)
})

test('reads a header that is nested up to 32 levels deep, whatever its texts contain', () => {
  const nested = (levels: number) => {
    let value: unknown = '[{"\\"]}'.repeat(40)
    for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { value }
    return headerOf({ ...honest, extensions: { first: [[]], second: {}, value } })
  }
  expect(readPayment(nested(30))).toEqual(readPayment(headerOf(honest)))
  expect(readPayment(nested(31))).toEqual(invalid)
})

test('different spellings of one authorization read the same', () => {
  const inner = innerOf(honest)
  const shouted = (value: string) => `0x${value.slice(2).toUpperCase()}`
  const { from, to, nonce } = inner.authorization
  const spelled = withInner({
    signature: shouted(inner.signature),
    authorization: {
      ...inner.authorization,
      from: shouted(from ?? ''),
      to: (to ?? '').toLowerCase(),
      nonce: shouted(nonce ?? ''),
    },
  })
  expect(readPayment(headerOf(spelled))).toEqual(readPayment(headerOf(honest)))
})

test('an address with a wrong checksum reads as its 20 bytes', () => {
  const { authorization, signature } = innerOf(honest)
  const flipped = authorization['from']?.replace(/[a-f]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  expect(flipped).not.toBe(authorization['from'])
  const reading = readPayment(
    headerOf(withInner({ signature, authorization: { ...authorization, from: flipped } })),
  )
  expect(reading).toEqual(readPayment(headerOf(honest)))
})

test('a V1 payload is rejected for its version', () => {
  const v1 = { x402Version: 1, scheme: 'exact', network: 'base', payload: honest.payload }
  expect(readPayment(headerOf(v1))).toEqual({ status: 'rejected', error: 'invalid_x402_version' })
})

test.each([0, 3, -2, 2.5, 1e300])('version %s is refused as a version', (x402Version) => {
  expect(readPayment(headerOf({ ...honest, x402Version }))).toEqual({
    status: 'rejected',
    error: 'invalid_x402_version',
  })
})

const authorizationFields = ['from', 'to', 'value', 'validAfter', 'validBefore', 'nonce'] as const
const numbers = ['value', 'validAfter', 'validBefore'] as const
const notUint256 = ['', '-1', '+1', '01', '00', '1.0', '1e3', ' 1', '1 ', '0x10', '１', '1_000']
const tooLarge = [(2n ** 256n).toString(), '9'.repeat(78), '9'.repeat(200)]

test.each(
  numbers.flatMap((field) => [...notUint256, ...tooLarge].map((value) => ({ field, value }))),
)('refuses $value as $field', ({ field, value }) => {
  expect(readPayment(headerOf(withAuthorization({ [field]: value })))).toEqual(invalid)
})

test.each<[string, string, unknown]>([
  ['a header that is not base64', 'PAYMENT-SIGNATURE', '%%%'],
  ['no signature', 'payload.signature', withInner({ signature: 'none' })],
  [
    'a nonce that is too short',
    'payload.authorization.nonce',
    withAuthorization({ nonce: '0x00' }),
  ],
  ['no accepted requirement', 'accepted', without(honest, 'accepted')],
  [
    'a number as the amount',
    'accepted.amount',
    { ...honest, accepted: { ...honest.accepted, amount: 5000 } },
  ],
])('names the member of a payment with %s', (_what, field, sent) => {
  const header = typeof sent === 'string' ? sent : headerOf(sent)
  expect(readPayment(header)).toMatchObject({ error: 'invalid_payload', details: { field } })
})

test('accepts the largest uint256', () => {
  const largest = (2n ** 256n - 1n).toString()
  expect(readPayment(headerOf(withAuthorization({ validBefore: largest })))).toMatchObject({
    status: 'payment',
    payment: { authorization: { validBefore: 2n ** 256n - 1n } },
  })
})

const anyType: readonly unknown[] = [null, 0, 5000, true, [], {}, ['5000'], { toString: '5000' }]

test.each(authorizationFields.flatMap((field) => anyType.map((value) => ({ field, value }))))(
  'refuses $field that is $value: only strings are signed',
  ({ field, value }) => {
    expect(readPayment(headerOf(withAuthorization({ [field]: value })))).toEqual(invalid)
  },
)

test.each(authorizationFields)('refuses an authorization without %s', (field) => {
  const { [field]: _gone, ...rest } = innerOf(honest).authorization
  expect(
    readPayment(headerOf(withInner({ signature: innerOf(honest).signature, authorization: rest }))),
  ).toEqual(invalid)
})

test.each([
  ['from', '0x00'],
  ['from', `0x${'g'.repeat(40)}`],
  ['from', `0X${'a'.repeat(40)}`],
  ['to', 'a'.repeat(40)],
  ['to', `0x${'a'.repeat(41)}`],
  ['nonce', `0x${'a'.repeat(63)}`],
  ['nonce', `0x${'a'.repeat(65)}`],
  ['nonce', `0x${'a'.repeat(64)}\n`],
  ['nonce', 'a'.repeat(66)],
  ['from', `x0x${'a'.repeat(40)}`],
  ['nonce', `x0x${'a'.repeat(64)}`],
])('refuses %s %j', (field, value) => {
  expect(readPayment(headerOf(withAuthorization({ [field]: value })))).toEqual(invalid)
})

test.each([
  ['nothing', ''],
  ['no bytes', '0x'],
  ['half a byte', '0xabc'],
  ['no prefix', 'ab'.repeat(65)],
  ['a character before the prefix', `x0x${'ab'.repeat(65)}`],
  ['letters that are no digits', `0x${'zz'.repeat(65)}`],
  ['more than 4096 bytes', `0x${'ab'.repeat(4097)}`],
  ['a number', 5],
  ['a list', ['0xab']],
])('refuses a signature of %s', (_what, signature) => {
  expect(
    readPayment(headerOf(withInner({ signature, authorization: innerOf(honest).authorization }))),
  ).toEqual(invalid)
})

test('reads the long signature of a contract wallet', () => {
  const { authorization } = innerOf(honest)
  const signature = `0x${'ab'.repeat(2000)}`
  const reading = readPayment(
    headerOf({ ...withInner({ signature, authorization }), extensions: {} }),
  )
  expect(reading).toMatchObject({ status: 'payment', payment: { signature } })
})

test.each([
  ['a Permit2 payment', withInner({ ...innerOf(honest), permit2Authorization: {} })],
  ['a field beside the authorization', withInner({ ...innerOf(honest), transaction: '0x' })],
  ['a field inside the authorization', withAuthorization({ relayer: '0x' })],
  ['no payload', without(honest, 'payload')],
  ['no requirement', without(honest, 'accepted')],
  ['no version', without(honest, 'x402Version')],
  ['a version as text', { ...honest, x402Version: '2' }],
  ['a payload that is a list', { ...honest, payload: [innerOf(honest)] }],
  ['a requirement that is null', { ...honest, accepted: null }],
  ['extensions that are a list', { ...honest, extensions: ['bazaar'] }],
  ['a resource that is text', { ...honest, resource: offer.resource.url }],
  ['a list around it', [honest]],
  ['null', null],
  ['a number', 2],
  ['text', 'payment'],
])('refuses %s', (_what, payload) => {
  expect(readPayment(headerOf(payload))).toEqual(invalid)
})

test.each([
  ['no base64', '{"x402Version":2}'],
  [
    'URL-safe base64',
    headerOf({ ...honest, pad: '>>>???' })
      .replaceAll('+', '-')
      .replaceAll('/', '_'),
  ],
  ['an empty value', ''],
  ['broken JSON', encodeBase64('{"x402Version":2,')],
  ['a byte order mark', encodeBase64(`\uFEFF${JSON.stringify(honest)}`)],
  ['two values', encodeBase64(`${JSON.stringify(honest)}${JSON.stringify(honest)}`)],
  ['two values in one header', `${headerOf(honest)}, ${headerOf(honest)}`],
  ['NaN', encodeBase64('{"x402Version":NaN}')],
])('refuses %s', (_what, header) => {
  expect(readPayment(header)).toEqual(invalid)
})

test('accepts a header of exactly 12 KiB and refuses one character more', () => {
  const room = MAX_PAYMENT_HEADER_CHARS - headerOf({ ...honest, note: '' }).length
  const note = 'x'.repeat(Math.floor((room * 3) / 4) - 3)
  const fitting = headerOf({ ...honest, note })
  expect(fitting.length).toBeLessThanOrEqual(MAX_PAYMENT_HEADER_CHARS)
  expect(readPayment(fitting).status).toBe('payment')
  const over = headerOf({ ...honest, note: `${note}xxxxxxxxxx` })
  expect(over.length).toBeGreaterThan(MAX_PAYMENT_HEADER_CHARS)
  expect(readPayment(over)).toEqual(invalid)
})

test('refuses deeper nesting than any client sends, before anything recurses over it', () => {
  const nested = (depth: number) =>
    encodeBase64(
      JSON.stringify(honest).replace(
        '"extensions":{',
        `"extensions":{"x":${'['.repeat(depth)}${']'.repeat(depth)},`,
      ),
    )
  expect(readPayment(nested(28)).status).toBe('payment')
  expect(readPayment(nested(4000))).toEqual(invalid)
  const inText = { ...honest, extensions: { text: '['.repeat(500), quote: '"[[\\"[' } }
  expect(readPayment(headerOf(inText)).status).toBe('payment')
})

test('of a repeated key the last value counts, also in what we pass on', () => {
  const text = JSON.stringify(honest).replace('"value":"5000"', '"value":"1","value":"5000"')
  expect(text).toContain('"value":"1"')
  expect(readPayment(encodeBase64(text))).toEqual(readPayment(headerOf(honest)))
})

test('a payload with the key __proto__ changes no prototype', () => {
  const poison = '"__proto__":{"polluted":"yes","name":"USDC"},"constructor":{"prototype":{"x":1}}'
  const text = JSON.stringify(honest)
    .replace('"extra":{', `"extra":{${poison},`)
    .replace('"extensions":{', `"extensions":{${poison},`)
    .replace('"x402Version":2', `"x402Version":2,${poison}`)
  const reading = readPayment(encodeBase64(text))
  expect(reading.status).toBe('payment')
  if (reading.status !== 'payment') return
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  expect(reading.payment.identifier).toEqual({ status: 'absent' })
  expect(Reflect.get(reading.payment.accepted, 'polluted')).toBeUndefined()
})

test('never throws for arbitrary text', () => {
  const noise = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.json().map(encodeBase64OrEmpty),
    fc.base64String({ maxLength: 400 }),
    fc.object().map(headerOf),
    fc.anything({ withObjectString: true }).map((value) => encodeBase64OrEmpty(textOf(value))),
  )
  fc.assert(
    fc.property(noise, (header) => {
      expect(readPayment(header).status).toBe('rejected')
    }),
    { numRuns: runs(500) },
  )
})

test('no single changed character silently reads as another authorization', () => {
  const text = JSON.stringify(honest)
  const own = readPayment(headerOf(honest))
  fc.assert(
    fc.property(
      fc.nat({ max: text.length - 1 }),
      fc.constantFrom('0', '1', '9', 'a', 'F', '"', '-', '.', 'e', ' ', '\\', '{', '}', ',', '+'),
      (at, char) => {
        const mutated = `${text.slice(0, at)}${char}${text.slice(at + 1)}`
        const reading = readPayment(encodeBase64(mutated))
        if (reading.status === 'rejected' || own.status !== 'payment') return
        // It was read, so it is JSON; its values must be the values read, field by field.
        const said = innerOf(JSON.parse(mutated))
        const { authorization, signature } = reading.payment
        expect(signature).toBe(said.signature.toLowerCase())
        expect(authorization.from.toLowerCase()).toBe(said.authorization['from']?.toLowerCase())
        expect(authorization.to.toLowerCase()).toBe(said.authorization['to']?.toLowerCase())
        expect(authorization.value.toString()).toBe(said.authorization['value'])
        expect(authorization.validAfter.toString()).toBe(said.authorization['validAfter'])
        expect(authorization.validBefore.toString()).toBe(said.authorization['validBefore'])
        expect(authorization.nonce).toBe(said.authorization['nonce']?.toLowerCase())
      },
    ),
    { numRuns: runs(1_500) },
  )
})

interface Inner {
  readonly signature: string
  readonly authorization: Readonly<Record<string, string>>
}

function innerOf(payload: { payload: Record<string, unknown> }): Inner {
  const { signature, authorization } = JSON.parse(JSON.stringify(payload.payload))
  return { signature, authorization }
}

function withInner(payload: unknown) {
  return { ...honest, payload }
}

function withAuthorization(changes: Readonly<Record<string, unknown>>) {
  const { signature, authorization } = innerOf(honest)
  return withInner({ signature, authorization: { ...authorization, ...changes } })
}

function without(payload: object, key: string) {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => name !== key))
}

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    // A value that JSON can't represent (a cycle, a bigint) is sent as an empty text.
    return ''
  }
}

function encodeBase64OrEmpty(text: string): string {
  return text === '' ? '' : encodeBase64(text)
}
