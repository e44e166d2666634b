import { generateKeyPairSync } from 'node:crypto'
import type { TlsOptions } from 'node:tls'
import { KeyUsageFlags } from '@peculiar/asn1-x509'
import { describe, expect, test } from 'vitest'
import table from '#findings/readings/browsers.json' with { type: 'json' }
import { hasProgram, needs } from '#test/equipment/program/needs.ts'
import {
  type CertificateOptions,
  type KeyPair,
  mintRoot,
  pemChain,
} from '#test/equipment/tls/certificates.ts'
import { mintStaple } from '#test/equipment/tls/ocsp.ts'
import { startOpensslServer } from '#test/equipment/tls/openssl-server.ts'
import { judge, observe, shakeHands, trusting } from '#test/equipment/tls/tls-probe.ts'
import { startTcpServer, startTlsServer } from '#test/equipment/tls/tls-server.ts'

const host = 'site.example.com'
const root = mintRoot({ commonName: 'Root of browsers' })
const intermediate = root.issueAuthority({ commonName: 'Intermediate of browsers' })
const edRoot = mintRoot({ commonName: 'Ed25519 Root', key: 'ed25519' })
const trust = trusting(root, edRoot)
const lenient = '@SECLEVEL=0'

const ec = (namedCurve: string): KeyPair => generateKeyPairSync('ec', { namedCurve })
const rsa = (modulusLength: number): KeyPair => generateKeyPairSync('rsa', { modulusLength })
const pss = (): KeyPair => generateKeyPairSync('rsa-pss', { modulusLength: 2048 })
const rsa2048 = rsa(2048)
const mustStaple = {
  oid: '1.3.6.1.5.5.7.1.24',
  value: new Uint8Array([0x30, 3, 2, 1, 5]),
}
const { digitalSignature, keyEncipherment, keyAgreement } = KeyUsageFlags

interface Row {
  readonly name: string
  readonly certificate?: CertificateOptions
  readonly server?: TlsOptions
  readonly staple?: 'good' | 'expired'
  readonly issuer?: typeof root
  /** The codes with their effects; a healthy condition has none. */
  readonly codes?: readonly string[]
  /** What the first message names. */
  readonly says?: RegExp
}

const refused = ['TLS_HANDSHAKE_FAILED ISSUE']
const tls12 = (ciphers: string): TlsOptions => ({
  maxVersion: 'TLSv1.2',
  ciphers: `${ciphers}:${lenient}`,
})
const noHybrid = ['TLS_NO_HYBRID_KEY_EXCHANGE NONE']

