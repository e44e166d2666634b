import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findAnvil } from '#test/chain/anvil.ts'
import { cancelOnChain, drainOnChain, frontRun } from '#test/chain/buyer-moves.ts'
import { type Behaviour, json, openLoopbackServer } from '#test/equipment/network/loopback-http.ts'
import type { Buyer } from '#test/equipment/payment/buyer.ts'
import { type ChainService, openChainService } from '#test/equipment/payment/chain-service.ts'
import { PAY_TO } from '#test/equipment/payment/offers.ts'
import { hasPostgres, sharedPostgres } from '#test/equipment/postgres/server.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { runVerb } from '#test/equipment/program/run-verb.ts'

const anvil = findAnvil()
const MADE_UP = `0x${'5a'.repeat(32)}`
const HOUR_MS = 3_600_000

const engines = [
  { name: 'SQLite', present: {}, databaseUrl: async () => '' },
  {
    name: 'PostgreSQL',
    present: { PostgreSQL: hasPostgres },
    databaseUrl: async () => (await sharedPostgres()).createDatabase(),
  },
] as const

describe.each(engines)('over $name', ({ present, databaseUrl }) => {
  describe('ledger audit', needs({ anvil: !('missing' in anvil), ...present }), () => {
    let world: ChainService
    let url: string
    beforeAll(async () => {
      if (!('path' in anvil)) return
      url = await databaseUrl()
      world = await openChainService(anvil.path, { env: { DATABASE_URL: url } })
    })
    afterAll(() => world?.close())

    const audit = async (flags: readonly string[], rpcUrl = world.chain.url, now = Date.now()) => {
      const { code, out, err } = await runVerb(['ledger', 'audit', ...flags], {
        now,
        env: {
          URLWITNESS_MODE: 'testnet',
          URLWITNESS_PAY_TO: PAY_TO,
          URLWITNESS_FACILITATOR_URL: world.facilitator.url,
          URLWITNESS_RPC_URL: rpcUrl,
          URLWITNESS_DATA_DIR: world.shop.dataDir,
          URLWITNESS_DATABASE_URL: url,
        },
      })
      return { code, out, err }
    }
    const signed = async () => {
      const buyer = await world.buyer()
      return { buyer, payment: await world.sign(buyer) }
    }
    /** The facilitator verifies, and reports a settlement that it did not make. */
    const settlesNothing =
      ({ address: payer }: Buyer): Behaviour =>
      (request, response, socket) => {
        const lie = {
          success: true,
          transaction: MADE_UP,
          network: world.chain.terms.network,
          payer,
        }
        const behaviour = request.path === '/settle' ? json(200, lie) : world.facilitator.honest
        return behaviour(request, response, socket)
      }
    const nonceOf = ({ payment }: Awaited<ReturnType<typeof signed>>) => payment.authorization.nonce

    test('finds the settlement that a facilitator made up, and the payment of a call that was refused', async () => {
      const sold = await signed()
      expect(await world.send(sold.payment)).toMatchObject({ status: 200 })
      await world.chain.makeFinal()
      expect(await audit([])).toMatchObject({
        code: 0,
        out: expect.stringMatching(/^1 call since .*: 1 as on the chain, 0 different/),
      })

      const canceled = await signed()
      world.facilitator.behave(settlesNothing(canceled.buyer))
      expect(await world.send(canceled.payment)).toMatchObject({ status: 200 })
      const unsent = await signed()
      world.facilitator.behave(world.facilitator.honest)
      await cancelOnChain(world.chain, canceled.buyer, canceled.payment.authorization.nonce)

      world.during(() => drainOnChain(world.chain, unsent.buyer))
      expect(await world.send(unsent.payment)).toMatchObject({ status: 402 })
      await world.chain.mint(unsent.buyer.address, 1_000_000n)
      const transaction = await frontRun(world.chain, unsent.payment)
      await world.chain.makeFinal()

      const found = await audit(['--json'])
      expect(found.code).toBe(1)
      const { calls, ...counts } = JSON.parse(found.out)
      expect(counts).toMatchObject({ agrees: 1, differs: 2, unclear: 0, recent: 0 })
      expect(calls).toMatchObject([
        { status: 'paid', transaction, call: { nonce: nonceOf(unsent) } },
        {
          status: 'not_paid',
          detail: 'authorization_canceled',
          call: { nonce: nonceOf(canceled), state: 'settled', transaction: MADE_UP },
        },
      ])
      const { out } = await audit([])
      expect(out.replaceAll(/\s+/g, ' ')).toContain(`the chain shows the payment in ${transaction}`)
      expect(
        await audit(['--since', '1h'], world.chain.url, Date.now() + 2 * HOUR_MS),
      ).toMatchObject({
        code: 0,
        out: expect.stringContaining('no finished call since'),
      })
    })

    test('an unused authorization of a settled call differs once nodes must know its block', async () => {
      const { payment, buyer } = await signed()
      world.facilitator.behave(settlesNothing(buyer))
      const began = Date.now()
      expect(await world.send(payment)).toMatchObject({ status: 200 })
      world.facilitator.behave(world.facilitator.honest)
      const since = ['--since', new Date(began).toISOString(), '--json']
      expect(JSON.parse((await audit(since)).out)).toMatchObject({ recent: 1, differs: 0 })
      const later = await audit(since, world.chain.url, Date.now() + HOUR_MS)
      expect([later.code, JSON.parse(later.out).calls]).toMatchObject([
        1,
        [{ status: 'not_paid', detail: 'authorization_unused' }],
      ])
    })

    test('reports a node that cannot be read, after a few calls instead of all; a missing one, and the sandbox', async () => {
      const node = await openLoopbackServer(json(500, {}))
      try {
        const { payment } = await signed()
        const began = new Date().toISOString()
        await world.send(payment)
        const one = await audit(['--since', began, '--json'], node.url)
        expect([one.code, JSON.parse(one.out)]).toMatchObject([
          2,
          { agrees: 0, calls: [{ status: 'unclear', detail: 'HTTP 500' }] },
        ])
        for (let call = 0; call < 8; call += 1) await world.send((await signed()).payment)
        node.seen.length = 0
        expect(await audit([], node.url)).toMatchObject({
          code: 4,
          err: expect.stringContaining('the chain cannot be read through rpc_url: HTTP 500'),
        })
        // Each look-up takes one request here.
        expect(node.seen.length).toBeLessThan(10)
      } finally {
        await node.close()
      }
      expect(await audit([], '')).toMatchObject({
        code: 4,
        err: expect.stringContaining('rpc_url'),
      })
      expect(await runVerb(['ledger', 'audit'])).toMatchObject({
        code: 4,
        err: expect.stringContaining('in sandbox mode there is no chain to read'),
      })
    })
  })
})
