import {
  BaseError,
  BlockNotFoundError,
  createPublicClient,
  getContract,
  type Hex,
  HttpRequestError,
  http,
  type PublicClient,
  ResponseBodyTooLargeError,
  RpcRequestError,
} from 'viem'
import { encodeEventTopics, getAddress, numberToHex, pad, parseAbi } from 'viem/utils'
import { z } from 'zod'
import { codeOf, Fault } from '#fault.ts'
import type { AccountHasCode } from '#payment/eip3009/contract-wallet.ts'
import type { AuthorizationKey } from '#payment/ledger/ledger.ts'
import type { PaymentTerms } from '#payment/terms.ts'

/** Number and time of a block. */
export interface BlockHead {
  readonly number: bigint
  /** Unix seconds. */
  readonly timestamp: bigint
}

/** The events of a USDC contract about one authorization: it was used, or cancelled, or the amount was transferred. */
export type PaymentEvent = 'used' | 'canceled' | 'transfer'

/** A log entry of the token contract, undecoded: `topics` and `data` are 0x and hex digits. */
export interface PaymentLog {
  readonly event: PaymentEvent
  readonly block: bigint
  readonly index: bigint
  readonly transaction: string
  readonly topics: readonly string[]
  readonly data: string
}

/** The queries to a node. Each throws `rpc_failed`, with a code for the log, when it gets no result. */
export interface ChainReader {
  chainId(): Promise<number>
  /** Null when the chain has no such block yet. */
  block(at: bigint | 'latest' | 'finalized'): Promise<BlockHead | null>
  /** Whether an account has code now. */
  hasCode(address: string): Promise<boolean>
  /**
   * Whether an authorization is used or canceled as of a block. It and the balance are read at a block number, not at `latest`:
   * there are many nodes behind one address, and one that lags would return `false`.
   */
  isConsumed(key: AuthorizationKey, block: bigint): Promise<boolean>
  /** The balance of the payer as of a block, in atomic units. */
  balanceOf(key: AuthorizationKey, block: bigint): Promise<bigint>
  /** The events that end one authorization within a range of blocks; null when the node refuses a range that long. */
  endOf(key: AuthorizationKey, from: bigint, to: bigint): Promise<readonly PaymentLog[] | null>
  /** The same events of a payer in one transaction; empty when the chain has no such transaction. */
  eventsIn(key: AuthorizationKey, transaction: Hex): Promise<readonly PaymentLog[]>
  /** All events of one payer's authorizations and balance in one block, in order. */
  activityOf(key: AuthorizationKey, block: bigint): Promise<readonly PaymentLog[]>
}

// A block header lists each of its transactions in 69 bytes: a full block of Base takes a few hundred KiB.
const MAX_BODY_BYTES = 2 * 1024 * 1024
// Block numbers and timestamps are smaller; a larger value would keep the search for a block running.
const MAX_QUANTITY = 2n ** 64n

const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((digits) => BigInt(digits))
const hex = z
  .string()
  .regex(/^0x[0-9a-fA-F]*$/)
  .transform((digits): Hex => `0x${digits.slice(2).toLowerCase()}`)
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
const rawReceipt = z.object({ logs: rawLogs }).nullable()

const tokenAbi = parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const topicOf: Record<PaymentEvent, Hex> = {
  used: encodeEventTopics({ abi: tokenAbi, eventName: 'AuthorizationUsed' })[0],
  canceled: encodeEventTopics({ abi: tokenAbi, eventName: 'AuthorizationCanceled' })[0],
  transfer: encodeEventTopics({ abi: tokenAbi, eventName: 'Transfer' })[0],
}
const eventOf = new Map(
  (['used', 'canceled', 'transfer'] as const).map((event) => [topicOf[event], event]),
)

/** Reads the chain from the node at `url` until `signal` ends it. The URL is a secret: errors do not contain it. */
export function createChainReader(url: string, signal: AbortSignal): ChainReader {
  const client = clientOf(url, signal)
  const read = async <T>(method: string, reading: () => Promise<T>): Promise<T> => {
    try {
      return await reading()
    } catch (error) {
      throw error instanceof Fault ? error : failed(describe(error, method, signal))
    }
  }
  const tokenOf = ({ asset }: AuthorizationKey) =>
    getContract({ address: getAddress(asset), abi: tokenAbi, client }).read
  return {
    chainId: () => read('eth_chainId', () => client.getChainId()),
    block: (at) => read('eth_getBlockByNumber', () => blockAt(client, at)),
    hasCode: (address) =>
      read('eth_getCode', async () => {
        const code = await client.getCode({ address: getAddress(address) })
        return code !== undefined
      }),
    isConsumed: (key, blockNumber) =>
      read('eth_call', () =>
        tokenOf(key).authorizationState([getAddress(key.payer), hex.parse(key.nonce)], {
          blockNumber,
        }),
      ),
    balanceOf: (key, blockNumber) =>
      read('eth_call', () => tokenOf(key).balanceOf([getAddress(key.payer)], { blockNumber })),
    endOf: (key, from, to) =>
      read('eth_getLogs', async () => {
        try {
          const topics = [[topicOf.used, topicOf.canceled], payerTopic(key), hex.parse(key.nonce)]
          return await logsOf(client, key, topics, [from, to])
        } catch (error) {
          if (rpcErrorOf(error) !== null) return null
          throw error
        }
      }),
    eventsIn: (key, transaction) =>
      read('eth_getTransactionReceipt', async () => {
        const receipt = rawReceipt.parse(
          await client.request({ method: 'eth_getTransactionReceipt', params: [transaction] }),
        )
        return receipt === null ? [] : paymentLogs(receipt.logs, key)
      }),
    activityOf: (key, block) => {
      const topics = [[topicOf.used, topicOf.transfer], payerTopic(key)]
      return read('eth_getLogs', () => logsOf(client, key, topics, [block, block]))
    },
  }
}

