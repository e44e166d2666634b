import type { RequestListener } from 'node:http'
import { x402Facilitator } from '@x402/core/facilitator'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { createSimulatedChain } from '#facilitator/sandbox/simulated-chain.ts'
import { createSimulatedUsdc } from '#facilitator/sandbox/simulated-usdc.ts'
import { termsFor } from '#payment/terms.ts'
import { systemClock } from '#runtime/clock.ts'
import { systemRandom } from '#runtime/random.ts'

/** The official facilitator over HTTP, on a chain in memory. */
export function officialFacilitator(): RequestListener {
  const reading = termsFor({ mode: 'testnet' })
  if (reading.status === 'refused') throw new Error(reading.reason)
  const chain = createSimulatedChain(
    reading.terms,
    createSimulatedUsdc(reading.terms, systemClock),
    systemRandom,
  )
  const official = new x402Facilitator().register(reading.terms.network, new ExactEvmScheme(chain))
  return async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const { paymentPayload, paymentRequirements } = text === '' ? {} : JSON.parse(text)
    const handlers: Record<string, () => unknown> = {
      '/supported': () => official.getSupported(),
      '/verify': () => official.verify(paymentPayload, paymentRequirements),
      '/settle': () => official.settle(paymentPayload, paymentRequirements),
    }
    const result = await handlers[request.url ?? '']?.()
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(result))
  }
}
