import { z } from 'zod'
import type {
  LedgerDetail,
  LedgerFilter,
  LedgerRow,
  LedgerView,
} from '#payment/ledger/ledger-view.ts'
import { ledgerRowOf } from '#store/ledger/rows.ts'
import {
  BATCH_ROWS,
  dailyTotalOf,
  detailOf,
  idOf,
  jobIdOf,
  prefixRange,
  unknownGroupOf,
} from '#store/ledger/view-rows.ts'
import { type Columns, type SqlStatement, statement } from '#store/postgres/statement.ts'

/** Runs read-only statements, on a database or in a transaction that reads one snapshot. */
export interface Reader {
  read(statement: SqlStatement, columns?: Columns): Promise<readonly unknown[]>
}

/** The operator's view of the ledger. `close` does nothing: the caller closes the database. */
export function createLedgerView(database: Reader): LedgerView {
  const close = async () => {}
  return {
    list: (filter) => list(database, filter),
    search: (term, limit) => search(database, term, limit),
    detail: (jobId) => detail(database, jobId),
    isArchived: async (term) =>
      (await database.read(IS_ARCHIVED, { ...prefixRange(term) })).length > 0,
    dailyTotals: async (day) => (await database.read(TALLIES, { day })).map(dailyTotalOf),
    unknownGroups: async () => (await database.read(UNKNOWN)).map(unknownGroupOf),
    jobs: async () => (await database.read(JOBS)).map(ledgerRowOf),
    batches: () => batches(database),
    close,
    [Symbol.asyncDispose]: close,
  }
}

const ROWS = `SELECT authorizations.*, host, verdict, findings, duration_ms FROM authorizations
  LEFT JOIN job_results ON job_results.authorization_id = authorizations.id`

const JOBS = statement(
  'view_jobs',
  `${ROWS} WHERE state IN ('running', 'settling') ORDER BY reserved_at, id`,
)

/** SQL conditions, by the filter that they apply. */
const conditions: Readonly<Record<Exclude<keyof LedgerFilter, 'limit'>, string>> = {
  state: 'state = :state::text',
  tool: 'tool = :tool::text',
  payer: 'payer = :payer::text',
  host: 'host = :host::text',
  verdict: 'verdict = :verdict::text',
  transaction: `lower(transaction_hash) COLLATE "C" >= :transaction::text
    AND lower(transaction_hash) COLLATE "C" < :transactionEnd::text`,
  job: 'job_id COLLATE "C" >= :job::text AND job_id COLLATE "C" < :jobEnd::text',
  since: 'reserved_at >= :since::bigint',
  until: 'reserved_at < :until::bigint',
  after: `(reserved_at, id) <
    (SELECT reserved_at, id FROM authorizations WHERE job_id = :after::text)`,
}

async function list(database: Reader, filter: LedgerFilter): Promise<readonly LedgerRow[]> {
  const wanted = Object.entries(conditions).filter(([name]) => Reflect.get(filter, name) !== null)
  const where = wanted.map(([, condition]) => condition).join(' AND ')
  const found = statement(
    `view_list_${wanted.map(([name]) => name.slice(0, 3)).join('_')}`,
    `${ROWS} ${where === '' ? '' : `WHERE ${where}`}
      ORDER BY reserved_at DESC, id DESC LIMIT :limit::bigint`,
  )
  const [job, transaction] = [prefixRange(filter.job ?? ''), prefixRange(filter.transaction ?? '')]
  const rows = await database.read(found, {
    ...filter,
    payer: filter.payer?.toLowerCase(),
    host: filter.host?.toLowerCase(),
    job: job.from,
    jobEnd: job.to,
    transaction: transaction.from,
    transactionEnd: transaction.to,
  })
  return rows.map(ledgerRowOf)
}

const startsAs = (column: string) =>
  `${column} COLLATE "C" >= :from::text AND ${column} COLLATE "C" < :to::text`

const BY_JOB = searchFor('job', 'job_id')
const BY_NONCE = searchFor('nonce', 'nonce')
const BY_TRANSACTION = searchFor('transaction', 'lower(transaction_hash)')
const IS_ARCHIVED = statement(
  'view_is_archived',
  `SELECT 1 FROM archived_authorizations
    WHERE ${startsAs('job_id')} OR ${startsAs('nonce')} LIMIT 1`,
)

function searchFor(name: string, column: string): SqlStatement {
  return statement(
    `view_search_${name}`,
    `SELECT job_id FROM authorizations WHERE ${startsAs(column)}
      ORDER BY job_id COLLATE "C" LIMIT :limit::bigint`,
  )
}

async function search(database: Reader, term: string, limit: number): Promise<readonly string[]> {
  for (const by of [BY_JOB, BY_NONCE, BY_TRANSACTION]) {
    const found = await database.read(by, { ...prefixRange(term), limit })
    if (found.length > 0) return found.map(jobIdOf)
  }
  return []
}

// One statement, so that the transitions match the row: separate statements would read separate snapshots.
const DETAIL = statement(
  'view_detail',
  `SELECT authorizations.*, host, verdict, findings, duration_ms,
      stored_at, attempts, last_tried_at, last_detail,
      (SELECT json_agg(json_build_object('from', from_state, 'to', to_state, 'at', at,
          'reason', transitions.reason) ORDER BY transitions.id)
        FROM transitions WHERE transitions.authorization_id = authorizations.id) AS transitions
    FROM authorizations
    LEFT JOIN job_results ON job_results.authorization_id = authorizations.id
    LEFT JOIN reports ON reports.authorization_id = authorizations.id
    LEFT JOIN outcome_searches ON outcome_searches.authorization_id = authorizations.id
    WHERE job_id = :jobId::text`,
)

const withTransitions = z.object({ transitions: z.unknown() })

async function detail(database: Reader, jobId: string): Promise<LedgerDetail | null> {
  const [found] = await database.read(DETAIL, { jobId })
  if (found === undefined) return null
  return detailOf(found, withTransitions.parse(found).transitions)
}

const TALLIES = statement(
  'view_tallies',
  'SELECT * FROM daily_totals WHERE day >= :day::bigint AND count > 0',
)

const UNKNOWN = statement(
  'view_unknown',
  `SELECT reason, network, asset, sum(amount_atomic) AS amount_atomic, count(*) AS count,
      min(changed_at) AS since
    FROM authorizations WHERE state = 'unknown' GROUP BY 1, 2, 3 ORDER BY count DESC, since`,
)

const BATCH = statement(
  'view_batch',
  `${ROWS} WHERE id > :after::bigint ORDER BY id LIMIT ${BATCH_ROWS}`,
)

async function* batches(database: Reader): AsyncGenerator<readonly LedgerRow[]> {
  for (let after = 0; ; ) {
    const rows = await database.read(BATCH, { after })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(ledgerRowOf)
    after = idOf(last)
  }
}
