import { x402Facilitator } from '@x402/core/facilitator'
import { PaymentPayloadV2Schema, PaymentRequirementsV2Schema } from '@x402/core/schemas'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import type { Abi } from 'viem'
import { z } from 'zod'
import type { PaymentPayload, PaymentRequirements } from '#payment/x402/x402.ts'
import type { ChainWallet } from '#test/chain/chain.ts'
import {
  type Behaviour,
  json,
  type LoopbackServer,
  openLoopbackServer,
  type SeenRequest,
} from '#test/equipment/network/loopback-http.ts'

export interface FacilitatorServer extends LoopbackServer {
  /** Executes the request on the chain, and returns the correct response without sending it. */
  work(request: SeenRequest): Promise<Behaviour>
  /** Executes, and sends the response: the default behaviour. */
  readonly honest: Behaviour
}

/**
 * The official facilitator classes with a wallet on a real chain, over HTTP on loopback as a hosted facilitator
 * serves them: a rejection with 200, an exception with 500. `confirmationTimeoutMs` bounds its wait for a receipt;
 * after it the response is `settlement_pending`. `before` gets each path, and the count of its requests, before it
 * is served.
 */
export async function openFacilitatorServer(options: {
  readonly wallet: ChainWallet
  readonly network: `eip155:${number}`
  readonly confirmationTimeoutMs?: number
  readonly before?: (path: string, nth: number) => Promise<void>
}): Promise<FacilitatorServer> {
  const signer = toFacilitatorEvmSigner(clientOf(options.wallet), {
    confirmationTimeoutMs: options.confirmationTimeoutMs ?? 10_000,
  })
  const official = new x402Facilitator().register(options.network, new ExactEvmScheme(signer))
  const counts = new Map<string, number>()

  const handle = async (path: string, body: string): Promise<unknown> => {
    if (path === '/supported') return official.getSupported()
    const { paymentPayload, paymentRequirements } = call.parse(JSON.parse(body))
    return path === '/verify'
      ? official.verify(paymentPayload, paymentRequirements)
      : official.settle(paymentPayload, paymentRequirements)
  }
  const work = async ({ path, body }: SeenRequest): Promise<Behaviour> => {
    const nth = (counts.get(path) ?? 0) + 1
    counts.set(path, nth)
    await options.before?.(path, nth)
    return handle(path, body).then(
      (said) => json(200, said),
      (error: unknown) => json(500, { error: String(error) }),
    )
  }
  const honest: Behaviour = async (request, response, socket) => {
    const reply = await work(request)
    await reply(request, response, socket)
  }
  return { ...(await openLoopbackServer(honest)), work, honest }
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

/** The official signer leaves ABIs untyped where viem requires types. */
const abiOf = (abi: readonly unknown[]) => z.custom<Abi>(Array.isArray).parse(abi)

function clientOf(wallet: ChainWallet): Parameters<typeof toFacilitatorEvmSigner>[0] {
  // Transactions are sent one after the other. Concurrent payments would use the same nonce of the wallet.
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(send: () => Promise<T>): Promise<T> => {
    const sent = last.then(send)
    last = sent.catch(() => {})
    return sent
  }
  return {
    address: wallet.account.address,
    getCode: (about) => wallet.getCode(about),
    readContract: ({ abi, args, ...about }) =>
      wallet.readContract({ ...about, abi: abiOf(abi), args: args ?? [] }),
    writeContract: ({ address, abi, functionName, args }) =>
      inTurn(() => wallet.writeContract({ address, abi: abiOf(abi), functionName, args })),
    sendTransaction: (about) => inTurn(() => wallet.sendTransaction(about)),
    waitForTransactionReceipt: (about) => wallet.waitForTransactionReceipt(about),
    // The exact scheme recovers signers by itself and calls contracts through `readContract`.
    verifyTypedData: async () => false,
  }
}
