import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { candidate } from '#evidence/dns.ts'
import { Fault } from '#fault.ts'
import { tryAddresses } from '#gather/connect/try-addresses.ts'
import { systemClock } from '#runtime/clock.ts'
import { type Deadline, deadlineAfter } from '#runtime/deadline.ts'
import {
  type Behind,
  type LoopbackNet,
  startLoopbackNet,
} from '#test/equipment/network/loopback-net.ts'
import { vetted } from '#test/equipment/network/vetted.ts'
import { waitingTime } from '#test/equipment/time/cpu-time.ts'

let net: LoopbackNet
let deadline: Deadline

beforeEach(async () => {
  net = await startLoopbackNet({})
  deadline = deadlineAfter(systemClock, 15_000)
})
afterEach(async () => {
  deadline.close()
  await net.close()
})

const both = { ipv4: true, ipv6: true }
const v4 = { ipv4: true, ipv6: false }

function start(behind: Readonly<Record<string, Behind>>, routes = both, within = deadline) {
  for (const [ip, what] of Object.entries(behind)) net.put(ip, what)
  const addresses = Object.keys(behind).map(vetted)
  return tryAddresses(addresses, 443, { connect: net.connect, clock: systemClock, routes }, within)
}

async function settled() {
  for (let round = 0; round < 50 && net.openSockets() > 0; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return net.openSockets()
}

describe('tryAddresses', () => {
  test('returns the first connection without waiting for the slow ones', async () => {
    const waited = waitingTime()
    const run = start({ '8.8.8.8': 'listening', '8.8.4.4': 'silent', '2620:fe::9': 'silent' })
    const first = await run.first
    expect(waited()).toBeLessThan(900)
    if (first.status !== 'connected') throw new TypeError(first.raw)
    expect(first.address.ip).toBe('8.8.8.8')
    expect(first.socket.readyState).toBe('open')
    first.socket.destroy()
    deadline.cancel(new Fault('probe_ended', 'Enough was seen.'))
    const { candidates_tried: tried } = await run.all
    expect(tried.map(({ ip, error, tries }) => [ip, error, tries])).toEqual([
      ['8.8.4.4', 'cancelled', 0],
      ['8.8.8.8', null, 1],
      ['2620:fe::9', 'cancelled', 0],
    ])
  })

  test('closes every connection but the first', async () => {
    const run = start({
      '8.8.8.8': 'listening',
      '8.8.4.4': 'listening',
      '9.9.9.9': 'listening',
      '2620:fe::9': 'listening',
    })
    const first = await run.first
    const evidence = await run.all
    if (first.status !== 'connected') throw new TypeError(first.raw)
    expect(evidence.selected_address).toBe(first.address.ip)
    expect(evidence.ipv6).toBe('reachable')
    expect(evidence.candidates_tried.every(({ ok, tries }) => ok && tries === 1)).toBe(true)
    expect(first.socket.destroyed).toBe(false)
    first.socket.destroy()
    expect(await settled()).toBe(0)
  })

  test('tries each address again, a second later, on a new connection', async () => {
    const run = start({ '8.8.8.8': 'refusing', '8.8.4.4': 'refusing' })
    const first = await run.first
    expect(first).toMatchObject({ status: 'failed', error: 'refused', raw: 'ECONNREFUSED' })
    const { candidates_tried: tried, selected_address: selected } = await run.all
    expect(tried.map(({ error, tries }) => [error, tries])).toEqual([
      ['refused', 2],
      ['refused', 2],
    ])
    expect(selected).toBeNull()
    const times = net.dialed.filter(({ ip }) => ip === '8.8.8.8').map(({ atMs }) => atMs)
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1_000 - 5)
  })

  test('a listener that comes back within the second is no failure', async () => {
    const run = start({ '8.8.8.8': 'refusing' })
    setTimeout(() => net.put('8.8.8.8', 'listening'), 300)
    const first = await run.first
    if (first.status !== 'connected') throw new TypeError(first.raw)
    first.socket.destroy()
    expect((await run.all).candidates_tried).toMatchObject([{ ok: true, error: null, tries: 2 }])
  })

  test('tries four addresses, both families in turn', async () => {
    const run = start(
      Object.fromEntries(
        ['8.8.8.1', '8.8.8.2', '8.8.8.3', '8.8.8.4', '2620:fe::1', '2620:fe::2', '2620:fe::3'].map(
          (ip) => [ip, 'listening'] as const,
        ),
      ),
    )
    const first = await run.first
    if (first.status === 'connected') first.socket.destroy()
    const { candidates_tried: tried } = await run.all
    expect(tried.map(({ ip }) => ip)).toEqual(['8.8.8.1', '8.8.8.2', '2620:fe::1', '2620:fe::2'])
    expect(net.dialed).toHaveLength(4)
  })

  test('skips a family that this machine has no route for', async () => {
    const run = start({ '8.8.8.8': 'listening', '2620:fe::9': 'listening' }, v4)
    const first = await run.first
    if (first.status === 'connected') first.socket.destroy()
    const evidence = await run.all
    expect(evidence.ipv6).toBe('skipped')
    expect(evidence.candidates_tried).toMatchObject([
      { ip: '8.8.8.8', ok: true },
      { ip: '2620:fe::9', ok: false, error: 'skipped', tries: 0, ms: 0 },
    ])
    expect(net.dialed.map(({ ip }) => ip)).toEqual(['8.8.8.8'])
  })

  test('a target with only the other family is distinguished from a dead one', async () => {
    const run = start({ '2620:fe::9': 'listening' }, v4)
    expect(await run.first).toMatchObject({ error: 'unreachable', raw: 'NO_ROUTE' })
    expect(net.dialed).toEqual([])
  })

  test('IPv6 that is published but beyond the limit of four is not "no AAAA"', async () => {
    const run = start(
      {
        '8.8.8.1': 'listening',
        '8.8.8.2': 'listening',
        '8.8.8.3': 'listening',
        '8.8.8.4': 'listening',
        '2620:fe::1': 'listening',
      },
      v4,
    )
    const first = await run.first
    if (first.status === 'connected') first.socket.destroy()
    expect((await run.all).ipv6).toBe('skipped')
  })

  test('tries all families when no route is known', async () => {
    const run = start({ '8.8.8.8': 'listening' }, { ipv4: false, ipv6: false })
    const first = await run.first
    expect(first.status).toBe('connected')
    if (first.status === 'connected') first.socket.destroy()
    expect((await run.all).ipv6).toBe('no_aaaa')
  })

  test('IPv6 that fails twice while IPv4 works is unreachable', async () => {
    const run = start({ '8.8.8.8': 'listening', '2620:fe::9': { failing: 'EHOSTUNREACH' } })
    const first = await run.first
    if (first.status === 'connected') first.socket.destroy()
    expect(await run.all).toMatchObject({ selected_address: '8.8.8.8', ipv6: 'unreachable' })
  })

  test.each<[Behind[], string]>([
    [['refusing', { failing: 'EHOSTUNREACH' }], 'refused'],
    [[{ failing: 'ETIMEDOUT' }, { failing: 'ECONNRESET' }], 'reset'],
    [[{ failing: 'EHOSTUNREACH' }, { failing: 'ETIMEDOUT' }], 'timeout'],
    [[{ failing: 'EHOSTUNREACH' }, { failing: 'ENETUNREACH' }], 'unreachable'],
  ])('of %j the most definite failure represents all: %s', async ([one, other], error) => {
    const run = start({ '8.8.8.8': one ?? 'silent', '8.8.4.4': other ?? 'silent' })
    expect(await run.first).toMatchObject({ status: 'failed', error })
  })

  test('a single try is reported as one when the deadline leaves no time for another', async () => {
    const short = deadline.within(900)
    const run = start({ '8.8.8.8': 'refusing', '8.8.4.4': 'silent' }, both, short)
    expect(await run.first).toMatchObject({ status: 'failed', error: 'refused' })
    const { candidates_tried: tried } = await run.all
    expect(tried).toMatchObject([
      { ip: '8.8.4.4', error: 'cancelled', tries: 0 },
      { ip: '8.8.8.8', error: 'refused', tries: 1 },
    ])
    short.close()
  })

  test('a machine out of descriptors fails the job, and leaks no connection', async () => {
    const run = start({ '8.8.8.8': { failing: 'EMFILE' }, '8.8.4.4': 'silent' })
    await expect(run.first).rejects.toMatchObject({ code: 'egress_exhausted' })
    await expect(run.all).rejects.toMatchObject({ code: 'egress_exhausted' })
  })

  test.each(['first', 'all'] as const)(
    'a machine out of descriptors: a caller that awaits only `%s` leaves nothing unhandled',
    async (awaited) => {
      const run = start({ '8.8.8.8': { failing: 'EMFILE' } })
      await expect(run[awaited]).rejects.toMatchObject({ code: 'egress_exhausted' })
      expect(await settled()).toBe(0)
      // A rejection counts as unhandled at the end of the turn.
      await new Promise(setImmediate)
    },
  )

  test('candidates fit their schema', async () => {
    const run = start({ '8.8.8.8': 'listening', '8.8.4.4': { failing: 'ECONNRESET' } })
    const first = await run.first
    if (first.status === 'connected') first.socket.destroy()
    const { candidates_tried: tried } = await run.all
    expect(candidate.array().safeParse(tried).success).toBe(true)
    expect(tried).toHaveLength(2)
  })
})
