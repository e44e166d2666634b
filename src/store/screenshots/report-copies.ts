import type { ReportStore } from '#evidence/stores.ts'
import { rereadAfter } from '#runtime/clock.ts'
import { base64Url, sha256Hex } from '#runtime/encoding.ts'
import { type SealSecret, sealText, unseal } from '#runtime/sealed-text.ts'
import { isUnexpired } from './rows.ts'
import { ID_BYTES, type ScreenshotStoreOptions } from './screenshots.ts'
import { diskCapacityOf, makeRoomForCopy, type ScreenshotLimits } from './space.ts'

/** Milliseconds. Every sale needs the capacity of the disk, which changes slowly. */
const CAPACITY_CACHE_MS = 1_000

/** The copies of reports in SQLite. */
export function createReportStore(options: ScreenshotStoreOptions): ReportStore {
  const { rows, clock } = options
  const diskCapacity = rereadAfter(clock, CAPACITY_CACHE_MS, async () => diskCapacityOf(options))
  return sealedReports(
    {
      hasRoom: async (jobId, bytes) =>
        makeRoomForCopy(options, { jobId, bytes }, await diskCapacity()),
      find: async (idSha256) => {
        const row = rows.findCopy(idSha256)
        return row !== null && isUnexpired(row, rows.latestTime(), clock.now()) ? row : null
      },
    },
    options,
  )
}

/** Storage of sealed copies. The ledger writes each copy together with its settlement. */
export interface SealedCopies {
  /** Whether a copy of this size can be stored; makes room for it. */
  hasRoom(jobId: string, bytes: number): Promise<boolean>
  /** Finds a copy; null if it is unknown or has expired. */
  find(idSha256: string): Promise<{
    readonly body: string
    readonly jobId: string
    readonly expiresAt: number
  } | null>
}

/**
 * The copies of reports behind `report_url`. A report contains its id and that of its screenshot, of which only
 * hashes may be in the data folder, so each copy is sealed with its id as the secret.
 */
export function sealedReports(
  copies: SealedCopies,
  {
    clock,
    random,
    log,
    limits,
  }: Pick<ScreenshotStoreOptions, 'clock' | 'random' | 'log'> & {
    readonly limits: () => Pick<ScreenshotLimits, 'ttlMs'>
  },
): ReportStore {
  return {
    newLink: async (jobId, bytes) => {
      try {
        // Sealing writes three bytes as four characters.
        if (!(await copies.hasRoom(jobId, Math.ceil(bytes * 1.4)))) return null
      } catch (error) {
        log.error('report_copy_refused', { job_id: jobId, error })
        return null
      }
      const id = base64Url(random.bytes(ID_BYTES))
      const expiresAt = clock.now() + limits().ttlMs
      return {
        id,
        seal: (report) => {
          const body = sealText(report, sealSecretOf(id), random)
          return { idSha256: sha256Hex(id), body, sha256: sha256Hex(body), expiresAt }
        },
      }
    },
    find: async (id) => {
      // The id is hashed before any other check, so that a malformed id is treated as an unknown one.
      const copy = await copies.find(sha256Hex(id))
      if (copy === null) return null
      const text = unseal(copy.body, sealSecretOf(id))
      if (text === null) log.warn('report_copy_damaged', { job_id: copy.jobId })
      return text === null ? null : { text, expiresAt: copy.expiresAt }
    },
  }
}

/** The id is random, so it needs no salt. */
function sealSecretOf(id: string): SealSecret {
  return { secret: id, salt: new Uint8Array(), purpose: 'urlwitness report behind report_url' }
}
