import { x402Facilitator } from '@x402/core/facilitator'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import type { Exchange } from '#facilitator/http/json-client.ts'
import { classifySettle } from '#facilitator/http/settle-response.ts'
import { classifySupported } from '#facilitator/http/supported-response.ts'
import { classifyVerify } from '#facilitator/http/verify-response.ts'
import type { Facilitator, SettleOutcome } from '#payment/facilitator.ts'
import type { PaymentTerms } from '#payment/terms.ts'
import type { PaymentPayload } from '#payment/x402/x402.ts'
import type { Clock } from '#runtime/clock.ts'
import { type Log, silentLog } from '#runtime/log.ts'
import type { Random } from '#runtime/random.ts'
import { createSimulatedChain, type SimulatedAccounts } from './simulated-chain.ts'
import { createSimulatedUsdc } from './simulated-usdc.ts'

export interface SandboxFacilitatorOptions {
  readonly terms: PaymentTerms
  /** Decides the validity window on the simulated chain; the official code also reads the system clock. */
  readonly clock: Clock
  readonly random: Random
  readonly log?: Log
}

/**
 * Runs the official facilitator on a chain in memory: nothing leaves the process. Its responses are classified like
 * those of a remote facilitator; a receipt carries `extra.simulated`, and its transaction begins with
 * `SIMULATED_PREFIX`.
 */
export function openSandboxFacilitator(options: SandboxFacilitatorOptions): Facilitator {
  const { terms, clock, random } = options
  const log = options.log ?? silentLog
  const token = createSimulatedUsdc(terms, clock)
  const officialOn = (accounts: SimulatedAccounts) => {
    const scheme = new ExactEvmScheme(createSimulatedChain(terms, token, random, accounts))
    return new x402Facilitator().register(terms.network, scheme)
  }
  const official = { bare: officialOn('bare'), delegated: officialOn('delegated') }
  const officialFor = ({ payload }: PaymentPayload) => official[accountsFor(payload['signature'])]
  return {
    url: 'embedded',
    verify: async (request, signal) => {
      const { paymentPayload, paymentRequirements } = request
      const response = await localExchange(signal, () =>
        officialFor(paymentPayload).verify(paymentPayload, paymentRequirements),
      )
      return classifyVerify(response, request, log)
    },
    settle: async (request, signal) => {
      const { paymentPayload, paymentRequirements } = request
      const response = await localExchange(signal, () =>
        officialFor(paymentPayload).settle(paymentPayload, paymentRequirements),
      )
      return markedAsSimulated(classifySettle(response, request, log, null))
    },
    supported: async (signal) =>
      classifySupported(
        await localExchange(signal, async () => official.bare.getSupported()),
        terms.network,
      ),
    close: async () => {},
  }
}

/**
 * Selects the accounts by the length of the signature. One that is not 65 bytes long is from a contract wallet or wrapped
 * for one (ERC-6492), and an account with code could accept it.
 */
function accountsFor(signature: unknown): SimulatedAccounts {
  return typeof signature === 'string' && signature.length === 2 + 2 * 65 ? 'delegated' : 'bare'
}

async function localExchange(signal: AbortSignal, work: () => Promise<unknown>): Promise<Exchange> {
  if (signal.aborted) return { status: 'broken', detail: 'aborted' }
  try {
    const json = await work()
    return { status: 'responded', httpStatus: 200, json, headers: new Headers() }
  } catch (error) {
    // The official classes throw for input that they cannot parse, where a remote facilitator would send a 500.
    return { status: 'broken', detail: error instanceof Error ? error.message : 'failed' }
  }
}

function markedAsSimulated(outcome: SettleOutcome): SettleOutcome {
  if (outcome.status !== 'settled') return outcome
  return { ...outcome, receipt: { ...outcome.receipt, extra: { simulated: true } } }
}
