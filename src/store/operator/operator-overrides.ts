import {
  type OverrideChange,
  type OverrideStore,
  type Overrides,
  overridesFrom,
  valueOfChange,
} from '#operator/overrides.ts'
import type { Connection } from '#store/sqlite/connection.ts'
import type { Tool } from '#tools/tool.ts'

/** Rejects with errors of SQLite. */
export function createOverrideStore(database: Connection): OverrideStore {
  return {
    read: async () => readOverrides(database),
    change: async (which, change, at) => override(database, which, change, at),
  }
}

/** Same as `OverrideStore.read`. Throws errors of SQLite. */
export function readOverrides(database: Connection): Overrides {
  return overridesFrom(
    database
      .prepare<[]>(
        'SELECT tool, paused_at AS pausedAt, price_atomic AS priceAtomic FROM operator_overrides',
      )
      .all(),
  )
}

function override(
  database: Connection,
  which: readonly Tool[],
  change: OverrideChange,
  at: number,
): void {
  const write = database.prepare<[object]>(
    'paused' in change
      ? `INSERT INTO operator_overrides VALUES (:tool, :value, NULL, :at) ON CONFLICT (tool) DO UPDATE
           SET paused_at = iif(:value IS NULL, NULL, coalesce(paused_at, :value)), changed_at = :at`
      : `INSERT INTO operator_overrides VALUES (:tool, NULL, :value, :at) ON CONFLICT (tool) DO UPDATE
           SET price_atomic = :value, changed_at = :at`,
  )
  const value = valueOfChange(change, at)
  const run = database.transaction(() => {
    for (const tool of which) write.run({ tool, value, at })
    database.exec('DELETE FROM operator_overrides WHERE paused_at IS NULL AND price_atomic IS NULL')
  })
  run.immediate()
}
