import { z } from 'zod'
import type { FoundScreenshot, SaveResult, ScreenshotStore } from '#evidence/stores.ts'
import { Fault, isDiskFull } from '#fault.ts'
import type { ScreenshotList } from '#operator/operator-store.ts'
import { type Clock, rereadAfter } from '#runtime/clock.ts'
import { base64Url, sha256Hex } from '#runtime/encoding.ts'
import type { Log } from '#runtime/log.ts'
import type { Random } from '#runtime/random.ts'
import type { Bucket } from '#store/bucket/bucket.ts'
import type { PostgresDatabase, Transaction } from '#store/postgres/connection.ts'
import { sqlStateOf } from '#store/postgres/failure.ts'
import { NOW_MS } from '#store/postgres/schema.ts'
import { type Columns, statement } from '#store/postgres/statement.ts'
import { contentFile, streamOf as streamOfFile } from '#store/screenshots/content.ts'
import { ACCEPTANCE_CACHE_MS, ID_BYTES, SPARE_BYTES } from '#store/screenshots/screenshots.ts'
import type { ScreenshotLimits } from '#store/screenshots/space.ts'
import {
  cachedTotals,
  EVIDENCE_LOCK,
  evidenceTotals,
  IS_UNEXPIRED,
  makeRoom,
  OBJECT_COLUMNS,
  type ObjectRow,
  objectRow,
  removeObjects,
} from './space.ts'

export interface EvidenceOptions {
  readonly database: PostgresDatabase
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Limits from the live settings. The free space on the disk of the database server is not checked. */
  readonly limits: () => Pick<ScreenshotLimits, 'quotaBytes' | 'ttlMs'>
  /** The bucket of `evidence_url`; if null, the content is stored in the rows. */
  readonly bucket: Bucket | null
}

// Ages are measured by the clock of the database, since the clocks of two nodes differ. The name of an object in the
// bucket contains its expiry, which is therefore determined before the row is written.
const NOW = statement('evidence_now', `SELECT ${NOW_MS} AS now`)
const INSERT = statement(
  'evidence_insert',
  `INSERT INTO evidence SELECT :idSha256::text, 'image/png', :jobId::text,
      (SELECT payer FROM authorizations WHERE job_id = :jobId::text), :bytes::bigint,
      :sha256::text, now, coalesce(:expiresAt::bigint, now + :ttlMs::bigint), :content::bytea
    FROM (SELECT ${NOW_MS} AS now) AS clock RETURNING payer, expires_at AS "expiresAt"`,
)
const WRITTEN = statement(
  'evidence_written',
  'SELECT payer, expires_at AS "expiresAt" FROM evidence WHERE id_sha256 = :idSha256::text',
)
const DELETE = statement(
  'evidence_delete',
  'DELETE FROM evidence WHERE id_sha256 = :idSha256::text',
)
const IS_SCREENSHOT = "media_type = 'image/png'"
const FIND = statement(
  'evidence_find',
  `SELECT bytes, sha256, job_id AS "jobId", ${OBJECT_COLUMNS} FROM evidence
    WHERE id_sha256 = :idSha256::text AND ${IS_SCREENSHOT} AND ${IS_UNEXPIRED}`,
)
// The server hashes the content before the first byte is sent, so that damaged content is a 404 and not half a
// screenshot.
const IS_WHOLE = statement(
  'evidence_is_whole',
  `SELECT encode(sha256(content), 'hex') = sha256 AS whole FROM evidence
    WHERE id_sha256 = :idSha256::text AND ${IS_SCREENSHOT} AND ${IS_UNEXPIRED}`,
)
const PIECE = statement(
  'evidence_piece',
  `SELECT substr(content, :from::integer, :length::integer) AS piece FROM evidence
    WHERE id_sha256 = :idSha256::text`,
)
const LIST = statement(
  'evidence_list',
  `SELECT id_sha256 AS "idSha256", job_id AS "jobId", bytes, created_at AS "createdAt",
      expires_at AS "expiresAt", NOT (${IS_UNEXPIRED}) AS "isExpired"
    FROM evidence WHERE ${IS_SCREENSHOT} ORDER BY created_at DESC, id_sha256 LIMIT :limit::bigint`,
)

