import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { maxConnectionsFor } from '#http/server.ts'
import { hasProgram, needs } from '#test/equipment/program/needs.ts'

describe('connections of clients', () => {
  test.each([
    [null, 10_000, 'the system does not say'],
    [1_048_576, 10_000, 'memory is the bound'],
    [12_000, 10_000, 'just enough'],
    [11_999, 9_999, 'the reserve of jobs is kept free'],
    [4_096, 2_096, 'the hard limit of many systems'],
    [1_024, 512, 'half of a small limit'],
  ])('a limit of %s descriptors allows %i: %s', (openFiles, expected, _why) => {
    expect(maxConnectionsFor(openFiles)).toBe(expected)
  })

  test(
    'idle clients leave descriptors for files and sockets of the process',
    needs({
      prlimit: hasProgram('prlimit'),
    }),
    async () => {
      const child = spawnListener(150, false)
      const [port] = await once(child, 'message')
      const clients: Socket[] = []
      try {
        for (let n = 0; n < 600; n += 1) clients.push(connect(port).on('error', () => {}))
        await Promise.all(clients.map((client) => once(client, 'connect')))
        // Those above the bound are closed at once; the others stay.
        await expect.poll(() => clients.filter((one) => one.destroyed).length).toBe(450)
        child.send('open files')
        expect(await once(child, 'message')).toContain('opened')
      } finally {
        for (const client of clients) client.destroy()
        child.kill('SIGKILL')
        await once(child, 'close')
      }
    },
  )

  test.each([
    ['one socket', 150, false],
    ['many sockets', 300, true],
  ])(
    'a client that keeps as many as are allowed, each after a request, does not keep others out: %s, %i connections',
    needs({
      prlimit: hasProgram('prlimit'),
    }),
    async (_what, allowed, hasManyClients) => {
      const child = spawnListener(allowed, hasManyClients)
      const [port] = await once(child, 'message')
      const clients: Socket[] = []
      const open = () => {
        const client = connect(port).on('error', () => {})
        clients.push(client)
        return client
      }
      const isServed = async (client: Socket) => {
        client.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
        const [response] = await Promise.race([once(client, 'data'), once(client, 'close')])
        return response instanceof Buffer
      }
      try {
        // Until it has sent a request, a connection is not idle.
        for (let n = 0; n < allowed; n += 1) await once(open(), 'connect')
        for (const client of clients.slice()) expect(await isServed(client)).toBe(true)
        await expect.poll(() => isServed(open())).toBe(true)
      } finally {
        for (const client of clients) client.destroy()
        child.kill('SIGKILL')
        await once(child, 'close')
      }
    },
  )

  const body = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n12'
  test.each([
    ['silent', false, ''],
    ['silent', true, ''],
    ['with half a head', true, 'GET / HTTP/1.1\r\nHost: '],
    ['with half a body', true, body],
    ['that read nothing', true, 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n'],
  ])(
    'one address that opens as many as are allowed does not keep another out: connections %s, many sockets: %s',
    needs({ prlimit: hasProgram('prlimit') }),
    async (_what, hasManyClients, sent) => {
      const child = spawnListener(300, hasManyClients)
      const [port] = await once(child, 'message')
      const clients: Socket[] = []
      const open = (localAddress: string) => {
        const client = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
        clients.push(client)
        return client
      }
      try {
        const own = open('127.0.0.3')
        for (let n = 0; n < 400; n += 1) open('127.0.0.2').pause().write(sent)
        await Promise.all(clients.map((client) => once(client, 'connect')))
        for (let n = 0; n < 20; n += 1) {
          const client = open('127.0.0.3')
          client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
          const [response] = await once(client, 'data')
          expect(String(response)).toMatch(/^HTTP\/1\.1 200 /)
        }
        // The place was taken from the address that has most, not from the oldest connection.
        own.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
        expect(String(await once(own, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
      } finally {
        for (const client of clients) client.destroy()
        child.kill('SIGKILL')
        await once(child, 'close')
      }
    },
  )
})

/** A listener for as many connections as `allowed`: half of the descriptors. */
function spawnListener(allowed: number, hasManyClients: boolean) {
  const script = listener.replace('MANY', String(hasManyClients))
  const limit = `--nofile=${2 * allowed}:${2 * allowed}`
  return spawn('prlimit', [limit, process.execPath, '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

const listener = `
  const { openSync } = await import('node:fs')
  const { listen } = await import('#http/server.ts')
  const { systemClock: clock } = await import('#runtime/clock.ts')
  const { systemRandom: random } = await import('#runtime/random.ts')
  const large = new Uint8Array(20_000_000)
  const handler = async (request) => {
    if (request.method === 'POST') await request.text()
    return new Response(request.url.endsWith('/large') ? large : 'ok')
  }
  const { port, openOthers } = await listen({ host: '127.0.0.1', port: 0, handler, clock, random, idleTimeoutMs: 60_000, hasManyClients: MANY })
  await openOthers()
  process.on('message', () => {
    for (let n = 0; n < 50; n += 1) openSync('/dev/null')
    process.send('opened')
  })
  process.send(port)
`
