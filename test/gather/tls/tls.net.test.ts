import { describe, expect, test } from 'vitest'
import { tlsObservation } from '#evidence/tls.ts'
import { observeTls } from '#gather/tls/tls.ts'
import type { HandshakeFacts } from '#net/tls/handshake.ts'
import { readCertificate } from '#net/x509/certificate.ts'
import type { Minted } from '#test/equipment/tls/certificates.ts'
import { keyPair, mintRoot } from '#test/equipment/tls/certificates.ts'
import { mintStaple, sctListOf } from '#test/equipment/tls/ocsp.ts'
import { judge, trusting } from '#test/equipment/tls/tls-probe.ts'

const DAY_MS = 86_400_000
const host = 'a.test'
// Far from today, so that the result cannot come from a clock.
const checkedAtMs = Date.parse('2022-03-01T00:00:00.000Z')
const day = (days: number) => new Date(checkedAtMs + days * DAY_MS)
const long = { notBefore: day(-1000), notAfter: day(1000) }
const root = mintRoot({ commonName: 'Root', key: keyPair('ec256', 40), ...long })
const intermediate = root.issueAuthority({
  commonName: 'Intermediate',
  key: keyPair('ec384'),
  ...long,
})
const trust = trusting(root)
const leaf = intermediate.issueLeaf({
  names: [host, '*.b.test'],
  organization: 'Org',
  notBefore: day(-30),
  notAfter: day(60),
  serial: Uint8Array.of(0x0a, 0x0b),
  extensions: [{ oid: '1.3.6.1.4.1.11129.2.4.2', value: sctListOf(2) }],
})

function facts(chain: readonly Minted[], more: Partial<HandshakeFacts> = {}): HandshakeFacts {
  return {
    serverName: host,
    protocol: 'TLSv1.3',
    cipher: 'TLS_AES_128_GCM_SHA256',
    group: 'X25519MLKEM768',
    alpn: 'h2',
    certificates: chain.map(({ der }) => der),
    clientCertificateRequested: false,
    staple: null,
    verifyError: null,
    ...more,
  }
}

/** The handshake outcome has a socket, which must not be used here. */
function observe(shown: HandshakeFacts, more: { host?: string; checkedAtMs?: number } = {}) {
  const socket: never = undefined as never
  const observation = observeTls({
    host,
    serverName: host,
    address: null,
    outcome: {
      status: 'secured',
      socket,
      facts: shown,
      handshakeMs: 41.6,
      isRenegotiationRequested: () => false,
    },
    permissive: null,
    trust,
    checkedAtMs,
    ...more,
  })
  return tlsObservation.parse(observation.tls)
}

