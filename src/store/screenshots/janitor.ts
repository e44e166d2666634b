import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import { freeExpired, sweep } from './delete-expired.ts'
import type { EvidenceFolder } from './folder.ts'
import type { ScreenshotRows } from './rows.ts'

export interface JanitorOptions {
  readonly rows: ScreenshotRows
  readonly folder: EvidenceFolder
  readonly clock: Clock
  readonly log: Log
}

export interface Janitor {
  /** Resolves when the janitor no longer touches the disk. */
  close(): Promise<void>
}

// Expired screenshots are already unreadable; this is how long they may occupy the disk.
const MIN_WAIT_MS = 1_000
// A screenshot saved by another process may expire first, and the clock may be set.
const MAX_WAIT_MS = 60_000
// Only a crash leaves files to sweep, and the start sweeps too.
const SWEEP_INTERVAL_MS = 10 * 60_000

/**
 * Deletes expired screenshots and the leftovers of crashes, at once and then periodically until it is closed. It only
 * frees disk space: a screenshot that is not yet deleted cannot be read after its expiry.
 */
export function openJanitor({ rows, folder, clock, log }: JanitorOptions): Janitor {
  let isClosed = false
  let cancel = () => {}
  let sweptAt: number | null = null
  const onDeleteFailed = (error: unknown) => log.warn('evidence_file_left', { error })
  const context = { rows, folder, onDeleteFailed }

  const cleanUp = async (): Promise<number> => {
    const expired = await freeExpired(context, clock.now())
    if (expired > 0) log.debug('evidence_freed', { expired })
    const at = clock.monotonicMs()
    if (!isClosed && (sweptAt === null || at - sweptAt >= SWEEP_INTERVAL_MS)) {
      // Restores a folder that was removed by hand; a link in its place is logged as an error.
      folder.make()
      const swept = await sweep(context)
      sweptAt = at
      if (swept.files + swept.rows > 0) log.warn('evidence_swept', { ...swept })
    }
    const next = rows.nextExpiry()
    return next === null ? MAX_WAIT_MS : next - clock.now()
  }
  const cleanRepeatedly = async (): Promise<void> => {
    let waitMs = MAX_WAIT_MS
    try {
      waitMs = await cleanUp()
    } catch (error) {
      // A full or locked disk: the next run tries again.
      log.error('janitor_failed', { error })
    }
    if (isClosed) return
    cancel = clock.after(Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, waitMs)), () => {
      cleaning = cleanRepeatedly()
    })
  }
  let cleaning = cleanRepeatedly()
  return {
    close: async () => {
      isClosed = true
      cancel()
      await cleaning
    },
  }
}
