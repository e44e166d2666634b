import type { LedgerEntry } from '../payment/ledger.ts'
import { atomicToUsd } from '../payment/terms.ts'
import { rfc3339 } from '../runtime/clock.ts'

/** One row as machines get it, in JSON and CSV: money as decimal strings, time as RFC 3339 in UTC. */
export function rowOf(entry: LedgerEntry): Record<(typeof rowColumns)[number], string | null> {
  const { key } = entry
  return {
    job_id: entry.jobId,
    reserved_at: timeOf(entry.reservedAt),
    changed_at: timeOf(entry.changedAt),
    tool: entry.tool,
    state: entry.state,
    reason: entry.reason,
    amount_usd: atomicToUsd(entry.amountAtomic),
    amount_atomic: entry.amountAtomic.toString(),
    network: key.network,
    asset: key.asset,
    payer: key.payer,
    pay_to: entry.payTo,
    nonce: key.nonce,
    transaction: entry.transaction,
    valid_before: entry.validBefore.toString(),
    payment_id: entry.paymentId,
    signature_sha256: entry.signatureSha256,
    body_sha256: entry.bodySha256,
  }
}

export const rowColumns = [
  'job_id',
  'reserved_at',
  'changed_at',
  'tool',
  'state',
  'reason',
  'amount_usd',
  'amount_atomic',
  'network',
  'asset',
  'payer',
  'pay_to',
  'nonce',
  'transaction',
  'valid_before',
  'payment_id',
  'signature_sha256',
  'body_sha256',
] as const

// What a Date can hold; a clock may have been far off when the row was written.
const MAX_TIME = 8_640_000_000_000_000

/** A time that was written to the ledger, whatever the clock was then. */
export function timeOf(epochMs: number): string {
  return Math.abs(epochMs) <= MAX_TIME ? rfc3339(epochMs) : String(epochMs)
}

/** `2026-01-31 12:00:00`, in UTC. */
export function shortTime(epochMs: number): string {
  return timeOf(epochMs).replace('T', ' ').slice(0, 19)
}

/** `5 s`, `12 min`, `3 h`, `9 d`. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}
