import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listen } from '#http/server.ts'
import { systemClock } from '#runtime/clock.ts'
import { systemRandom } from '#runtime/random.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'
import { waitingTime } from '#test/equipment/time/cpu-time.ts'
import { gate } from '#test/equipment/time/gate.ts'
import { runs } from '#test/fuzz/runs.ts'

const page = 'https://93.184.215.14/'

const internet = await forFile(openInternet())
const shop = await forFile(openTestService({ internet }))

/** Sends raw bytes to the service; returns everything until it closed the connection, and how long that took. */
function exchange(
  pieces: readonly string[],
  pauseMs = 0,
): Promise<{ text: string; waitedMs: number }> {
  const { port } = new URL(shop.service.baseUrl)
  return new Promise((resolve) => {
    const waited = waitingTime()
    const socket = connect(Number(port), '127.0.0.1')
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve({ text, waitedMs: waited() }))
    socket.on('connect', async () => {
      for (const piece of pieces) {
        if (socket.writable) socket.write(piece)
        await new Promise((go) => setTimeout(go, pauseMs))
      }
    })
  })
}

const head = [
  'POST /v1/probe-url HTTP/1.1',
  'Host: 127.0.0.1',
  'Content-Type: application/json',
  'Connection: close',
]

test('HTTP/1.0 without a Host field, as load balancers send it, gets a response', async () => {
  const { text } = await exchange(['GET /health HTTP/1.0\r\n\r\n'])
  expect(text).toMatch(/^HTTP\/1\.1 200 /)
})

/**
 * The status; 402 in place of a 503 `at_capacity`, which an overloaded process sends instead of a quote: a busy machine is no
 * failure here.
 */
async function statusOf(response: Response): Promise<number> {
  const text = await response.text()
  return response.status === 503 && JSON.parse(text).code === 'at_capacity' ? 402 : response.status
}

