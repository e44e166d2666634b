import { once } from 'node:events'
import type { Socket } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  connectRaw,
  connectThrough,
  getThrough,
  isMarked,
  openTestProxy,
  statusOf,
} from '#test/equipment/network/egress.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { forFile } from '#test/equipment/service/for-file.ts'

const internet = await forFile(openInternet())
const origins = new Set<Socket>()
const MEGABYTE = 2 ** 20
let tailBytes = 0

beforeAll(async () => {
  const put = async (name: string, ip: string, handler: (socket: Socket) => void) => {
    internet.dns.set(`${name}.example.com`, { a: [ip] })
    await internet.addTcp(ip, 80, (socket) => {
      origins.add(socket)
      socket.once('close', () => origins.delete(socket))
      handler(socket)
    })
  }
  const endless = new Uint8Array(65_536).fill(120)
  await put('endless', '93.184.105.1', (socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(endless));
    }
    socket.on('drain', more)
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      more()
    })
  })
  await put('hints', '93.184.105.2', (socket) => {
    const hint = `HTTP/1.1 103 Early Hints\r\nLink: ${'x'.repeat(4_000)}\r\n\r\n`.repeat(8)
    const more = () => {
      while (!socket.destroyed && socket.write(hint));
    }
    socket.on('drain', more)
    socket.once('data', more)
  })
  await put('sink', '93.184.105.3', (socket) => socket.resume())
  await put('tail', '93.184.105.4', (socket) => {
    socket.end(new Uint8Array(tailBytes).fill(121))
  })
  await put('reset', '93.184.105.5', (socket) =>
    socket.once('data', () => socket.resetAndDestroy()),
  )
  await put('flood', '93.184.105.7', (socket) => {
    const more = () => {
      while (!socket.destroyed && socket.write(endless));
    }
    socket.on('drain', more)
    more()
  })
  await put('reply', '93.184.105.6', (socket) => {
    // Responds only once the whole request has ended.
    let length = 0
    socket.on('data', (chunk) => {
      length += chunk.length
    })
    socket.on('end', () => socket.end(`${length} bytes`))
  })
})

const request = (host: string) =>
  `GET http://${host}.example.com/ HTTP/1.1\r\nHost: ${host}.example.com\r\n\r\n`

describe('caps of a job', () => {
  test('bytes: open transfers are cut, later requests are refused with that reason', async () => {
    await using proxy = await openTestProxy(internet, { caps: { transferBytes: MEGABYTE } })
    const tunnel = await connectThrough(proxy.listener, 'endless.example.com:80')
    tunnel.socket.write('go')
    await tunnel.closed
    expect(tunnel.text().length).toBeLessThan(1.2 * MEGABYTE)
    const answer = await getThrough(proxy.listener, 'http://sink.example.com/')
    expect(statusOf(answer)).toBe(403)
    expect(answer).toContain('transfer_bytes')
    expect(isMarked(answer, proxy.listener)).toBe(true)
    expect(proxy.listener.records).toMatchObject([
      { decision: 'blocked', block: 'transfer_bytes', address: { ip: '93.184.105.1' } },
      { decision: 'blocked', block: 'transfer_bytes', address: null },
    ])
    await expect.poll(() => origins.size).toBe(0)
  })

  test('bytes of a plain request, of its fields and of endless interim responses', async () => {
    for (const host of ['endless', 'hints']) {
      await using proxy = await openTestProxy(internet, { caps: { transferBytes: MEGABYTE } })
      const client = connectRaw(proxy.listener)
      client.socket.write(request(host))
      await client.closed
      expect(proxy.listener.records).toMatchObject([
        { decision: 'blocked', block: 'transfer_bytes', error: null },
      ])
      expect(proxy.listener.records[0]?.bytesDown).toBeLessThan(1.2 * MEGABYTE)
    }
  })

  test('bytes that a page sends count as well', async () => {
    await using proxy = await openTestProxy(internet, { caps: { transferBytes: MEGABYTE } })
    const { socket, closed } = await connectThrough(proxy.listener, 'sink.example.com:80')
    const block = new Uint8Array(65_536)
    const more = () => {
      while (!socket.destroyed && socket.write(block));
    }
    socket.on('drain', more)
    more()
    await closed
    expect(proxy.listener.records).toMatchObject([{ block: 'transfer_bytes' }])
    expect(proxy.listener.records[0]?.bytesUp).toBeLessThan(1.2 * MEGABYTE)
  })

  test('requests: refused ones count, and the list of records does not grow for ever', async () => {
    await using proxy = await openTestProxy(internet, { caps: { requests: 5 } })
    for (let n = 0; n < 20; n += 1) await getThrough(proxy.listener, 'http://10.0.0.1/')
    expect(statusOf(await getThrough(proxy.listener, 'http://tail.example.com/'))).toBe(403)
    expect(proxy.listener.records).toHaveLength(10)
    expect(proxy.listener.records.map(({ block }) => block)).toEqual([
      ...Array(5).fill('not_public'),
      ...Array(5).fill('requests'),
    ])
  })

  test('connections: one too many is refused, and a slot is free again when another ends', async () => {
    await using proxy = await openTestProxy(internet, { caps: { connections: 2 } })
    const open = () => connectThrough(proxy.listener, 'sink.example.com:80')
    const [first, second] = [await open(), await open()]
    expect([first, second].map(({ head }) => statusOf(head))).toEqual([200, 200])
    expect(statusOf((await open()).head)).toBe(403)
    first.socket.destroy()
    await expect.poll(async () => statusOf((await open()).head)).toBe(200)
    expect(proxy.listener.records[2]).toMatchObject({ block: 'connections' })
    second.socket.destroy()
  })

  test('connections: slots of failed dials are freed too', async () => {
    await using proxy = await openTestProxy(internet, { caps: { connections: 2 } })
    internet.dns.set('nobody.example.com', { a: ['93.184.105.99'] })
    for (let n = 0; n < 5; n += 1) {
      const answer = await getThrough(proxy.listener, 'http://nobody.example.com/')
      expect(statusOf(answer)).toBe(502)
    }
  })

  test('time: a browser that never ends its request is cut at the deadline', async () => {
    await using proxy = await openTestProxy(internet, { deadlineMs: 200 })
    const client = connectRaw(proxy.listener)
    client.socket.write('GET http://sink.example.com/ HTTP/1.1\r\nX: ')
    expect(await client.closed).toBe('end')
    expect(proxy.listener.records).toEqual([])
  })
})

