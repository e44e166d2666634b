import type { ReportStore } from '#evidence/report-store.ts'
import { base64Url, sha256Hex } from '#runtime/encoding.ts'
import { type SealSecret, sealText, unseal } from '#runtime/sealed-text.ts'
import { isAlive } from './rows.ts'
import { ID_BYTES, type ScreenshotStoreOptions } from './screenshots.ts'
import { capacityOf, roomForCopy } from './space.ts'

/** Every sale asks for it, and the free space of the disk changes slowly. */
const CAPACITY_KEPT_MS = 1_000

/**
 * The copies of reports behind `report_url`. A report contains the ids of its screenshot and of itself, and of those only
 * hashes may be in the data folder, so each copy is sealed with its own id.
 */
export function createReportStore(options: ScreenshotStoreOptions): ReportStore {
  const { rows, clock, random, log, limits } = options
  let seen: { readonly at: number; readonly bytes: Promise<number> } | null = null
  const capacity = () => {
    const at = clock.monotonicMs()
    if (seen === null || at - seen.at >= CAPACITY_KEPT_MS) {
      seen = { at, bytes: capacityOf(options).then(({ bytes }) => bytes) }
    }
    return seen.bytes
  }
  return {
    newLink: async (jobId, bytes) => {
      // Sealing writes three bytes as four characters.
      const copy = { jobId, bytes: Math.ceil(bytes * 1.4) }
      try {
        if (!(await roomForCopy(options, copy, await capacity()))) return null
      } catch (error) {
        log.error('report_copy_refused', { job_id: jobId, error })
        return null
      }
      const id = base64Url(random.bytes(ID_BYTES))
      const expiresAt = clock.now() + limits().ttlMs
      return {
        id,
        seal: (report) => {
          const body = sealText(report, secretOf(id), random)
          return { idSha256: sha256Hex(id), body, sha256: sha256Hex(body), expiresAt }
        },
      }
    },
    find: async (id) => {
      // Hashed before any other check: a malformed id takes the path of an unknown one.
      const row = rows.findCopy(sha256Hex(id))
      if (row === null || !isAlive(row, clock.now())) return null
      const text = unseal(row.body, secretOf(id))
      if (text === null) log.warn('report_copy_damaged', { job_id: row.jobId })
      return text === null ? null : { text, expiresAt: row.expiresAt }
    },
  }
}

/** The id is random, so that nothing has to be added to it. */
export function secretOf(id: string): SealSecret {
  return { secret: id, salt: new Uint8Array(), purpose: 'urlwitness report behind report_url' }
}
