import { expect } from 'vitest'
import type { LedgerEntry } from '#payment/ledger/ledger.ts'
import type { Chain } from '#test/chain/chain.ts'
import type { ServiceProcess } from '#test/equipment/service/crashing-service.ts'
import { type Buyer, headerOf, openBuyer, signedPayload } from './buyer.ts'
import { PAY_TO } from './offers.ts'

export interface Payment {
  readonly buyer: Buyer
  readonly header: string
}

/** Data that tests of several services on one ledger compare: the ledger, the executions of jobs, and the chain. */
export function booksOf({
  chain,
  rows,
  executions,
}: {
  readonly chain: () => Chain
  readonly rows: () => Promise<readonly LedgerEntry[]>
  readonly executions: () => readonly string[]
}) {
  return {
    /** Signed payments of `count` new buyers, each of whom has the price of one call. */
    payments: async (service: ServiceProcess, count: number): Promise<readonly Payment[]> => {
      const made: Payment[] = []
      while (made.length < count) {
        const buyer = openBuyer()
        await chain().mint(buyer.address, 5_000n)
        made.push({ buyer, header: headerOf(await signedPayload(buyer, service.offer)) })
      }
      return made
    },
    /**
     * Checks that each job ran at most once, that each settled row is the one transfer of its authorization, and that nothing
     * else moved. Returns the rows.
     */
    soundRows: async (): Promise<readonly LedgerEntry[]> => {
      const found = await rows()
      const ran = executions()
      expect(new Set(ran).size).toBe(ran.length)
      const jobs = new Set(found.map(({ jobId }) => jobId))
      expect(ran.filter((job) => !jobs.has(job))).toEqual([])
      const used = await chain().used()
      for (const { key, state, transaction, jobId } of found) {
        const spent = used.get(key.nonce) ?? null
        if (state === 'settled') expect([spent, ran.includes(jobId)]).toEqual([transaction, true])
        if (state === 'failed' || state === 'refused') expect(spent).toBeNull()
      }
      return found
    },
    transfersOf: async ({ buyer }: Payment) =>
      (await chain().transfersFrom(buyer.address, PAY_TO)).map(({ value }) => value),
  }
}

/** Status of a paid call; null when the connection was lost. */
export async function statusOf(
  service: ServiceProcess,
  { header }: Payment,
): Promise<number | null> {
  return (await service.buy(header))?.status ?? null
}
