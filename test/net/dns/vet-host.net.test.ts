import { describe, expect, test } from 'vitest'
import { openResolver } from '#net/dns/resolver.ts'
import { vetHost } from '#net/dns/vet-host.ts'
import { systemClock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import type { OwnAddresses } from '#target/address.ts'
import { type NameScript, startDnsServer } from '#test/equipment/network/dns-server.ts'
import { target } from '#test/equipment/network/vetted.ts'

const nobody: OwnAddresses = { has: () => false }

async function vet(script: NameScript, own = nobody, url = 'https://site.example.com/') {
  await using server = await startDnsServer({ 'site.example.com': script })
  const resolver = openResolver({ servers: [server.address], clock: systemClock })
  const deadline = deadlineAfter(systemClock, 5_000)
  const host = await vetHost(target(url), resolver, own, deadline)
  deadline.close()
  return { host, queries: server.queries.length }
}

describe('design 1.2: one address that is not public refuses the whole host', () => {
  test.each<[string, NameScript, string]>([
    ['private beside public', { a: ['8.8.8.8', '10.0.0.1'] }, '10.0.0.0/8'],
    ['private in the other family', { a: ['8.8.8.8'], aaaa: ['fd00::1'] }, 'fc00::/7'],
    ['only loopback', { a: ['127.0.0.1'] }, '127.0.0.0/8'],
    ['metadata', { a: ['169.254.169.254'] }, '169.254.0.0/16'],
    ['mapped private', { aaaa: ['::ffff:192.168.1.1'] }, '192.168.0.0/16'],
    ['NAT64 of a private one', { aaaa: ['64:ff9b::10.1.1.1'] }, '10.0.0.0/8'],
    ['the unspecified address', { a: ['0.0.0.0'] }, '0.0.0.0/32'],
    ['the hundredth of a hundred', { a: [...publicOnes(99), '10.9.9.9'] }, '10.0.0.0/8'],
  ])('%s', async (_what, script, block) => {
    const { host } = await vet(script)
    expect(host).toMatchObject({
      status: 'refused',
      refusal: { type: 'url_resolves_not_public', facts: { host: 'site.example.com', block } },
    })
  })

  test('an address of this machine refuses the host too', async () => {
    const own: OwnAddresses = { has: (ip) => ip === '9.9.9.9' }
    const { host } = await vet({ a: ['8.8.8.8', '9.9.9.9'] }, own)
    expect(host).toMatchObject({
      refusal: { facts: { address: '9.9.9.9', name: 'This machine or its network' } },
    })
  })

  test('a literal address of this machine is refused too', async () => {
    const own: OwnAddresses = { has: (ip) => ip === '9.9.9.9' }
    const { host, queries } = await vet({}, own, 'http://9.9.9.9/')
    expect(host).toMatchObject({ status: 'refused', refusal: { type: 'url_host_not_public' } })
    expect(queries).toBe(0)
  })
})

describe('vetHost', () => {
  test('returns every address, sorted, without duplicates', async () => {
    const script = { a: ['9.9.9.10', '9.9.9.9'], aaaa: ['2620:fe::9', '::ffff:9.9.9.9'] }
    const { host } = await vet(script)
    if (host.status !== 'vetted') throw new TypeError(host.status)
    expect(host.addresses.map(({ ip }) => ip)).toEqual(['9.9.9.9', '9.9.9.10', '2620:fe::9'])
  })

  test.each<[string, NameScript, string]>([
    ['no such name', { rcode: 'NXDOMAIN' }, 'NXDOMAIN'],
    ['no address', {}, 'NOERROR'],
    ['a broken server', { rcode: 'SERVFAIL' }, 'SERVFAIL'],
  ])('%s is unresolved, not refused', async (_what, script, rcode) => {
    expect((await vet(script)).host).toMatchObject({ status: 'unresolved', answer: { rcode } })
  })

  test('a literal is used as it is, without a question', async () => {
    const { host, queries } = await vet({}, nobody, 'http://[2620:fe::9]/')
    expect(host).toMatchObject({
      status: 'vetted',
      addresses: [{ ip: '2620:fe::9', family: 6 }],
      answer: { rcode: null, a: [], aaaa: [] },
    })
    expect(queries).toBe(0)
  })
})

function publicOnes(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `8.8.8.${n}`)
}
