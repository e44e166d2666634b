import type { Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  connectRaw,
  connectThrough,
  getThrough,
  isMarked,
  openTestProxy,
  sendRaw,
  statusOf,
} from '#test/equipment/network/egress.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { forFile } from '#test/equipment/service/for-file.ts'

const internet = await forFile(openInternet())
/** Everything that the origin received, by connection. */
let received: string[] = []
let lastIp = 0

beforeAll(async () => {
  internet.dns.set('origin.example.com', { a: ['93.184.103.1'] })
  await internet.addTcp('93.184.103.1', 80, (socket) => {
    const at = received.push('') - 1
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      received[at] = `${received[at]}${chunk}`
    })
    // Every case gets one response, after the whole request has arrived.
    setTimeout(() => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'), 60)
  })
})

/** A host whose raw TCP behaviour is `handler`, once connected. */
async function hostile(handler: (socket: Socket) => void): Promise<string> {
  lastIp += 1
  const name = `hostile-${lastIp}.example.com`
  internet.dns.set(name, { a: [`93.184.104.${lastIp}`] })
  await internet.addTcp(`93.184.104.${lastIp}`, 80, (socket) =>
    socket.once('data', () => handler(socket)),
  )
  return name
}

const says = (answer: string) => hostile((socket) => socket.end(answer, 'latin1'))

describe('no second request can be hidden in a first', () => {
  const inner = 'GET /hidden HTTP/1.1\r\nHost: 10.0.0.1\r\n\r\n'
  const chunk = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`
  const cl = `Content-Length: ${inner.length}`

  test.each([
    ['length and chunks', `${cl}\r\nTransfer-Encoding: chunked`, chunk],
    ['two lengths', `Content-Length: 0\r\n${cl}`, inner],
    ['a list of lengths', `Content-Length: 0, ${inner.length}`, inner],
    ['a signed length', `Content-Length: +${inner.length}`, inner],
    ['a space before the colon', 'Transfer-Encoding : chunked', chunk],
    ['a folded coding', 'Transfer-Encoding:\r\n chunked', chunk],
    ['chunked twice', 'Transfer-Encoding: chunked, chunked', chunk],
    ['chunked in two fields', 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked', chunk],
    ['a coding below', 'Transfer-Encoding: gzip, chunked', chunk],
    ['chunked not last', 'Transfer-Encoding: chunked, identity', chunk],
    ['an unknown coding', 'Transfer-Encoding: xchunked', chunk],
    ['a bare line feed', `X: y\nTransfer-Encoding: chunked`, chunk],
    ['a bare carriage return', `X: y\rTransfer-Encoding: chunked`, chunk],
    ['a null byte', `X: \0\r\n${cl}`, inner],
  ])('%s is refused before anything is dialed', async (_how, fields, body) => {
    await using proxy = await openTestProxy(internet)
    const from = internet.dialed.length
    const head = `GET http://origin.example.com/ HTTP/1.1\r\nHost: origin.example.com\r\n${fields}\r\n\r\n`
    const answer = await sendRaw(proxy.listener, head + body)
    expect([0, 400, 403]).toContain(statusOf(answer))
    expect(internet.dialed.slice(from)).toEqual([])
    expect(proxy.listener.strays + proxy.listener.records.length).toBeGreaterThan(0)
  })

  test.each([
    ['GET', 'a length', cl, inner],
    ['GET', 'chunks', 'Transfer-Encoding: chunked', chunk],
    ['DELETE', 'chunks', 'Transfer-Encoding: chunked', chunk],
    ['HEAD', 'chunks', 'transfer-encoding: CHUNKED', chunk],
    ['GET', 'a length that Connection would drop', `Connection: content-length\r\n${cl}`, inner],
    [
      'OPTIONS',
      'chunks that Connection names',
      'Connection: transfer-encoding\r\nTransfer-Encoding: chunked',
      chunk,
    ],
    ['POST', 'a length after 2,500 fields', `${'a: b\r\n'.repeat(2500)}${cl}`, inner],
    [
      'GET',
      'chunks after 2,500 fields',
      `${'a: b\r\n'.repeat(2500)}Transfer-Encoding: chunked`,
      chunk,
    ],
    ['GET', 'an expectation', `Expect: 100-continue\r\n${cl}`, inner],
  ])('%s with %s: the origin gets unambiguous framing', async (method, _how, fields, body) => {
    received = []
    await using proxy = await openTestProxy(internet)
    const client = connectRaw(proxy.listener)
    const head = `${method} http://origin.example.com/ HTTP/1.1\r\nHost: origin.example.com\r\n${fields}\r\n\r\n`
    client.socket.write(head + body)
    await client.until((text) => /HTTP\/1\.1 200/.test(text))
    client.socket.destroy()
    expect(received).toHaveLength(1)
    const [got = ''] = received
    const end = got.indexOf('\r\n\r\n')
    const [fieldsSent, content] = [got.slice(0, end).toLowerCase(), got.slice(end + 4)]
    expect(content).toContain(inner)
    if (body === inner) {
      expect(fieldsSent).toContain(cl.toLowerCase())
      expect(content).toBe(inner)
    } else {
      expect(fieldsSent).toContain('transfer-encoding: chunked')
      expect(content).toMatch(/^2b\r\n|^[0-9a-f]+\r\n/)
      expect(content.endsWith('0\r\n\r\n')).toBe(true)
    }
    expect(fieldsSent.match(/content-length|transfer-encoding/g)).toHaveLength(1)
    expect(fieldsSent).not.toContain('expect')
  })

  test('data after a request is a separate request, checked separately', async () => {
    received = []
    await using proxy = await openTestProxy(internet)
    const get = (url: string) => `GET ${url} HTTP/1.1\r\nHost: origin.example.com\r\n\r\n`
    const client = connectRaw(proxy.listener)
    client.socket.write(get('http://origin.example.com/1') + get('http://10.0.0.1/2'))
    await client.until((text) => text.includes('403'))
    client.socket.destroy()
    expect(proxy.listener.records).toMatchObject([
      { decision: 'allowed' },
      { decision: 'blocked', block: 'not_public' },
    ])
    expect(received).toHaveLength(1)
    expect(received[0]).not.toContain('/2')
  })

  test('a head beyond 64 KiB is not read', async () => {
    await using proxy = await openTestProxy(internet)
    const from = internet.dialed.length
    const answer = await getThrough(
      proxy.listener,
      'http://origin.example.com/',
      `X: ${'x'.repeat(70_000)}\r\n`,
    )
    expect(answer).toBe('')
    expect(proxy.listener.strays).toBe(1)
    expect(internet.dialed).toHaveLength(from)
  })
})

