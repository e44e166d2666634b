import { z } from 'zod'
import { type Clock, rereadAfter } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { Bucket } from '#store/bucket/bucket.ts'
import type { PostgresDatabase, Transaction } from '#store/postgres/connection.ts'
import { NOW_MS } from '#store/postgres/schema.ts'
import { statement } from '#store/postgres/statement.ts'
import { CLOCK_TOLERANCE_MS } from '#store/screenshots/rows.ts'
import { LEVELLED_BYTES, MAX_PAYER_SHARE } from '#store/screenshots/space.ts'

/**
 * Lock 'urle', which one node at a time takes to make room or to change partitions. Released at the end of the
 * transaction.
 */
export const EVIDENCE_LOCK = statement(
  'evidence_lock',
  `SELECT pg_advisory_xact_lock(${0x75726c65})`,
)

/** Whether the clock of the database was set back since evidence was stored (`wasSetBack` of SQLite). */
const WAS_SET_BACK = `(SELECT latest_at FROM evidence_clock) > ${NOW_MS} + ${CLOCK_TOLERANCE_MS}`

/** Whether a row can be read now. */
export const IS_UNEXPIRED = `expires_at > ${NOW_MS} AND NOT ${WAS_SET_BACK}`

/** `isObject`: the content is in the bucket of `evidence_url`. */
export const OBJECT_COLUMNS = `id_sha256 AS "idSha256", expires_at AS "expiresAt",
      length(content) < bytes AS "isObject"`

const TOTALS = statement(
  'evidence_totals',
  `SELECT coalesce(sum(screenshots), 0)::bigint AS count, coalesce(sum(bytes), 0)::bigint AS bytes,
      coalesce(sum(bytes) FILTER (WHERE payer <> ''), 0)::bigint AS "paidBytes",
      coalesce(max(bytes) FILTER (WHERE payer <> ''), 0)::bigint AS "heaviestBytes"
    FROM evidence_shares`,
)
const BYTES_OF = statement(
  'evidence_bytes_of',
  'SELECT coalesce(sum(bytes), 0)::bigint AS bytes FROM evidence_shares WHERE payer = :payer::text',
)
const HEAVIEST = statement(
  'evidence_heaviest',
  `SELECT payer FROM evidence_shares WHERE payer <> '' AND bytes > 0
    ORDER BY bytes DESC, payer DESC LIMIT 1`,
)
// Deletes the oldest rows until `bytes` are free. `before`: the bytes that the older rows free.
const FREE = statement(
  'evidence_free',
  `DELETE FROM evidence USING (
      SELECT id_sha256 AS id, expires_at AS at, sum(bytes) OVER older - bytes AS before
      FROM evidence WHERE payer = :payer::text AND id_sha256 <> :besides::text
      WINDOW older AS (ORDER BY created_at, id_sha256)
    ) AS oldest
    WHERE id_sha256 = id AND expires_at = at AND before < :bytes::bigint
    RETURNING bytes, ${OBJECT_COLUMNS}`,
)

export const objectRow = z.object({
  idSha256: z.string(),
  expiresAt: z.number(),
  isObject: z.boolean(),
})
export type ObjectRow = z.infer<typeof objectRow>

const totalsRow = z.tuple([
  z.object({
    count: z.number(),
    bytes: z.number(),
    paidBytes: z.number(),
    heaviestBytes: z.number(),
  }),
])
export type EvidenceTotals = z.infer<typeof totalsRow>[0]

const bytesRow = z.tuple([z.object({ bytes: z.number() })])
const freedRows = z.array(objectRow.extend({ bytes: z.number() }))
const payerRow = z.object({ payer: z.string() })

/** Totals of all nodes, without the evidence that expired before the current hour. */
export async function evidenceTotals(
  database: Pick<PostgresDatabase, 'read'>,
): Promise<EvidenceTotals> {
  const [totals] = totalsRow.parse(await database.read(TOTALS))
  return totals
}

/**
 * Part of a share that is freed in addition, so that a payer with a full share does not need room for each of its
 * next calls.
 */
const EXTRA_FREED_SHARE = 0.05

/**
 * Deletes evidence until `bytes` fit into the quota, as in SQLite (`store/screenshots/space.ts`): first the part of
 * the payer's evidence that exceeds its share, then evidence of the payers who store most, in each case the oldest
 * first. `besides`: a row of this transaction, whose bytes are already counted. `freed` receives the deleted rows.
 * Returns null, or `quota` if there is no room. The caller holds `EVIDENCE_LOCK`.
 */
export async function makeRoom(
  run: Transaction['run'],
  request: {
    readonly payer: string | null
    readonly bytes: number
    readonly besides: string
    readonly quotaBytes: number
    readonly freed: ObjectRow[]
  },
): Promise<'quota' | null> {
  const { payer, bytes, besides, quotaBytes, freed } = request
  const free = async (from: string, targetBytes: number) => {
    const { rows } = await run(FREE, { payer: from, bytes: targetBytes, besides })
    const deleted = freedRows.parse(rows)
    freed.push(...deleted)
    return deleted.reduce((sum, row) => sum + row.bytes, 0)
  }
  if (payer !== null) {
    const share = Math.max(0, Math.floor(quotaBytes * MAX_PAYER_SHARE))
    const [{ bytes: usedBytes }] = bytesRow.parse((await run(BYTES_OF, { payer })).rows)
    const excess = usedBytes + bytes - share
    if (excess > 0) await free(payer, excess + Math.floor(share * EXTRA_FREED_SHARE))
  }
  for (;;) {
    const [totals] = totalsRow.parse((await run(TOTALS)).rows)
    const missing = totals.bytes + bytes - quotaBytes
    if (missing <= 0) return null
    const [heaviest] = (await run(HEAVIEST)).rows
    if (heaviest === undefined) return 'quota'
    const { payer: from } = payerRow.parse(heaviest)
    if ((await free(from, Math.min(missing, LEVELLED_BYTES))) === 0) return 'quota'
  }
}

/**
 * Deletes the objects of deleted rows, after their transaction. An object that cannot be deleted is removed when it
 * expires.
 */
export async function removeObjects(
  rows: readonly ObjectRow[],
  { bucket, log }: { readonly bucket: Bucket | null; readonly log: Log },
): Promise<void> {
  const errors = await bucket?.removeAll(rows.filter(({ isObject }) => isObject))
  for (const error of errors ?? []) log.warn('evidence_file_left', { error })
}

/** Milliseconds. Every sale needs the totals, and all nodes together change them little in this time. */
const TOTALS_CACHE_MS = 1_000

/** Totals that are at most a second old. */
export function cachedTotals(
  database: PostgresDatabase,
  clock: Clock,
): () => Promise<EvidenceTotals> {
  return rereadAfter(clock, TOTALS_CACHE_MS, () => evidenceTotals(database))
}
