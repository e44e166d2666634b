import { once } from 'node:events'
import type { Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '#fault.ts'
import { openEgressProxy } from '#net/proxy/proxy.ts'
import type { EgressRecord } from '#net/proxy/record.ts'
import { systemClock } from '#runtime/clock.ts'
import { systemRandom } from '#runtime/random.ts'
import {
  connectRaw,
  connectThrough,
  getThrough,
  isMarked,
  openTestProxy,
  sendRaw,
  statusOf,
  wholeResponse,
} from '#test/equipment/network/egress.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { forFile } from '#test/equipment/service/for-file.ts'

const internet = await forFile(openInternet())
/** Everything that the raw origin received, by connection. */
const received: string[] = []

beforeAll(async () => {
  await internet.addSite('site.example.com', {
    ip: '93.184.101.1',
    https: (_request, response) => response.end('secret'),
    http: (request, response) => {
      response.setHeader('x-url', request.url ?? '')
      request.pipe(response)
    },
  })
  internet.dns.set('raw.example.com', { a: ['93.184.101.2'] })
  await internet.addTcp('93.184.101.2', 80, (socket: Socket) => {
    const at = received.push('') - 1
    socket.setEncoding('latin1')
    socket.on('data', (chunk) => {
      received[at] = `${received[at]}${chunk}`
      if (/\r\n\r\n$|0\r\n\r\n$|END$/.test(received[at] ?? '')) {
        socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n')
      }
    })
  })
  internet.dns.set('echo.example.com', { a: ['93.184.101.3'] })
  await internet.addTcp('93.184.101.3', 80, (socket) => socket.pipe(socket))
  internet.dns.set('nobody.example.com', { a: ['93.184.101.9'] })
})

describe('a request that the policy allows', () => {
  test('is sent in origin-form, to the host of its URL regardless of Host, without proxy fields', async () => {
    await using proxy = await openTestProxy(internet)
    const head = [
      'GET http://RAW.example.com.:80/a/../b?x=1#f HTTP/1.1',
      'Host: elsewhere.example.com',
      'Proxy-Connection: keep-alive',
      'Proxy-Authorization: Basic eDp5',
      'Proxy-Anything: 1',
      'Connection: x-hop, host',
      'X-Hop: 1',
      'TE: trailers',
      'X-Kept: yes',
      'Cookie: a=b',
    ].join('\r\n')
    const answer = await sendRaw(proxy.listener, `${head}\r\n\r\n`)
    expect(statusOf(answer)).toBe(204)
    expect(received.pop()).toBe(
      [
        'GET /b?x=1 HTTP/1.1',
        'host: raw.example.com',
        'X-Kept: yes',
        'Cookie: a=b',
        'connection: close',
        '\r\n',
      ].join('\r\n'),
    )
    expect(proxy.listener.records).toMatchObject([
      {
        kind: 'request',
        method: 'GET',
        requested: 'http://RAW.example.com.:80/a/../b?x=1#f',
        target: { host: 'raw.example.com', port: 80 },
        decision: 'allowed',
        block: null,
        address: { ip: '93.184.101.2' },
      },
    ])
  })

  test.each([
    ['by its length', 'Content-Length: 9', 'hello END'],
    ['by chunks', 'Transfer-Encoding: chunked', '5\r\nhello\r\n0\r\n\r\n'],
  ])('carries a body that is delimited %s under the same framing', async (_how, field, body) => {
    await using proxy = await openTestProxy(internet)
    const url = 'http://raw.example.com/'
    await sendRaw(
      proxy.listener,
      `POST ${url} HTTP/1.1\r\nHost: raw.example.com\r\n${field}\r\n\r\n${body}`,
    )
    const [head, ...rest] = (received.pop() ?? '').split('\r\n\r\n')
    expect(head?.toLowerCase()).toContain(field.toLowerCase())
    expect(rest.join('\r\n\r\n')).toBe(body)
    expect(proxy.listener.records[0]?.bytesUp).toBeGreaterThan(0)
  })

  test('leaves the connection to the browser open for the next request, to another host too', async () => {
    await using proxy = await openTestProxy(internet)
    const client = connectRaw(proxy.listener)
    for (const [n, host] of ['site', 'raw', 'site'].entries()) {
      client.socket.write(
        `GET http://${host}.example.com/${n} HTTP/1.1\r\nHost: ${host}.example.com\r\n\r\n`,
      )
      await client.until((text) => text.split('HTTP/1.1 2').length === n + 2)
    }
    client.socket.destroy()
    expect(proxy.listener.records.map(({ target }) => target?.host)).toEqual([
      'site.example.com',
      'raw.example.com',
      'site.example.com',
    ])
  })

  test('without a response is a marked 502, and the record has the reason with the codes of the probe', async () => {
    await using proxy = await openTestProxy(internet)
    const refused = await getThrough(proxy.listener, 'http://nobody.example.com/')
    const unknown = await getThrough(proxy.listener, 'http://unknown.example.com/')
    const tunnel = await connectThrough(proxy.listener, 'nobody.example.com:443')
    for (const answer of [refused, unknown, tunnel.head]) {
      expect(statusOf(answer)).toBe(502)
      expect(isMarked(answer, proxy.listener)).toBe(true)
      expect(answer.toLowerCase()).not.toContain('access-control')
    }
    expect(refused).toContain('cache-control: no-store')
    expect(proxy.listener.records).toMatchObject([
      { decision: 'failed', error: { code: 'connect_refused', raw: 'ECONNREFUSED' } },
      { decision: 'failed', error: { code: 'dns_nxdomain', raw: 'NXDOMAIN' } },
      { decision: 'failed', kind: 'tunnel', error: { code: 'connect_refused' } },
    ])
  })
})

describe('a tunnel', () => {
  test('leaves the certificate to the browser: TLS ends at the origin, not here', async () => {
    await using proxy = await openTestProxy(internet)
    const { socket, head } = await connectThrough(proxy.listener, 'site.example.com:443')
    expect(statusOf(head)).toBe(200)
    socket.removeAllListeners('data')
    const secure = tlsConnect({
      socket,
      servername: 'site.example.com',
      ca: internet.root.pem,
      ALPNProtocols: ['http/1.1'],
    })
    await once(secure, 'secureConnect')
    expect(secure.authorized).toBe(true)
    secure.write('GET / HTTP/1.1\r\nHost: site.example.com\r\nConnection: close\r\n\r\n')
    let text = ''
    for await (const chunk of secure) text += chunk
    expect(text).toContain('secret')
    const [record] = proxy.listener.records
    expect(record).toMatchObject({
      kind: 'tunnel',
      requested: 'site.example.com:443',
      decision: 'allowed',
      address: { ip: '93.184.101.1' },
    })
    expect(record?.bytesUp).toBeGreaterThan(100)
    expect(record?.bytesDown).toBeGreaterThan(500)
  })

  test('to port 80 carries a WebSocket, and data sent with the CONNECT is not lost', async () => {
    await using proxy = await openTestProxy(internet)
    const client = connectRaw(proxy.listener)
    client.socket.write('CONNECT echo.example.com:80 HTTP/1.1\r\n\r\nearly')
    expect(await client.until((text) => text.endsWith('early'))).toBe(
      'HTTP/1.1 200 Connection established\r\n\r\nearly',
    )
    client.socket.write(' late')
    await client.until((text) => text.endsWith('early late'))
    client.socket.end()
    await client.closed
    expect(proxy.listener.records).toMatchObject([{ bytesUp: 10, bytesDown: 10 }])
  })
})

describe('a proxy is closed', () => {
  const ask = async (proxy: Awaited<ReturnType<typeof openTestProxy>>) => [
    await getThrough(proxy.listener, 'http://site.example.com/'),
    (await connectThrough(proxy.listener, 'site.example.com:443')).head,
  ]

  test('before it is opened: nothing is resolved, dialed or recorded', async () => {
    const before = { dialed: internet.dialed.length, requested: internet.dns.queries.length }
    await using proxy = await openTestProxy(internet, { open: false })
    for (const answer of await ask(proxy)) {
      expect(statusOf(answer)).toBe(403)
      expect(isMarked(answer, proxy.listener)).toBe(true)
    }
    expect(proxy.listener.records).toEqual([])
    expect({ dialed: internet.dialed.length, requested: internet.dns.queries.length }).toEqual(
      before,
    )
    proxy.listener.open(proxy.job)
    expect((await ask(proxy)).map(statusOf)).toEqual([200, 200])
  })

  test('after the deadline of its job, whose open tunnels end with it', async () => {
    await using proxy = await openTestProxy(internet)
    const tunnel = await connectThrough(proxy.listener, 'echo.example.com:80')
    proxy.deadline.cancel(new Fault('probe_ended', 'The job has ended.'))
    await tunnel.closed
    const before = internet.dialed.length
    expect((await ask(proxy)).map(statusOf)).toEqual([403, 403])
    expect(proxy.listener.records.slice(1)).toMatchObject([
      { decision: 'blocked', block: 'deadline' },
      { decision: 'blocked', block: 'deadline' },
    ])
    expect(internet.dialed).toHaveLength(before)
  })

  test('after close: connections end, the port is closed, and closing again does nothing', async () => {
    await using proxy = await openTestProxy(internet)
    const tunnel = await connectThrough(proxy.listener, 'echo.example.com:80')
    const idle = connectRaw(proxy.listener)
    await once(idle.socket, 'connect')
    await Promise.all([proxy.listener.close(), proxy.listener.close()])
    await Promise.all([tunnel.closed, idle.closed])
    const late = connectRaw(proxy.listener)
    expect(await late.closed).toBe('reset')
    await proxy.listener.close()
  })

  test('when it closes during a look-up: the result is not dialed', async () => {
    internet.dns.set('slow.example.com', { a: ['93.184.101.1'], delayMs: 200 })
    const proxy = await openTestProxy(internet)
    const client = connectRaw(proxy.listener)
    client.socket.write('CONNECT slow.example.com:443 HTTP/1.1\r\n\r\n')
    while (proxy.listener.records.length === 0)
      await new Promise((resolve) => setTimeout(resolve, 5))
    await proxy[Symbol.asyncDispose]()
    await client.closed
    expect(client.text()).toBe('')
    expect(proxy.listener.records[0]?.decision).not.toBe('allowed')
  })
})

describe('clients other than the browser', () => {
  test.each([
    ['a page that found the port', 'GET / HTTP/1.1\r\nHost: 127.0.83.1\r\n\r\n'],
    ['a name rebound to us', 'GET /x HTTP/1.1\r\nHost: evil.example.com\r\n\r\n'],
    ['an authority without a scheme', 'GET site.example.com:80 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a scheme without an authority', 'GET http:site.example.com HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    [
      'an upgrade',
      'GET http://site.example.com/ HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n',
    ],
  ])('%s gets nothing, not even the mark, and is counted', async (_who, bytes) => {
    await using proxy = await openTestProxy(internet)
    const before = internet.dialed.length
    const answer = await wholeResponse(proxy.listener, bytes)
    expect([0, 400]).toContain(statusOf(answer))
    expect(answer).not.toContain(proxy.listener.mark.value)
    expect(proxy.listener.strays).toBe(1)
    expect(proxy.listener.records).toEqual([])
    expect(internet.dialed).toHaveLength(before)
  })

  test('cannot come from another machine: the proxy listens on loopback or not at all', async () => {
    const options = { clock: systemClock, random: systemRandom }
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'localhost', '']) {
      await expect(openEgressProxy({ ...options, host })).rejects.toMatchObject({
        code: 'egress_unavailable',
        facts: { host },
      })
    }
    const elsewhere = await openEgressProxy({ ...options, host: '127.0.0.1' })
    expect(elsewhere.host).toBe('127.0.0.1')
    await elsewhere.close()
  })

  test('an address that cannot be listened on is a fault with advice', async () => {
    const options = { clock: systemClock, random: systemRandom, host: '::1' }
    const opened = await openEgressProxy(options).catch((error: unknown) => error)
    // Where the machine has IPv6, its loopback works as well.
    if (opened instanceof Fault) expect(opened.message).toContain('sudo ifconfig lo0 alias ::1')
    else await (opened as Awaited<ReturnType<typeof openEgressProxy>>).close()
  })
})

