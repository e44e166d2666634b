import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { type FetchHandler, listen } from '#http/server.ts'
import { systemClock } from '#runtime/clock.ts'
import { systemRandom } from '#runtime/random.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { gate } from '#test/equipment/time/gate.ts'

const openServer = async (handler: FetchHandler) => {
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    handler,
    clock: systemClock,
    random: systemRandom,
    idleTimeoutMs: 60_000,
  })
  return { ...server, [Symbol.asyncDispose]: () => server.close(0) }
}

/** A body in pieces, more than fit into the buffers of a connection. */
function largeBody() {
  let pieces = 0
  return new ReadableStream({
    pull: (controller) => {
      controller.enqueue(new Uint8Array(100_000))
      pieces += 1
      if (pieces === 200) controller.close()
    },
  })
}

const handled: string[] = []
const server = await forFile(
  openServer(async (request) => {
    handled.push(request.url)
    if (request.url.endsWith('/large')) return new Response(largeBody())
    return new Response(await request.text())
  }),
)

async function exchange(text: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1').setEncoding('latin1')
  socket.on('error', () => {})
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.write(text, 'latin1')
  await once(socket, 'close')
  return received
}

const get = (target: string, ...fields: string[]) =>
  [`GET ${target} HTTP/1.1`, ...fields, 'Connection: close', '', ''].join('\r\n')
const post = (fields: readonly string[], content: string, version = '1.1') =>
  [`POST / HTTP/${version}`, 'Host: a', ...fields, '', content].join('\r\n')
const chunked = (coding: string) => [`Transfer-Encoding: ${coding}`, 'Connection: close']
const oneChunk = '2\r\nok\r\n0\r\n\r\n'

test.each([
  ['two Host fields', get('/', 'Host: a', 'Host: a'), 400],
  ['two Host fields in other letters', get('/', 'Host: a', 'hOST: b'), 400],
  ['no Host field', get('/'), 400],
  ['a Host field with a user name', get('/', 'Host: user@a'), 400],
  ['a Host field with a path', get('/', 'Host: a/b'), 400],
  // The URL parser makes `xn--tda` of the first character: the lengths of host and field are equal.
  ['a Host field with a path, and as long as its host name', get('/', 'Host: \xfc/xxxxx'), 400],
  ['a Host field of another spelling', get('/', 'Host: [::1'), 400],
  ['a Host field that is no host, and a target that has one', get('http://a/', 'Host: b c'), 400],
  ['a target with a user name', get('http://user:word@a/', 'Host: a'), 400],
  ['a target without a host name', get('http:///a', 'Host: a'), 400],
  ['HTTP/2.0 in the format of HTTP/1.1', get('/', 'Host: a').replace('1.1', '2.0'), 400],
  ['a target of another scheme', get('ftp://a/', 'Host: a'), 400],
  ['a target without a slash', get('docs', 'Host: a'), 400],
  ['an asterisk as the target of GET', get('*', 'Host: a'), 400],
  ['OPTIONS of the whole server without Host', get('*').replace('GET', 'OPTIONS'), 400],
  ['a coding before chunked', post(chunked('gzip, chunked'), oneChunk), 501],
  [
    'a coding before chunked in another field',
    post(['Transfer-Encoding: gzip', ...chunked('chunked')], oneChunk),
    501,
  ],
  ['a coding that is not chunked', post(chunked('gzip'), 'ok'), 501],
  ['a transfer coding of HTTP/1.0', post(chunked('chunked'), oneChunk, '1.0'), 400],
  ['another expectation', get('/', 'Host: a', 'Expect: 200-ok'), 417],
  ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', 501],
  ['a method that no standard defines', get('/', 'Host: a').replace('GET', 'WITNESS'), 501],
  ['a field without a colon', get('/', 'Host: a', 'Field'), 400],
  ['more than 64 KiB of fields', get('/', 'Host: a', `X: ${'x'.repeat(66_000)}`), 431],
  ['more than 1,000 fields', get('/', 'Host: a', ...Array(1_100).fill('x: y')), 431],
  [
    'a chunk with a long extension',
    post(chunked('chunked'), `2;${'x'.repeat(20_000)}\r\nok\r\n0\r\n\r\n`),
    413,
  ],
])('%s: a problem document, and the connection ends', async (_what, request, status) => {
  handled.length = 0
  const received = await exchange(request)
  const [head = '', problem = ''] = received.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head.toLowerCase()).toContain('\r\ncontent-type: application/problem+json\r\n')
  expect(head.toLowerCase()).toContain('\r\nconnection: close')
  expect(JSON.parse(problem)).toEqual({
    type: 'about:blank',
    title: expect.any(String),
    status,
    detail: expect.any(String),
    code: expect.stringMatching(/^[a-z_]+$/),
    retryable: false,
    retry_after_s: null,
    payment: { state: 'not_taken' },
  })
  if (status !== 413) expect(handled).toEqual([])
})

test.each([
  ['a Host field in capital letters', get('/', 'Host: EXAMPLE.com:443')],
  ['a Host field with an IPv6 address', get('/', 'Host: [::1]:8402')],
  ['an empty Host field', get('/', 'Host:')],
  ['another host in the target than in the Host field', get('http://b/', 'Host: a')],
  ['chunked with empty list elements', post(chunked(', Chunked'), oneChunk)],
  ['100-continue', post(['Expect: 100-Continue', 'Content-Length: 2', 'Connection: close'], 'ok')],
  ['an upgrade that is not supported', get('/', 'Host: a', 'Upgrade: h2c')],
  ['HTTP/1.0 without a Host field', 'GET / HTTP/1.0\r\n\r\n'],
  ['OPTIONS of the whole server', get('*', 'Host: a').replace('GET', 'OPTIONS')],
])('%s is served', async (_what, request) => {
  expect(await exchange(request)).toMatch(/^(HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 200 /)
})

test.each([1, 2])('invalid bytes behind %i requests do not get into a response', async (count) => {
  const socket = connect(server.port, '127.0.0.1').setEncoding('latin1')
  socket.on('error', () => {})
  socket.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count))
  await once(socket, 'readable')
  socket.write('\0\r\n\r\n')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  await once(socket, 'close')
  expect(received.indexOf('HTTP/1.1', 1)).toBe(-1)
})

test('invalid bytes behind a request are not answered before it: the client would take the 400 for its response', async () => {
  const [started, mayEnd] = [gate(), gate()]
  await using paid = await openServer(async () => {
    started.open()
    await mayEnd.opened
    return new Response('report')
  })
  const socket = connect(paid.port, '127.0.0.1').setEncoding('latin1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await started.opened
  socket.write('\0\r\n\r\n')
  await once(socket, 'close')
  mayEnd.open()
  expect(received).toBe('')
})

test('each pipelined request starts in a new turn of the event loop, so that others are served between them', async () => {
  let turn = 0
  const turns: number[] = []
  await using busy = await openServer(() => {
    turns.push(turn)
    return new Response('ok')
  })
  const count = () => {
    turn += 1
    if (turns.length < 16) setImmediate(count)
  }
  setImmediate(count)
  const socket = connect(busy.port, '127.0.0.1')
  socket.write(`${'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(15)}${get('/', 'Host: a')}`)
  socket.resume()
  await once(socket, 'close')
  expect(new Set(turns).size).toBe(16)
})
