import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findAnvil } from '#test/chain/anvil.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { PAY_TO } from '#test/equipment/payment/offers.ts'
import { hasPostgres } from '#test/equipment/postgres/server.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { Cluster, patience, rounds } from './cluster.ts'
import { checkDealt, mixedLoad } from './mixed-load.ts'

const anvil = findAnvil()
/**
 * Milliseconds within which another node has recovered the call, as buyers are promised: fifteen seconds on a quiet machine. A
 * call that is left to its own node stays as it is, since that node does not come back.
 */
const RECOVERED_MS = 40_000
// Longer than a node sells without a heartbeat, and longer than the others wait before they recover its calls.
const CUT_OFF_MS = rounds.isLong ? 60_000 : 9_000

describe.for(rounds.seeds)(
  'four nodes on one PostgreSQL (seed %i)',
  needs({ anvil: !('missing' in anvil), PostgreSQL: hasPostgres }),
  (seed) => {
    let cluster: Cluster
    beforeAll(async () => {
      if ('path' in anvil) cluster = await Cluster.open(anvil.path)
    })
    afterAll(() => cluster?.[Symbol.asyncDispose]())
    beforeEach(() => cluster.mend(), 90_000)

    test('of 32 identical authorizations over all nodes exactly one executes and settles', async () => {
      const [sale] = await cluster.sales(1)
      if (sale === undefined) throw new TypeError('no sale')
      const sent = Array.from({ length: 8 }, () =>
        cluster.services.map((service) => service.buy(sale.header, sale)),
      )
      const statuses = (await Promise.all(sent.flat())).map((response) => response?.status ?? null)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => ![200, 402, 503].includes(status ?? 0))).toEqual([])
      expect((await cluster.checkBooks()).get(sale.nonce)?.state).toBe('settled')
    })

    test('the limit of open calls of one payer applies across all nodes', async () => {
      const { services, chain, facilitator } = cluster
      const buyer = openBuyer()
      await chain.mint(buyer.address, 1_000_000n)
      const all = await Promise.all(
        Array.from({ length: 28 }, (_, nth) => services[nth % 4])
          .filter((service) => service !== undefined)
          .map(async (service) => ({ service, sale: await cluster.sign(buyer, service) })),
      )
      let decided = 0
      facilitator.behave(async (request, response, socket) => {
        while (request.path === '/settle' && decided < 23) await sleep(10)
        await facilitator.honest(request, response, socket)
      })
      const statuses = await Promise.all(
        all.map(async ({ service, sale }) => {
          const response = await service.buy(sale.header, sale)
          decided += 1
          return response?.status
        }),
      )
      expect(statuses.filter((status) => status === 200)).toHaveLength(5)
      expect(statuses.filter((status) => status === 503)).toHaveLength(23)
      expect(await chain.transfersFrom(buyer.address, PAY_TO)).toHaveLength(5)
      await cluster.checkBooks()
    })

    test('nodes are killed under load: others recover their calls, and no call of a live node, despite wrong clocks', async () => {
      const [dying, living] = cluster.nodes
      if (dying?.service == null || living?.service == null) throw new TypeError('no node')
      const [held] = await cluster.sales(1)
      const left = await cluster.sales(8)
      if (held === undefined) throw new TypeError('no sale')
      const payers = left.map(({ buyer }) => buyer.address)
      let release = () => {}
      const killed = new Promise<void>((resolve) => {
        release = resolve
      })
      cluster.facilitator.behave(async (request, response, socket) => {
        if (request.path === '/settle' && payers.some((one) => request.body.includes(one)))
          await killed
        await cluster.facilitator.honest(request, response, socket)
      })
      const lost = left.slice(0, 4).map((sale) => dying.service?.buy(sale.header, sale))
      await expect.poll(() => cluster.countOf('settling'), patience).toBe(4)
      await dying.service.order({ hold: true })
      lost.push(...left.slice(4).map((sale) => dying.service?.buy(sale.header, sale)))
      await expect.poll(() => cluster.countOf('running'), patience).toBe(4)
      // A call of a living node, which runs for as long as the recovery takes.
      await living.service.order({ hold: true })
      const waiting = living.service.buy(held.header, held)
      await expect.poll(() => cluster.countOf('running'), patience).toBe(5)

      const at = Date.now()
      await cluster.kill(dying)
      release()
      expect(await Promise.all(lost)).toEqual(left.map(() => null))
      const nonces = left.map(({ nonce }) => nonce)
      const taken = async () =>
        (await cluster.rows()).filter(
          ({ key, state }) =>
            nonces.includes(key.nonce) && (state === 'running' || state === 'settling'),
        ).length
      const load = await mixedLoad(cluster, {
        seed,
        calls: rounds.isLong ? 40 : 24,
        withinMs: 6_000,
      })
      await killAtRandom(cluster, seed)
      await expect.poll(taken, patience).toBe(0)
      expect(Date.now() - at).toBeLessThan(RECOVERED_MS)
      await living.service.order({ hold: false })
      expect((await waiting)?.status).toBe(200)
      const statuses = await Promise.all(
        left.map(async (sale) => (await cluster.persist(sale, 1))?.status),
      )
      expect(statuses).toEqual([200, 200, 200, 200, 402, 402, 402, 402])
      await checkDealt(cluster, await load.all)
    })

    test('a node that is cut off sells nothing and settles nothing that is not written; back, it sells by itself', async () => {
      const { nodes } = cluster
      const apart = nodes.at(-1)
      if (apart?.service == null) throw new TypeError('no node')
      const all = await cluster.sales(4)
      const [held, during, elsewhere, after] = all
      if (!held || !during || !elsewhere || !after) throw new TypeError('no sales')
      await apart.service.order({ hold: true })
      const waiting = apart.service.buy(held.header, held)
      await expect.poll(() => cluster.countOf('running'), patience).toBe(1)
      const at = Date.now()
      cut(apart, true)
      const load = await mixedLoad(cluster, {
        seed,
        calls: rounds.isLong ? 30 : 18,
        withinMs: CUT_OFF_MS,
      })
      await cluster.comesTo(apart.service, 503)
      await apart.service.order({ hold: false })
      const [sold] = cluster.services
      expect((await sold?.buy(elsewhere.header, elsewhere))?.status).toBe(200)
      expect((await apart.service.buy(during.header, during))?.status).toBe(503)
      expect((await waiting)?.status).toBe(503)
      await sleep(Math.max(0, at + CUT_OFF_MS - Date.now()))
      expect(await cluster.chain.transfersFrom(held.buyer.address)).toEqual([])
      cut(apart, false)
      await cluster.comesTo(apart.service, 200)
      expect((await apart.service.buy(after.header, after))?.status).toBe(200)
      expect((await cluster.persist(during))?.status).toBe(200)
      await checkDealt(cluster, await load.all)
    }, 240_000)
  },
)

function cut({ cable, proxy }: Cluster['nodes'][number], isCut: boolean): void {
  if (cable === null) proxy.block(isCut)
  else if (isCut) cable.cut()
  else cable.mend()
}

/** Kills two more nodes at random times, and starts them again. */
async function killAtRandom(cluster: Cluster, seed: number): Promise<void> {
  const kill = fc.record({ nth: fc.constantFrom(2, 3), afterMs: fc.nat({ max: 2_000 }) })
  for (const { nth, afterMs } of fc.sample(kill, { seed, numRuns: 2 })) {
    await sleep(afterMs)
    const node = cluster.nodes[nth]
    if (node === undefined) continue
    await cluster.kill(node)
    await cluster.start(node)
  }
}
