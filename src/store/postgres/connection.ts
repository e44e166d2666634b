import { readFileSync } from 'node:fs'
import pg from 'pg'
import { z } from 'zod'
import { Fault } from '#fault.ts'
import { type Clock, systemClock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { DatabaseUrl } from '#settings/database-url.ts'
import { failureOf, unavailable, unreachable } from './failure.ts'
import { Sockets } from './sockets.ts'
import { type Columns, type SqlStatement, valuesOf } from './statement.ts'

export interface PostgresOptions {
  readonly url: DatabaseUrl
  readonly log: Log
  /** Clock for the waits between attempts. */
  readonly clock?: Clock
  /** How long a failed statement is retried, milliseconds. */
  readonly retryForMs?: number
  /** Most connections of the pool. */
  readonly connections?: number
  /** How long the server may work on a statement, milliseconds. A transaction may be idle for twice as long. */
  readonly statementTimeoutMs?: number
}

export interface StatementResult {
  readonly rows: readonly unknown[]
  /** Rows that the statement changed or returned. */
  readonly changes: number
  /** Whether an earlier run of this statement lost its connection, and so may have been committed. */
  readonly isRepeated: boolean
}

/** Runs statements within one transaction. */
export interface Transaction {
  run(statement: SqlStatement, columns?: Columns): Promise<StatementResult>
  /** Runs SQL without values, which may be several statements. */
  script(sql: string): Promise<void>
  /** Whether an earlier run of this transaction lost its connection, and so may have been committed. */
  readonly isRepeated: boolean
}

/** Facts about the server, as of the time of the query. */
export interface ServerFacts {
  /** For example `18.4`. */
  readonly version: string
  readonly latencyMs: number
}

// A call runs four statements of a millisecond or two, so these connections serve more calls than one process can
// run. A ninth connection sends the heartbeats of the node (`nodes.ts`), and a tenth listens to the other nodes
// (`notifications.ts`).
const MAX_CONNECTIONS = 8
const CONNECT_TIMEOUT_MS = 3_000
// The server's timeout of a statement ends first, so that the outcome is known. The driver's timeout, which is
// longer, is for a server that does not respond.
const STATEMENT_TIMEOUT_MS = 5_000
const RESPONSE_MARGIN_MS = 1_500
// A restart of the server takes a second or two. A failover takes longer, and nothing is sold until it is over.
const RETRY_FOR_MS = 8_000
const [FIRST_RETRY_DELAY_MS, MAX_RETRY_DELAY_MS] = [50, 500]

/**
 * A pool of connections. With the two separate connections, a node has at most ten. Statements are prepared once per
 * connection, and each is committed separately. Every method rejects with `database_unavailable`. A failure that may
 * be temporary (serialization, deadlock, no connection) is retried for some seconds. It is not retried if the
 * previous statement ended with such a failure, so that callers are refused at once.
 */
export class PostgresDatabase {
  readonly #pool: pg.Pool
  readonly #sockets = new Sockets()
  readonly #clock: Clock
  readonly #retryForMs: number
  #isReachable = true

  constructor(options: PostgresOptions) {
    const { url, log, clock = systemClock, retryForMs = RETRY_FOR_MS } = options
    const { statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options
    this.#clock = clock
    this.#retryForMs = retryForMs
    this.#pool = new pg.Pool({
      ...connectionConfigOf(url),
      stream: this.#sockets.create,
      max: options.connections ?? MAX_CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      // If the server has too few connections for all nodes, an idle one is then released to another node.
      idleTimeoutMillis: 10_000,
      query_timeout: statementTimeoutMs + RESPONSE_MARGIN_MS,
      keepAlive: true,
      fallback_application_name: 'urlwitness',
      types: { getTypeParser },
      onConnect: (client) => prepareConnection(client, statementTimeoutMs),
    })
    // Without listeners a connection that breaks between two statements would end the process.
    this.#pool.on('error', (error) => log.warn('database_connection_lost', { error }))
    this.#pool.on('connect', (client) => void client.on('error', () => {}))
  }

  /** Runs a read-only statement. */
  async read(statement: SqlStatement, columns: Columns = {}): Promise<readonly unknown[]> {
    return (await this.write(statement, columns)).rows
  }

  /**
   * Runs a statement that must be safe to run twice: after a lost connection it is run again, with `isRepeated` in its
   * result. `retryForMs`: 0 for a single attempt.
   */
  write(
    statement: SqlStatement,
    columns: Columns = {},
    retryForMs = this.#retryForMs,
  ): Promise<StatementResult> {
    return this.#retry(
      async (client, isRepeated) => run(client, isRepeated, statement, columns),
      retryForMs,
    )
  }

  /** Runs several statements in one transaction (read committed), under the same condition as `write`. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#retry(async (client, isRepeated) => {
      await client.query('BEGIN')
      try {
        const result = await work({
          run: (...args) => run(client, isRepeated, ...args),
          script: async (sql) => void (await client.query(sql)),
          isRepeated,
        })
        await client.query('COMMIT')
        return result
      } catch (cause) {
        // After a lost connection this fails at once: the client is not queryable any more.
        await client.query('ROLLBACK').catch(() => {})
        throw cause
      }
    })
  }

  async serverFacts(): Promise<ServerFacts> {
    const startedMs = this.#clock.monotonicMs()
    return this.#retry(async (client) => {
      const { rows } = await client.query('SHOW server_version')
      const [{ server_version: version }] = versionRows.parse(rows)
      return {
        version: version.split(' ')[0] ?? version,
        latencyMs: this.#clock.monotonicMs() - startedMs,
      }
    })
  }

  /** Closes the pool, after the running statements have ended. */
  async close(): Promise<void> {
    await this.#pool.end()
    await this.#sockets.close(this.#clock)
  }

  async #retry<T>(
    work: (client: pg.PoolClient, isRepeated: boolean) => Promise<T>,
    retryForMs = this.#retryForMs,
  ): Promise<T> {
    const clock = this.#clock
    const until = clock.monotonicMs() + (this.#isReachable ? retryForMs : 0)
    let isRepeated = false
    for (
      let delayMs = FIRST_RETRY_DELAY_MS;
      ;
      delayMs = Math.min(2 * delayMs, MAX_RETRY_DELAY_MS)
    ) {
      const outcome = await this.#attempt((client) => work(client, isRepeated))
      if (outcome.status === 'done') {
        this.#isReachable = true
        return outcome.value
      }
      if (outcome.failure === 'final') throw unavailable(outcome.cause)
      if (clock.monotonicMs() + delayMs > until) {
        // A single attempt, such as a node's heartbeat, does not show that the next one would fail.
        if (retryForMs > 0) this.#isReachable = false
        throw unavailable(outcome.cause)
      }
      isRepeated ||= outcome.failure === 'lost'
      await clock.sleep(delayMs)
    }
  }

  async #attempt<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<Attempt<T>> {
    let client: pg.PoolClient
    try {
      client = await this.#pool.connect()
    } catch (cause) {
      return { status: 'failed', failure: 'unsent', cause: unreachable(cause) }
    }
    try {
      const value = await work(client)
      client.release()
      return { status: 'done', value }
    } catch (cause) {
      const failure = cause instanceof Fault ? 'final' : failureOf(cause)
      // Discards the connection also after `unsent`: if the server has become a standby, none of its connections is
      // usable.
      client.release(failure !== 'final')
      return { status: 'failed', failure, cause }
    }
  }
}

