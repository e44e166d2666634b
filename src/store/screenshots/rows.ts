import { z } from 'zod'
import type { Connection } from '#store/sqlite/connection.ts'

/** Metadata of a screenshot. */
export interface ScreenshotRow {
  /** 64 hex digits: SHA-256 of the id. Also the name of the file. */
  readonly idSha256: string
  readonly jobId: string
  readonly bytes: number
  /** SHA-256 of the file, hex. */
  readonly sha256: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly expiresAt: number
}

export type EvidenceSize = Pick<ScreenshotRow, 'idSha256' | 'bytes'>

/** Which evidence may be deleted to make room. */
export interface EvidenceKinds {
  readonly screenshots: boolean
  readonly copies: boolean
}

/** The rows of the screenshots. Each method is one transaction and throws errors of SQLite. */
export interface ScreenshotRows {
  /** Reserves quota for a screenshot before it is written; false if it exceeds the quota. */
  reserve(row: ScreenshotRow, quotaBytes: number): boolean
  /** Marks the file as complete. False if the row was deleted in the meantime: the id must then not be disclosed. */
  keep(idSha256: string): boolean
  drop(idSha256s: readonly string[]): void
  /** A complete screenshot, expired or not. */
  find(idSha256: string): ScreenshotRow | null
  /** The copy of a report, expired or not: its text as `ReportCopy` has it. */
  findCopy(idSha256: string): (ScreenshotRow & { readonly body: string }) | null
  has(idSha256: string): boolean
  /** The expiry of a screenshot, complete or not, epoch milliseconds; null without a row. */
  expiryOf(idSha256: string): number | null
  /** The payer of a job; null for a job that the ledger does not know. */
  payerOf(jobId: string): string | null
  /** Bytes of this payer's screenshots and copies, complete or not. */
  bytesOf(payer: string): number
  /** Bytes of all screenshots and copies that have a payer, complete or not. */
  paidBytes(): number
  /** Complete screenshots and copies of this payer, oldest first. */
  oldestOf(payer: string, limit: number): readonly EvidenceSize[]
  /** Complete evidence of these kinds from the payers who store most, in each case the oldest first. */
  oldestOfHeaviest(kinds: EvidenceKinds, limit: number): readonly EvidenceSize[]
  /** Whether the complete evidence of these kinds that has a payer has this many bytes together. */
  hasBytes(kinds: EvidenceKinds, bytes: number): boolean
  /** Bytes of the free pages of the database, which new copies use before its file grows. */
  freePageBytes(): number
  /** The number of screenshots, and the bytes of screenshots and copies together. */
  totals(): { readonly count: number; readonly bytes: number }
  /**
   * The latest time at which evidence is known to have been stored, epoch milliseconds: a clock that shows less was set
   * back since then.
   */
  latestTime(): number
  /**
   * Records the time: a later one than before while there is evidence, so that an idle service writes nothing, and an
   * earlier one after `wasSetBack`.
   */
  recordTime(now: number): void
  /** Names of complete screenshots and copies that have expired. */
  expired(now: number, limit: number): readonly string[]
  /** Deletes the rows of unfinished screenshots whose writer has ended; returns their names. */
  takeAbandoned(now: number, limit: number): readonly string[]
  /** Names of complete screenshots and copies after this one, in order. */
  storedAfter(idSha256: string, limit: number): readonly string[]
  /** As `storedAfter`, but only screenshots, which have a file. */
  filesAfter(idSha256: string, limit: number): readonly string[]
  /** The earliest expiry, epoch milliseconds; null without screenshots. */
  nextExpiry(): number | null
  /** Complete screenshots, newest first. */
  list(limit: number): readonly ScreenshotRow[]
}

/** Milliseconds by which the clock may be corrected: evidence outlives its expiry by as much, so its lifetime is shorter. */
export const CLOCK_TOLERANCE_MS = 3 * 60_000
// A call lasts at most two minutes (`limits.deadline_ms`), so the writer has ended.
const ABANDONED_MS = 5 * 60_000

/**
 * Whether the clock was set back since evidence was stored. By how much is unknown, if the service was stopped in
 * between, so none of that evidence may be read: it could be older than 24 hours (spec 8).
 */
export function wasSetBack(latestTime: number, now: number): boolean {
  return now < latestTime - CLOCK_TOLERANCE_MS
}

/** Whether it can be read now. `latestTime`: of `ScreenshotRows`. */
export function isUnexpired(
  row: Pick<ScreenshotRow, 'expiresAt'>,
  latestTime: number,
  now: number,
): boolean {
  return now < row.expiresAt && !wasSetBack(latestTime, now)
}