describe('a tunnel is transparent', () => {
  test('a slow reader gets every byte that was sent before an orderly end', async () => {
    await using proxy = await openTestProxy(internet)
    const taken = async (host: string) => {
      const client = connectRaw(proxy.listener)
      client.socket.pause()
      client.socket.write(`CONNECT ${host}.example.com:80 HTTP/1.1\r\n\r\n`)
      await new Promise((resolve) => setTimeout(resolve, 250))
      return { client, bytes: proxy.listener.records.at(-1)?.bytesDown ?? 0 }
    }
    // As much as fits between the two: the origin has closed while the proxy still holds the last bytes.
    const { client: idle, bytes } = await taken('flood')
    idle.socket.destroy()
    for (const length of [bytes, bytes - 1, bytes - 30_000, bytes - 60_000, 3 * MEGABYTE]) {
      tailBytes = length
      const { client } = await taken('tail')
      client.socket.resume()
      expect(await client.closed).toBe('end')
      const answer = 'HTTP/1.1 200 Connection established\r\n\r\n'.length
      expect(client.text().length - answer).toBe(length)
    }
  })

  test('a stalled reader stops the sender: nothing accumulates here', async () => {
    await using proxy = await openTestProxy(internet)
    const { socket } = await connectThrough(proxy.listener, 'endless.example.com:80')
    socket.pause()
    socket.write('go')
    await new Promise((resolve) => setTimeout(resolve, 400))
    const early = proxy.listener.records[0]?.bytesDown ?? 0
    await new Promise((resolve) => setTimeout(resolve, 300))
    // The kernel's buffers on loopback fill up, and then nothing more is read.
    expect(proxy.listener.records[0]?.bytesDown).toBe(early)
    expect(early).toBeLessThan(16 * MEGABYTE)
    socket.destroy()
    await expect.poll(() => origins.size).toBe(0)
  })

  test('one half may end while the other continues', async () => {
    await using proxy = await openTestProxy(internet)
    const tunnel = await connectThrough(proxy.listener, 'reply.example.com:80', true)
    tunnel.socket.end('question')
    await once(tunnel.socket, 'end')
    expect(tunnel.text()).toBe('8 bytes')
  })

  test('a reset of the target arrives as a reset', async () => {
    await using proxy = await openTestProxy(internet)
    const tunnel = await connectThrough(proxy.listener, 'reset.example.com:80')
    tunnel.socket.write('go')
    expect(await tunnel.closed).toBe('reset')
  })

  test('a browser that disconnects, before the response or after, leaves nothing open', async () => {
    await using proxy = await openTestProxy(internet, { caps: { connections: 3 } })
    for (let n = 0; n < 12; n += 1) {
      const client = connectRaw(proxy.listener)
      client.socket.write('CONNECT sink.example.com:80 HTTP/1.1\r\n\r\n')
      if (n % 2 === 0) await client.until((text) => text.includes('200'))
      else await once(client.socket, 'connect')
      client.socket.destroy()
      await expect.poll(() => origins.size).toBe(0)
    }
    expect(proxy.listener.records.filter(({ block }) => block === 'connections')).toEqual([])
  })
})
