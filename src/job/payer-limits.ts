import type { Ledger } from '../payment/ledger.ts'
import type { Clock } from '../runtime/clock.ts'
import { type Unavailable, unavailable } from './outcome.ts'

/**
 * What one payer may have open. A wallet can sign any number of authorizations over the same few cents: each passes verify,
 * each is worked for, and only the first can settle. The cap bounds that work, the pause its rate.
 */
export interface PayerLimits {
  /** Why this payer is not served now, or null. Reads only. Throws `ledger_unavailable`. */
  refusal(payer: string): Promise<Unavailable | null>
  /**
   * Runs `reserve` when the payer is served, one call of a payer at a time: of many at once that all find room for one
   * more, only as many get in as there is room for. Over several processes it may be one more for each.
   */
  reserve<T>(payer: string, reserve: () => Promise<T>): Promise<T | Unavailable>
}

export function openPayerLimits(options: {
  readonly ledger: Ledger
  readonly clock: Clock
  // Both are read each time: they may change.
  readonly unsettledPerPayer: number
  /** 0: no pause. */
  readonly refusedPauseMs: number
}): PayerLimits {
  const { ledger, clock } = options
  const refusal = async (payer: string): Promise<Unavailable | null> => {
    const now = clock.now()
    const { refusedPauseMs } = options
    const { unsettled, lastRefusedAt } = await ledger.standingOf(payer, now - refusedPauseMs)
    const pauseMs = lastRefusedAt === null ? 0 : lastRefusedAt + refusedPauseMs - now
    // Longer than the pause itself: written before the clock was set back, and not to be waited for.
    if (pauseMs > 0 && pauseMs <= refusedPauseMs) {
      const retryAfterS = Math.ceil(pauseMs / 1000)
      return unavailable('payer_limited', 'not_taken', { detail: paused, retryAfterS })
    }
    return unsettled >= options.unsettledPerPayer ? unavailable('payer_limited') : null
  }
  const queue = new Map<string, Promise<unknown>>()
  return {
    refusal,
    reserve: async (payer, reserve) => {
      const before = queue.get(payer)
      const turn = (async () => {
        // How the one before ended is told to its own caller.
        await before?.catch(() => {})
        return (await refusal(payer)) ?? (await reserve())
      })()
      queue.set(payer, turn)
      try {
        return await turn
      } finally {
        if (queue.get(payer) === turn) queue.delete(payer)
      }
    },
  }
}

const paused =
  'A settlement of this payer was refused a short while ago. This authorization was not used: make sure that the balance suffices, and repeat the request later.'
