import { join } from 'node:path'
import { z } from 'zod'
import { sha256Hex } from '#runtime/encoding.ts'
import type { Connection } from '#store/sqlite/connection.ts'
import { EVIDENCE_FOLDER, evidenceFolder } from './folder.ts'

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
  readonly content: Uint8Array
}

/** All complete ones of a data folder, one by one, for a copy; without those whose file is missing or altered. */
export async function* storedEvidence(
  database: Connection,
  dataDir: string,
): AsyncGenerator<StoredEvidence> {
  const folder = evidenceFolder(join(dataDir, EVIDENCE_FOLDER))
  const rows = database
    .prepare<[]>(`
      SELECT id_sha256 AS idSha256, media_type AS mediaType, job_id AS jobId, payer, bytes, sha256,
        created_at AS createdAt, expires_at AS expiresAt, body
      FROM screenshots LEFT JOIN report_copies USING (id_sha256) WHERE stored = 1`)
    .all()
  for (const { body, bytes, ...row } of shape.parse(rows)) {
    const content =
      body === null ? await readFile(folder, row.idSha256, bytes) : new TextEncoder().encode(body)
    if (content !== null && sha256Hex(content) === row.sha256) yield { ...row, content }
  }
}

async function readFile(
  folder: ReturnType<typeof evidenceFolder>,
  name: string,
  bytes: number,
): Promise<Uint8Array | null> {
  await using file = await folder.open(name, bytes)
  return file === null ? null : new Uint8Array(await file.readFile())
}

const shape = z.array(
  z.object({
    idSha256: z.string(),
    mediaType: z.string(),
    jobId: z.string(),
    payer: z.string().nullable(),
    bytes: z.number(),
    sha256: z.string(),
    createdAt: z.number(),
    expiresAt: z.number(),
    body: z.string().nullable(),
  }),
)
