import { codeOf, Fault } from '#fault.ts'

/**
 * What is known after a statement has failed. `unsent`: nothing was changed, and a retry may succeed. `lost`: the
 * connection was lost while the statement ran, so it may have been committed. `final`: nothing was changed, and a
 * retry would fail again.
 */
export type Failure = 'unsent' | 'lost' | 'final'

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const unsentStates = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available: lock_timeout
  '57014', // query_canceled: statement_timeout
  '53300', // too_many_connections
  '57P03', // cannot_connect_now: the server starts or stops
  '25006', // read_only_sql_transaction: a standby, until it is promoted or another server has its name
  // feature_not_supported: a later version has added a column since this statement was prepared, so its plan is outdated.
  '0A000',
])
// admin_shutdown, crash_shutdown, database_dropped, idle_session_timeout, idle_in_transaction_session_timeout, and
// connection exceptions (class 08), such as a broken protocol.
const lostStates = /^(57P0[1245]|25P03|08)/

/** Classifies an error of a statement. An error of a connection that was never established is `unsent`. */
export function failureOf(cause: unknown): Failure {
  const sqlState = sqlStateOf(cause)
  // Errors of the socket, and the driver's own timeout, have no SQLSTATE.
  if (sqlState === null || lostStates.test(sqlState)) return 'lost'
  if (unsentStates.has(sqlState)) return 'unsent'
  return hasEndedSession(cause) ? 'lost' : 'final'
}

/**
 * Whether the severity is FATAL or PANIC, as after a full disk or a failed fsync of the log. That can happen while a
 * commit is written, which recovery may then find in the log. A server that translates its messages has another word
 * for ERROR, so its refusals are retried in vain.
 */
function hasEndedSession(cause: unknown): boolean {
  return cause instanceof Error && 'severity' in cause && cause.severity !== 'ERROR'
}

/** The SQLSTATE that the server sent, five characters; null for an error of the connection. */
export function sqlStateOf(cause: unknown): string | null {
  const code = codeOf(cause)
  const isOfServer = cause instanceof Error && 'severity' in cause
  return code !== null && isOfServer && /^[0-9A-Z]{5}$/.test(code) ? code : null
}

/**
 * The Fault for a failed statement. It contains neither text nor values of the statement; only the SQLSTATE tells
 * what was wrong.
 */
export function unavailable(cause: unknown): Fault {
  if (cause instanceof Fault) return cause
  const sqlstate = sqlStateOf(cause)
  return new Fault('database_unavailable', 'The database did not run a statement.', {
    facts: { sqlstate },
    cause,
  })
}

const UNTRUSTED =
  'Its certificate is not signed by a trusted authority: name your CA file in database_url, ?sslrootcert=/path/to/ca.pem.'
/** Advice for the operator, by error code of Node. */
const remedies: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  CERT_HAS_EXPIRED: 'Renew its certificate.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'Give database_url a name of the certificate, or the server a certificate for this one.',
}
// A message of the driver, which has no code.
const NO_TLS = 'The server does not support SSL connections'
const NO_TLS_REMEDY =
  'Set ssl = on there; ?sslmode=disable in database_url is only for a network where nobody else can read or answer.'

/**
 * The Fault for a connection that was not established. The driver's message gives the reason, such as a certificate
 * or a password.
 */
export function unreachable(cause: unknown): Fault {
  if (cause instanceof Fault) return cause
  const message = cause instanceof Error ? cause.message || cause.name : String(cause)
  const code = codeOf(cause) ?? ''
  const remedy = message === NO_TLS ? NO_TLS_REMEDY : remedies[code]
  // Node's message recommends a flag of Node, so only its code is shown.
  const reason = remedy === UNTRUSTED ? code : message
  const about = `The server of database_url cannot be reached: ${reason}.`
  return new Fault('database_unavailable', remedy === undefined ? about : `${about} ${remedy}`, {
    facts: { sqlstate: sqlStateOf(cause) },
    cause,
  })
}
