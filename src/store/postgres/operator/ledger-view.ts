import { z } from 'zod'
import { ledgerStates } from '#payment/ledger/ledger.ts'
import type {
  DailyTotal,
  LedgerDetail,
  LedgerFilter,
  LedgerRow,
  LedgerView,
  UnknownGroup,
} from '#payment/ledger/ledger-view.ts'
import { ledgerRowOf } from '#store/ledger/rows.ts'
import { type Columns, type SqlStatement, statement } from '#store/postgres/statement.ts'

/** Runs statements that only read: a database, or a transaction that is one snapshot. */
export interface Reader {
  read(statement: SqlStatement, columns?: Columns): Promise<readonly unknown[]>
}

// Large enough that the cost of the statement is small, small enough for memory: about half a megabyte.
const BATCH_ROWS = 1_000

/** The operator's view of the ledger. `close` does nothing: the caller closes the database. */
export function createLedgerView(database: Reader): LedgerView {
  const close = async () => {}
  return {
    list: (filter) => list(database, filter),
    search: (term, limit) => search(database, term, limit),
    detail: (jobId) => detail(database, jobId),
    isArchived: async (term) => (await database.read(IS_ARCHIVED, rangeOf(term))).length > 0,
    tallies: (day) => tallies(database, day),
    unknownGroups: () => unknownGroups(database),
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

/** Conditions by the filter that they belong to. */
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
  const rows = await database.read(found, {
    ...filter,
    payer: filter.payer?.toLowerCase(),
    host: filter.host?.toLowerCase(),
    job: filter.job?.toLowerCase(),
    jobEnd: `${filter.job?.toLowerCase()}${LAST}`,
    transaction: filter.transaction?.toLowerCase(),
    transactionEnd: `${filter.transaction?.toLowerCase()}${LAST}`,
  })
  return rows.map(ledgerRowOf)
}

/** The first string after all strings with a beginning: keys are ASCII. */
const LAST = '\uffff'

function rangeOf(term: string): Columns {
  const from = term.toLowerCase()
  return { from, to: `${from}${LAST}` }
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

const jobIds = z.array(z.object({ job_id: z.string() }))

async function search(database: Reader, term: string, limit: number): Promise<readonly string[]> {
  for (const by of [BY_JOB, BY_NONCE, BY_TRANSACTION]) {
    const found = jobIds.parse(await database.read(by, { ...rangeOf(term), limit }))
    if (found.length > 0) return found.map((row) => row.job_id)
  }
  return []
}

// One statement, so that the transitions are those of the row: each statement has a snapshot of its own.
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

const detailRow = z.object({
  receipt: z.string().nullable(),
  stored_at: z.number().nullable(),
  attempts: z.number().nullable(),
  last_tried_at: z.number().nullable(),
  last_detail: z.string().nullable(),
  transitions: z.array(
    z.object({
      from: z.enum(ledgerStates).nullable(),
      to: z.enum(ledgerStates),
      at: z.number(),
      reason: z.string().nullable(),
    }),
  ),
})

async function detail(database: Reader, jobId: string): Promise<LedgerDetail | null> {
  const [found] = await database.read(DETAIL, { jobId })
  if (found === undefined) return null
  const row = detailRow.parse(found)
  return {
    entry: ledgerRowOf(found),
    transitions: row.transitions,
    receipt: row.receipt,
    reportStoredAt: row.stored_at,
    search:
      row.attempts === null
        ? null
        : { attempts: row.attempts, lastTriedAt: row.last_tried_at, lastDetail: row.last_detail },
  }
}

const TALLIES = statement(
  'view_tallies',
  'SELECT * FROM daily_totals WHERE day >= :day::bigint AND count > 0',
)

const tallyRows = z.array(
  z.object({
    day: z.number(),
    network: z.string(),
    asset: z.string(),
    tool: z.string(),
    amount_atomic: z.string().transform(BigInt),
    state: z.enum(ledgerStates),
    count: z.number(),
  }),
)

async function tallies(database: Reader, day: number): Promise<readonly DailyTotal[]> {
  const rows = await database.read(TALLIES, { day })
  return tallyRows
    .parse(rows)
    .map(({ amount_atomic: amountAtomic, ...rest }) => ({ ...rest, amountAtomic }))
}

const UNKNOWN = statement(
  'view_unknown',
  `SELECT reason, network, asset, sum(amount_atomic) AS amount_atomic, count(*) AS count,
      min(changed_at) AS since
    FROM authorizations WHERE state = 'unknown' GROUP BY 1, 2, 3 ORDER BY count DESC, since`,
)

const unknownRows = z.array(
  z.object({
    reason: z.string().nullable(),
    network: z.string(),
    asset: z.string(),
    amount_atomic: z.string().transform(BigInt),
    count: z.number(),
    since: z.number(),
  }),
)

async function unknownGroups(database: Reader): Promise<readonly UnknownGroup[]> {
  return unknownRows
    .parse(await database.read(UNKNOWN))
    .map(({ amount_atomic: amountAtomic, ...rest }) => ({ ...rest, amountAtomic }))
}

const BATCH = statement(
  'view_batch',
  `${ROWS} WHERE id > :after::bigint ORDER BY id LIMIT ${BATCH_ROWS}`,
)

const identified = z.object({ id: z.number() })

async function* batches(database: Reader): AsyncGenerator<readonly LedgerRow[]> {
  for (let after = 0; ; ) {
    const rows = await database.read(BATCH, { after })
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(ledgerRowOf)
    after = identified.parse(last).id
  }
}
