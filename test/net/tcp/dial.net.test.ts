import { type AddressInfo, createServer, type Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Fault } from '#fault.ts'
import { CONNECT_TIMEOUT_MS, dial, tcpConnect } from '#net/tcp/dial.ts'
import { systemClock } from '#runtime/clock.ts'
import { type Deadline, deadlineAfter } from '#runtime/deadline.ts'
import { type LoopbackNet, startLoopbackNet } from '#test/equipment/network/loopback-net.ts'
import { vetted } from '#test/equipment/network/vetted.ts'
import { waitingTime } from '#test/equipment/time/cpu-time.ts'

let net: LoopbackNet
let deadline: Deadline

beforeEach(async () => {
  net = await startLoopbackNet({
    '8.8.8.8': 'listening',
    '8.8.4.4': 'refusing',
    '1.1.1.1': 'silent',
    '9.9.9.1': { failing: 'EHOSTUNREACH' },
    '9.9.9.2': { failing: 'ETIMEDOUT' },
    '9.9.9.3': { failing: 'ECONNRESET' },
    '9.9.9.4': { failing: 'EMFILE' },
    '9.9.9.5': { failing: 'EACCES' },
  })
  deadline = deadlineAfter(systemClock, 10_000)
})
afterEach(async () => {
  deadline.close()
  await net.close()
})

const tools = () => ({ connect: net.connect, clock: systemClock })

describe('dial', () => {
  test('returns a connected socket and the time it took', async () => {
    const began = performance.now()
    const dialed = await dial(vetted('8.8.8.8'), 443, tools(), deadline)
    const tookMs = Math.ceil(performance.now() - began)
    if (dialed.status !== 'connected') throw new TypeError(dialed.raw)
    expect(dialed.socket.readyState).toBe('open')
    expect(dialed.connectMs).toBeLessThanOrEqual(tookMs)
    dialed.socket.destroy()
    expect(net.dialed).toMatchObject([{ ip: '8.8.8.8', port: 443 }])
  })

  test.each([
    ['8.8.4.4', 'refused', 'ECONNREFUSED'],
    ['9.9.9.1', 'unreachable', 'EHOSTUNREACH'],
    ['9.9.9.2', 'timeout', 'ETIMEDOUT'],
    ['9.9.9.3', 'reset', 'ECONNRESET'],
    ['9.9.9.5', 'unreachable', 'EACCES'],
    ['9.9.9.99', 'unreachable', 'ENETUNREACH'],
  ])('%s fails as %s (%s)', async (ip, error, raw) => {
    expect(await dial(vetted(ip), 80, tools(), deadline)).toEqual({
      status: 'failed',
      error,
      raw,
      elapsedMs: expect.any(Number),
    })
  })

  test('gives up on silence after five seconds', async () => {
    const waited = waitingTime()
    const dialed = await dial(vetted('1.1.1.1'), 80, tools(), deadline)
    if (dialed.status !== 'failed') throw new TypeError('connected')
    expect(dialed).toMatchObject({ error: 'timeout', raw: 'CONNECT_TIMEOUT' })
    expect(dialed.elapsedMs).toBeGreaterThanOrEqual(CONNECT_TIMEOUT_MS - 5)
    expect(waited()).toBeLessThan(CONNECT_TIMEOUT_MS + 500)
  })

  test('gives up after the configured time', async () => {
    const patient = { ...tools(), connectTimeoutMs: 150 }
    const waited = waitingTime()
    const dialed = await dial(vetted('1.1.1.1'), 80, patient, deadline)
    expect(dialed).toMatchObject({ status: 'failed', error: 'timeout', raw: 'CONNECT_TIMEOUT' })
    expect(waited()).toBeLessThan(1_000)
  })

  test('reports when our own deadline ended the wait, and closes the socket', async () => {
    const short = deadline.within(50)
    const dialed = await dial(vetted('1.1.1.1'), 80, tools(), short)
    expect(dialed).toMatchObject({ status: 'failed', error: 'timeout', raw: 'DEADLINE' })
    const after = await dial(vetted('8.8.8.8'), 80, tools(), short)
    expect(after).toMatchObject({ status: 'failed', raw: 'DEADLINE', elapsedMs: 0 })
    expect(net.dialed).toHaveLength(1)
    short.close()
  })

  test("a machine out of descriptors is our own fault, not the target's", async () => {
    await expect(dial(vetted('9.9.9.4'), 80, tools(), deadline)).rejects.toMatchObject({
      code: 'egress_exhausted',
      facts: { code: 'EMFILE' },
    })
  })

  test('a peer that resets an idle connection does not end the process', async () => {
    const dialed = await dial(vetted('8.8.8.8'), 80, tools(), deadline)
    if (dialed.status !== 'connected') throw new TypeError(dialed.raw)
    dialed.socket.destroy(new Error('ECONNRESET'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(dialed.socket.destroyed).toBe(true)
  })
})

describe('dial takes a VettedAddress and nothing else', () => {
  test('a string does not compile, and is refused at run time', async () => {
    // @ts-expect-error a string was never judged
    const dialing = dial('127.0.0.1', 80, tools(), deadline)
    await expect(dialing).rejects.toMatchObject({ code: 'dial_not_vetted' })
  })

  test('an object of the right shape does not compile, and is refused at run time', async () => {
    // @ts-expect-error the brand is missing
    const dialing = dial({ ip: '127.0.0.1', family: 4 }, 80, tools(), deadline)
    await expect(dialing).rejects.toMatchObject({ code: 'dial_not_vetted' })
  })

  test('a copy of a vetted address with another IP is refused', async () => {
    const forged = { ...vetted('8.8.8.8'), ip: '127.0.0.1' }
    await expect(dial(forged, 80, tools(), deadline)).rejects.toBeInstanceOf(Fault)
    expect(net.dialed).toEqual([])
  })

  test('a port other than 80 and 443 does not compile', () => {
    // @ts-expect-error the policy allows two ports
    const ports: Parameters<typeof dial>[1][] = [80, 443, 22]
    expect(ports).toHaveLength(3)
  })
})

describe('tcpConnect', () => {
  let server: Server
  beforeEach(async () => {
    server = createServer((socket) => socket.end())
    server.listen(0, '127.0.0.1')
    await new Promise<void>((resolve) => server.once('listening', resolve))
  })
  afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())))

  test('connects to the address', async () => {
    const { port } = server.address() as AddressInfo
    const socket = tcpConnect('127.0.0.1', port, 4)
    await new Promise<void>((resolve) => socket.once('connect', resolve))
    expect(socket.remoteAddress).toBe('127.0.0.1')
    socket.destroy()
  })

  test('resolves no name', async () => {
    const { port } = server.address() as AddressInfo
    const socket = tcpConnect('localhost', port, 4)
    const error = await new Promise((resolve) => socket.once('error', resolve))
    expect(error).toMatchObject({ code: 'dial_looked_up' })
  })
})
