import { type Unavailable, unavailable } from '#job/call/outcome.ts'
import type { Ledger, PayerUsage, ReserveOutcome } from '#payment/ledger/ledger.ts'
import type { Clock } from '#runtime/clock.ts'

/**
 * The open work of one payer. A wallet can sign any number of authorizations over the same few cents: each passes
 * verify, each is worked for, and only the first can settle. The cap bounds that work, the pause its rate.
 */
export interface PayerLimits {
  /** Whether this payer is served now. Only reads. Throws `ledger_unavailable`. */
  check(payer: string): Promise<ServedPayer | Unavailable>
  /**
   * Runs `reserve` when the payer is served. It gets the cap, and reserves within it: of many concurrent calls, in
   * one process or in several, only as many succeed as there is room for.
   */
  reserve(
    payer: string,
    reserve: (mostUnsettled: number) => Promise<ReserveOutcome>,
  ): Promise<Exclude<ReserveOutcome, { status: 'payer_full' }> | Unavailable>
}

/** An accepted payer. `hasPaid`: a call of this payer was settled before. */
export interface ServedPayer {
  readonly status: 'served'
  readonly hasPaid: boolean
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
  const check = async (payer: string): Promise<ServedPayer | Unavailable> => {
    const now = clock.now()
    const refusedPauseMs = options.refusedPauseMs()
    const usage = await ledger.usageOf(payer, now - refusedPauseMs - GONE_WINDOW_MS)
    const { unsettled, lastRefusedAt, hasPaid } = usage
    const leftMs = (since: number | null) => {
      const pauseMs = since === null ? 0 : since + refusedPauseMs - now
      // Longer than the pause itself: written before the clock was set back, so it is ignored.
      return pauseMs > 0 && pauseMs <= refusedPauseMs ? pauseMs : 0
    }
    const pauses = [
      { pauseMs: leftMs(lastRefusedAt), detail: paused },
      { pauseMs: leftMs(goneTwiceAt(usage)), detail: pausedGone },
    ]
    for (const { pauseMs, detail } of pauses) {
      if (pauseMs === 0) continue
      const retryAfterS = Math.ceil(pauseMs / 1000)
      return unavailable('payer_limited', 'not_taken', { detail, retryAfterS })
    }
    if (unsettled >= options.unsettledPerPayer()) return unavailable('payer_limited')
    return { status: 'served', hasPaid }
  }
  return {
    check,
    reserve: async (payer, reserve) => {
      const checked = await check(payer)
      if (checked.status === 'unavailable') return checked
      const reserved = await reserve(options.unsettledPerPayer())
      return reserved.status === 'payer_full' ? unavailable('payer_limited') : reserved
    },
  }
}

/**
 * A second job within this time that was cancelled because its client disconnected begins a pause (design.md row
 * 14).
 */
const GONE_WINDOW_MS = 10 * 60_000

/** When the latest of two such jobs was cancelled; null when they are further apart, or there was only one. */
function goneTwiceAt({ goneAt }: PayerUsage): number | null {
  const [last, before] = goneAt
  if (last === undefined || before === undefined) return null
  return last - before <= GONE_WINDOW_MS ? last : null
}

const pausedGone =
  'Two jobs of this payer were cancelled recently because the client disconnected. This authorization was not used: repeat the request later, and keep the connection open or use a payment identifier.'
const paused =
  'A settlement of this payer was refused a short while ago. This authorization was not used: make sure that the balance suffices, and repeat the request later.'