describe('arbitrary requests', () => {
  test('any body gets 402 or 422 and never a 500', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.json().map((text) => new TextEncoder().encode(text)),
          fc
            .record({ url: fc.oneof(fc.string(), fc.webUrl(), fc.jsonValue()) })
            .map((value) => new TextEncoder().encode(JSON.stringify(value))),
        ),
        async (body) => {
          const response = await fetch(`${shop.service.baseUrl}/v1/probe-url`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: new Uint8Array(body),
          })
          expect([402, 422]).toContain(await statusOf(response))
        },
      ),
      { numRuns: runs(300) },
    )
  })

  test('any payment header gets 402 and never reaches the facilitator', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.base64String({ maxLength: 400 }),
          fc.json().map((text) => btoa(unescape(encodeURIComponent(text)))),
          fc.stringMatching(/^[\x21-\x7e]{1,200}$/),
        ),
        async (header) => {
          const response = await shop.post({ url: page }, { 'payment-signature': header })
          expect(await statusOf(response.clone())).toBe(402)
          const { error = 'shed' } = await readJson(response)
          expect(error).toMatch(/^[a-z0-9_]+$/)
        },
      ),
      { numRuns: runs(300) },
    )
    expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('any MCP message gets a JSON-RPC response or a 4xx, and never reaches the facilitator', async () => {
    const name = fc.constantFrom('probe_url', 'render_page', 'nothing', '', '__proto__')
    const meta = fc.dictionary(fc.constantFrom('x402/payment', 'progressToken'), fc.jsonValue())
    const params = fc.oneof(
      fc.jsonValue(),
      fc.record({ name, arguments: fc.jsonValue(), _meta: meta }, { requiredKeys: ['name'] }),
      fc.record({
        name,
        arguments: fc.record({ url: fc.oneof(fc.string(), fc.constant(page)) }),
        _meta: meta,
      }),
    )
    const message = fc.record(
      {
        jsonrpc: fc.constantFrom('2.0', '1.0', 2),
        id: fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.jsonValue()),
        method: fc.constantFrom('tools/call', 'tools/list', 'initialize', 'ping', 'x', ''),
        params,
      },
      { requiredKeys: [] },
    )
    const body = fc.oneof(
      { weight: 4, arbitrary: message.map((one) => JSON.stringify(one)) },
      fc.array(message, { maxLength: 3 }).map((ones) => JSON.stringify(ones)),
      fc.json(),
      fc.string({ unit: 'binary' }),
    )
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const response = await fetch(`${shop.service.baseUrl}/mcp`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
          },
          body: sent,
        })
        const text = await response.text()
        expect([response.status < 500, text]).toEqual([true, text])
        if (response.status === 200) {
          expect(text).toMatch(/"jsonrpc":"2.0"/)
          expect(text).not.toContain('x402/payment-response')
        }
      }),
      { numRuns: runs(300) },
    )
    expect(shop.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test.each([
    ['an authorization', { authorization: 'Bearer x' }],
    ['a cookie', { cookie: 'paid=1' }],
    ['a forwarded host', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }],
  ])('%s changes nothing about the quote', async (_what, fields) => {
    const plain = await (await shop.post({ url: page })).text()
    const response = await shop.post({ url: page }, fields)
    expect([response.status, await response.text()]).toEqual([402, plain])
  })

  test('a forged Host header does not reach the quote', async () => {
    const body = JSON.stringify({ url: page })
    const { text } = await exchange([
      [
        ...head.map((line) => line.replace('Host: 127.0.0.1', 'Host: evil.example')),
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    ])
    expect(text).toMatch(/^HTTP\/1\.1 402 /)
    expect(text).not.toContain('evil.example')
  })

  test('a payment header of 60 KB gets a 402, a header section above 64 KiB is cut', async () => {
    const body = JSON.stringify({ url: page })
    const large = await exchange([
      [
        ...head,
        `PAYMENT-SIGNATURE: ${'A'.repeat(60_000)}`,
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    ])
    expect(large.text).toMatch(/^HTTP\/1\.1 402 [\s\S]*invalid_payload/)
    const tooLarge = await exchange([
      [
        ...head,
        `PAYMENT-SIGNATURE: ${'A'.repeat(80_000)}`,
        `Content-Length: ${body.length}`,
        '',
        body,
      ].join('\r\n'),
    ])
    expect(tooLarge.text).toMatch(/^(HTTP\/1\.1 431 |$)/)
  })

  test('a chunked body without end is refused as soon as it is too large', async () => {
    const chunk = `1000\r\n${'a'.repeat(4096)}\r\n`
    const { text, waitedMs } = await exchange([
      [...head, 'Transfer-Encoding: chunked', '', ''].join('\r\n'),
      ...Array.from({ length: 12 }, () => chunk),
    ])
    expect(text).toMatch(/^HTTP\/1\.1 422 [\s\S]*body_too_large/)
    expect(waitedMs).toBeLessThan(14_000)
  })

  test('a body in thousands of chunks is refused, though it is short', async () => {
    const chunks = [...JSON.stringify({ url: page }).padEnd(1_100)].map((one) => `1\r\n${one}\r\n`)
    const body = `${chunks.join('')}0\r\n\r\n`
    const { text } = await exchange([
      [...head, 'Transfer-Encoding: chunked', '', body].join('\r\n'),
    ])
    expect(text).toMatch(/^HTTP\/1\.1 422 [\s\S]*body_too_many_chunks/)
  })

  test.each([
    [
      'both framings',
      [...head, 'Content-Length: 4', 'Transfer-Encoding: chunked', '', '0\r\n\r\n'],
    ],
    ['two lengths', [...head, 'Content-Length: 4', 'Content-Length: 5', '', 'abcde']],
    ['a negative length', [...head, 'Content-Length: -1', '', '']],
    ['no HTTP at all', ['\u0016\u0003\u0001 hello', '', '']],
    ['a bare line feed in a header', ['POST /v1/probe-url HTTP/1.1\nHost: a\n\n']],
  ])('%s is refused, not guessed', async (_what, lines) => {
    const { text } = await exchange([lines.join('\r\n')])
    expect(text).toMatch(/^HTTP\/1\.1 (400|402|422|501) /)
    expect(text).not.toMatch(/^HTTP\/1\.1 402 [\s\S]*HTTP\/1\.1/)
  })

  test('slow headers and a missing body are cut, while others are served', async () => {
    const slowHeaders = exchange(
      ['POST /v1/probe-url HTTP/1.1\r\n', ...Array.from({ length: 40 }, () => 'X: y\r\n')],
      500,
    )
    const halfBody = exchange([[...head, 'Content-Length: 100', '', '{"url":'].join('\r\n')])
    expect((await shop.post({ url: page })).status).toBe(402)
    expect((await slowHeaders).waitedMs).toBeLessThan(14_000)
    expect((await halfBody).waitedMs).toBeLessThan(19_000)
    expect((await shop.post({ url: page })).status).toBe(402)
  })
})