const COLUMNS = `id_sha256 AS idSha256, job_id AS jobId, bytes, sha256, created_at AS createdAt,
  expires_at AS expiresAt`

const IS_SCREENSHOT = "media_type = 'image/png'"
const IS_OF_KINDS = `iif(${IS_SCREENSHOT}, :screenshots, :copies)`

export function createScreenshotRows(database: Connection): ScreenshotRows {
  const prepare = (text: string) => database.prepare<[object]>(text)
  const sql = {
    // One statement, so that no other process writes between the check of the totals and the insert.
    reserve: prepare(`
      INSERT INTO screenshots
        (id_sha256, job_id, bytes, sha256, media_type, created_at, expires_at, payer)
      SELECT :idSha256, :jobId, :bytes, :sha256, 'image/png', :createdAt, :expiresAt,
        (SELECT payer FROM authorizations WHERE job_id = :jobId)
      FROM screenshot_totals WHERE screenshot_totals.bytes + :bytes <= :quotaBytes`),
    keep: prepare('UPDATE screenshots SET stored = 1 WHERE id_sha256 = :idSha256'),
    drop: prepare(`DELETE FROM screenshots
      WHERE id_sha256 IN (SELECT value FROM json_each(:idSha256s))`),
    find: prepare(`SELECT ${COLUMNS} FROM screenshots
      WHERE id_sha256 = :idSha256 AND stored = 1 AND ${IS_SCREENSHOT}`),
    findCopy: prepare(`SELECT ${COLUMNS}, body FROM screenshots JOIN report_copies USING (id_sha256)
      WHERE id_sha256 = :idSha256`),
    has: prepare('SELECT 1 FROM screenshots WHERE id_sha256 = :idSha256'),
    expiryOf: prepare('SELECT expires_at AS next FROM screenshots WHERE id_sha256 = :idSha256'),
    payerOf: prepare('SELECT payer FROM authorizations WHERE job_id = :jobId'),
    bytesOf: prepare('SELECT bytes FROM screenshot_payers WHERE payer = :payer'),
    paidBytes: database.prepare('SELECT paid_bytes AS bytes FROM screenshot_totals'),
    oldestOf: prepare(`SELECT id_sha256 AS idSha256, bytes FROM screenshots
      WHERE payer = :payer AND stored = 1 ORDER BY created_at LIMIT :limit`),
    // With a full quota every sale needs this. The inner limit keeps SQLite from sorting all rows of a payer.
    oldestOfHeaviest: prepare(`
      SELECT id_sha256 AS idSha256, screenshots.bytes AS bytes
      FROM screenshot_payers AS heaviest CROSS JOIN screenshots WHERE id_sha256 IN (
        SELECT id_sha256 FROM screenshots
        WHERE payer = heaviest.payer AND stored = 1 AND ${IS_OF_KINDS} ORDER BY created_at LIMIT :limit)
      ORDER BY heaviest.bytes DESC, heaviest.payer DESC, created_at LIMIT :limit`),
    // Reads rows only until their sum suffices.
    hasBytes: prepare(`SELECT 1 FROM (
      SELECT sum(bytes) OVER (ROWS UNBOUNDED PRECEDING) AS total FROM screenshots
      WHERE payer IS NOT NULL AND stored = 1 AND ${IS_OF_KINDS}) WHERE total >= :bytes LIMIT 1`),
    freePages: database.prepare(
      'SELECT freelist_count * page_size AS bytes FROM pragma_freelist_count, pragma_page_size',
    ),
    totals: database.prepare('SELECT count, bytes FROM screenshot_totals'),
    latestTime: database.prepare(`SELECT max(latest_at,
        coalesce((SELECT max(created_at) FROM screenshots), 0)) AS latest FROM evidence_clock`),
    recordTime: prepare(`UPDATE evidence_clock SET latest_at = :now
      WHERE (latest_at < :now AND EXISTS (SELECT 1 FROM screenshots))
        OR latest_at > :now + :toleranceMs`),
    expired: prepare(`SELECT id_sha256 FROM screenshots
      WHERE stored = 1 AND expires_at <= :now LIMIT :limit`),
    abandoned: prepare(`DELETE FROM screenshots WHERE id_sha256 IN (
      SELECT id_sha256 FROM screenshots
      WHERE stored = 0 AND (created_at < :now - :abandonedMs OR created_at > :now + :toleranceMs)
      LIMIT :limit) RETURNING id_sha256`),
    storedAfter: prepare(`SELECT id_sha256 FROM screenshots
      WHERE id_sha256 > :idSha256 AND stored = 1 ORDER BY id_sha256 LIMIT :limit`),
    filesAfter: prepare(`SELECT id_sha256 FROM screenshots
      WHERE id_sha256 > :idSha256 AND stored = 1 AND ${IS_SCREENSHOT} ORDER BY id_sha256 LIMIT :limit`),
    nextExpiry: database.prepare('SELECT min(expires_at) AS next FROM screenshots'),
    list: prepare(`SELECT ${COLUMNS} FROM screenshots WHERE stored = 1 AND ${IS_SCREENSHOT}
      ORDER BY created_at DESC, id_sha256 LIMIT :limit`),
  }
  return {
    reserve: (row, quotaBytes) => sql.reserve.run({ ...row, quotaBytes }).changes === 1,
    keep: (idSha256) => sql.keep.run({ idSha256 }).changes === 1,
    drop: (idSha256s) => void sql.drop.run({ idSha256s: JSON.stringify(idSha256s) }),
    find: (idSha256) => rowShape.nullable().parse(sql.find.get({ idSha256 }) ?? null),
    findCopy: (idSha256) => copyShape.nullable().parse(sql.findCopy.get({ idSha256 }) ?? null),
    has: (idSha256) => sql.has.get({ idSha256 }) !== undefined,
    expiryOf: (idSha256) =>
      nextShape.optional().parse(sql.expiryOf.get({ idSha256 }))?.next ?? null,
    payerOf: (jobId) => payerShape.optional().parse(sql.payerOf.get({ jobId }))?.payer ?? null,
    bytesOf: (payer) => bytesShape.optional().parse(sql.bytesOf.get({ payer }))?.bytes ?? 0,
    paidBytes: () => bytesShape.parse(sql.paidBytes.get()).bytes,
    oldestOf: (payer, limit) => sizesOf(sql.oldestOf.all({ payer, limit })),
    oldestOfHeaviest: (kinds, limit) =>
      sizesOf(sql.oldestOfHeaviest.all({ ...flagsOf(kinds), limit })),
    hasBytes: (kinds, bytes) => sql.hasBytes.get({ ...flagsOf(kinds), bytes }) !== undefined,
    freePageBytes: () => bytesShape.parse(sql.freePages.get()).bytes,
    totals: () => totalsShape.parse(sql.totals.get()),
    latestTime: () => timeShape.parse(sql.latestTime.get()).latest,
    recordTime: (now) => void sql.recordTime.run({ now, toleranceMs: CLOCK_TOLERANCE_MS }),
    expired: (now, limit) => namesOf(sql.expired.all({ now, limit })),
    takeAbandoned: (now, limit) =>
      namesOf(
        sql.abandoned.all({
          now,
          limit,
          abandonedMs: ABANDONED_MS,
          toleranceMs: CLOCK_TOLERANCE_MS,
        }),
      ),
    storedAfter: (idSha256, limit) => namesOf(sql.storedAfter.all({ idSha256, limit })),
    filesAfter: (idSha256, limit) => namesOf(sql.filesAfter.all({ idSha256, limit })),
    nextExpiry: () => nextShape.parse(sql.nextExpiry.get()).next,
    list: (limit) => z.array(rowShape).parse(sql.list.all({ limit })),
  }
}

const rowShape = z.object({
  idSha256: z.string(),
  jobId: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  createdAt: z.number(),
  expiresAt: z.number(),
})
const copyShape = rowShape.extend({ body: z.string() })
const payerShape = z.object({ payer: z.string() })
const bytesShape = z.object({ bytes: z.number() })
const sizeShape = rowShape.pick({ idSha256: true, bytes: true })
const totalsShape = z.object({ count: z.number(), bytes: z.number() })
const timeShape = z.object({ latest: z.number() })
const nextShape = z.object({ next: z.number().nullable() })
const nameRows = z.array(z.object({ id_sha256: z.string() }))

function sizesOf(rows: unknown): readonly EvidenceSize[] {
  return z.array(sizeShape).parse(rows)
}

function flagsOf({ screenshots, copies }: EvidenceKinds): object {
  return { screenshots: Number(screenshots), copies: Number(copies) }
}

function namesOf(rows: unknown): readonly string[] {
  return nameRows.parse(rows).map((row) => row.id_sha256)
}
