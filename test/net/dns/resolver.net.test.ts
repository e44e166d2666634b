import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type HostLookup, openResolver, type Resolver } from '#net/dns/resolver.ts'
import { systemClock } from '#runtime/clock.ts'
import { type Deadline, deadlineAfter } from '#runtime/deadline.ts'
import { type DnsServer, startDnsServer } from '#test/equipment/network/dns-server.ts'
import { waitingTime } from '#test/equipment/time/cpu-time.ts'

let server: DnsServer
let resolver: Resolver
let deadline: Deadline

beforeEach(async () => {
  server = await startDnsServer({
    'both.example.com': { a: ['9.9.9.10', '9.9.9.9'], aaaa: ['2620:FE::9'], ttl: 77 },
    'alias.example.com': { cname: 'Edge.example.net' },
    'edge.example.net': { a: ['1.1.1.1'], ttl: 5 },
    'dangling.example.com': { cname: 'gone.example.net' },
    'empty.example.com': {},
    'alias-to-empty.example.com': { cname: 'empty.example.com' },
    'loop.example.com': { cname: 'loop.example.com' },
    'servfail.example.com': { rcode: 'SERVFAIL' },
    'refused.example.com': { rcode: 'REFUSED' },
    'silent.example.com': { silent: true },
    'half.example.com': ({ type }) => (type === 'A' ? { a: ['1.1.1.1'] } : { silent: true }),
    'halfdead.example.com': ({ type }) => (type === 'A' ? {} : { rcode: 'SERVFAIL' }),
    'liar.example.com': ({ type }) => (type === 'A' ? {} : { rcode: 'NXDOMAIN' }),
    'lossy.example.com': ({ n }) => (n === 1 ? { silent: true } : { a: ['1.1.1.1'] }),
    'big.example.com': { truncated: true, a: ['1.1.1.1'] },
    'huge.example.com': { truncated: true, a: many(2_000) },
    'caa.example.com': {
      caa: [
        { flags: 0, tag: 'issue', value: 'ca.example.net' },
        { flags: 128, tag: 'iodef', value: 'mailto:x@example.com' },
      ],
    },
    'example.com': { soa: { minimum: 300 } },
    'ages.example.com': { a: ['1.1.1.1'], ttl: 2 ** 32 - 1, soa: { minimum: 2 ** 31 } },
    'root.example.com': { cname: '.' },
  })
  resolver = openResolver({ servers: [server.address], clock: systemClock })
  deadline = deadlineAfter(systemClock, 10_000)
})
afterEach(async () => {
  deadline.close()
  resolver.close()
  await server.close()
  vi.unstubAllEnvs()
})