describe('pipelined requests on one connection', () => {
  const body = 'x'.repeat(1_000_000)

  async function sendAhead(requests: number) {
    let asked = 0
    const server = await listen({
      host: '127.0.0.1',
      port: 0,
      handler: (request) => {
        asked += 1
        return new Response(`${new URL(request.url).pathname}${body}`)
      },
      clock: systemClock,
      random: systemRandom,
      idleTimeoutMs: 60_000,
    })
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.pause()
    for (let nth = 0; nth < requests; nth += 1) {
      const last = nth === requests - 1 ? 'Connection: close\r\n' : ''
      socket.write(`GET /${nth} HTTP/1.1\r\nHost: a\r\n${last}\r\n`)
    }
    await new Promise((go) => setTimeout(go, 300))
    const askedUnread = asked
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.resume()
    await new Promise((go) => socket.on('close', go))
    await server.close(0)
    return { askedUnread, answered: [...text.matchAll(/\/(\d+)x/g)].map(([, nth]) => nth) }
  }

  test('are processed one by one, in their order', async () => {
    const { askedUnread, answered } = await sendAhead(16)
    // The kernel buffers some megabytes of the responses on the way.
    expect(askedUnread).toBeLessThan(12)
    expect(answered).toEqual(Array.from({ length: 16 }, (_, nth) => String(nth)))
  })

  test('by the thousand end the connection', async () => {
    const { askedUnread } = await sendAhead(3_000)
    expect(askedUnread).toBeLessThan(12)
  })

  test('on many connections end those that add to the waiting requests, and not one with a single waiting request', async () => {
    const mayRespond = gate()
    const server = await listen({
      host: '127.0.0.1',
      port: 0,
      handler: async () => {
        await mayRespond.opened
        return new Response('ok')
      },
      clock: systemClock,
      random: systemRandom,
      idleTimeoutMs: 60_000,
    })
    const send = async (count: number) => {
      const socket = connect(server.port, '127.0.0.1')
      await once(socket, 'connect')
      const client = { text: '', isClosed: false }
      socket
        .on('error', () => {})
        .on('close', () => {
          client.isClosed = true
        })
      socket.setEncoding('latin1').on('data', (chunk) => {
        client.text += chunk
      })
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count))
      return client
    }
    const clients = await Promise.all(Array.from({ length: 300 }, () => send(16)))
    const modest = await send(2)
    const open = () => clients.filter(({ isClosed }) => !isClosed).length
    await expect.poll(open).toBeLessThanOrEqual(4_000 / 15)
    expect(open()).toBeGreaterThan(200)
    mayRespond.open()
    await expect.poll(() => modest.text.split('HTTP/1.1 200').length).toBe(3)
    expect(modest.isClosed).toBe(false)
    const again = await send(16)
    await expect.poll(() => again.text.split('HTTP/1.1 200').length).toBe(17)
    await server.close(0)
  })

  test('by the thousand in one packet are not even parsed', async () => {
    let parsed = 0
    const countRequest = () => {
      parsed += 1
    }
    subscribe('http.server.request.start', countRequest)
    const socket = connect(Number(new URL(shop.service.baseUrl).port), '127.0.0.1')
    socket.on('error', () => {}).resume()
    socket.write('GET /health HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(1_500))
    await new Promise((go) => socket.on('close', go))
    unsubscribe('http.server.request.start', countRequest)
    expect(parsed).toBeGreaterThan(16)
    expect(parsed).toBeLessThan(100)
  })
})

test('are not processed after their connection has closed', async () => {
  const asked: string[] = []
  let answer = (_: Response) => {}
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    handler: (request) => {
      asked.push(new URL(request.url).pathname)
      return new Promise((resolve) => {
        answer = resolve
      })
    },
    clock: systemClock,
    random: systemRandom,
    idleTimeoutMs: 60_000,
  })
  const socket = connect(server.port, '127.0.0.1')
  socket.write('GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(() => asked).toEqual(['/1'])
  socket.destroy()
  await new Promise((go) => setTimeout(go, 100))
  answer(new Response('late'))
  await new Promise((go) => setTimeout(go, 100))
  expect(asked).toEqual(['/1'])
  await server.close(0)
})

test('a client that never reads its response does not hold the connection for ever', async () => {
  const whole = 32_000_000
  const graceMs = 30_000
  let handled = () => {}
  const requested = new Promise<void>((resolve) => {
    handled = resolve
  })
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    handler: () => {
      handled()
      return new Response('x'.repeat(whole))
    },
    clock: systemClock,
    random: systemRandom,
    idleTimeoutMs: 300,
  })
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {})
  const closed = new Promise((go) => socket.on('close', go))
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await requested
  // The last connection is cut long before the grace period ends.
  const waited = waitingTime()
  await server.close(graceMs)
  expect(waited()).toBeLessThan(graceMs)
  let read = 0
  socket.on('data', (chunk) => {
    read += chunk.length
  })
  socket.resume()
  await closed
  expect(read).toBeLessThan(whole)
})

test('a response that its client is still reading is sent whole when the service ends, and no idle connection delays that', async () => {
  const body = new Uint8Array(30_000_000)
  const server = await listen({
    host: '127.0.0.1',
    port: 0,
    handler: (request) => new Response(request.url.endsWith('/large') ? body : 'small'),
    clock: systemClock,
    random: systemRandom,
    idleTimeoutMs: 60_000,
  })
  const open = (path: string) => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`)
    return socket
  }
  const idle = open('/small')
  await once(idle, 'data')
  const reading = open('/large')
  await once(reading, 'readable')
  const closed = server.close(30_000)
  await once(idle, 'close')
  let received = 0
  reading.on('data', (bytes) => {
    received += bytes.length
  })
  await closed
  await once(reading, 'close')
  expect(received).toBeGreaterThan(body.length)
})