type Attempt<T> =
  | { readonly status: 'done'; readonly value: T }
  | {
      readonly status: 'failed'
      readonly failure: 'unsent' | 'lost' | 'final'
      readonly cause: unknown
    }

const versionRows = z.tuple([z.object({ server_version: z.string() })])

async function run(
  client: pg.PoolClient,
  isRepeated: boolean,
  statement: SqlStatement,
  columns: Columns = {},
): Promise<StatementResult> {
  const { name, text } = statement
  const { rows, rowCount } = await client.query({
    name,
    text,
    values: valuesOf(statement, columns),
  })
  return { rows, changes: rowCount ?? 0, isRepeated }
}

/** The options of the driver for a `database_url`. Throws `database_unsuitable` if the file of `sslrootcert` cannot be read. */
export function connectionConfigOf(url: DatabaseUrl): pg.PoolConfig {
  const { host, port, user, password, database } = url
  return { host, port, user, database, ssl: tlsOf(url), ...(password === null ? {} : { password }) }
}

function tlsOf({ host, sslMode, sslRootCert }: DatabaseUrl): pg.PoolConfig['ssl'] {
  if (sslMode === 'disable') return false
  // As in libpq, the certificate is checked if an authority is named.
  if (sslMode === 'require' && sslRootCert === null) return { rejectUnauthorized: false }
  // The driver passes no host name for the check of the certificate, and Node would check it for localhost.
  const verified = { host, ...(sslRootCert === null ? {} : { ca: readAuthority(sslRootCert) }) }
  return sslMode === 'verify-full'
    ? verified
    : { ...verified, checkServerIdentity: () => undefined }
}

