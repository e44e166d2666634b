import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { TLSSocket } from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { Fault } from '#fault.ts'
import type { HandshakeFacts, HandshakeOutcome } from '#net/tls/handshake.ts'
import { handshake, isWorthClassifying, permissiveHandshake } from '#net/tls/handshake.ts'
import { systemClock } from '#runtime/clock.ts'
import { DEADLINE_PASSED, deadlineAfter } from '#runtime/deadline.ts'
import {
  type KeyKind,
  type KeyPair,
  keyPair,
  mintRoot,
  mintSelfSigned,
  pemChain,
} from '#test/equipment/tls/certificates.ts'
import { mintStaple } from '#test/equipment/tls/ocsp.ts'
import { alert, bytes, knowsOnly, record } from '#test/equipment/tls/scripted-tls.ts'
import { connectTo, shakeHands, trusting } from '#test/equipment/tls/tls-probe.ts'
import type { LoopbackServer, TlsServerOptions } from '#test/equipment/tls/tls-server.ts'
import { startTcpServer, startTlsServer } from '#test/equipment/tls/tls-server.ts'

const host = 'a.test'
const root = mintRoot({ commonName: 'Root', key: keyPair('ec256', 30) })
const intermediate = root.issueAuthority({ commonName: 'Intermediate', key: keyPair('ec256', 31) })
const leaf = intermediate.issueLeaf({ names: [host] })
const trust = trusting(root)

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function serve(more: Partial<TlsServerOptions> = {}): Promise<LoopbackServer> {
  const server = await startTlsServer({
    cert: pemChain(leaf, intermediate),
    key: leaf.keyPem,
    handler: () => {},
    ...more,
  })
  closing.push(() => server.close())
  return server
}

async function serveTcp(handler: Parameters<typeof startTcpServer>[0]): Promise<LoopbackServer> {
  const server = await startTcpServer(handler)
  closing.push(() => server.close())
  return server
}

function secured(outcome: HandshakeOutcome): { facts: HandshakeFacts; socket: TLSSocket } {
  if (outcome.status !== 'secured') throw new TypeError(`Failed: ${JSON.stringify(outcome)}`)
  closing.push(() => outcome.socket.destroy())
  return outcome
}

const asksAgain = (outcome: HandshakeOutcome) =>
  outcome.status === 'secured' && outcome.isRenegotiationRequested()

const shake = (
  server: LoopbackServer,
  more: { deadlineMs?: number; alpn?: string[]; serverName?: null } = {},
) => shakeHands(server, { host, trust, ...more })

