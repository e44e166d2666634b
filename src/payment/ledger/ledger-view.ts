import type { LedgerEntry, LedgerState } from './ledger.ts'

/** Which rows to list; null lets everything through. */
export interface LedgerFilter {
  readonly state: LedgerState | null
  readonly tool: string | null
  /** In any case. */
  readonly payer: string | null
  /** Reserved then or later, epoch milliseconds. */
  readonly since: number | null
  readonly limit: number
}

export interface Transition {
  /** Null: the reservation itself. */
  readonly from: LedgerState | null
  readonly to: LedgerState
  /** Epoch milliseconds. */
  readonly at: number
  readonly reason: string | null
}

/** What has been tried to learn an outcome that is not known. */
export interface OutcomeSearch {
  readonly attempts: number
  /** Epoch milliseconds. */
  readonly lastTriedAt: number | null
  readonly lastDetail: string | null
}

export interface LedgerDetail {
  readonly entry: LedgerEntry
  /** Oldest first. */
  readonly transitions: readonly Transition[]
  /** The settlement receipt as JSON. */
  readonly receipt: string | null
  /** Epoch milliseconds; null when no report was stored, or when it has gone. */
  readonly reportStoredAt: number | null
  readonly search: OutcomeSearch | null
}

/** Calls that are alike: reserved on one day of UTC, at one price, and now in one state. */
export interface DailyTotal {
  /** Days since the epoch. */
  readonly day: number
  readonly network: string
  readonly asset: string
  readonly tool: string
  readonly state: LedgerState
  /** Of one call. */
  readonly amountAtomic: bigint
  readonly count: number
}

/** Calls in `unknown` that are so for one reason. */
export interface UnknownGroup {
  readonly reason: string | null
  readonly network: string
  readonly asset: string
  readonly count: number
  /** Of all of them. */
  readonly amountAtomic: bigint
  /** When the first of them became unknown, epoch milliseconds. */
  readonly since: number
}

/**
 * The ledger as its operator reads it. Nothing here writes or waits for a writer, and each call sees one moment. Throws
 * `ledger_unavailable` when the file cannot be read.
 */
export interface LedgerView extends Disposable {
  /** Latest first. */
  list(filter: LedgerFilter): readonly LedgerEntry[]
  /** Job ids of at most `limit` rows whose job id, nonce or transaction is, or starts with, the term. */
  search(term: string, limit: number): readonly string[]
  detail(jobId: string): LedgerDetail | null
  /** Of the days from `day` on (days since the epoch). */
  tallies(day: number): readonly DailyTotal[]
  /** Largest first. */
  unknownGroups(): readonly UnknownGroup[]
  /** All in `running` and `settling`, oldest first. */
  jobs(): readonly LedgerEntry[]
  /**
   * Every row in the order of its reservation, some at a time. Each batch is a moment of its own: one that held a single
   * moment for as long as its reader is slow would keep the service's write-ahead log from ever being emptied.
   */
  batches(): Iterable<readonly LedgerEntry[]>
  close(): void
}
