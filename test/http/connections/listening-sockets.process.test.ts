import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import process from 'node:process'
import { expect, test } from 'vitest'
import { listen } from '#http/server.ts'
import { systemClock as clock } from '#runtime/clock.ts'
import { systemRandom as random } from '#runtime/random.ts'
import { needs } from '#test/equipment/program/needs.ts'

const CONNECTIONS = 64

/** A server that is busy for 50 ms in each turn of its event loop; a response is the number of its turn. */
const busy = `
  const { listen } = await import('#http/server.ts')
  const { systemClock: clock } = await import('#runtime/clock.ts')
  const { systemRandom: random } = await import('#runtime/random.ts')
  let turn = 0
  const handler = () => new Response(String(turn))
  const { port, openOthers } = await listen({ host: '127.0.0.1', port: 0, handler, clock, random, idleTimeoutMs: 60_000, hasManyClients: true })
  await openOthers()
  const work = () => {
    turn += 1
    for (const until = performance.now() + 50; performance.now() < until; );
    setImmediate(work)
  }
  process.once('message', work)
  process.send(port)
`

test(
  'new connections of a busy service are accepted many at a time, where its limits see them',
  needs({ Linux: process.platform === 'linux' }),
  async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', busy], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    try {
      const [port] = await once(child, 'message')
      child.send('work')
      const turns = await Promise.all(
        Array.from({ length: CONNECTIONS }, async () => {
          const socket = connect(Number(port), '127.0.0.1').setEncoding('latin1')
          socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
          let received = ''
          for await (const chunk of socket) received += chunk
          return Number(received.split('\r\n\r\n').at(-1)?.match(/\d+/g)?.at(-1))
        }),
      )
      expect(Math.max(...turns) - Math.min(...turns)).toBeLessThan(CONNECTIONS / 4)
    } finally {
      child.kill('SIGKILL')
      await once(child, 'close')
    }
  },
)

const options = {
  host: '127.0.0.1',
  handler: () => new Response('ok'),
  clock,
  random,
  idleTimeoutMs: 60_000,
  hasManyClients: true,
}

test('a port is not shared with another service', async () => {
  const first = await listen({ ...options, port: 0 })
  await expect(listen({ ...options, port: first.port })).rejects.toMatchObject({
    code: 'listen_failed',
  })
  await first.close(0)
  const again = await listen({ ...options, port: first.port })
  await again.close(0)
})

test('a port can be closed while its other sockets are being opened', async () => {
  const first = await listen({ ...options, port: 0 })
  void first.openOthers()
  await first.close(0)
  const again = await listen({ ...options, port: first.port })
  await again.openOthers()
  await again.close(0)
})
