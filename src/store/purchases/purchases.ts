import { chmodSync, closeSync, fchmodSync, fstatSync } from 'node:fs'
import { z } from 'zod'
import { codeOf, Fault, messageOf } from '#fault.ts'
import type { Holder } from '#runtime/process/holder.ts'
import { type Connection, connect, isDamage, openDatabaseFile } from '#store/sqlite/connection.ts'

/** A payment that a buyer has signed. It is recorded before it is sent. */
export interface Purchase {
  /** Payment identifier: unique, and the same in every retry. */
  readonly id: string
  readonly service: string
  readonly tool: string
  readonly url: string
  /** PAYMENT-SIGNATURE value. */
  readonly header: string
  readonly amountAtomic: number
  /** Epoch seconds until which the seller can settle it. */
  readonly validBefore: number
}

export type PurchaseState = 'open' | 'settled' | 'rejected'

/** Amounts in atomic units. */
export interface Spending {
  readonly settled: number
  /** Signed, and not known to be settled. */
  readonly reserved: number
  /** The part of `reserved` that the seller reports as not settled. */
  readonly rejected: number
  readonly purchases: number
}

/**
 * The journal of a buyer: the signed payments, their requests and their outcomes. Several processes may share one
 * file; each method is one transaction. A crash at any point leaves a payment `open`, which counts as spent, and the
 * next call for the same request continues it instead of signing again.
 */
export interface Purchases {
  /** Records a signed payment and reserves its amount; false if the total would exceed `maxTotalAtomic`. */
  begin(
    purchase: Purchase,
    limits: { readonly maxTotalAtomic: number; readonly now: number },
  ): boolean
  /**
   * Takes over an open payment for this request that no running call holds. A payment is not held if its process is
   * dead.
   */
  resume(request: Pick<Purchase, 'service' | 'tool' | 'url'>, now: number): Purchase | null
  /** Ends a call. `rejected` is only a statement of the seller, so such a payment still counts as an open one does. */
  end(id: string, state: PurchaseState): void
  spending(): Spending
  /** Removes the reserved payments that can no longer be settled or continued, and returns them. */
  forget(now: number): readonly Purchase[]
  close(): void
}

// Longer than any call: after this time a payment can be taken over even if another process has the id of a crashed one.
const HOLD_MS = 160_000

// A service keeps a report for its buyer for 24 hours.
const RESUMABLE_MS = 24 * 3_600_000

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS purchases (
    id TEXT PRIMARY KEY,
    service TEXT NOT NULL,
    tool TEXT NOT NULL,
    url TEXT NOT NULL,
    header TEXT NOT NULL,
    amount_atomic INTEGER NOT NULL CHECK (amount_atomic >= 0),
    valid_before INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'settled', 'rejected')),
    created_at INTEGER NOT NULL,
    held_until INTEGER NOT NULL,
    holder TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS purchases_open ON purchases (service, tool, url) WHERE state = 'open';
