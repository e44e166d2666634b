import type { AuthorizationKey } from './ledger.ts'

/** One authorization and what it was meant to pay. */
export interface SettlementQuestion {
  readonly key: AuthorizationKey
  readonly payTo: string
  readonly amountAtomic: bigint
  /** Unix seconds. */
  readonly validBefore: bigint
  /** Epoch milliseconds: it can't have been used long before. */
  readonly reservedAt: number
}

/**
 * What the chain knows. `paid`: the money moved to `payTo`, whoever sent the transaction. `never`: it did not, and no
 * longer can. `open`: not used, and still usable. `waiting`: only time can tell (not deep enough, expired but not yet
 * final). `unclear`: no answer; `detail` is a word for the log.
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

/** Looks a settlement up on the chain. Faults of its network are verdicts; nothing here throws for them. */
export type SettlementLookup = (
  question: SettlementQuestion,
  signal: AbortSignal,
) => Promise<SettlementVerdict>
