import { type Clock, type Rounds, repeatedly } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { Bucket } from './bucket.ts'

/** Milliseconds between two rounds. A screenshot expires minutes before its 24 hours (`store/screenshots/open-screenshots.ts`). */
const POLL_INTERVAL_MS = 30_000

/**
 * Deletes expired objects at once, and then periodically until it is closed. Every service on the bucket does this.
 * It only frees space: the rows of the database decide which screenshots can be read.
 */
export function openBucketJanitor(options: {
  readonly bucket: Bucket
  readonly clock: Clock
  readonly log: Log
}): Rounds {
  const { bucket, clock, log } = options
  const closing = new AbortController()
  const deleteExpired = async () => {
    try {
      const expired = await bucket.removeExpired(clock.now(), closing.signal)
      if (expired > 0) log.debug('evidence_freed', { expired })
    } catch (error) {
      log.error('janitor_failed', { error })
    }
  }
  const rounds = repeatedly(clock, POLL_INTERVAL_MS, deleteExpired)
  rounds.runNow()
  return {
    runNow: rounds.runNow,
    // A round may have a hundred thousand objects to delete, which the next start does too.
    close: () => {
      closing.abort()
      return rounds.close()
    },
  }
}
