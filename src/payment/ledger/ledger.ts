import type { SettlementResponse } from '#payment/x402/x402.ts'

/** Identity of one authorization. Every part is in lower case, so that all spellings of one payment are equal. */
export interface AuthorizationKey {
  readonly network: string
  readonly asset: string
  readonly payer: string
  readonly nonce: string
}

export const ledgerStates = [
  'running',
  'failed',
  'settling',
  'settled',
  'refused',
  'unknown',
] as const
export type LedgerState = (typeof ledgerStates)[number]
/** A state that a transition can lead to. */
export type NextState = Exclude<LedgerState, 'running'>

/** The states from which each state may be reached; `failed`, `settled` and `refused` are final. */
export const previousStates: Readonly<Record<NextState, readonly LedgerState[]>> = {
  failed: ['running'],
  settling: ['running'],
  settled: ['settling', 'unknown'],
  refused: ['settling', 'unknown'],
  unknown: ['settling'],
}

export interface Reservation {
  readonly key: AuthorizationKey
  readonly jobId: string
  readonly tool: string
  readonly amountAtomic: bigint
  readonly payTo: string
  /** SHA-256 of the signed authorization in normal form, hex. */
  readonly signatureSha256: string
  /** SHA-256 of the request body in normal form, hex; the url itself is never stored. */
  readonly bodySha256: string
  /** Unix seconds. */
  readonly validBefore: bigint
  /** The buyer's own payment identifier, if sent. */
  readonly paymentId: string | null
  /** Host of the URL, in lower case; no other part of the URL is stored. */
  readonly host: string
  /** FacilitatorRequest as JSON, for an identical repeated settle; kept until the outcome is known. */
  readonly request: string
  /** Epoch milliseconds. */
  readonly at: number
}

export interface LedgerEntry extends Omit<Reservation, 'at' | 'host' | 'request'> {
  readonly state: LedgerState
  /** Epoch milliseconds of the reservation and of the last transition. */
  readonly reservedAt: number
  readonly changedAt: number
  /** The reason of the last transition. */
  readonly reason: string | null
  readonly transaction: string | null
  /** When a 200 with its report was written completely to a connection, epoch milliseconds; null until then. */
  readonly deliveredAt: number | null
}

/**
 * A settled call whose report was delivered, and whose row was moved to an archive. The fields that the ledger keeps prevent a
 * second use.
 */
export interface ArchivedCall
  extends Pick<LedgerEntry, 'key' | 'jobId' | 'amountAtomic' | 'paymentId'> {
  readonly state: 'archived'
  /** Stored only in the archive. */
  readonly transaction: null
}

export type RecordedCall = LedgerEntry | ArchivedCall

export const ledgerVerdicts = ['PASS', 'ISSUE', 'REVIEW'] as const
export type LedgerVerdict = (typeof ledgerVerdicts)[number]

/** The findings of a job. They contain only codes that this service defines, and no text of the page. */
export interface JobFindings {
  readonly verdict: LedgerVerdict
  /** Codes of the findings, without repetition. */
  readonly findings: readonly string[]
  readonly durationMs: number
}

/** The copy of a report behind its `report_url`, sealed with the secret id in that URL. */
export interface ReportCopy {
  /** SHA-256 of the id, lower-case hex; the id itself is never stored. */
  readonly idSha256: string
  readonly body: string
  /** SHA-256 of `body`, lower-case hex. */
  readonly sha256: string
  /** Epoch milliseconds. */
  readonly expiresAt: number
}

export type ReserveOutcome =
  | { readonly status: 'reserved' }
  | { readonly status: 'taken' | 'payment_id_taken'; readonly entry: RecordedCall }
  | { readonly status: 'payer_limited'; readonly usage: PayerUsage }

/** An authorization in `unknown`, with the attempts to learn its outcome. */
export interface UnresolvedEntry extends LedgerEntry {
  /** Empty for an authorization from a version that did not store it: only the chain can then decide. */
  readonly request: string
  readonly attempts: number
  /** Epoch milliseconds; null before the first attempt. */
  readonly lastTriedAt: number | null
  /** The result of the last finished attempt. */
  readonly lastDetail: string | null
}