describe('six jobs at once', () => {
  test('have every request in the records of their own proxy, once', async () => {
    const proxies = await Promise.all(Array.from({ length: 6 }, () => openTestProxy(internet)))
    await Promise.all(
      proxies.flatMap(({ listener }, job) =>
        Array.from({ length: 8 }, (_, n) =>
          n % 2 === 0
            ? getThrough(listener, `http://site.example.com/${job}/${n}`)
            : connectThrough(listener, 'site.example.com:443').then(({ socket }) =>
                socket.destroy(),
              ),
        ),
      ),
    )
    for (const [job, { listener }] of proxies.entries()) {
      const urls = listener.records
        .filter(({ kind }) => kind === 'request')
        .map(({ requested }) => requested)
      expect(urls.sort()).toEqual([0, 2, 4, 6].map((n) => `http://site.example.com/${job}/${n}`))
      expect(listener.records).toHaveLength(8)
    }
    expect(new Set(proxies.map(({ listener }) => listener.mark.value)).size).toBe(6)
    await Promise.all(proxies.map((proxy) => proxy[Symbol.asyncDispose]()))
  })

  test('each decision is reported once, when it is made', async () => {
    const told: EgressRecord[] = []
    await using proxy = await openTestProxy(internet, {
      onDecision: (record) => void told.push({ ...record }),
    })
    await getThrough(proxy.listener, 'http://site.example.com/')
    await getThrough(proxy.listener, 'http://10.0.0.1/')
    await connectThrough(proxy.listener, 'nobody.example.com:443')
    expect(told.map(({ decision }) => decision)).toEqual(['allowed', 'blocked', 'failed'])
  })
})
