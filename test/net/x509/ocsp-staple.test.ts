import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Certificate } from '#net/x509/certificate.ts'
import { readCertificate } from '#net/x509/certificate.ts'
import { validateStaple } from '#net/x509/ocsp-staple.ts'
import type { Minted } from '#test/equipment/tls/certificates.ts'
import { keyPair, mintRoot } from '#test/equipment/tls/certificates.ts'
import type { StapleOptions } from '#test/equipment/tls/ocsp.ts'
import { mintStaple, sctListOf } from '#test/equipment/tls/ocsp.ts'
import { runs } from '#test/fuzz/runs.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const now = Math.floor(Date.now() / 1000) * 1000
const authority = mintRoot({ commonName: 'Authority', key: keyPair('ec256', 20) })
const rsaAuthority = mintRoot({ commonName: 'RSA Authority', key: 'rsa2048' })
const leaf = authority.issueLeaf({ names: ['a.test'] })
const other = authority.issueLeaf({ names: ['b.test'] })
const responderUsage = { extendedKeyUsages: ['1.3.6.1.5.5.7.3.9'] }

function read(one: Minted): Certificate {
  const certificate = readCertificate(one.der)
  if (!certificate) throw new TypeError('Not a certificate.')
  return certificate
}

function judged(options: Partial<StapleOptions> = {}, atMs = now) {
  const staple = mintStaple({ leaf, issuer: authority, ...options })
  return validateStaple(staple, read(leaf), read(options.issuer ?? authority), atMs)
}

const good = { status: 'good', verified: true }
const invalid = { status: 'invalid', verified: false }

describe('judgeStaple', () => {
  test('accepts a response signed by the issuer', () => {
    expect(judged()).toMatchObject(good)
    expect(judged({ certIdHash: 'sha256' })).toMatchObject(good)
    expect(judged({ status: 'unknown' })).toMatchObject({ status: 'unknown', verified: true })
    const revokedAt = new Date(now - 24 * HOUR_MS)
    expect(judged({ status: 'revoked', revokedAt })).toMatchObject({
      status: 'revoked',
      verified: true,
      revokedAtMs: revokedAt.getTime(),
    })
  })

  test('counts the SCTs that come with it', () => {
    expect(judged({ sctList: sctListOf(2) }).scts).toBe(2)
  })

  test('accepts a responder that the issuer certified for it', () => {
    const signer = authority.issueLeaf({
      commonName: 'Responder',
      key: 'rsa2048',
      ...responderUsage,
    })
    expect(judged({ signer })).toMatchObject(good)
  })

  test.each<[string, () => Partial<StapleOptions>]>([
    ['for another certificate', () => ({ leaf: other })],
    ['signed by a certificate without the OCSPSigning usage', () => ({ signer: other })],
    [
      'signed by a responder of somebody else',
      () => ({ signer: rsaAuthority.issueLeaf({ commonName: 'Responder', ...responderUsage }) }),
    ],
    [
      'signed by a responder that has expired',
      () => ({
        signer: authority.issueLeaf({
          commonName: 'Responder',
          ...responderUsage,
          notBefore: new Date(now - 48 * HOUR_MS),
          notAfter: new Date(now - HOUR_MS),
        }),
      }),
    ],
    [
      'signed by the certificate itself',
      () => ({ signer: mintRoot({ commonName: 'Authority', key: keyPair('ec256', 21) }) }),
    ],
    ['signed with SHA-1', () => ({ signatureHash: 'sha1' })],
  ])('rejects a response %s', (_title, options) => {
    expect(judged({ status: 'revoked', ...options() })).toMatchObject(invalid)
  })

  test('rejects a response with one bit changed', () => {
    const staple = mintStaple({ leaf, issuer: authority, status: 'revoked' })
    for (const at of [60, 100, staple.length - 3]) {
      const changed = Uint8Array.from(staple)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(validateStaple(changed, read(leaf), read(authority), now)).toMatchObject(invalid)
    }
  })

  test('gives the same result or none when bytes are changed, cut off, repeated or inserted', () => {
    const signer = authority.issueLeaf({ commonName: 'Responder', ...responderUsage })
    const staples = [undefined, signer].map((by) =>
      mintStaple({ leaf, issuer: authority, status: 'revoked', ...(by && { signer: by }) }),
    )
    const edit = fc.record({
      at: fc.nat(2_000),
      remove: fc.nat(40),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 40 }),
        // The lengths of DER: indefinite, of four octets, of eight.
        fc.constantFrom([0x80], [0x84, 255, 255, 255, 255], [0x88, 0, 0, 0, 0, 0, 0, 0, 1]),
      ),
    })
    fc.assert(
      fc.property(
        fc.constantFrom(...staples),
        fc.array(edit, { minLength: 1, maxLength: 4 }),
        (staple, edits) => {
          const bytes = [...staple]
          for (const { at, remove, insert } of edits) {
            bytes.splice(at % staple.length, remove, ...insert)
          }
          const result = validateStaple(Uint8Array.from(bytes), read(leaf), read(authority), now)
          const expected = validateStaple(staple, read(leaf), read(authority), now)
          const none = validateStaple(new Uint8Array(0), read(leaf), read(authority), now)
          expect([none, expected]).toContainEqual(result)
        },
      ),
      { numRuns: runs(1_000) },
    )
  })

  test('verifies nothing without the issuer', () => {
    const staple = mintStaple({ leaf, issuer: authority })
    expect(validateStaple(staple, read(leaf), null, now)).toMatchObject(invalid)
    expect(
      validateStaple(new Uint8Array([1, 2, 3]), read(leaf), read(authority), now),
    ).toMatchObject(invalid)
  })

  test('allows five minutes of skew at both ends of its time, and needs an end', () => {
    const window = { thisUpdate: new Date(now), nextUpdate: new Date(now + HOUR_MS) }
    expect(judged(window, now - 5 * MINUTE_MS).verified).toBe(true)
    expect(judged(window, now - 5 * MINUTE_MS - 1).verified).toBe(false)
    expect(judged(window, now + HOUR_MS + 5 * MINUTE_MS).verified).toBe(true)
    expect(judged(window, now + HOUR_MS + 5 * MINUTE_MS + 1).verified).toBe(false)
    expect(judged({ nextUpdate: null }).verified).toBe(false)
  })
})