export interface LookupAttempt {
  readonly detail: string
  /** Not due before this time, epoch milliseconds. */
  readonly nextAt: number
  /** A transaction that an attempt found. */
  readonly transaction: string | null
}

/** Stored data for the response to a repeated request. */
export interface StoredResponse {
  /** The bytes given to `beginSettling`; null after deletion. */
  readonly report: string | null
  /** Null unless settled. Members are in the stored order, so that it encodes to the same bytes again. */
  readonly receipt: SettlementResponse | null
  /** Number of requests that carried this payment with another url or tool. */
  readonly misses: number
}

/** Selects rows of calls that no process works on any more. */
export type AbandonedCalls =
  /** Rows unchanged for longer than a call may take, whichever process wrote them. */
  | { readonly staleMs: number }
  /**
   * All rows except those of these jobs, for a process that is alone on the database. Where rows name their node, rows of
   * other live nodes are excluded too.
   */
  | { readonly notOf: readonly string[] }

/** Limits of the unpaid work for one payer. Times are in milliseconds. */
export interface PayerLimit {
  /** Largest number of authorizations in `running`, `settling` or `unknown`. */
  readonly mostUnsettled: number
  /** How long nothing is reserved after a refused settlement, and after a second cancelled job; 0: no pause. */
  readonly pauseMs: number
  /** Two jobs begin a pause when both were cancelled within this time. */
  readonly goneWindowMs: number
}

export const noPayerLimit: PayerLimit = {
  mostUnsettled: Number.MAX_SAFE_INTEGER,
  pauseMs: 0,
  goneWindowMs: 0,
}

/**
 * Usage of one payer, for the limits on abuse. Events with a time in the future were written before the clock was set
 * back, and are ignored.
 */
export interface PayerUsage {
  /** Number of authorizations in `running`, `settling` or `unknown`. */
  readonly unsettled: number
  /** When a settlement was last refused, epoch milliseconds; null when none was within `pauseMs`. */
  readonly refusedAt: number | null
  /**
   * When the second of two jobs was last cancelled because its client disconnected, epoch milliseconds; null when none was
   * within `pauseMs`.
   */
  readonly goneTwiceAt: number | null
}

/** What the ledger knows about a payment and its payer when a call begins. */
export interface CallWithPayer {
  readonly call: RecordedCall | null
  /** The one authorization of the payer that was ever reserved under the payment identifier. */
  readonly callByPaymentId: RecordedCall | null
  readonly usage: PayerUsage
  /** Whether a call of this payer was ever settled. */
  readonly hasPaid: boolean
}

/** The reason of a `settled` call that only the facilitator's own words show, since no chain could be asked. */
export const UNCONFIRMED = 'unconfirmed'

/** The reason of a `failed` call that was cancelled because its client disconnected. */
export const CLIENT_GONE = 'client_gone'

/**
 * Authorizations that were reserved for a job, kept permanently; for an archived one, at least the fields that `find`
 * returns. Transitions: `running -> failed | settling -> settled | refused | unknown -> settled | refused`. Every write is
 * durable when its promise resolves (a crash after it loses nothing). An illegal transition and a failed disk throw a
 * Fault (`ledger_transition`, `ledger_unavailable`) and change nothing.
 */
