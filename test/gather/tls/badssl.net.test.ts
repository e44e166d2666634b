import { X509Certificate } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { Authority, CertificateOptions, Minted } from '#test/equipment/tls/certificates.ts'
import { mintRoot, mintSelfSigned, pemChain } from '#test/equipment/tls/certificates.ts'
import { mintStaple } from '#test/equipment/tls/ocsp.ts'
import { knowsOnly, weakDiffieHellman } from '#test/equipment/tls/scripted-tls.ts'
import { judge, observe, trusting } from '#test/equipment/tls/tls-probe.ts'
import {
  type LoopbackServer,
  startTcpServer,
  startTlsServer,
  type TlsServerOptions,
} from '#test/equipment/tls/tls-server.ts'

// Case names of badssl.com (Apache-2.0), each with a server of ours that has the same fault.

const DAY_MS = 86_400_000
const host = 'site.badssl.test'
const root = mintRoot({ commonName: 'Known Root' })
const intermediate = root.issueAuthority({ commonName: 'Known Intermediate' })
const rsaRoot = mintRoot({ commonName: 'Known RSA Root', key: 'rsa2048' })
const rsaIntermediate = rsaRoot.issueAuthority({ commonName: 'RSA Intermediate', key: 'rsa3072' })
const unknownRoot = mintRoot({ commonName: 'Unknown Root' })
const trust = trusting(root, rsaRoot)
// A current server refuses to load the certificates that these tests present.
const lenient = { ciphers: 'ALL:COMPLEMENTOFALL:@SECLEVEL=0' }

const servers: LoopbackServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

type Start = () => Promise<LoopbackServer>

function serve(
  leaf: Minted,
  above: readonly Minted[],
  more: Partial<TlsServerOptions> = {},
): Start {
  return () =>
    startTlsServer({ cert: pemChain(leaf, ...above), key: leaf.keyPem, alpn: ['h2'], ...more })
}

function serveLeaf(options: CertificateOptions, more: Partial<TlsServerOptions> = {}): Start {
  return serve(intermediate.issueLeaf({ names: [host], ...options }), [intermediate], more)
}

function serveUntrusted(name: string): Start {
  const authority = mintRoot({ commonName: name })
  return serve(authority.issueLeaf({ names: [host] }), [authority])
}

const rsaLeaf = rsaIntermediate.issueLeaf({ names: [host], key: 'rsa2048' })
const tcp =
  (handler: Parameters<typeof startTcpServer>[0]): Start =>
  () =>
    startTcpServer(handler)
const version = (protocol: 'TLSv1' | 'TLSv1.1' | 'TLSv1.2'): Partial<TlsServerOptions> => ({
  tls: { ...lenient, minVersion: protocol, maxVersion: protocol },
})
const manyNames = (count: number, name: (i: number) => string) => [
  host,
  ...Array.from({ length: count - 1 }, (_, i) => name(i)),
]
const revoked = intermediate.issueLeaf({ names: [host] })
const shaRoot = mintRoot({ commonName: 'Root that signs SHA-1', key: 'rsa2048' })
const shaTrust = trusting(shaRoot, root, rsaRoot)
const sha1Intermediate = shaRoot.issueAuthority({
  commonName: 'SHA-1 Intermediate',
  signatureHash: 'sha1',
})

interface Row {
  readonly name: string
  readonly start: Start
  readonly codes: readonly string[]
  readonly host?: string
}

const clientCertificate = (protocol: 'TLSv1.2' | 'TLSv1.3'): Partial<TlsServerOptions> => ({
  tls: { requestCert: true, rejectUnauthorized: true, minVersion: protocol, maxVersion: protocol },
})

