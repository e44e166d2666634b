import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, findAnvil, startAnvil } from '#test/chain/anvil.ts'
import { json, openLoopbackServer } from '#test/equipment/network/loopback-http.ts'
import { closedPort } from '#test/equipment/network/loopback-net.ts'
import { PAY_TO, soundTerms } from '#test/equipment/payment/offers.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const anvil = findAnvil()
const nowhere = `http://127.0.0.1:${closedPort}`

describe('the node of rpc_url at a start', needs({ anvil: !('missing' in anvil) }), () => {
  const chains: Anvil[] = []
  beforeAll(async () => {
    if (!('path' in anvil)) return
    for (const mode of ['testnet', 'production'] as const) {
      chains.push(await startAnvil(anvil.path, soundTerms(mode).chainId))
    }
  })
  afterAll(() => Promise.all(chains.map((chain) => chain.close())))

  const start = async (rpcUrl: string, mode = 'testnet') => {
    await using internet = await openInternetWithSite()
    const env = { MODE: mode, PAY_TO, FACILITATOR_URL: nowhere, RPC_URL: rpcUrl }
    await using shop = await openTestService({ internet, env })
    return (await shop.get('/health')).status
  }

  test('that serves another chain refuses it, and says which', async () => {
    const [sepolia, base] = chains
    await expect(start(base?.url ?? '')).rejects.toMatchObject({
      code: 'rpc_other_chain',
      message: expect.stringMatching(
        /serves chain 8453, and payments are on eip155:84532: set rpc/,
      ),
    })
    await expect(start(sepolia?.url ?? '', 'production')).rejects.toMatchObject({
      code: 'rpc_other_chain',
    })
  })

  test('that serves our chain does not, nor does one that is down or responds with something else', async () => {
    expect(await start(chains[0]?.url ?? '')).toBe(200)
    expect(await start(nowhere)).toBe(200)
    const broken = await openLoopbackServer(json(200, { jsonrpc: '2.0', id: 1, result: 'soon' }))
    try {
      expect(await start(broken.url)).toBe(200)
    } finally {
      await broken.close()
    }
  })
})