const rows: readonly Row[] = [
  // Keys of certificates.
  { name: 'a P-256 key' },
  { name: 'a P-384 key', certificate: { key: ec('secp384r1') } },
  { name: 'an RSA key of 2048 bits', certificate: { key: rsa2048 } },
  { name: 'an RSA key of 4096 bits', certificate: { key: rsa(4096) } },
  {
    name: 'an Ed25519 key',
    certificate: { key: 'ed25519' },
    codes: refused,
    says: /key of the kind Ed25519, which Chrome, Firefox and Safari refuse/,
  },
  {
    name: 'an Ed448 key',
    certificate: { key: generateKeyPairSync('ed448') },
    codes: refused,
    says: /kind Ed448/,
  },
  {
    name: 'a P-521 key',
    certificate: { key: ec('secp521r1') },
    codes: refused,
    says: /kind EC secp521r1, which Chrome and Safari refuse/,
  },
  {
    name: 'a secp256k1 key',
    certificate: { key: ec('secp256k1') },
    server: { maxVersion: 'TLSv1.2', ecdhCurve: 'secp256k1:P-256' },
    codes: refused,
    says: /kind EC secp256k1/,
  },
  {
    name: 'a Brainpool key over TLS 1.2',
    certificate: { key: ec('brainpoolP256r1') },
    server: { maxVersion: 'TLSv1.2', ecdhCurve: 'brainpoolP256r1:P-256' },
    codes: refused,
    says: /kind EC brainpoolP256r1/,
  },
  { name: 'an RSASSA-PSS key', certificate: { key: pss() }, codes: refused, says: /RSA-PSS/ },
  // Groups.
  { name: 'the hybrid group and X25519', server: { ecdhCurve: 'X25519MLKEM768:X25519' } },
  { name: 'X25519 only', server: { ecdhCurve: 'X25519' }, codes: noHybrid },
  { name: 'P-256 only', server: { ecdhCurve: 'P-256' }, codes: noHybrid },
  { name: 'P-384 only', server: { ecdhCurve: 'P-384' }, codes: noHybrid },
  { name: 'P-521 first, then P-256', server: { ecdhCurve: 'P-521:P-256' }, codes: noHybrid },
  { name: 'X448 first, then X25519', server: { ecdhCurve: 'X448:X25519' }, codes: noHybrid },
  {
    name: 'P-521 only',
    server: { ecdhCurve: 'P-521' },
    codes: refused,
    says: /the key exchange group secp521r1, which Chrome refuses/,
  },
  { name: 'X448 only', server: { ecdhCurve: 'X448' }, codes: refused, says: /group x448/ },
  {
    name: 'secp256k1 only, over TLS 1.2',
    certificate: { key: rsa2048 },
    server: {
      maxVersion: 'TLSv1.2',
      ecdhCurve: 'secp256k1',
      ciphers: 'ECDHE-RSA-AES128-GCM-SHA256',
    },
    codes: refused,
    says: /group secp256k1/,
  },
  {
    name: 'MLKEM1024 with P-384 only',
    server: { ecdhCurve: 'SecP384r1MLKEM1024' },
    codes: refused,
    says: /group SecP384r1MLKEM1024/,
  },
  // Suites of TLS 1.3.
  ...['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'].map(
    (ciphers) => ({ name: ciphers, server: { ciphers, minVersion: 'TLSv1.3' } as const }),
  ),
  {
    name: 'AES-CCM only, over TLS 1.3',
    server: { ciphers: 'TLS_AES_128_CCM_SHA256', minVersion: 'TLSv1.3' },
    codes: refused,
    says: /the cipher suite TLS_AES_128_CCM_SHA256/,
  },
  // Suites of TLS 1.2 with an RSA certificate.
  ...[
    'ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-RSA-AES128-SHA',
    'ECDHE-RSA-AES256-SHA',
    'ECDHE-RSA-AES256-SHA384:ECDHE-RSA-AES256-SHA',
    'ECDHE-RSA-CAMELLIA256-SHA384:ECDHE-RSA-AES128-GCM-SHA256',
  ].map((ciphers) => ({
    name: `TLS 1.2 with ${ciphers}`,
    certificate: { key: rsa2048 },
    server: { ...tls12(ciphers), honorCipherOrder: true },
    codes: noHybrid,
  })),
  ...['AES128-GCM-SHA256', 'AES256-SHA'].map((ciphers) => ({
    name: `TLS 1.2 with ${ciphers}, without ECDHE`,
    certificate: { key: rsa2048 },
    server: tls12(ciphers),
  })),
  ...[
    ['ECDHE-RSA-AES256-SHA384', 'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384'],
    ['ECDHE-RSA-AES128-SHA256', 'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256'],
    ['ECDHE-RSA-CAMELLIA256-SHA384', 'TLS_ECDHE_RSA_WITH_CAMELLIA_256_CBC_SHA384'],
    ['ECDHE-ARIA128-GCM-SHA256', 'TLS_ECDHE_RSA_WITH_ARIA_128_GCM_SHA256'],
    ['AES128-SHA256', 'TLS_RSA_WITH_AES_128_CBC_SHA256'],
    ['AES256-CCM', 'TLS_RSA_WITH_AES_256_CCM'],
  ].map(([ciphers = '', iana = '']) => ({
    name: `TLS 1.2 with ${ciphers} only`,
    certificate: { key: rsa2048 },
    server: tls12(ciphers),
    codes: refused,
    says: new RegExp(`the cipher suite ${iana}, which Chrome, Firefox and Safari refuse`),
  })),
  // Suites of TLS 1.2 with an EC certificate.
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-CHACHA20-POLY1305'].map((ciphers) => ({
    name: `TLS 1.2 with ${ciphers}`,
    server: tls12(ciphers),
    codes: noHybrid,
  })),
  {
    name: 'TLS 1.2 with ECDHE-ECDSA-AES128-CCM only',
    server: tls12('ECDHE-ECDSA-AES128-CCM'),
    codes: refused,
    says: /TLS_ECDHE_ECDSA_WITH_AES_128_CCM/,
  },
  {
    name: 'TLS 1.2 with ECDHE-ECDSA-AES128-SHA only, which Firefox and Safari know',
    server: tls12('ECDHE-ECDSA-AES128-SHA'),
    codes: refused,
    says: /TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, which Chrome refuses/,
  },
  // Key usages.
  {
    name: 'key usage digitalSignature only, over ECDHE',
    certificate: { key: rsa2048, keyUsages: digitalSignature },
  },
  {
    name: 'key usage keyEncipherment only, over ECDHE',
    certificate: { key: rsa2048, keyUsages: keyEncipherment },
    codes: ['TLS_REFUSED_BY_BROWSERS ISSUE'],
    says: /its key usage lacks digitalSignature/,
  },
  {
    name: 'key usage keyEncipherment only, over RSA',
    certificate: { key: rsa2048, keyUsages: keyEncipherment },
    server: tls12('AES128-GCM-SHA256'),
  },
  {
    name: 'key usage digitalSignature only, over RSA',
    certificate: { key: rsa2048, keyUsages: digitalSignature },
    server: tls12('AES128-GCM-SHA256'),
    codes: ['TLS_REFUSED_BY_BROWSERS ISSUE'],
    says: /its key usage lacks keyEncipherment/,
  },
  {
    name: 'key usage keyAgreement only',
    certificate: { keyUsages: keyAgreement },
    codes: ['TLS_REFUSED_BY_BROWSERS ISSUE'],
    says: /its key usage lacks digitalSignature/,
  },
  // Signatures of certificates.
  { name: 'a certificate signed with SHA-384', certificate: { signatureHash: 'sha384' } },
  {
    name: 'a certificate signed by an Ed25519 key',
    issuer: edRoot,
    codes: ['TLS_CHAIN_ORDER NONE', 'TLS_REFUSED_BY_BROWSERS ISSUE'],
  },
  // Must-staple.
  {
    name: 'must-staple with a current staple',
    certificate: { extensions: [mustStaple] },
    staple: 'good',
  },
  { name: 'a staple that has expired, without must-staple', staple: 'expired' },
  {
    name: 'must-staple with a staple that has expired',
    certificate: { extensions: [mustStaple] },
    staple: 'expired',
    codes: ['TLS_STAPLE_MISSING ISSUE'],
    says: /Firefox refuses .* sent an unusable one/,
  },
  {
    name: 'must-staple without a staple',
    certificate: { extensions: [mustStaple] },
    codes: ['TLS_STAPLE_MISSING REVIEW'],
    says: /sent none/,
  },
  // Timestamps.
  {
    name: 'no timestamp of a log',
    certificate: { hasScts: false },
    codes: ['TLS_SCT_MISSING REVIEW'],
    says: /certificate and staple have 0/,
  },
]

