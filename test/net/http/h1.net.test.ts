import tls from 'node:tls'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openHttpConnection } from '#net/http/connection.ts'
import { standardCaps } from '#net/http/contract.ts'
import { systemClock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import {
  type Behaviour,
  bytesOf,
  drips,
  floods,
  hostileServer,
  says,
  saysAndEnds,
  saysAndResets,
} from '#test/equipment/network/hostile-server.ts'
import { mintSelfSigned } from '#test/equipment/tls/certificates.ts'
import {
  ask,
  brief,
  CHUNKED,
  caps,
  connected,
  DEADLINE_MS,
  OK,
  patienceFor,
  request,
} from './exchange.ts'

describe('over HTTP/1.1', () => {
  test('returns status, version, fields in wire order, content, its hash and its times', async () => {
    const { result, server } = await ask(
      says(`${OK}B: 1\r\na: 2\r\nb: \xe9\r\nContent-Length: 2\r\n\r\nhi`),
    )
    expect(result).toEqual({
      status: 'responded',
      response: {
        status: 200,
        httpVersion: '1.1',
        fields: [
          ['b', '1'],
          ['a', '2'],
          ['b', '\xe9'],
          ['content-length', '2'],
        ],
        headersAt: expect.closeTo(Date.now(), -3),
        waitMs: expect.any(Number),
        downloadMs: expect.any(Number),
        body: {
          wireBytes: 2,
          decoded: bytesOf('hi'),
          decodedBytes: 2,
          sha256: '8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4',
          truncated: false,
          limitsHit: [],
        },
        bodyError: null,
        deviations: [],
      },
    })
    expect(server.requests).toEqual([
      'GET /a?b=c HTTP/1.1\r\nhost: example.com\r\nuser-agent: urlwitness-test\r\naccept: */*\r\nconnection: keep-alive',
    ])
  })

  test.each<[string, Behaviour, string]>([
    ['content that ends with the connection', saysAndEnds(`${OK}\r\nhi`), '200 "hi"'],
    ['HTTP/1.0', saysAndEnds('HTTP/1.0 200 OK\r\n\r\nhi'), '200 "hi"'],
    ['chunks', says(`${CHUNKED}1\r\nh\r\n1;ext=1\r\ni\r\n0\r\nx-trailer: 1\r\n\r\n`), '200 "hi"'],
    ['no reason phrase', says('HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n'), '200 ""'],
    [
      'hints before the answer',
      says(`HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n${OK}Content-Length: 2\r\n\r\nhi`),
      '200 "hi"',
    ],
    [
      'a switch of protocols that nobody asked for',
      says('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nzzz'),
      '101 ""',
    ],
    ['204 with content', says('HTTP/1.1 204 N\r\nContent-Length: 5\r\n\r\nhello'), '204 ""'],
    ['304 with content', says('HTTP/1.1 304 N\r\nContent-Length: 5\r\n\r\nhello'), '304 ""'],
    ['a status above 599', says('HTTP/1.1 999 Denied\r\nContent-Length: 0\r\n\r\n'), '999 ""'],
    ['more than the declared length', says(`${OK}Content-Length: 1\r\n\r\nhiHTTP`), '200 "h"'],
    [
      'a second answer on top',
      says(`${OK}Content-Length: 1\r\n\r\nh`, `${OK}Content-Length: 1\r\n\r\ni`),
      '200 "h"',
    ],
  ])('reads a response with %s', async (_what, behave, expected) => {
    expect(brief((await ask(behave)).result)).toBe(expected)
  })

  test.each<[string, Behaviour, string]>([
    ['closes before any byte', saysAndEnds(), 'reset_before_response@headers EOF'],
    ['resets before any byte', saysAndResets(), 'reset_before_response@headers ECONNRESET'],
    ['says nothing', () => {}, 'headers_timeout@headers '],
    ['drips its header section', drips(OK, 'x', 20), 'headers_timeout@headers '],
    ['closes inside the status line', saysAndEnds('HTTP/1.1 20'), 'protocol_error@headers EOF'],
    ['resets inside the fields', saysAndResets(`${OK}a: b`), 'protocol_error@headers ECONNRESET'],
    [
      'answers as HTTP/0.9 did',
      saysAndEnds('<html>'),
      'protocol_error@headers HPE_INVALID_CONSTANT',
    ],
    [
      'speaks another protocol',
      says('SSH-2.0-OpenSSH_9.6\r\n'),
      'protocol_error@headers HPE_INVALID_CONSTANT',
    ],
    [
      'claims HTTP/2.0 in text',
      says('HTTP/2.0 200 OK\r\n\r\n'),
      'protocol_error@headers HPE_INVALID_VERSION',
    ],
    [
      'folds a field',
      says(`${OK}a: b\r\n c\r\n\r\n`),
      'protocol_error@headers HPE_INVALID_HEADER_TOKEN',
    ],
    [
      'puts NUL into a field',
      says(`${OK}a: b\0c\r\n\r\n`),
      'protocol_error@headers HPE_INVALID_HEADER_TOKEN',
    ],
    [
      'ends lines with LF',
      says('HTTP/1.1 200 OK\nContent-Length: 0\n\n'),
      'protocol_error@headers HPE_CR_EXPECTED',
    ],
    [
      'puts CR into a field',
      says(`${OK}a: b\rc\r\n\r\n`),
      'protocol_error@headers HPE_LF_EXPECTED',
    ],
    [
      'puts a space before the colon',
      says(`${OK}a : b\r\n\r\n`),
      'protocol_error@headers HPE_INVALID_HEADER_TOKEN',
    ],
    [
      'declares both a length and chunks',
      says(`${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`),
      'protocol_error@headers HPE_INVALID_TRANSFER_ENCODING',
    ],
    [
      'declares two lengths',
      says(`${OK}Content-Length: 1\r\nContent-Length: 2\r\n\r\nhi`),
      'protocol_error@headers HPE_UNEXPECTED_CONTENT_LENGTH',
    ],
    [
      'declares a negative length',
      says(`${OK}Content-Length: -1\r\n\r\nhi`),
      'protocol_error@headers HPE_INVALID_CONTENT_LENGTH',
    ],
    [
      'sends one field without an end',
      floods(`${OK}a: `, 'b'.repeat(9000)),
      'headers_too_large@headers HPE_HEADER_OVERFLOW',
    ],
    [
      'sends fields without an end',
      floods(OK, 'a: b\r\n'.repeat(500)),
      'headers_too_large@headers HPE_HEADER_OVERFLOW',
    ],
    [
      'sends hints without an end',
      floods('', 'HTTP/1.1 103 Early Hints\r\n\r\n'),
      'protocol_error@headers ERR_TOO_MANY_INFORMATIONAL',
    ],
  ])('reports a server that %s', async (_what, behave, expected) => {
    const { result, waitedMs } = await ask(behave)
    expect(brief(result)).toBe(expected)
    expect(waitedMs).toBeLessThan(DEADLINE_MS)
  })

  test.each<[string, Behaviour, string | RegExp]>([
    [
      'closes before the declared length',
      saysAndEnds(`${OK}Content-Length: 9\r\n\r\nhi`),
      '200 "hi" body_incomplete@body EOF',
    ],
    [
      'resets before the declared length',
      saysAndResets(`${OK}Content-Length: 9\r\n\r\nhi`),
      '200 "hi" body_incomplete@body ECONNRESET',
    ],
    [
      'closes inside a chunk',
      saysAndEnds(`${CHUNKED}5\r\nhi`),
      '200 "hi" body_incomplete@body EOF',
    ],
    [
      'closes before the last chunk',
      saysAndEnds(`${CHUNKED}2\r\nhi\r\n`),
      '200 "hi" body_incomplete@body EOF',
    ],
    [
      'breaks the chunk framing',
      says(`${CHUNKED}2\r\nhi\r\nZZ\r\n`),
      '200 "hi" protocol_error@body HPE_INVALID_CHUNK_SIZE',
    ],
    [
      'drips its content',
      drips(`${OK}Content-Length: 5000\r\n\r\n`, 'x', 30),
      /^200 "\d+" deadline body_timeout@body $/,
    ],
    [
      'stalls in its content',
      says(`${OK}Content-Length: 5\r\n\r\nhi`),
      '200 "hi" deadline body_timeout@body ',
    ],
    ['never ends its content', floods(`${OK}\r\n`, 'x'.repeat(60_000)), '200 "2097152" body_bytes'],
    [
      'never ends a chunk extension',
      floods(`${CHUNKED}1;`, 'x'.repeat(5000)),
      '200 "" protocol_error@body HPE_CHUNK_EXTENSIONS_OVERFLOW',
    ],
    [
      'pads every chunk with an extension',
      floods(CHUNKED, `1;${'x'.repeat(15_000)}\r\nx\r\n`),
      /^200 "\d+" protocol_error@body ERR_FRAMING_FLOOD$/,
    ],
    [
      'sends single bytes as chunks',
      floods(CHUNKED, '1\r\nx\r\n'.repeat(1000)),
      /^200 "\d+" protocol_error@body ERR_FRAMING_FLOOD$/,
    ],
    [
      'never ends its trailers',
      floods(`${CHUNKED}1\r\nx\r\n0\r\n`, 'a: b\r\n'.repeat(500)),
      '200 "x" headers_too_large@body HPE_HEADER_OVERFLOW',
    ],
  ])('keeps the response of a server that %s', async (_what, behave, expected) => {
    const { result, waitedMs, connection, server } = await ask(behave, patienceFor(expected))
    expect(brief(result)).toMatch(expected)
    expect(waitedMs).toBeLessThan(DEADLINE_MS + 300)
    expect(connection.isReusable).toBe(false)
    await server.drained()
  })

  test('undoes the content coding, and counts both sizes', async () => {
    const coded = gzipSync('hello '.repeat(100))
    const { result } = await ask(
      says(`${OK}Content-Encoding: gzip\r\nContent-Length: ${coded.length}\r\n\r\n`, coded),
    )
    expect(result).toMatchObject({
      response: { body: { wireBytes: coded.length, decodedBytes: 600, truncated: false } },
    })
  })

  test.each([
    ['gzip', gzipSync(new Uint8Array(64 << 20))],
    ['br', brotliCompressSync(new Uint8Array(64 << 20))],
  ])('stops at a bomb in %s, which is our own limit and not a fault', async (coding, bomb) => {
    const { result } = await ask(
      says(`${OK}Content-Encoding: ${coding}\r\nContent-Length: ${bomb.length}\r\n\r\n`, bomb),
    )
    expect(result).toMatchObject({
      response: { body: { limitsHit: ['compression_ratio'], truncated: true }, bodyError: null },
    })
  })

  test('reports content that does not decode as labelled', async () => {
    const { result } = await ask(
      says(`${OK}Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello`),
    )
    expect(brief(result)).toBe('200 "" decode_error@body Z_DATA_ERROR')
  })

  test('blames the broken connection, not the coding that it cut', async () => {
    const coded = gzipSync('hello '.repeat(2000))
    const { result } = await ask(
      saysAndEnds(
        `${OK}Content-Encoding: gzip\r\nContent-Length: 900\r\n\r\n`,
        coded.subarray(0, 60),
      ),
    )
    expect(brief(result)).toMatch(/body_incomplete@body EOF$/)
  })

  test('reuses the same connection only while nothing was left unread', async () => {
    const { result, connection, server } = await ask(says(`${OK}Content-Length: 2\r\n\r\nhi`))
    expect(brief(result)).toBe('200 "hi"')
    expect(connection.isReusable).toBe(true)
    const deadline = deadlineAfter(systemClock, DEADLINE_MS)
    const again = await connection.exchange(
      { ...request, method: 'HEAD', path: '/2' },
      caps,
      deadline,
    )
    deadline.close()
    expect(brief(again)).toBe('200 ""')
    expect(server.connections()).toBe(1)
    expect(server.requests.map((one) => one.split(' HTTP')[0])).toEqual(['GET /a?b=c', 'HEAD /2'])
  })

  test('is not reusable after unsolicited data', async () => {
    const { connection } = await ask((socket) => {
      socket.write(`${OK}Content-Length: 2\r\n\r\nhi`)
      setTimeout(() => socket.write('unasked'), 40)
    })
    expect(connection.isReusable).toBe(true)
    await expect.poll(() => connection.isReusable).toBe(false)
    const deadline = deadlineAfter(systemClock, DEADLINE_MS)
    await expect(connection.exchange(request, caps, deadline)).rejects.toMatchObject({
      code: 'connection_not_reusable',
    })
    deadline.close()
  })

  test('discards unwanted content: a redirect is not delayed by its body', async () => {
    const wantsBody = (status: number) => status < 300
    const redirect = 'HTTP/1.1 302 Found\r\nLocation: /x\r\n'
    const drip = await ask(drips(`${redirect}Content-Length: 500\r\n\r\n`, 'x', 30), { wantsBody })
    expect(brief(drip.result)).toBe('302 ""')
    expect(drip.waitedMs).toBeLessThan(500)
    expect(drip.connection.isReusable).toBe(false)
    const short = await ask(says(`${redirect}Content-Length: 2\r\n\r\nhi`), { wantsBody })
    expect(short.result).toMatchObject({ response: { body: { sha256: null, wireBytes: 0 } } })
    expect(short.connection.isReusable).toBe(true)
    const broken = await ask(saysAndResets(`${redirect}Content-Length: 9\r\n\r\nhi`), { wantsBody })
    expect(brief(broken.result)).toBe('302 ""')
  })

  test('reports the deadline when it is nearer than the header timeout', async () => {
    const { result } = await ask(() => {}, { headersTimeoutMs: 10_000 })
    expect(brief(result)).toBe('deadline@headers ')
  })

  test('fails at once on a socket that is already closed', async () => {
    const server = await hostileServer(says())
    onTestFinished(() => server.close())
    const socket = await connected(server.port)
    socket.destroy()
    const connection = openHttpConnection(socket, null, systemClock)
    const deadline = deadlineAfter(systemClock, DEADLINE_MS)
    const result = await connection.exchange(request, caps, deadline)
    deadline.close()
    expect(brief(result)).toBe('reset_before_response@send EOF')
  })

  test('a server that renews handshakes without end is cut off, before its response and after', async () => {
    const { pem, keyPem } = mintSelfSigned({ names: ['example.com'] })
    const answers = [false, true]
    const server = tls.createServer({ cert: pem, key: keyPem, maxVersion: 'TLSv1.2' }, (socket) => {
      // Node treats its own renewed handshakes as an attack, reports it, and continues.
      socket.on('error', () => {})
      const isAnswered = answers.shift()
      const again = () => {
        if (!socket.destroyed) socket.renegotiate({}, () => setImmediate(again))
      }
      socket.once('data', () => {
        if (isAnswered) socket.write(`${OK}Content-Length: 0\r\n\r\n`)
        setTimeout(again, 50)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const open = async () => {
      const wire = await connected(port)
      const socket = tls.connect({ socket: wire, rejectUnauthorized: false })
      await new Promise((resolve) => socket.once('secureConnect', resolve))
      const connection = openHttpConnection(socket, null, systemClock, wire)
      onTestFinished(() => connection.close())
      const deadline = deadlineAfter(systemClock, 60_000)
      onTestFinished(() => deadline.close())
      // On a busy machine ten seconds are too short for as many handshakes as are a flood.
      const patient = { ...standardCaps, headersTimeoutMs: 60_000 }
      return { connection, asked: connection.exchange(request, patient, deadline) }
    }
    const silent = await open()
    expect(brief(await silent.asked)).toBe('protocol_error@headers ERR_FRAMING_FLOOD')
    const idle = await open()
    expect(brief(await idle.asked)).toBe('200 ""')
    expect(idle.connection.isReusable).toBe(true)
    await expect.poll(() => idle.connection.isReusable, { timeout: 60_000 }).toBe(false)
  })
})
