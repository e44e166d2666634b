import Sqlite from 'better-sqlite3'
import { Fault } from '#fault.ts'
import type { LedgerState } from '#payment/ledger/ledger.ts'
import type {
  DailyTotal,
  LedgerDetail,
  LedgerFilter,
  LedgerRow,
  LedgerView,
  UnknownGroup,
} from '#payment/ledger/ledger-view.ts'
import type { Connection } from '#store/sqlite/connection.ts'
import { ledgerRowOf } from './rows.ts'
import {
  BATCH_ROWS,
  dailyTotalOf,
  detailOf,
  idOf,
  jobIdOf,
  prefixRange,
  unknownGroupOf,
} from './view-rows.ts'

/** The operator's view of an open database; closing the view closes the database. Read-only if the database is. */
export function openLedgerView(database: Connection): LedgerView {
  const close = async () => void database.close()
  return {
    list: (filter) => guarded(() => list(database, filter)),
    search: (term, limit) => guarded(() => search(database, term, limit)),
    detail: (jobId) => guarded(() => detail(database, jobId)),
    isArchived: (term) => guarded(() => isArchived(database, term)),
    dailyTotals: (day) => guarded(() => dailyTotals(database, day)),
    unknownGroups: () => guarded(() => unknownGroups(database)),
    jobs: () => guarded(() => database.prepare(JOBS).all().map(ledgerRowOf)),
    batches: () => batches(database),
    close,
    [Symbol.asyncDispose]: close,
  }
}

// SQLite uses a partial index only if the query repeats its exact condition: it does not detect that one set contains
// another.
const IS_OPEN = "state IN ('running', 'settling', 'unknown')"
const IS_LOST = "state IN ('failed', 'refused')"

const ROWS = `SELECT authorizations.*, host, verdict, findings, duration_ms FROM authorizations
  LEFT JOIN job_results ON job_results.authorization_id = authorizations.id`

const JOBS = `${ROWS} WHERE ${IS_OPEN} AND state <> 'unknown' ORDER BY reserved_at, id`

const stateIs: Readonly<Record<LedgerState, string>> = {
  running: `${IS_OPEN} AND state = 'running'`,
  settling: `${IS_OPEN} AND state = 'settling'`,
  unknown: `${IS_OPEN} AND state = 'unknown'`,
  failed: `${IS_LOST} AND state = 'failed'`,
  refused: `${IS_LOST} AND state = 'refused'`,
  settled: "state = 'settled'",
}

