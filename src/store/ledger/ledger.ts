import Sqlite from 'better-sqlite3'
import { Fault } from '#fault.ts'
import type {
  AuthorizationKey,
  Ledger,
  LedgerEntry,
  LedgerState,
  Reservation,
  ReserveOutcome,
} from '#payment/ledger/ledger.ts'
import type { Database } from '#store/database.ts'
import { createGroupCommit } from './group-commit.ts'
import {
  countsOf,
  entryOf,
  keyColumns,
  reservationColumns,
  storedResponseOf,
  unresolvedOf,
  usageOfRow,
} from './rows.ts'
import { type NextState, prepareStatements } from './statements.ts'

/**
 * The ledger on SQLite. Steps of calls that are requested in one turn of the event loop share a transaction and its
 * fsync (`createGroupCommit`); every other operation is a transaction. Of two processes that write at the same time
 * one waits for the other. The caller closes the database.
 */
export function createLedger(database: Database): Ledger {
  const sql = prepareStatements(database)
  const commit = createGroupCommit(database)

  const find = (key: AuthorizationKey): LedgerEntry | null =>
    optional(sql.find.get(keyColumns(key)), entryOf)
  const findByPaymentId = (id: string): LedgerEntry | null =>
    optional(sql.findByPaymentId.get(id), entryOf)
  const move = (key: AuthorizationKey, step: Step): void => {
    const { changes } = sql.move[step.to].run({ ...noDetails, ...step, ...keyColumns(key) })
    if (changes !== 1) throw illegal(find(key), step.to)
  }
  const take = (key: AuthorizationKey, step: Step) => guarded(() => commit(() => move(key, step)))
  const reserve = (reservation: Reservation, mostUnsettled: number): ReserveOutcome => {
    const inserted = sql.reserve.run({ ...reservationColumns(reservation), mostUnsettled })
    if (inserted.changes === 1) {
      sql.keepRequest.run({ id: inserted.lastInsertRowid, request: reservation.request })
      return { status: 'reserved' }
    }
    const same = find(reservation.key)
    if (same !== null) return { status: 'taken', entry: same }
    const other = reservation.paymentId === null ? null : findByPaymentId(reservation.paymentId)
    return other === null ? { status: 'payer_full' } : { status: 'payment_id_taken', entry: other }
  }
  const beginSettling = (key: AuthorizationKey, at: number, body: string | null) => {
    move(key, { to: 'settling', at })
    if (body !== null) sql.storeReport.run({ at, body, ...keyColumns(key) })
  }
  const noteAttempt = database.transaction((columns: object) => {
    sql.noteAttempt.run(columns)
    sql.noteTransaction.run(columns)
  })
  const recover = database.transaction((at: number, staleMs: number) => ({
    failed: sql.recoverRunning.run({ at, staleMs }).changes,
    unknown: sql.recoverSettling.run({ at, staleMs }).changes,
  }))

  return {
    find: (key) => guarded(() => find(key)),
    findByPaymentId: (id) => guarded(() => findByPaymentId(id)),
    reserve: (reservation, mostUnsettled = NO_CAP) =>
      guarded(() => commit(() => reserve(reservation, mostUnsettled))),
    fail: (key, at, reason) => take(key, { to: 'failed', at, reason }),
    beginSettling: (key, at, report) => guarded(() => commit(() => beginSettling(key, at, report))),
    settled: (key, at, receipt) => {
      const { transaction } = receipt
      return take(key, { to: 'settled', at, transaction, receipt: JSON.stringify(receipt) })
    },
    refused: (key, at, reason, from) =>
      take(key, { to: 'refused', at, reason, from: from ?? null }),
    unknown: (key, at, reason, transaction) =>
      take(key, { to: 'unknown', at, reason, transaction }),
    storedAnswer: (key) =>
      guarded(() => optional(sql.storedAnswer.get(keyColumns(key)), storedResponseOf)),
    unresolved: (limit) => guarded(() => sql.unresolved.all(limit).map(unresolvedOf)),
    due: (at, limit) => guarded(() => sql.due.all({ at, limit }).map(unresolvedOf)),
    claim: (key, attempts, at, leaseMs) =>
      guarded(() => sql.claim.run({ ...keyColumns(key), attempts, at, leaseMs }).changes === 1),
    noteAttempt: (key, at, attempt) =>
      guarded(() => noteAttempt.immediate({ ...keyColumns(key), ...attempt, at })),
    usageOf: (payer, since) =>
      guarded(() => usageOfRow(sql.usage.get({ payer: payer.toLowerCase(), since }))),
    recover: (at, staleMs) => guarded(() => recover.immediate(at, staleMs)),
    forgetReports: (before) => guarded(() => sql.forgetReports.run({ before }).changes),
    countByState: () => guarded(() => countsOf(sql.counts.all())),
    checkWritable: () =>
      guarded(() => {
        sql.checkWrite.run()
      }),
  }
}

const NO_CAP = Number.MAX_SAFE_INTEGER

interface Step {
  readonly to: NextState
  readonly at: number
  readonly reason?: string
  readonly transaction?: string | null
  readonly receipt?: string
  readonly from?: LedgerState | null
}

const noDetails = { reason: null, transaction: null, receipt: null, from: null }

function optional<T>(found: unknown, read: (found: unknown) => T): T | null {
  return found === undefined ? null : read(found)
}

async function guarded<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw cause instanceof Fault ? cause : unavailable(cause)
  }
}

function unavailable(cause: unknown): Fault {
  return new Fault('ledger_unavailable', 'The ledger could not be read or written.', {
    facts: { sqlite: cause instanceof Sqlite.SqliteError ? cause.code : null },
    cause,
  })
}

function illegal(entry: LedgerEntry | null, to: LedgerState): Fault {
  return new Fault('ledger_transition', 'The ledger does not allow this transition.', {
    facts: { from: entry?.state ?? null, to, job_id: entry?.jobId ?? null },
  })
}