export interface Ledger {
  find(key: AuthorizationKey): Promise<RecordedCall | null>
  /** Returns all that a call needs before its payment is verified. `at`: now, epoch milliseconds. */
  findWithPayer(
    key: AuthorizationKey,
    about: {
      readonly paymentId: string | null
      readonly at: number
      readonly limit: PayerLimit
    },
  ): Promise<CallWithPayer>
  /**
   * Atomic across processes: exactly one caller gets `reserved` for one key, and for one payer and payment identifier.
   * `payment_id_taken` names the payer's other authorization with the identifier. `payer_limited`: nothing was
   * reserved, since the payer has as much unsettled work as the limit allows, or is paused.
   */
  reserve(reservation: Reservation, limit?: PayerLimit): Promise<ReserveOutcome>
  fail(key: AuthorizationKey, at: number, reason: string): Promise<void>
  /**
   * Stores the report before any money moves, as given: sealed for its buyer (`job/call/sealed-report.ts`). `more.copy`: the
   * copy behind its `report_url`.
   */
  beginSettling(
    key: AuthorizationKey,
    at: number,
    report: string,
    more?: { readonly found?: JobFindings | undefined; readonly copy?: ReportCopy | undefined },
  ): Promise<void>
  /** `mark`: kept as the reason of the transition. */
  settled(
    key: AuthorizationKey,
    at: number,
    receipt: SettlementResponse,
    mark?: typeof UNCONFIRMED,
  ): Promise<void>
  /** `from`: the only state that the call may leave; by default any legal one. */
  refused(
    key: AuthorizationKey,
    at: number,
    reason: string,
    from?: 'settling' | 'unknown',
  ): Promise<void>
  unknown(
    key: AuthorizationKey,
    at: number,
    reason: string,
    transaction: string | null,
  ): Promise<void>
  /** Returns null for an unknown key. */
  storedResponse(key: AuthorizationKey): Promise<StoredResponse | null>
  /** Counts a request that carried the payment with another url or tool. */
  countMiss(key: AuthorizationKey): Promise<void>
  /**
   * Notes that a 200 was sent. The note is visible to this process at once, and durable with its next write or within a
   * second: after a crash in between, the report can be sent once more. A report without a payment identifier is deleted
   * with the same write.
   */
  delivered(key: AuthorizationKey, at: number): void
  /** Writes what `delivered` noted. */
  flush(): Promise<void>
  /** Returns the entry in `unknown` under this key; null when it is in another state. */
  findUnresolved(key: AuthorizationKey): Promise<UnresolvedEntry | null>
  /** Returns the entries in `unknown`, oldest first. */
  listUnresolved(limit: number): Promise<readonly UnresolvedEntry[]>
  /** Returns the entries in `unknown` whose next attempt is due, the longest overdue first. */
  listDue(at: number, limit: number): Promise<readonly UnresolvedEntry[]>
  /**
   * Leases an entry in `unknown` for an attempt to learn its outcome, and counts the attempt. True for exactly one caller
   * across all processes: `attempts` must be the count that the caller has read, and no other lease may be active. The
   * lease ends with `recordAttempt`, with a final state, or after `leaseMs`. One that began more than `leaseMs` in the future
   * was made before the clock was set back, and does not count.
   */
  claim(key: AuthorizationKey, attempts: number, at: number, leaseMs: number): Promise<boolean>
  /** Records an attempt that decided nothing. Does nothing when the outcome has become known meanwhile. */
  recordAttempt(key: AuthorizationKey, at: number, attempt: LookupAttempt): Promise<void>
  /**
   * Moves calls that no process works on: `running` becomes `failed`, `settling` becomes `unknown`. A time more than
   * `staleMs` in the future was written before the clock was set back, and counts as stale. Returns the number of each.
   */
  recover(
    at: number,
    which: AbandonedCalls,
  ): Promise<{ readonly failed: number; readonly unknown: number }>
  /**
   * Deletes stored reports older than `before`, and those without a payment identifier that were settled before
   * `unnamedBefore`; the rows stay. Returns the number of deleted reports.
   */
  forgetReports(before: number, unnamedBefore: number): Promise<number>
  /** Deletes hosts, verdicts and finding codes of calls reserved before this time; the rows stay. Returns their number. */
  forgetResults(before: number): Promise<number>
  countByState(): Promise<Record<LedgerState, number>>
  /** Proves that a write would succeed now; throws `ledger_unavailable`. */
  checkWritable(): Promise<void>
}