const nowRow = z.object({ now: z.number() })
const savedRow = z.object({ payer: z.string().nullable(), expiresAt: z.number() })
const foundRow = objectRow.extend({
  bytes: z.number(),
  sha256: z.string(),
  jobId: z.string(),
})
const wholeRow = z.object({ whole: z.boolean() })
const pieceRow = z.object({ piece: z.instanceof(Uint8Array) })
const listedRows = z.array(
  z.object({
    idSha256: z.string(),
    jobId: z.string(),
    bytes: z.number(),
    createdAt: z.number(),
    expiresAt: z.number(),
    isExpired: z.boolean(),
  }),
)

/**
 * Screenshots as rows, for any number of nodes. `save` writes row and content in one transaction, so that a crash
 * leaves nothing incomplete. With a bucket, it writes the object before the row, so that every row has its object. A
 * screenshot becomes unreadable at the millisecond of its expiry.
 */
export function createScreenshotStore(options: EvidenceOptions): ScreenshotStore {
  const { database, clock, random, log, limits, bucket } = options
  const totals = cachedTotals(database, clock)
  return {
    accepts: rereadAfter(
      clock,
      ACCEPTANCE_CACHE_MS,
      async (): ReturnType<ScreenshotStore['accepts']> => {
        try {
          await bucket?.check()
          const { bytes, paidBytes } = await totals()
          const isFull = bytes - paidBytes + SPARE_BYTES > limits().quotaBytes
          return isFull ? { ok: false, reason: 'quota' } : { ok: true, reason: null }
        } catch (error) {
          log.error('evidence_store_failed', { error })
          return { ok: false, reason: refusalOf(error) }
        }
      },
    ),
    save: async (png, jobId) => {
      const id = base64Url(random.bytes(ID_BYTES))
      try {
        return await save(options, { id, png, jobId })
      } catch (error) {
        log.error('screenshot_not_kept', { job_id: jobId, error })
        return { status: 'refused', reason: refusalOf(error) }
      }
    },
    // The id is hashed before any other check, so that a malformed id is treated as an unknown one.
    find: (id) => findScreenshot(options, sha256Hex(id)),
  }
}

async function save(
  options: EvidenceOptions,
  { id, png, jobId }: { readonly id: string; readonly png: Uint8Array; readonly jobId: string },
): Promise<SaveResult> {
  const { database, limits, bucket } = options
  const { quotaBytes, ttlMs } = limits()
  if (png.length > quotaBytes) return { status: 'refused', reason: 'quota' }
  const idSha256 = sha256Hex(id)
  const object = bucket === null ? null : await put(database, bucket, { idSha256, ttlMs, png })
  const columns = {
    idSha256,
    jobId,
    bytes: png.length,
    sha256: sha256Hex(png),
    ttlMs,
    expiresAt: object?.expiresAt ?? null,
    content: object === null ? png : new Uint8Array(),
  }
  const { result, freed } = await insert(database, { id, columns, quotaBytes })
  const unused = result.status === 'kept' || object === null ? [] : [object]
  await removeObjects([...freed, ...unused], options)
  return result
}

async function put(
  database: PostgresDatabase,
  bucket: Bucket,
  screenshot: { readonly idSha256: string; readonly ttlMs: number; readonly png: Uint8Array },
): Promise<ObjectRow> {
  const [row] = await database.read(NOW, {})
  const expiresAt = nowRow.parse(row).now + screenshot.ttlMs
  const object = { idSha256: screenshot.idSha256, expiresAt, isObject: true }
  await bucket.put(object, screenshot.png)
  return object
}

function insert(
  database: PostgresDatabase,
  request: {
    readonly id: string
    readonly columns: Columns & { readonly idSha256: string }
    readonly quotaBytes: number
  },
): Promise<{ readonly result: SaveResult; readonly freed: readonly ObjectRow[] }> {
  const { id, columns, quotaBytes } = request
  const { idSha256 } = columns
  const savedResult = (expiresAt: number) => ({ status: 'kept', id, expiresAt }) as const
  return database.transaction(async ({ run, isRepeated }) => {
    const freed: ObjectRow[] = []
    const saved = isRepeated ? await findSaved(run, { idSha256 }) : null
    if (saved !== null) return { result: savedResult(saved.expiresAt), freed }
    // Inserts before it takes the lock, which is then held for a few milliseconds and not during the transfer of the
    // content.
    const { payer, expiresAt } = savedRow.parse((await run(INSERT, columns)).rows[0])
    await run(EVIDENCE_LOCK)
    const reason = await makeRoom(run, { payer, bytes: 0, besides: idSha256, quotaBytes, freed })
    if (reason === null) return { result: savedResult(expiresAt), freed }
    await run(DELETE, { idSha256 })
    return { result: { status: 'refused', reason }, freed }
  })
}

