import type { LedgerRow } from '#payment/ledger/ledger-view.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { timeOf } from '#runtime/time-text.ts'

/** One call for JSON and CSV: money as decimal strings, time as RFC 3339 in UTC. */
export function rowOf(entry: LedgerRow): Record<(typeof rowColumns)[number], string | null> {
  const { key, result } = entry
  const found = result?.found ?? null
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
    host: result?.host ?? null,
    verdict: found?.verdict ?? null,
    findings: found === null ? null : found.findings.join(' '),
    duration_ms: found === null ? null : found.durationMs.toString(),
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
  'host',
  'verdict',
  'findings',
  'duration_ms',
] as const
