import { join } from 'node:path'
import type { ReportStore, ScreenshotStore } from '#evidence/stores.ts'
import type { ScreenshotList } from '#operator/operator-store.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { Random } from '#runtime/random.ts'
import type { Settings } from '#settings/settings.ts'
import type { Bucket } from '#store/bucket/bucket.ts'
import { bucketFolder } from './bucket-folder.ts'
import { EVIDENCE_FOLDER, type EvidenceFolder, evidenceFolder } from './folder.ts'
import { openJanitor } from './janitor.ts'
import { findUnexpired, listScreenshots } from './listing.ts'
import { createReportStore } from './report-copies.ts'
import { CLOCK_TOLERANCE_MS, type ScreenshotRows } from './rows.ts'
import { createScreenshotStore } from './screenshots.ts'
import type { ScreenshotLimits } from './space.ts'

export interface Screenshots {
  readonly screenshots: ScreenshotStore
  readonly reports: ReportStore
  /** For the operator, who does not know the ids. */
  readonly screenshotList: ScreenshotList
  close(): Promise<void>
}

const BYTES_PER_MB = 1_048_576

/**
 * Milliseconds from capture to storage, at most: the lifetime counts from storage, the promised 24 hours from
 * capture.
 */
const KEPT_WITHIN_MS = 30_000
/**
 * Milliseconds by which the longest lifetime is shorter than 24 hours: a clock that was set back by less than this is not
 * noticed for certain. It includes the wait of the janitor, which records the time each minute.
 */
const CLOCK_MARGIN_MS = CLOCK_TOLERANCE_MS + 60_000 + KEPT_WITHIN_MS
const DAY_MS = 24 * 3_600_000

/** The limits that the `[evidence]` settings define. */
export function screenshotLimits(evidence: Settings['evidence']): ScreenshotLimits {
  const { quotaMb, minFreeMb, ttlHours } = evidence
  return {
    quotaBytes: quotaMb * BYTES_PER_MB,
    minFreeBytes: minFreeMb * BYTES_PER_MB,
    ttlMs: Math.min(ttlHours * 3_600_000 - KEPT_WITHIN_MS, DAY_MS - CLOCK_MARGIN_MS),
  }
}

/** The folder or bucket that holds the files of these rows. */
export function evidenceFolderFor(
  rows: ScreenshotRows,
  { dataDir, bucket }: { readonly dataDir: string; readonly bucket: Bucket | null },
): EvidenceFolder {
  const local = evidenceFolder(join(dataDir, EVIDENCE_FOLDER))
  return bucket === null ? local : bucketFolder(local, { bucket, rows })
}

/** Opens the screenshots of the data folder, and starts their janitor. */
export function openScreenshots(options: {
  readonly rows: ScreenshotRows
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly dataDir: string
  /** The bucket of `evidence_url`; if null, the files are in the data folder. */
  readonly bucket: Bucket | null
  /** The live `[evidence]` settings. */
  readonly evidence: () => Settings['evidence']
}): Screenshots {
  const { rows, clock, random, log, dataDir, bucket } = options
  const folder = evidenceFolderFor(rows, { dataDir, bucket })
  folder.make()
  const janitor = openJanitor({ rows, folder, clock, log })
  const limits = () => screenshotLimits(options.evidence())
  const parts = { rows, folder, clock, random, log, limits }
  const screenshots = createScreenshotStore(parts)
  const reports = createReportStore(parts)
  return {
    screenshots,
    reports,
    screenshotList: {
      list: async (limit) => listScreenshots(rows, limit, clock.now()),
      totals: async () => rows.totals(),
      find: async (idSha256) => findUnexpired(parts, idSha256),
    },
    close: () => janitor.close(),
  }
}
