import { join } from 'node:path'
import type { ScreenshotStore } from '#evidence/screenshot-store.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { Random } from '#runtime/random.ts'
import type { Settings } from '#settings/settings.ts'
import { EVIDENCE_FOLDER, evidenceFolder } from './folder.ts'
import { openJanitor } from './janitor.ts'
import type { GalleryParts } from './listing.ts'
import type { ScreenshotRows } from './rows.ts'
import { createScreenshotStore } from './screenshots.ts'

export interface Screenshots {
  readonly screenshots: ScreenshotStore
  /** For the operator, who knows no ids. */
  readonly gallery: GalleryParts
  close(): void
}

const BYTES_PER_MB = 1_048_576

/** From the picture to its place on the disk: it lives from the one, and the promise counts from the other. */
const KEPT_WITHIN_MS = 30_000

/** The pictures of this data folder and their janitor. `live`: the settings as they are at each look. */
export function openScreenshots(options: {
  readonly rows: ScreenshotRows
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly live: { readonly settings: Settings }
}): Screenshots {
  const { rows, live } = options
  const folder = evidenceFolder(join(live.settings.dataDir, EVIDENCE_FOLDER))
  folder.make()
  const janitor = openJanitor({ ...options, folder })
  const screenshots = createScreenshotStore({
    ...options,
    folder,
    get quotaBytes() {
      return live.settings.evidence.quotaMb * BYTES_PER_MB
    },
    get minFreeBytes() {
      return live.settings.evidence.minFreeMb * BYTES_PER_MB
    },
    get ttlMs() {
      return live.settings.evidence.ttlHours * 3_600_000 - KEPT_WITHIN_MS
    },
  })
  return { screenshots, gallery: { ...options, rows, folder }, close: () => janitor.close() }
}
