import { z } from 'zod'
import { Fault } from '#fault.ts'
import type { Database } from '#store/database.ts'
import type { PostgresDatabase, Transaction } from '#store/postgres/connection.ts'
import { maintainPartitions } from '#store/postgres/evidence/partitions.ts'
import { DEAD_AFTER_MS } from '#store/postgres/nodes.ts'
import { NOW_MS } from '#store/postgres/schema.ts'
import { statement } from '#store/postgres/statement.ts'
import type { StoredEvidence } from '#store/screenshots/stored-evidence.ts'
import { moveEvidence } from './evidence.ts'
import {
  insertRows,
  type MovedRow,
  type MovedTable,
  movedTables,
  normalizeRow,
  selectSql,
  TableDigest,
  type TableSummary,
} from './tables.ts'

export interface MoveOptions {
  /** At the newest schema. Its folder is locked, so no service writes to it. */
  readonly from: Database
  readonly evidence: () => AsyncIterable<StoredEvidence>
  /** At the newest schema, with `MOVE_STATEMENT_MS`. */
  readonly to: PostgresDatabase
  /** Called after each batch with the number of rows that have been copied. */
  readonly onProgress: (rows: number) => void
}

// The digests of a million rows take half a minute, during which the transaction waits; the screenshots of a day may
// be gigabytes.
export const MOVE_STATEMENT_MS = 600_000

export interface MoveResult {
  /** `present`: an earlier run copied the whole ledger, and nothing has changed since. */
  readonly status: 'moved' | 'present'
  /** By table. */
  readonly tables: Readonly<Record<string, TableSummary>>
  /** Number of screenshots and copies of reports that were copied; expired ones are left out. */
  readonly evidence: number
}

/**
 * Copies a ledger from SQLite in one transaction: if the process is killed, the target is as empty as before, and the
 * move can be repeated. Before the commit, everything is read back: the counts, the amounts by state and a digest of
 * the rows of each table must equal those of the source. Throws `database_in_use` (a service runs on the target),
 * `database_not_empty`, `ledger_copy_differs`, `database_unavailable`.
 */
export async function moveLedger(options: MoveOptions): Promise<MoveResult> {
  const { from, to } = options
  // Screenshots need the partitions of their hours.
  await maintainPartitions(to)
  return to.transaction(async (transaction): Promise<MoveResult> => {
    const { run, script } = transaction
    await script(
      'LOCK TABLE nodes, authorizations, archived_authorizations IN ACCESS EXCLUSIVE MODE',
    )
    if ((await run(LIVE)).rows.length > 0) throw inUse()
    if (!(await isEmpty(run))) {
      const tables = digestsOf(from)
      if (!isEqual(await digestsIn(transaction), tables)) throw notEmpty()
      return { status: 'present', tables, evidence: 0 }
    }
    // The triggers are off, because the log of transitions and the counts are copied.
    await script('ALTER TABLE authorizations DISABLE TRIGGER USER')
    const tables = await copyAll(options, run)
    await script(`ALTER TABLE authorizations ENABLE TRIGGER USER;
      SELECT setval(pg_get_serial_sequence('authorizations', 'id'), coalesce(max(id), 0) + 1) FROM authorizations;
      SELECT setval(pg_get_serial_sequence('transitions', 'id'), coalesce(max(id), 0) + 1) FROM transitions`)
    const evidence = await moveEvidence(options.evidence(), run)
    if (!isEqual(await digestsIn(transaction), tables)) throw differs()
    return { status: 'moved', tables, evidence }
  })
}

type Digests = MoveResult['tables']

async function copyAll(
  { from, onProgress }: MoveOptions,
  run: Transaction['run'],
): Promise<Digests> {
  let copied = 0
  const digests: Record<string, TableSummary> = {}
  for (const table of movedTables) {
    const insert = insertRows(table)
    const digest = new TableDigest()
    let batch: MovedRow[] = []
    const flush = async () => {
      if (batch.length === 0) return
      await run(insert, { rows: JSON.stringify(batch) })
      copied += batch.length
      batch = []
      onProgress(copied)
    }
    for (const row of rowsOf(from, table)) {
      digest.add(row)
      batch.push(row)
      if (batch.length >= table.batchRows) await flush()
    }
    await flush()
    digests[table.name] = digest.summary()
  }
  return digests
}

function* rowsOf(from: Database, table: MovedTable): Generator<MovedRow> {
  for (const row of from.prepare<[]>(selectSql(table)).iterate()) {
    yield normalizeRow(table, z.looseObject({}).parse(row))
  }
}

function digestsOf(from: Database): Digests {
  return Object.fromEntries(
    movedTables.map((table) => {
      const digest = new TableDigest()
      for (const row of rowsOf(from, table)) digest.add(row)
      return [table.name, digest.summary()]
    }),
  )
}

const FETCH_ROWS = 1_000
const FETCH = statement('move_fetch', `FETCH ${FETCH_ROWS} FROM moved_rows`)
const rowObjects = z.array(z.looseObject({}))

/** Reads with a cursor, so that memory does not grow with the ledger. */
async function digestsIn({ run, script }: Transaction): Promise<Digests> {
  const digests: Record<string, TableSummary> = {}
  for (const table of movedTables) {
    const digest = new TableDigest()
    await script(`DECLARE moved_rows NO SCROLL CURSOR FOR ${selectSql(table)}`)
    for (;;) {
      const rows = rowObjects.parse((await run(FETCH)).rows)
      for (const row of rows) digest.add(normalizeRow(table, row))
      if (rows.length < FETCH_ROWS) break
    }
    await script('CLOSE moved_rows')
    digests[table.name] = digest.summary()
  }
  return digests
}

const LIVE = statement(
  'move_live',
  `SELECT 1 FROM nodes WHERE beat_at > ${NOW_MS} - ${DEAD_AFTER_MS} LIMIT 1`,
)
const ANY = statement(
  'move_any',
  `SELECT 1 WHERE ${[...movedTables.map(({ name }) => name), 'evidence', 'count_changes']
    .map((name) => `EXISTS (SELECT 1 FROM ${name})`)
    .join(' OR ')}`,
)
async function isEmpty(run: Transaction['run']): Promise<boolean> {
  return (await run(ANY)).rows.length === 0
}

function isEqual(first: unknown, second: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(second)
}

function inUse(): Fault {
  return new Fault('database_in_use', 'A service runs on the PostgreSQL database: stop it.')
}

function notEmpty(): Fault {
  return new Fault(
    'database_not_empty',
    'The PostgreSQL database has another ledger: nothing was changed. Move to an empty database. If this ledger was copied there before, and the database was used since, move its file out of the data folder instead.',
  )
}

function differs(): Fault {
  return new Fault(
    'ledger_copy_differs',
    'The copy in PostgreSQL differs from the ledger: nothing was changed. Report this, with the version of the server.',
  )
}
