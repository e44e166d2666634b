import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { LedgerEntry, LedgerState } from '#payment/ledger/ledger.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import type { Cluster, Decision, Sale } from './cluster.ts'

const kinds = ['good', 'named', 'twice at once', 'poor', 'failing', 'leaving'] as const
type Kind = (typeof kinds)[number]

const call = fc.record({
  kind: fc.oneof(
    { weight: 1, arbitrary: fc.constant<Kind>('good') },
    { weight: 2, arbitrary: fc.constantFrom(...kinds) },
  ),
  /** The node that gets the call first. */
  first: fc.nat({ max: 3 }),
  /** Start of the call, in thousandths of the duration of the load. */
  at: fc.nat({ max: 999 }),
  /** Milliseconds after the start at which a client disconnects. */
  leavesAfterMs: fc.nat({ max: 400 }),
})
type Call = typeof call extends fc.Arbitrary<infer T> ? T : never

/** The result of one call of the load. */
export interface Dealt {
  readonly kind: Kind
  readonly sale: Sale
  /** Null where it was not decided within a minute. */
  readonly decisions: readonly (Decision | null)[]
}

/**
 * Starts `calls` calls of buyers of all kinds within a period; the same for the same seed. Buyers return until they are served
 * or refused.
 */
export async function mixedLoad(
  cluster: Cluster,
  about: { readonly seed: number; readonly calls: number; readonly withinMs: number },
): Promise<{ readonly all: Promise<readonly Dealt[]> }> {
  const calls = fc.sample(call, { seed: about.seed, numRuns: about.calls })
  const sales = await Promise.all(calls.map(({ kind }) => saleOf(cluster, kind)))
  const dealt = calls.map(async (one, nth): Promise<Dealt> => {
    const sale = sales[nth]
    if (sale === undefined) throw new TypeError('no sale')
    await sleep((one.at * about.withinMs) / 1_000)
    return { kind: one.kind, sale, decisions: await deal(cluster, one, sale) }
  })
  return { all: Promise.all(dealt) }
}

async function saleOf(cluster: Cluster, kind: Kind): Promise<Sale> {
  const [service] = cluster.services
  if (service === undefined) throw new TypeError('no node runs')
  if (kind === 'poor') return cluster.sign(openBuyer(), service)
  const [sale] = await cluster.sales(1, { isNamed: kind === 'named' })
  if (sale === undefined) throw new TypeError('no sale')
  return kind === 'failing' ? { ...sale, url: `${sale.url}fails` } : sale
}

async function deal(cluster: Cluster, { kind, first, leavesAfterMs }: Call, sale: Sale) {
  switch (kind) {
    case 'good':
    case 'poor':
    case 'failing':
      return [await cluster.persist(sale, first)]
    case 'named': {
      const served = await cluster.persist(sale, first)
      // Any node sends the same response again.
      return [served, await cluster.persist(sale, first + 1)]
    }
    case 'twice at once':
      return Promise.all([cluster.persist(sale, first), cluster.persist(sale, first + 1)])
    case 'leaving': {
      const { service } = cluster.nodes[first] ?? {}
      await service?.buy(sale.header, { url: sale.url, signal: AbortSignal.timeout(leavesAfterMs) })
      return [await cluster.persist(sale, first + 1)]
    }
  }
}

/** Possible final states of a call of each kind when a node or the database may fail in the middle of it; `undefined`: no row. */
const possible: Readonly<Record<Kind, readonly (LedgerState | undefined)[]>> = {
  good: ['settled', 'failed'],
  named: ['settled', 'failed'],
  'twice at once': ['settled', 'failed'],
  poor: [undefined],
  failing: ['failed'],
  leaving: ['settled', 'failed'],
}

/**
 * Compares the buyers' responses with ledger and chain. `isSold`: every call that could be sold was sold, because the fault
 * passes before a call has to fail. Returns the rows by nonce.
 */
export async function checkDealt(
  cluster: Cluster,
  dealt: readonly Dealt[],
  { isSold = false }: { readonly isSold?: boolean } = {},
): Promise<ReadonlyMap<string, LedgerEntry>> {
  const rows = await cluster.checkBooks()
  for (const { kind, sale, decisions } of dealt) {
    const { state, reason } = rows.get(sale.nonce) ?? {}
    const mayFail = kind === 'failing' || kind === 'leaving' || !isSold
    const expected = possible[kind].filter((one) => mayFail || one !== 'failed')
    expect(expected, `${kind}: ${state}, ${reason}`).toContain(state)
    const statuses = decisions.map((decision) => decision?.status ?? null)
    // There is no 200 without its row, and no decision is left open.
    expect(statuses.filter((status) => status !== 402 && status !== 200)).toEqual([])
    if (state !== 'settled') expect(statuses).not.toContain(200)
    if (state === 'settled' && kind !== 'twice at once' && kind !== 'leaving')
      expect(statuses[0]).toBe(200)
    const bodies = decisions.filter((one) => one?.status === 200).map((one) => one?.body)
    expect(new Set(bodies).size).toBeLessThanOrEqual(1)
    if (kind === 'named' && state === 'settled') expect(statuses).toEqual([200, 200])
  }
  return rows
}