describe('observeTls', () => {
  test('reports everything about a healthy handshake', () => {
    const [first, second] = [leaf, intermediate].map(({ der }) => readCertificate(der))
    const key = { key_type: 'EC', key_bits: 256, curve: 'prime256v1' }
    const member = { in_verified_path: true, sig: 'ecdsa-with-SHA256' }
    const signature = 'ecdsa-with-SHA256'
    expect(observe(facts([leaf, intermediate]))).toEqual({
      host,
      sni: host,
      address: null,
      failure: null,
      protocol: 'TLSv1.3',
      cipher: 'TLS_AES_128_GCM_SHA256',
      cipher_bits: 128,
      kx_group: 'X25519MLKEM768',
      alpn: 'h2',
      handshake_ms: 42,
      authorized: true,
      verify_error: null,
      verify_depth: 2,
      hostname_ok: true,
      matched_san: host,
      trust_store: { name: 'test', version: '1', date: null },
      leaf: {
        ...key,
        subject_cn: host,
        subject_org: 'Org',
        issuer_cn: 'Intermediate',
        issuer_org: null,
        sans: [host, '*.b.test'],
        sans_total: 2,
        not_before: '2022-01-30T00:00:00.000Z',
        not_after: '2022-04-30T00:00:00.000Z',
        validity_days: 90,
        days_remaining: 60,
        remaining_ratio: 0.67,
        serial: '0a0b',
        sha256: first?.sha256,
        spki_sha256: first?.spkiSha256,
        signature_algorithm: signature,
        key_usages: ['digitalSignature', 'keyEncipherment'],
        wildcard: true,
        must_staple: false,
        sct_count: 2,
        is_self_signed: false,
      },
      chain: [
        {
          ...member,
          subject: 'O=Org, CN=a.test',
          issuer: 'CN=Intermediate',
          not_before: '2022-01-30T00:00:00.000Z',
          not_after: '2022-04-30T00:00:00.000Z',
          sha256: first?.sha256,
          key,
          role: 'leaf',
        },
        {
          ...member,
          subject: 'CN=Intermediate',
          issuer: 'CN=Root',
          not_before: day(-1000).toISOString(),
          not_after: day(1000).toISOString(),
          sha256: second?.sha256,
          key: { key_type: 'EC', key_bits: 384, curve: 'secp384r1' },
          role: 'intermediate',
        },
      ],
      chain_total: 2,
      chain_complete: true,
      trusted_path: true,
      order_ok: true,
      contains_root: false,
      earliest_expiry: '2022-04-30T00:00:00.000Z',
      publicly_trusted: true,
      ocsp: { stapled: false, status: null, verified: false, produced_at: null, revoked_at: null },
      crl: null,
      client_cert_requested: false,
    })
  })

  test("checks validity at the given time, regardless of OpenSSL's result for today", () => {
    const shown = facts([leaf, intermediate], { verifyError: 'CERT_HAS_EXPIRED' })
    expect(judge(observe(shown), checkedAtMs)).toEqual([])
    const later = checkedAtMs + 61 * DAY_MS
    const expired = judge(observe(shown, { checkedAtMs: later }), later)
    expect(expired.map(({ code }) => code)).toEqual(['TLS_CERT_EXPIRED'])
    expect(observe(shown, { checkedAtMs: later }).leaf).toMatchObject({
      days_remaining: -1,
      remaining_ratio: 0,
    })
  })

  test('reports an expired, self-signed certificate as two faults, and not as expiring too', () => {
    const stranger = mintRoot({ commonName: 'S', key: keyPair('ec256', 41), ...long })
    const old = stranger.issueLeaf({ names: [host], notBefore: day(-90), notAfter: day(-1) })
    const tls = observe(facts([old, stranger], { verifyError: 'CERT_HAS_EXPIRED' }))
    expect(judge(tls, checkedAtMs).map(({ code }) => code)).toEqual([
      'TLS_CERT_EXPIRED',
      'TLS_UNTRUSTED_ISSUER',
      'TLS_CHAIN_ORDER',
    ])
  })

  test('counts the SCTs of a verified staple', () => {
    const at = new Date(checkedAtMs)
    const window = { thisUpdate: at, nextUpdate: day(3) }
    const staple = mintStaple({ leaf, issuer: intermediate, sctList: sctListOf(1), ...window })
    const tls = observe(facts([leaf, intermediate], { staple }))
    expect(tls.leaf?.sct_count).toBe(3)
    expect(tls.ocsp).toEqual({
      stapled: true,
      status: 'good',
      verified: true,
      produced_at: at.toISOString(),
      revoked_at: null,
    })
  })

  test('lists ten certificates and a hundred names, with the totals', () => {
    const names = [host, ...Array.from({ length: 149 }, (_, i) => `n${i}.test`)]
    const many = intermediate.issueLeaf({ names, notBefore: day(-30), notAfter: day(60) })
    const strays = Array.from({ length: 11 }, (_, i) =>
      mintRoot({ commonName: `Stray ${i}`, key: keyPair('ec256', 41), ...long }),
    )
    const tls = observe(facts([many, ...strays, intermediate]))
    expect(tls.chain).toHaveLength(10)
    expect(tls.chain_total).toBe(13)
    expect(tls.trusted_path).toBe(true)
    expect(tls.leaf?.sans).toHaveLength(100)
    expect(tls.leaf?.sans_total).toBe(150)
  })

  test('reports a name mismatch, which OpenSSL does not check here', () => {
    const tls = observe(facts([leaf, intermediate]), { host: 'other.test' })
    expect(tls).toMatchObject({
      authorized: false,
      verify_error: 'HOSTNAME_MISMATCH',
      hostname_ok: false,
      matched_san: null,
    })
  })

  test('names the weakness that Node has no name for', () => {
    const weak = root.issueLeaf({
      names: [host],
      key: 'rsa1024',
      notBefore: day(-30),
      notAfter: day(60),
    })
    const tls = observe(facts([weak], { verifyError: 'EE_CERTIFICATE_KEY_TOO_WEAK' }))
    expect(tls.verify_error).toBe('EE_KEY_TOO_SMALL')
    expect(judge(tls, checkedAtMs).map(({ code }) => code)).toEqual(['TLS_WEAK_KEY'])
  })

  test('treats an unreadable leaf as no session', () => {
    const shown = {
      ...facts([intermediate]),
      certificates: [Uint8Array.of(1, 2, 3), intermediate.der],
    }
    const tls = observe(shown)
    expect(tls).toMatchObject({
      leaf: null,
      chain: [],
      chain_total: 2,
      failure: { code: 'protocol_error' },
    })
    expect(judge(tls, checkedAtMs).map(({ code }) => code)).toEqual(['TLS_HANDSHAKE_FAILED'])
  })

  test('reports for a failed handshake its duration and what a permissive one agreed on', () => {
    const failure = { code: 'protocol_version', alert: 'protocol_version', raw: 'X' } as const
    const agreed = { protocol: 'TLSv1', cipher: 'TLS_RSA_WITH_AES_128_CBC_SHA', group: null }
    const permissive = { ...agreed, certificate: null }
    const input = { host, serverName: host, address: null }
    const outcome = { status: 'failed', failure, elapsedMs: 12.4 } as const
    const { tls } = observeTls({ ...input, outcome, permissive, trust, checkedAtMs })
    expect(tlsObservation.parse(tls)).toMatchObject({
      failure: { ...failure, permissive: { ...agreed, key: null } },
      handshake_ms: 12,
      leaf: null,
      authorized: null,
    })
  })
})
