import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentPayload } from '#payment/x402/x402.ts'
import { findAnvil } from '#test/chain/anvil.ts'
import { type Chain, openChain } from '#test/chain/chain.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import type { LoopbackServer } from '#test/equipment/network/loopback-http.ts'
import { type Buyer, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { openFacilitatorServer } from '#test/equipment/payment/facilitator-server.ts'
import { callTool, connectMcp, offerIn } from '#test/equipment/payment/mcp-buyer.ts'
import { PAY_TO, soundTerms } from '#test/equipment/payment/offers.ts'
import { needs } from '#test/equipment/program/needs.ts'
import {
  executionsIn,
  type ServicePlan,
  type ServiceProcess,
  startService,
} from '#test/equipment/service/crashing-service.ts'

const terms = soundTerms('testnet')
const anvil = findAnvil()
const call = { name: 'probe_url', arguments: { url: 'https://www.site.example.com/' } }

describe('kill -9 during a call over MCP', needs({ anvil: !('missing' in anvil) }), () => {
  let chain: Chain
  let facilitator: LoopbackServer
  let dataDir: string

  beforeAll(async () => {
    if (!('path' in anvil)) return
    chain = await openChain(anvil.path, terms)
    facilitator = await openFacilitatorServer({ wallet: chain.operator, network: terms.network })
  })
  afterAll(async () => {
    await facilitator?.close()
    await chain?.close()
  })

  async function start(crash: ServicePlan['crash']): Promise<ServiceProcess> {
    const service = await startService({
      dataDir,
      facilitatorUrl: facilitator.url,
      rpcUrl: chain.url,
      payTo: PAY_TO,
      crash,
      aheadMs: 0,
    })
    if (service === null) throw new TypeError('it died before it listened')
    return service
  }

  /** Pays a service that dies at the step. Returns the payment, so that it can be sent again. */
  async function payOneThatDies(buyer: Buyer, crash: NonNullable<ServicePlan['crash']>) {
    dataDir = temporaryFolder()
    await chain.mint(buyer.address, 1_000_000n)
    const service = await start(crash)
    const client = await connectMcp(`${service.url}/mcp`)
    const payment = await signedPayload(buyer, offerIn(await callTool(client, call)))
    await expect(callTool(client, call, payment)).rejects.toThrow()
    expect(await service.ended).toBe('SIGKILL')
    await client.close()
    // The mined transactions are now deep enough for the lookup.
    await chain.control.mine({ blocks: 3 })
    return payment
  }

  async function send(service: ServiceProcess, payment: PaymentPayload) {
    const client = await connectMcp(`${service.url}/mcp`)
    const result = await callTool(client, call, payment)
    await client.close()
    return outcomeOf(result)
  }

  const used = 'invalid_exact_evm_nonce_already_used'

  test.each([
    { when: 'before', step: 'reserve', executed: 1, again: 'report', transfers: 1 },
    { when: 'after', step: 'run', executed: 1, again: used, transfers: 0 },
    { when: 'after', step: 'beginSettling', executed: 1, again: 'report', transfers: 1 },
    { when: 'after', step: 'settle', executed: 1, again: 'report', transfers: 1 },
    { when: 'before', step: 'answer', executed: 1, again: 'report', transfers: 1 },
  ] as const)(
    '$when $step: the buyer who comes back gets $again, one execution and one transfer at most',
    async ({ when, step, executed, again, transfers }) => {
      const buyer = openBuyer()
      const payment = await payOneThatDies(buyer, { when, step })
      const next = await start(null)
      try {
        // The reconciler of the new service reads the chain first.
        await expect.poll(() => send(next, payment), { timeout: 30_000 }).toBe(again)
        expect(await send(next, payment)).toBe(used)
        expect(executionsIn(dataDir)).toHaveLength(executed)
        expect(await chain.transfersFrom(buyer.address)).toHaveLength(transfers)
      } finally {
        await next.kill()
      }
    },
    60_000,
  )
})

function outcomeOf({ isError, structuredContent = {} }: CallToolResult): string {
  if (isError !== true) return 'report'
  const { code, error } = structuredContent as { code?: string; error?: string }
  return code ?? error ?? 'no reason'
}
