import type { FoundScreenshot } from '#evidence/screenshot-store.ts'
import type { Clock } from '#runtime/clock.ts'
import { sha256Hex } from '#runtime/encoding.ts'
import type { Log } from '#runtime/log.ts'
import type { EvidenceFolder } from './folder.ts'
import { isAlive, type ScreenshotRow, type ScreenshotRows } from './rows.ts'

export interface GalleryParts {
  readonly rows: Pick<ScreenshotRows, 'find' | 'list'>
  readonly folder: Pick<EvidenceFolder, 'read'>
  readonly clock: Clock
  readonly log: Log
}

/** Screenshots that have not expired, newest first. Their secret ids are known only to their buyers. */
export function listAlive({ rows, clock }: GalleryParts, limit: number): readonly ScreenshotRow[] {
  const now = clock.now()
  return rows.list(limit).filter((row) => isAlive(row, now))
}

/**
 * The screenshot whose id has this SHA-256; null if there is none or it has expired. The id is hashed before any
 * other check, so that a malformed id takes the path of an unknown one.
 */
export async function readAlive(
  { rows, folder, clock, log }: GalleryParts,
  idSha256: string,
): Promise<FoundScreenshot | null> {
  const row = rows.find(idSha256)
  if (row === null || !isAlive(row, clock.now())) return null
  const bytes = await folder.read(row.idSha256, row.bytes)
  if (bytes === null || sha256Hex(bytes) !== row.sha256) {
    log.warn('screenshot_damaged', { job_id: row.jobId, missing: bytes === null })
    return null
  }
  // Reading takes time on a slow disk.
  if (!isAlive(row, clock.now())) return null
  return { bytes, mediaType: 'image/png', sha256: row.sha256, expiresAt: row.expiresAt }
}
