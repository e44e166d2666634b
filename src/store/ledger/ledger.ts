import Sqlite from 'better-sqlite3'
import { Fault } from '#fault.ts'
import {
  type AbandonedCalls,
  type AuthorizationKey,
  type Ledger,
  type LedgerEntry,
  type LedgerState,
  type NextState,
  noPayerLimit,
  type PayerLimit,
  type RecordedCall,
  type Reservation,
  type ReserveOutcome,
} from '#payment/ledger/ledger.ts'
import { type Database, reopenDatabase } from '#store/database.ts'
import type { ConnectionOptions } from '#store/sqlite/connection.ts'
import { Deliveries, type Delivery } from './deliveries.ts'
import { type Commit, createGroupCommit } from './group-commit.ts'
import type { LedgerConnection } from './open-ledger.ts'
import { isWithinLimit } from './payer-usage.ts'
import {
  archivedCallOf,
  countsOf,
  entryOf,
  keyColumns,
  payerOf,
  reservationColumns,
  storedResponseOf,
  unresolvedOf,
  usageOf,
} from './rows.ts'
import { prepareStatements, type Statements } from './statements.ts'

/**
 * The ledger on SQLite. Steps of calls that are requested in one turn of the event loop share a transaction and its
 * fsync (`createGroupCommit`); every other operation has a separate transaction. If two processes write at the same
 * time, one waits for the other. Nothing is written while `isInPlace` returns false, because the next start would not find
 * it. The caller closes the database.
 */
export function createLedger(
  database: Database,
  { isInPlace }: Pick<Database, 'isInPlace'> = database,
): Ledger {
  const sql = prepareStatements(database)
  const commitGroup = createGroupCommit(database)
  const deliveries = new Deliveries((written) => commitGroup(() => deliver(sql, written)))
  const calls: Calls = { sql, withDelivery: (entry) => deliveries.withDelivery(entry) }
  const recordAttempt = database.transaction(recordAttemptWith)
  const recover = database.transaction(recoverWith)

  const whileInPlace = <T>(work: () => T | Promise<T>): Promise<T> =>
    guarded(() => {
      if (!isInPlace()) throw notInPlace(database.name)
      return work()
    })
  const commit: Commit = (write) =>
    whileInPlace(() => {
      deliveries.flushInBackground()
      return commitGroup(write)
    })

  return {
    find: (key) => guarded(() => find(calls, key)),
    findWithPayer: (key, { paymentId, at, limit }) =>
      guarded(() => ({
        call: find(calls, key),
        callByPaymentId: paymentId === null ? null : findByPaymentId(calls, key.payer, paymentId),
        ...payerOf(sql.payer.get({ ...keyColumns(key), ...limit, at })),
      })),
    reserve: (reservation, limit = noPayerLimit) =>
      commit(() => reserve(calls, reservation, limit)),
    fail: (key, at, reason) => commit(() => transition(calls, key, { to: 'failed', at, reason })),
    beginSettling: (key, at, body, parts = {}) =>
      commit(() => beginSettling(calls, key, at, { body, ...parts })),
    settled: (key, at, receipt, mark) => {
      const { transaction } = receipt
      const marked = mark === undefined ? {} : { reason: mark }
      const stored = { transaction, receipt: JSON.stringify(receipt), ...marked }
      const step = { to: 'settled', at, ...stored } as const
      return commit(() => transition(calls, key, step))
    },
    refused: (key, at, reason, from) =>
      commit(() => {
        transition(calls, key, { to: 'refused', at, reason, from: from ?? null })
        // The report is never delivered: this authorization can no longer pay for it.
        sql.dropReport.run(keyColumns(key))
      }),
    unknown: (key, at, reason, transaction) =>
      commit(() => transition(calls, key, { to: 'unknown', at, reason, transaction })),
    storedResponse: (key) =>
      guarded(() => optional(sql.storedResponse.get(keyColumns(key)), storedResponseOf)),
    countMiss: (key) => commit(() => void sql.countMiss.run(keyColumns(key))),
    delivered: (key, at) => deliveries.record(key, at),
    flush: () => guarded(() => deliveries.flush()),
    findUnresolved: (key) =>
      guarded(() => optional(sql.unresolvedAt.get(keyColumns(key)), unresolvedOf)),
    listUnresolved: (limit) => guarded(() => sql.unresolved.all(limit).map(unresolvedOf)),
    listDue: (at, limit) => guarded(() => sql.due.all({ at, limit }).map(unresolvedOf)),
    claim: (key, attempts, at, leaseMs) =>
      whileInPlace(
        () => sql.claim.run({ ...keyColumns(key), attempts, at, leaseMs }).changes === 1,
      ),
    recordAttempt: (key, at, attempt) =>
      whileInPlace(() => recordAttempt.immediate(sql, { ...keyColumns(key), ...attempt, at })),
    recover: (at, which) => whileInPlace(() => recover.immediate(sql, at, which)),
    forgetReports: (before, unnamedBefore) =>
      whileInPlace(() => sql.forgetReports.run({ before, unnamedBefore }).changes),
    forgetResults: (before) => whileInPlace(() => sql.forgetResults.run(before).changes),
    countByState: () => guarded(() => countsOf(sql.counts.all())),
    checkWritable: () => whileInPlace(() => void sql.checkWrite.run()),
  }
}

/**
 * Opens the ledger on a further connection to its file, which has the newest schema. `first`: the connection that opened the
 * file; all connections must use one file, and another one at this path is used only after a restart. Throws
 * `database_unavailable`.
 */