function readAuthority(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw unreadable(file, cause)
  }
}

function unreadable(file: string, cause: unknown): Fault {
  return new Fault(
    'database_unsuitable',
    `The file ${file}, which sslrootcert of database_url names, cannot be read.`,
    { cause },
  )
}

const INT8 = 20

/** Our 64-bit integers are milliseconds and counts, which numbers represent exactly; amounts are NUMERIC, and stay text. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 ? Number : pg.types.getTypeParser(oid, format)
}

const MIN_SERVER_VERSION = 150_000

const serverSettings = z.object({
  version: z.number(),
  is_standby: z.boolean(),
  read_only: z.string(),
  synchronous_commit: z.string(),
  fsync: z.string(),
  encoding: z.string(),
})

/**
 * Prepares a new connection, and refuses a server on which a sold call could be lost or written twice. The isolation
 * level is read committed, because each statement of a transaction must see what was committed while an earlier one
 * waited for a lock.
 */
async function prepareConnection(client: pg.ClientBase, statementTimeoutMs: number): Promise<void> {
  await client.query(`
    SET statement_timeout = ${statementTimeoutMs}; SET lock_timeout = ${STATEMENT_TIMEOUT_MS};
    SET idle_in_transaction_session_timeout = ${2 * statementTimeoutMs}; SET timezone = 'UTC';
    SET default_transaction_isolation = 'read committed'`)
  const { rows } = await client.query(`
    SELECT current_setting('server_version_num')::int AS version, pg_is_in_recovery() AS is_standby,
      current_setting('default_transaction_read_only') AS read_only,
      current_setting('synchronous_commit') AS synchronous_commit, current_setting('fsync') AS fsync,
      current_setting('server_encoding') AS encoding`)
  const reason = unsuitableReason(serverSettings.parse(rows[0]))
  if (reason !== null) throw new Fault('database_unsuitable', reason)
}

function unsuitableReason(settings: z.infer<typeof serverSettings>): string | null {
  if (settings.version < MIN_SERVER_VERSION) return 'PostgreSQL 15 or newer is needed.'
  if (settings.is_standby) return 'The server is a standby: name the primary in database_url.'
  if (settings.read_only === 'on')
    return 'The server is read-only (default_transaction_read_only = on).'
  if (settings.synchronous_commit === 'off') {
    return 'The server could lose sold calls in a crash: set synchronous_commit = on.'
  }
  if (settings.fsync === 'off')
    return 'The server could lose sold calls in a crash: set fsync = on.'
  if (settings.encoding !== 'UTF8') return 'The database must have the encoding UTF8.'
  return null
}
