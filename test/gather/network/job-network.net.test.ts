import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createJobNetwork, type JobNetwork } from '#gather/network/job-network.ts'
import { openResolver, type Resolver } from '#net/dns/resolver.ts'
import type { ReachResult } from '#net/tcp/dial.ts'
import { systemClock } from '#runtime/clock.ts'
import { type Deadline, deadlineAfter } from '#runtime/deadline.ts'
import { type DnsServer, startDnsServer } from '#test/equipment/network/dns-server.ts'
import { type LoopbackNet, startLoopbackNet } from '#test/equipment/network/loopback-net.ts'
import { target } from '#test/equipment/network/vetted.ts'
import { waitingTime } from '#test/equipment/time/cpu-time.ts'

let net: LoopbackNet
let dns: DnsServer
let resolver: Resolver
let deadline: Deadline
let sockets: Socket[] = []

beforeEach(async () => {
  net = await startLoopbackNet({
    '8.8.8.8': 'listening',
    '8.8.8.9': 'listening',
    '8.8.4.4': 'refusing',
    '1.1.1.1': 'silent',
  })
  dns = await startDnsServer({
    'page.example.com': { a: ['8.8.8.8', '8.8.8.9'] },
    'third.example.net': { a: ['8.8.8.9'] },
    'limping.example.com': { a: ['1.1.1.1', '8.8.4.4', '8.8.8.8'] },
    'down.example.com': { a: ['8.8.4.4'] },
    'mixed.example.com': { a: ['8.8.8.8', '10.0.0.1'] },
  })
  resolver = openResolver({ servers: [dns.address], clock: systemClock })
  deadline = deadlineAfter(systemClock, 10_000)
  sockets = []
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  resolver.close()
  deadline.close()
  await Promise.all([net.close(), dns.close()])
})

const open = (connectTimeoutMs = 200): JobNetwork =>
  createJobNetwork(
    {
      clock: systemClock,
      resolver,
      ownAddresses: { has: () => false },
      connect: net.connect,
      routes: { ipv4: true, ipv6: true },
      connectTimeoutMs,
    },
    deadline,
  )

const keep = (reached: ReachResult): ReachResult => {
  if (reached.status === 'reached') sockets.push(reached.socket)
  return reached
}
const dialed = () => net.dialed.map(({ ip, port }) => `${ip}:${port}`)

