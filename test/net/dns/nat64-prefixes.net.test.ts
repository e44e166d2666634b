import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNat64Discovery } from '#net/dns/nat64-prefixes.ts'
import { openResolver, type Resolver } from '#net/dns/resolver.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { nat64PrefixesOf } from '#target/nat64.ts'
import { type DnsServer, startDnsServer } from '#test/equipment/network/dns-server.ts'

const name = 'ipv4only.arpa'
const a = ['192.0.0.170', '192.0.0.171']
const aaaa = ['2a00:1450:64::192.0.0.170', '2a00:1450:64::192.0.0.171']
const prefix = { length: 96, value: 0x2a00_1450_0064_0000_0000_0000n }

let dns: DnsServer
let resolver: Resolver
let ahead = 0
const clock: Clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + ahead }
const second = 1_000

beforeAll(async () => {
  dns = await startDnsServer({})
  resolver = openResolver({ servers: [dns.address], clock: systemClock })
})
afterAll(async () => {
  resolver.close()
  await dns.close()
})

const discover = () => createNat64Discovery({ resolver, clock })

test('the prefix that the resolver uses is known once it is ready, and looked up again after an hour', async () => {
  dns.set(name, { a, aaaa })
  const before = dns.count(name, 'AAAA')
  const nat64 = discover()
  expect(nat64.prefixes()).toEqual([])
  await nat64.ready()
  expect(nat64.prefixes()).toEqual([prefix])
  ahead += 3_590 * second
  await nat64.ready()
  expect(dns.count(name, 'AAAA')).toBe(before + 1)
  ahead += 10 * second
  nat64.prefixes()
  await expect.poll(() => dns.count(name, 'AAAA')).toBe(before + 2)
})

test.each([
  ['does not know the name', { rcode: 'NXDOMAIN' as const }],
  ['translates nothing', { a }],
  ['invents an address', { a: ['93.184.215.1'], aaaa: ['2a00:1450::1'] }],
])('there is no prefix when the resolver %s', async (_what, answers) => {
  dns.set(name, answers)
  const before = dns.count(name, 'AAAA')
  const nat64 = discover()
  await nat64.ready()
  expect(nat64.prefixes()).toEqual([])
  ahead += 60 * second
  await nat64.ready()
  expect(dns.count(name, 'AAAA')).toBe(before + 1)
})

test('a failed lookup is repeated after some seconds', async () => {
  dns.set(name, { rcode: 'SERVFAIL' })
  const nat64 = discover()
  await nat64.ready()
  dns.set(name, { a, aaaa })
  expect(nat64.prefixes()).toEqual([])
  ahead += 10 * second
  await expect.poll(() => nat64.prefixes()).toEqual([prefix])
})

test('a prefix stays known when a later lookup does not show it, and another is added', async () => {
  dns.set(name, { a, aaaa })
  const nat64 = discover()
  await nat64.ready()
  dns.set(name, { a, aaaa: ['2a00:1450:65::192.0.0.170'] })
  ahead += 3_600 * second
  await expect.poll(() => nat64.prefixes()).toHaveLength(2)
  expect(nat64.prefixes()).toEqual([...nat64PrefixesOf('2a00:1450:65::192.0.0.170'), prefix])
})

test('a resolver that does not respond delays a target by a second at most', async () => {
  dns.set(name, { silent: true })
  const askedAt = performance.now()
  await discover().ready()
  const waitedMs = performance.now() - askedAt
  expect(waitedMs).toBeGreaterThan(900)
  expect(waitedMs).toBeLessThan(3_000)
})
