import { z } from 'zod'
import { MAX_VALIDITY_S, type RestoreMark, restoreMarkAt } from '#payment/eip3009/authorization.ts'
import type { Connection } from '#store/sqlite/connection.ts'

/** The mark that `restore` left in this database; null for one that was never restored. */
export function restoreMarkOf(database: Connection): RestoreMark | null {
  return markShape
    .nullable()
    .parse(database.prepare('SELECT restored_at, spent_before FROM restores').get() ?? null)
}

const markShape = z
  .object({ restored_at: z.number(), spent_before: z.number() })
  .transform((row) => ({ restoredAtS: row.restored_at, spentBeforeS: row.spent_before }))

/**
 * Writes the time of the restore into the copy that will replace the database. `earlier`: the marks of the backup and
 * of the replaced database. While such a mark was in force, quotes offered longer validities, and payments with those
 * may still be valid.
 */
export function markRestored(
  copy: Connection,
  restoredAtS: number,
  earlier: readonly (RestoreMark | null)[],
): void {
  const fromEarlier = earlier.flatMap((written) => {
    const mark = restoreMarkAt(written, restoredAtS)
    return mark === null ? [] : [2 * mark.spentBeforeS - mark.restoredAtS + MAX_VALIDITY_S]
  })
  const spentBeforeS = Math.max(restoredAtS + MAX_VALIDITY_S, ...fromEarlier)
  copy
    .prepare('INSERT OR REPLACE INTO restores (id, restored_at, spent_before) VALUES (1, ?, ?)')
    .run(restoredAtS, spentBeforeS)
}
