import { type Clock, type Rounds, repeatedly } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { PostgresDatabase } from '#store/postgres/connection.ts'
import { statement } from '#store/postgres/statement.ts'

// A query of the totals also reads the changes since the last run: a few thousand rows on a busy service.
const ADD_UP_EVERY_MS = 10_000
// 'urlt' as a number. One node runs at a time, so that none waits for rows that another has locked.
const LOCK = 0x75726c74

/**
 * Moves the committed count changes into the daily counts. One statement both deletes and counts them, so a change
 * that is committed in the meantime is neither counted nor lost.
 */
const ADD_UP = statement(
  'totals_add_up',
  `WITH lock AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(${LOCK}) AS taken),
  gone AS (DELETE FROM count_changes WHERE (SELECT taken FROM lock) RETURNING *),
  changes AS (
    SELECT day, network, asset, tool, amount_atomic, to_state AS state, 1 AS count FROM gone
    UNION ALL
    SELECT day, network, asset, tool, amount_atomic, from_state, -1 FROM gone
      WHERE from_state IS NOT NULL)
  INSERT INTO daily_counts (day, network, asset, tool, amount_atomic, state, count)
  SELECT day, network, asset, tool, amount_atomic, state, sum(count) FROM changes
  GROUP BY day, network, asset, tool, amount_atomic, state
  ON CONFLICT (day, network, asset, tool, amount_atomic, state)
    DO UPDATE SET count = daily_counts.count + EXCLUDED.count`,
)

/** Runs `ADD_UP` every ten seconds. */
export function addUpTotals(options: {
  readonly database: PostgresDatabase
  readonly clock: Clock
  readonly log: Log
}): Rounds {
  const { database, clock, log } = options
  return repeatedly(clock, ADD_UP_EVERY_MS, () =>
    database
      .write(ADD_UP, {}, 0)
      .catch((error: unknown) => log.warn('totals_not_added_up', { error })),
  )
}
