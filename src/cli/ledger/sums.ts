import type { LedgerState } from '#payment/ledger/ledger.ts'
import type { DailyTotal } from '#payment/ledger/ledger-view.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { timeOf } from '#runtime/time-text.ts'

/** Calls and money of alike calls, as machines get them. */
export interface Sums {
  readonly calls: number
  readonly settled: number
  readonly refused: number
  readonly failed: number
  readonly unknown: number
  /** Running and settling. */
  readonly open: number
  /** What was received. */
  readonly settled_usd: string
  readonly settled_atomic: string
  /** What may have been received. */
  readonly unknown_usd: string
  readonly unknown_atomic: string
}

/** One currency: play money, test money and money are never added up. */
interface Currency {
  readonly network: string
  readonly asset: string
}
export type DaySums = { readonly day: string; readonly tool: string } & Currency & Sums
export type TotalSums = Currency & Sums

/** Latest day first, then by tool. */
export function sumsByDay(tallies: readonly DailyTotal[]): readonly DaySums[] {
  const groups = grouped(tallies, ({ day, tool, network, asset }) => [day, tool, network, asset])
  return groups
    .sort(([a], [b]) => b.day - a.day || compare(a.tool, b.tool) || compare(a.network, b.network))
    .map(([{ day, tool, network, asset }, alike]) => ({
      day: dayText(day),
      tool,
      network,
      asset,
      ...sumsOf(alike),
    }))
}

/** One per currency. */
export function totalsOf(tallies: readonly DailyTotal[]): readonly TotalSums[] {
  return grouped(tallies, ({ network, asset }) => [network, asset]).map(
    ([{ network, asset }, alike]) => ({ network, asset, ...sumsOf(alike) }),
  )
}

const MS_PER_DAY = 86_400_000

function dayText(day: number): string {
  return timeOf(day * MS_PER_DAY).replace(/T.*/, '')
}

function sumsOf(tallies: readonly DailyTotal[]): Sums {
  const calls = (...states: LedgerState[]) =>
    tallies.reduce((sum, { state, count }) => sum + (states.includes(state) ? count : 0), 0)
  const settled = moneyOf(tallies, 'settled')
  const unknown = moneyOf(tallies, 'unknown')
  return {
    calls: tallies.reduce((sum, { count }) => sum + count, 0),
    settled: calls('settled'),
    refused: calls('refused'),
    failed: calls('failed'),
    unknown: calls('unknown'),
    open: calls('running', 'settling'),
    settled_usd: atomicToUsd(settled),
    settled_atomic: settled.toString(),
    unknown_usd: atomicToUsd(unknown),
    unknown_atomic: unknown.toString(),
  }
}

function moneyOf(tallies: readonly DailyTotal[], state: LedgerState): bigint {
  return tallies.reduce(
    (sum, tally) => sum + (tally.state === state ? tally.amountAtomic * BigInt(tally.count) : 0n),
    0n,
  )
}

function grouped(
  tallies: readonly DailyTotal[],
  keyOf: (tally: DailyTotal) => readonly unknown[],
): [DailyTotal, readonly DailyTotal[]][] {
  const groups = new Map<string, [DailyTotal, DailyTotal[]]>()
  for (const tally of tallies) {
    const key = JSON.stringify(keyOf(tally))
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [tally, [tally]])
    else group[1].push(tally)
  }
  return [...groups.values()]
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
