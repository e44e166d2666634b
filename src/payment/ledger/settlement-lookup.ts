import type { AuthorizationKey } from './ledger.ts'

/** One authorization and the payment that it was to make. */
export interface SettlementQuestion {
  readonly key: AuthorizationKey
  readonly payTo: string
  readonly amountAtomic: bigint
  /** Unix seconds. */
  readonly validBefore: bigint
  /** Epoch milliseconds: it can't have been used long before this time. */
  readonly reservedAt: number
}

/**
 * The state on the chain. `paid`: the money moved to `payTo`, whatever account sent the transaction. `never`: it did
 * not, and no longer can. `open`: not used, and still usable. `waiting`: only time can decide (not deep enough,
 * expired but not yet final). `unclear`: no result; `detail` is a code for the log.
 */
export type SettlementVerdict =
  | { readonly status: 'paid'; readonly transaction: string }
  | {
      readonly status: 'never'
      readonly reason:
        | 'authorization_canceled'
        | 'authorization_expired'
        | 'authorization_spent_elsewhere'
    }
  | { readonly status: 'open' }
  | { readonly status: 'waiting'; readonly detail: string }
  | { readonly status: 'unclear'; readonly detail: string }

/** Looks a settlement up on the chain. Network failures are verdicts; no method throws for them. */
export type SettlementLookup = (
  question: SettlementQuestion,
  signal: AbortSignal,
) => Promise<SettlementVerdict>
