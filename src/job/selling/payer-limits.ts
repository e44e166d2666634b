import { type Unavailable, unavailable } from '#job/call/outcome.ts'
import type { PayerLimit, PayerUsage } from '#payment/ledger/ledger.ts'
import type { Clock } from '#runtime/clock.ts'

/**
 * Limits the unsettled jobs of one payer. A wallet can sign any number of authorizations over the same few cents: each
 * passes verify, a job runs for each, and only the first can settle. The cap limits the number of such jobs, and the
 * pause limits their rate.
 */
export interface PayerLimits {
  /**
   * The limit from the live settings. The ledger enforces it at each reservation: of many concurrent calls, in one process
   * or in several, only as many succeed as the limit allows.
   */
  current(): PayerLimit
  /** Why a payer with this usage is not served now; null when it is. */
  check(usage: PayerUsage): Unavailable | null
}

export function createPayerLimits(options: {
  readonly clock: Clock
  /** The live settings. */
  readonly unsettledPerPayer: () => number
  /** Milliseconds; 0: no pause. */
  readonly refusedPauseMs: () => number
}): PayerLimits {
  const current = () => ({
    mostUnsettled: options.unsettledPerPayer(),
    pauseMs: options.refusedPauseMs(),
    goneWindowMs: GONE_WINDOW_MS,
  })
  return {
    current,
    check: ({ unsettled, refusedAt, goneTwiceAt }) => {
      const { mostUnsettled, pauseMs } = current()
      const since = refusedAt ?? goneTwiceAt
      if (since === null) return unsettled < mostUnsettled ? null : unavailable('payer_limited')
      return unavailable('payer_limited', 'not_taken', {
        detail: refusedAt === null ? disconnectPauseDetail : refusalPauseDetail,
        // The settings may have changed since the usage was read.
        retryAfterS: Math.max(1, Math.ceil((since + pauseMs - options.clock.now()) / 1000)),
      })
    },
  }
}

/**
 * A pause begins when a second job within this time is cancelled because its client disconnected (design.md row 14).
 */
const GONE_WINDOW_MS = 10 * 60_000

const disconnectPauseDetail =
  'Two jobs of this payer were cancelled recently because the client disconnected. This authorization was not used: repeat the request later, and keep the connection open or use a payment identifier.'
const refusalPauseDetail =
  'A settlement of this payer was refused a short while ago. This authorization was not used: make sure that the balance suffices, and repeat the request later.'