describe('an origin cannot impersonate the proxy', () => {
  test('its 407 is a failed exchange, and prompts the browser for no login', async () => {
    const host = await says(
      'HTTP/1.1 407 Login\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 5\r\n\r\nlogin',
    )
    await using proxy = await openTestProxy(internet)
    const answer = await getThrough(proxy.listener, `http://${host}/`)
    expect(statusOf(answer)).toBe(502)
    expect(isMarked(answer, proxy.listener)).toBe(true)
    expect(answer).not.toMatch(/proxy-auth|login/i)
    expect(proxy.listener.records).toMatchObject([
      { decision: 'failed', error: { code: 'protocol_error', raw: 'PROXY_AUTHENTICATION' } },
    ])
  })

  test('its proxy fields and a forged mark are dropped; everything else arrives as sent', async () => {
    const host = await says(
      [
        'HTTP/1.1 403 Nope',
        'X-Urlwitness-Egress: guess',
        'x-urlwitness-egress: again',
        'Proxy-Authenticate: Negotiate',
        'Proxy-Connection: keep-alive',
        'Set-Cookie: a=1',
        'Set-Cookie: b=2',
        'X-Caf\xe9: \xe9',
        'Content-Length: 2',
        '\r\nno',
      ]
        .join('\r\n')
        .replace('X-Caf\xe9', 'X-Cafe'),
    )
    await using proxy = await openTestProxy(internet)
    const answer = await getThrough(proxy.listener, `http://${host}/`)
    expect(answer).toMatch(/^HTTP\/1\.1 403 Nope\r\n/)
    expect(answer).not.toMatch(/urlwitness|proxy-/i)
    expect(answer).toContain('Set-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Cafe: \xe9\r\n')
    expect(answer.endsWith('\r\n\r\nno')).toBe(true)
    expect(proxy.listener.records).toMatchObject([{ decision: 'allowed' }])
  })
})

