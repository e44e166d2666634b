import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { type FetchHandler, type ListeningServer, listen } from '#http/server.ts'
import { systemClock as clock } from '#runtime/clock.ts'
import { systemRandom as random } from '#runtime/random.ts'

const CONNECTIONS = 100

function openServer(handler: FetchHandler): Promise<ListeningServer> {
  return listen({ host: '127.0.0.1', port: 0, handler, clock, random, idleTimeoutMs: 60_000 })
}

/** Connections that send `each` requests at the same moment; the path of each is the number of its connection. */
async function burst(port: number, each = 1): Promise<readonly Socket[]> {
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(port, '127.0.0.1'))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  // The server accepts one connection in a turn.
  await new Promise((go) => setTimeout(go, 200))
  for (const [nth, socket] of sockets.entries()) {
    socket.on('error', () => {}).setEncoding('latin1')
    socket.write(`GET /${nth} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(each))
  }
  return sockets
}

/** The rest of what each connection receives until it is closed. */
function received(sockets: readonly Socket[]): Promise<readonly string[]> {
  return Promise.all(
    sockets.map(async (socket) => {
      let text = ''
      for await (const chunk of socket) text += chunk
      return text
    }),
  )
}

/** Takes the processor, so that the other requests of a burst wait. */
function block(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test.each([1, 3])(
  'of a burst of %i requests on each connection, sixteen start in each turn of the event loop',
  async (each) => {
    let turn = 0
    const inTurn: number[] = []
    const count = () => {
      turn += 1
      if (inTurn.length < CONNECTIONS * each) setImmediate(count)
    }
    const server = await openServer(() => {
      inTurn.push(turn)
      return new Response('ok')
    })
    setImmediate(count)
    const sockets = await burst(server.port, each)
    await expect.poll(() => inTurn.length).toBe(CONNECTIONS * each)
    const perTurn = new Map<number, number>()
    for (const nth of inTurn) perTurn.set(nth, (perTurn.get(nth) ?? 0) + 1)
    // Between two counts may be the end of one turn and the beginning of the next.
    for (const starts of perTurn.values()) expect(starts).toBeLessThanOrEqual(2 * 16)
    for (const socket of sockets) socket.destroy()
    await server.close(0)
  },
)

test('the requests of a burst start in order of arrival, one of each connection before the second of any', async () => {
  const started: string[] = []
  const server = await openServer((request) => {
    started.push(new URL(request.url).pathname)
    return new Response('ok')
  })
  const sockets = await burst(server.port, 2)
  await expect.poll(() => started.length).toBe(2 * CONNECTIONS)
  expect(new Set(started.slice(0, CONNECTIONS)).size).toBeGreaterThan(CONNECTIONS / 2)
  for (const socket of sockets) socket.destroy()
  await server.close(0)
})

test('the requests of a network with many connections delay only each other', async () => {
  const started: string[] = []
  const server = await openServer((request) => {
    started.push(new URL(request.url).pathname)
    block(1)
    return new Response('ok')
  })
  const other = connect({ port: server.port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  await once(other, 'connect')
  const sockets = await burst(server.port, 3)
  other.write('GET /other HTTP/1.1\r\nHost: a\r\n\r\n')
  await expect.poll(() => started.length).toBe(3 * CONNECTIONS + 1)
  // Those that had started, and those of the turn in which it came and of the next one.
  expect(started.indexOf('/other')).toBeLessThan(3 * 16)
  for (const socket of [...sockets, other]) socket.destroy()
  await server.close(0)
})

test('a request tells how long it has waited, in its Server-Timing too', async () => {
  const waited: number[] = []
  const server = await openServer((_, { waitedMs }) => {
    waited.push(waitedMs)
    block(2)
    return new Response('ok')
  })
  const sockets = await burst(server.port)
  const texts = received(sockets)
  await expect.poll(() => waited.length).toBe(CONNECTIONS)
  await server.close(1_000)
  expect(waited[0]).toBe(0)
  expect(Math.max(...waited)).toBeGreaterThan(50)
  const timings = (await texts).map((text) => Number(/total;dur=([\d.]+)/.exec(text)?.[1]))
  expect(Math.max(...timings)).toBeGreaterThan(50)
})

test('requests that wait when the server closes get their responses', async () => {
  let started = 0
  let closed = Promise.resolve()
  const server = await openServer(() => {
    started += 1
    if (started === 1) closed = server.close(5_000)
    return new Response('ok')
  })
  const texts = await received(await burst(server.port))
  await closed
  expect(texts.filter((text) => text.startsWith('HTTP/1.1 200 '))).toHaveLength(CONNECTIONS)
})

test('a request whose connection closes while it waits does not start, and the others do', async () => {
  const started = new Set<string>()
  let hangUp = () => {}
  const server = await openServer(async (request) => {
    started.add(new URL(request.url).pathname)
    if (started.size === 1) hangUp()
    block(5)
    return new Response('ok')
  })
  const sockets = await burst(server.port)
  hangUp = () => {
    for (const socket of sockets.slice(CONNECTIONS / 2)) socket.resetAndDestroy()
  }
  await expect.poll(() => started.size).toBeGreaterThanOrEqual(CONNECTIONS / 2)
  await new Promise((go) => setTimeout(go, 300))
  for (let nth = 0; nth < CONNECTIONS / 2; nth += 1) expect(started).toContain(`/${nth}`)
  expect(started.size).toBeLessThan(CONNECTIONS)
  for (const socket of sockets) socket.destroy()
  await server.close(0)
})
