import type { FoundScreenshot } from '#evidence/stores.ts'
import type { ListedScreenshot } from '#operator/operator-store.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import { sha256OfFile, streamOf } from './content.ts'
import type { EvidenceFolder } from './folder.ts'
import { isUnexpired, type ScreenshotRow, type ScreenshotRows } from './rows.ts'

export interface ScreenshotParts {
  readonly rows: Pick<ScreenshotRows, 'find' | 'latestTime'>
  readonly folder: Pick<EvidenceFolder, 'open'>
  readonly clock: Clock
  readonly log: Log
}

/** Same as `ScreenshotList.list`. Throws errors of SQLite. */
export function listScreenshots(
  rows: Pick<ScreenshotRows, 'list' | 'latestTime'>,
  limit: number,
  now: number,
): readonly ListedScreenshot[] {
  const latestTime = rows.latestTime()
  return rows.list(limit).map((row) => ({ ...row, isExpired: !isUnexpired(row, latestTime, now) }))
}

/**
 * Finds the screenshot whose id has this SHA-256; null if it does not exist or has expired. The caller hashes the id
 * before any other check, so that a malformed id is treated as an unknown one.
 */
export function findUnexpired(parts: ScreenshotParts, idSha256: string): FoundScreenshot | null {
  const row = parts.rows.find(idSha256)
  if (row === null || !isUnexpired(row, parts.rows.latestTime(), parts.clock.now())) return null
  const { bytes: size, sha256, expiresAt } = row
  return { size, mediaType: 'image/png', sha256, expiresAt, open: () => openUnexpired(parts, row) }
}

async function openUnexpired(
  { rows, folder, clock, log }: ScreenshotParts,
  row: ScreenshotRow,
): ReturnType<FoundScreenshot['open']> {
  const file = await folder.open(row.idSha256, row.bytes)
  // The file is hashed before the first byte is sent, so that a damaged file is a 404 and not half a screenshot.
  const isIntact = file !== null && (await sha256OfFile(file)) === row.sha256
  if (!isIntact) log.warn('screenshot_damaged', { job_id: row.jobId, missing: file === null })
  // The screenshot may have expired while it was read from a slow disk.
  if (file !== null && isIntact && isUnexpired(row, rows.latestTime(), clock.now())) {
    return streamOf(file, row.bytes)
  }
  await file?.close()
  return null
}
