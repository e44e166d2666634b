import type { Tool } from '#tools/tool.ts'

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

/** Pauses and prices of the operator, in effect on every service of one ledger within a second. Rejects with Faults of `store/`. */
export interface OverrideStore {
  /** Overrides of every tool. An invalid row is ignored: it must not stop the sale. */
  read(): Promise<Overrides>
  /** Makes the change in one transaction. A tool that is already paused keeps its time of pausing. */
  change(which: readonly Tool[], change: OverrideChange, at: number): Promise<void>
}

/** Follows the changes that other processes make. */
export interface OverrideWatch {
  readonly first: Overrides
  close(): void
}
