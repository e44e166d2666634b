import { type LedgerState, type NextState, previousStates } from '#payment/ledger/ledger.ts'
import type { Connection } from '#store/sqlite/connection.ts'
import { HAS_PAID, usageColumns } from './payer-usage.ts'

const THIS = 'network = :network AND asset = :asset AND payer = :payer AND nonce = :nonce'
const THIS_REPORT = `authorization_id = (SELECT id FROM authorizations WHERE ${THIS})`
const THIS_UNKNOWN = `authorization_id =
  (SELECT id FROM authorizations WHERE ${THIS} AND state = 'unknown')`
// SQLite uses the partial index of open authorizations only if the statement repeats its condition word for word.
// The index is named, because without it each query scans every payment ever made; a statement that cannot use it
// fails to prepare.
const OPEN = "state IN ('running', 'settling', 'unknown')"
const BY_STATE = 'INDEXED BY authorizations_open'
const UNRESOLVED = `
  SELECT * FROM authorizations ${BY_STATE} JOIN outcome_searches ON authorization_id = id
  WHERE ${OPEN} AND state = 'unknown'`
const STALE = '(changed_at < :at - :staleMs OR changed_at > :at + :staleMs)'
const NOT_OF = 'job_id NOT IN (SELECT value FROM json_each(:notOf))'
// `+:payer`, because with a plain `:payer` SQLite prepares the statement again whenever a payer is bound: its plan
// for `max` depends on the value.
const USAGE = usageColumns(
  { payer: '+:payer', at: ':at', pauseMs: ':pauseMs', goneWindowMs: ':goneWindowMs' },
  'authorizations AS later INDEXED BY authorizations_gone_of',
)

export type Statements = ReturnType<typeof prepareStatements>

