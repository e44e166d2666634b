import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { LedgerState } from '#payment/ledger/ledger.ts'
import { openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { findAnvil } from '#test/chain/anvil.ts'
import { type Chain, openChain } from '#test/chain/chain.ts'
import type { LoopbackServer } from '#test/equipment/network/loopback-http.ts'
import { type Buyer, headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { openFacilitatorServer } from '#test/equipment/payment/facilitator-server.ts'
import { PAY_TO, soundTerms } from '#test/equipment/payment/offers.ts'
import { needs } from '#test/equipment/program/needs.ts'
import {
  executionsIn,
  type ServicePlan,
  startService,
} from '#test/equipment/service/crashing-service.ts'

// Longer than a call may take, so that what the dead process left is nobody's; the authorizations outlive it.
const LATER_MS = 120_000
const terms = soundTerms('testnet')
const anvil = findAnvil()

interface Row {
  readonly fault: string
  readonly step: string
  /** The ledger once the restarted service has come to rest. */
  readonly ledger: LedgerState | 'no row'
  readonly executed: number
  readonly transfers: number
  /** The status of the same payment sent again; null: not sent. */
  readonly again: number | null
}
const rows: Row[] = []

describe('kill -9 between any two steps', needs({ anvil: !('missing' in anvil) }), () => {
  let chain: Chain
  let facilitator: LoopbackServer
  let dataDir: string
  let buyer: Buyer

  beforeAll(async () => {
    if (!('path' in anvil)) return
    chain = await openChain(anvil.path, terms)
    facilitator = await openFacilitatorServer({ wallet: chain.operator, network: terms.network })
  }, 60_000)
  afterAll(async () => {
    await facilitator?.close()
    await chain?.close()
  })
  afterEach(() => {
    rmSync(dataDir, { recursive: true, force: true })
  })

  const plan = (changes: Partial<ServicePlan> = {}): ServicePlan => ({
    dataDir,
    facilitatorUrl: facilitator.url,
    rpcUrl: chain.url,
    payTo: PAY_TO,
    crash: null,
    aheadMs: 0,
    ...changes,
  })

  /** Buys once from a service that dies at the step. Returns the payment, for sending it again. */
  async function buyFromOneThatDies(crash: NonNullable<ServicePlan['crash']>): Promise<string> {
    dataDir = mkdtempSync(join(tmpdir(), 'urlwitness-crash-'))
    buyer = openBuyer()
    await chain.mint(buyer.address, 1_000_000n)
    const service = await startService(plan({ crash }))
    if (service === null) throw new TypeError('it died before it listened')
    const header = headerOf(await signedPayload(buyer, service.offer))
    expect(await service.buy(header)).toBeNull()
    expect(await service.ended).toBe('SIGKILL')
    // What was mined is now deep enough for the look-up.
    await chain.control.mine({ blocks: 3 })
    return header
  }

  async function stateNow(): Promise<LedgerState | 'no row'> {
    const database = openDatabase({ file: join(dataDir, 'urlwitness.sqlite') })
    try {
      const counts = Object.entries(await createLedger(database).countByState())
      const held = counts.filter(([, count]) => count > 0)
      expect(held.length).toBeLessThan(2)
      return (held[0]?.[0] as LedgerState | undefined) ?? 'no row'
    } finally {
      database.close()
    }
  }

  async function comesTo(state: LedgerState | 'no row'): Promise<void> {
    await expect.poll(stateNow, { timeout: 15_000, interval: 100 }).toBe(state)
  }

  const nothingBegan = { ledger: 'no row', executed: 0, transfers: 0, again: 200 } as const
  const failed = { ledger: 'failed', executed: 1, transfers: 0, again: 402 } as const
  const paid = { ledger: 'settled', executed: 1, transfers: 1, again: 402 } as const

  test.each([
    { when: 'before', step: 'find', ...nothingBegan },
    { when: 'before', step: 'verify', ...nothingBegan },
    { when: 'after', step: 'verify', ...nothingBegan },
    { when: 'before', step: 'reserve', ...nothingBegan },
    { when: 'after', step: 'reserve', ...failed, executed: 0 },
    { when: 'before', step: 'run', ...failed, executed: 0 },
    { when: 'after', step: 'run', ...failed },
    { when: 'before', step: 'beginSettling', ...failed },
    { when: 'after', step: 'beginSettling', ...paid },
    { when: 'before', step: 'settle', ...paid },
    { when: 'after', step: 'settle', ...paid },
    { when: 'before', step: 'settled', ...paid },
    { when: 'after', step: 'settled', ...paid },
    { when: 'before', step: 'answer', ...paid },
  ] as const)(
    'killed $when $step: $ledger, $transfers transfers',
    async (about) => {
      const { when, step, ...expected } = about
      const header = await buyFromOneThatDies({ when, step })
      const next = await startService(plan({ aheadMs: LATER_MS }))
      try {
        await comesTo(expected.ledger)
        const executed = executionsIn(dataDir).length
        const transfers = (await chain.transfersFrom(buyer.address)).length
        const again = (await next?.buy(header))?.status ?? null
        const observed = { ledger: expected.ledger, executed, transfers, again }
        rows.push({ fault: 'kill -9', step: `${when} ${step}`, ...observed })
        expect(observed).toEqual(expected)
        // Whatever happened, and however often it was sent: one execution, one transfer, one price at most.
        expect(executionsIn(dataDir).length).toBeLessThan(2)
        const moved = await chain.transfersFrom(buyer.address)
        expect(moved.length).toBeLessThan(2)
        for (const transfer of moved) expect(transfer).toMatchObject({ to: PAY_TO, value: 5_000n })
      } finally {
        await next?.kill()
      }
    },
    60_000,
  )

  test.each([
    { when: 'before', step: 'claim' },
    { when: 'after', step: 'claim' },
    { when: 'before', step: 'settle' },
    { when: 'after', step: 'settle' },
    { when: 'before', step: 'settled' },
    { when: 'after', step: 'settled' },
  ] as const)(
    'the reconciler too, killed $when $step: settled, one transfer',
    async (crash) => {
      await buyFromOneThatDies({ when: 'before', step: 'settle' })
      const reconciling = await startService(plan({ crash, aheadMs: LATER_MS }))
      expect(await reconciling?.ended).toBe(reconciling === null ? undefined : 'SIGKILL')
      await chain.control.mine({ blocks: 3 })
      const next = await startService(plan({ aheadMs: 2 * LATER_MS }))
      try {
        await comesTo('settled')
        const transfers = (await chain.transfersFrom(buyer.address)).length
        const executed = executionsIn(dataDir).length
        expect({ transfers, executed }).toEqual({ transfers: 1, executed: 1 })
        const step = `reconciler, ${crash.when} ${crash.step}`
        rows.push({ fault: 'kill -9', step, ledger: 'settled', executed, transfers, again: null })
      } finally {
        await next?.kill()
      }
    },
    60_000,
  )

  test('without a chain to ask: what was paid stays unknown, is never quoted again and never runs again', async () => {
    const header = await buyFromOneThatDies({ when: 'after', step: 'settle' })
    const next = await startService(plan({ rpcUrl: null, aheadMs: LATER_MS }))
    try {
      await comesTo('unknown')
      const settles = () => facilitator.seen.filter(({ path }) => path === '/settle').length
      await expect.poll(settles, { timeout: 15_000 }).toBeGreaterThan(1)
      expect(await next?.buy(header)).toMatchObject({ status: 503 })
      const executed = executionsIn(dataDir).length
      const transfers = (await chain.transfersFrom(buyer.address)).length
      expect({ executed, transfers, ledger: await stateNow() }).toEqual({
        executed: 1,
        transfers: 1,
        ledger: 'unknown',
      })
      const step = 'after settle, no rpc_url'
      rows.push({ fault: 'kill -9', step, ledger: 'unknown', executed, transfers, again: 503 })
    } finally {
      await next?.kill()
    }
  }, 60_000)

  // Written anew with `--update`; a row that comes out otherwise fails here as well.
  test('the table of faults is what was observed', async () => {
    await expect(tableOf(rows)).toMatchFileSnapshot('crash-table.md')
  })
})

function tableOf(observed: readonly Row[]): string {
  const lines = observed.map(
    ({ fault, step, ledger, executed, transfers, again }) =>
      `| ${fault} | ${step} | ${ledger} | ${executed} | ${transfers} | ${again ?? '-'} |`,
  )
  return [
    '| fault | step | ledger after restart | executed | transfers on the chain | same payment again |',
    '|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}
