import type { JobFindings, LedgerEntry, LedgerState, LedgerVerdict } from './ledger.ts'

/** A row with the host that its job checked, and the findings. */
export interface LedgerRow extends LedgerEntry {
  /** Null after it was deleted (`ledger.details_days`). `found` is null for a job without a report. */
  readonly result: { readonly host: string; readonly found: JobFindings | null } | null
}

/** Filters for listed rows; null matches every row. */
export interface LedgerFilter {
  readonly state: LedgerState | null
  readonly tool: string | null
  /** Compared without regard to case. */
  readonly payer: string | null
  /** Compared without regard to case. */
  readonly host: string | null
  readonly verdict: LedgerVerdict | null
  /** A transaction hash, or its beginning. */
  readonly transaction: string | null
  /** A job id, or its beginning. */
  readonly job: string | null
  /** Reserved at this time or later, epoch milliseconds. */
  readonly since: number | null
  /** Reserved before this time, epoch milliseconds. */
  readonly until: number | null
  /** Only rows that follow this job in the list, for the next page. */
  readonly after: string | null
  readonly limit: number
}

export interface Transition {
  /** Null for the reservation itself. */
  readonly from: LedgerState | null
  readonly to: LedgerState
  /** Epoch milliseconds. */
  readonly at: number
  readonly reason: string | null
}

/** Past attempts to learn an unknown outcome. */
export interface LookupHistory {
  readonly attempts: number
  /** Epoch milliseconds. */
  readonly lastTriedAt: number | null
  readonly lastDetail: string | null
}

export interface LedgerDetail {
  readonly entry: LedgerRow
  /** Oldest first. */
  readonly transitions: readonly Transition[]
  /** The settlement receipt as JSON. */
  readonly receipt: string | null
  /** Epoch milliseconds; null when no report was stored, or when it was deleted. */
  readonly reportStoredAt: number | null
  readonly search: LookupHistory | null
}

/** Calls in one group: reserved on one UTC day, at one price, and now in one state. */
export interface DailyTotal {
  /** Days since the epoch. */
  readonly day: number
  readonly network: string
  readonly asset: string
  readonly tool: string
  readonly state: LedgerState
  /** Price of one call. */
  readonly amountAtomic: bigint
  readonly count: number
}

/** Calls in `unknown` for one reason. */
export interface UnknownGroup {
  readonly reason: string | null
  readonly network: string
  readonly asset: string
  readonly count: number
  /** Sum over all of them. */
  readonly amountAtomic: bigint
  /** When the first of them became unknown, epoch milliseconds. */
  readonly since: number
}

/** A filter that matches every row; `limit` is for the caller. */
export const noFilter: Omit<LedgerFilter, 'limit'> = {
  state: null,
  tool: null,
  payer: null,
  host: null,
  verdict: null,
  transaction: null,
  job: null,
  since: null,
  until: null,
  after: null,
}

/**
 * Read access to the ledger for its operator. No method writes or waits for a writer, and each call reads one
 * snapshot. Rejects with `ledger_unavailable` when the database cannot be read.
 */
export interface LedgerView extends AsyncDisposable {
  /** Returns matching rows, latest first. */
  list(filter: LedgerFilter): Promise<readonly LedgerRow[]>
  /**
   * Returns the job ids of at most `limit` rows whose job id, nonce or transaction equals or starts with the term.
   */
  search(term: string, limit: number): Promise<readonly string[]>
  detail(jobId: string): Promise<LedgerDetail | null>
  /** Whether a call whose job id or nonce starts with the term was moved to an archive. */
  isArchived(term: string): Promise<boolean>
  /** Returns the totals from `day` on (days since the epoch). */
  dailyTotals(day: number): Promise<readonly DailyTotal[]>
  /** Returns the groups, largest first. */
  unknownGroups(): Promise<readonly UnknownGroup[]>
  /** Returns all rows in `running` and `settling`, oldest first. */
  jobs(): Promise<readonly LedgerRow[]>
  /**
   * Yields all rows in the order of their reservation, in batches. Each batch is a separate snapshot: a single
   * snapshot held for a slow reader would keep the service's write-ahead log from ever being truncated.
   */
  batches(): AsyncIterable<readonly LedgerRow[]>
  close(): Promise<void>
}