describe('facts of a session', () => {
  test('are those that both ends agreed on, and the chain is as sent', async () => {
    const staple = mintStaple({ leaf, issuer: intermediate })
    const stray = mintRoot({ commonName: 'Stray' })
    const server = await serve({
      cert: pemChain(leaf, stray, intermediate),
      alpn: ['h2', 'http/1.1'],
      staple,
    })
    const { facts } = secured(await shake(server))
    expect(facts).toEqual({
      serverName: host,
      protocol: 'TLSv1.3',
      cipher: 'TLS_AES_256_GCM_SHA384',
      group: 'X25519MLKEM768',
      alpn: 'h2',
      certificates: [leaf.der, stray.der, intermediate.der].map((der) =>
        expect.toSatisfy(same(der)),
      ),
      clientCertificateRequested: false,
      staple: expect.toSatisfy(same(staple)),
      verifyError: null,
    })
  })

  test.each([
    [
      'TLS 1.3 with AES-128',
      { ciphers: 'TLS_AES_128_GCM_SHA256' },
      'TLS_AES_128_GCM_SHA256',
      'X25519MLKEM768',
    ],
    [
      'TLS 1.3 with ChaCha20',
      { ciphers: 'TLS_CHACHA20_POLY1305_SHA256' },
      'TLS_CHACHA20_POLY1305_SHA256',
      'X25519MLKEM768',
    ],
    [
      'TLS 1.3 after a HelloRetryRequest',
      { ecdhCurve: 'P-384' },
      'TLS_AES_256_GCM_SHA384',
      'secp384r1',
    ],
    [
      'TLS 1.2',
      { maxVersion: 'TLSv1.2', ecdhCurve: 'P-256' },
      'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
      'secp256r1',
    ],
  ] as const)('%s: cipher, group and chain are read', async (_title, options, cipher, group) => {
    const { facts } = secured(await shake(await serve({ tls: options })))
    expect(facts).toMatchObject({ cipher, group, clientCertificateRequested: false })
    expect(facts.certificates.map((der) => der.length)).toEqual([
      leaf.der.length,
      intermediate.der.length,
    ])
  })

  test('send SNI for a name and none for an address', async () => {
    const seen: unknown[] = []
    const server = await serve({ handler: (socket) => seen.push(socket.servername) })
    const one = secured(await shake(server))
    const two = secured(await shake(server, { serverName: null }))
    expect(one.facts.serverName).toBe(host)
    expect(two.facts.serverName).toBeNull()
    await expect.poll(() => seen).toEqual([host, false])
  })

  test('offer no protocol when none is requested', async () => {
    expect(secured(await shake(await serve({ alpn: ['h2'] }), { alpn: [] })).facts.alpn).toBeNull()
  })

  test.each([
    [
      'an unknown root',
      () => mintRoot({ commonName: 'U' }).issueLeaf({ names: [host] }),
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ],
    ['itself', () => mintSelfSigned({ names: [host] }), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ])('are complete although the certificate is signed by %s', async (_title, mint, verifyError) => {
    const one = mint()
    const { facts } = secured(await shake(await serve({ cert: one.pem, key: one.keyPem })))
    expect(facts.verifyError).toBe(verifyError)
  })

  test('distinguish an optional request for a client certificate from a required one, in both versions', async () => {
    for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
      const asks = { requestCert: true, minVersion: maxVersion, maxVersion } as const
      const optional = await serve({ tls: { ...asks, rejectUnauthorized: false } })
      expect(secured(await shake(optional)).facts.clientCertificateRequested).toBe(true)
      const demand = await shake(await serve({ tls: { ...asks, rejectUnauthorized: true } }))
      expect(demand).toMatchObject({ status: 'failed', failure: { code: 'client_cert_required' } })
    }
  })
})

describe('the socket of a session', () => {
  test('carries data both ways, large and small', async () => {
    const size = 5_000_000
    const server = await serve({
      handler: (accepted) => {
        accepted.once('data', (chunk) => {
          accepted.write(chunk)
          accepted.end(new Uint8Array(size))
        })
      },
    })
    const { socket } = secured(await shake(server))
    socket.write('ping')
    let received = 0
    for await (const chunk of socket) received += chunk.length
    expect(received).toBe(size + 4)
  })

  test('takes the connection with it when it is destroyed', async () => {
    const server = await serve()
    const raw = await connectTo(server)
    const deadline = deadlineAfter(systemClock, 5000)
    const { socket } = secured(
      await handshake(raw, { serverName: host, alpn: [], trust, clock: systemClock }, deadline),
    )
    deadline.close()
    socket.destroy()
    await once(raw, 'close')
    expect(raw.destroyed).toBe(true)
  })

  test('does not end the process when the server cuts it without a listener', async () => {
    const accepted: TLSSocket[] = []
    const server = await serve({ handler: (one) => accepted.push(one) })
    for (let i = 0; i < 20; i++) {
      const { socket } = secured(await shake(server))
      socket.write(new Uint8Array(200_000))
      await expect.poll(() => accepted.length).toBe(i + 1)
      // The server closes in the middle of a write.
      accepted[i]?.destroy()
      await expect.poll(() => socket.destroyed).toBe(true)
    }
  })
})

