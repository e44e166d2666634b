import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import type { Behaviour } from '#test/equipment/network/loopback-http.ts'
import { type ChainService, openChainService } from '#test/equipment/payment/chain-service.ts'
import { PAY_TO, soundTerms } from '#test/equipment/payment/offers.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { findAnvil } from './anvil.ts'
import { openChain } from './chain.ts'

const anvil = findAnvil()

describe('a restart with another facilitator', needs({ anvil: !('missing' in anvil) }), () => {
  test.each([
    ['moved the money', true],
    ['never worked on it', false],
  ])(
    'after one that cut the connection of a settle call and %s: one transfer, and the report',
    async (_what, works) => {
      if (!('path' in anvil)) return
      const chain = await openChain(anvil.path, soundTerms('testnet'))
      const dataDir = temporaryFolder()
      const open = (env = {}) => openChainService(anvil.path, { chain, around: { dataDir }, env })
      const settlesOf = ({ facilitator }: ChainService) =>
        facilitator.seen.filter(({ path }) => path === '/settle').length
      try {
        const first = await open()
        const { facilitator } = first
        const cut: Behaviour = async (request, _response, socket) => {
          if (works) await facilitator.work(request)
          socket.destroy()
        }
        facilitator.behave((request, response, socket) =>
          (request.path === '/settle' ? cut : facilitator.honest)(request, response, socket),
        )
        const payment = await first.sign(await first.buyer())
        expect(await first.send(payment)).toMatchObject({ status: 503, code: 'settlement_unknown' })
        await first.close()

        if (works) await chain.makeDeep()
        const second = await open({ PROBE_URL_PRICE_USD: '0.01' })
        const sold = await second.send(payment)
        expect([sold.status, JSON.parse(sold.body).result_status]).toEqual([200, 'PASS'])
        // The chain shows a payment that was made: the other facilitator is not called for it.
        expect([settlesOf(first), settlesOf(second)]).toEqual([1, works ? 0 : 1])
        expect(await second.paidBy(payment)).toEqual([
          {
            from: payment.authorization.from,
            to: PAY_TO,
            value: 5_000n,
            transactionHash: sold.transaction,
          },
        ])
        expect(await second.stateOf(payment)).toBe('settled')
        await second.close()
      } finally {
        await chain.close()
      }
    },
  )
})
