import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOwnHost } from '#net/dns/own-host.ts'
import { openResolver, type Resolver } from '#net/dns/resolver.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { type DnsServer, startDnsServer } from '#test/equipment/network/dns-server.ts'

let dns: DnsServer
let resolver: Resolver

beforeAll(async () => {
  dns = await startDnsServer({})
  resolver = openResolver({ servers: [dns.address], clock: systemClock })
})
afterAll(async () => {
  resolver.close()
  await dns.close()
})

test('the addresses of the host of base_url are known once it is ready', async () => {
  dns.set('shop.example.com', { a: ['93.184.215.20'], aaaa: ['2a00:1450::20'] })
  const own = createOwnHost('https://shop.example.com', { resolver, clock: systemClock })
  expect(own.addresses()).toEqual([])
  await own.ready()
  expect(own.addresses()).toEqual(['93.184.215.20', '2a00:1450::20'])
})

test('an address literal needs no resolver, and without a public name no address is own', async () => {
  const hostOf = (baseUrl: string | null) =>
    createOwnHost(baseUrl, { resolver, clock: systemClock }).addresses()
  expect(hostOf('https://[2a00:1450::9]')).toEqual(['2a00:1450::9'])
  expect(hostOf('http://127.0.0.1:8402')).toEqual(['127.0.0.1'])
  expect([hostOf(null), hostOf('http://localhost:8402')]).toEqual([[], []])
})

test.each([null, 'http://localhost:8402', 'http://127.0.0.1:8402', 'http://[::1]:8402'])(
  'the addresses of %s are the same array each time, so that a quote does not read the interfaces again',
  (baseUrl) => {
    const host = createOwnHost(baseUrl, { resolver, clock: systemClock })
    expect(host.addresses()).toBe(host.addresses())
  },
)

test('a changed address is found, and after a failed lookup the last addresses remain our own', async () => {
  let ahead = 0
  const clock: Clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + ahead }
  dns.set('moving.example.com', { a: ['93.184.215.30'] })
  const own = createOwnHost('https://moving.example.com', { resolver, clock })
  await own.ready()
  dns.set('moving.example.com', { rcode: 'SERVFAIL' })
  ahead += 61_000
  own.addresses()
  await expect.poll(() => dns.count('moving.example.com', 'A')).toBeGreaterThan(1)
  expect(own.addresses()).toEqual(['93.184.215.30'])
  dns.set('moving.example.com', { a: ['93.184.215.31'] })
  ahead += 61_000
  own.addresses()
  await expect.poll(() => own.addresses()).toEqual(['93.184.215.31'])
})

test('the last addresses of one family remain our own while only the query for that family fails', async () => {
  let ahead = 0
  const clock: Clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + ahead }
  const both = { a: ['93.184.215.40'], aaaa: ['2a00:1450::40'] }
  dns.set('dual.example.com', both)
  const own = createOwnHost('https://dual.example.com', { resolver, clock })
  await own.ready()
  dns.set('dual.example.com', ({ type }) =>
    type === 'AAAA' ? { rcode: 'SERVFAIL' } : { ...both, a: ['93.184.215.41'] },
  )
  ahead += 61_000
  own.addresses()
  await expect.poll(() => own.addresses()).toContain('93.184.215.41')
  expect(own.addresses()).toEqual(['93.184.215.41', '2a00:1450::40'])
})
