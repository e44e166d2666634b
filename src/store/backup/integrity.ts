import { z } from 'zod'
import { Fault } from '#fault.ts'
import { knownVersionOf } from '#store/schema/identity.ts'
import { DAILY_KEY, dailyKeyOf } from '#store/schema/ledger-days.ts'
import type { Connection } from '#store/sqlite/connection.ts'

/** What a database holds, in short. */
export interface Contents {
  readonly version: number
  readonly calls: number
  /** The last step of any call, epoch milliseconds; null when there are none. */
  readonly lastChangeAt: number | null
}

export function contentsOf(database: Connection): Contents {
  const { calls, lastChangeAt } = contents.parse(
    database
      .prepare(`
        SELECT (SELECT count(*) FROM authorizations) AS calls,
          (SELECT max(at) FROM transitions) AS lastChangeAt`)
      .get(),
  )
  return { version: knownVersionOf(database), calls, lastChangeAt }
}

const contents = z.object({ calls: z.number(), lastChangeAt: z.number().nullable() })

/**
 * The file as SQLite sees it, and the ledger as we do: every row in the state that its last transition says, every count
 * what the rows say. Throws `database_damaged`.
 */
export function checkWhole(database: Connection): void {
  const said = database.pragma('integrity_check(1)', { simple: true })
  if (said !== 'ok') throw damaged(database, String(said))
  if (z.array(z.unknown()).parse(database.pragma('foreign_key_check')).length > 0) {
    throw damaged(database, 'a row is missing that another names')
  }
  const version = knownVersionOf(database)
  for (const { since, problem, sql } of contradictions) {
    if (version < since) continue
    if (database.prepare(`${sql} LIMIT 1`).get() !== undefined) throw damaged(database, problem)
  }
}

// Nothing but writing past our triggers, or a torn copy, can cause these.
const contradictions = [
  {
    since: 1,
    problem: 'a call is not in the state that its last transition says',
    sql: `SELECT 1 FROM authorizations WHERE state IS NOT (
      SELECT to_state FROM transitions
      WHERE authorization_id = authorizations.id ORDER BY transitions.id DESC LIMIT 1)`,
  },
  {
    since: 1,
    problem: 'the counts are not those of the calls',
    sql: `SELECT 1 FROM state_counts WHERE count <> (
      SELECT count(*) FROM authorizations WHERE authorizations.state = state_counts.state)`,
  },
  {
    since: 3,
    problem: 'the counts of a day are not those of its calls',
    sql: `SELECT 1 FROM (
      SELECT ${DAILY_KEY}, count FROM daily_counts WHERE count <> 0
      EXCEPT SELECT ${dailyKeyOf('authorizations')}, count(*) FROM authorizations GROUP BY ${DAILY_KEY})`,
  },
  {
    since: 4,
    problem: 'the room of the screenshots is not that of their rows',
    sql: `SELECT 1 FROM screenshot_totals WHERE (count, bytes) IS NOT
      (SELECT count(*), coalesce(sum(bytes), 0) FROM screenshots)`,
  },
]

function damaged(database: Connection, problem: string): Fault {
  return new Fault(
    'database_damaged',
    'The database is damaged: put a backup in its place with `urlwitness restore`, which keeps this one beside it.',
    { facts: { file: database.name, problem: problem.slice(0, 300) } },
  )
}
