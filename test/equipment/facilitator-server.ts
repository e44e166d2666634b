import { x402Facilitator } from '@x402/core/facilitator'
import { PaymentPayloadV2Schema, PaymentRequirementsV2Schema } from '@x402/core/schemas'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import type { Abi } from 'viem'
import { z } from 'zod'
import type { PaymentPayload, PaymentRequirements } from '../../src/payment/x402.ts'
import type { ChainWallet } from '../chain/chain.ts'
import { type Behaviour, json, type LoopbackServer, openLoopbackServer } from './loopback-http.ts'

/**
 * The official facilitator classes with a wallet on a real chain, over HTTP on loopback as a hosted facilitator serves
 * them: a no with 200, a throw with 500. `confirmationTimeoutMs` bounds its wait for a receipt; past it the answer is
 * `settlement_pending`. `before` sees each path, and how often it was asked for, before it is served.
 */
export async function openFacilitatorServer(options: {
  readonly wallet: ChainWallet
  readonly network: `eip155:${number}`
  readonly confirmationTimeoutMs?: number
  readonly before?: (path: string, nth: number) => Promise<void>
}): Promise<LoopbackServer> {
  const signer = toFacilitatorEvmSigner(clientOf(options.wallet), {
    confirmationTimeoutMs: options.confirmationTimeoutMs ?? 10_000,
  })
  const official = new x402Facilitator().register(options.network, new ExactEvmScheme(signer))
  const counts = new Map<string, number>()

  const answer = async (path: string, body: string): Promise<unknown> => {
    if (path === '/supported') return official.getSupported()
    const { paymentPayload, paymentRequirements } = call.parse(JSON.parse(body))
    return path === '/verify'
      ? official.verify(paymentPayload, paymentRequirements)
      : official.settle(paymentPayload, paymentRequirements)
  }
  const serve: Behaviour = async (request, response, socket) => {
    const nth = (counts.get(request.path) ?? 0) + 1
    counts.set(request.path, nth)
    await options.before?.(request.path, nth)
    const reply = await answer(request.path, request.body).then(
      (body) => json(200, body),
      (error: unknown) => json(500, { error: String(error) }),
    )
    await reply(request, response, socket)
  }
  return openLoopbackServer(serve)
}

const call = z.object({
  x402Version: z.literal(2),
  paymentPayload: z.custom<PaymentPayload>(
    (value) => PaymentPayloadV2Schema.safeParse(value).success,
  ),
  paymentRequirements: z.custom<PaymentRequirements>(
    (value) => PaymentRequirementsV2Schema.safeParse(value).success,
  ),
})

/** The official signer leaves ABIs untyped where viem wants them typed. */
const abiOf = (abi: readonly unknown[]) => z.custom<Abi>(Array.isArray).parse(abi)

function clientOf(wallet: ChainWallet): Parameters<typeof toFacilitatorEvmSigner>[0] {
  return {
    address: wallet.account.address,
    getCode: (about) => wallet.getCode(about),
    readContract: ({ abi, args, ...about }) =>
      wallet.readContract({ ...about, abi: abiOf(abi), args: args ?? [] }),
    writeContract: ({ address, abi, functionName, args }) =>
      wallet.writeContract({ address, abi: abiOf(abi), functionName, args }),
    sendTransaction: (about) => wallet.sendTransaction(about),
    waitForTransactionReceipt: (about) => wallet.waitForTransactionReceipt(about),
    // The exact scheme recovers signers by itself and asks contracts through `readContract`.
    verifyTypedData: async () => false,
  }
}
