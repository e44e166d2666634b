import { appendFileSync } from 'node:fs'
import process from 'node:process'
import { median } from './load.ts'

/** One number of a benchmark: the median of its rounds. */
export interface Result {
  /** Unique in a run, together with the unit. */
  readonly name: string
  readonly value: number
  /** For a ratio: the compared quantity, such as `× time`. */
  readonly unit: string
  /** First and third quartile of the rounds; null for one measurement. */
  readonly spread: readonly [number, number] | null
  readonly goal: Goal | null
}

export interface Goal {
  readonly atLeast?: number
  readonly atMost?: number
}

/** The file for the results of a whole run, a line of JSON for each; set by run.ts. */
export const RESULTS_VARIABLE = 'URLWITNESS_BENCH_RESULTS'

/** Prints the median of the rounds, and stores it for the table of the run. */
export function measured(
  name: string,
  unit: string,
  rounds: readonly number[],
  goal: Goal | null = null,
): number {
  const value = median(rounds)
  const spread =
    rounds.length > 1 ? ([quantile(rounds, 0.25), quantile(rounds, 0.75)] as const) : null
  const result: Result = { name, value, unit, spread, goal }
  console.log(lineOf(result))
  const file = process.env[RESULTS_VARIABLE]
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(result)}\n`)
  return value
}

/** The quantity that the ratio of two contenders compares. More is better for a rate only. Part of the identity of a result. */
type Compared = 'time' | 'processor time' | 'memory' | 'rate'

/**
 * The same as `measured`, for the ratio of two contenders in alternating rounds. The ratio is taken per round, so that what
 * slows both is in neither.
 */
export function compared(
  name: string,
  what: Compared,
  [ours, theirs]: readonly [readonly number[], readonly number[]],
  goal: Goal | null = null,
): number {
  const ratios = ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
  return measured(name, `× ${what}`, ratios, goal)
}

export function lineOf({ name, value, unit, spread, goal }: Result): string {
  const range = spread === null ? '' : ` (${digits(spread[0])} to ${digits(spread[1])})`
  const aim = goalText(goal)
  return `${name.padEnd(44)} ${digits(value)} ${unit}${range}${aim === '' ? '' : `, ${aim}`}`
}

export function goalText(goal: Goal | null): string {
  if (goal?.atMost !== undefined) return `at most ${goal.atMost}`
  return goal?.atLeast === undefined ? '' : `at least ${goal.atLeast}`
}

export function isMissed({ value, goal }: Result): boolean {
  return value > (goal?.atMost ?? Number.POSITIVE_INFINITY) || value < (goal?.atLeast ?? 0)
}

/** The number with three significant digits. */
export function digits(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN
}
