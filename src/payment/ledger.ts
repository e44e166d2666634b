import type { SettlementResponse } from './x402.ts'

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
  /** Epoch milliseconds. */
  readonly at: number
}

export interface LedgerEntry extends Omit<Reservation, 'at'> {
  readonly state: LedgerState
  /** Epoch milliseconds of the reservation and of the last transition. */
  readonly reservedAt: number
  readonly changedAt: number
  /** Why the last transition was made. */
  readonly reason: string | null
  readonly transaction: string | null
}

/**
 * Authorizations that began to execute, for good. `running -> failed | settling -> settled | refused | unknown ->
 * settled | refused`. Every call is durable when it resolves (a crash after it loses nothing); an illegal transition and
 * a disk that fails throw a Fault (`ledger_transition`, `ledger_unavailable`) and change nothing.
 */
export interface Ledger {
  find(key: AuthorizationKey): Promise<LedgerEntry | null>
  /** Atomic over processes: exactly one caller gets `reserved` for one key. */
  reserve(
    reservation: Reservation,
  ): Promise<{ status: 'reserved' } | { status: 'taken'; entry: LedgerEntry }>
  fail(key: AuthorizationKey, at: number, reason: string): Promise<void>
  /** Stores the report before any money moves. */
  beginSettling(key: AuthorizationKey, at: number, report: string): Promise<void>
  settled(key: AuthorizationKey, at: number, receipt: SettlementResponse): Promise<void>
  refused(key: AuthorizationKey, at: number, reason: string): Promise<void>
  unknown(
    key: AuthorizationKey,
    at: number,
    reason: string,
    transaction: string | null,
  ): Promise<void>
  /** After a crash: `running` becomes `failed`, `settling` becomes `unknown`. Returns how many of each. */
  recover(at: number): Promise<{ failed: number; unknown: number }>
  /** Drops stored reports older than `before`; the rows stay. */
  forgetReports(before: number): Promise<number>
  countByState(): Promise<Record<LedgerState, number>>
  /** Proves that a write would succeed now; throws `ledger_unavailable`. */
  checkWritable(): Promise<void>
}
