import { openSandboxFacilitator } from '#facilitator/sandbox/sandbox-facilitator.ts'
import type { Facilitator, SettleOutcome, VerifyOutcome } from '#payment/facilitator.ts'
import { systemClock } from '#runtime/clock.ts'
import { systemRandom } from '#runtime/random.ts'
import { soundTerms } from './offers.ts'

/** The payer's balance was drained during the job. */
export const refusedForFunds: SettleOutcome = {
  status: 'refused',
  reason: 'insufficient_funds',
  receipt: {
    success: false,
    errorReason: 'insufficient_funds',
    transaction: '',
    network: 'eip155:84532',
  },
}

/** The embedded facilitator with counters, whose responses a test can replace. */
export function countingFacilitator() {
  const terms = soundTerms()
  const real = openSandboxFacilitator({ terms, clock: systemClock, random: systemRandom })
  const calls: string[] = []
  const instead: {
    verify?: () => Promise<VerifyOutcome>
    settle?: () => Promise<SettleOutcome>
  } = {}
  const facilitator: Facilitator = {
    ...real,
    verify: async (request, signal) => {
      calls.push('verify')
      return instead.verify?.() ?? real.verify(request, signal)
    },
    settle: async (request, signal) => {
      calls.push('settle')
      return instead.settle?.() ?? real.settle(request, signal)
    },
  }
  return { facilitator, calls, instead }
}