describe('lookup', () => {
  test('queries A and AAAA in parallel and sorts the addresses', async () => {
    expect(await resolver.lookup('both.example.com', deadline)).toEqual({
      host: 'both.example.com',
      rcode: 'NOERROR',
      rcodeA: 'NOERROR',
      rcodeAaaa: 'NOERROR',
      a: [
        { address: '9.9.9.9', ttlS: 77 },
        { address: '9.9.9.10', ttlS: 77 },
      ],
      aaaa: [{ address: '2620:fe::9', ttlS: 77 }],
      received: { a: expect.any(Number), aaaa: 1 },
    })
    expect(server.queries.map(({ type }) => type).sort()).toEqual(['A', 'AAAA'])
  })

  test.each([
    ['alias.example.com', 'NOERROR', ['1.1.1.1']],
    ['nobody.example.com', 'NXDOMAIN', []],
    ['dangling.example.com', 'NXDOMAIN', []],
    ['empty.example.com', 'NOERROR', []],
    ['alias-to-empty.example.com', 'NOERROR', []],
    ['loop.example.com', 'NOERROR', []],
    ['servfail.example.com', 'SERVFAIL', []],
    ['refused.example.com', 'REFUSED', []],
    ['halfdead.example.com', 'SERVFAIL', []],
    ['liar.example.com', 'NOERROR', []],
    ['big.example.com', 'NOERROR', ['1.1.1.1']],
    ['lossy.example.com', 'NOERROR', ['1.1.1.1']],
  ])('%s: %s', async (host, rcode, addresses) => {
    const answer = await resolver.lookup(host, deadline)
    expect(answer.rcode).toBe(rcode)
    expect(answer.a.map(({ address }) => address)).toEqual(addresses)
  })

  test("silence is a TIMEOUT after 3.5 s, and the other question's answer is kept", async () => {
    const started = performance.now()
    const waited = waitingTime()
    const [silent, half] = await Promise.all([
      resolver.lookup('silent.example.com', deadline),
      resolver.lookup('half.example.com', deadline),
    ])
    expect(silent).toMatchObject({ rcode: 'TIMEOUT', a: [], aaaa: [] })
    expect(performance.now() - started).toBeGreaterThan(3_000)
    expect(waited()).toBeLessThan(4_500)
    expect(half).toMatchObject({ rcode: 'NOERROR', rcodeA: 'NOERROR', rcodeAaaa: 'TIMEOUT' })
    expect(half.a).toHaveLength(1)
  })

  test('a response after three seconds is accepted', async () => {
    server.set('slow.example.com', { a: ['1.1.1.1'], delayMs: 3_000 })
    const { rcode, a } = await resolver.lookup('slow.example.com', deadline)
    expect([rcode, a.length]).toEqual(['NOERROR', 1])
  })

  test('ends with the deadline, with the answers so far', async () => {
    const short = deadline.within(200)
    const waited = waitingTime()
    const answer = await resolver.lookup('half.example.com', short)
    short.close()
    expect(answer).toMatchObject({ rcodeA: 'NOERROR', rcodeAaaa: 'TIMEOUT' })
    expect(waited()).toBeLessThan(600)
  })

  test('sends no query once the deadline has passed', async () => {
    const over = deadline.within(0)
    expect((await resolver.lookup('both.example.com', over)).rcode).toBe('TIMEOUT')
    expect(server.queries).toEqual([])
  })

  test('reads 128 of thousands of addresses, which come over TCP', async () => {
    const answer = await resolver.lookup('huge.example.com', deadline)
    expect([answer.a.length, answer.received]).toEqual([128, { a: 2_000, aaaa: 0 }])
    expect(server.queries.some(({ transport }) => transport === 'tcp')).toBe(true)
  })

  test('a TTL is at most a week, also with its top bit set', async () => {
    const { a } = await resolver.lookup('ages.example.com', deadline)
    expect(a).toEqual([{ address: '1.1.1.1', ttlS: 604_800 }])
    expect((await resolver.soaMinimum('ages.example.com', deadline)).value).toBe(604_800)
  })

  test('sees every change at once: nothing is cached between two look-ups', async () => {
    server.set('rebind.example.com', ({ n }) => ({ a: [n === 1 ? '1.1.1.1' : '127.0.0.1'] }))
    const first = await resolver.lookup('rebind.example.com', deadline)
    const second = await resolver.lookup('rebind.example.com', deadline)
    expect([first.a[0]?.address, second.a[0]?.address]).toEqual(['1.1.1.1', '127.0.0.1'])
  })

  test('never tries a search domain or the hosts file', async () => {
    vi.stubEnv('LOCALDOMAIN', 'corp.example.com')
    server.set('nobody.example.org.corp.example.com', { a: ['10.0.0.1'] })
    const searching = openResolver({ servers: [server.address], clock: systemClock })
    expect((await searching.lookup('nobody.example.org', deadline)).rcode).toBe('NXDOMAIN')
    expect((await searching.lookup('localhost', deadline)).rcode).toBe('NXDOMAIN')
    expect(server.queries.map(({ name }) => name)).not.toContain(
      'nobody.example.org.corp.example.com',
    )
  })

  test('uses another source port each time, so that an answer is hard to forge', async () => {
    for (let round = 0; round < 5; round += 1) await resolver.lookup('both.example.com', deadline)
    expect(new Set(server.queries.map(({ sourcePort }) => sourcePort)).size).toBeGreaterThan(5)
  })

  test('tries the second server when none listens at the first address', async () => {
    const two = openResolver({ servers: ['127.0.0.1:1', server.address], clock: systemClock })
    expect((await two.lookup('both.example.com', deadline)).rcode).toBe('NOERROR')
  })

  test('is a TIMEOUT when no server listens', async () => {
    const none = openResolver({ servers: ['127.0.0.1:1'], clock: systemClock })
    expect((await none.lookup('both.example.com', deadline)).rcode).toBe('TIMEOUT')
  })

  test('sends at most the allowed number of concurrent queries, and resolves them all', async () => {
    server.set('slow.example.com', { a: ['1.1.1.1'], delayMs: 40 })
    const narrow = openResolver({ servers: [server.address], clock: systemClock, maxConcurrent: 2 })
    const started = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => narrow.lookup('slow.example.com', deadline)),
    )
    expect(answers.every(({ rcode }) => rcode === 'NOERROR')).toBe(true)
    // Eight queries, two at a time: four rounds.
    expect(performance.now() - started).toBeGreaterThan(4 * 40 - 10)
  })

  test('may wait longer for a slot than for an answer: a try begins when a question is sent', async () => {
    server.set('slow.example.com', { a: ['1.1.1.1'], delayMs: 500 })
    const narrow = openResolver({ servers: [server.address], clock: systemClock, maxConcurrent: 1 })
    const started = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => narrow.lookup('slow.example.com', deadline)),
    )
    expect(performance.now() - started).toBeGreaterThan(2_500)
    expect(answers.map(({ rcode }) => rcode)).toEqual(['NOERROR', 'NOERROR', 'NOERROR'])
  })

  test('answers TIMEOUT at once when it is closed', async () => {
    const waited = waitingTime()
    const pending = resolver.lookup('silent.example.com', deadline)
    setTimeout(() => resolver.close(), 50)
    const answer = await pending
    expect(answer.rcode).toBe('TIMEOUT')
    expect(waited()).toBeLessThan(500)
    expect((await resolver.lookup('both.example.com', deadline)).rcode).toBe('TIMEOUT')
  })
})

