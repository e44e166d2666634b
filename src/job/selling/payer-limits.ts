import { type Unavailable, unavailable } from '#job/call/outcome.ts'
import type { Ledger, ReserveOutcome } from '#payment/ledger/ledger.ts'
import type { Clock } from '#runtime/clock.ts'

/**
 * What one payer may have open. A wallet can sign any number of authorizations over the same few cents: each passes verify,
 * each is worked for, and only the first can settle. The cap bounds that work, the pause its rate.
 */
export interface PayerLimits {
  /** Why this payer is not served now, or null. Reads only. Throws `ledger_unavailable`. */
  refusal(payer: string): Promise<Unavailable | null>
  /**
   * Runs `reserve` when the payer is served. It is given the cap, and reserves within it: of many at once, in one process
   * or in several, only as many get in as there is room for.
   */
  reserve(
    payer: string,
    reserve: (mostUnsettled: number) => Promise<ReserveOutcome>,
  ): Promise<Exclude<ReserveOutcome, { status: 'payer_full' }> | Unavailable>
}

export function createPayerLimits(options: {
  readonly ledger: Ledger
  readonly clock: Clock
  /** The live settings. */
  readonly unsettledPerPayer: () => number
  /** 0: no pause. */
  readonly refusedPauseMs: () => number
}): PayerLimits {
  const { ledger, clock } = options
  const refusal = async (payer: string): Promise<Unavailable | null> => {
    const now = clock.now()
    const refusedPauseMs = options.refusedPauseMs()
    const { unsettled, lastRefusedAt } = await ledger.usageOf(payer, now - refusedPauseMs)
    const pauseMs = lastRefusedAt === null ? 0 : lastRefusedAt + refusedPauseMs - now
    // Longer than the pause itself: written before the clock was set back, and not to be waited for.
    if (pauseMs > 0 && pauseMs <= refusedPauseMs) {
      const retryAfterS = Math.ceil(pauseMs / 1000)
      return unavailable('payer_limited', 'not_taken', { detail: paused, retryAfterS })
    }
    return unsettled >= options.unsettledPerPayer() ? unavailable('payer_limited') : null
  }
  return {
    refusal,
    reserve: async (payer, reserve) => {
      const refused = await refusal(payer)
      if (refused !== null) return refused
      const reserved = await reserve(options.unsettledPerPayer())
      return reserved.status === 'payer_full' ? unavailable('payer_limited') : reserved
    },
  }
}

const paused =
  'A settlement of this payer was refused a short while ago. This authorization was not used: make sure that the balance suffices, and repeat the request later.'
