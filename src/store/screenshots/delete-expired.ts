import type { EvidenceFolder } from './folder.ts'
import type { ScreenshotRows } from './rows.ts'

/** Where pictures are freed, for the janitor and for the operator. */
export interface FreeingContext {
  readonly rows: ScreenshotRows
  readonly folder: EvidenceFolder
  /** Called for each file that could not be removed; the next sweep tries again. */
  readonly onLeft: (error: unknown) => void
}

// A short transaction, so that a paid call never waits for it.
const BATCH = 100

/** Frees what has expired, and what a dead writer left in the rows. Returns how many. */
export async function freeExpired(context: FreeingContext, now: number): Promise<number> {
  const { rows } = context
  const expired = await freeWhole(context, () => rows.expired(now, BATCH))
  let abandoned = 0
  // Here the row goes first: should its writer still live, it learns from that that its picture is not kept.
  for (;;) {
    const names = rows.takeAbandoned(now, BATCH)
    for (const name of names) await remove(context, name)
    abandoned += names.length
    if (names.length < BATCH) return expired + abandoned
  }
}

/** Frees every picture that is whole; what is being written now stays. Returns how many. */
export function freeStored(context: FreeingContext): Promise<number> {
  return freeWhole(context, () => context.rows.storedAfter('', BATCH))
}

/**
 * The file goes first: on a disk that is full to the last byte the database can delete nothing before something else has
 * gone. Without its file a picture is found by nobody either, and a file that can't be removed is swept once its row is gone.
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
  /** Rows without a file: a restored backup holds no pictures. */
  readonly rows: number
}

/**
 * Frees what only a crash, a restored backup or a hand in the folder leaves. A row always comes before its file, and stays
 * for as long as its writer may live, so that a file whose row is missing, looked for after the file was seen, is nobody's.
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

/** Whole pictures had their file before this looks: a missing one is lost, or is being freed by another. */
async function sweepRows({ rows, folder }: FreeingContext): Promise<number> {
  let lost = 0
  for (let names = rows.storedAfter('', BATCH); names.length > 0; ) {
    for (const name of names) {
      if (await folder.has(name)) continue
      rows.drop([name])
      lost += 1
    }
    names = rows.storedAfter(names.at(-1) ?? '', BATCH)
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
