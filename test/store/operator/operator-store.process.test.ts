import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LINK_LIFETIME_MS } from '#operator/operator-store.ts'
import type { Overrides } from '#operator/overrides.ts'
import { engines, type TestNode, type TestStore } from '#test/equipment/postgres/engines.ts'
import { needs } from '#test/equipment/program/needs.ts'

const hash = (digit: string) => digit.repeat(64)

describe.each(engines)('over $name', ({ name, present, open }) => {
  let store: TestStore
  let one: TestNode
  let other: TestNode

  beforeEach(async () => {
    store = await open()
    one = await store.node()
    other = await store.node()
  })
  afterEach(() => store[Symbol.asyncDispose]())

  describe('a console link', needs(present), () => {
    const now = Date.now()

    test('from one service can be used on one other, once', async () => {
      await one.links.add(hash('a'), now)
      expect(await other.links.redeem(hash('b'), now)).toBe(false)
      expect(await other.links.redeem(hash('a'), now)).toBe(true)
      expect(await other.links.redeem(hash('a'), now)).toBe(false)
      expect(await one.links.redeem(hash('a'), now)).toBe(false)
    })

    test('that two use at the same moment opens the console for one', async () => {
      for (const digit of 'abcdef') {
        await one.links.add(hash(digit), now)
        const both = [one.links.redeem(hash(digit), now), other.links.redeem(hash(digit), now)]
        expect((await Promise.all(both)).sort()).toEqual([false, true])
      }
    })

    test('is valid until it expires', async () => {
      await one.links.add(hash('a'), now)
      await one.links.add(hash('b'), now)
      await store.exec(
        `UPDATE console_links SET expires_at = expires_at - ${LINK_LIFETIME_MS - 60_000}`,
      )
      expect(await other.links.redeem(hash('a'), now)).toBe(true)
      await store.exec('UPDATE console_links SET expires_at = expires_at - 60000')
      expect(await other.links.redeem(hash('b'), now)).toBe(false)
    })
  })

  describe('a pause', needs(present), () => {
    test('reaches every service within a second, and so do a price and a resume', async () => {
      const seen: Overrides[] = []
      const watch = await one.watch((overrides) => seen.push(overrides))
      expect(watch.first.probe_url).toEqual({ pausedAt: null, priceAtomic: null })
      // It takes a second on a quiet machine.
      const changed = async (count: number) => {
        await expect.poll(() => seen.length, { timeout: 5_000, interval: 10 }).toBe(count)
        return seen.at(-1)
      }
      await other.overrides.change(['probe_url', 'verify_page'], { paused: true }, 2_000)
      expect(await changed(1)).toEqual({
        probe_url: { pausedAt: 2_000, priceAtomic: null },
        render_page: { pausedAt: null, priceAtomic: null },
        verify_page: { pausedAt: 2_000, priceAtomic: null },
      })
      await other.overrides.change(['probe_url'], { priceAtomic: 9n }, 3_000)
      expect((await changed(2))?.probe_url).toEqual({ pausedAt: 2_000, priceAtomic: 9n })
      await other.overrides.change(['probe_url'], { paused: false }, 4_000)
      expect((await changed(3))?.probe_url).toEqual({ pausedAt: null, priceAtomic: 9n })
      watch.close()
    })

    test('of a tool that is paused keeps its time; a row without pause and price goes', async () => {
      await one.overrides.change(['probe_url'], { paused: true }, 1_000)
      await other.overrides.change(['probe_url'], { paused: true }, 2_000)
      expect((await one.overrides.read()).probe_url.pausedAt).toBe(1_000)
      await one.overrides.change(['probe_url'], { paused: false }, 3_000)
      await one.overrides.change(['probe_url'], { paused: true }, 4_000)
      expect((await other.overrides.read()).probe_url.pausedAt).toBe(4_000)
    })

    test('by two operators at once changes all tools of each', async () => {
      const all = ['probe_url', 'render_page', 'verify_page'] as const
      await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          (at % 2 === 0 ? one : other).overrides.change(
            at % 3 === 0 ? all : [...all].reverse(),
            { priceAtomic: BigInt(at + 1) },
            at,
          ),
        ),
      )
      const { probe_url, render_page, verify_page } = await one.overrides.read()
      expect(probe_url.priceAtomic).toBeGreaterThan(0n)
      expect([render_page, verify_page]).toEqual([probe_url, probe_url])
    })
  })

  describe('an alert', needs(present), () => {
    test('that was announced is known after a restart, until it is over', async () => {
      await one.alerts.add('disk_short', 5)
      await one.alerts.add('browser_lost', 6)
      await one.alerts.add('browser_lost', 7)
      expect([...(await one.alerts.read())].sort()).toEqual([
        ['browser_lost', 7],
        ['disk_short', 5],
      ])
      await one.alerts.remove('browser_lost')
      expect([...(await one.alerts.read())]).toEqual([['disk_short', 5]])
      expect((await other.alerts.read()).size).toBe(name === 'SQLite' ? 1 : 0)
    })
  })
})
