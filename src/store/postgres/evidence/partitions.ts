import { z } from 'zod'
import { type Clock, type Rounds, repeatedly } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { PostgresDatabase } from '#store/postgres/connection.ts'
import { NOW_MS } from '#store/postgres/schema.ts'
import { statement } from '#store/postgres/statement.ts'
import { CLOCK_TOLERANCE_MS } from '#store/screenshots/rows.ts'
import { EVIDENCE_LOCK } from './space.ts'

const HOUR_MS = 3_600_000
/**
 * Hours for which partitions exist in advance. A screenshot expires within 24 hours; the others cover a time in which
 * no janitor succeeds.
 */
const HOURS_AHEAD = 36
const POLL_INTERVAL_MS = 60_000

// Milliseconds since the Unix epoch by the database's clock, at the start of the transaction.
const START_MS = '(extract(epoch FROM now()) * 1000)::bigint'

const FOUND = statement(
  'partitions_found',
  `SELECT ${NOW_MS} / ${HOUR_MS} AS hour, ARRAY(
      SELECT substr(relname, length('evidence_') + 1)::bigint::text FROM pg_inherits
      JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = to_regclass('evidence')
    ) AS present`,
)
// The time of the transaction is constant, so that PostgreSQL reads no row unless the clock was set back.
const DELETE_SET_BACK = statement(
  'partitions_delete_set_back',
  `DELETE FROM evidence WHERE (SELECT latest_at FROM evidence_clock) > ${START_MS} + ${CLOCK_TOLERANCE_MS}`,
)
const RECORD_TIME = statement(
  'partitions_record_time',
  `UPDATE evidence_clock SET latest_at = ${START_MS}
    WHERE latest_at < ${START_MS} OR latest_at > ${START_MS} + ${CLOCK_TOLERANCE_MS}`,
)
const FOLD = statement('partitions_fold', 'SELECT fold_evidence()')
const FORGET = statement(
  'partitions_forget',
  `DELETE FROM evidence_totals WHERE hour < ${NOW_MS} / ${HOUR_MS}`,
)

const partitionRows = z.tuple([
  z.object({ hour: z.number(), present: z.array(z.string().transform(Number)) }),
])

/**
 * Creates the partitions of the coming hours, at once and then every minute. Each pass also drops the partitions of
 * past hours, whose rows are already invisible, deletes everything if the clock of the server was set back, and adds up
 * the sizes. Every node does this, one at a time. Rejects with `database_unavailable`.
 */
export async function openPartitionJanitor(options: {
  readonly database: PostgresDatabase
  readonly clock: Clock
  readonly log: Log
}): Promise<Rounds> {
  const { database, clock, log } = options
  await maintainPartitions(database)
  return repeatedly(clock, POLL_INTERVAL_MS, () =>
    maintainPartitions(database).catch((error: unknown) => log.error('janitor_failed', { error })),
  )
}

/** Runs one pass of the janitor. */
export async function maintainPartitions(database: PostgresDatabase): Promise<void> {
  await database.transaction(async ({ run, script }) => {
    await run(EVIDENCE_LOCK)
    const [{ hour, present }] = partitionRows.parse((await run(FOUND)).rows)
    const wantedHours = Array.from({ length: HOURS_AHEAD + 1 }, (_, ahead) => hour + ahead)
    const added = wantedHours.filter((candidate) => !present.includes(candidate)).map(addSql)
    const dropped = present.filter((candidate) => candidate < hour).map(dropSql)
    if (added.length + dropped.length > 0) await script([...added, ...dropped].join(';\n'))
    await run(DELETE_SET_BACK)
    await run(RECORD_TIME)
    await run(FOLD)
    await run(FORGET)
  })
}

/** Creates a table and attaches it: creating it as a partition would lock out readers and writers of all partitions. */
function addSql(hour: number): string {
  const name = `evidence_${hour}`
  return `CREATE TABLE ${name} (LIKE evidence INCLUDING CONSTRAINTS INCLUDING STORAGE);
    ALTER TABLE evidence ATTACH PARTITION ${name}
      FOR VALUES FROM (${hour * HOUR_MS}) TO (${(hour + 1) * HOUR_MS})`
}

/**
 * Waits only briefly for the lock on all partitions, because every sale waits behind it. A dump of the database holds
 * locks on them for as long as it runs; the next pass then tries again.
 */
function dropSql(hour: number): string {
  return `DO $$ BEGIN
      SET LOCAL lock_timeout = 200; DROP TABLE evidence_${hour}; SET LOCAL lock_timeout TO DEFAULT;
    EXCEPTION WHEN lock_not_available THEN NULL; END $$`
}