export function connectLedger(
  file: ConnectionOptions,
  first: Pick<Database, 'isInPlace'>,
): LedgerConnection {
  const database = reopenDatabase(file)
  return { ledger: createLedger(database, first), close: () => void database.close() }
}

type SoldReportParts = NonNullable<Parameters<Ledger['beginSettling']>[3]>

interface Step {
  readonly to: NextState
  readonly at: number
  readonly reason?: string
  readonly transaction?: string | null
  readonly receipt?: string
  readonly from?: LedgerState | null
}

const noDetails = { reason: null, transaction: null, receipt: null, from: null }

interface Calls {
  readonly sql: Statements
  /** Adds the delivery that this process has not written yet. */
  readonly withDelivery: (entry: LedgerEntry) => LedgerEntry
}

function find({ sql, withDelivery }: Calls, key: AuthorizationKey): RecordedCall | null {
  return (
    optional(sql.find.get(keyColumns(key)), (row) => withDelivery(entryOf(row))) ??
    optional(sql.findArchived.get(keyColumns(key)), archivedCallOf)
  )
}

function findByPaymentId(
  { sql, withDelivery }: Calls,
  payerAddress: string,
  id: string,
): RecordedCall | null {
  const payer = payerAddress.toLowerCase()
  return (
    optional(sql.findByPaymentId.get(payer, id), (row) => withDelivery(entryOf(row))) ??
    optional(sql.findArchivedByPaymentId.get(payer, id), archivedCallOf)
  )
}

function reserve(calls: Calls, reservation: Reservation, limit: PayerLimit): ReserveOutcome {
  const { at, key, paymentId } = reservation
  // Read in the transaction that inserts, so that no other process reserves in between.
  const usage = usageOf(calls.sql.usage.get({ ...keyColumns(key), ...limit, at }))
  if (isWithinLimit(usage, limit) && insert(calls.sql, reservation)) return { status: 'reserved' }
  const existing = find(calls, key)
  if (existing !== null) return { status: 'taken', entry: existing }
  const byPaymentId = paymentId === null ? null : findByPaymentId(calls, key.payer, paymentId)
  return byPaymentId === null
    ? { status: 'payer_limited', usage }
    : { status: 'payment_id_taken', entry: byPaymentId }
}

/** False, and nothing is inserted, if the authorization or the payment identifier is taken. */
function insert(sql: Statements, reservation: Reservation): boolean {
  const inserted = sql.reserve.run(reservationColumns(reservation))
  if (inserted.changes === 0) return false
  const { request, host, at } = reservation
  sql.keepRequest.run({ id: inserted.lastInsertRowid, request })
  sql.keepHost.run({ id: inserted.lastInsertRowid, at, host: host.toLowerCase() })
  return true
}

function transition(calls: Calls, key: AuthorizationKey, step: Step): void {
  const { changes } = calls.sql.move[step.to].run({ ...noDetails, ...step, ...keyColumns(key) })
  if (changes !== 1) throw illegalTransition(find(calls, key), step.to)
}

function beginSettling(
  calls: Calls,
  key: AuthorizationKey,
  at: number,
  { body, found, copy }: { readonly body: string } & SoldReportParts,
): void {
  const { sql } = calls
  transition(calls, key, { to: 'settling', at })
  sql.storeReport.run({ at, body, ...keyColumns(key) })
  if (copy !== undefined) {
    // Sealed text is ASCII, so its length is its size in bytes.
    sql.registerCopy.run({ ...keyColumns(key), ...copy, bytes: copy.body.length, at })
    sql.storeCopy.run(copy)
  }
  if (found === undefined) return
  const findings = JSON.stringify(found.findings)
  const durationMs = Math.round(found.durationMs)
  sql.keepFindings.run({ ...keyColumns(key), verdict: found.verdict, findings, durationMs })
}

function deliver(sql: Statements, written: readonly Delivery[]): void {
  for (const { key, at } of written) {
    sql.markDelivered.run({ at, ...keyColumns(key) })
    sql.dropUnnamedReport.run(keyColumns(key))
  }
}

function recordAttemptWith(sql: Statements, columns: object): void {
  sql.noteAttempt.run(columns)
  sql.noteTransaction.run(columns)
}

function recoverWith(sql: Statements, at: number, which: AbandonedCalls) {
  const isExclusive = 'notOf' in which
  const columns = isExclusive ? { at, notOf: JSON.stringify(which.notOf) } : { at, ...which }
  const running = isExclusive ? sql.recoverOthersRunning : sql.recoverStaleRunning
  const settling = isExclusive ? sql.recoverOthersSettling : sql.recoverStaleSettling
  return { failed: running.run(columns).changes, unknown: settling.run(columns).changes }
}

function optional<T>(row: unknown, read: (row: unknown) => T): T | null {
  return row === undefined ? null : read(row)
}

async function guarded<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw cause instanceof Fault ? cause : unavailable(cause)
  }
}

/** An error of SQLite as a Fault. */
export function unavailable(cause: unknown): Fault {
  return new Fault('ledger_unavailable', 'The ledger could not be read or written.', {
    facts: { sqlite: cause instanceof Sqlite.SqliteError ? cause.code : null },
    cause,
  })
}

function notInPlace(file: string): Fault {
  return new Fault(
    'ledger_unavailable',
    'The file of the ledger was moved, removed or replaced: put it back, or stop the service, restore a backup and start it again.',
    { facts: { file } },
  )
}

function illegalTransition(entry: RecordedCall | null, to: LedgerState): Fault {
  return new Fault('ledger_transition', 'The ledger does not allow this transition.', {
    facts: { from: entry?.state ?? null, to, job_id: entry?.jobId ?? null },
  })
}