/** All statements of the ledger, prepared once. */
export function prepareStatements(database: Connection) {
  const moveTo = (to: NextState) =>
    database.prepare<[object]>(`
      UPDATE authorizations
      SET state = '${to}', changed_at = :at, reason = :reason, receipt = :receipt,
        transaction_hash = coalesce(:transaction, transaction_hash)
      WHERE ${THIS} AND state IN (${previousStates[to].map((state) => `'${state}'`).join(', ')})
        AND (:from IS NULL OR state = :from)`)
  const recoverTo = (from: LedgerState, to: NextState, which: string) =>
    database.prepare<[object]>(`
      UPDATE authorizations ${BY_STATE} SET state = '${to}', changed_at = :at, reason = 'abandoned'
      WHERE ${OPEN} AND state = '${from}' AND ${which}`)
  return {
    find: database.prepare<[object]>(`SELECT * FROM authorizations WHERE ${THIS}`),
    findArchived: database.prepare<[object]>(`SELECT * FROM archived_authorizations WHERE ${THIS}`),
    findByPaymentId: database.prepare<[string, string]>(
      'SELECT * FROM authorizations WHERE payer = ? AND payment_id = ?',
    ),
    findArchivedByPaymentId: database.prepare<[string, string]>(
      'SELECT * FROM archived_authorizations WHERE payer = ? AND payment_id = ?',
    ),
    // An archived authorization or payment identifier inserts nothing either (trigger `authorizations_never_again`).
    reserve: database.prepare<[object]>(`
      INSERT INTO authorizations (network, asset, payer, nonce, job_id, tool, amount_atomic, pay_to,
        signature_sha256, body_sha256, valid_before, payment_id, state, reserved_at, changed_at)
      VALUES (:network, :asset, :payer, :nonce, :jobId, :tool, :amountAtomic, :payTo,
        :signatureSha256, :bodySha256, :validBefore, :paymentId, 'running', :at, :at)
      ON CONFLICT (network, asset, payer, nonce) DO NOTHING
      ON CONFLICT (payer, payment_id) WHERE payment_id IS NOT NULL DO NOTHING`),
    keepRequest: database.prepare<[object]>(
      'INSERT INTO outcome_searches (authorization_id, request) VALUES (:id, :request)',
    ),
    keepHost: database.prepare<[object]>(
      'INSERT INTO job_results (authorization_id, at, host) VALUES (:id, :at, :host)',
    ),
    keepFindings: database.prepare<[object]>(`
      UPDATE job_results SET verdict = :verdict, findings = :findings, duration_ms = :durationMs
      WHERE ${THIS_REPORT}`),
    forgetResults: database.prepare<[number]>('DELETE FROM job_results WHERE at < ?'),
    move: {
      failed: moveTo('failed'),
      settling: moveTo('settling'),
      settled: moveTo('settled'),
      refused: moveTo('refused'),
      unknown: moveTo('unknown'),
    },
    storeReport: database.prepare<[object]>(`
      INSERT INTO reports (authorization_id, stored_at, body)
      SELECT id, :at, :body FROM authorizations WHERE ${THIS}`),
    registerCopy: database.prepare<[object]>(`
      INSERT INTO screenshots (id_sha256, job_id, bytes, sha256, media_type, created_at, expires_at,
        stored, payer)
      SELECT :idSha256, job_id, :bytes, :sha256, 'application/json', :at, :expiresAt, 1, payer
      FROM authorizations WHERE ${THIS}`),
    storeCopy: database.prepare<[object]>(
      'INSERT INTO report_copies (id_sha256, body) VALUES (:idSha256, :body)',
    ),
    storedResponse: database.prepare<[object]>(`
      SELECT body, receipt, coalesce(misses, 0) AS misses
      FROM authorizations LEFT JOIN reports ON authorization_id = id WHERE ${THIS}`),
    countMiss: database.prepare<[object]>(
      `UPDATE reports SET misses = misses + 1 WHERE ${THIS_REPORT}`,
    ),
    markDelivered: database.prepare<[object]>(
      `UPDATE authorizations SET delivered_at = :at WHERE ${THIS} AND delivered_at IS NULL`,
    ),
    dropReport: database.prepare<[object]>(`DELETE FROM reports WHERE ${THIS_REPORT}`),
    dropUnnamedReport: database.prepare<[object]>(`
      DELETE FROM reports WHERE authorization_id =
        (SELECT id FROM authorizations WHERE ${THIS} AND payment_id IS NULL)`),
    unresolvedAt: database.prepare<[object]>(`
      SELECT * FROM authorizations JOIN outcome_searches ON authorization_id = id
      WHERE ${THIS} AND state = 'unknown'`),
    unresolved: database.prepare<[number]>(`${UNRESOLVED} ORDER BY changed_at LIMIT ?`),
    // A last attempt in the future was recorded before the clock was set back: the call is due.
    due: database.prepare<[object]>(`${UNRESOLVED}
      AND (next_at <= :at OR last_tried_at > :at) ORDER BY next_at, changed_at LIMIT :limit`),
    claim: database.prepare<[object]>(`
      UPDATE outcome_searches
      SET attempts = attempts + 1, last_tried_at = :at, leased_until = :at + :leaseMs
      WHERE ${THIS_UNKNOWN} AND attempts = :attempts
        AND (leased_until IS NULL OR leased_until <= :at OR last_tried_at > :at + :leaseMs)`),
    noteAttempt: database.prepare<[object]>(`
      UPDATE outcome_searches
      SET last_tried_at = :at, last_detail = :detail, next_at = :nextAt, leased_until = NULL
      WHERE ${THIS_UNKNOWN}`),
    noteTransaction: database.prepare<[object]>(`
      UPDATE authorizations SET transaction_hash = :transaction
      WHERE ${THIS} AND state = 'unknown' AND :transaction IS NOT NULL`),
    usage: database.prepare<[object]>(`SELECT ${USAGE}`),
    payer: database.prepare<[object]>(`SELECT ${USAGE}, ${HAS_PAID}`),
    recoverStaleRunning: recoverTo('running', 'failed', STALE),
    recoverStaleSettling: recoverTo('settling', 'unknown', STALE),
    recoverOthersRunning: recoverTo('running', 'failed', NOT_OF),
    recoverOthersSettling: recoverTo('settling', 'unknown', NOT_OF),
    forgetReports: database.prepare<[object]>(`
      DELETE FROM reports WHERE stored_at < :before OR (stored_at < :unnamedBefore AND EXISTS (
        SELECT 1 FROM authorizations WHERE id = authorization_id AND payment_id IS NULL
          AND state = 'settled' AND changed_at < :unnamedBefore))`),
    counts: database.prepare('SELECT state, count FROM state_counts'),
    checkWrite: database.prepare('UPDATE write_checks SET count = count + 1'),
  }
}