`

// The expiry of an authorization does not prove that it was not settled before.
const RESERVED = "state IN ('open', 'rejected')"
const COLUMNS =
  'id, service, tool, url, header, amount_atomic AS amountAtomic, valid_before AS validBefore'

/** Opens or creates the journal, which only its owner, and the group of an existing file, can use. Throws `database_unavailable`, `database_foreign`. */
export function openPurchases(file: string, holder: Holder): Purchases {
  const database = openConnection(file)
  const sql = {
    begin: database.prepare<[object]>(`
      INSERT INTO purchases SELECT :id, :service, :tool, :url, :header, :amountAtomic, :validBefore,
        'open', :now, :now + ${HOLD_MS}, :holder
      WHERE :amountAtomic + (SELECT coalesce(sum(amount_atomic), 0) FROM purchases
        WHERE state = 'settled' OR ${RESERVED}) <= :maxTotalAtomic`),
    forget: database.prepare<[object]>(`
      DELETE FROM purchases WHERE valid_before * 1000 <= :now AND
        (state = 'rejected' OR (state = 'open' AND created_at <= :now - ${RESUMABLE_MS}))
      RETURNING ${COLUMNS}`),
    open: database.prepare<[object]>(`
      SELECT ${COLUMNS}, held_until AS heldUntil, holder FROM purchases
      WHERE service = :service AND tool = :tool AND url = :url AND state = 'open'
        AND created_at > :now - ${RESUMABLE_MS} ORDER BY created_at`),
    take: database.prepare<[object]>(`
      UPDATE purchases SET held_until = :now + ${HOLD_MS}, holder = :holder
      WHERE id = :id AND held_until = :heldUntil AND holder = :before AND state = 'open'`),
    end: database.prepare<[object]>(
      'UPDATE purchases SET state = :state, held_until = 0 WHERE id = :id',
    ),
    spending: database.prepare<[object]>(`
      SELECT coalesce(sum(amount_atomic) FILTER (WHERE state = 'settled'), 0) AS settled,
        coalesce(sum(amount_atomic) FILTER (WHERE ${RESERVED}), 0) AS reserved,
        coalesce(sum(amount_atomic) FILTER (WHERE state = 'rejected'), 0) AS rejected,
        count(*) FILTER (WHERE state = 'settled') AS purchases FROM purchases`),
  }
  return {
    begin: (purchase, limits) =>
      sql.begin.run({ ...purchase, ...limits, holder: holder.name }).changes === 1,
    resume: (request, now) => {
      for (const { heldUntil, holder: before, ...purchase } of rows.parse(
        sql.open.all({ ...request, now }),
      )) {
        const isHeld = heldUntil > now && heldUntil <= now + HOLD_MS && holder.isAlive(before)
        const { id } = purchase
        // Another process may have taken it over in the meantime.
        if (
          !isHeld &&
          sql.take.run({ id, now, heldUntil, before, holder: holder.name }).changes === 1
        )
          return purchase
      }
      return null
    },
    end: (id, state) => void sql.end.run({ id, state }),
    spending: () => sums.parse(sql.spending.get({})),
    forget: (now) => purchaseRows.parse(sql.forget.all({ now })),
    close: () => void database.close(),
  }
}

function openConnection(file: string): Connection {
  try {
    const mode = makePrivate(file)
    const database = connect({ file }, { readonly: false })
    refuseForeign(database, mode)
    database.pragma('journal_mode = WAL')
    // A payment must not be sent before its record is on disk.
    database.pragma('synchronous = FULL')
    database.exec(SCHEMA)
    return database
  } catch (cause) {
    throw journalFault(file, cause)
  }
}

/** Refuses the database of another program, and a ledger, before anything is written to it, and gives it its mode back. */
function refuseForeign(database: Connection, mode: number): void {
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .pluck()
    .all()
  if (tables.length === 0 || tables.includes('purchases')) return
  const file = database.name
  database.close()
  chmodSync(file, mode)
  throw new Fault(
    'database_foreign',
    'The file is another database, not a journal of payments: name another with --journal.',
    { facts: { file } },
  )
}

/**
 * Creates the file for its owner only, and takes an existing one from all other users: they could raise the budget. This
 * comes before SQLite opens it, whose log files get the mode of the file. Returns the mode before.
 */
function makePrivate(file: string): number {
  const descriptor = openDatabaseFile(file)
  try {
    const { mode } = fstatSync(descriptor)
    if ((mode & 0o007) !== 0) fchmodSync(descriptor, mode & 0o770)
    return mode & 0o777
  } finally {
    closeSync(descriptor)
  }
}

/** Like `databaseFault`, with advice about the journal: a backup of the ledger must not be restored because of it. */
function journalFault(file: string, cause: unknown): Fault {
  if (cause instanceof Fault) return cause
  const reason = codeOf(cause)
  const problem = isDamage(reason)
    ? 'it is damaged, or not a database. What was spent is recorded there only: look at the payments of the paying address, then name another file with --journal, and a lower --max-usd-total'
    : `${messageOf(cause)}. --journal names another file`
  return new Fault('database_unavailable', `The journal of payments cannot be used: ${problem}.`, {
    facts: { file, reason },
    cause,
  })
}

const purchaseRow = z.object({
  id: z.string(),
  service: z.string(),
  tool: z.string(),
  url: z.string(),
  header: z.string(),
  amountAtomic: z.number(),
  validBefore: z.number(),
})
const purchaseRows = z.array(purchaseRow)
const rows = z.array(purchaseRow.extend({ heldUntil: z.number(), holder: z.string() }))
const sums = z.object({
  settled: z.number(),
  reserved: z.number(),
  rejected: z.number(),
  purchases: z.number(),
})
