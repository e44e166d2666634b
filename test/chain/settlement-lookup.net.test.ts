import { type Hex, numberToHex, pad, parseAbi } from 'viem'
import { encodeEventTopics } from 'viem/utils'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createSettlementLookup } from '#chain/settlement-lookup.ts'
import { type Behaviour, json, openLoopbackServer } from '#test/equipment/network/loopback-http.ts'
import { PAY_TO, soundTerms } from '#test/equipment/payment/offers.ts'

const terms = soundTerms('testnet')
const [HEAD, FINAL] = [1_000, 900]
const named = new Map<unknown, number>([
  ['latest', HEAD],
  ['finalized', FINAL],
])
/** Time of a block, in Unix seconds. */
const timeOf = (block: number) => 1_790_000_000 + 2 * block
const PAYER: Hex = `0x${'11'.repeat(20)}`
const STRANGER: Hex = `0x${'33'.repeat(20)}`
const NONCE: Hex = `0x${'22'.repeat(32)}`
const OTHER_NONCE: Hex = `0x${'44'.repeat(32)}`
const HASH: Hex = `0x${'ab'.repeat(32)}`
const AMOUNT = 5_000n

const abi = parseAbi([
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const [USED] = encodeEventTopics({ abi, eventName: 'AuthorizationUsed' })
const [CANCELED] = encodeEventTopics({ abi, eventName: 'AuthorizationCanceled' })
const [TRANSFER] = encodeEventTopics({ abi, eventName: 'Transfer' })

interface Log {
  readonly index: number
  readonly topics: readonly Hex[]
  readonly data?: Hex
  readonly address?: Hex
}
const AMOUNT_DATA = numberToHex(AMOUNT, { size: 32 })
const used = (index: number, nonce = NONCE, payer = PAYER): Log => ({
  index,
  topics: [USED, pad(payer), nonce],
})
const canceled = (index: number): Log => ({ index, topics: [CANCELED, pad(PAYER), NONCE] })
const transfer = (index: number, to: Hex = PAY_TO): Log => ({
  index,
  topics: [TRANSFER, pad(PAYER), pad(to)],
  data: AMOUNT_DATA,
})

/** A chain in which one block has logs, and the authorization is used if it has any. */
interface State {
  readonly block?: number
  readonly logs?: readonly Log[]
  /** The logs of the block in the response to a query by payer, if another node sends that. */
  readonly logsOfPayer?: readonly Log[]
  /** The first block that the node has. */
  readonly first?: number
}

const node = await openLoopbackServer(json(200, {}))
afterAll(() => node.close())

const callOf = z.object({ data: z.string() })
const asked = z.object({ method: z.string(), params: z.array(z.unknown()).default([]) })
const filterOf = z.object({
  topics: z.array(z.unknown()),
  fromBlock: z.string(),
  toBlock: z.string(),
})

function behaviourOf({
  block = FINAL,
  logs = [],
  logsOfPayer = logs,
  first = 0,
}: State): Behaviour {
  const raw = (some: readonly Log[]) =>
    some.map(({ index, topics, data = '0x', address = terms.asset }) => ({
      address,
      topics,
      data,
      blockNumber: numberToHex(block),
      logIndex: numberToHex(index),
      transactionHash: HASH,
    }))
  const headOf = (number: number) =>
    number < first
      ? null
      : { number: numberToHex(number), timestamp: numberToHex(timeOf(number)), transactions: [] }
  const resultOf = ({ method, params: [about] }: z.output<typeof asked>) => {
    switch (method) {
      case 'eth_chainId':
        return numberToHex(terms.chainId)
      case 'eth_getBlockByNumber':
        return headOf(named.get(about) ?? Number(about))
      case 'eth_getTransactionReceipt':
        return { logs: raw(logs) }
      case 'eth_getLogs': {
        const { topics, fromBlock, toBlock } = filterOf.parse(about)
        if (block < Number(fromBlock) || block > Number(toBlock)) return []
        return raw(topics.length === 3 ? logs : logsOfPayer)
      }
      default: {
        const asksForState = callOf.parse(about).data.endsWith(NONCE.slice(2))
        return numberToHex(asksForState ? Math.min(logs.length, 1) : AMOUNT, { size: 32 })
      }
    }
  }
  return (request, response, socket) =>
    json(200, { jsonrpc: '2.0', id: 1, result: resultOf(asked.parse(JSON.parse(request.body))) })(
      request,
      response,
      socket,
    )
}

interface Row extends State {
  readonly what: string
  readonly expires?: number
  readonly reservedAt?: number
  readonly names?: true
  readonly verdict: string
}

const paid = [used(5), transfer(6)]
const rows: readonly Row[] = [
  { what: 'a payment two blocks deep', block: HEAD - 2, logs: paid, verdict: 'paid' },
  {
    what: 'a payment one block deep',
    block: HEAD - 1,
    logs: paid,
    verdict: 'paid_not_deep_enough',
  },
  { what: 'no use, a second before its end', expires: timeOf(HEAD) + 1, verdict: 'open' },
  { what: 'no use, at its end', expires: timeOf(HEAD), verdict: 'expired_not_final' },
  {
    what: 'no use, a second before its end is final',
    expires: timeOf(FINAL) + 1,
    verdict: 'expired_not_final',
  },
  { what: 'no use, its end is final', expires: timeOf(FINAL), verdict: 'authorization_expired' },
  { what: 'a final cancellation', logs: [canceled(5)], verdict: 'authorization_canceled' },
  {
    what: 'a final cancellation in the named transaction',
    logs: [canceled(5)],
    names: true,
    verdict: 'authorization_canceled',
  },
  {
    what: 'a cancellation in the block after the final one',
    block: FINAL + 1,
    logs: [canceled(5)],
    verdict: 'authorization_canceled_not_final',
  },
  {
    what: 'a payment by a clock that was an hour ahead',
    logs: paid,
    reservedAt: timeOf(FINAL) + 3_600,
    verdict: 'paid',
  },
  {
    what: 'a use before the reservation',
    logs: paid,
    reservedAt: timeOf(FINAL) + 3_602,
    verdict: 'event_not_found',
  },
  { what: 'a node without early blocks', logs: paid, first: FINAL - 1, verdict: 'paid' },
  {
    what: 'a transfer to us before the event',
    logs: [transfer(4), used(5), transfer(6, STRANGER)],
    verdict: 'transfer_out_of_order',
  },
  {
    what: 'a transfer to another recipient',
    logs: [used(5), transfer(6, STRANGER)],
    verdict: 'authorization_spent_elsewhere',
  },
  {
    what: 'an event that looks like a transfer',
    logs: [used(5), { ...used(6, pad(PAY_TO)), data: AMOUNT_DATA }],
    verdict: 'transfer_not_found',
  },
  {
    what: 'a block that was reorganised between two queries',
    logs: paid,
    logsOfPayer: [transfer(6), used(7), transfer(8, STRANGER)],
    verdict: 'event_not_found',
  },
  {
    what: 'events of another token',
    logs: paid.map((log) => ({ ...log, address: STRANGER })),
    verdict: 'event_not_found',
  },
  { what: 'the use of another nonce', logs: [used(5, OTHER_NONCE)], verdict: 'event_not_found' },
  {
    what: 'the use of the nonce by another payer',
    logs: [used(5, NONCE, STRANGER)],
    verdict: 'event_not_found',
  },
]

test.each(rows)('a chain that shows $what: $verdict', async ({ verdict, ...row }) => {
  node.behave(behaviourOf(row))
  const lookUp = createSettlementLookup({ url: node.url, terms })
  const found = await lookUp(
    {
      key: {
        network: terms.network,
        asset: terms.asset.toLowerCase(),
        payer: PAYER,
        nonce: NONCE,
      },
      payTo: PAY_TO,
      amountAtomic: AMOUNT,
      validBefore: BigInt(row.expires ?? timeOf(HEAD) + 60),
      reservedAt: 1_000 * (row.reservedAt ?? timeOf(FINAL)),
      ...(row.names === true ? { transaction: HASH } : {}),
    },
    AbortSignal.timeout(10_000),
  )
  expect(Object.values(found)).toContain(verdict)
})
