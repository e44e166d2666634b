import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findAnvil } from '#test/chain/anvil.ts'
import { canMount, hasPostgres } from '#test/equipment/postgres/server.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { Cluster, patience, rounds } from './cluster.ts'
import { checkDealt, mixedLoad } from './mixed-load.ts'

const anvil = findAnvil()
/**
 * Writes to the write-ahead log and to no table: on a full disk a new table fails, and without a record there is no next
 * segment.
 */
const NEXT_SEGMENT = `SELECT pg_logical_emit_message(false, 'filling', ''), pg_switch_wal()`

describe.for(rounds.seeds)(
  'the database of four nodes fails (seed %i)',
  needs({ anvil: !('missing' in anvil), PostgreSQL: hasPostgres }),
  (seed) => {
    let cluster: Cluster
    beforeAll(async () => {
      if ('path' in anvil) cluster = await Cluster.open(anvil.path)
    })
    afterAll(() => cluster?.[Symbol.asyncDispose]())
    beforeEach(() => cluster.mend(), 90_000)

    /** A random time after the load has begun, milliseconds. */
    const chanceMs = (most: number, salt: number) =>
      fc.sample(fc.nat({ max: most }), { seed: seed + salt, numRuns: 1 })[0] ?? 0
    const allReady = async (status: number) => {
      for (const service of cluster.services) await cluster.comesTo(service, status)
    }
    const cuts = () => cluster.nodes.reduce((sum, { proxy }) => sum + proxy.cuts, 0)

    test('responses are lost after the commit: nothing is lost, and nothing is done twice', async () => {
      const load = await mixedLoad(cluster, {
        seed,
        calls: rounds.isLong ? 40 : 24,
        withinMs: 1_500,
      })
      const before = cuts()
      for (const { proxy } of cluster.nodes) proxy.cutEvery(5 + (seed % 3))
      const dealt = await load.all
      expect(cuts() - before).toBeGreaterThan(8)
      for (const { proxy } of cluster.nodes) proxy.cutEvery(0)
      // The nodes read the writes back, so that every call that could be sold was sold.
      await checkDealt(cluster, dealt, { isSold: true })
    })

    test('statements are lost before the database sees them: they are sent again', async () => {
      const load = await mixedLoad(cluster, {
        seed: seed + 1,
        calls: rounds.isLong ? 30 : 18,
        withinMs: 1_000,
      })
      const before = cuts()
      for (const { proxy } of cluster.nodes) proxy.cutEvery(4 + (seed % 3), 'before')
      const dealt = await load.all
      expect(cuts() - before).toBeGreaterThan(8)
      for (const { proxy } of cluster.nodes) proxy.cutEvery(0)
      await checkDealt(cluster, dealt, { isSold: true })
    })

    test('each statement takes half a second: calls are slow, and all of them are sold', async () => {
      const load = await mixedLoad(cluster, {
        seed: seed + 2,
        calls: rounds.isLong ? 16 : 12,
        withinMs: 500,
      })
      for (const { proxy } of cluster.nodes) proxy.delay(500)
      const dealt = await load.all
      for (const { proxy } of cluster.nodes) proxy.delay(0)
      await checkDealt(cluster, dealt, { isSold: true })
    })

    test('PostgreSQL is killed and started again under load: the books agree, and all nodes sell again by themselves', async () => {
      const load = await mixedLoad(cluster, {
        seed: seed + 3,
        calls: rounds.isLong ? 40 : 24,
        withinMs: 4_000,
      })
      await sleep(chanceMs(2_500, 3))
      await cluster.server.kill()
      await sleep(chanceMs(1_500, 4))
      await cluster.server.start()
      const dealt = await load.all
      await allReady(200)
      await checkDealt(cluster, dealt)
    })

    test('the server has fewer connections than the nodes want: calls wait for one', async () => {
      await cluster.server.kill()
      await cluster.server.start(['max_connections=24'])
      await allReady(200)
      const load = await mixedLoad(cluster, {
        seed: seed + 4,
        calls: rounds.isLong ? 40 : 24,
        withinMs: 500,
      })
      const dealt = await load.all
      const rows = await checkDealt(cluster, dealt)
      // On a busy machine a call may wait for longer than its limit of eight seconds.
      const sold = dealt.filter(({ sale }) => rows.get(sale.nonce)?.state === 'settled')
      expect(sold.length).toBeGreaterThan(dealt.length / 3)
      await cluster.server.kill()
      await cluster.server.start()
    })

    test('the server comes back as a standby: nothing is sold until it is promoted', async () => {
      const [late] = await cluster.sales(1)
      if (late === undefined) throw new TypeError('no sale')
      const load = await mixedLoad(cluster, {
        seed: seed + 5,
        calls: rounds.isLong ? 20 : 12,
        withinMs: 2_000,
      })
      await sleep(chanceMs(1_500, 5))
      await cluster.server.kill()
      cluster.server.becomeStandby()
      await cluster.server.start()
      await allReady(503)
      const [service] = cluster.services
      expect((await service?.buy(late.header, late))?.status).toBe(503)
      await cluster.server.run('SELECT pg_promote()')
      await allReady(200)
      expect((await service?.buy(late.header, late))?.status).toBe(200)
      await checkDealt(cluster, await load.all)
    })

    describe('its disk', needs({ 'disks to mount': canMount }), () => {
      test('fills up and the server stops: no call is sold that is not written, and all nodes sell again by themselves', async () => {
        const { server } = cluster
        const load = await mixedLoad(cluster, {
          seed: seed + 6,
          calls: rounds.isLong ? 30 : 18,
          withinMs: 4_000,
        })
        await sleep(chanceMs(1_500, 6))
        server.fillDisk()
        await sleep(1_500)
        // Without room for the next segment of the write-ahead log a server ends, unless it has old segments to reuse; its
        // restart frees some.
        const endsBy = performance.now() + patience.timeout / 3
        while (server.isRunning && performance.now() < endsBy) {
          server.fillDisk()
          await server.run(NEXT_SEGMENT).catch(() => {})
          await sleep(patience.interval)
        }
        if (server.isRunning) await server.kill()
        const [service] = cluster.services
        await cluster.comesTo(service ?? null, 503)
        server.freeDisk()
        await server.start()
        await allReady(200)
        await checkDealt(cluster, await load.all)
      })
    })
  },
)
