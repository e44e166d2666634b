import type { EvidenceFolder } from './folder.ts'
import { type EvidenceSize, type ScreenshotRows, wasSetBack } from './rows.ts'

/** The parts that a deletion needs, for the janitor and for the operator. */
export interface DeletionContext {
  readonly rows: ScreenshotRows
  readonly folder: EvidenceFolder
  /** Called for each file that could not be removed; the next sweep tries again. */
  readonly onDeleteFailed: (error: unknown) => void
}

// Rows per transaction: few, so that a paid call never waits for long.
const BATCH = 100

/**
 * Deletes expired screenshots and rows left by a crashed writer, and everything if the clock was set back. Several
 * processes may do so at once: the first to finish records the time, and the others then delete nothing more.
 * Returns the number of screenshots and copies.
 */
export async function freeExpired(context: DeletionContext, now: number): Promise<number> {
  const { rows } = context
  const expired = await freeBatches(context, () =>
    wasSetBack(rows.latestTime(), now) ? rows.storedAfter('', BATCH) : rows.expired(now, BATCH),
  )
  let abandoned = 0
  // Here the row is deleted first: a writer that is still alive then learns that its screenshot is not kept.
  for (;;) {
    const names = rows.takeAbandoned(now, BATCH)
    for (const name of names) await remove(context, name)
    abandoned += names.length
    if (names.length < BATCH) break
  }
  rows.recordTime(now)
  return expired + abandoned
}

/** Deletes every complete screenshot and copy of a report, but none that is being written. Returns their number. */
export function freeStored(context: DeletionContext): Promise<number> {
  return freeBatches(context, () => context.rows.storedAfter('', BATCH))
}

/**
 * Deletes the evidence that `next` lists, in its order, until this many bytes are free or none is left. Returns the
 * number of bytes that were freed.
 */
export async function freeBytes(
  context: DeletionContext,
  bytes: number,
  next: (limit: number) => readonly EvidenceSize[],
): Promise<number> {
  let freed = 0
  while (freed < bytes) {
    const deleted: string[] = []
    for (const candidate of next(BATCH)) {
      if (freed >= bytes) break
      await remove(context, candidate.idSha256)
      deleted.push(candidate.idSha256)
      freed += candidate.bytes
    }
    if (deleted.length === 0) return freed
    context.rows.drop(deleted)
  }
  return freed
}

/**
 * Deletes the file before the row: on a completely full disk, the database can delete nothing until space is freed. A
 * screenshot without its file cannot be read, and a file that cannot be removed is swept once its row is deleted.
 */
async function freeBatches(
  context: DeletionContext,
  next: () => readonly string[],
): Promise<number> {
  let freed = 0
  for (let names = next(); names.length > 0; names = next()) {
    for (const name of names) await remove(context, name)
    context.rows.drop(names)
    freed += names.length
  }
  return freed
}

export interface SweepResult {
  /** Files without a row. */
  readonly files: number
  /** Rows without a file: a restored backup contains no screenshots. */
  readonly rows: number
}

/**
 * Deletes the leftovers of a crash, a restored backup or a manual change. A row is always written before its file and
 * kept while its writer may live. So a file is orphaned if its row cannot be found after the file was seen.
 */
export async function sweep(context: DeletionContext): Promise<SweepResult> {
  return { files: await sweepFiles(context), rows: await sweepRows(context) }
}

async function sweepFiles(context: DeletionContext): Promise<number> {
  let files = 0
  for await (const name of context.folder.names()) {
    if (!context.rows.has(name) && (await remove(context, name))) files += 1
  }
  return files
}

/**
 * Deletes the rows whose file is missing. A complete screenshot had its file before this check, so a missing file is
 * lost, or is being deleted by another process.
 */
async function sweepRows({ rows, folder }: DeletionContext): Promise<number> {
  let missing = 0
  for (let names = rows.filesAfter('', BATCH); names.length > 0; ) {
    for (const name of names) {
      if (await folder.has(name)) continue
      rows.drop([name])
      missing += 1
    }
    names = rows.filesAfter(names.at(-1) ?? '', BATCH)
  }
  return missing
}

async function remove({ folder, onDeleteFailed }: DeletionContext, name: string): Promise<boolean> {
  try {
    await folder.remove(name)
    return true
  } catch (error) {
    onDeleteFailed(error)
    return false
  }
}
