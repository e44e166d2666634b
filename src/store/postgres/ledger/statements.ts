import { type NextState, previousStates } from '#payment/ledger/ledger.ts'
import { HAS_PAID, usageColumns } from '#store/ledger/payer-usage.ts'
import { NOW_MS } from '#store/postgres/schema.ts'
import { statement } from '#store/postgres/statement.ts'

const THIS = 'network = :network AND asset = :asset AND payer = :payer AND nonce = :nonce'
const THIS_ID = `(SELECT id FROM authorizations WHERE ${THIS})`
const THIS_UNKNOWN = `(SELECT id FROM authorizations WHERE ${THIS} AND state = 'unknown')`
const NAMED = 'payer = :payer AND payment_id = :paymentId'
const USAGE = usageColumns({
  payer: ':payer',
  at: ':at::bigint',
  pauseMs: ':pauseMs::bigint',
  goneWindowMs: ':goneWindowMs::bigint',
})
const OPEN = "state IN ('running', 'settling', 'unknown')"
const UNRESOLVED = `SELECT * FROM authorizations JOIN outcome_searches ON authorization_id = id
  WHERE ${OPEN} AND state = 'unknown'`

/** Selects a call in the ledger, or the remaining columns of an archived one. */
const call = (where: string) => `
  SELECT false AS is_archived, network, asset, payer, nonce, job_id, tool, amount_atomic, pay_to,
    signature_sha256, body_sha256, valid_before, payment_id, state, reserved_at, changed_at, reason,
    transaction_hash, delivered_at
  FROM authorizations WHERE ${where}
  UNION ALL
  SELECT true, network, asset, payer, nonce, job_id, NULL, amount_atomic, NULL, NULL, NULL, NULL,
    payment_id, NULL, NULL, NULL, NULL, NULL, delivered_at
  FROM archived_authorizations WHERE ${where}`

/**
 * The first part of every statement that moves a call. The rest reads `moved`, which is empty for an illegal
 * transition.
 */
const moveTo = (to: NextState) => `
  WITH moved AS (
    UPDATE authorizations
    SET state = '${to}', changed_at = :at::bigint, reason = :reason::text, receipt = :receipt::text,
      transaction_hash = coalesce(:transaction::text, transaction_hash)
    WHERE ${THIS} AND state IN (${previousStates[to].map((state) => `'${state}'`).join(', ')})
      AND (:from::text IS NULL OR state = :from::text)
    RETURNING id, job_id, payer)`

const STALE =
  '(changed_at < :at::bigint - :staleMs::bigint OR changed_at > :at::bigint + :staleMs::bigint)'
/**
 * Selects the calls of this node that it does not work on, and all calls of nodes that have not been heard from. The
 * list `:notOf` was made at `:at`, which is seconds ago if the statement had to be repeated, so calls that began
 * since are left out. The interval begins a second earlier in case the clock was adjusted.
 */
const LEFT = `CASE WHEN node = :node THEN job_id <> ALL (:notOf::text[])
    AND reserved_at NOT BETWEEN :at::bigint - 1000 AND :at::bigint + 15000
  ELSE NOT EXISTS (SELECT 1 FROM nodes
    WHERE nodes.id = authorizations.node AND beat_at > ${NOW_MS} - :deadAfterMs::bigint) END`
/** A row that another transaction has locked is not abandoned: that transaction is moving it. */
const recover = (which: string) => `
  WITH abandoned AS (
    SELECT id FROM authorizations WHERE ${OPEN} AND state <> 'unknown' AND ${which}
    FOR UPDATE SKIP LOCKED),
  recovered AS (
    UPDATE authorizations SET changed_at = :at::bigint, reason = 'abandoned',
      state = CASE state WHEN 'running' THEN 'failed' ELSE 'unknown' END
    WHERE id IN (SELECT id FROM abandoned) RETURNING state)
  SELECT count(*) FILTER (WHERE state = 'failed') AS failed,
    count(*) FILTER (WHERE state = 'unknown') AS unknown FROM recovered`

/**
 * Each statement is one round trip and one commit. All may be run twice: the second run finds the work done, except
 * that `countMiss` counts again.
 */