describe('faults of an origin', () => {
  test.each([
    ['closes without a word', '', 'reset_before_response', 'ECONNRESET'],
    ['speaks no HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', 'protocol_error', 'HPE_INVALID_CONSTANT'],
    [
      'states two lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!',
      'protocol_error',
      'MULTIPLE_CONTENT_LENGTH',
    ],
    [
      'sends a NUL in a field',
      'HTTP/1.1 200 OK\r\nX: a\0b\r\nContent-Length: 2\r\n\r\nok',
      'protocol_error',
      'NUL_IN_HEADER_SECTION',
    ],
    [
      'sends fields without end',
      `HTTP/1.1 200 OK\r\n${`X: ${'y'.repeat(1_000)}\r\n`.repeat(300)}\r\n`,
      'headers_too_large',
      'HPE_HEADER_OVERFLOW',
    ],
    [
      'changes the protocol unasked',
      'HTTP/1.1 101 X\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      'protocol_error',
      /UPGRADE|HPE_/,
    ],
  ])('%s: a marked 502 and its code', async (_what, answer, code, raw) => {
    const host = await says(answer)
    await using proxy = await openTestProxy(internet)
    const got = await getThrough(proxy.listener, `http://${host}/`)
    expect(statusOf(got)).toBe(502)
    expect(isMarked(got, proxy.listener)).toBe(true)
    expect(proxy.listener.records).toMatchObject([
      {
        decision: 'failed',
        error: { code, raw: raw instanceof RegExp ? expect.stringMatching(raw) : raw },
      },
    ])
  })

  test('control characters in its reason phrase, which clients ignore, become spaces', async () => {
    const host = await says('HTTP/1.1 200 O\x01K\x80\r\nContent-Length: 2\r\n\r\nok')
    await using proxy = await openTestProxy(internet)
    const answer = await getThrough(proxy.listener, `http://${host}/`)
    expect(answer).toMatch(/^HTTP\/1\.1 200 O K\x80\r\n[\s\S]*\r\n\r\nok$/)
    expect(proxy.listener.records).toMatchObject([{ decision: 'allowed', error: null }])
  })

  test.each([
    ['two framings', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n'],
    ['one length twice', 'Content-Length: 2\r\nContent-Length: 2\r\n\r\nok'],
    ['a line that ends in a line feed', 'X: a\nContent-Length: 2\r\n\r\nok'],
    ['a folded line', 'X: a\r\n b\r\nContent-Length: 2\r\n\r\nok'],
    ['a space before a colon', 'X : a\r\nContent-Length: 2\r\n\r\nok'],
  ])('%s, which browsers accept: forwarded in our own rendering', async (_what, rest) => {
    const host = await says(`HTTP/1.1 200 OK\r\n${rest}`)
    await using proxy = await openTestProxy(internet)
    const answer = await getThrough(proxy.listener, `http://${host}/`)
    expect(statusOf(answer)).toBe(200)
    expect(answer).not.toMatch(/[^\r]\n|\r\n[ \t]|: .*\r\nContent-Length: 2\r\nContent-Length/)
    expect(proxy.listener.records).toMatchObject([{ decision: 'allowed', error: null }])
  })

  test.each([
    [
      'content of a 204',
      'HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\n{}',
      /^HTTP\/1\.1 204 /,
    ],
    ['bytes after its content', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok{}', /\r\n\r\nok$/],
  ])('%s: not forwarded, because browsers ignore it', async (_what, answer, forwarded) => {
    const host = await says(answer)
    await using proxy = await openTestProxy(internet)
    expect(await getThrough(proxy.listener, `http://${host}/`)).toMatch(forwarded)
    expect(proxy.listener.records).toMatchObject([{ decision: 'allowed', error: null }])
  })

  test('its head arrives when it was sent, even if its content is slow', async () => {
    const host = await hostile((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n'),
    )
    await using proxy = await openTestProxy(internet, { deadlineMs: 2_000 })
    const client = connectRaw(proxy.listener)
    client.socket.write(`GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    expect(statusOf(await client.until((text) => text.includes('\r\n\r\n')))).toBe(200)
    client.socket.destroy()
  })

  test('a truncated body is truncated for the browser too, and reported', async () => {
    const host = await says('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort')
    await using proxy = await openTestProxy(internet)
    const answer = await getThrough(proxy.listener, `http://${host}/`)
    expect(statusOf(answer)).toBe(200)
    expect(answer).toContain('Content-Length: 100')
    expect(proxy.listener.records).toMatchObject([
      { decision: 'failed', error: { code: 'body_incomplete', phase: 'body' } },
    ])
  })

  test('a browser that disconnects is not reported as a fault of the target, and its connection is freed', async () => {
    let closed = false
    const host = await hostile((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\nendless')
      socket.once('close', () => {
        closed = true
      })
    })
    await using proxy = await openTestProxy(internet)
    const client = connectRaw(proxy.listener)
    client.socket.write(`GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
    await client.until((text) => text.includes('endless'))
    client.socket.destroy()
    await expect.poll(() => closed).toBe(true)
    expect(proxy.listener.records).toMatchObject([{ decision: 'allowed', error: null }])
  })

  test('an exchange that our own deadline cuts is reported as the deadline', async () => {
    const host = await hostile(() => {})
    await using proxy = await openTestProxy(internet, { deadlineMs: 300 })
    expect(await getThrough(proxy.listener, `http://${host}/`)).toBe('')
    const tunnel = await connectThrough(proxy.listener, `${host}:80`)
    expect(statusOf(tunnel.head)).toBe(403)
    // The connection to the browser closes first; nothing is blamed on the target.
    expect(proxy.listener.records[0]?.error?.code ?? 'deadline').toBe('deadline')
  })
})
