import { z } from 'zod'
import { Fault } from '#fault.ts'
import type { RestoreMark } from '#payment/eip3009/authorization.ts'
import {
  type AbandonedCalls,
  type AuthorizationKey,
  type CallWithPayer,
  type Ledger,
  type LedgerEntry,
  type NextState,
  noPayerLimit,
  type PayerLimit,
  type RecordedCall,
  type Reservation,
  type ReserveOutcome,
} from '#payment/ledger/ledger.ts'
import { Deliveries, type Delivery } from '#store/ledger/deliveries.ts'
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
} from '#store/ledger/rows.ts'
import type { PostgresDatabase } from '#store/postgres/connection.ts'
import { DEAD_AFTER_MS, HEARTBEAT, readHeartbeat } from '#store/postgres/nodes.ts'
import type { Columns, SqlStatement } from '#store/postgres/statement.ts'
import { statements as sql } from './statements.ts'

/**
 * The ledger on PostgreSQL, for any number of nodes. Each operation is one statement and one round trip. A write
 * whose connection was lost may have been committed. It is run again, which changes nothing the second time, and the
 * content of the row then decides the outcome (`transition`, `reserve`). `node`: the running service, as in `nodes`.
 * The caller closes the database.
 */
export function createPostgresLedger(database: PostgresDatabase, node: Node): Ledger {
  const deliveries = new Deliveries((written) => deliver(database, written))
  const calls: Calls = { database, withDelivery: (entry) => deliveries.withDelivery(entry) }
  const write = (statement: SqlStatement, columns: Columns) => database.write(statement, columns)
  const read = async <T>(statement: SqlStatement, columns: Columns, of: (row: unknown) => T) =>
    (await database.read(statement, columns)).map(of)
  const readFirst = async <T>(...args: Parameters<typeof read<T>>) =>
    (await read(...args))[0] ?? null
  return {
    find: (key) => guarded(find(calls, key)),
    findWithPayer: (key, about) => guarded(findWithPayer(calls, key, about)),
    reserve: (reservation, limit = noPayerLimit) =>
      guarded(reserve(calls, { ...reservation, node: node.id }, limit)),
    fail: (key, at, reason) => guarded(transition(calls, key, { to: 'failed', at, reason })),
    beginSettling: (key, at, body, { found, copy } = {}) =>
      guarded(
        transition(calls, key, {
          to: 'settling',
          at,
          body,
          verdict: found?.verdict,
          findings: JSON.stringify(found?.findings ?? []),
          durationMs: found === undefined ? undefined : Math.round(found.durationMs),
          idSha256: copy?.idSha256,
          sha256: copy?.sha256,
          expiresAt: copy?.expiresAt,
          copy: copy?.body,
        }),
      ),
    settled: (key, at, receipt, mark) => {
      const { transaction } = receipt
      const marked = mark === undefined ? {} : { reason: mark }
      const stored = { transaction, receipt: JSON.stringify(receipt), ...marked }
      const step = { to: 'settled', at, ...stored } as const
      return guarded(transition(calls, key, step))
    },
    refused: (key, at, reason, from) =>
      guarded(transition(calls, key, { to: 'refused', at, reason, from })),
    unknown: (key, at, reason, transaction) =>
      guarded(transition(calls, key, { to: 'unknown', at, reason, transaction })),
    storedResponse: (key) => guarded(readFirst(sql.storedResponse, keyOf(key), storedResponseOf)),
    countMiss: async (key) => void (await guarded(write(sql.countMiss, keyOf(key)))),
    delivered: (key, at) => deliveries.record(key, at),
    flush: () => guarded(deliveries.flush()),
    findUnresolved: (key) => guarded(readFirst(sql.unresolvedAt, keyOf(key), unresolvedOf)),
    listUnresolved: (limit) => guarded(read(sql.unresolved, { limit }, unresolvedOf)),
    listDue: (at, limit) => guarded(read(sql.due, { at, limit }, unresolvedOf)),
    claim: async (key, attempts, at, leaseMs) =>
      (await guarded(write(sql.claim, { ...keyOf(key), attempts, at, leaseMs }))).changes === 1,
    recordAttempt: async (key, at, attempt) =>
      void (await guarded(write(sql.noteAttempt, { ...keyOf(key), ...attempt, at }))),
    recover: (at, which) => guarded(recover(database, node, at, which)),
    forgetReports: async (before, unnamedBefore) =>
      (await guarded(write(sql.forgetReports, { before, unnamedBefore }))).changes,
    forgetResults: async (before) => (await guarded(write(sql.forgetResults, { before }))).changes,
    countByState: async () => countsOf(await guarded(database.read(sql.counts))),
    checkWritable: () => guarded(checkWritable(database, node)),
  }
}

async function checkWritable(database: PostgresDatabase, node: Node): Promise<void> {
  const { newer } = readHeartbeat((await database.write(HEARTBEAT, { ...node })).rows)
  if (newer !== null) throw newer
}

const markRows = z.array(z.object({ restored_at: z.number(), spent_before: z.number() }))

/** The mark that `mark_restored` left; null for a database that was never restored. */
export async function readRestoreMark(database: PostgresDatabase): Promise<RestoreMark | null> {
  const [mark] = markRows.parse(await database.read(sql.restored))
  return mark === undefined
    ? null
    : { restoredAtS: mark.restored_at, spentBeforeS: mark.spent_before }
}

