import type { Hex } from 'viem'
import {
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  numberToHex,
  pad,
  parseAbi,
  toEventSelector,
} from 'viem/utils'
import { z } from 'zod'
import { Fault } from '#fault.ts'
import type { AuthorizationKey } from '#payment/ledger/ledger.ts'
import type { JsonRpc, RpcResponse } from './json-rpc.ts'

export interface BlockHead {
  readonly number: bigint
  /** Unix seconds. */
  readonly timestamp: bigint
}

export type PaymentEvent = 'used' | 'canceled' | 'transfer'

export interface PaymentLog {
  readonly event: PaymentEvent
  readonly block: bigint
  readonly index: bigint
  readonly transaction: string
  readonly topics: readonly string[]
  readonly data: string
}

/** What a look-up asks a node. Each throws `rpc_failed`, with a word for the log, when it gives no answer. */
export interface ChainReader {
  chainId(): Promise<number>
  /** Null where the chain has no such block yet. */
  block(at: bigint | 'latest' | 'finalized'): Promise<BlockHead | null>
  /** Whether an account has code now. */
  hasCode(address: string): Promise<boolean>
  /** Whether an authorization is used or canceled as of a block. */
  isConsumed(key: AuthorizationKey, block: bigint): Promise<boolean>
  /** The end of one authorization within a range of blocks; null when the node refuses a range that long. */
  endOf(key: AuthorizationKey, from: bigint, to: bigint): Promise<readonly PaymentLog[] | null>
  /** Everything that one payer's authorizations and balance did in one block, in order. */
  activityOf(key: AuthorizationKey, block: bigint): Promise<readonly PaymentLog[]>
}

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((digits) => BigInt(digits))
const hex = z
  .string()
  .regex(/^0x[0-9a-fA-F]*$/)
  .transform((digits): Hex => `0x${digits.slice(2).toLowerCase()}`)
const head = z.object({ number: quantity, timestamp: quantity }).nullable()
const rawLogs = z.array(
  z.object({
    address: hex,
    topics: z.array(hex).min(1).max(4),
    data: hex,
    blockNumber: quantity,
    logIndex: quantity,
    transactionHash: hex,
    removed: z.boolean().optional(),
  }),
)

const tokenAbi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
])
const topicOf: Record<PaymentEvent, Hex> = {
  used: toEventSelector('AuthorizationUsed(address,bytes32)'),
  canceled: toEventSelector('AuthorizationCanceled(address,bytes32)'),
  transfer: toEventSelector('Transfer(address,address,uint256)'),
}
const eventOf = new Map(
  (['used', 'canceled', 'transfer'] as const).map((event) => [topicOf[event], event]),
)

export function createChainReader(rpc: JsonRpc, signal: AbortSignal): ChainReader {
  const ask = async <T>(method: string, params: readonly unknown[], shape: z.ZodType<T>) =>
    resultOf(await rpc(method, params, shape, signal))
  const logs = (key: AuthorizationKey, filter: object) =>
    rpc('eth_getLogs', [{ address: key.asset, ...filter }], rawLogs, signal)

  return {
    chainId: async () => Number(await ask('eth_chainId', [], quantity)),
    block: (at) =>
      ask('eth_getBlockByNumber', [typeof at === 'bigint' ? numberToHex(at) : at, false], head),
    hasCode: async (address) => (await ask('eth_getCode', [address, 'latest'], hex)) !== '0x',
    isConsumed: async (key, block) => {
      const data = encodeFunctionData({
        abi: tokenAbi,
        args: [getAddress(key.payer), hex.parse(key.nonce)],
      })
      // At a number, not at `latest`: behind one address stand many nodes, and one that lags would say `false`.
      const answer = await ask('eth_call', [{ to: key.asset, data }, numberToHex(block)], hex)
      return readBool(answer)
    },
    endOf: async (key, from, to) => {
      const answer = await logs(key, {
        topics: [[topicOf.used, topicOf.canceled], pad(hex.parse(key.payer)), key.nonce],
        fromBlock: numberToHex(from),
        toBlock: numberToHex(to),
      })
      return answer.status === 'refused' ? null : paymentLogs(resultOf(answer), key)
    },
    activityOf: async (key, block) => {
      const at = numberToHex(block)
      const answer = await logs(key, {
        topics: [[topicOf.used, topicOf.transfer], pad(hex.parse(key.payer))],
        fromBlock: at,
        toBlock: at,
      })
      return paymentLogs(resultOf(answer), key)
    },
  }
}

/** A node that ignores a filter must not make somebody else's event ours. */
function paymentLogs(found: z.output<typeof rawLogs>, key: AuthorizationKey): PaymentLog[] {
  const payer = pad(hex.parse(key.payer))
  return found.flatMap((log) => {
    const [signature, account] = log.topics
    const event = signature === undefined ? undefined : eventOf.get(signature)
    if (event === undefined || account !== payer) return []
    if (log.address !== key.asset || log.removed === true) return []
    const { topics, data, transactionHash: transaction } = log
    return [{ event, block: log.blockNumber, index: log.logIndex, transaction, topics, data }]
  })
}

function readBool(data: Hex): boolean {
  try {
    return decodeFunctionResult({ abi: tokenAbi, data })
  } catch (cause) {
    throw failed('authorizationState with a wrong shape', cause)
  }
}

function resultOf<T>(answer: RpcResponse<T>): T {
  if (answer.status === 'answered') return answer.result
  throw failed(answer.detail)
}

function failed(detail: string, cause?: unknown): Fault {
  return new Fault('rpc_failed', `The chain could not be read: ${detail}.`, {
    facts: { detail },
    cause,
  })
}
