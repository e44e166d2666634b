import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dnsObservation } from '#evidence/dns.ts'
import { Fault } from '#fault.ts'
import { type DnsTools, observeDns } from '#gather/dns/dns.ts'
import { openResolver, type Resolver } from '#net/dns/resolver.ts'
import { systemClock } from '#runtime/clock.ts'
import { type Deadline, deadlineAfter } from '#runtime/deadline.ts'
import { type DnsServer, startDnsServer } from '#test/equipment/network/dns-server.ts'
import { target } from '#test/equipment/network/vetted.ts'
import { waitingTime } from '#test/equipment/time/cpu-time.ts'

let server: DnsServer
let tools: DnsTools
let resolver: Resolver
let deadline: Deadline

beforeEach(async () => {
  server = await startDnsServer({
    com: { soa: { minimum: 900 } },
    'example.com': {
      a: ['93.184.215.14'],
      soa: { minimum: 300 },
      caa: [
        { flags: 0, tag: 'issue', value: 'b.example.net' },
        { flags: 128, tag: 'issue', value: 'a.example.net' },
      ],
    },
    'www.example.com': { cname: 'edge.example.net', ttl: 60 },
    'edge.example.net': { cname: 'node7.example.net' },
    'node7.example.net': { a: ['1.1.1.1'], aaaa: ['2606:4700::1111'] },
    'example.net': { soa: { minimum: 120 } },
    'dangling.example.com': { cname: 'gone.example.net' },
    'empty.example.com': {},
    'loop.example.com': { cname: 'pool.example.com' },
    'pool.example.com': { cname: 'loop.example.com' },
    'own.example.com': { caa: [{ flags: 0, tag: 'issue', value: ';' }], a: ['1.1.1.1'] },
    'mixed.example.com': { a: ['1.1.1.1', '10.0.0.1'], aaaa: ['fd00::1'] },
    'nocaa.example.org': { a: ['1.1.1.1'] },
  })
  resolver = openResolver({ servers: [server.address], clock: systemClock })
  tools = { resolver, ownAddresses: { has: () => false }, clock: systemClock }
  deadline = deadlineAfter(systemClock, 10_000)
})
afterEach(async () => {
  deadline.close()
  resolver.close()
  await server.close()
})

async function observe(url: string, within = deadline) {
  const observed = await observeDns(target(url), tools, within)
  const evidence = await observed.complete(null)
  expect(dnsObservation.safeParse(evidence).error).toBeUndefined()
  return { evidence, observed }
}

