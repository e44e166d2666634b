import type { PostgresDatabase } from '#store/postgres/connection.ts'
import { statement } from '#store/postgres/statement.ts'
import { jobIdOf, nonceOf, type SampleCall, stepsTo } from '#test/equipment/disk/ledger-file.ts'

const INSERT = statement(
  'fill_insert',
  `INSERT INTO authorizations (network, asset, payer, nonce, job_id, tool, amount_atomic, pay_to,
      signature_sha256, body_sha256, valid_before, state, reserved_at, changed_at)
    SELECT network, '0x036cbd53842c5426634e7929541ec2318f3dcf7e', payer, nonce, job_id, tool,
      amount_atomic, '0x${'bb'.repeat(20)}', '${'cc'.repeat(32)}', '${'dd'.repeat(32)}', 1800000000,
      'running', at, at
    FROM json_to_recordset(:calls::json) AS call (number bigint, network text, payer text,
      nonce text, job_id text, tool text, amount_atomic numeric, at bigint)
    ORDER BY number`,
)
const MOVE = statement(
  'fill_move',
  `UPDATE authorizations SET state = call.state, changed_at = call.at, reason = call.reason,
      transaction_hash = call.transaction
    FROM json_to_recordset(:calls::json) AS call
      (job_id text, state text, at bigint, reason text, transaction text)
    WHERE authorizations.job_id = call.job_id`,
)
const FOUND = statement(
  'fill_found',
  `INSERT INTO job_results SELECT id, call.at, host, verdict, findings, duration_ms
    FROM json_to_recordset(:calls::json) AS call
      (job_id text, at bigint, host text, verdict text, findings text, duration_ms integer)
    JOIN authorizations ON authorizations.job_id = call.job_id`,
)

/** The same as `fillLedger`, on PostgreSQL. */
export function fillPostgres(
  database: PostgresDatabase,
  given: readonly SampleCall[],
): Promise<void> {
  const calls = given.map((call) => ({
    ...call,
    at: call.at ?? 1_790_000_000_000 + call.number,
    job_id: jobIdOf(call.number),
    nonce: nonceOf(call.number),
    network: call.network ?? 'eip155:84532',
    payer: call.payer ?? `0x${'aa'.repeat(20)}`,
    tool: call.tool ?? 'probe_url',
    amount_atomic: call.amountAtomic ?? '5000',
  }))
  const found = calls
    .filter(({ host }) => host != null)
    .map(({ job_id, at, host, verdict = null, findings = [] }) => ({
      job_id,
      at,
      host,
      verdict,
      findings: JSON.stringify(findings),
      duration_ms: verdict === null ? null : 1_234,
    }))
  const moved = [0, 1].map((step) =>
    calls.flatMap(({ state, job_id, at, reason = null, transaction = null }) => {
      const next = stepsTo[state][step]
      const about = next === state ? { reason, transaction } : {}
      return next === undefined ? [] : [{ job_id, state: next, at: at + 1 + step, ...about }]
    }),
  )
  return database.transaction(async ({ run }) => {
    await run(INSERT, { calls: JSON.stringify(calls) })
    await run(FOUND, { calls: JSON.stringify(found) })
    for (const step of moved) await run(MOVE, { calls: JSON.stringify(step) })
  })
}
