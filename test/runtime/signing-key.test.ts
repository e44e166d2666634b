import { generateKeyPairSync, verify } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readSigningKey } from '#runtime/signing-key.ts'
import { ed25519ApiKey, p256ApiKey } from '#test/equipment/payment/api-keys.ts'

const data = new TextEncoder().encode('header.claims')
const ed = ed25519ApiKey()
const p256 = p256ApiKey()
const wrapped = (text: string) => text.replace(/(.{40})/g, '$1\n')
const escaped = (pem: string) => pem.replaceAll('\n', '\\n')

test.each([
  ['seed and public key', ed.secret],
  ['the seed alone', ed.seed],
  ['without padding', ed.secret.replace(/=+$/, '')],
  ['broken into lines', wrapped(ed.secret)],
])('base64 of an Ed25519 key: %s', (_what, text) => {
  const reading = readSigningKey(text)
  if (reading.status === 'refused') throw new TypeError(reading.reason)
  expect(reading.signing.alg).toBe('EdDSA')
  expect(verify(null, data, ed.publicKey, reading.signing.sign(data))).toBe(true)
})

const PARAMETERS = '-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n'

test.each([
  ['SEC1', p256.secret],
  ['PKCS8', p256.pkcs8],
  ['SEC1 after its parameters, as openssl writes it', PARAMETERS + p256.secret],
  ['SEC1 on one line', escaped(p256.secret)],
  ['PKCS8 on one line', escaped(p256.pkcs8)],
  ['lines of Windows', p256.secret.replaceAll('\n', '\r\n')],
  ['lines of Windows on one line', p256.secret.replaceAll('\n', '\\r\\n')],
  ['indented', `\n${p256.secret.replace(/^/gm, '    ')}\n`],
])('PEM of an EC P-256 key: %s', (_what, text) => {
  const reading = readSigningKey(text)
  if (reading.status === 'refused') throw new TypeError(reading.reason)
  expect(reading.signing.alg).toBe('ES256')
  const signature = reading.signing.sign(data)
  expect(signature).toHaveLength(64)
  const key = { key: p256.publicKey, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', data, key, signature)).toBe(true)
})

const pemOf = (curve: string) =>
  generateKeyPairSync('ec', { namedCurve: curve })
    .privateKey.export({ type: 'sec1', format: 'pem' })
    .toString()
const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-128-cbc', passphrase: 'x' } as const
const { privateKey: anotherEd } = generateKeyPairSync('ed25519')
const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const { privateKey: locked } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const bytes = (length: number) => Buffer.alloc(length, 7).toString('base64')

test.each([
  ['nothing', '', 'is neither PEM nor base64'],
  ['a word', 'not a key!', 'is neither PEM nor base64'],
  ['a wallet key', `0x${'ab'.repeat(32)}`, 'is base64 of 49 bytes'],
  ['hexadecimal', 'ab'.repeat(32), 'is base64 of 48 bytes'],
  ['the URL-safe alphabet', 'ab_-'.repeat(11), 'is neither PEM nor base64'],
  ['31 bytes', bytes(31), 'is base64 of 31 bytes'],
  ['65 bytes', bytes(65), 'is base64 of 65 bytes'],
  ['halves of two keys', bytes(64), /^is damaged/],
  ['a public key', p256.publicKey.export({ type: 'spki', format: 'pem' }).toString(), /^is PEM/],
  ['a locked key', locked.export(cipher).toString(), 'is PEM, but not an unencrypted private key'],
  ['half a PEM', p256.secret.slice(0, 120), /^is PEM/],
  ['a PEM of nothing', '-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----', /^is PEM/],
  ['secp256k1', pemOf('secp256k1'), 'is a private key of another kind (secp256k1)'],
  ['P-384', pemOf('P-384'), 'is a private key of another kind (secp384r1)'],
  ['RSA', rsa.export({ type: 'pkcs8', format: 'pem' }).toString(), /another kind \(rsa\)$/],
  [
    'Ed25519 in PEM',
    anotherEd.export({ type: 'pkcs8', format: 'pem' }).toString(),
    /another kind \(ed25519\)$/,
  ],
])('%s is refused', (_what, text, reason) => {
  expect(readSigningKey(text)).toEqual({
    status: 'refused',
    reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
  })
})

test('arbitrary text is a key or a refusal, and no refusal repeats it', () => {
  const pem = fc
    .string({ unit: 'binary' })
    .map((inner) => `-----BEGIN EC PRIVATE KEY-----\n${inner}`)
  const base64 = fc.uint8Array({ maxLength: 80 }).map((all) => Buffer.from(all).toString('base64'))
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), pem, base64), (text) => {
      const reading = readSigningKey(text)
      if (reading.status === 'refused' && text.length > 20) {
        expect(reading.reason).not.toContain(text.slice(-20))
      }
    }),
  )
})

test('a key reveals nothing when printed', () => {
  const reading = readSigningKey(ed.secret)
  if (reading.status === 'refused') throw new TypeError(reading.reason)
  expect(JSON.stringify(reading.signing)).toBe('{"alg":"EdDSA"}')
  expect(Object.keys(reading.signing)).toEqual(['alg', 'sign'])
})
