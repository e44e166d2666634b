import type { Hex } from 'viem'
import { numberToHex, pad } from 'viem/utils'
import { Fault } from '#fault.ts'
import type {
  SettlementLookup,
  SettlementQuery,
  SettlementVerdict,
} from '#payment/ledger/settlement-lookup.ts'
import type { PaymentTerms } from '#payment/terms.ts'
import { firstBlockAt, searchForward } from './block-search.ts'
import {
  type BlockHead,
  type ChainReader,
  createChainReader,
  type PaymentLog,
} from './chain-reader.ts'

// Number of blocks that an L2 sequencer, or a faulty or malicious node behind a load balancer, may still change.
const PAID_DEPTH = 2n
// Seconds by which our clock and the chain's may differ; an hour of Base is one range of logs.
const CLOCK_MARGIN_S = 3_600n
const TRANSACTION_HASH = /^0x[0-9a-f]{64}$/i

/**
 * Reads the chain by JSON-RPC. `authorizationState` alone proves no payment (it is also true after a cancellation, and
 * after the payer spent the nonce on another transfer), so the event decides, together with the transfer that follows
 * it.
 */
export function createSettlementLookup(options: {
  readonly url: string
  readonly terms: PaymentTerms
}): SettlementLookup {
  const { network, chainId } = options.terms
  let rightChain = false
  return async (query, signal) => {
    if (query.key.network !== network) return unclear('other_network')
    const reader = createChainReader(options.url, signal)
    try {
      // An endpoint of another chain would report "not used" for everything.
      rightChain ||= (await reader.chainId()) === chainId
      return rightChain ? await judge(reader, query) : unclear('rpc_is_another_chain')
    } catch (error) {
      if (error instanceof Fault && error.code === 'rpc_failed') return unclear(detailOf(error))
      throw error
    }
  }
}

async function judge(reader: ChainReader, query: SettlementQuery): Promise<SettlementVerdict> {
  const final = await reader.block('finalized')
  const head = await reader.block('latest')
  if (head === null || final === null) return unclear('no_blocks')
  if (!(await reader.isConsumed(query.key, head.number)))
    return unused(reader, query, { head, final })
  const named = await judgeNamed(reader, query, { head, final })
  if (named !== null) return named
  const start = BigInt(Math.floor(query.reservedAt / 1000)) - CLOCK_MARGIN_S
  const from = await firstBlockAt(reader, start, head)
  const ends = await searchForward(reader, query.key, from, head.number)
  const end = ends[0]
  if (end === undefined) return unclear('event_not_found')
  if (end.event === 'canceled') return neverAsOf(end, final, 'authorization_canceled')
  return judgeUse(await reader.activityOf(query.key, end.block), end, query, { head, final })
}

/** The verdict from the transaction that the query names; null when it did not end the authorization, as far as the node knows. */
async function judgeNamed(
  reader: ChainReader,
  query: SettlementQuery,
  blocks: { readonly head: BlockHead; readonly final: BlockHead },
): Promise<SettlementVerdict | null> {
  const { key, transaction } = query
  if (typeof transaction !== 'string' || !TRANSACTION_HASH.test(transaction)) return null
  const events = await reader.eventsIn(key, lower(transaction))
  const use = events.find((log) => isUseOf(log, key.nonce))
  return use === undefined ? null : judgeUse(events, use, query, blocks)
}

/**
 * The verdict for an authorization that is unused as of the head. After its validity window no later block can use it,
 * and a finalized block cannot be removed.
 */
async function unused(
  reader: ChainReader,
  { key, validBefore, amountAtomic }: SettlementQuery,
  { head, final }: { readonly head: BlockHead; readonly final: BlockHead },
): Promise<SettlementVerdict> {
  if (head.timestamp < validBefore) {
    const balance = await reader.balanceOf(key, head.number)
    return { status: 'open', isFunded: balance >= amountAtomic }
  }
  if (final.timestamp < validBefore) return waiting('expired_not_final')
  return { status: 'never', reason: 'authorization_expired' }
}

/**
 * A payer may sign one nonce twice, the second time with itself as the recipient, and one transaction may contain
 * several payments of one payer. So the transfer that counts is the log right after the event. Without either of the
 * two logs there is no verdict: a node that lags behind the one that reported the event does not know all logs of its
 * block.
 */
function judgeUse(
  activity: readonly PaymentLog[],
  use: PaymentLog,
  query: SettlementQuery,
  { head, final }: { readonly head: BlockHead; readonly final: BlockHead },
): SettlementVerdict {
  const same = activity.filter(({ transaction }) => transaction === use.transaction)
  const { nonce } = query.key
  if (!same.some((log) => log.index === use.index && isUseOf(log, nonce)))
    return unclear('event_not_found')
  const next = same.find(({ index }) => index === use.index + 1n)
  if (next !== undefined && isOurs(next, query)) {
    if (use.block + PAID_DEPTH > head.number) return waiting('paid_not_deep_enough')
    return { status: 'paid', transaction: use.transaction }
  }
  // The token writes its logs in another order: a person must decide.
  if (same.some((log) => isOurs(log, query))) return unclear('transfer_out_of_order')
  if (next?.event !== 'transfer') return unclear('transfer_not_found')
  return neverAsOf(use, final, 'authorization_spent_elsewhere')
}

function isUseOf({ event, topics }: PaymentLog, nonce: string): boolean {
  return event === 'used' && topics[2] === nonce
}

function isOurs(log: PaymentLog, { payTo, amountAtomic }: SettlementQuery): boolean {
  return (
    log.event === 'transfer' &&
    log.topics[2] === pad(lower(payTo)) &&
    log.data === numberToHex(amountAtomic, { size: 32 })
  )
}

function neverAsOf(
  end: PaymentLog,
  final: BlockHead,
  reason: Extract<SettlementVerdict, { status: 'never' }>['reason'],
): SettlementVerdict {
  return end.block > final.number ? waiting(`${reason}_not_final`) : { status: 'never', reason }
}

function lower(address: string): Hex {
  return `0x${address.slice(2).toLowerCase()}`
}

function waiting(detail: string): SettlementVerdict {
  return { status: 'waiting', detail }
}

function unclear(detail: string): SettlementVerdict {
  return { status: 'unclear', detail }
}

function detailOf(error: Fault): string {
  const detail = error.facts['detail']
  return typeof detail === 'string' ? detail : error.code
}