describe('observeDns', () => {
  test('reports everything about a name with aliases', async () => {
    const { evidence, observed } = await observe('https://www.example.com/')
    expect(observed.host.status).toBe('vetted')
    expect(evidence).toEqual({
      hostname: 'www.example.com',
      hostname_unicode: 'www.example.com',
      registrable_domain: 'example.com',
      is_ip_literal: false,
      rcode: 'NOERROR',
      // The TTL is no longer than the shortest of the aliases.
      a: [{ address: '1.1.1.1', ttl_s: 60 }],
      aaaa: [{ address: '2606:4700::1111', ttl_s: 60 }],
      cname_chain: [
        { name: 'www.example.com', target: 'edge.example.net', ttl_s: null },
        { name: 'edge.example.net', target: 'node7.example.net', ttl_s: null },
      ],
      cname_end: null,
      sibling: null,
      all_public: true,
      non_public: [],
      selected_address: null,
      candidates_tried: [],
      ipv6: 'skipped',
      negative_ttl_s: null,
      dnssec_ad: null,
      caa: [
        { critical: 128, tag: 'issue', value: 'a.example.net' },
        { critical: 0, tag: 'issue', value: 'b.example.net' },
      ],
      resolver: 'private',
      attempts: 1,
      duration_ms: expect.any(Number),
    })
  })

  test('does not claim that all addresses are public where it read only some of them', async () => {
    const a = Array.from({ length: 200 }, (_, n) => (n === 199 ? '10.0.0.1' : `1.2.3.${n}`))
    server.set('many.example.com', { truncated: true, a })
    const { evidence, observed } = await observe('https://many.example.com/')
    expect([evidence.all_public, evidence.non_public]).toEqual([null, []])
    expect(observed.truncated).toEqual({ 'dns.a': { kept: 32, total: 200 } })
  })

  test('shows an internationalised name in Unicode', async () => {
    const { evidence } = await observe('https://bücher.example.co.uk/')
    expect(evidence).toMatchObject({
      hostname: 'xn--bcher-kva.example.co.uk',
      hostname_unicode: 'bücher.example.co.uk',
      registrable_domain: 'example.co.uk',
    })
  })

  test('a site under a private suffix is a site of its own', async () => {
    const { evidence } = await observe('https://somebody.github.io/')
    expect(evidence.registrable_domain).toBe('somebody.github.io')
  })

  test('sends no query for a literal', async () => {
    const { evidence, observed } = await observe('https://1.1.1.1/')
    expect(observed.host.status).toBe('vetted')
    expect(evidence).toMatchObject({
      hostname: '1.1.1.1',
      is_ip_literal: true,
      rcode: null,
      registrable_domain: null,
      all_public: true,
      caa: null,
      resolver: null,
      attempts: 0,
    })
    expect(server.queries).toEqual([])
  })

  test.each([
    ['nobody.example.com', 'NXDOMAIN', 300],
    ['a.b.c.nobody.example.com', 'NXDOMAIN', 300],
    ['unregistered.com', 'NXDOMAIN', 900],
    ['empty.example.com', 'NOERROR', 300],
    ['dangling.example.com', 'NXDOMAIN', 120],
  ])('%s: %s on two tries, for %d s more', async (host, rcode, negative) => {
    const { evidence, observed } = await observe(`https://${host}/`)
    expect(observed.host.status).toBe('unresolved')
    expect(evidence).toMatchObject({
      rcode,
      attempts: 2,
      all_public: null,
      negative_ttl_s: negative,
    })
    expect(server.count(host, 'A')).toBe(2)
    expect(evidence.duration_ms).toBeGreaterThanOrEqual(990)
  })

  test.each<[string, string, boolean, string | null]>([
    ['a domain that nobody has registered', 'cdn.nobody-has-this.net', true, 'nobody-has-this.net'],
    ['a free name of a service', 'app-1.azurewebsites.net', true, 'app-1.azurewebsites.net'],
    ['a name below a domain of somebody', 'old.example.net', false, 'example.net'],
    ['a name of the same zone', 'old.example.com', false, 'example.com'],
    ['a name that exists without an address', 'empty.example.com', false, 'example.com'],
    [
      'a name of a service without an address',
      'app-2.azurewebsites.net',
      false,
      'app-2.azurewebsites.net',
    ],
  ])('a CNAME that leads to %s', async (_what, end, claimable, domain) => {
    const zones = ['net', 'example.net', 'azurewebsites.net']
    for (const zone of zones) server.set(zone, { soa: {} })
    server.set('app-2.azurewebsites.net', {})
    server.set('alias.example.com', { cname: end })
    const { evidence } = await observe('https://alias.example.com/')
    expect(evidence.cname_end).toEqual({ target: end, domain, claimable })
  })

  test.each([
    ['an apex, whose www has an address', 'bare-apex.net', 'www.bare-apex.net', true],
    ['a www name, whose domain has an address', 'www.half-apex.net', 'half-apex.net', true],
    ['an apex without any', 'none-apex.net', 'www.none-apex.net', false],
  ])('looks up the neighbour of %s', async (_what, host, name, has_address) => {
    server.set(host, { soa: {} })
    if (has_address) server.set(name, { a: ['1.1.1.1'] })
    const { evidence } = await observe(`https://${host}/`)
    expect(evidence.sibling).toEqual({ name, has_address })
  })

  test('has no neighbour for other names', async () => {
    expect((await observe('https://nobody.example.com/')).evidence.sibling).toBeNull()
  })

  test('a name that appears between two tries is resolved', async () => {
    server.set('fresh.example.com', ({ n }) =>
      n === 1 ? { rcode: 'NXDOMAIN' } : { a: ['1.1.1.1'] },
    )
    const { evidence, observed } = await observe('https://fresh.example.com/')
    expect(observed.host.status).toBe('vetted')
    expect(evidence).toMatchObject({ rcode: 'NOERROR', attempts: 2, negative_ttl_s: null })
  })

  test.each([
    ['SERVFAIL', 'NXDOMAIN'],
    ['NXDOMAIN', 'SERVFAIL'],
  ] as const)('%s, then %s leaves it open: the failure is reported', async (one, other) => {
    server.set('flaky.example.com', ({ n }) => ({ rcode: n === 1 ? one : other }))
    expect((await observe('https://flaky.example.com/')).evidence.rcode).toBe('SERVFAIL')
  })

  test('one address that is not public refuses the host, with every block named', async () => {
    const { evidence, observed } = await observe('https://mixed.example.com/')
    expect(observed.host.status).toBe('refused')
    expect(evidence).toMatchObject({
      all_public: false,
      attempts: 1,
      non_public: [
        { address: '10.0.0.1', block: '10.0.0.0/8', reason: 'Private-Use (RFC 1918)' },
        { address: 'fd00::1', block: 'fc00::/7', reason: 'Unique-Local (RFC 4193, RFC 8190)' },
      ],
    })
  })

  test('rebinding between the quote and the job is caught by the check of the job', async () => {
    server.set('rebind.example.com', ({ n }) => ({ a: [n === 1 ? '1.1.1.1' : '127.0.0.1'] }))
    const before = await observe('https://rebind.example.com/')
    const after = await observe('https://rebind.example.com/')
    expect([before.observed.host.status, after.observed.host.status]).toEqual(['vetted', 'refused'])
  })

  test('after a single try, the report states one try', async () => {
    const short = deadline.within(800)
    const { evidence } = await observe('https://nobody.example.com/', short)
    expect(evidence).toMatchObject({ rcode: 'NXDOMAIN', attempts: 1 })
    short.close()
  })

  test('lists 32 addresses, checks all, and reports the total', async () => {
    const a = Array.from({ length: 40 }, (_, n) => `1.1.1.${n}`)
    server.set('many.example.com', { a: [...a, '127.0.0.1'] })
    const { evidence, observed } = await observe('https://many.example.com/')
    expect(evidence.a).toHaveLength(32)
    expect(evidence.all_public).toBe(false)
    expect(observed.truncated).toEqual({ 'dns.a': { kept: 32, total: 41 } })
  })

  test('includes the results of the connections', async () => {
    const observed = await observeDns(target('https://own.example.com/'), tools, deadline)
    const candidate = {
      ip: '1.1.1.1',
      family: 4,
      port: 443,
      ok: true,
      error: null,
      tries: 1,
      ms: 3,
      request: null,
    } as const
    const connected = {
      selected_address: '1.1.1.1',
      candidates_tried: [candidate],
      ipv6: 'no_aaaa',
    } as const
    expect(await observed.complete({ ...connected, candidates_tried: [candidate] })).toMatchObject(
      connected,
    )
  })

  test('"no AAAA" is not reported when the question got no answer', async () => {
    server.set('half.example.com', ({ type }) =>
      type === 'AAAA' ? { rcode: 'SERVFAIL' } : { a: ['1.1.1.1'] },
    )
    const observed = await observeDns(target('https://half.example.com/'), tools, deadline)
    const connected = {
      selected_address: '1.1.1.1',
      candidates_tried: [],
      ipv6: 'no_aaaa',
    } as const
    expect((await observed.complete({ ...connected, candidates_tried: [] })).ipv6).toBe('skipped')
  })
})

