import { UNCONFIRMED } from '#payment/ledger/ledger.ts'
import type { LedgerRow, LedgerView } from '#payment/ledger/ledger-view.ts'
import { noFilter } from '#payment/ledger/ledger-view.ts'
import type { SettlementVerdict } from '#payment/ledger/settlement-lookup.ts'
import { type OutcomeContext, queryChain } from './resolve-outcome.ts'

/**
 * A call in the ledger beside the chain. `not_paid`: settled, while the chain shows no payment. `paid`: failed or refused, while
 * the chain shows a payment to us. `recent`: only time can tell. `unclear`: the chain could not be read; without a chain to
 * ask, these are the calls that are marked unconfirmed, and no other is compared.
 */
export type Comparison =
  | { readonly status: 'agrees' }
  | { readonly status: 'recent' }
  | { readonly status: 'unclear' | 'not_paid'; readonly detail: string }
  | { readonly status: 'paid'; readonly transaction: string }

export interface ComparedCall {
  readonly row: LedgerRow
  readonly comparison: Comparison
}

/** Rows per page of the ledger. */
const PAGE = 500
/** Look-ups at once, each of which is three or four requests to the node. */
const AT_ONCE = 4

/**
 * Compares each finished call since `since` (epoch milliseconds) with the chain, the latest first. It changes nothing. Ends early
 * when `signal` aborts. Rejects with the Faults of the view.
 */
export async function* auditedCalls(
  context: Pick<OutcomeContext, 'lookUp' | 'clock'> & { readonly view: LedgerView },
  since: number,
  signal: AbortSignal,
): AsyncGenerator<ComparedCall> {
  let after: string | null = null
  for (;;) {
    const page: readonly LedgerRow[] = await context.view.list({
      ...noFilter,
      since,
      after,
      limit: PAGE,
    })
    const finished = page.filter((row) => isComparable(row, context.lookUp !== null))
    for (let start = 0; start < finished.length; start += AT_ONCE) {
      if (signal.aborted) return
      yield* await Promise.all(
        finished.slice(start, start + AT_ONCE).map(async (row) => ({
          row,
          comparison: compare(row, await queryChain(context, row, signal), context.clock.now()),
        })),
      )
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last.jobId
  }
}

/** Whether a finished call should have been paid. */
const expected = { settled: true, failed: false, refused: false } as const

function isComparable({ state, reason }: LedgerRow, hasChain: boolean): boolean {
  return state in expected && (hasChain || reason === UNCONFIRMED)
}

/** Milliseconds after a settlement in which a node may not know its block yet. */
const NODE_LAG_MS = 10 * 60_000

function compare(row: LedgerRow, verdict: SettlementVerdict | null, now: number): Comparison {
  const { state, changedAt } = row
  const isSettled = state === 'settled'
  switch (verdict?.status) {
    case 'paid':
      return isSettled ? { status: 'agrees' } : { status: 'paid', transaction: verdict.transaction }
    case 'never':
      return isSettled ? { status: 'not_paid', detail: verdict.reason } : { status: 'agrees' }
    case 'open':
      // The authorization of a failed call can still be sent by anyone who has seen it.
      return isSettled && now > changedAt + NODE_LAG_MS
        ? { status: 'not_paid', detail: 'authorization_unused' }
        : { status: 'recent' }
    case 'waiting':
      return { status: 'recent' }
    case 'unclear':
      return { status: 'unclear', detail: verdict.detail }
    case undefined:
      return {
        status: 'unclear',
        detail: `${UNCONFIRMED}: the facilitator named ${row.transaction}`,
      }
  }
}
