import Sqlite from 'better-sqlite3'
import { z } from 'zod'
import { Fault } from '../fault.ts'
import type {
  AuthorizationKey,
  Ledger,
  LedgerEntry,
  LedgerState,
  Reservation,
} from '../payment/ledger.ts'
import { ledgerStates } from '../payment/ledger.ts'
import type { Database } from './database.ts'

/**
 * The ledger on SQLite. Each call is one transaction with its own fsync; of two processes that write at once one waits
 * for the other. The database stays the caller's to close.
 */
export function openLedger(database: Database): Ledger {
  const sql = prepare(database)

  const find = (key: AuthorizationKey): LedgerEntry | null => {
    const row = sql.find.get(keyColumns(key))
    return row === undefined ? null : entryOf(row)
  }
  const move = (key: AuthorizationKey, step: Step): void => {
    const { changes } = sql.move[step.to].run({ ...noDetails, ...step, ...keyColumns(key) })
    if (changes !== 1) throw illegal(find(key), step.to)
  }
  const reserve = database.transaction((reservation: Reservation) => {
    if (sql.reserve.run(reservationColumns(reservation)).changes === 1) return null
    return find(reservation.key)
  })
  const beginSettling = database.transaction((key: AuthorizationKey, at: number, body: string) => {
    move(key, { to: 'settling', at })
    sql.storeReport.run({ at, body, ...keyColumns(key) })
  })
  const recover = database.transaction((at: number) => ({
    failed: sql.recoverRunning.run({ at }).changes,
    unknown: sql.recoverSettling.run({ at }).changes,
  }))

  return {
    find: (key) => guarded(() => find(key)),
    reserve: (reservation) =>
      guarded(() => {
        const entry = reserve.immediate(reservation)
        return entry === null ? { status: 'reserved' } : { status: 'taken', entry }
      }),
    fail: (key, at, reason) => guarded(() => move(key, { to: 'failed', at, reason })),
    beginSettling: (key, at, report) => guarded(() => beginSettling.immediate(key, at, report)),
    settled: (key, at, receipt) =>
      guarded(() => {
        const { transaction } = receipt
        move(key, { to: 'settled', at, transaction, receipt: JSON.stringify(receipt) })
      }),
    refused: (key, at, reason) => guarded(() => move(key, { to: 'refused', at, reason })),
    unknown: (key, at, reason, transaction) =>
      guarded(() => move(key, { to: 'unknown', at, reason, transaction })),
    recover: (at) => guarded(() => recover.immediate(at)),
    forgetReports: (before) => guarded(() => sql.forgetReports.run({ before }).changes),
    countByState: () => guarded(() => countsOf(sql.counts.all())),
    checkWritable: () =>
      guarded(() => {
        sql.checkWrite.run()
      }),
  }
}

interface Step {
  readonly to: Exclude<LedgerState, 'running'>
  readonly at: number
  readonly reason?: string
  readonly transaction?: string | null
  readonly receipt?: string
}

const noDetails = { reason: null, transaction: null, receipt: null }

// What each state may be reached from; there is no way out of `failed`, `settled` and `refused`.
const comesFrom: Record<Step['to'], readonly LedgerState[]> = {
  failed: ['running'],
  settling: ['running'],
  settled: ['settling', 'unknown'],
  refused: ['settling', 'unknown'],
  unknown: ['settling'],
}

const THIS = 'network = :network AND asset = :asset AND payer = :payer AND nonce = :nonce'

function prepare(database: Database) {
  const moveTo = (to: Step['to']) =>
    database.prepare<[object]>(`
      UPDATE authorizations
      SET state = '${to}', changed_at = :at, reason = :reason, receipt = :receipt,
        transaction_hash = coalesce(:transaction, transaction_hash)
      WHERE ${THIS} AND state IN (${comesFrom[to].map((state) => `'${state}'`).join(', ')})`)
  return {
    find: database.prepare<[object]>(`SELECT * FROM authorizations WHERE ${THIS}`),
    reserve: database.prepare<[object]>(`
      INSERT INTO authorizations (network, asset, payer, nonce, job_id, tool, amount_atomic, pay_to,
        signature_sha256, body_sha256, valid_before, state, reserved_at, changed_at)
      VALUES (:network, :asset, :payer, :nonce, :jobId, :tool, :amountAtomic, :payTo,
        :signatureSha256, :bodySha256, :validBefore, 'running', :at, :at)
      ON CONFLICT (network, asset, payer, nonce) DO NOTHING`),
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
    recoverRunning: database.prepare<[object]>(`
      UPDATE authorizations SET state = 'failed', changed_at = :at, reason = 'restart'
      WHERE state = 'running'`),
    recoverSettling: database.prepare<[object]>(`
      UPDATE authorizations SET state = 'unknown', changed_at = :at, reason = 'restart'
      WHERE state = 'settling'`),
    forgetReports: database.prepare<[object]>('DELETE FROM reports WHERE stored_at < :before'),
    counts: database.prepare('SELECT state, count FROM state_counts'),
    checkWrite: database.prepare('UPDATE write_checks SET count = count + 1'),
  }
}

const row = z.object({
  network: z.string(),
  asset: z.string(),
  payer: z.string(),
  nonce: z.string(),
  job_id: z.string(),
  tool: z.string(),
  amount_atomic: z.string(),
  pay_to: z.string(),
  signature_sha256: z.string(),
  body_sha256: z.string(),
  valid_before: z.string(),
  state: z.enum(ledgerStates),
  reserved_at: z.number(),
  changed_at: z.number(),
  reason: z.string().nullable(),
  transaction_hash: z.string().nullable(),
})

function entryOf(found: unknown): LedgerEntry {
  const columns = row.parse(found)
  const { network, asset, payer, nonce } = columns
  return {
    key: { network, asset, payer, nonce },
    jobId: columns.job_id,
    tool: columns.tool,
    amountAtomic: BigInt(columns.amount_atomic),
    payTo: columns.pay_to,
    signatureSha256: columns.signature_sha256,
    bodySha256: columns.body_sha256,
    validBefore: BigInt(columns.valid_before),
    state: columns.state,
    reservedAt: columns.reserved_at,
    changedAt: columns.changed_at,
    reason: columns.reason,
    transaction: columns.transaction_hash,
  }
}

function reservationColumns({ key, amountAtomic, validBefore, ...rest }: Reservation): object {
  return {
    ...rest,
    ...keyColumns(key),
    amountAtomic: amountAtomic.toString(),
    validBefore: validBefore.toString(),
  }
}

/** Lower-cased here too: a caller that forgot must not get a second reservation for one authorization. */
function keyColumns(key: AuthorizationKey): AuthorizationKey {
  return {
    network: key.network.toLowerCase(),
    asset: key.asset.toLowerCase(),
    payer: key.payer.toLowerCase(),
    nonce: key.nonce.toLowerCase(),
  }
}

const counted = z.array(z.object({ state: z.enum(ledgerStates), count: z.number() }))

function countsOf(rows: unknown): Record<LedgerState, number> {
  const counts = { running: 0, failed: 0, settling: 0, settled: 0, refused: 0, unknown: 0 }
  for (const { state, count } of counted.parse(rows)) counts[state] = count
  return counts
}

async function guarded<T>(work: () => T): Promise<T> {
  try {
    return work()
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
