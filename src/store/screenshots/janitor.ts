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
  /** Resolves when nothing of it touches the disk any more. */
  close(): Promise<void>
}

// Expired pictures are unreadable already; this is how long they may take up the disk.
const LEAST_WAIT_MS = 1_000
// What another process saved meanwhile may expire before what we know of; and a clock may be set.
const MOST_WAIT_MS = 60_000
// Only a crash leaves anything for it, and the start sweeps too.
const SWEEP_EVERY_MS = 10 * 60_000

/**
 * Frees expired pictures and what crashes left: at once, and for as long as it is open. It only frees the disk: nothing
 * that it has not come round to can be read.
 */
export function openJanitor({ rows, folder, clock, log }: JanitorOptions): Janitor {
  let isClosed = false
  let cancel = () => {}
  let sweptAt: number | null = null
  const onLeft = (error: unknown) => log.warn('evidence_file_left', { error })
  const context = { rows, folder, onLeft }

  const look = async (): Promise<number> => {
    const expired = await freeExpired(context, clock.now())
    if (expired > 0) log.debug('evidence_freed', { expired })
    const at = clock.monotonicMs()
    if (!isClosed && (sweptAt === null || at - sweptAt >= SWEEP_EVERY_MS)) {
      // Whoever removed it by hand gets it back; whoever put a link there gets an error in the log.
      folder.make()
      const swept = await sweep(context)
      sweptAt = at
      if (swept.files + swept.rows > 0) log.warn('evidence_swept', { ...swept })
    }
    const next = rows.nextExpiry()
    return next === null ? MOST_WAIT_MS : next - clock.now()
  }
  const lookForever = async (): Promise<void> => {
    let waitMs = MOST_WAIT_MS
    try {
      waitMs = await look()
    } catch (error) {
      // A full or locked disk: the next look tries again.
      log.error('janitor_failed', { error })
    }
    if (isClosed) return
    cancel = clock.after(Math.min(MOST_WAIT_MS, Math.max(LEAST_WAIT_MS, waitMs)), () => {
      looking = lookForever()
    })
  }
  let looking = lookForever()
  return {
    close: async () => {
      isClosed = true
      cancel()
      await looking
    },
  }
}
