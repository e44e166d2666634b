import type { PayerLimit, PayerUsage } from '#payment/ledger/ledger.ts'

/** How a statement refers to its values: by a parameter (`:payer`), or by an argument of a function. */
export interface UsageValues {
  readonly payer: string
  readonly at: string
  readonly pauseMs: string
  readonly goneWindowMs: string
}

/**
 * The columns of a `PayerUsage`, in SQL for both engines. `findWithPayer` and `reserve` share them, because they must
 * not disagree about a pause. `cancelledJobs`: the table for cancelled jobs, with the index that SQLite is to use.
 */
export function usageColumns(
  { payer, at, pauseMs, goneWindowMs }: UsageValues,
  cancelledJobs = 'authorizations AS later',
): string {
  const inPause = `changed_at > ${at} - ${pauseMs} AND changed_at <= ${at}`
  return `
    (SELECT count(*) FROM authorizations
      WHERE payer = ${payer} AND state IN ('running', 'settling', 'unknown')) AS unsettled,
    (SELECT max(changed_at) FROM authorizations
      WHERE payer = ${payer} AND state = 'refused' AND ${inPause}) AS refused_at,
    (SELECT max(changed_at) FROM ${cancelledJobs}
      WHERE payer = ${payer} AND state = 'failed' AND reason = 'client_gone' AND ${inPause}
        AND EXISTS (SELECT 1 FROM authorizations AS earlier
          WHERE earlier.payer = ${payer} AND earlier.state = 'failed' AND earlier.reason = 'client_gone'
            AND earlier.changed_at >= later.changed_at - ${goneWindowMs}
            AND earlier.changed_at <= later.changed_at AND earlier.id <> later.id)) AS gone_twice_at`
}

/** Whether the payer has ever had a settled call, as 0 or 1. */
export const HAS_PAID = `
  CASE WHEN EXISTS (SELECT 1 FROM authorizations WHERE payer = :payer AND state = 'settled')
    OR EXISTS (SELECT 1 FROM archived_authorizations WHERE payer = :payer) THEN 1 ELSE 0 END
  AS has_paid`

/** Whether the payer may have another call reserved now. */
export function isWithinLimit(usage: PayerUsage, { mostUnsettled }: PayerLimit): boolean {
  const { unsettled, refusedAt, goneTwiceAt } = usage
  return unsettled < mostUnsettled && refusedAt === null && goneTwiceAt === null
}