describe('what browsers accept of a server', () => {
  test.each(rows)('$name', async (row) => {
    const issuer = row.issuer ?? intermediate
    const leaf = issuer.issueLeaf({ names: [host], ...row.certificate })
    const nextUpdate = row.staple === 'expired' ? new Date(Date.now() - 3_600_000) : undefined
    const thisUpdate = new Date(Date.now() - 7_200_000)
    const server = await startTlsServer({
      cert: pemChain(leaf, issuer),
      key: leaf.keyPem,
      alpn: ['h2'],
      ...(row.staple && {
        staple: mintStaple({ leaf, issuer, thisUpdate, ...(nextUpdate && { nextUpdate }) }),
      }),
      tls: row.server ?? {},
    })
    const hits = judge(await observe(server, { host, trust }))
    await server.close()
    expect(hits.map(({ code, effect }) => `${code} ${effect}`)).toEqual(row.codes ?? [])
    for (const { message, remediation = '' } of hits) {
      expect(Math.max(message.length, remediation.length)).toBeLessThanOrEqual(200)
    }
    if (row.says) expect(hits[0]?.message).toMatch(row.says)
  })
})

// The commands of bug reports, in which another OpenSSL than that of Node negotiates.
describe(
  'what browsers accept of openssl s_server',
  needs({ openssl: hasProgram('openssl') }),
  () => {
    const rsaLeaf = () => intermediate.issueLeaf({ names: [host], key: rsa2048 })

    test.each<[string, readonly string[], RegExp | null]>([
      ['without options', [], null],
      ['-tls1_2', ['-tls1_2'], null],
      ['-tls1_3', ['-tls1_3'], null],
      ['-cipher ECDHE-RSA-AES128-SHA', ['-tls1_2', '-cipher', 'ECDHE-RSA-AES128-SHA'], null],
      ['-cipher AES256-GCM-SHA384', ['-tls1_2', '-cipher', 'AES256-GCM-SHA384'], null],
      ['-groups P-384', ['-groups', 'P-384'], null],
      ['-groups P-521:X25519', ['-groups', 'P-521:X25519'], null],
      [
        '-cipher ECDHE-RSA-AES256-SHA384',
        ['-tls1_2', '-cipher', 'ECDHE-RSA-AES256-SHA384'],
        /the cipher suite TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384, which Chrome, Firefox and Safari refuse/,
      ],
      [
        '-cipher AES128-SHA256',
        ['-tls1_2', '-cipher', 'AES128-SHA256'],
        /the cipher suite TLS_RSA_WITH_AES_128_CBC_SHA256/,
      ],
      [
        '-ciphersuites TLS_AES_128_CCM_SHA256',
        ['-tls1_3', '-ciphersuites', 'TLS_AES_128_CCM_SHA256'],
        /the cipher suite TLS_AES_128_CCM_SHA256/,
      ],
      ['-groups P-521', ['-groups', 'P-521'], /group secp521r1, which Chrome refuses/],
      ['-groups X448', ['-groups', 'X448'], /group x448, which Chrome, Firefox and Safari refuse/],
    ])('%s', async (_, args, says) => {
      const server = await startOpensslServer(rsaLeaf(), intermediate, args)
      const hits = judge(await observe(server, { host, trust })).filter(
        ({ effect }) => effect !== 'NONE',
      )
      expect(hits.map(({ code }) => code)).toEqual(says === null ? [] : ['TLS_HANDSHAKE_FAILED'])
      if (says !== null) expect(hits[0]?.message).toMatch(says)
    })

    test.each([
      ['ed25519', /kind Ed25519/],
      [ec('secp521r1'), /kind EC secp521r1/],
    ] as const)('with a key that browsers refuse', async (key, says) => {
      const leaf = intermediate.issueLeaf({ names: [host], key })
      const server = await startOpensslServer(leaf, intermediate, [])
      const [hit] = judge(await observe(server, { host, trust }))
      expect(hit).toMatchObject({ code: 'TLS_HANDSHAKE_FAILED', effect: 'ISSUE' })
      expect(hit?.message).toMatch(says)
    })
  },
)

