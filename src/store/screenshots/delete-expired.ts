import type { EvidenceFolder } from './folder.ts'
import type { EvidenceSize, ScreenshotRows } from './rows.ts'

/** The parts that a deletion needs, for the janitor and for the operator. */
export interface FreeingContext {
  readonly rows: ScreenshotRows
  readonly folder: EvidenceFolder
  /** Called for each file that could not be removed; the next sweep tries again. */
  readonly onLeft: (error: unknown) => void
}

// Rows per transaction: few, so that a paid call never waits for long.
const BATCH = 100

/** Deletes expired screenshots and rows left by a crashed writer. Returns their number. */
export async function freeExpired(context: FreeingContext, now: number): Promise<number> {
  const { rows } = context
  const expired = await freeWhole(context, () => rows.expired(now, BATCH))
  let abandoned = 0
  // Here the row is deleted first: a writer that is still alive then learns that its screenshot is not kept.
  for (;;) {
    const names = rows.takeAbandoned(now, BATCH)
    for (const name of names) await remove(context, name)
    abandoned += names.length
    if (names.length < BATCH) return expired + abandoned
  }
}

/** Deletes every complete screenshot and copy of a report, but none that is being written. Returns their number. */
export function freeStored(context: FreeingContext): Promise<number> {
  return freeWhole(context, () => context.rows.storedAfter('', BATCH))
}

/**
 * Deletes the evidence that `next` lists, in its order, until this many bytes are free or none is left. Returns the
 * number of bytes that were freed.
 */
export async function freeBytes(
  context: FreeingContext,
  bytes: number,
  next: (limit: number) => readonly EvidenceSize[],
): Promise<number> {
  let freed = 0
  while (freed < bytes) {
    const taken: string[] = []
    for (const oldest of next(BATCH)) {
      if (freed >= bytes) break
      await remove(context, oldest.idSha256)
      taken.push(oldest.idSha256)
      freed += oldest.bytes
    }
    if (taken.length === 0) return freed
    context.rows.drop(taken)
  }
  return freed
}

/**
 * Deletes the file before the row: on a completely full disk, the database can delete nothing until space is freed. A
 * screenshot without its file cannot be read, and a file that cannot be removed is swept once its row is deleted.
 */
async function freeWhole(context: FreeingContext, next: () => readonly string[]): Promise<number> {
  let freed = 0
  for (let names = next(); names.length > 0; names = next()) {
    for (const name of names) await remove(context, name)
    context.rows.drop(names)
    freed += names.length
  }
  return freed
}

export interface Swept {
  /** Files without a row. */
  readonly files: number
  /** Rows without a file: a restored backup contains no screenshots. */
  readonly rows: number
}

/**
 * Deletes the leftovers of a crash, a restored backup or a manual change. A row is always written before its file and
 * kept while its writer may live. So a file is orphaned if its row cannot be found after the file was seen.
 */
export async function sweep(context: FreeingContext): Promise<Swept> {
  return { files: await sweepFiles(context), rows: await sweepRows(context) }
}

async function sweepFiles(context: FreeingContext): Promise<number> {
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
async function sweepRows({ rows, folder }: FreeingContext): Promise<number> {
  let lost = 0
  for (let names = rows.filesAfter('', BATCH); names.length > 0; ) {
    for (const name of names) {
      if (await folder.has(name)) continue
      rows.drop([name])
      lost += 1
    }
    names = rows.filesAfter(names.at(-1) ?? '', BATCH)
  }
  return lost
}

async function remove({ folder, onLeft }: FreeingContext, name: string): Promise<boolean> {
  try {
    await folder.remove(name)
    return true
  } catch (error) {
    onLeft(error)
    return false
  }
}