const rows: readonly Row[] = [
  {
    name: 'expired',
    start: serveLeaf({
      notBefore: new Date(Date.now() - 91 * DAY_MS),
      notAfter: new Date(Date.now() - DAY_MS),
    }),
    codes: ['TLS_CERT_EXPIRED'],
  },
  {
    name: 'wrong.host',
    start: serveLeaf({ names: ['badssl.test'] }),
    codes: ['TLS_HOSTNAME_MISMATCH'],
  },
  {
    name: 'self-signed',
    start: serve(mintSelfSigned({ names: [host] }), []),
    codes: ['TLS_SELF_SIGNED'],
  },
  {
    name: 'untrusted-root',
    start: serve(unknownRoot.issueLeaf({ names: [host] }), [unknownRoot]),
    codes: ['TLS_UNTRUSTED_ISSUER', 'TLS_CHAIN_ORDER'],
  },
  ...['superfish', 'edellroot', 'dsdtestprovider', 'preact-cli', 'webpack-dev-server'].map(
    (name) => ({
      name,
      start: serveUntrusted(name),
      codes: ['TLS_UNTRUSTED_ISSUER', 'TLS_CHAIN_ORDER'],
    }),
  ),
  // TLS_RSA_WITH_RC4_128_SHA, TLS_ECDHE_RSA_WITH_RC4_128_SHA; _MD5; 3DES: the only suites that such a server knows.
  { name: 'rc4', start: tcp(knowsOnly([0x0005, 0xc011])), codes: ['TLS_HANDSHAKE_FAILED'] },
  { name: 'rc4-md5', start: tcp(knowsOnly([0x0004])), codes: ['TLS_HANDSHAKE_FAILED'] },
  { name: '3des', start: tcp(knowsOnly([0x000a, 0xc012])), codes: ['TLS_HANDSHAKE_FAILED'] },
  { name: 'dh480', start: tcp(weakDiffieHellman(rsaLeaf, 480)), codes: ['TLS_HANDSHAKE_FAILED'] },
  { name: 'dh512', start: tcp(weakDiffieHellman(rsaLeaf, 512)), codes: ['TLS_HANDSHAKE_FAILED'] },
  { name: 'dh1024', start: tcp(weakDiffieHellman(rsaLeaf, 1024)), codes: ['TLS_HANDSHAKE_FAILED'] },
  {
    name: 'null',
    start: serveLeaf({}, { tls: { ciphers: 'eNULL:@SECLEVEL=0', maxVersion: 'TLSv1.2' } }),
    codes: ['TLS_HANDSHAKE_FAILED'],
  },
  { name: 'tls-v1-0', start: serveLeaf({}, version('TLSv1')), codes: ['TLS_PROTOCOL_OUTDATED'] },
  { name: 'tls-v1-1', start: serveLeaf({}, version('TLSv1.1')), codes: ['TLS_PROTOCOL_OUTDATED'] },
  {
    name: 'tls-v1-2',
    start: serveLeaf({}, version('TLSv1.2')),
    codes: ['TLS_NO_HYBRID_KEY_EXCHANGE'],
  },
  {
    name: 'revoked, stapled',
    start: serve(revoked, [intermediate], {
      staple: mintStaple({ leaf: revoked, issuer: intermediate, status: 'revoked' }),
    }),
    codes: ['TLS_CERT_REVOKED'],
  },
  { name: 'revoked, not stapled', start: serve(revoked, [intermediate]), codes: [] },
  { name: 'no-sct', start: serveLeaf({ hasScts: false }), codes: ['TLS_SCT_MISSING'] },
  {
    name: 'client-cert-missing, TLS 1.2',
    start: serveLeaf({}, clientCertificate('TLSv1.2')),
    codes: ['TLS_CLIENT_CERT_REQUIRED'],
  },
  {
    name: 'client-cert-missing, TLS 1.3',
    start: serveLeaf({}, clientCertificate('TLSv1.3')),
    codes: ['TLS_CLIENT_CERT_REQUIRED'],
  },
  {
    name: 'client certificate optional',
    start: serveLeaf({}, { tls: { requestCert: true, rejectUnauthorized: false } }),
    codes: [],
  },
  {
    name: 'incomplete-chain',
    start: serve(intermediate.issueLeaf({ names: [host] }), []),
    codes: ['TLS_CHAIN_INCOMPLETE'],
  },
  { name: 'reversed-chain', start: reversedChain(), codes: ['TLS_CHAIN_ORDER'] },
  { name: 'sha1-2016', start: sha1Leaf(rsaIntermediate), codes: ['TLS_WEAK_SIGNATURE'] },
  { name: 'sha1-2017', start: sha1Leaf(rsaIntermediate), codes: ['TLS_WEAK_SIGNATURE'] },
  {
    name: 'sha1-intermediate',
    start: serve(sha1Intermediate.issueLeaf({ names: [host] }), [sha1Intermediate], {
      tls: lenient,
    }),
    codes: ['TLS_WEAK_SIGNATURE'],
  },
  {
    name: '1000-sans',
    start: serveLeaf({ names: manyNames(1000, (i) => `name${i}.1000-sans.badssl.test`) }),
    codes: [],
  },
  {
    name: '10000-sans that fit a certificate message',
    start: serveLeaf({
      names: manyNames(9_900, (i) => `${i.toString(36).padStart(3, '0')}.sans`),
    }),
    codes: [],
  },
  { name: 'no-subject', start: serveLeaf({ commonName: null }), codes: [] },
  {
    name: 'no-common-name',
    start: serveLeaf({ commonName: null, organization: 'BadSSL' }),
    codes: [],
  },
  { name: 'rsa8192', start: serveLeaf({ key: 'rsa8192' }), codes: [] },
  { name: 'ecc256', start: serveLeaf({ key: 'ec256' }), codes: [] },
  { name: 'ecc384', start: serveLeaf({ key: 'ec384' }), codes: [] },
  {
    name: 'xn--n1aae7f7o',
    host: 'xn--n1aae7f7o.badssl.test',
    start: serveLeaf({ names: ['xn--n1aae7f7o.badssl.test'] }),
    codes: [],
  },
  { name: 'hsts, mixed, very', start: serveLeaf({}), codes: [] },
]

