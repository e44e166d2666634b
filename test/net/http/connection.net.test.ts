import http2 from 'node:http2'
import net from 'node:net'
import tls from 'node:tls'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { openHttpConnection } from '#net/http/connection.ts'
import type {
  ExchangeCaps,
  ExchangeResult,
  HttpConnection,
  HttpRequest,
} from '#net/http/contract.ts'
import { standardCaps } from '#net/http/contract.ts'
import { systemClock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { Behaviour, HostileServer } from '#test/equipment/network/hostile-server.ts'
import {
  bytesOf,
  drips,
  END_HEADERS,
  END_STREAM,
  floods,
  h2,
  h2Field,
  h2Frame,
  hostileServer,
  STATUS_200,
  says,
  saysAndEnds,
  saysAndResets,
} from '#test/equipment/network/hostile-server.ts'
import { waitingTime } from '#test/equipment/time/cpu-time.ts'
import { mintSelfSigned } from '#test/equipment/tls/certificates.ts'
import { runs } from '#test/fuzz/runs.ts'

const request: HttpRequest = {
  method: 'GET',
  scheme: 'http',
  authority: 'example.com',
  path: '/a?b=c',
  fields: [
    ['user-agent', 'urlwitness-test'],
    ['accept', '*/*'],
  ],
}
const DEADLINE_MS = 900
const caps: ExchangeCaps = { ...standardCaps, headersTimeoutMs: 400 }
const OK = 'HTTP/1.1 200 OK\r\n'
const CHUNKED = `${OK}Transfer-Encoding: chunked\r\n\r\n`

const closers: (() => void | Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function connected(port: number): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1')
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket
}

interface Asked {
  readonly result: ExchangeResult
  readonly connection: HttpConnection
  readonly server: HostileServer
  /** Wall-clock time without the time that the machine took: see `waitingTime`. */
  readonly waitedMs: number
}

async function ask(
  behave: Behaviour,
  {
    alpn = null,
    deadlineMs = DEADLINE_MS,
    ...over
  }: Partial<ExchangeCaps & { alpn: string | null; deadlineMs: number; method: 'HEAD' }> = {},
): Promise<Asked> {
  const server = await hostileServer(behave)
  closers.push(() => server.close())
  const connection = openHttpConnection(await connected(server.port), alpn, systemClock)
  closers.push(() => connection.close())
  const deadline = deadlineAfter(systemClock, deadlineMs)
  const waited = waitingTime()
  const asked = { ...request, method: over.method ?? request.method }
  const result = await connection.exchange(asked, { ...caps, ...over }, deadline)
  deadline.close()
  return { result, connection, server, waitedMs: waited() }
}

/** A busy machine sends a flood slowly, so there is time until a cap ends it; the wait is measured separately. */
function patienceFor(expected: string | RegExp) {
  return String(expected).includes('deadline') ? {} : { deadlineMs: 20_000 }
}

/** A result in a few words, for a table row. */
function brief(result: ExchangeResult): string {
  const error = result.status === 'failed' ? result.error : result.response.bodyError
  const what = error === null ? [] : [`${error.code}@${error.phase}`, error.raw]
  if (result.status === 'failed') return what.join(' ')
  const { status, body } = result.response
  const text = body.wireBytes > 12 ? body.wireBytes : new TextDecoder().decode(body.decoded)
  return [status, `"${text}"`, ...body.limitsHit, ...what].join(' ')
}

const frame = h2Frame
const settings = frame(h2.settings, 0, 0)
const head = frame(h2.headers, END_HEADERS, 1, STATUS_200)
const headWith = (...fields: Uint8Array[]) =>
  frame(h2.headers, END_HEADERS, 1, bytesOf(STATUS_200, ...fields))
const data = (text: string, flags = 0) => frame(h2.data, flags, 1, bytesOf(text))
const code = (n: number) => Uint8Array.of(0, 0, 0, n)

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
    closers.push(() => server.close())
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
    closers.push(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const open = async () => {
      const wire = await connected(port)
      const socket = tls.connect({ socket: wire, rejectUnauthorized: false })
      await new Promise((resolve) => socket.once('secureConnect', resolve))
      const connection = openHttpConnection(socket, null, systemClock, wire)
      closers.push(() => connection.close())
      const deadline = deadlineAfter(systemClock, 60_000)
      closers.push(() => deadline.close())
      return { connection, asked: connection.exchange(request, standardCaps, deadline) }
    }
    const silent = await open()
    expect(brief(await silent.asked)).toBe('protocol_error@headers ERR_FRAMING_FLOOD')
    const idle = await open()
    expect(brief(await idle.asked)).toBe('200 ""')
    expect(idle.connection.isReusable).toBe(true)
    await expect.poll(() => idle.connection.isReusable, { timeout: 60_000 }).toBe(false)
  })
})