async function findSaved(run: Transaction['run'], columns: { readonly idSha256: string }) {
  return savedRow.nullable().parse((await run(WRITTEN, columns)).rows[0] ?? null)
}

/** The reason for a refusal after a Fault of the store. Any other error is a bug in this program, and is thrown again. */
function refusalOf(cause: unknown): 'disk_full' | 'disk_error' {
  if (!(cause instanceof Fault)) throw cause
  return isDiskFull(sqlStateOf(cause.cause)) ? 'disk_full' : 'disk_error'
}

/** Lists and finds screenshots for the operator, who does not know the ids. Rejects with `database_unavailable`. */
export function createScreenshotList(
  options: Pick<EvidenceOptions, 'database' | 'clock' | 'log' | 'bucket'>,
): ScreenshotList {
  return {
    ...screenshotListOf(options.database),
    find: (idSha256) => findScreenshot(options, idSha256),
  }
}

/** Lists the stored screenshots, the latest first, and adds them up. */
export function screenshotListOf(
  database: Pick<PostgresDatabase, 'read'>,
): Pick<ScreenshotList, 'list' | 'totals'> {
  return {
    list: async (limit) => listedRows.parse(await database.read(LIST, { limit })),
    totals: async () => {
      const { count, bytes } = await evidenceTotals(database)
      return { count, bytes }
    },
  }
}

async function findScreenshot(
  options: Pick<EvidenceOptions, 'database' | 'clock' | 'log' | 'bucket'>,
  idSha256: string,
): Promise<FoundScreenshot | null> {
  const { database, log } = options
  const [found] = await database.read(FIND, { idSha256 })
  if (found === undefined) return null
  const row = foundRow.parse(found)
  const { bytes: size, sha256, jobId, expiresAt, isObject } = row
  return {
    size,
    mediaType: 'image/png',
    sha256,
    expiresAt,
    open: async () => {
      if (isObject) return openObject(row, options)
      const [integrity] = await database.read(IS_WHOLE, { idSha256 })
      if (integrity === undefined) return null
      if (wholeRow.parse(integrity).whole) return streamOf(database, idSha256, size)
      log.warn('screenshot_damaged', { job_id: jobId, missing: false })
      return null
    },
  }
}

/**
 * Reads the whole object into memory, since damaged content must be a 404 and not half a screenshot. At most 32
 * readers do so at a time (`http/evidence-slots.ts`).
 */
async function openObject(
  row: z.infer<typeof foundRow>,
  { clock, log, bucket }: Pick<EvidenceOptions, 'clock' | 'log' | 'bucket'>,
): ReturnType<FoundScreenshot['open']> {
  const { jobId, bytes, sha256, expiresAt } = row
  const content = (await bucket?.get(row, bytes)) ?? null
  const isWhole = content !== null && sha256Hex(content) === sha256
  if (!isWhole) log.warn('screenshot_damaged', { job_id: jobId, missing: content === null })
  return isWhole && clock.now() < expiresAt ? streamOfFile(contentFile(content), bytes) : null
}

/** Bytes per query: the memory that one slow reader takes, besides the buffers of its socket. */
const PIECE_BYTES = 256 * 1024

/**
 * Reads the content as the reader of the stream consumes it. Each piece is one query, so that a slow reader holds no
 * connection.
 */
function streamOf(
  database: PostgresDatabase,
  idSha256: string,
  size: number,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let offset = 0
  return new ReadableStream(
    {
      pull: async (controller) => {
        // `substr` counts from 1. The content is also read after its expiry, if the reader began before that.
        const columns = { idSha256, from: offset + 1, length: PIECE_BYTES }
        const [found] = await database.read(PIECE, columns)
        const piece = found === undefined ? new Uint8Array() : pieceRow.parse(found).piece
        offset += piece.length
        if (piece.length > 0) controller.enqueue(Uint8Array.from(piece))
        if (piece.length > 0 && offset < size) return
        // Content that has become shorter in the meantime must not appear complete.
        if (offset < size) {
          controller.error(new Fault('evidence_file_short', 'A screenshot ended early.'))
        } else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
