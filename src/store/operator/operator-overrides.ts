import { z } from 'zod'
import type { Override, OverrideChange, OverrideStore, Overrides } from '#operator/overrides.ts'
import type { Connection } from '#store/sqlite/connection.ts'
import { type Tool, tools } from '#tools/tool.ts'

/** Rejects with errors of SQLite. */
export function createOverrideStore(database: Connection): OverrideStore {
  return {
    read: async () => readOverrides(database),
    change: async (which, change, at) => override(database, which, change, at),
  }
}

const row = z.object({
  tool: z.enum(tools),
  pausedAt: z.int().nullable(),
  priceAtomic: z
    .string()
    .regex(/^[1-9][0-9]{0,17}$/)
    .transform(BigInt)
    .nullable(),
})

/** As `OverrideStore.read`. Throws errors of SQLite. */
export function readOverrides(database: Connection): Overrides {
  const rows = database
    .prepare<[]>(
      'SELECT tool, paused_at AS pausedAt, price_atomic AS priceAtomic FROM operator_overrides',
    )
    .all()
  const known = rows.flatMap((found) => row.safeParse(found).data ?? [])
  const of = (tool: Tool): Override => {
    const { pausedAt = null, priceAtomic = null } = known.find((one) => one.tool === tool) ?? {}
    return { pausedAt, priceAtomic }
  }
  return {
    probe_url: of('probe_url'),
    render_page: of('render_page'),
    verify_page: of('verify_page'),
  }
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
  const value = valueIn(change, at)
  const run = database.transaction(() => {
    for (const tool of which) write.run({ tool, value, at })
    database.exec('DELETE FROM operator_overrides WHERE paused_at IS NULL AND price_atomic IS NULL')
  })
  run.immediate()
}

function valueIn(change: OverrideChange, at: number): number | string | null {
  if ('paused' in change) return change.paused ? at : null
  return change.priceAtomic?.toString() ?? null
}
