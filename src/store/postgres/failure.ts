import { Fault } from '#fault.ts'

/**
 * What is known after a statement failed. `unsent`: nothing was changed, and a repetition may succeed. `lost`: the connection was
 * lost while the statement ran, which may have been committed. `final`: nothing was changed, and a repetition fails again.
 */
export type Failure = 'unsent' | 'lost' | 'final'

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const unsent = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '55P03', // lock_not_available: lock_timeout
  '57014', // query_canceled: statement_timeout
  '53300', // too_many_connections
  '57P03', // cannot_connect_now: the server starts or stops
  '25006', // read_only_sql_transaction: a standby, until it is promoted or another server has its name
  // feature_not_supported: a later version added a column, and the plan of a statement that was prepared on this connection is of before.
  '0A000',
])
// admin_shutdown, crash_shutdown, idle_session_timeout, idle_in_transaction_session_timeout, and a broken protocol.
const lost = /^(57P0[1245]|25P03|08)/

/** Of an error of a statement; one of a connection that was never made is `unsent`. */
export function failureOf(cause: unknown): Failure {
  const sqlState = sqlStateOf(cause)
  // Errors of the socket, and the driver's own timeout, have no SQLSTATE.
  if (sqlState === null || lost.test(sqlState)) return 'lost'
  if (unsent.has(sqlState)) return 'unsent'
  return hasEndedSession(cause) ? 'lost' : 'final'
}

/**
 * FATAL or PANIC: of a full disk or a failed fsync of the log while a commit was written, which recovery may find there. A server that
 * translates its messages has another word for ERROR, and its refusals are repeated for nothing.
 */
function hasEndedSession(cause: unknown): boolean {
  return cause instanceof Error && 'severity' in cause && cause.severity !== 'ERROR'
}

/** Five characters, as the server sent it; null for an error of the connection. */
export function sqlStateOf(cause: unknown): string | null {
  if (!(cause instanceof Error && 'code' in cause)) return null
  return /^[0-9A-Z]{5}$/.test(String(cause.code)) && 'severity' in cause ? String(cause.code) : null
}

/** Of a statement. Its text and values stay out: only the code says what was wrong. */
export function unavailable(cause: unknown): Fault {
  if (cause instanceof Fault) return cause
  const sqlstate = sqlStateOf(cause)
  return new Fault('database_unavailable', 'The database did not run a statement.', {
    facts: { sqlstate },
    cause,
  })
}

const UNTRUSTED =
  'Its certificate is of no authority that is trusted here: name the file of yours in database_url, ?sslrootcert=/path/to/ca.pem.'
/** What to do, by the code of Node. */
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
// Of the driver, without a code.
const NO_TLS = 'The server does not support SSL connections'
const NO_TLS_REMEDY =
  'Set ssl = on there; ?sslmode=disable in database_url is only for a network where nobody else can read or answer.'

/** Of a connection that was not made. The driver's sentence names the reason, such as a certificate or a password. */
export function unreachable(cause: unknown): Fault {
  if (cause instanceof Fault) return cause
  const said = cause instanceof Error ? cause.message || cause.name : String(cause)
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const remedy = said === NO_TLS ? NO_TLS_REMEDY : remedies[code]
  // Node names a flag of its own.
  const reason = remedy === UNTRUSTED ? code : said
  const about = `The database cannot be reached: ${reason}.`
  return new Fault('database_unavailable', remedy === undefined ? about : `${about} ${remedy}`, {
    facts: { sqlstate: sqlStateOf(cause) },
    cause,
  })
}
