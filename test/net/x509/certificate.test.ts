import { createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCertificate } from '#net/x509/certificate.ts'
import { readAll, readDer } from '#net/x509/der.ts'
import { readOcspResponse } from '#net/x509/ocsp-response.ts'
import { systemTrustStore } from '#net/x509/trust-store.ts'
import { cpuMsOf } from '#test/equipment/time/cpu-time.ts'
import { keyPair, mintRoot, mintSelfSigned } from '#test/equipment/tls/certificates.ts'
import { mintStaple, sctListOf } from '#test/equipment/tls/ocsp.ts'
import { runs } from '#test/fuzz/runs.ts'

const root = mintRoot({ organization: 'Test, Inc.' })
const mustStaple = Uint8Array.of(0x30, 0x03, 0x02, 0x01, 0x05)

describe('readCertificate', () => {
  const rsa = keyPair('rsa2048')
  const { n = '' } = rsa.publicKey.export({ format: 'jwk' })
  const rsaKey = (modulus: string, exponent: string) => ({
    publicKey: createPublicKey({ key: { kty: 'RSA', n: modulus, e: exponent }, format: 'jwk' }),
    privateKey: rsa.privateKey,
  })
  const longModulus = Buffer.alloc(2_048, 0xff).toString('base64url')
  test.each([
    ['an RSA exponent as long as the modulus', rsaKey(n, n), { type: 'RSA', bits: 2_048 }],
    ['an RSA exponent of 40 bits', rsaKey(n, '_____w8'), { type: 'RSA', bits: 2_048 }],
    ['an RSA modulus of 16,384 bits', rsaKey(longModulus, 'AQAB'), { type: 'RSA', bits: 16_384 }],
    [
      'a binary curve',
      generateKeyPairSync('ec', { namedCurve: 'sect571r1' }),
      { type: 'EC', curve: 'sect571r1' },
    ],
    [
      'a curve that no authority uses',
      generateKeyPairSync('ec', { namedCurve: 'brainpoolP512r1' }),
      { type: 'EC', curve: 'brainpoolP512r1' },
    ],
  ])(
    'checks no signature of a key that is expensive to check, and reports the key: %s',
    (_what, key, facts) => {
      const read = readCertificate(mintSelfSigned({ names: ['a.test'], key }).der)
      expect(read).toMatchObject({ publicKey: null, key: facts, isSelfSigned: false })
    },
  )

  test('reads the fields of a leaf for the report', () => {
    const leaf = root.issueLeaf({
      commonName: 'CN here',
      organization: 'Org',
      names: ['a.test', '*.b.test'],
      ips: ['192.0.2.1', '2001:db8::1'],
      notBefore: new Date('2026-01-02T03:04:05Z'),
      notAfter: new Date('2051-01-02T03:04:05Z'),
      serial: Uint8Array.of(0x00, 0xff, 0x01),
      extensions: [
        { oid: '1.3.6.1.5.5.7.1.24', value: mustStaple },
        { oid: '1.3.6.1.4.1.11129.2.4.2', value: sctListOf(3) },
      ],
    })
    const read = readCertificate(leaf.der)
    expect(read).toMatchObject({
      subject: { text: 'O=Org, CN=CN here', commonName: 'CN here', organization: 'Org' },
      issuer: { text: 'O=Test\\, Inc., CN=Test Root', organization: 'Test, Inc.' },
      notBeforeMs: Date.parse('2026-01-02T03:04:05Z'),
      // Past 2049 dates are GeneralizedTime.
      notAfterMs: Date.parse('2051-01-02T03:04:05Z'),
      serial: 'ff01',
      key: { type: 'EC', bits: 256, curve: 'prime256v1' },
      signatureAlgorithm: 'ecdsa-with-SHA256',
      dnsNames: ['a.test', '*.b.test'],
      sans: ['a.test', '*.b.test', '192.0.2.1', '2001:db8::1'],
      isCa: false,
      extendedKeyUsages: ['1.3.6.1.5.5.7.3.1'],
      mustStaple: true,
      embeddedScts: 3,
      isSelfSigned: false,
    })
    expect(read?.sha256).toBe(read?.x509.fingerprint256.replaceAll(':', '').toLowerCase())
  })

  test.each([
    ['rsa2048', 'RSA', 2048, null],
    ['ec384', 'EC', 384, 'secp384r1'],
    ['ec192', 'EC', 192, 'prime192v1'],
    ['ed25519', 'Ed25519', 256, null],
  ] as const)('describes a key of kind %s', (kind, type, bits, curve) => {
    const { der } = mintSelfSigned({ names: ['a.test'], key: kind })
    expect(readCertificate(der)?.key).toEqual({ type, bits, curve })
  })

  test('treats a certificate as self-signed only when its own key made the signature', () => {
    const impostor = mintRoot({ commonName: 'Twin', key: keyPair('ec256', 90) })
    const forged = impostor.issueLeaf({ commonName: 'Twin', key: keyPair('ec256', 91) })
    expect(readCertificate(impostor.der)?.isSelfSigned).toBe(true)
    expect(readCertificate(forged.der)?.isSelfSigned).toBe(false)
  })

  test('replaces control characters in names', () => {
    const { der } = mintSelfSigned({ commonName: 'a\u001b[31m\nb', names: ['x\u0000y.test'] })
    expect(readCertificate(der)?.subject.commonName).toBe('a\ufffd[31m\ufffdb')
    expect(readCertificate(der)?.sans).toEqual(['x\ufffdy.test'])
  })

  test('bounds a hostile name', () => {
    const { der } = mintSelfSigned({ commonName: 'x'.repeat(10_000) })
    expect(readCertificate(der)?.subject.text.length).toBeLessThanOrEqual(512)
  })

  test('reads every root of the public store as OpenSSL does', () => {
    const roots = systemTrustStore()
      .pemRoots()
      .map((pem) => readCertificate(new X509Certificate(pem).raw))
    expect(roots.length).toBeGreaterThan(100)
    for (const certificate of roots) {
      if (certificate === null) throw new Error('a root was not read')
      expect(certificate.notAfterMs).toBe(certificate.x509.validToDate.getTime())
      expect(BigInt(`0x${certificate.serial}`)).toBe(BigInt(`0x${certificate.x509.serialNumber}`))
      expect(certificate.isCa).toBe(certificate.x509.ca)
      expect(certificate.key.bits).toBeGreaterThan(0)
      expect(certificate.signatureAlgorithm).not.toMatch(/^\d/)
    }
  })
})