describe('over HTTP/2', () => {
  test.each<[string, Behaviour, string | RegExp]>([
    ['answers', says(settings, head, data('hi', END_STREAM)), '200 "hi"'],
    [
      'sends trailers',
      says(settings, head, data('hi'), frame(h2.headers, 5, 1, h2Field('x-t', 'y'))),
      '200 "hi"',
    ],
    [
      'offers a window of zero',
      says(frame(h2.settings, 0, 0, Uint8Array.of(0, 4, 0, 0, 0, 0)), head, data('hi', END_STREAM)),
      '200 "hi"',
    ],
    ['says nothing', () => {}, 'headers_timeout@headers '],
    ['stalls after its settings', says(settings), 'headers_timeout@headers '],
    ['closes before it answers', saysAndEnds(settings), 'reset_before_response@headers EOF'],
    ['resets before it answers', saysAndResets(), 'reset_before_response@headers ECONNRESET'],
    [
      'answers in HTTP/1.1',
      says('HTTP/1.1 400 Bad Request\r\n\r\n'),
      'protocol_error@headers ERR_HTTP2_ERROR',
    ],
    [
      'resets the stream',
      says(settings, frame(h2.rst, 0, 1, code(2))),
      'protocol_error@headers NGHTTP2_INTERNAL_ERROR',
    ],
    [
      'goes away with an error',
      says(settings, frame(h2.goaway, 0, 0, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 1))),
      'protocol_error@headers NGHTTP2_PROTOCOL_ERROR',
    ],
    [
      'goes away without having looked',
      saysAndEnds(settings, frame(h2.goaway, 0, 0, new Uint8Array(8))),
      'protocol_error@headers NGHTTP2_REFUSED_STREAM',
    ],
    [
      'sends fields past the cap',
      says(
        settings,
        frame(h2.headers, 4, 1, bytesOf(STATUS_200, ...Array(2500).fill(h2Field('a', 'b')))),
      ),
      'headers_too_large@headers ERR_HEADER_LIST_TOO_LARGE',
    ],
    [
      'bombs by header compression',
      says(
        settings,
        // One field of 4000 bytes into the dynamic table, then 8000 references to it.
        headWith(
          Uint8Array.of(0x40, 1, 0x61, 0x7f, 0xa1, 0x1e),
          new Uint8Array(4000).fill(0x62),
          new Uint8Array(8000).fill(0xbe),
        ),
      ),
      'headers_too_large@headers ERR_HEADER_LIST_TOO_LARGE',
    ],
    [
      'sends no status',
      says(settings, frame(h2.headers, 5, 1, h2Field('a', 'b'))),
      /protocol_error/,
    ],
    ['sends upper-case names', says(settings, headWith(h2Field('A', 'b'))), /protocol_error/],
    [
      'floods with continuations',
      floods(bytesOf(settings, frame(h2.headers, 0, 1, STATUS_200)), frame(h2.continuation, 0, 1)),
      'protocol_error@headers ERR_HTTP2_ERROR',
    ],
    [
      'floods with pings',
      floods(settings, frame(h2.ping, 0, 0, new Uint8Array(8))),
      'protocol_error@headers ERR_PING_FLOOD',
    ],
    [
      'floods with settings',
      floods(settings, settings),
      'protocol_error@headers ERR_SETTINGS_FLOOD',
    ],
    [
      'floods with hints',
      floods(settings, frame(h2.headers, 4, 1, h2Field(':status', '103'))),
      'protocol_error@headers ERR_TOO_MANY_INFORMATIONAL',
    ],
    [
      'floods with unknown frames',
      floods(settings, frame(0x77, 0, 0, new Uint8Array(16_000))),
      /protocol_error@headers/,
    ],
    [
      'floods with padding',
      floods(
        bytesOf(settings, head),
        frame(h2.data, 8, 1, bytesOf(Uint8Array.of(255), new Uint8Array(255))),
      ),
      /200 "" protocol_error@body ERR_FRAMING_FLOOD/,
    ],
    [
      'floods with empty frames',
      floods(bytesOf(settings, head), frame(h2.data, 0, 1)),
      /200 "" protocol_error@body/,
    ],
    [
      'never ends its content',
      floods(bytesOf(settings, head), frame(h2.data, 0, 1, new Uint8Array(16_000))),
      '200 "2097152" body_bytes',
    ],
    [
      'closes inside its content',
      saysAndEnds(settings, head, data('hi')),
      '200 "hi" body_incomplete@body EOF',
    ],
    [
      'resets inside its content',
      saysAndResets(settings, head, data('hi')),
      '200 "hi" body_incomplete@body ECONNRESET',
    ],
    [
      'resets the stream inside its content',
      says(settings, head, data('hi'), frame(h2.rst, 0, 1, code(2))),
      '200 "hi" body_incomplete@body NGHTTP2_INTERNAL_ERROR',
    ],
    [
      'ends before the declared length',
      says(settings, headWith(h2Field('content-length', '9')), data('hi', END_STREAM)),
      '200 "hi" body_incomplete@body ERR_CONTENT_LENGTH_MISMATCH',
    ],
    [
      'gives up politely before the declared length',
      says(
        settings,
        headWith(h2Field('content-length', '9')),
        data('hi'),
        frame(h2.rst, 0, 1, code(0)),
      ),
      '200 "hi" body_incomplete@body ERR_CONTENT_LENGTH_MISMATCH',
    ],
    [
      'goes past the declared length',
      says(settings, headWith(h2Field('content-length', '1')), data('hi', END_STREAM)),
      /200 "" protocol_error@body/,
    ],
    ['stalls in its content', says(settings, head, data('hi')), /deadline body_timeout@body/],
  ])('reports a server that %s', async (_what, behave, expected) => {
    const { result, server, waitedMs } = await ask(behave, {
      alpn: 'h2',
      ...patienceFor(expected),
    })
    expect(brief(result)).toMatch(expected)
    expect(waitedMs).toBeLessThan(DEADLINE_MS + 300)
    if (result.status === 'failed') await server.drained()
  })

  test('closes the connection to a server that keeps sending after its response, but not to one that sends little', async () => {
    const whole = bytesOf(settings, head, frame(h2.data, END_STREAM, 1))
    const windowUpdate = frame(8, 0, 0, Uint8Array.of(0, 0, 0, 1))
    const talking = await ask(floods(whole, windowUpdate), { alpn: 'h2' })
    const quiet = await ask(says(whole, windowUpdate), { alpn: 'h2' })
    await talking.server.drained()
    expect(talking.connection.isReusable).toBe(false)
    expect(quiet.connection.isReusable).toBe(true)
  })

  test('sends two requests over one TLS connection of a real server', async () => {
    const { pem, keyPem } = mintSelfSigned({ names: ['example.com'] })
    const server = http2.createSecureServer({ cert: pem, key: keyPem }, (incoming, outgoing) => {
      outgoing.setHeader('X-Path', incoming.url)
      outgoing.end(incoming.method)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const socket = tls.connect({
      socket: await connected(port),
      servername: 'example.com',
      ALPNProtocols: ['h2'],
      rejectUnauthorized: false,
    })
    await new Promise((resolve) => socket.once('secureConnect', resolve))
    const connection = openHttpConnection(socket, socket.alpnProtocol || null, systemClock)
    closers.push(() => connection.close())
    const deadline = deadlineAfter(systemClock, DEADLINE_MS)
    const secure = { ...request, scheme: 'https' } as const
    const first = await connection.exchange(secure, caps, deadline)
    expect(first).toMatchObject({
      status: 'responded',
      response: { status: 200, httpVersion: '2' },
    })
    expect(brief(first)).toBe('200 "GET"')
    expect(connection.isReusable).toBe(true)
    const second = await connection.exchange(
      { ...secure, method: 'HEAD', path: '/2' },
      caps,
      deadline,
    )
    deadline.close()
    expect(second).toMatchObject({
      response: { fields: expect.arrayContaining([['x-path', '/2']]) },
    })
  })
})

describe('a request beside another', () => {
  const beside = { ...request, method: 'HEAD', path: '/beside' } as const

  /** Cleartext HTTP/2 with prior knowledge, as ALPN would negotiate it. */
  async function connectionTo(listener: (stream: http2.ServerHttp2Stream, path: string) => void) {
    const server = http2.createServer()
    server.on('stream', (stream, fields) => {
      stream.on('error', () => {})
      listener(stream, String(fields[':path']))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const connection = openHttpConnection(await connected(port), 'h2', systemClock)
    closers.push(() => connection.close())
    return connection
  }

  test('shares an HTTP/2 connection: neither waits for the other', async () => {
    let waiting: http2.ServerHttp2Stream | null = null
    const connection = await connectionTo((stream, path) => {
      if (path !== '/beside') {
        waiting = stream
        return
      }
      stream.respond({ ':status': 204, 'x-path': path }, { endStream: true })
      waiting?.respond({ ':status': 200 })
      waiting?.end('page')
    })
    const deadline = deadlineAfter(systemClock, DEADLINE_MS)
    const first = connection.exchange(request, caps, deadline)
    const second = await connection.exchangeConcurrently(beside, caps, deadline)
    expect(brief(await first)).toBe('200 "page"')
    deadline.close()
    expect(second).toMatchObject({
      response: { status: 204, fields: expect.arrayContaining([['x-path', '/beside']]) },
    })
    expect(connection.isReusable).toBe(true)
  })

  test.each<[string, (stream: http2.ServerHttp2Stream) => void]>([
    ['is refused', (stream) => stream.close(http2.constants.NGHTTP2_REFUSED_STREAM)],
    ['gets no response', () => {}],
  ])('leaves the other alone when it %s', async (_, behave) => {
    const connection = await connectionTo((stream, path) => {
      if (path === '/beside') return behave(stream)
      stream.respond({ ':status': 200 })
      stream.end('page')
    })
    const deadline = deadlineAfter(systemClock, DEADLINE_MS)
    const first = connection.exchange(request, caps, deadline)
    const second = connection.exchangeConcurrently(beside, caps, deadline)
    expect(brief(await first)).toBe('200 "page"')
    expect(connection.isReusable).toBe(true)
    expect(await second).toMatchObject({ status: 'failed' })
    deadline.close()
  })

  test('is not sent over HTTP/1.1, and not without another', async () => {
    const server = await hostileServer(says(`${OK}Content-Length: 0\r\n\r\n`))
    closers.push(() => server.close())
    const connection = openHttpConnection(await connected(server.port), null, systemClock)
    const deadline = deadlineAfter(systemClock, DEADLINE_MS)
    const first = connection.exchange(request, caps, deadline)
    expect(connection.exchangeConcurrently(beside, caps, deadline)).toBeNull()
    await first
    connection.close()
    const unused = await connectionTo(() => {})
    expect(unused.exchangeConcurrently(beside, caps, deadline)).toBeNull()
    deadline.close()
  })
})

describe('arbitrary server behaviour', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.constantFrom(
        ...[OK, 'HTTP/1.1 ', '\r\n', '\r\n\r\n', 'Transfer-Encoding: chunked\r\n', '0\r\n\r\n'],
        ...['Content-Length: 3\r\n', 'Content-Encoding: gzip\r\n', '5\r\nhello\r\n', '204', ': '],
        ...[settings, head, data('x'), frame(h2.rst, 0, 1, code(1)), frame(h2.ping, 0, 0)],
      ),
    ),
    { maxLength: 12 },
  )
  const small = { ...caps, headersTimeoutMs: 40, headerBytes: 2048, bodyBytes: 200 }

  test.each([null, 'h2'])(
    'an exchange (ALPN %s) settles, within its caps, and leaves nothing open',
    async (alpn) => {
      await fc.assert(
        fc.asyncProperty(pieces, fc.boolean(), async (parts, ends) => {
          const server = await hostileServer(ends ? saysAndEnds(...parts) : says(...parts))
          const connection = openHttpConnection(await connected(server.port), alpn, systemClock)
          const deadline = deadlineAfter(systemClock, 80)
          const waited = waitingTime()
          try {
            const result = await connection.exchange(request, caps, deadline)
            if (result.status === 'responded') {
              expect(result.response.body.wireBytes).toBeLessThanOrEqual(small.bodyBytes)
            } else expect(waited()).toBeLessThan(1000)
          } finally {
            deadline.close()
            connection.close()
            await server.drained()
            await server.close()
          }
        }),
        { numRuns: runs(60) },
      )
    },
  )

  test('a hundred broken exchanges leave no socket, stream or timer behind', async () => {
    const before = process.getActiveResourcesInfo()
    const behaviours = [
      saysAndEnds(`${OK}Content-Length: 9\r\n\r\nhi`),
      says(`${CHUNKED}zz`),
      saysAndResets(),
      floods(`${OK}\r\n`, 'x'.repeat(60_000)),
      says(`${OK}Content-Encoding: br\r\nContent-Length: 3\r\n\r\nabc`),
    ]
    for (let round = 0; round < 10; round += 1) {
      for (const behave of behaviours) {
        for (const alpn of [undefined, 'h2']) {
          const { connection, server } = await ask(behave, {
            headersTimeoutMs: 30,
            ...(alpn && { alpn }),
          })
          connection.close()
          await server.drained()
          await server.close()
        }
      }
    }
    // Resources of earlier tests may still be ending.
    await expect.poll(() => addedTo(before)).toEqual([])
  })
})

/** The active resources of this process that are not in `before`. */
function addedTo(before: readonly string[]): readonly string[] {
  const added = [...process.getActiveResourcesInfo()]
  for (const resource of before) {
    const at = added.indexOf(resource)
    if (at >= 0) added.splice(at, 1)
  }
  return added
}