export const statements = {
  find: statement('ledger_find', call(THIS)),
  findByPaymentId: statement('ledger_find_by_payment_id', call(NAMED)),
  // One row for each call that is found; if none is found, one row without a call.
  findWithPayer: statement(
    'ledger_find_with_payer',
    `SELECT * FROM (SELECT ${USAGE}, ${HAS_PAID}) AS usage
    LEFT JOIN (
      SELECT 'key' AS found_by, * FROM (${call(THIS)}) AS same
      UNION ALL
      SELECT 'payment_id', * FROM (${call(NAMED)}) AS named) AS found ON true`,
  ),
  // The unique indexes decide between concurrent callers: the second waits for the first to commit. Nothing is
  // inserted for an archived authorization or payment identifier either (trigger `authorizations_never_again`).
  reserve: statement(
    'ledger_reserve',
    `WITH usage AS MATERIALIZED (
      SELECT * FROM usage_of(:payer::text, :at::bigint, :pauseMs::bigint, :goneWindowMs::bigint)),
    reserved AS (
      INSERT INTO authorizations (network, asset, payer, nonce, job_id, tool, amount_atomic, pay_to,
        signature_sha256, body_sha256, valid_before, payment_id, state, reserved_at, changed_at, node)
      SELECT :network, :asset, :payer::text, :nonce, :jobId, :tool, :amountAtomic::numeric, :payTo,
        :signatureSha256, :bodySha256, :validBefore::numeric, :paymentId, 'running', :at::bigint,
        :at::bigint, :node
      FROM usage
      WHERE unsettled < :mostUnsettled::bigint AND refused_at IS NULL AND gone_twice_at IS NULL
      ON CONFLICT DO NOTHING RETURNING id),
    kept AS (
      INSERT INTO outcome_searches (authorization_id, request) SELECT id, :request FROM reserved),
    described AS (
      INSERT INTO job_results (authorization_id, at, host)
      SELECT id, :at::bigint, :host FROM reserved)
    SELECT usage.*, id FROM usage LEFT JOIN reserved ON true`,
  ),
  move: {
    failed: statement('ledger_fail', `${moveTo('failed')} SELECT id FROM moved`),
    settled: statement('ledger_settle', `${moveTo('settled')} SELECT id FROM moved`),
    // The report is never delivered: this authorization can no longer pay for it.
    refused: statement(
      'ledger_refuse',
      `${moveTo('refused')}, dropped AS (
        DELETE FROM reports WHERE authorization_id IN (SELECT id FROM moved))
      SELECT id FROM moved`,
    ),
    unknown: statement('ledger_unknown', `${moveTo('unknown')} SELECT id FROM moved`),
    settling: statement(
      'ledger_begin_settling',
      `${moveTo('settling')}, stored AS (
        INSERT INTO reports (authorization_id, stored_at, body)
        SELECT id, :at::bigint, :body FROM moved),
      found AS (
        UPDATE job_results SET verdict = :verdict, findings = :findings, duration_ms = :durationMs::integer
        WHERE :verdict::text IS NOT NULL AND authorization_id IN (SELECT id FROM moved)),
      copied AS (
        INSERT INTO evidence (id_sha256, media_type, job_id, payer, bytes, sha256, created_at,
          expires_at, content)
        SELECT :idSha256::text, 'application/json', job_id, payer, length(:copy::text), :sha256, now,
          -- Whatever the clock of the node says: no longer than a day, and in an hour that has a partition.
          greatest(now, least(:expiresAt::bigint, now + 86400000)), convert_to(:copy::text, 'UTF8')
        FROM moved, (SELECT ${NOW_MS} AS now) AS clock WHERE :idSha256::text IS NOT NULL)
      SELECT id FROM moved`,
    ),
  },
  storedResponse: statement(
    'ledger_stored_response',
    `SELECT body, receipt, coalesce(misses, 0) AS misses
    FROM authorizations LEFT JOIN reports ON authorization_id = id WHERE ${THIS}`,
  ),
  countMiss: statement(
    'ledger_count_miss',
    `UPDATE reports SET misses = misses + 1 WHERE authorization_id = ${THIS_ID}`,
  ),
  deliver: statement(
    'ledger_deliver',
    `WITH delivered AS (
      UPDATE authorizations SET delivered_at = given.at
      FROM unnest(:networks::text[], :assets::text[], :payers::text[], :nonces::text[], :ats::bigint[])
        AS given (network, asset, payer, nonce, at)
      WHERE (authorizations.network, authorizations.asset, authorizations.payer, authorizations.nonce)
        = (given.network, given.asset, given.payer, given.nonce) AND delivered_at IS NULL
      RETURNING id, payment_id)
    DELETE FROM reports
    WHERE authorization_id IN (SELECT id FROM delivered WHERE payment_id IS NULL)`,
  ),
  unresolvedAt: statement('ledger_unresolved_at', `${UNRESOLVED} AND ${THIS}`),
  unresolved: statement(
    'ledger_unresolved',
    `${UNRESOLVED} ORDER BY changed_at LIMIT :limit::bigint`,
  ),
  // A last attempt in the future was recorded before the clock was set back: the call is due.
  due: statement(
    'ledger_due',
    `${UNRESOLVED} AND (next_at <= :at::bigint OR last_tried_at > :at::bigint)
    ORDER BY next_at, changed_at LIMIT :limit::bigint`,
  ),
  // After a lost connection, the second run finds that the count has changed. The lease of the first run then expires.
  claim: statement(
    'ledger_claim',
    `UPDATE outcome_searches
    SET attempts = attempts + 1, last_tried_at = :at::bigint,
      leased_until = :at::bigint + :leaseMs::bigint
    WHERE authorization_id = ${THIS_UNKNOWN} AND attempts = :attempts::integer
      AND (leased_until IS NULL OR leased_until <= :at::bigint
        OR last_tried_at > :at::bigint + :leaseMs::bigint)`,
  ),
  noteAttempt: statement(
    'ledger_note_attempt',
    `WITH noted AS (
      UPDATE outcome_searches
      SET last_tried_at = :at::bigint, last_detail = :detail, next_at = :nextAt::bigint,
        leased_until = NULL
      WHERE authorization_id = ${THIS_UNKNOWN})
    UPDATE authorizations SET transaction_hash = :transaction::text
    WHERE ${THIS} AND state = 'unknown' AND :transaction::text IS NOT NULL`,
  ),
  recoverStale: statement('ledger_recover_stale', recover(STALE)),
  recoverLeft: statement('ledger_recover_left', recover(LEFT)),
  forgetReports: statement(
    'ledger_forget_reports',
    `DELETE FROM reports WHERE stored_at < :before::bigint OR (stored_at < :unnamedBefore::bigint
      AND EXISTS (SELECT 1 FROM authorizations WHERE id = authorization_id AND payment_id IS NULL
        AND state = 'settled' AND changed_at < :unnamedBefore::bigint))`,
  ),
  forgetResults: statement(
    'ledger_forget_results',
    'DELETE FROM job_results WHERE at < :before::bigint',
  ),
  restored: statement('ledger_restored', 'SELECT restored_at, spent_before FROM restores'),
  counts: statement(
    'ledger_counts',
    'SELECT state, sum(count)::bigint AS count FROM daily_totals GROUP BY state',
  ),
} as const
