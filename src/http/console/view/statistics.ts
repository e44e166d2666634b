import type { LedgerEntry, LedgerState } from '#payment/ledger/ledger.ts'
import type { DailyTotal } from '#payment/ledger/ledger-view.ts'
import { rfc3339 } from '#runtime/clock.ts'

const MS_PER_DAY = 86_400_000

/** The last `count` UTC days as days since the epoch, ending with today. */
export function lastDays(now: number, count: number): readonly number[] {
  const today = Math.floor(now / MS_PER_DAY)
  return Array.from({ length: count }, (_, index) => today - count + 1 + index)
}

/** The days since the first one with a call: the time before the first sale is not an empty period. */
export function daysWithData(
  tallies: readonly DailyTotal[],
  days: readonly number[],
): readonly number[] {
  const first = Math.min(...tallies.map(({ day }) => day))
  const since = days.filter((day) => day >= first)
  return since.length === 0 ? days.slice(-1) : since
}

/** `2026-01-31`. */
export function dayText(day: number): string {
  return rfc3339(day * MS_PER_DAY).slice(0, 10)
}

/** The number of calls on each day that are in one of the states. */
export function callsByDay(
  tallies: readonly DailyTotal[],
  days: readonly number[],
  states: readonly LedgerState[],
): readonly number[] {
  return days.map((day) =>
    tallies.reduce(
      (sum, tally) => sum + (tally.day === day && states.includes(tally.state) ? tally.count : 0),
      0,
    ),
  )
}

/** One currency: simulated, testnet and real money are never added up. */
export interface Currency {
  readonly network: string
  readonly asset: string
}

/** The currencies with earnings, in a stable order. */
export function currenciesOf(tallies: readonly DailyTotal[]): readonly Currency[] {
  const currencies = new Map<string, Currency>()
  for (const { network, asset, state } of tallies) {
    if (state === 'settled') currencies.set(`${network} ${asset}`, { network, asset })
  }
  return [...currencies].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, currency]) => currency)
}

/** The earnings of one tool in one currency, day by day, in atomic units. */
export function earnedByDay(
  tallies: readonly DailyTotal[],
  days: readonly number[],
  tool: string,
  { network, asset }: Currency,
): readonly bigint[] {
  const paid = tallies.filter(
    (tally) =>
      tally.state === 'settled' &&
      tally.tool === tool &&
      tally.network === network &&
      tally.asset === asset,
  )
  return days.map((day) =>
    paid.reduce(
      (sum, tally) => sum + (tally.day === day ? tally.amountAtomic * BigInt(tally.count) : 0n),
      0n,
    ),
  )
}

/** Duration of a call in milliseconds; null while it runs, and if its outcome became known only after the deadline. */
export function callDurationMs(entry: LedgerEntry, deadlineMs: number): number | null {
  const { state, reservedAt, changedAt } = entry
  if (state === 'running' || state === 'settling' || state === 'unknown') return null
  const ms = changedAt - reservedAt
  return ms >= 0 && ms <= deadlineMs ? ms : null
}

/** The smallest value that at least this share of the values does not exceed; null without values. */
export function quantile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null
}
