import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LedgerState } from '#payment/ledger/ledger.ts'
import { openDatabase } from '#store/database.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { findAnvil } from '#test/chain/anvil.ts'
import { type Chain, openChain } from '#test/chain/chain.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import type { LoopbackServer } from '#test/equipment/network/loopback-http.ts'
import { type Buyer, headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { openFacilitatorServer } from '#test/equipment/payment/facilitator-server.ts'
import { PAY_TO, soundTerms } from '#test/equipment/payment/offers.ts'
import { needs } from '#test/equipment/program/needs.ts'
import {
  executionsIn,
  type ServicePlan,
  type ServiceProcess,
  startService,
} from '#test/equipment/service/crashing-service.ts'

// Longer than one attempt to find an outcome may take; the authorizations are valid for longer.
const LEASE_MS = 90_000
const terms = soundTerms('testnet')
const anvil = findAnvil()

interface Row {
  readonly fault: string
  readonly step: string
  /** The ledger once the restarted service has finished its work. */
  readonly ledger: LedgerState | 'no row'
  readonly executed: number
  readonly transfers: number
  /** Status of the same request sent again, without a payment identifier. */
  readonly again: number
  /** Ledger and transfers after that, and the status of the request sent once more. */
  readonly later: LedgerState | 'no row'
  readonly moved: number
  readonly once: number
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
  })
  afterAll(async () => {
    await facilitator?.close()
    await chain?.close()
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

  /** Buys once from a service that dies at the step. Returns the payment, so that it can be sent again. */
  async function buyFromOneThatDies(crash: NonNullable<ServicePlan['crash']>): Promise<string> {
    dataDir = temporaryFolder()
    buyer = openBuyer()
    await chain.mint(buyer.address, 1_000_000n)
    const service = await startService(plan({ crash }))
    if (service === null) throw new TypeError('it died before it listened')
    const header = headerOf(await signedPayload(buyer, service.offer))
    expect(await service.buy(header)).toBeNull()
    expect(await service.ended).toBe('SIGKILL')
    // The mined transactions are now deep enough for the lookup.
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
    await expect.poll(stateNow, { timeout: 30_000, interval: 100 }).toBe(state)
  }

  /** The result of the restarted service, the response to the returning buyer, and that to a further request. */
  async function observe(step: string, next: ServiceProcess | null, header: string): Promise<Row> {
    const ledger = await stateNow()
    const executed = executionsIn(dataDir).length
    const transfers = (await chain.transfersFrom(buyer.address)).length
    const again = (await next?.buy(header))?.status ?? 0
    const later = await stateNow()
    const once = (await next?.buy(header))?.status ?? 0
    const moved = await chain.transfersFrom(buyer.address)
    // In every case, for any number of repetitions: at most one execution, one transfer and one price.
    expect(executionsIn(dataDir).length).toBeLessThan(2)
    expect(moved.length).toBeLessThan(2)
    for (const transfer of moved) expect(transfer).toMatchObject({ to: PAY_TO, value: 5_000n })
    const row = {
      fault: 'kill -9',
      step,
      ledger,
      executed,
      transfers,
      again,
      later,
      moved: moved.length,
      once,
    }
    rows.push(row)
    return row
  }

  const nothingBegan = {
    ledger: 'no row',
    executed: 0,
    transfers: 0,
    again: 200,
    later: 'settled',
    moved: 1,
  } as const
  const failed = {
    ledger: 'failed',
    executed: 1,
    transfers: 0,
    again: 402,
    later: 'failed',
    moved: 0,
  } as const
  // No money moves before the buyer returns for the report.
  const open = {
    ledger: 'unknown',
    executed: 1,
    transfers: 0,
    again: 200,
    later: 'settled',
    moved: 1,
  } as const
  const paid = {
    ledger: 'settled',
    executed: 1,
    transfers: 1,
    again: 200,
    later: 'settled',
    moved: 1,
  } as const

  test.each([
    { when: 'before', step: 'findWithPayer', ...nothingBegan },
    { when: 'before', step: 'verify', ...nothingBegan },
    { when: 'after', step: 'verify', ...nothingBegan },
    { when: 'before', step: 'reserve', ...nothingBegan },
    { when: 'after', step: 'reserve', ...failed, executed: 0 },
    { when: 'before', step: 'run', ...failed, executed: 0 },
    { when: 'after', step: 'run', ...failed },
    { when: 'before', step: 'beginSettling', ...failed },
    { when: 'after', step: 'beginSettling', ...open },
    { when: 'before', step: 'settle', ...open },
    { when: 'after', step: 'settle', ...paid },
    { when: 'before', step: 'settled', ...paid },
    { when: 'after', step: 'settled', ...paid },
    { when: 'before', step: 'answer', ...paid },
  ] as const)(
    'killed $when $step: $ledger, and $again for the returning buyer',
    async (about) => {
      const { when, step, ...expected } = about
      const header = await buyFromOneThatDies({ when, step })
      // No wait: a service that is alone on its folder knows that the previous one is dead.
      const next = await startService(plan())
      try {
        await comesTo(expected.ledger)
        expect(await observe(`${when} ${step}`, next, header)).toMatchObject({
          ...expected,
          once: 402,
        })
      } finally {
        await next?.kill()
      }
    },
    60_000,
  )

  test.each([
    { when: 'before', step: 'claim' },
    { when: 'after', step: 'claim' },
    { when: 'before', step: 'settled' },
    { when: 'after', step: 'settled' },
  ] as const)(
    'the reconciler too, killed $when $step: settled, one transfer',
    async (crash) => {
      const header = await buyFromOneThatDies({ when: 'after', step: 'settle' })
      const reconciling = await startService(plan({ crash }))
      expect(await reconciling?.ended).toBe(reconciling === null ? undefined : 'SIGKILL')
      // Later than the end of the interrupted attempt's lease.
      const next = await startService(plan({ aheadMs: LEASE_MS }))
      try {
        await comesTo('settled')
        const row = await observe(`reconciler, ${crash.when} ${crash.step}`, next, header)
        expect(row).toMatchObject({ ...paid, once: 402 })
      } finally {
        await next?.kill()
      }
    },
    60_000,
  )

  test.each([
    { when: 'before', step: 'claim', ledger: 'unknown', transfers: 0 },
    { when: 'after', step: 'claim', ledger: 'unknown', transfers: 0 },
    { when: 'before', step: 'settle', ledger: 'unknown', transfers: 0 },
    { when: 'after', step: 'settle', ledger: 'settled', transfers: 1 },
    { when: 'before', step: 'settled', ledger: 'settled', transfers: 1 },
    { when: 'after', step: 'settled', ledger: 'settled', transfers: 1 },
  ] as const)(
    'killed $when $step while its buyer returns: $ledger, and the report the next time',
    async ({ ledger, transfers, ...crash }) => {
      const header = await buyFromOneThatDies({ when: 'before', step: 'settle' })
      // Without a chain the reconciler does nothing; otherwise it would die in the same steps.
      const resuming = await startService(plan({ crash, rpcUrl: null }))
      expect(await resuming?.buy(header)).toBeNull()
      expect(await resuming?.ended).toBe('SIGKILL')
      await chain.control.mine({ blocks: 3 })
      const next = await startService(plan({ aheadMs: LEASE_MS }))
      try {
        await comesTo(ledger)
        const row = await observe(`buyer is back, ${crash.when} ${crash.step}`, next, header)
        expect(row).toMatchObject({ ...paid, ledger, transfers, once: 402 })
      } finally {
        await next?.kill()
      }
    },
    60_000,
  )

  test('without a chain: a paid call stays unknown, is never quoted again and never runs again', async () => {
    const header = await buyFromOneThatDies({ when: 'after', step: 'settle' })
    const settles = () => facilitator.seen.filter(({ path }) => path === '/settle').length
    const before = settles()
    const next = await startService(plan({ rpcUrl: null }))
    try {
      await comesTo('unknown')
      expect(settles()).toBe(before)
      const row = await observe('after settle, no rpc_url', next, header)
      expect(row).toMatchObject({
        executed: 1,
        transfers: 1,
        again: 503,
        later: 'unknown',
        moved: 1,
      })
      // One settle for the returning buyer, and none for its immediate repetition.
      expect(settles()).toBe(before + 1)
    } finally {
      await next?.kill()
    }
  })

  // `--update` rewrites it; a row with another outcome fails here as well.
  test('the committed table equals the observed outcomes', async () => {
    await expect(tableOf(rows)).toMatchFileSnapshot('crash-table.md')
  })
})

function tableOf(observed: readonly Row[]): string {
  const lines = observed.map((row) => {
    const { fault, step, ledger, executed, transfers, again, later, moved, once } = row
    return `| ${[fault, step, ledger, executed, transfers, again, later, moved, once].join(' | ')} |`
  })
  return [
    '| fault | step | ledger after restart | executed | transfers | same request again | ledger then | transfers then | once more |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n')
}
