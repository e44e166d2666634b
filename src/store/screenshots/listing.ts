import type { FoundScreenshot } from '#evidence/screenshot-store.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import { sha256Hex } from '#runtime/sha256.ts'
import type { EvidenceFolder } from './folder.ts'
import { isAlive, type ScreenshotRow, type ScreenshotRows } from './rows.ts'

export interface GalleryParts {
  readonly rows: Pick<ScreenshotRows, 'find' | 'list'>
  readonly folder: Pick<EvidenceFolder, 'read'>
  readonly clock: Clock
  readonly log: Log
}

/** Pictures that live now, the latest first. They have no secret ids: nobody knows them but who was told. */
export function listAlive({ rows, clock }: GalleryParts, limit: number): readonly ScreenshotRow[] {
  const now = clock.now()
  return rows.list(limit).filter((row) => isAlive(row, now))
}

/**
 * The picture whose id has this SHA-256; null when there is none that lives. Hashed before anything else, whatever an id
 * looks like: a malformed one takes the path of an unknown one.
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
  // Reading takes a moment on a slow disk.
  if (!isAlive(row, clock.now())) return null
  return { bytes, mediaType: 'image/png', sha256: row.sha256, expiresAt: row.expiresAt }
}
