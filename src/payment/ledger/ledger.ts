import type { SettlementResponse } from '#payment/x402/x402.ts'

/** Identity of one authorization: every part in lower case, so that spellings of one payment are one payment. */
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

export interface Reservation {
  readonly key: AuthorizationKey
  readonly jobId: string
  readonly tool: string
  readonly amountAtomic: bigint
  readonly payTo: string
  /** SHA-256 of the PAYMENT-SIGNATURE field value, hex: never the value itself. */
  readonly signatureSha256: string
  /** SHA-256 of the request body, hex. */
  readonly bodySha256: string
  /** Unix seconds. */
  readonly validBefore: bigint
  /** The buyer's own payment identifier, where one was sent. */
  readonly paymentId: string | null
  /** FacilitatorRequest as JSON, for an identical settle again; kept until the outcome is known. */
  readonly request: string
  /** Epoch milliseconds. */
  readonly at: number
}

export interface LedgerEntry extends Omit<Reservation, 'at' | 'request'> {
  readonly state: LedgerState
  /** Epoch milliseconds of the reservation and of the last transition. */
  readonly reservedAt: number
  readonly changedAt: number
  /** Why the last transition was made. */
  readonly reason: string | null
  readonly transaction: string | null
}

export type ReserveOutcome =
  | { readonly status: 'reserved' }
  | { readonly status: 'taken' | 'payment_id_taken'; readonly entry: LedgerEntry }
  | { readonly status: 'payer_full' }

/** An authorization in `unknown`, with what has been tried to learn its outcome. */
export interface UnresolvedEntry extends LedgerEntry {
  /** Empty for an authorization of a version that did not keep it: then only the chain can be asked. */
  readonly request: string
  readonly attempts: number
  /** Epoch milliseconds; null before the first attempt. */
  readonly lastTriedAt: number | null
  /** What the last finished attempt came to. */
  readonly lastDetail: string | null
}

export interface AttemptNote {
  readonly detail: string
  /** Not due before this time, epoch milliseconds. */
  readonly nextAt: number
  /** A transaction that was seen on the way. */
  readonly transaction: string | null
}

export interface StoredResponse {
  /** What `beginSettling` was given, byte for byte. */
  readonly report: string
  /** Its members in the order in which they were stored, so that it encodes to the same bytes again. */
  readonly receipt: SettlementResponse
}

/** How a payer stands, for caps on abuse. */
export interface PayerUsage {
  /** Authorizations in `running`, `settling` or `unknown`. */
  readonly unsettled: number
  /** When a settlement was last refused, epoch milliseconds; null when none was since the time asked for. */
  readonly lastRefusedAt: number | null
}

/**
 * Authorizations that began to execute, for good. `running -> failed | settling -> settled | refused | unknown ->
 * settled | refused`. Every call is durable when it resolves (a crash after it loses nothing); an illegal transition and
 * a disk that fails throw a Fault (`ledger_transition`, `ledger_unavailable`) and change nothing.
 */
export interface Ledger {
  find(key: AuthorizationKey): Promise<LedgerEntry | null>
  /** The one authorization that was ever reserved under an identifier. */
  findByPaymentId(paymentId: string): Promise<LedgerEntry | null>
  /**
   * Atomic over processes: exactly one caller gets `reserved` for one key, and for one payment identifier.
   * `payment_id_taken` names the other authorization that holds the identifier. `payer_full`: nothing was reserved, since
   * the payer has `mostUnsettled` in `running`, `settling` or `unknown` already.
   */
  reserve(reservation: Reservation, mostUnsettled?: number): Promise<ReserveOutcome>
  fail(key: AuthorizationKey, at: number, reason: string): Promise<void>
  /**
   * Stores the report before any money moves, as it is given: sealed for its buyer (`job/sealed-report.ts`). Null where
   * no answer of this payment can be asked for again.
   */
  beginSettling(key: AuthorizationKey, at: number, report: string | null): Promise<void>
  settled(key: AuthorizationKey, at: number, receipt: SettlementResponse): Promise<void>
  /** `from`: out of this state only; without it out of any that leads here. */
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
  /** What a settled call was answered with; null when it is not settled, or its report has gone. */
  storedAnswer(key: AuthorizationKey): Promise<StoredResponse | null>
  /** Those in `unknown`, oldest first. */
  unresolved(limit: number): Promise<readonly UnresolvedEntry[]>
  /** Those in `unknown` whose next attempt has come, the longest overdue first. */
  due(at: number, limit: number): Promise<readonly UnresolvedEntry[]>
  /**
   * Takes one in `unknown` for an attempt to learn its outcome, and counts the attempt. True for one caller over all
   * processes: `attempts` must be what the caller has seen, and nobody else's lease may still run. The lease ends with
   * `noteAttempt`, with a final state, or after `leaseMs`.
   */
  claim(key: AuthorizationKey, attempts: number, at: number, leaseMs: number): Promise<boolean>
  /** An attempt that decided nothing. Does nothing when the outcome has become known meanwhile. */
  noteAttempt(key: AuthorizationKey, at: number, attempt: AttemptNote): Promise<void>
  /** `since`: epoch milliseconds. */
  usageOf(payer: string, since: number): Promise<PayerUsage>
  /**
   * Lets go of what nobody works on any more, whichever process wrote it: `running` becomes `failed`, `settling` becomes
   * `unknown`. `staleMs` is more than a call may take, so that the calls of a live process stay; a time that lies so far
   * ahead was written before the clock was set back, and counts as stale. Returns how many of each.
   */
  recover(at: number, staleMs: number): Promise<{ failed: number; unknown: number }>
  /** Drops stored reports older than `before`; the rows stay. */
  forgetReports(before: number): Promise<number>
  countByState(): Promise<Record<LedgerState, number>>
  /** Proves that a write would succeed now; throws `ledger_unavailable`. */
  checkWritable(): Promise<void>
}
