import { createHash } from 'node:crypto'
import { type SqlStatement, statement } from '#store/postgres/statement.ts'

type ColumnType = 'bigint' | 'integer' | 'numeric' | 'text'

/** A table that both engines have, under the same names. */
export interface MovedTable {
  readonly name: string
  readonly columns: Readonly<Record<string, ColumnType>>
  /** Rows per statement: stored reports are up to tens of kilobytes each. */
  readonly batchRows: number
}

const authorization = { network: 'text', asset: 'text', payer: 'text', nonce: 'text' } as const

/** Ordered by reference: a table follows the tables that it refers to. */
export const movedTables: readonly MovedTable[] = [
  {
    name: 'authorizations',
    columns: {
      id: 'bigint',
      ...authorization,
      job_id: 'text',
      tool: 'text',
      amount_atomic: 'numeric',
      pay_to: 'text',
      signature_sha256: 'text',
      body_sha256: 'text',
      valid_before: 'numeric',
      state: 'text',
      reserved_at: 'bigint',
      changed_at: 'bigint',
      reason: 'text',
      transaction_hash: 'text',
      receipt: 'text',
      payment_id: 'text',
      delivered_at: 'bigint',
    },
    batchRows: 1_000,
  },
  {
    name: 'transitions',
    columns: {
      id: 'bigint',
      authorization_id: 'bigint',
      from_state: 'text',
      to_state: 'text',
      at: 'bigint',
      reason: 'text',
    },
    batchRows: 2_000,
  },
  {
    name: 'reports',
    columns: { authorization_id: 'bigint', stored_at: 'bigint', body: 'text', misses: 'integer' },
    batchRows: 50,
  },
  {
    name: 'job_results',
    columns: {
      authorization_id: 'bigint',
      at: 'bigint',
      host: 'text',
      verdict: 'text',
      findings: 'text',
      duration_ms: 'integer',
    },
    batchRows: 2_000,
  },
  {
    name: 'outcome_searches',
    columns: {
      authorization_id: 'bigint',
      request: 'text',
      attempts: 'integer',
      last_tried_at: 'bigint',
      last_detail: 'text',
      next_at: 'bigint',
      leased_until: 'bigint',
    },
    batchRows: 200,
  },
  {
    name: 'daily_counts',
    columns: {
      day: 'bigint',
      network: 'text',
      asset: 'text',
      tool: 'text',
      amount_atomic: 'numeric',
      state: 'text',
      count: 'bigint',
    },
    batchRows: 2_000,
  },
  {
    name: 'archived_authorizations',
    columns: {
      ...authorization,
      job_id: 'text',
      amount_atomic: 'numeric',
      payment_id: 'text',
      delivered_at: 'bigint',
    },
    batchRows: 2_000,
  },
  {
    name: 'operator_overrides',
    columns: { tool: 'text', paused_at: 'bigint', price_atomic: 'numeric', changed_at: 'bigint' },
    batchRows: 10,
  },
  {
    name: 'restores',
    columns: { id: 'integer', restored_at: 'bigint', spent_before: 'bigint' },
    batchRows: 1,
  },
]

/** Selects all rows of a table, in no particular order. */
export function selectSql({ name, columns }: MovedTable): string {
  return `SELECT ${Object.keys(columns).join(', ')} FROM ${name}`
}

/** Inserts rows that are given as JSON. */
export function insertRows({ name, columns }: MovedTable): SqlStatement {
  const names = Object.keys(columns).join(', ')
  const typed = Object.entries(columns).map(([column, type]) => `${column} ${type}`)
  return statement(
    `move_${name}`,
    `INSERT INTO ${name} (${names}) SELECT ${names}
      FROM json_to_recordset(:rows::json) AS given (${typed.join(', ')})`,
  )
}

export type MovedRow = Readonly<Record<string, string | number | null>>

/** A row in the form that both engines store: PostgreSQL stores no U+0000 in text, and no leading zeros of a number. */
export function normalizeRow({ columns }: MovedTable, row: object): MovedRow {
  return Object.fromEntries(
    Object.entries(columns).map(([name, type]) => {
      const value: unknown = Reflect.get(row, name)
      if (value === null || value === undefined) return [name, null]
      if (type === 'numeric') return [name, BigInt(String(value)).toString()]
      return [name, type === 'text' ? String(value).replaceAll('\0', '\ufffd') : Number(value)]
    }),
  )
}

export interface TableSummary {
  readonly rows: number
  /**
   * The sum of the SHA-256 of its rows modulo 2^256, hex. It does not depend on the order, so neither engine has to
   * sort.
   */
  readonly sha256Sum: string
  /** Number and total amount of the calls, by state. */
  readonly byState: Readonly<
    Record<string, { readonly calls: number; readonly amountAtomic: string }>
  >
}

/** Adds up the rows of one table. */
export class TableDigest {
  readonly #byState = new Map<string, { calls: number; amount: bigint }>()
  #rows = 0
  #sum = 0n

  add(row: MovedRow): void {
    this.#rows += 1
    const hash = createHash('sha256')
      .update(JSON.stringify(Object.values(row)))
      .digest('hex')
    this.#sum = (this.#sum + BigInt(`0x${hash}`)) % 2n ** 256n
    const { state, amount_atomic: amount, job_id: jobId } = row
    if (typeof state !== 'string' || jobId === undefined) return
    const totals = this.#byState.get(state) ?? { calls: 0, amount: 0n }
    this.#byState.set(state, {
      calls: totals.calls + 1,
      amount: totals.amount + BigInt(amount ?? 0),
    })
  }

  summary(): TableSummary {
    const byState = [...this.#byState].sort(([a], [b]) => (a < b ? -1 : 1))
    return {
      rows: this.#rows,
      sha256Sum: this.#sum.toString(16).padStart(64, '0'),
      byState: Object.fromEntries(
        byState.map(([state, { calls, amount }]) => [
          state,
          { calls, amountAtomic: amount.toString() },
        ]),
      ),
    }
  }
}
