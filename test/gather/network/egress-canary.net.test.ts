import { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createEgressCanary } from '#gather/network/egress-canary.ts'
import { egressOf } from '#gather/probe.ts'
import { openResolver } from '#net/dns/resolver.ts'
import { systemClock as clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { type NameScript, startDnsServer } from '#test/equipment/network/dns-server.ts'
import { openInternet } from '#test/equipment/network/internet.ts'

const failure = (code: 'dns_failed' | 'dns_nxdomain') => ({
  response: null,
  error: { code, phase: 'dns', raw: null, alert: null } as const,
})

/** The canary state of a service without canary hosts, with a resolver at this address. */
async function stateOn(server: string, code: 'dns_failed' | 'dns_nxdomain') {
  const resolver = openResolver({ servers: [server], clock })
  const own = { has: () => false } as never
  const connect = () => {
    throw new TypeError('no connection is needed')
  }
  const canary = createEgressCanary({ hosts: [], resolver, ownAddresses: own, connect, clock })
  const deadline = deadlineAfter(clock, 10_000)
  try {
    return await egressOf(failure(code), canary, deadline)
  } finally {
    deadline.close()
    resolver.close()
  }
}

test.each<readonly [string, NameScript, string]>([
  ['does not respond to anything', { silent: true }, 'unhealthy'],
  ['fails for everything', { rcode: 'SERVFAIL' }, 'unhealthy'],
  ['refuses everything', { rcode: 'REFUSED' }, 'unhealthy'],
  ['knows the root', { soa: {} }, 'not_checked'],
  ['knows a few names only', { rcode: 'NXDOMAIN' }, 'not_checked'],
])(
  'without canary hosts: a target without an answer, on a resolver that %s',
  async (_what, root, state) => {
    await using dns = await startDnsServer({ '.': root })
    expect(await stateOn(dns.address, 'dns_failed')).toBe(state)
    expect(dns.count('')).toBeGreaterThan(0)
  },
)

test('without canary hosts: a resolver that is gone makes no verdict', async () => {
  const dns = await startDnsServer({})
  await dns.close()
  expect(await stateOn(dns.address, 'dns_failed')).toBe('unhealthy')
})

test('a healthy canary counts for a minute, then it is contacted again', async () => {
  await using internet = await openInternet()
  await internet.addTcp('93.184.215.14', 443, () => {})
  internet.dns.set('canary.example.com', { a: ['93.184.215.14'] })
  let aheadMs = 0
  const ahead = { ...clock, monotonicMs: () => clock.monotonicMs() + aheadMs }
  const resolver = openResolver({ servers: [internet.dns.address], clock })
  const { connect, dialed } = internet
  const hosts = ['canary.example.com']
  const ownAddresses = { has: () => false }
  const canary = createEgressCanary({ hosts, resolver, ownAddresses, connect, clock: ahead })
  using deadline = deadlineAfter(clock, 10_000)
  const contacts: number[] = []
  for (const ms of [0, 59_000, 61_000]) {
    aheadMs = ms
    expect(await canary.check(deadline, { unresolved: false })).toBe('healthy')
    contacts.push(dialed.length)
  }
  expect(contacts).toEqual([1, 1, 2])
  resolver.close()
})

test('a check that this machine cannot run rejects for each job, and is repeated for the next', async () => {
  const resolver = openResolver({ servers: ['127.0.0.1:1'], clock })
  onTestFinished(() => resolver.close())
  let dialed = 0
  const connect = () => {
    dialed += 1
    return new Socket().destroy(Object.assign(new Error('no descriptor'), { code: 'EMFILE' }))
  }
  const ownAddresses = { has: () => false }
  const canary = createEgressCanary({
    hosts: ['93.184.215.14'],
    resolver,
    ownAddresses,
    connect,
    clock,
  })
  using deadline = deadlineAfter(clock, 10_000)
  for (const times of [1, 2]) {
    const checked = canary.check(deadline, { unresolved: false })
    await expect(checked).rejects.toMatchObject({ code: 'egress_exhausted' })
    expect(dialed).toBe(times)
  }
})

test('a target that does not exist has an answer: nothing else is looked up', async () => {
  await using dns = await startDnsServer({ '.': { rcode: 'SERVFAIL' } })
  expect(await stateOn(dns.address, 'dns_nxdomain')).toBe('not_checked')
  expect(dns.queries).toEqual([])
})
