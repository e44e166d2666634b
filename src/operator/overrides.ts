import { z } from 'zod'
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

/** The operator's overrides, in effect on every service of a ledger within a second. Rejects with Faults of `store/`. */
export interface OverrideStore {
  /** Returns the overrides of every tool. An invalid row is ignored: it must not stop sales. */
  read(): Promise<Overrides>
  /** Makes the change in one transaction. A tool that is already paused keeps its `pausedAt`. */
  change(which: readonly Tool[], change: OverrideChange, at: number): Promise<void>
}

/** Follows the changes that other processes make. */
export interface OverrideWatch {
  readonly first: Overrides
  close(): void
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

/** Reads the overrides from the rows of a table. An invalid row is ignored. */
export function overridesFrom(rows: readonly unknown[]): Overrides {
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

/** Returns a text that is equal for equal overrides. */
export function overridesText(overrides: Overrides): string {
  return JSON.stringify(overrides, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}

/** The stored value of a change: a pause as its time, a price as its digits. Null removes the override. */
export function valueOfChange(change: OverrideChange, at: number): number | string | null {
  if ('paused' in change) return change.paused ? at : null
  return change.priceAtomic?.toString() ?? null
}