function list(database: Connection, filter: LedgerFilter): readonly LedgerRow[] {
  const { state, tool, payer, host, verdict, transaction, job, since, until, after } = filter
  const conditions = [
    ...(state === null ? [] : [stateIs[state]]),
    ...(tool === null ? [] : ['tool = :tool']),
    ...(since === null ? [] : ['reserved_at >= :since']),
    // Lets SQLite use the index of the unique key: networks and assets are few, and the daily totals list them.
    ...(payer === null
      ? []
      : ['(network, asset) IN (SELECT network, asset FROM daily_counts) AND payer = :payer']),
    ...(until === null ? [] : ['reserved_at < :until']),
    // A subquery, so that SQLite uses the index of hosts, and not an index of times, which finds the rows late.
    ...(host === null
      ? []
      : ['id IN (SELECT authorization_id FROM job_results WHERE host = :host)']),
    ...(verdict === null ? [] : ['verdict = :verdict']),
    ...(job === null ? [] : ['job_id >= :job AND job_id < :jobEnd']),
    ...(transaction === null
      ? []
      : ['lower(transaction_hash) >= :transaction AND lower(transaction_hash) < :transactionEnd']),
    ...(after === null
      ? []
      : ['(reserved_at, id) < (SELECT reserved_at, id FROM authorizations WHERE job_id = :after)']),
  ]
  const rows = database
    .prepare<[object]>(`
      ${ROWS} ${conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`}
      ORDER BY reserved_at DESC, id DESC LIMIT :limit`)
    .all({
      ...filter,
      payer: payer?.toLowerCase() ?? null,
      host: host?.toLowerCase() ?? null,
      ...prefixParameters('job', job),
      ...prefixParameters('transaction', transaction),
    })
  return rows.map(ledgerRowOf)
}

function prefixParameters(name: string, start: string | null): object {
  if (start === null) return { [name]: null, [`${name}End`]: null }
  const { from, to } = prefixRange(start)
  return { [name]: from, [`${name}End`]: to }
}

function search(database: Connection, term: string, limit: number): readonly string[] {
  const range = { ...prefixRange(term), limit }
  const findJobIds = (sql: string) =>
    database.prepare<[object]>(`${sql} LIMIT :limit`).all(range).map(jobIdOf)
  const byJob = findJobIds(
    'SELECT job_id FROM authorizations WHERE job_id >= :from AND job_id < :to',
  )
  if (byJob.length > 0) return byJob
  // The position of a nonce in its index depends on network, asset and payer, so the whole index is scanned: a fifth
  // of the table.
  const byNonce = findJobIds(`SELECT job_id FROM authorizations WHERE id IN
    (SELECT id FROM authorizations WHERE nonce >= :from AND nonce < :to)`)
  if (byNonce.length > 0) return byNonce
  return findJobIds(`SELECT job_id FROM authorizations
    WHERE lower(transaction_hash) >= :from AND lower(transaction_hash) < :to`)
}

/** Scans the whole table, but is called only for a term that matches no call of the ledger. */
function isArchived(database: Connection, term: string): boolean {
  return (
    database
      .prepare<[object]>(`
        SELECT 1 FROM archived_authorizations
        WHERE job_id >= :from AND job_id < :to OR nonce >= :from AND nonce < :to LIMIT 1`)
      .get(prefixRange(term)) !== undefined
  )
}

/** Reads in one transaction: a row must not change between the query for it and the query for its transitions. */
function detail(database: Connection, jobId: string): LedgerDetail | null {
  return database.transaction((): LedgerDetail | null => {
    const row = database
      .prepare<[string]>(`
        SELECT authorizations.*, stored_at, attempts, last_tried_at, last_detail,
          host, verdict, findings, duration_ms
        FROM authorizations
        LEFT JOIN job_results ON job_results.authorization_id = authorizations.id
        LEFT JOIN reports ON reports.authorization_id = authorizations.id
        LEFT JOIN outcome_searches ON outcome_searches.authorization_id = authorizations.id
        WHERE job_id = ?`)
      .get(jobId)
    if (row === undefined) return null
    const transitions = database
      .prepare<[number]>(`
        SELECT from_state AS "from", to_state AS "to", at, reason FROM transitions
        WHERE authorization_id = ? ORDER BY id`)
      .all(idOf(row))
    return detailOf(row, transitions)
  })()
}

function dailyTotals(database: Connection, day: number): readonly DailyTotal[] {
  return database
    .prepare<[number]>('SELECT * FROM daily_counts WHERE day >= ? AND count > 0')
    .all(day)
    .map(dailyTotalOf)
}

function unknownGroups(database: Connection): readonly UnknownGroup[] {
  const rows = database
    .prepare(`
      SELECT reason, network, asset, amount_atomic, count(*) AS count, min(changed_at) AS since
      FROM authorizations WHERE ${stateIs.unknown} GROUP BY 1, 2, 3, 4`)
    .all()
  const groups = new Map<string, UnknownGroup>()
  for (const row of rows.map(unknownGroupOf)) {
    const key = JSON.stringify([row.reason, row.network, row.asset])
    const existing = groups.get(key)
    groups.set(key, {
      ...row,
      count: row.count + (existing?.count ?? 0),
      amountAtomic: row.amountAtomic * BigInt(row.count) + (existing?.amountAtomic ?? 0n),
      since: Math.min(row.since, existing?.since ?? row.since),
    })
  }
  return [...groups.values()].sort((a, b) => b.count - a.count || a.since - b.since)
}

async function* batches(database: Connection): AsyncGenerator<readonly LedgerRow[]> {
  const next = database.prepare<[number, number]>(`${ROWS} WHERE id > ? ORDER BY id LIMIT ?`)
  const read = (after: number) => guarded(() => next.all(after, BATCH_ROWS))
  for (let rows = await read(0); rows.length > 0; rows = await read(idOf(rows.at(-1)))) {
    yield rows.map(ledgerRowOf)
  }
}

async function guarded<T>(work: () => T): Promise<T> {
  try {
    return work()
  } catch (cause) {
    throw unreadable(cause)
  }
}

function unreadable(cause: unknown): Fault {
  return new Fault('ledger_unavailable', 'The ledger could not be read.', {
    facts: { sqlite: cause instanceof Sqlite.SqliteError ? cause.code : null },
    cause,
  })
}