function clientOf(url: string, signal: AbortSignal): PublicClient {
  return createPublicClient({
    transport: http(url, {
      // A redirect would let another node decide about money. The cap counts decoded bytes, so compression gains nothing.
      fetchOptions: { redirect: 'manual', headers: { 'accept-encoding': 'identity' }, signal },
      maxResponseBodySize: MAX_BODY_BYTES,
      // The signal is the deadline, also for the body, and the reconciler itself retries.
      timeout: 0,
      retryCount: 0,
    }),
    // EIP-3668 allows a response to `eth_call` to name URLs, which viem would fetch.
    ccipRead: false,
    cacheTime: 0,
  })
}

async function blockAt(
  client: PublicClient,
  at: bigint | 'latest' | 'finalized',
): Promise<BlockHead | null> {
  try {
    const which = typeof at === 'bigint' ? { blockNumber: at } : { blockTag: at }
    const { number, timestamp } = await client.getBlock(which)
    if (isQuantity(number) && isQuantity(timestamp)) return { number, timestamp }
    throw failed('eth_getBlockByNumber with a wrong shape')
  } catch (error) {
    if (error instanceof BlockNotFoundError) return null
    throw error
  }
}

/** viem's `getLogs` takes arguments for one event only; a filter over two events halves the requests. */
async function logsOf(
  client: PublicClient,
  key: AuthorizationKey,
  topics: (Hex | Hex[])[],
  range: readonly [bigint, bigint],
): Promise<PaymentLog[]> {
  const [fromBlock, toBlock] = [numberToHex(range[0]), numberToHex(range[1])]
  const filter = { address: getAddress(key.asset), topics, fromBlock, toBlock }
  return paymentLogs(
    rawLogs.parse(await client.request({ method: 'eth_getLogs', params: [filter] })),
    key,
  )
}

function payerTopic(key: AuthorizationKey): Hex {
  return pad(hex.parse(key.payer))
}

function isQuantity(value: unknown): value is bigint {
  return typeof value === 'bigint' && value >= 0n && value < MAX_QUANTITY
}

/** The event of another payer must not count when a node ignores a filter. */
function paymentLogs(found: z.output<typeof rawLogs>, key: AuthorizationKey): PaymentLog[] {
  const payer = payerTopic(key)
  return found.flatMap((log) => {
    const [signature, account] = log.topics
    const event = signature === undefined ? undefined : eventOf.get(signature)
    if (event === undefined || account !== payer) return []
    if (log.address !== key.asset || log.removed === true) return []
    const { topics, data, transactionHash: transaction } = log
    return [{ event, block: log.blockNumber, index: log.logIndex, transaction, topics, data }]
  })
}

function rpcErrorOf(error: unknown): RpcRequestError | null {
  const found =
    error instanceof BaseError ? error.walk((at) => at instanceof RpcRequestError) : null
  return found instanceof RpcRequestError ? found : null
}

/**
 * Describes an error for the log, with values from closed lists only: viem writes the URL and the request into its
 * messages, fetch writes the URL into some of its messages, and providers put their key into the URL.
 */
function describe(error: unknown, method: string, signal: AbortSignal): string {
  if (signal.aborted) return signal.reason instanceof Fault ? signal.reason.code : 'aborted'
  const refused = rpcErrorOf(error)
  if (refused !== null)
    return Number.isInteger(refused.code) ? `rpc_error ${refused.code}` : 'rpc_error'
  if (error instanceof z.ZodError) return `${method} with a wrong shape`
  return causeOf(error) ?? `${method} without a usable response`
}

function causeOf(error: unknown): string | null {
  let at = error
  // viem and undici nest fewer than six causes; a cycle must not loop forever.
  for (let depth = 0; at instanceof Error && depth < 6; depth += 1) {
    if (at instanceof HttpRequestError && at.status !== undefined) return `HTTP ${at.status}`
    if (at instanceof ResponseBodyTooLargeError) return `body over ${MAX_BODY_BYTES} bytes`
    const code = codeOf(at)
    if (code !== null && /^[A-Z_]{1,40}$/.test(code)) return code
    at = at.cause
  }
  return null
}

function failed(detail: string): Fault {
  return new Fault('rpc_failed', `The chain could not be read: ${detail}.`, { facts: { detail } })
}

/** Reads by JSON-RPC whether an account has code. */
export function createAccountHasCode(options: {
  readonly url: string
  readonly terms: PaymentTerms
}): AccountHasCode {
  let rightChain = false
  return async (address, signal) => {
    const reader = createChainReader(options.url, signal)
    try {
      // On another chain the wallet may not exist.
      rightChain ||= (await reader.chainId()) === options.terms.chainId
      return rightChain ? await reader.hasCode(address) : null
    } catch (error) {
      if (error instanceof Fault && error.code === 'rpc_failed') return null
      throw error
    }
  }
}
