import type { Log } from '#runtime/log.ts'
import { type DeletionContext, freeBytes } from './delete-expired.ts'
import type { EvidenceFolder } from './folder.ts'
import type { EvidenceKinds, ScreenshotRow, ScreenshotRows } from './rows.ts'

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

/** Share of the quota that the screenshots and copies of one payer may take. */
export const MAX_PAYER_SHARE = 0.2
/** Most bytes that are freed at a time from the payers who store most; afterwards others may store most. */
export const LEVELLED_BYTES = 1024 * 1024
/** Attempts to reserve space that concurrent saves may take from each other. */
const MAX_ATTEMPTS = 10

type Refusal = 'quota' | 'disk_full'

/**
 * Returns null if a screenshot of this size could be stored, in place of others if necessary, or the reason why not.
 */
export async function refusalFor(options: SpaceOptions, bytes: number): Promise<Refusal | null> {
  const { rows, folder, limits } = options
  const unpaid = rows.totals().bytes - rows.paidBytes()
  if (unpaid + bytes > limits().quotaBytes) return 'quota'
  const missing = bytesOnDisk(folder, bytes) - (await spareBytes(options))
  return canFree(rows, missing, kindsForScreenshot(folder)) ? null : 'disk_full'
}

/**
 * Writes the row of a screenshot, which reserves its space; deletes others if necessary. Returns null, or the reason
 * why there is no space.
 */
export async function reserveSpace(
  options: SpaceOptions,
  row: ScreenshotRow,
): Promise<Refusal | null> {
  const { rows, folder, limits } = options
  const context = deletionContext(options)
  const kinds = kindsForScreenshot(folder)
  for (let attempt = 1; ; attempt += 1) {
    const { quotaBytes } = limits()
    if (row.bytes > quotaBytes) return 'quota'
    const spare = await spareBytes(options)
    const diskBytes = folder.isLocal ? rows.totals().bytes + spare : Number.POSITIVE_INFINITY
    const missing = bytesOnDisk(folder, row.bytes) - spare
    if (!canFree(rows, missing, kinds)) return 'disk_full'
    await freeFromHeaviest(context, missing, kinds)
    await makeRoomInQuota(context, row, quotaBytes)
    if (rows.reserve(row, Math.min(quotaBytes, diskBytes))) return null
    // Concurrent saves took the freed space.
    if (attempt === MAX_ATTEMPTS) return diskBytes < quotaBytes ? 'disk_full' : 'quota'
  }
}

/** Bytes of evidence for which the disk has space, if the next evidence is the copy of a report. */
export async function diskCapacityOf(options: SpaceOptions): Promise<number> {
  const { rows } = options
  const spare = await spareBytes(options)
  return rows.totals().bytes + rows.freePageBytes() + spare
}

/**
 * Makes room for the copy of a report within the quota and this capacity of the disk; false if there is not enough. Its
 * row is written with the settlement, so concurrent calls may exceed the quota by one copy each.
 */
export async function makeRoomForCopy(
  options: SpaceOptions,
  copy: { readonly jobId: string; readonly bytes: number },
  diskBytes: number,
): Promise<boolean> {
  const { rows, folder, limits } = options
  const { quotaBytes } = limits()
  const context = deletionContext(options)
  const kinds = { screenshots: folder.isLocal, copies: true }
  const missing = rows.totals().bytes + copy.bytes - diskBytes
  if (copy.bytes > quotaBytes || !canFree(rows, missing, kinds)) return false
  await freeFromHeaviest(context, missing, kinds)
  await makeRoomInQuota(context, copy, quotaBytes)
  return rows.totals().bytes + copy.bytes <= quotaBytes
}

/** Free space of the disk beyond `min_free_mb`, in bytes; negative if less is free. */
async function spareBytes({ folder, limits }: SpaceOptions): Promise<number> {
  return (await folder.freeBytes()) - limits().minFreeBytes
}

/** Bytes of the local disk that a screenshot of this size takes. */
function bytesOnDisk(folder: EvidenceFolder, bytes: number): number {
  return folder.isLocal ? bytes : 0
}

/**
 * Evidence whose deletion gives a screenshot space on the disk. Objects of a bucket are not on the disk, and a deleted
 * copy leaves free pages in the database, which only the next copies and the ledger can use.
 */
function kindsForScreenshot(folder: EvidenceFolder): EvidenceKinds {
  return { screenshots: folder.isLocal, copies: false }
}

function deletionContext({ rows, folder, log }: SpaceOptions): DeletionContext {
  return { rows, folder, onDeleteFailed: (error) => log.warn('evidence_file_left', { error }) }
}

function canFree(rows: ScreenshotRows, bytes: number, kinds: EvidenceKinds): boolean {
  return bytes <= 0 || (bytes <= rows.paidBytes() && rows.hasBytes(kinds, bytes))
}

/**
 * Deletes evidence until a screenshot or copy fits into the quota (design.md row 32): first the part of its payer's
 * evidence beyond a fifth of the quota, then evidence of the payers who store most, in each case the oldest first. So
 * one payer cannot stop sales of the browser tools to others.
 */
async function makeRoomInQuota(
  context: DeletionContext,
  { jobId, bytes }: Pick<ScreenshotRow, 'jobId' | 'bytes'>,
  quotaBytes: number,
): Promise<void> {
  const { rows } = context
  const payer = rows.payerOf(jobId)
  if (payer !== null) {
    const share = Math.max(0, Math.floor(quotaBytes * MAX_PAYER_SHARE) - bytes)
    const excess = rows.bytesOf(payer) - share
    await freeBytes(context, excess, (limit) => rows.oldestOf(payer, limit))
  }
  const missing = rows.totals().bytes + bytes - quotaBytes
  await freeFromHeaviest(context, missing, { screenshots: true, copies: true })
}

/** Deletes evidence of these kinds from the payers who store most, until this many bytes are free or none is left. */
async function freeFromHeaviest(
  context: DeletionContext,
  bytes: number,
  kinds: EvidenceKinds,
): Promise<void> {
  for (let missing = bytes; missing > 0; ) {
    const batch = Math.min(missing, LEVELLED_BYTES)
    const freed = await freeBytes(context, batch, (limit) =>
      context.rows.oldestOfHeaviest(kinds, limit),
    )
    if (freed === 0) return
    missing -= freed
  }
}