describe('the cases of badssl.com, on our own servers', () => {
  for (const row of rows) {
    test(`${row.name}: ${row.codes.join(', ') || 'no finding'}`, async () => {
      const server = await row.start()
      servers.push(server)
      const tls = await observe(server, { host: row.host ?? host, trust: shaTrust })
      expect(judge(tls).map(({ code }) => code)).toEqual(row.codes)
    })
  }

  test('10000-sans exceeds what a client reads: limited evidence, not a fault of the target', async () => {
    const server = await serveLeaf({
      names: manyNames(9_900, (i) => `name${i}.10000-sans.badssl.test`),
    })()
    servers.push(server)
    const tls = await observe(server, { host, trust })
    expect(judge(tls).map(({ code, effect }) => [code, effect])).toEqual([
      ['TLS_HANDSHAKE_FAILED', 'REVIEW'],
    ])
  })

  test('http on the https port: its own detail', async () => {
    const server = await startTcpServer((socket) => {
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    })
    servers.push(server)
    const tls = await observe(server, { host, trust })
    expect(tls.failure).toMatchObject({ code: 'not_tls', alert: null, permissive: null })
    expect(judge(tls).map(({ code }) => code)).toEqual(['TLS_HANDSHAKE_FAILED'])
  })
})

/** Leaf first as TLS demands, then the rest in reverse order. */
function reversedChain(): Start {
  const lower = intermediate.issueAuthority({ commonName: 'Lower Intermediate' })
  return serve(lower.issueLeaf({ names: [host] }), [intermediate, lower])
}

function sha1Leaf(authority: Authority): Start {
  const leaf = authority.issueLeaf({ names: [host], signatureHash: 'sha1' })
  expect(new X509Certificate(leaf.der).verify(authority.key.publicKey)).toBe(true)
  return serve(leaf, [authority], { tls: lenient })
}