describe('handshakes that fail', () => {
  test.each<[string, (socket: import('node:net').Socket) => void, object]>([
    ['plain HTTP', (s) => s.end('HTTP/1.1 400 Bad Request\r\n\r\n'), { code: 'not_tls' }],
    ['an SSH banner', (s) => s.write('SSH-2.0-OpenSSH_9.9\r\n'), { code: 'not_tls' }],
    ['garbage', (s) => s.end(new Uint8Array(64).fill(0xaa)), { code: 'not_tls' }],
    ['an alert', (s) => s.end(alert(40)), { code: 'alert', alert: 'handshake_failure' }],
    ['an unknown alert', (s) => s.end(alert(99)), { code: 'alert', alert: 'alert_99' }],
    ['unrecognized_name', (s) => s.end(alert(112)), { code: 'alert', alert: 'unrecognized_name' }],
    [
      'protocol_version',
      (s) => s.end(alert(70)),
      { code: 'protocol_version', alert: 'protocol_version' },
    ],
    ['an end', (s) => s.end(), { code: 'reset' }],
    [
      'a reset after the ClientHello',
      (s) => s.once('data', () => s.resetAndDestroy()),
      { code: 'reset' },
    ],
    [
      'a malformed ServerHello',
      (s) => s.end(record(22, bytes([2, 0, 0, 4], [1, 2, 3, 4]))),
      { code: 'protocol_error' },
    ],
    [
      'application data at once',
      (s) => s.end(record(23, new Uint8Array(50))),
      { code: 'protocol_error' },
    ],
  ])('%s', async (_title, handler, failure) => {
    const outcome = await shake(await serveTcp(handler))
    expect(outcome).toMatchObject({ status: 'failed', failure })
  })

  test.each<[string, (socket: import('node:net').Socket) => void]>([
    ['a server that never answers', () => {}],
    ['a server that drips a record', (s) => s.write(Uint8Array.of(22, 3, 3, 0x40, 0))],
  ])('%s runs into the deadline, and the connection is closed', async (_title, handler) => {
    const server = await serveTcp(handler)
    const raw = await connectTo(server)
    const deadline = deadlineAfter(systemClock, 80)
    const outcome = await handshake(
      raw,
      { serverName: host, alpn: [], trust, clock: systemClock },
      deadline,
    )
    deadline.close()
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'timeout', alert: null } })
    expect(outcome.status === 'failed' && outcome.elapsedMs).toBeGreaterThan(60)
    expect(raw.destroyed).toBe(true)
  })

  test('a server that sends without end is cut off', async () => {
    const server = await serveTcp((socket) => {
      // Handshake records of a message that claims 16 MiB.
      const start = record(22, bytes([11, 0xff, 0xff, 0xff], new Uint8Array(16_000)))
      const write = () => {
        while (!socket.destroyed && socket.write(start));
      }
      socket.on('drain', write)
      write()
    })
    expect(await shake(server)).toMatchObject({
      status: 'failed',
      failure: { code: 'protocol_error' },
    })
  })

  // OpenSSL verifies the whole chain on the event loop, although its root is not trusted.
  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    '%s: a chain that takes long to verify does not reach OpenSSL, but a long one of ordinary keys does',
    async (version) => {
      const tls = { minVersion: version, maxVersion: version }
      const chained = (key: KeyKind | KeyPair, length: number) => {
        const authorities = [mintRoot({ commonName: 'Other', key })]
        for (let n = 1; n < length; n += 1) {
          const [issuer = root] = authorities
          authorities.unshift(issuer.issueAuthority({ commonName: `Level ${n}`, key }))
        }
        const last = (authorities[0] ?? root).issueLeaf({ names: [host] })
        return serve({ cert: pemChain(last, ...authorities), key: last.keyPem, tls })
      }
      const slowKey = generateKeyPairSync('ec', { namedCurve: 'sect571r1' })
      expect(await shake(await chained(slowKey, 20))).toMatchObject({
        failure: { code: 'protocol_error', raw: 'ERR_CERTIFICATES_TOO_COSTLY' },
      })
      const { facts } = secured(await shake(await chained('ec256', 60)))
      expect(facts.certificates.length).toBeGreaterThan(60)
      secured(await shake(await chained(slowKey, 4)))
    },
  )

  test('a server cannot begin another handshake, whose chain nobody would check', async () => {
    let refuse: (error: unknown) => void = () => {}
    const refused = new Promise((resolve) => {
      refuse = resolve
    })
    const server = await serve({
      tls: { maxVersion: 'TLSv1.2' },
      handler: (socket) => {
        socket.on('error', refuse)
        socket.renegotiate({}, refuse)
      },
    })
    const outcome = await shake(server)
    secured(outcome).socket.resume()
    expect(await refused).toMatchObject({ code: 'ERR_SSL_NO_RENEGOTIATION' })
    expect(outcome).toSatisfy(asksAgain)
  })

  test.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'a server that only responds does not ask for another handshake: %s',
    async (maxVersion) => {
      const server = await serve({
        tls: { maxVersion },
        handler: (socket) => socket.end(new Uint8Array(100_000)),
      })
      const outcome = await shake(server)
      await once(secured(outcome).socket.resume(), 'end')
      expect(outcome).not.toSatisfy(asksAgain)
    },
  )

  test('a call that was cancelled rejects with its reason and leaves no socket', async () => {
    const server = await serveTcp(() => {})
    const raw = await connectTo(server)
    const deadline = deadlineAfter(systemClock, 5000)
    const gone = new Fault('probe_ended', 'The probe has ended.')
    setTimeout(() => deadline.cancel(gone), 30)
    await expect(
      handshake(raw, { serverName: host, alpn: [], trust, clock: systemClock }, deadline),
    ).rejects.toBe(gone)
    expect(raw.destroyed).toBe(true)
    expect(gone.code).not.toBe(DEADLINE_PASSED)
  })
})