/** The row of this service in `nodes`. */
export interface Node {
  readonly id: string
  readonly version: string
}

interface Calls {
  readonly database: PostgresDatabase
  /** Adds the delivery that this process has not written yet. */
  readonly withDelivery: (entry: LedgerEntry) => LedgerEntry
}

interface Step extends Columns {
  readonly to: NextState
  readonly at: number
  readonly reason?: string | null
}

const archivedRow = z.object({ is_archived: z.boolean() })

function callOf({ withDelivery }: Calls, rows: readonly unknown[]): RecordedCall | null {
  const [row] = rows
  if (row === undefined) return null
  return archivedRow.parse(row).is_archived ? archivedCallOf(row) : withDelivery(entryOf(row))
}

async function find(calls: Calls, key: AuthorizationKey): Promise<RecordedCall | null> {
  return callOf(calls, await calls.database.read(sql.find, keyOf(key)))
}

const foundRows = z.array(z.object({ found_by: z.enum(['key', 'payment_id']).nullable() }))

async function findWithPayer(
  calls: Calls,
  key: AuthorizationKey,
  { limit, ...about }: Parameters<Ledger['findWithPayer']>[1],
): Promise<CallWithPayer> {
  const columns = { ...keyOf(key), ...limit, ...about }
  const rows = await calls.database.read(sql.findWithPayer, columns)
  const places = foundRows.parse(rows)
  const callFoundBy = (by: (typeof places)[number]['found_by']) =>
    callOf(
      calls,
      rows.filter((_row, index) => places[index]?.found_by === by),
    )
  return {
    call: callFoundBy('key'),
    callByPaymentId: callFoundBy('payment_id'),
    ...payerOf(rows[0]),
  }
}

async function findByPaymentId(calls: Calls, payer: string, paymentId: string) {
  const columns = { payer: payer.toLowerCase(), paymentId }
  return callOf(calls, await calls.database.read(sql.findByPaymentId, columns))
}

const reservedRows = z.tuple([z.object({ id: z.number().nullable() })])

async function reserve(
  calls: Calls,
  reservation: Reservation & { readonly node: string },
  limit: PayerLimit,
): Promise<ReserveOutcome> {
  const { key, jobId, paymentId, host, node } = reservation
  const columns = { ...reservationColumns(reservation), host: host.toLowerCase(), node, ...limit }
  const { rows, isRepeated } = await calls.database.write(sql.reserve, columns)
  if (reservedRows.parse(rows)[0].id !== null) return { status: 'reserved' }
  const existing = await find(calls, key)
  // The run whose connection was lost had been committed, since a job has only one reservation.
  if (isRepeated && existing?.jobId === jobId) return { status: 'reserved' }
  if (existing !== null) return { status: 'taken', entry: existing }
  const byPaymentId = paymentId === null ? null : await findByPaymentId(calls, key.payer, paymentId)
  return byPaymentId === null
    ? { status: 'payer_limited', usage: usageOf(rows[0]) }
    : { status: 'payment_id_taken', entry: byPaymentId }
}

async function transition(calls: Calls, key: AuthorizationKey, step: Step): Promise<void> {
  const { to, at, reason = null } = step
  const { changes, isRepeated } = await calls.database.write(sql.move[to], {
    ...step,
    ...keyOf(key),
  })
  if (changes === 1) return
  const entry = await find(calls, key)
  if (isRepeated && isDone(entry, { to, at, reason })) return
  throw new Fault('ledger_transition', 'The ledger does not allow this transition.', {
    facts: { from: entry?.state ?? null, to, job_id: entry?.jobId ?? null },
  })
}

/** Whether the row is as this step leaves it, because the run whose connection was lost had been committed. */
function isDone(entry: RecordedCall | null, { to, at, reason }: Step): boolean {
  if (entry === null || entry.state === 'archived') return false
  return entry.state === to && entry.changedAt === at && entry.reason === reason
}

const recoveredRows = z.tuple([z.object({ failed: z.number(), unknown: z.number() })])

async function recover(database: PostgresDatabase, node: Node, at: number, which: AbandonedCalls) {
  const hasJobIds = 'notOf' in which
  const { rows } = hasJobIds
    ? await database.write(sql.recoverLeft, {
        at,
        node: node.id,
        notOf: which.notOf,
        deadAfterMs: DEAD_AFTER_MS,
      })
    : await database.write(sql.recoverStale, { at, ...which })
  return recoveredRows.parse(rows)[0]
}

async function deliver(database: PostgresDatabase, written: readonly Delivery[]): Promise<void> {
  const keys = written.map(({ key }) => keyColumns(key))
  await database.write(sql.deliver, {
    networks: keys.map(({ network }) => network),
    assets: keys.map(({ asset }) => asset),
    payers: keys.map(({ payer }) => payer),
    nonces: keys.map(({ nonce }) => nonce),
    ats: written.map(({ at }) => at),
  })
}

function keyOf(key: AuthorizationKey): Columns {
  return { ...keyColumns(key) }
}

async function guarded<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (cause instanceof Fault && cause.code === 'ledger_transition') throw cause
    throw unavailable(cause)
  }
}

function unavailable(cause: unknown): Fault {
  return new Fault('ledger_unavailable', 'The ledger could not be read or written.', {
    facts: { sqlstate: cause instanceof Fault ? (cause.facts['sqlstate'] ?? null) : null },
    cause,
  })
}
