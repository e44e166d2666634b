import { z } from 'zod'
import type { Connection } from '#store/sqlite/connection.ts'
import { type Tool, tools } from '#tools/tool.ts'

/** The operator's pause and price of one tool, which take precedence over the settings. */
export interface Override {
  /** Epoch milliseconds; null if it is not paused. */
  readonly pausedAt: number | null
  /** Null: the price of the settings applies. */
  readonly priceAtomic: bigint | null
}

export type Overrides = Readonly<Record<Tool, Override>>

/** One change, for some of the tools. */
export type OverrideChange = { readonly paused: boolean } | { readonly priceAtomic: bigint | null }

const row = z.object({
  tool: z.enum(tools),
  pausedAt: z.int().nullable(),
  priceAtomic: z
    .string()
    .regex(/^[1-9][0-9]{0,17}$/)
    .transform(BigInt)
    .nullable(),
})

/** Overrides of every tool. An invalid row is ignored: it must not stop the sale. */
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

/** Makes the change in one transaction. A tool that is already paused keeps its time of pausing. */
export function override(
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
