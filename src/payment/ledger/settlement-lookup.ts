import type { AuthorizationKey } from './ledger.ts'

/** One authorization, and the payment that it should have made. */
export interface SettlementQuery {
  readonly key: AuthorizationKey
  readonly payTo: string
  readonly amountAtomic: bigint
  /** Unix seconds. */
  readonly validBefore: bigint
  /** Epoch milliseconds. The authorization can't have been used long before this time. */
  readonly reservedAt: number
  /** The transaction that should contain the payment, where it is known: it saves the search for it. */
  readonly transaction?: string | null
}

/**
 * The state on the chain. `paid`: the money moved to `payTo`, whichever account sent the transaction. `never`: it did
 * not, and no longer can. `open`: the authorization is unused, and still usable; `isFunded`: its payer has the amount.
 * `waiting`: only time can decide (the block is not deep enough, or the expiry is not yet final). `unclear`: no result;
 * `detail` is a code for the log.
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
  | { readonly status: 'open'; readonly isFunded: boolean }
  | { readonly status: 'waiting'; readonly detail: string }
  | { readonly status: 'unclear'; readonly detail: string }

/** Looks a settlement up on the chain. Network failures are verdicts; no method throws for them. */
export type SettlementLookup = (
  query: SettlementQuery,
  signal: AbortSignal,
) => Promise<SettlementVerdict>
