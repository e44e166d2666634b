import { clean } from '#cli/output/terminal.ts'
import { type LedgerState, ledgerStates } from '#payment/ledger/ledger.ts'
import type { LedgerFilter } from '#payment/ledger/ledger-view.ts'
import { didYouMean } from '#settings/nearest.ts'
import { toolDefinitions } from '#tools/tools.ts'

export type FlagValues = Readonly<Record<string, string | true>>

/** `problem` is one sentence for the operator. */
export type Reading<T> =
  | { readonly status: 'read'; readonly value: T }
  | { readonly status: 'misuse'; readonly problem: string }

// A screen or two; more is asked for, or exported.
const DEFAULT_LIMIT = 50
// The list is held in memory: 100,000 rows take about 100 MB.
const MAX_LIMIT = 100_000

/** Flags of `ledger list`. */
export function readFilter(flags: FlagValues, now: number): Reading<LedgerFilter> {
  const state = optional(flags['state'], readState)
  const tool = optional(flags['tool'], readTool)
  const payer = optional(flags['payer'], readPayer)
  const since = optional(flags['since'], (text) => readSince(text, now))
  const limit = readWhole('--limit', flags['limit'], {
    least: 1,
    most: MAX_LIMIT,
    otherwise: DEFAULT_LIMIT,
  })
  for (const reading of [state, tool, payer, since, limit]) {
    if (reading.status === 'misuse') return reading
  }
  return {
    status: 'read',
    value: {
      state: givenOf(state),
      tool: givenOf(tool),
      payer: givenOf(payer),
      since: givenOf(since),
      limit: givenOf(limit) ?? DEFAULT_LIMIT,
    },
  }
}

/** A whole number within bounds. */
export function readWhole(
  flag: string,
  given: string | true | undefined,
  bounds: { readonly least: number; readonly most: number; readonly otherwise: number },
): Reading<number> {
  if (typeof given !== 'string') return read(bounds.otherwise)
  const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN
  if (value >= bounds.least && value <= bounds.most) return read(value)
  return misuse(
    `allowed for ${flag}: a whole number from ${bounds.least} to ${bounds.most}; not ${clean(given, 80)}`,
  )
}

/** One word out of some. */
export function readChoice<T extends string>(
  flag: string,
  given: string,
  allowed: readonly T[],
): Reading<T> {
  const found = allowed.find((word) => word === given)
  if (found !== undefined) return read(found)
  return misuse(
    `allowed for ${flag}: ${allowed.join(', ')}; not ${clean(given, 80)}${didYouMean(given, allowed)}`,
  )
}

function readState(text: string): Reading<LedgerState> {
  return readChoice('--state', text, ledgerStates)
}

function readTool(text: string): Reading<string> {
  return readChoice('--tool', text, Object.keys(toolDefinitions))
}

function readPayer(text: string): Reading<string> {
  if (/^0x[0-9a-f]{40}$/i.test(text)) return read(text.toLowerCase())
  return misuse(`allowed for --payer: 0x and 40 hexadecimal digits; not ${clean(text, 80)}`)
}

const msPer: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }
const DATE = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/

function readSince(text: string, now: number): Reading<number> {
  const [, amount = '', unit = ''] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const span = msPer[unit]
  if (span !== undefined) return read(now - Number(amount) * span)
  const [, day = ''] = DATE.exec(text) ?? []
  // The calendar has the last word: JavaScript takes 30 February for 2 March.
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day)
  const at = day === text ? midnight : Date.parse(text)
  if (isDay && !Number.isNaN(at)) return read(at)
  return misuse(
    `allowed for --since: a day of UTC (2026-01-31), a time (2026-01-31T12:00:00Z) or an age (90m, 24h, 7d); not ${clean(text, 80)}`,
  )
}

function optional<T>(
  given: string | true | undefined,
  reader: (text: string) => Reading<T>,
): Reading<T | null> {
  return typeof given === 'string' ? reader(given) : read(null)
}

function givenOf<T>(reading: Reading<T>): T | null {
  return reading.status === 'read' ? reading.value : null
}

function read<T>(value: T): Reading<T> {
  return { status: 'read', value }
}

function misuse<T>(problem: string): Reading<T> {
  return { status: 'misuse', problem }
}