describe('hostile bytes', () => {
  const leaf = root.issueLeaf({ names: ['a.test'] })
  const staple = mintStaple({ leaf, issuer: root })
  const mutated = (original: Uint8Array) =>
    fc
      .array(fc.tuple(fc.nat(original.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 })
      .map((changes) => {
        const copy = Uint8Array.from(original)
        for (const [at, octet] of changes) copy[at] = octet
        return copy
      })

  test('never make a reader throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), mutated(leaf.der)), (bytes) => {
        readCertificate(bytes)
        readDer(bytes)
        readAll(bytes)
      }),
      { numRuns: runs(500) },
    )
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 400 }), mutated(staple)), (bytes) => {
        readOcspResponse(bytes)
      }),
      { numRuns: runs(500) },
    )
  })

  test('nested or endless lengths are refused in one step', () => {
    expect(readDer(Uint8Array.of(0x30, 0x80, 0, 0))).toBeNull()
    expect(readDer(Uint8Array.of(0x30, 0x84, 0xff, 0xff, 0xff, 0xff))).toBeNull()
    expect(readDer(Uint8Array.of(0x30, 0x85, 0, 0, 0, 0, 1))).toBeNull()
    expect(readDer(Uint8Array.of(0x3f, 0x01, 0x00))).toBeNull()
    expect(readDer(new Uint8Array())).toBeNull()
  })

  // OpenSSL accepts 100 KiB of certificates per chain; each of these uses all of it. The library's reader takes 116 ms for the
  // first.
  test.each([
    ['thousands of names', { names: Array.from({ length: 8_000 }, (_, n) => `h${n}.e.co`) }],
    ['one long name', { commonName: 'x'.repeat(100_000) }],
    [
      'thousands of key usages',
      { extendedKeyUsages: Array.from({ length: 9_000 }, (_, n) => `1.3.6.1.4.1.${n}`) },
    ],
    [
      'an extension of nothing but nested sequences',
      { extensions: [{ oid: '2.5.29.17', value: nested(90_000) }] },
    ],
  ])('%s cost a few milliseconds', (_what, options) => {
    const { der } = mintSelfSigned(options)
    // The fastest of three: a neighbour on the same core can double the processor time of one.
    const times = Array.from({ length: 3 }, () => cpuMsOf(() => readCertificate(der)))
    expect(Math.min(...times)).toBeLessThan(30)
  })
})

/** `30 84 len 30 84 len ...` to the end. */
function nested(bytes: number): Uint8Array {
  const value = new Uint8Array(bytes)
  const view = new DataView(value.buffer)
  for (let at = 0; at + 6 <= bytes; at += 6) {
    view.setUint16(at, 0x3084)
    view.setUint32(at + 2, bytes - at - 6)
  }
  return value
}