describe('permissiveHandshake', () => {
  const permissive = async (server: LoopbackServer) => {
    const deadline = deadlineAfter(systemClock, 3000)
    const raw = await connectTo(server)
    const session = await permissiveHandshake(raw, { serverName: host }, deadline)
    deadline.close()
    expect(raw.destroyed).toBe(true)
    return session
  }

  test('finds what an old server would agree to, and closes', async () => {
    const tls = { minVersion: 'TLSv1', maxVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' } as const
    const server = await serve({ tls })
    const refused = await shake(server)
    expect(refused).toMatchObject({ status: 'failed', failure: { code: 'protocol_version' } })
    expect(refused.status === 'failed' && isWorthClassifying(refused.failure)).toBe(true)
    expect(await permissive(server)).toMatchObject({ protocol: 'TLSv1' })
  })

  test('finds a cipher that encrypts nothing', async () => {
    const tls = { maxVersion: 'TLSv1.2', ciphers: 'eNULL:@SECLEVEL=0' } as const
    const session = await permissive(await serve({ tls }))
    expect(session?.cipher).toMatch(/_NULL_SHA/)
  })

  // A prime of 10,000 bits, which a server may choose, would block the event loop for seconds.
  test('computes with no prime of the server, and the strict handshake with none either', async () => {
    const rsa = root.issueLeaf({ names: [host], key: 'rsa2048' })
    const ciphers = 'kDHE:@SECLEVEL=0'
    const tls = { maxVersion: 'TLSv1.2', ciphers, dhparam: 'auto' } as const
    const server = await serve({ cert: rsa.pem, key: rsa.keyPem, tls })
    expect(await shake(server)).toMatchObject({ failure: { alert: 'handshake_failure' } })
    expect(await permissive(server)).toBeNull()
  })

  test('returns null when nothing is in common', async () => {
    expect(await permissive(await serveTcp(knowsOnly([0x0005])))).toBeNull()
  })
})

function same(expected: Uint8Array) {
  return (actual: Uint8Array) =>
    actual.length === expected.length && actual.every((octet, i) => octet === expected[i])
}
