import type Sqlite from 'better-sqlite3'
import type { LedgerState, LedgerVerdict } from '#payment/ledger/ledger.ts'
import { type Migration, migrations, newestVersion } from '#store/schema/migrations.ts'

/** The schema of a fictitious next version, which adds a column. */
export const nextMigrations: readonly Migration[] = [
  ...migrations,
  {
    version: newestVersion + 1,
    sql: `ALTER TABLE authorizations ADD COLUMN note TEXT; UPDATE authorizations SET note = 'migrated'`,
  },
]

export interface SampleCall {
  readonly number: number
  readonly state: LedgerState
  readonly tool?: string
  readonly amountAtomic?: string
  readonly at?: number
  readonly reason?: string | null
  readonly payer?: string
  readonly network?: string
  readonly transaction?: string | null
  /** Without it the call has no details. */
  readonly host?: string | null
  readonly verdict?: LedgerVerdict | null
  readonly findings?: readonly string[]
}

/** The steps from `running` to a state. */
export const stepsTo: Readonly<Record<LedgerState, readonly LedgerState[]>> = {
  running: [],
  failed: ['failed'],
  settling: ['settling'],
  settled: ['settling', 'settled'],
  refused: ['settling', 'refused'],
  unknown: ['settling', 'unknown'],
}

/**
 * Inserts calls and moves them to their states by the steps of the ledger, in one transaction, so that many rows are quick to
 * make. The reports of settled calls are delivered.
 */
export function fillLedger(database: Sqlite.Database, calls: Iterable<SampleCall>): void {
  const insert = database.prepare(`
    INSERT INTO authorizations (network, asset, payer, nonce, job_id, tool, amount_atomic, pay_to,
      signature_sha256, body_sha256, valid_before, state, reserved_at, changed_at)
    VALUES (?, '0x036cbd53842c5426634e7929541ec2318f3dcf7e', ?, ?, ?, ?, ?, '0x${'bb'.repeat(20)}',
      '${'cc'.repeat(32)}', '${'dd'.repeat(32)}', '1800000000', 'running', ?, ?)`)
  const move = database.prepare(
    'UPDATE authorizations SET state = ?, changed_at = ?, reason = ?, transaction_hash = ? WHERE id = ?',
  )
  const deliver = database.prepare('UPDATE authorizations SET delivered_at = ? WHERE id = ?')
  const found = database.prepare('INSERT INTO job_results VALUES (?, ?, ?, ?, ?, ?)')
  database.transaction(() => {
    for (const call of calls) {
      const at = call.at ?? 1_790_000_000_000 + call.number
      const { lastInsertRowid: id } = insert.run(
        call.network ?? 'eip155:84532',
        call.payer ?? `0x${'aa'.repeat(20)}`,
        nonceOf(call.number),
        jobIdOf(call.number),
        call.tool ?? 'probe_url',
        call.amountAtomic ?? '5000',
        at,
        at,
      )
      if (call.host != null) {
        const { host, verdict = null, findings = [] } = call
        found.run(id, at, host, verdict, JSON.stringify(findings), verdict === null ? null : 1_234)
      }
      for (const [step, state] of stepsTo[call.state].entries()) {
        const isLast = state === call.state
        move.run(
          state,
          at + 1 + step,
          isLast ? (call.reason ?? null) : null,
          isLast ? (call.transaction ?? null) : null,
          id,
        )
      }
      if (call.state === 'settled') deliver.run(at + 1 + stepsTo.settled.length, id)
    }
  })()
}

/** Nonces are spread like real ones, so that an index over them is as slow as a real one. */
export function nonceOf(number: number): string {
  const spread = (BigInt(number) * 0x9e3779b97f4a7c15n) & 0xffffffffffffffffn
  return `0x${spread.toString(16).padStart(16, '0').repeat(4)}`
}

export function jobIdOf(number: number): string {
  return `0199b1c2-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}
