import { z } from 'zod'
import type {
  ArchivedCall,
  AuthorizationKey,
  CallWithPayer,
  LedgerEntry,
  LedgerState,
  PayerUsage,
  Reservation,
  StoredResponse,
  UnresolvedEntry,
} from '#payment/ledger/ledger.ts'
import { ledgerStates, ledgerVerdicts } from '#payment/ledger/ledger.ts'
import type { LedgerRow } from '#payment/ledger/ledger-view.ts'
import type { SettlementResponse } from '#payment/x402/x402.ts'

const entryRow = z.object({
  network: z.string(),
  asset: z.string(),
  payer: z.string(),
  nonce: z.string(),
  job_id: z.string(),
  tool: z.string(),
  amount_atomic: z.string(),
  pay_to: z.string(),
  signature_sha256: z.string(),
  body_sha256: z.string(),
  valid_before: z.string(),
  payment_id: z.string().nullable(),
  state: z.enum(ledgerStates),
  reserved_at: z.number(),
  changed_at: z.number(),
  reason: z.string().nullable(),
  transaction_hash: z.string().nullable(),
  delivered_at: z.number().nullable(),
})

/** A row of `authorizations` as a ledger entry. Like the functions below, throws a `ZodError` for any other row. */
export function entryOf(row: unknown): LedgerEntry {
  const columns = entryRow.parse(row)
  const { network, asset, payer, nonce } = columns
  return {
    key: { network, asset, payer, nonce },
    jobId: columns.job_id,
    tool: columns.tool,
    amountAtomic: BigInt(columns.amount_atomic),
    payTo: columns.pay_to,
    signatureSha256: columns.signature_sha256,
    bodySha256: columns.body_sha256,
    validBefore: BigInt(columns.valid_before),
    paymentId: columns.payment_id,
    state: columns.state,
    reservedAt: columns.reserved_at,
    changedAt: columns.changed_at,
    reason: columns.reason,
    transaction: columns.transaction_hash,
    deliveredAt: columns.delivered_at,
  }
}

const archivedRow = entryRow.pick({
  network: true,
  asset: true,
  payer: true,
  nonce: true,
  job_id: true,
  amount_atomic: true,
  payment_id: true,
})

export function archivedCallOf(row: unknown): ArchivedCall {
  const { network, asset, payer, nonce, ...columns } = archivedRow.parse(row)
  return {
    state: 'archived',
    key: { network, asset, payer, nonce },
    jobId: columns.job_id,
    amountAtomic: BigInt(columns.amount_atomic),
    paymentId: columns.payment_id,
    transaction: null,
  }
}

const resultRow = z.object({
  host: z.string().nullable(),
  verdict: z.enum(ledgerVerdicts).nullable(),
  findings: z.string().nullable(),
  duration_ms: z.number().nullable(),
})
const codes = z.array(z.string())

/** Reads a row that was joined with `job_results`. */
export function ledgerRowOf(row: unknown): LedgerRow {
  const { host, verdict, findings, duration_ms: durationMs } = resultRow.parse(row)
  const hasReport = verdict !== null && findings !== null && durationMs !== null
  const jobFindings = hasReport
    ? { verdict, findings: codes.parse(JSON.parse(findings)), durationMs }
    : null
  return { ...entryOf(row), result: host === null ? null : { host, found: jobFindings } }
}

const unresolvedRow = z.object({
  request: z.string(),
  attempts: z.number(),
  last_tried_at: z.number().nullable(),
  last_detail: z.string().nullable(),
})

export function unresolvedOf(row: unknown): UnresolvedEntry {
  const columns = unresolvedRow.parse(row)
  return {
    ...entryOf(row),
    request: columns.request,
    attempts: columns.attempts,
    lastTriedAt: columns.last_tried_at,
    lastDetail: columns.last_detail,
  }
}

const storedResponseRow = z.object({
  body: z.string().nullable(),
  receipt: z.string().nullable(),
  misses: z.number(),
})

export function storedResponseOf(row: unknown): StoredResponse {
  const { body, receipt, misses } = storedResponseRow.parse(row)
  return {
    report: body,
    // Written by `settled`, and not parsed with a schema, which would change the order of its members.
    receipt: receipt === null ? null : z.custom<SettlementResponse>().parse(JSON.parse(receipt)),
    misses,
  }
}

const usageRow = z.object({
  unsettled: z.number(),
  refused_at: z.number().nullable(),
  gone_twice_at: z.number().nullable(),
})

export function usageOf(row: unknown): PayerUsage {
  const columns = usageRow.parse(row)
  return {
    unsettled: columns.unsettled,
    refusedAt: columns.refused_at,
    goneTwiceAt: columns.gone_twice_at,
  }
}

const payerRow = z.object({ has_paid: z.number() })

/** Reads a row with the columns of the usage and `HAS_PAID`. */
export function payerOf(row: unknown): Pick<CallWithPayer, 'usage' | 'hasPaid'> {
  return { usage: usageOf(row), hasPaid: payerRow.parse(row).has_paid === 1 }
}

const countRows = z.array(z.object({ state: z.enum(ledgerStates), count: z.number() }))

/** The number of calls in each state; 0 for a state without a row. */
export function countsOf(rows: unknown): Record<LedgerState, number> {
  const counts = { running: 0, failed: 0, settling: 0, settled: 0, refused: 0, unknown: 0 }
  for (const { state, count } of countRows.parse(rows)) counts[state] = count
  return counts
}

export function reservationColumns({
  key,
  amountAtomic,
  validBefore,
  ...rest
}: Reservation): object {
  return {
    ...rest,
    ...keyColumns(key),
    amountAtomic: amountAtomic.toString(),
    validBefore: validBefore.toString(),
  }
}

/** Lower-cases the key here too: a caller that forgets it must not get a second reservation for one authorization. */
export function keyColumns(key: AuthorizationKey): AuthorizationKey {
  return {
    network: key.network.toLowerCase(),
    asset: key.asset.toLowerCase(),
    payer: key.payer.toLowerCase(),
    nonce: key.nonce.toLowerCase(),
  }
}