describe("a job's share", () => {
  const flood = (lookups: HostLookup) => {
    for (let n = 0; n < 300; n += 1) void lookups.lookup('silent.example.com', deadline)
  }

  test('is separate: silent names of one job do not delay the questions of another', async () => {
    for (let jobs = 0; jobs < 5; jobs += 1) flood(resolver.forJob().subresources)
    const answer = await resolver.forJob().subresources.lookup('both.example.com', deadline)
    expect(answer.rcode).toBe('NOERROR')
    expect((await resolver.lookup('both.example.com', deadline)).rcode).toBe('NOERROR')
    // Sixteen queries of each job were sent, and all the others wait.
    expect(server.count('silent.example.com')).toBeLessThanOrEqual(5 * 16 * 2)
  })

  test('serves documents before subresources', async () => {
    const { documents, subresources } = resolver.forJob()
    flood(subresources)
    const waited = waitingTime()
    const answer = await documents.lookup('both.example.com', deadline)
    expect(answer.rcode).toBe('NOERROR')
    // The first slots are free when the first silent names time out, after 3.5 s.
    expect(waited()).toBeLessThan(6_000)
  })
})

describe('other records', () => {
  test('cname returns the next name, or null', async () => {
    expect(await resolver.cname('alias.example.com', deadline)).toEqual({
      rcode: 'NOERROR',
      value: 'edge.example.net',
    })
    expect(await resolver.cname('both.example.com', deadline)).toEqual({
      rcode: 'NOERROR',
      value: null,
    })
    expect(await resolver.cname('nobody.example.com', deadline)).toEqual({
      rcode: 'NXDOMAIN',
      value: null,
    })
  })

  test('cname writes the root as a dot', async () => {
    expect((await resolver.cname('root.example.com', deadline)).value).toBe('.')
  })

  test('caa returns flags, tag and value', async () => {
    expect((await resolver.caa('caa.example.com', deadline)).value).toEqual([
      { critical: 0, tag: 'issue', value: 'ca.example.net' },
      { critical: 128, tag: 'iodef', value: 'mailto:x@example.com' },
    ])
    expect((await resolver.caa('both.example.com', deadline)).value).toBeNull()
  })

  test('soaMinimum exists at the apex only', async () => {
    expect((await resolver.soaMinimum('example.com', deadline)).value).toBe(300)
    expect((await resolver.soaMinimum('both.example.com', deadline)).value).toBeNull()
  })
})

describe('label', () => {
  test.each([
    [[], 'system'],
    [['9.9.9.9'], '9.9.9.9'],
    [['9.9.9.9:5353', '[2620:fe::9]:53', '2620:fe::9'], '9.9.9.9, 2620:fe::9, 2620:fe::9'],
    [['10.0.0.1', '127.0.0.1:53', 'fd00::1'], 'private, private, private'],
  ])('%j is reported as %s', (servers, label) => {
    expect(openResolver({ servers, clock: systemClock }).label).toBe(label)
  })
})

function many(count: number): string[] {
  return Array.from(
    { length: count },
    (_, n) => `1.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
  )
}
