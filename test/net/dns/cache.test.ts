import { describe, expect, test } from 'vitest'
import { withCache } from '#net/dns/cache.ts'
import {
  type HostLookupResult,
  hostLookupResult,
  timeoutResult,
} from '#net/dns/host-lookup-result.ts'
import type { HostLookup } from '#net/dns/resolver.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'

/** A resolver whose responses the test releases one by one. */
function heldResolver(answer: (host: string) => HostLookupResult) {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  const resolver: HostLookup = {
    lookup: (host) =>
      new Promise((resolve) => {
        asked.push(host)
        waiting.push(() => resolve(answer(host)))
      }),
  }
  return { resolver, asked, release: () => waiting.splice(0).forEach((go) => void go()) }
}

const answerOf = (host: string, count: number, ttlS: number) => {
  const records = Array.from({ length: count }, (_, n) => ({
    address: `1.1.${n >> 8}.${n & 255}`,
    ttlS,
  }))
  const none = { rcode: 'NOERROR', records: [], received: 0 } as const
  return hostLookupResult(host, { rcode: 'NOERROR', records, received: count }, none)
}

function setUp(
  answer: (host: string) => HostLookupResult,
  options: { maxEntries?: number; maxConcurrent?: number } = {},
) {
  let at = 0
  const move = (ms: number) => {
    at += ms
  }
  const clock: Clock = { ...systemClock, monotonicMs: () => at }
  const held = heldResolver(answer)
  const cache = withCache(held.resolver, { clock, ...options })
  const ask = async (host: string) => {
    const deadline = deadlineAfter(clock, 5_000)
    const pending = cache.lookup(host, deadline)
    held.release()
    const result = await pending
    deadline.close()
    return result
  }
  return { ...held, clock, cache, ask, move }
}

describe('the look-up before a quote', () => {
  test.each([
    ['its TTL', 10, 1, 10_000],
    ['thirty seconds at most', 86_400, 1, 30_000],
    ['one second at least', 0, 1, 1_000],
    ['two seconds when there is no address', 0, 0, 2_000],
  ])('caches an answer for %s', async (_why, ttlS, count, ms) => {
    const { ask, asked, move } = setUp((host) => answerOf(host, count, ttlS))
    await ask('a.com')
    move(ms - 1)
    expect((await ask('a.com')).a).toHaveLength(count)
    expect(asked).toHaveLength(1)
    move(1)
    await ask('a.com')
    expect(asked).toHaveLength(2)
  })

  test('sends the same concurrent question once', async () => {
    const { cache, clock, asked, release } = setUp((host) => answerOf(host, 1, 60))
    const deadline = deadlineAfter(clock, 5_000)
    const all = Promise.all(Array.from({ length: 50 }, () => cache.lookup('a.com', deadline)))
    release()
    expect((await all).every(({ rcode }) => rcode === 'NOERROR')).toBe(true)
    expect(asked).toEqual(['a.com'])
    deadline.close()
  })

  test('a caller that gives up does not cancel the question of another', async () => {
    const { cache, clock, release } = setUp((host) => answerOf(host, 1, 60))
    const leaving = deadlineAfter(systemClock, 20)
    const staying = deadlineAfter(clock, 5_000)
    const [gone, kept] = [cache.lookup('a.com', leaving), cache.lookup('a.com', staying)]
    expect((await gone).rcode).toBe('TIMEOUT')
    release()
    expect((await kept).rcode).toBe('NOERROR')
    leaving.close()
    staying.close()
  })

  test('a flood of names beyond the limit gets no answer at once, and no query', async () => {
    const { cache, clock, asked, release } = setUp((host) => answerOf(host, 1, 60), {
      maxConcurrent: 2,
    })
    const deadline = deadlineAfter(clock, 5_000)
    const first = [cache.lookup('a.com', deadline), cache.lookup('b.com', deadline)]
    expect(await cache.lookup('c.com', deadline)).toEqual(timeoutResult('c.com'))
    expect(asked).toEqual(['a.com', 'b.com'])
    release()
    await Promise.all(first)
    const third = cache.lookup('c.com', deadline)
    release()
    expect((await third).rcode).toBe('NOERROR')
    deadline.close()
  })

  test('evicts the least recently used name', async () => {
    const { ask, asked } = setUp((host) => answerOf(host, 1, 60), { maxEntries: 2 })
    for (const host of ['a.com', 'b.com', 'a.com', 'c.com', 'a.com', 'b.com']) await ask(host)
    expect(asked).toEqual(['a.com', 'b.com', 'c.com', 'b.com'])
  })

  test('does not let an answer of hundreds of addresses fill the memory', async () => {
    const { ask, asked } = setUp((host) => answerOf(host, 65, 60))
    await ask('a.com')
    await ask('a.com')
    expect(asked).toHaveLength(2)
  })
})
