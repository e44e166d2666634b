import http2 from 'node:http2'
import tls from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openHttpConnection } from '#net/http/connection.ts'
import { systemClock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import {
  type Behaviour,
  bytesOf,
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
import { mintSelfSigned } from '#test/equipment/tls/certificates.ts'
import {
  ask,
  brief,
  caps,
  connected,
  DEADLINE_MS,
  data,
  errorCode,
  head,
  patienceFor,
  request,
  settings,
} from './exchange.ts'

const headWith = (...fields: Uint8Array[]) =>
  h2Frame(h2.headers, END_HEADERS, 1, bytesOf(STATUS_200, ...fields))

describe('over HTTP/2', () => {
  test.each<[string, Behaviour, string | RegExp]>([
    ['answers', says(settings, head, data('hi', END_STREAM)), '200 "hi"'],
    [
      'sends trailers',
      says(settings, head, data('hi'), h2Frame(h2.headers, 5, 1, h2Field('x-t', 'y'))),
      '200 "hi"',
    ],
    [
      'offers a window of zero',
      says(
        h2Frame(h2.settings, 0, 0, Uint8Array.of(0, 4, 0, 0, 0, 0)),
        head,
        data('hi', END_STREAM),
      ),
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
      says(settings, h2Frame(h2.rst, 0, 1, errorCode(2))),
      'protocol_error@headers NGHTTP2_INTERNAL_ERROR',
    ],
    [
      'goes away with an error',
      says(settings, h2Frame(h2.goaway, 0, 0, Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 1))),
      'protocol_error@headers NGHTTP2_PROTOCOL_ERROR',
    ],
    [
      'goes away without having looked',
      saysAndEnds(settings, h2Frame(h2.goaway, 0, 0, new Uint8Array(8))),
      'protocol_error@headers NGHTTP2_REFUSED_STREAM',
    ],
    [
      'sends fields past the cap',
      says(
        settings,
        h2Frame(h2.headers, 4, 1, bytesOf(STATUS_200, ...Array(2500).fill(h2Field('a', 'b')))),
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
      says(settings, h2Frame(h2.headers, 5, 1, h2Field('a', 'b'))),
      /protocol_error/,
    ],
    ['sends upper-case names', says(settings, headWith(h2Field('A', 'b'))), /protocol_error/],
    [
      'floods with continuations',
      floods(
        bytesOf(settings, h2Frame(h2.headers, 0, 1, STATUS_200)),
        h2Frame(h2.continuation, 0, 1),
      ),
      'protocol_error@headers ERR_HTTP2_ERROR',
    ],
    [
      'floods with pings',
      floods(settings, h2Frame(h2.ping, 0, 0, new Uint8Array(8))),
      'protocol_error@headers ERR_PING_FLOOD',
    ],
    [
      'floods with settings',
      floods(settings, settings),
      'protocol_error@headers ERR_SETTINGS_FLOOD',
    ],
    [
      'floods with hints',
      floods(settings, h2Frame(h2.headers, 4, 1, h2Field(':status', '103'))),
      'protocol_error@headers ERR_TOO_MANY_INFORMATIONAL',
    ],
    [
      'floods with unknown frames',
      floods(settings, h2Frame(0x77, 0, 0, new Uint8Array(16_000))),
      /protocol_error@headers/,
    ],
    [
      'floods with padding',
      floods(
        bytesOf(settings, head),
        h2Frame(h2.data, 8, 1, bytesOf(Uint8Array.of(255), new Uint8Array(255))),
      ),
      /200 "" protocol_error@body ERR_FRAMING_FLOOD/,
    ],
    [
      'floods with empty frames',
      floods(bytesOf(settings, head), h2Frame(h2.data, 0, 1)),
      /200 "" protocol_error@body/,
    ],
    [
      'never ends its content',
      floods(bytesOf(settings, head), h2Frame(h2.data, 0, 1, new Uint8Array(16_000))),
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
      says(settings, head, data('hi'), h2Frame(h2.rst, 0, 1, errorCode(2))),
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
        h2Frame(h2.rst, 0, 1, errorCode(0)),
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
    const whole = bytesOf(settings, head, h2Frame(h2.data, END_STREAM, 1))
    const windowUpdate = h2Frame(8, 0, 0, Uint8Array.of(0, 0, 0, 1))
    const talking = await ask(floods(whole, windowUpdate), { alpn: 'h2' })
    const quiet = await ask(says(whole, windowUpdate), { alpn: 'h2' })
    await talking.server.drained()
    expect(talking.connection.isReusable).toBe(false)
    expect(quiet.connection.isReusable).toBe(true)
  })

  test('closing the connection in the tick in which its session opens ends the exchange, and throws nothing outside of it', async () => {
    const server = await hostileServer(says(settings))
    onTestFinished(() => server.close())
    const connection = openHttpConnection(await connected(server.port), 'h2', systemClock)
    const deadline = deadlineAfter(systemClock, DEADLINE_MS)
    onTestFinished(deadline.close)
    const result = connection.exchange(request, caps, deadline)
    connection.close()
    expect(brief(await result)).toBe('reset_before_response@headers EOF')
    await server.drained()
  })

  test('sends two requests over one TLS connection of a real server', async () => {
    const { pem, keyPem } = mintSelfSigned({ names: ['example.com'] })
    const server = http2.createSecureServer({ cert: pem, key: keyPem }, (incoming, outgoing) => {
      outgoing.setHeader('X-Path', incoming.url)
      outgoing.end(incoming.method)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
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
    onTestFinished(() => connection.close())
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