describe('records beside the addresses', () => {
  test('never delay the main path', async () => {
    server.set('example.com', { silent: true })
    const waited = waitingTime()
    const observed = await observeDns(target('https://own.example.com/'), tools, deadline)
    expect(observed.host.status).toBe('vetted')
    expect(waited()).toBeLessThan(700)
  })

  test('CAA: the closest records decide, and an apex that does not answer leaves it open', async () => {
    const own = await observe('https://own.example.com/')
    expect(own.evidence.caa).toEqual([{ critical: 0, tag: 'issue', value: ';' }])
    server.set('example.com', { rcode: 'SERVFAIL' })
    server.set('other.example.com', { a: ['1.1.1.1'] })
    expect((await observe('https://other.example.com/')).evidence.caa).toBeNull()
    expect((await observe('https://nocaa.example.org/')).evidence.caa).toEqual([])
  })

  test('CAA: public suffixes are not queried', async () => {
    await observe('https://nocaa.example.org/')
    expect(server.count('org')).toBe(0)
    expect(server.count('example.org', 'CAA')).toBe(1)
  })

  test('an alias loop ends', async () => {
    const { evidence } = await observe('https://loop.example.com/')
    expect(evidence.cname_chain.map(({ target: to }) => to)).toEqual([
      'pool.example.com',
      'loop.example.com',
    ])
  })

  test('a chain of endless aliases is cut at eight', async () => {
    for (let n = 0; n < 20; n += 1)
      server.set(`c${n}.example.com`, { cname: `c${n + 1}.example.com` })
    expect((await observe('https://c0.example.com/')).evidence.cname_chain).toHaveLength(8)
  })

  test('a name with a hundred labels causes a bounded number of questions', async () => {
    const host = `${'a.'.repeat(100)}example.com`
    await observe(`https://${host}/`)
    expect(server.queries.filter(({ type }) => type === 'CAA').length).toBeLessThanOrEqual(16)
    expect(server.queries.filter(({ type }) => type === 'SOA').length).toBeLessThanOrEqual(16)
  })

  test('end with the deadline', async () => {
    server.set('example.com', { silent: true })
    server.set('slow.example.com', { a: ['1.1.1.1'] })
    const observed = await observeDns(target('https://slow.example.com/'), tools, deadline)
    const waited = waitingTime()
    deadline.cancel(new Fault('probe_ended', 'Enough was seen.'))
    expect((await observed.complete(null)).caa).toBeNull()
    expect(waited()).toBeLessThan(500)
  })
})
