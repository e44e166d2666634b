import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createSimulatedChain,
  type SimulatedAccounts,
} from '#facilitator/sandbox/simulated-chain.ts'
import { createSimulatedUsdc } from '#facilitator/sandbox/simulated-usdc.ts'
import { systemClock } from '#runtime/clock.ts'
import { systemRandom } from '#runtime/random.ts'
import { openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { sampleOffer, soundTerms } from '#test/equipment/payment/offers.ts'
import { hasHighS, spoiltSignature } from '#test/equipment/payment/signatures.ts'
import { runs } from '#test/fuzz/runs.ts'

const offer = sampleOffer()
const [requirement] = offer.accepts
const buyer = openBuyer()

function official(accounts: SimulatedAccounts): ExactEvmScheme {
  const token = createSimulatedUsdc(soundTerms(), systemClock)
  return new ExactEvmScheme(createSimulatedChain(soundTerms(), token, systemRandom, accounts))
}

test('accounts that check their own signatures get the same outcomes as accounts whose signers the official code recovers', async () => {
  const payload = await signedPayload(buyer, offer)
  const signatures = spoiltSignature(`0x${String(payload.payload['signature']).slice(2)}`)
  const seen = { valid: 0, invalid: 0 }
  await fc.assert(
    fc.asyncProperty(
      signatures.filter((signature) => signature.length === 2 + 2 * 65 && !hasHighS(signature)),
      async (signature) => {
        const spoilt = { ...payload, payload: { ...payload.payload, signature } }
        const [bare, delegated] = [official('bare'), official('delegated')]
        const verdict = await answered(bare.verify(spoilt, requirement))
        seen[verdict['isValid'] === true ? 'valid' : 'invalid'] += 1
        expect(await answered(delegated.verify(spoilt, requirement))).toEqual(verdict)
        expect(await settled(delegated.settle(spoilt, requirement))).toEqual(
          await settled(bare.settle(spoilt, requirement)),
        )
      },
    ),
    { numRuns: runs(200) },
  )
  expect(seen.valid).toBeGreaterThan(5)
  expect(seen.invalid).toBeGreaterThan(50)
})

/** The settlement with the length of its hash, because the simulated chain chooses hashes at random. */
async function settled(settling: Promise<object>): Promise<Record<string, unknown>> {
  const answer = await answered(settling)
  return { ...answer, transaction: String(answer['transaction'] ?? '').length }
}

async function answered(answer: Promise<object>): Promise<Record<string, unknown>> {
  try {
    return { ...(await answer) }
  } catch (error) {
    return { thrown: error instanceof Error ? error.message : 'unknown' }
  }
}