test('our client offers what every browser of the table accepts, and nothing else', async () => {
  let hello = new Uint8Array()
  const server = await startTcpServer((socket) => {
    socket.once('data', (chunk: Uint8Array) => {
      hello = new Uint8Array(chunk)
      socket.destroy()
    })
  })
  await shakeHands(server, { host, trust })
  const { suites, groups } = offered(hello)
  await server.close()
  const common = (feature: 'suites' | 'groups') =>
    table.browsers
      .map((browser) => browser[feature])
      .reduce((all, own) => all.filter((value) => own.includes(value)))
  expect(suites).toHaveLength(common('suites').length)
  expect(groups).toEqual([0x11ec, 29, 23, 24])
  expect(common('groups')).toEqual(['X25519MLKEM768', 'x25519', 'secp256r1', 'secp384r1'])
})

/** Suites and groups of a ClientHello (RFC 8446 4.1.2) by code point. */
function offered(record: Uint8Array) {
  const view = new DataView(record.buffer, record.byteOffset)
  const list = (start: number, bytes: number) =>
    Array.from({ length: bytes / 2 }, (_, i) => view.getUint16(start + 2 * i))
  let at = 5 + 4 + 2 + 32
  at += 1 + view.getUint8(at)
  const suites = list(at + 2, view.getUint16(at))
  at += 2 + view.getUint16(at)
  at += 1 + view.getUint8(at) + 2
  while (view.getUint16(at) !== 10) at += 4 + view.getUint16(at + 2)
  return { suites, groups: list(at + 6, view.getUint16(at + 4)) }
}
