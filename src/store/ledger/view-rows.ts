import { z } from 'zod'
import { ledgerStates } from '#payment/ledger/ledger.ts'
import type { DailyTotal, LedgerDetail, UnknownGroup } from '#payment/ledger/ledger-view.ts'
import { ledgerRowOf } from './rows.ts'

// Common parts of the operator's ledger views of both engines.

/** Rows of a batch: large enough that the cost of the statement is small, small enough for memory (about half a megabyte). */
export const BATCH_ROWS = 1_000

/** The text range of all keys that start with a term: `from` inclusive, `to` exclusive. Keys are ASCII, in lower case. */
export function prefixRange(term: string): { readonly from: string; readonly to: string } {
  const from = term.toLowerCase()
  return { from, to: `${from}\uffff` }
}

const detailRow = z.object({
  receipt: z.string().nullable(),
  stored_at: z.number().nullable(),
  attempts: z.number().nullable(),
  last_tried_at: z.number().nullable(),
  last_detail: z.string().nullable(),
})
const transitionRows = z.array(
  z.object({
    from: z.enum(ledgerStates).nullable(),
    to: z.enum(ledgerStates),
    at: z.number(),
    reason: z.string().nullable(),
  }),
)

export function detailOf(row: unknown, transitions: unknown): LedgerDetail {
  const details = detailRow.parse(row)
  return {
    entry: ledgerRowOf(row),
    transitions: transitionRows.parse(transitions),
    receipt: details.receipt,
    reportStoredAt: details.stored_at,
    search:
      details.attempts === null
        ? null
        : {
            attempts: details.attempts,
            lastTriedAt: details.last_tried_at,
            lastDetail: details.last_detail,
          },
  }
}

const dailyTotalRow = z.object({
  day: z.number(),
  network: z.string(),
  asset: z.string(),
  tool: z.string(),
  amount_atomic: z.string().transform(BigInt),
  state: z.enum(ledgerStates),
  count: z.number(),
})

export function dailyTotalOf(row: unknown): DailyTotal {
  const { amount_atomic: amountAtomic, ...rest } = dailyTotalRow.parse(row)
  return { ...rest, amountAtomic }
}

const unknownRow = z.object({
  reason: z.string().nullable(),
  network: z.string(),
  asset: z.string(),
  amount_atomic: z.string().transform(BigInt),
  count: z.number(),
  since: z.number(),
})

export function unknownGroupOf(row: unknown): UnknownGroup {
  const { amount_atomic: amountAtomic, ...rest } = unknownRow.parse(row)
  return { ...rest, amountAtomic }
}

const idRow = z.object({ id: z.number() })

export function idOf(row: unknown): number {
  return idRow.parse(row).id
}

const jobIdRow = z.object({ job_id: z.string() })

export function jobIdOf(row: unknown): string {
  return jobIdRow.parse(row).job_id
}
