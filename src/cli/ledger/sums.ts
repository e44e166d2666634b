import type { LedgerState } from '#payment/ledger/ledger.ts'
import type { DailyTotal } from '#payment/ledger/ledger-view.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { byText } from '#runtime/encoding.ts'
import { timeOf } from '#runtime/time-text.ts'

/** Calls and money of one group of calls, as printed in JSON. */
export interface Sums {
  readonly calls: number
  readonly settled: number
  readonly refused: number
  readonly failed: number
  readonly unknown: number
  /** Calls that are running or settling. */
  readonly open: number
  /** Money that was received. */
  readonly settled_usd: string
  readonly settled_atomic: string
  /** Money that was possibly received. */
  readonly unknown_usd: string
  readonly unknown_atomic: string
}

/** One currency: simulated money, test money and real money are never added up. */
interface Currency {
  readonly network: string
  readonly asset: string
}
export type DaySums = { readonly day: string; readonly tool: string } & Currency & Sums
export type TotalSums = Currency & Sums

/** The sums per day, tool and currency: latest day first, then by tool. */
export function sumsByDay(totals: readonly DailyTotal[]): readonly DaySums[] {
  const groups = groupBy(totals, ({ day, tool, network, asset }) => [day, tool, network, asset])
  return groups
    .sort(([a], [b]) => b.day - a.day || byText(a.tool, b.tool) || byText(a.network, b.network))
    .map(([{ day, tool, network, asset }, group]) => ({
      day: dayText(day),
      tool,
      network,
      asset,
      ...sumsOf(group),
    }))
}

/** One total per currency. */
export function totalsOf(totals: readonly DailyTotal[]): readonly TotalSums[] {
  return groupBy(totals, ({ network, asset }) => [network, asset]).map(
    ([{ network, asset }, group]) => ({ network, asset, ...sumsOf(group) }),
  )
}

const MS_PER_DAY = 86_400_000

function dayText(day: number): string {
  return timeOf(day * MS_PER_DAY).replace(/T.*/, '')
}

function sumsOf(totals: readonly DailyTotal[]): Sums {
  const countOf = (...states: LedgerState[]) =>
    totals.reduce((sum, { state, count }) => sum + (states.includes(state) ? count : 0), 0)
  const settled = amountOf(totals, 'settled')
  const unknown = amountOf(totals, 'unknown')
  return {
    calls: totals.reduce((sum, { count }) => sum + count, 0),
    settled: countOf('settled'),
    refused: countOf('refused'),
    failed: countOf('failed'),
    unknown: countOf('unknown'),
    open: countOf('running', 'settling'),
    settled_usd: atomicToUsd(settled),
    settled_atomic: settled.toString(),
    unknown_usd: atomicToUsd(unknown),
    unknown_atomic: unknown.toString(),
  }
}

function amountOf(totals: readonly DailyTotal[], state: LedgerState): bigint {
  return totals.reduce(
    (sum, total) => sum + (total.state === state ? total.amountAtomic * BigInt(total.count) : 0n),
    0n,
  )
}

function groupBy(
  totals: readonly DailyTotal[],
  keyOf: (total: DailyTotal) => readonly unknown[],
): [DailyTotal, readonly DailyTotal[]][] {
  const groups = new Map<string, [DailyTotal, DailyTotal[]]>()
  for (const total of totals) {
    const key = JSON.stringify(keyOf(total))
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [total, [total]])
    else group[1].push(total)
  }
  return [...groups.values()]
}
