import { z } from 'zod'
import { Fault } from '#fault.ts'
import { type DatabaseOptions, schemaVersionOf } from '#store/database.ts'
import { DAILY_KEY, dailyKeySql } from '#store/schema/daily-totals.ts'
import type { Connection } from '#store/sqlite/connection.ts'

/** Summary of a database. */
export interface Contents {
  readonly version: number
  readonly calls: number
  /** Time of the last transition of any call, epoch milliseconds; null without calls. */
  readonly lastChangeAt: number | null
}

/** Reads the schema version, the number of calls and the time of the last change. */
export function contentsOf(
  database: Connection,
  options: Pick<DatabaseOptions, 'migrations'> = {},
): Contents {
  const { calls, lastChangeAt } = contents.parse(
    database
      .prepare(`
        SELECT (SELECT count(*) FROM authorizations) AS calls,
          (SELECT max(at) FROM transitions) AS lastChangeAt`)
      .get(),
  )
  return { version: schemaVersionOf(database, options), calls, lastChangeAt }
}

const contents = z.object({ calls: z.number(), lastChangeAt: z.number().nullable() })

/**
 * Checks the file with SQLite's integrity check, and the ledger for consistency: the state of each row is that of its last
 * transition, and each count matches the rows. Throws `database_damaged`.
 */
export function checkIntegrity(database: Connection): void {
  const result = database.pragma('integrity_check(1)', { simple: true })
  if (result !== 'ok') throw damaged(database, String(result))
  if (z.array(z.unknown()).parse(database.pragma('foreign_key_check')).length > 0) {
    throw damaged(database, 'a row that another row refers to is missing')
  }
  for (const { problem, sql } of contradictions) {
    if (database.prepare(`${sql} LIMIT 1`).get() !== undefined) throw damaged(database, problem)
  }
}

// Only a write that bypassed the triggers, or a torn copy, can cause these.
const contradictions = [
  {
    problem: 'the state of a call is not that of its last transition',
    sql: `SELECT 1 FROM authorizations WHERE state IS NOT (
      SELECT to_state FROM transitions
      WHERE authorization_id = authorizations.id ORDER BY transitions.id DESC LIMIT 1)`,
  },
  {
    problem: 'the counts do not match the calls',
    sql: `SELECT 1 FROM state_counts WHERE count <> (
      SELECT count(*) FROM authorizations WHERE authorizations.state = state_counts.state) + (
      SELECT coalesce(sum(count), 0) FROM archived_counts WHERE archived_counts.state = state_counts.state)`,
  },
  {
    problem: 'the counts of a day do not match its calls',
    sql: `SELECT 1 FROM (
      SELECT ${DAILY_KEY}, count FROM daily_counts WHERE count <> 0
      EXCEPT SELECT ${DAILY_KEY}, sum(count) FROM (
        SELECT ${dailyKeySql('authorizations')}, count(*) AS count FROM authorizations GROUP BY ${DAILY_KEY}
        UNION ALL SELECT ${DAILY_KEY}, count FROM archived_counts) GROUP BY ${DAILY_KEY})`,
  },
  {
    problem: 'the counts of archived calls do not match their authorizations',
    sql: `SELECT 1 WHERE (SELECT count(*) FROM archived_authorizations) <>
      (SELECT coalesce(sum(count), 0) FROM archived_counts)`,
  },
  {
    problem: 'the total size of the screenshots does not match their rows',
    sql: `SELECT 1 FROM screenshot_totals WHERE (count, bytes) IS NOT
      (SELECT coalesce(sum(media_type = 'image/png'), 0), coalesce(sum(bytes), 0) FROM screenshots)`,
  },
]

function damaged(database: Connection, problem: string): Fault {
  return new Fault(
    'database_damaged',
    'The database is damaged: restore a backup with `urlwitness restore`, which keeps this file beside it.',
    { facts: { file: database.name, problem: problem.slice(0, 300) } },
  )
}
