import type { ScreenshotStore } from '#evidence/stores.ts'
import { codeOf, isDiskFull } from '#fault.ts'
import { type Clock, rereadAfter } from '#runtime/clock.ts'
import { base64Url, sha256Hex } from '#runtime/encoding.ts'
import type { Random } from '#runtime/random.ts'
import { findUnexpired } from './listing.ts'
import type { ScreenshotRow } from './rows.ts'
import { refusalFor, reserveSpace, type SpaceOptions } from './space.ts'

export interface ScreenshotStoreOptions extends SpaceOptions {
  readonly clock: Clock
  readonly random: Random
}

type Acceptance = Awaited<ReturnType<ScreenshotStore['accepts']>>
type Refusal = NonNullable<Acceptance['reason']>

// 256 bits, so that an id cannot be guessed.
export const ID_BYTES = 32
// Milliseconds. The room is checked before each payment, and unpaid requests must not multiply disk access.
export const ACCEPTANCE_CACHE_MS = 1_000
// Bytes. The room must still suffice after the payment: six jobs run at a time, about 2.5 MiB each.
export const SPARE_BYTES = 16 * 1024 * 1024

/**
 * Screenshots as files with rows in SQLite, for any number of processes on one data folder. After a crash at any
 * step of `save` the janitor deletes the leftovers, and the id was never disclosed. A screenshot becomes unreadable
 * at the millisecond of its expiry.
 */
export function createScreenshotStore(options: ScreenshotStoreOptions): ScreenshotStore {
  const { rows, folder, clock, random, log, limits } = options
  const acceptanceFor = async (bytes: number): Promise<Acceptance> => {
    try {
      await folder.check()
      const reason = await refusalFor(options, bytes)
      return reason === null ? accepted : refused(reason)
    } catch (error) {
      log.error('evidence_store_failed', { error })
      return refused(refusalOf(error))
    }
  }
  const write = async (row: ScreenshotRow, png: Uint8Array): Promise<Refusal | null> => {
    try {
      const refusal = await reserveSpace(options, row)
      if (refusal !== null) return refusal
      await folder.write(row.idSha256, png)
      await folder.publish(row.idSha256)
      if (rows.keep(row.idSha256)) return null
      log.warn('screenshot_taken_away', { job_id: row.jobId })
      await discard(row)
      return 'disk_error'
    } catch (error) {
      log.error('screenshot_not_kept', { job_id: row.jobId, error })
      await discard(row)
      return refusalOf(error)
    }
  }
  const discard = async ({ idSha256 }: ScreenshotRow): Promise<void> => {
    try {
      await folder.remove(idSha256)
      rows.drop([idSha256])
    } catch (error) {
      // The janitor deletes the remainder.
      log.warn('screenshot_left_over', { error })
    }
  }

  return {
    accepts: rereadAfter(clock, ACCEPTANCE_CACHE_MS, () => acceptanceFor(SPARE_BYTES)),
    save: async (png, jobId) => {
      const id = base64Url(random.bytes(ID_BYTES))
      const now = clock.now()
      const row: ScreenshotRow = {
        idSha256: sha256Hex(id),
        jobId,
        bytes: png.length,
        sha256: sha256Hex(png),
        createdAt: now,
        expiresAt: now + limits().ttlMs,
      }
      const reason = await write(row, png)
      return reason === null
        ? { status: 'kept', id, expiresAt: row.expiresAt }
        : { status: 'refused', reason }
    },
    // The id is hashed before any other check, so that a malformed id is treated as an unknown one.
    find: async (id) => findUnexpired({ rows, folder, clock, log }, sha256Hex(id)),
  }
}

const accepted: Acceptance = { ok: true, reason: null }

function refused(reason: Refusal): Acceptance {
  return { ok: false, reason }
}

/**
 * The reason for a refusal after a disk error. An error without a system code is a bug in this program, and is thrown
 * again.
 */
function refusalOf(cause: unknown): Refusal {
  const code = codeOf(cause)
  if (code === null) throw cause
  return isDiskFull(code) ? 'disk_full' : 'disk_error'
}