describe('connect, for the requests of a browser', () => {
  test('dials one address only while it responds, and keeps using it', async () => {
    const network = open()
    const page = target('https://page.example.com/')
    for (let n = 0; n < 3; n += 1) {
      expect(keep(await network.connect(page, deadline))).toMatchObject({
        status: 'reached',
        address: { ip: '8.8.8.8' },
      })
    }
    expect(dialed()).toEqual(Array(3).fill('8.8.8.8:443'))
    expect(dns.count('page.example.com', 'A')).toBe(1)
  })

  test('tries the next address when one fails, and then keeps using the one that responded', async () => {
    const network = open()
    const limping = target('http://limping.example.com/')
    const first = keep(await network.connect(limping, deadline))
    expect(first).toMatchObject({ status: 'reached', address: { ip: '8.8.8.8' } })
    // The time that the failures took is part of the browser's wait.
    if (first.status === 'reached') expect(first.connectMs).toBeGreaterThanOrEqual(190)
    keep(await network.connect(limping, deadline))
    expect(dialed()).toEqual(['1.1.1.1:80', '8.8.4.4:80', '8.8.8.8:80', '8.8.8.8:80'])
  })

  test('reports why every address failed, with the codes of a probe', async () => {
    const network = open()
    expect(await network.connect(target('http://down.example.com/'), deadline)).toMatchObject({
      status: 'unreached',
      error: { code: 'connect_refused', phase: 'connect', raw: 'ECONNREFUSED' },
      refusal: null,
    })
  })

  test('refuses a host for one of its addresses, and dials none', async () => {
    const network = open()
    expect(await network.connect(target('http://mixed.example.com/'), deadline)).toMatchObject({
      status: 'unreached',
      error: { code: 'dns_not_public' },
      refusal: { type: 'url_resolves_not_public', facts: { address: '10.0.0.1' } },
    })
    expect(dialed()).toEqual([])
  })

  test('and reach share addresses: neither can be rebound against the other', async () => {
    dns.set('rebind.example.com', ({ n }) => ({ a: [n === 1 ? '8.8.8.9' : '127.0.0.1'], ttl: 0 }))
    const network = open()
    const [http, https] = ['http', 'https'].map((s) => target(`${s}://rebind.example.com/`))
    if (http === undefined || https === undefined) throw new TypeError('two targets')
    const all = await Promise.all([
      network.connect(http, deadline),
      network.reach(https, deadline),
      network.connect(https, deadline),
    ])
    for (const one of all) expect(keep(one)).toMatchObject({ address: { ip: '8.8.8.9' } })
    expect(dns.count('rebind.example.com', 'A')).toBe(1)
  })

  test('resolves no alias and no CAA of a hundred third parties, and reports none', async () => {
    const network = open()
    keep(await network.connect(target('https://page.example.com/'), deadline))
    keep(await network.connect(target('https://third.example.net/'), deadline))
    await network.connect(target('https://down.example.com/'), deadline)
    expect(dns.queries.map(({ type }) => type).filter((type) => !/^A/.test(type))).toEqual([])
    const { dns: seen } = await network.evidence(target('https://page.example.com/'))
    expect(seen).toMatchObject({
      hostname: 'page.example.com',
      selected_address: '8.8.8.8',
      candidates_tried: [{ ip: '8.8.8.8', port: 443, ok: true, tries: 1 }],
      earlier_hosts: [],
    })
    expect(dns.count('page.example.com', 'CAA')).toBe(1)
    expect(dns.count('third.example.net', 'CAA')).toBe(0)
    expect(dns.count('down.example.com', 'CAA')).toBe(0)
  })

  test('reports earlier hops when they are named', async () => {
    const network = open()
    const [first, last] = [target('http://third.example.net/'), target('https://page.example.com/')]
    keep(await network.connect(first, deadline))
    keep(await network.connect(last, deadline))
    const { dns: seen } = await network.evidence(last, [first])
    expect(seen.earlier_hosts).toMatchObject([
      { hostname: 'third.example.net', selected_address: '8.8.8.9' },
    ])
  })

  test('never waits beyond the deadline of its request', async () => {
    dns.set('silent.example.com', { silent: true })
    const network = open()
    const short = deadline.within(100)
    const waited = waitingTime()
    await expect(
      network.connect(target('http://silent.example.com/'), short),
    ).rejects.toMatchObject({ code: 'deadline_passed' })
    expect(waited()).toBeLessThan(1_000)
    short.close()
  })
})

describe('reach, for the requests of a probe', () => {
  const page = target('https://third.example.net/')

  test('connects again a second after a later connection has failed', async () => {
    const network = open()
    keep(await network.reach(page, deadline))
    net.put('8.8.8.9', 'refusing')
    const again = network.reach(page, deadline)
    await expect.poll(() => net.dialed).toHaveLength(2)
    net.put('8.8.8.9', 'listening')
    expect(keep(await again)).toMatchObject({ status: 'reached', address: { ip: '8.8.8.9' } })
    const [, second, third] = net.dialed
    expect((third?.atMs ?? 0) - (second?.atMs ?? 0)).toBeGreaterThanOrEqual(990)
  })

  test('fails after two failures, and after one if there is no time for another attempt', async () => {
    const network = open()
    keep(await network.reach(page, deadline))
    net.put('8.8.8.9', 'refusing')
    const failed = { status: 'unreached', error: { code: 'connect_refused' } }
    const twice = await network.reach(page, deadline)
    expect(twice).toMatchObject(failed)
    expect(twice.connectMs).toBeGreaterThanOrEqual(990)
    expect(net.dialed).toHaveLength(3)
    using short = deadline.within(900)
    expect(await network.reach(page, short)).toMatchObject(failed)
    expect(net.dialed).toHaveLength(4)
  })
})

test('hundreds of names that one page invents do not delay the names of another job', async () => {
  dns.set('page.example.com', { a: ['8.8.8.8'] })
  const invented = Array.from({ length: 300 }, (_, n) => `silent-${n}.example.org`)
  for (const name of invented) dns.set(name, { silent: true })
  const hostile = open()
  for (const name of invented) {
    hostile.connect(target(`https://${name}/`), deadline).catch(() => {})
  }
  const waited = waitingTime()
  expect(keep(await open().reach(target('https://page.example.com/'), deadline)).status).toBe(
    'reached',
  )
  expect(waited()).toBeLessThan(1_500)
})
