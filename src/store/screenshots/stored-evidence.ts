import { join } from 'node:path'
import { z } from 'zod'
import { sha256Hex } from '#runtime/encoding.ts'
import type { Connection } from '#store/sqlite/connection.ts'
import { streamOf } from './content.ts'
import { EVIDENCE_FOLDER, evidenceFolder } from './folder.ts'
import { createScreenshotRows, wasSetBack } from './rows.ts'

/** A screenshot or a copy of a report, with its content. */
export interface StoredEvidence {
  readonly idSha256: string
  readonly mediaType: string
  readonly jobId: string
  readonly payer: string | null
  readonly sha256: string
  /** Epoch milliseconds. */
  readonly createdAt: number
  readonly expiresAt: number
  readonly bytes: number
  /** Empty for a screenshot that is in the bucket. */
  readonly content: Uint8Array
}

/**
 * Yields all complete screenshots and copies of a data folder, one by one, to be copied elsewhere, without those
 * whose file is missing or altered. Yields none if `wasSetBack`. `hasBucket`: a missing file is in the bucket.
 */
export async function* storedEvidence(
  database: Connection,
  {
    dataDir,
    hasBucket,
    now,
  }: { readonly dataDir: string; readonly hasBucket: boolean; readonly now: number },
): AsyncGenerator<StoredEvidence> {
  if (wasSetBack(createScreenshotRows(database).latestTime(), now)) return
  const folder = evidenceFolder(join(dataDir, EVIDENCE_FOLDER))
  const names = database.prepare<[]>('SELECT id_sha256 FROM screenshots WHERE stored = 1')
  const row = database.prepare<[string]>(`
    SELECT id_sha256 AS idSha256, media_type AS mediaType, job_id AS jobId, payer, bytes, sha256,
      created_at AS createdAt, expires_at AS expiresAt, body
    FROM screenshots LEFT JOIN report_copies USING (id_sha256) WHERE id_sha256 = ?`)
  // The copies of a day may be gigabytes, so each is read when it is its turn.
  for (const name of z.array(z.string()).parse(names.pluck().all())) {
    const { body, ...rest } = shape.parse(row.get(name))
    const content =
      body === null ? await readFile(folder, name, rest.bytes) : new TextEncoder().encode(body)
    if (content !== null && sha256Hex(content) === rest.sha256) yield { ...rest, content }
    if (content === null && hasBucket) yield { ...rest, content: new Uint8Array() }
  }
}

async function readFile(
  folder: ReturnType<typeof evidenceFolder>,
  name: string,
  bytes: number,
): Promise<Uint8Array | null> {
  const file = await folder.open(name, bytes)
  if (file === null) return null
  return new Uint8Array(await new Response(streamOf(file, bytes)).arrayBuffer())
}

const shape = z.object({
  idSha256: z.string(),
  mediaType: z.string(),
  jobId: z.string(),
  payer: z.string().nullable(),
  bytes: z.number(),
  sha256: z.string(),
  createdAt: z.number(),
  expiresAt: z.number(),
  body: z.string().nullable(),
})
