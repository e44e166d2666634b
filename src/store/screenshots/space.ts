import type { Log } from '#runtime/log.ts'
import { type FreeingContext, freeOldestOf } from './delete-expired.ts'
import type { EvidenceFolder } from './folder.ts'
import type { ScreenshotRow, ScreenshotRows } from './rows.ts'

export interface SpaceOptions {
  readonly rows: ScreenshotRows
  readonly folder: EvidenceFolder
  readonly log: Log
  /** Limits from the live settings. */
  readonly limits: () => ScreenshotLimits
}

export interface ScreenshotLimits {
  /** Total size of all screenshots and copies of reports. */
  readonly quotaBytes: number
  /** Space that must remain free on the disk, which the ledger shares. */
  readonly minFreeBytes: number
  /** Lifetime of a screenshot, milliseconds. */
  readonly ttlMs: number
}

/** Bytes for all screenshots and copies, and the limit that determines them. */
interface Capacity {
  readonly bytes: number
  readonly reason: 'quota' | 'disk_full'
}

/** Share of the space that the screenshots and copies of one payer may take. */
export const SHARE_OF_PAYER = 0.2
/** Most bytes that are freed at a time from the payer who stores most; afterwards another payer may store most. */
export const LEVELLED_BYTES = 1024 * 1024
/** Attempts to reserve space that concurrent saves may take from each other. */
const MOST_ATTEMPTS = 10

/** The quota, or less if the disk has less. */
export async function capacityOf({ rows, folder, limits }: SpaceOptions): Promise<Capacity> {
  const { minFreeBytes, quotaBytes } = limits()
  const onDisk = rows.totals().bytes + (await folder.freeBytes()) - minFreeBytes
  return onDisk < quotaBytes
    ? { bytes: onDisk, reason: 'disk_full' }
    : { bytes: quotaBytes, reason: 'quota' }
}

/**
 * Writes the row of a screenshot, which reserves its space; deletes others if necessary. Returns null, or the reason
 * why there is no space.
 */
export async function reserveSpace(
  options: SpaceOptions,
  row: ScreenshotRow,
): Promise<Capacity['reason'] | null> {
  const { rows, log } = options
  const onLeft = (error: unknown) => log.warn('evidence_file_left', { error })
  for (let attempt = 1; ; attempt += 1) {
    const { bytes: capacityBytes, reason } = await capacityOf(options)
    if (row.bytes > capacityBytes) return reason
    await makeRoom({ ...options, onLeft }, row, capacityBytes)
    if (rows.reserve(row, capacityBytes)) return null
    // Concurrent saves took the freed space.
    if (attempt === MOST_ATTEMPTS) return reason
  }
}

/**
 * Makes room for the copy of a report within a capacity; false if there is not enough. Its row is written with the
 * settlement, so concurrent calls may exceed the quota by one copy each.
 */
export async function roomForCopy(
  options: SpaceOptions,
  copy: { readonly jobId: string; readonly bytes: number },
  capacityBytes: number,
): Promise<boolean> {
  const { rows, log } = options
  if (copy.bytes > capacityBytes) return false
  const onLeft = (error: unknown) => log.warn('evidence_file_left', { error })
  await makeRoom({ ...options, onLeft }, copy, capacityBytes)
  return rows.totals().bytes + copy.bytes <= capacityBytes
}

/**
 * Deletes evidence to make room for a screenshot or copy (design.md row 32): first the part of its payer's evidence
 * beyond a fifth of all space, then evidence of the payers who store most, in each case the oldest first. So one
 * payer cannot stop sales of the browser tools to others.
 */
async function makeRoom(
  freeing: FreeingContext,
  { jobId, bytes }: Pick<ScreenshotRow, 'jobId' | 'bytes'>,
  capacityBytes: number,
): Promise<void> {
  const { rows } = freeing
  const payer = rows.payerOf(jobId)
  if (payer !== null) {
    const share = Math.max(0, Math.floor(capacityBytes * SHARE_OF_PAYER) - bytes)
    await freeOldestOf(freeing, payer, rows.bytesOf(payer) - share)
  }
  for (;;) {
    const heaviest = rows.heaviestPayer()
    const missing = rows.totals().bytes + bytes - capacityBytes
    if (missing <= 0 || heaviest === null) return
    const freed = await freeOldestOf(freeing, heaviest, Math.min(missing, LEVELLED_BYTES))
    if (freed === 0) return
  }
}
