import type { Address, Hex } from 'viem'
import { encodeEventTopics, encodeFunctionData, pad, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createSettlementLookup } from '#chain/settlement-lookup.ts'
import { keyOf } from '#payment/eip3009/authorization.ts'
import type { SettlementQuery, SettlementVerdict } from '#payment/ledger/settlement-lookup.ts'
import { type Authorization, readPayment } from '#payment/x402/payment-header.ts'
import { json, openLoopbackServer } from '#test/equipment/network/loopback-http.ts'
import { type Buyer, headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { PAY_TO, sampleOffer, soundTerms } from '#test/equipment/payment/offers.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { findAnvil } from './anvil.ts'
import { cancelOnChain } from './buyer-moves.ts'
import { type Chain, openChain } from './chain.ts'
import { mined } from './mined.ts'

const terms = soundTerms('testnet')
const offer = sampleOffer({ terms })
const patient = new AbortController().signal
const anvil = findAnvil()
const STRANGE_HASH = `0x${'77'.repeat(32)}`
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11'
const transferAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const [TRANSFER] = encodeEventTopics({ abi: transferAbi, eventName: 'Transfer' })
const logsReply = z.looseObject({
  result: z.array(z.looseObject({ topics: z.array(z.string()), transactionHash: z.string() })),
})
type RawLog = z.output<typeof logsReply>['result'][number]
const isTransfer = ({ topics }: RawLog) => topics[0] === TRANSFER

describe('a settlement looked up on a real chain', needs({ anvil: !('missing' in anvil) }), () => {
  let chain: Chain
  beforeAll(async () => {
    if ('path' in anvil) chain = await openChain(anvil.path, terms)
  })
  afterAll(() => chain?.close())

  const lookUp = (query: SettlementQuery) =>
    createSettlementLookup({ url: chain.url, terms })(query, patient)

  interface Signed {
    readonly buyer: Buyer
    readonly query: SettlementQuery
    readonly authorization: Authorization
    readonly call: Hex
  }

  /** A payment as in the ledger, signed by a funded buyer and not sent. */
  async function signed(
    changes: Partial<Authorization> = {},
    buyer: Buyer = openBuyer(),
  ): Promise<Signed> {
    await chain.mint(buyer.address, 100_000n)
    const reading = readPayment(
      headerOf(
        await signedPayload(buyer, offer, {
          // The clock of this chain runs hours ahead.
          validBefore: 10_000_000_000n,
          ...changes,
        }),
      ),
    )
    if (reading.status === 'rejected') throw new TypeError(reading.error)
    const { authorization, signature } = reading.payment
    const { from, to, value, validAfter, validBefore, nonce } = authorization
    const lower = (text: string) => text.toLowerCase()
    return {
      buyer,
      authorization,
      query: {
        key: { network: terms.network, asset: lower(terms.asset), payer: lower(from), nonce },
        payTo: PAY_TO,
        amountAtomic: 5_000n,
        validBefore,
        reservedAt: Date.now(),
      },
      call: encodeFunctionData({
        abi: transferAbi,
        functionName: 'transferWithAuthorization',
        args: [from, to, value, validAfter, validBefore, nonce, signature],
      }),
    }
  }

  async function send(to: Address, data: Hex): Promise<Hex> {
    const hash = await chain.operator.sendTransaction({ to, data })
    expect((await mined(chain.reader, hash)).status).toBe('success')
    return hash
  }

  const together = (calls: readonly Hex[]) =>
    send(
      MULTICALL3,
      encodeFunctionData({
        abi: transferAbi,
        functionName: 'tryAggregate',
        args: [true, calls.map((callData) => ({ target: terms.asset, callData }))],
      }),
    )

  test('an authorization that was not sent is open, and funded while its payer has the amount', async () => {
    const { query, buyer } = await signed()
    expect(await lookUp(query)).toEqual({ status: 'open', isFunded: true })
    const exactly = { ...query, amountAtomic: await chain.balanceOf(buyer.address) }
    expect(await lookUp(exactly)).toEqual({ status: 'open', isFunded: true })
    const more = { ...query, amountAtomic: exactly.amountAtomic + 1n }
    expect(await lookUp(more)).toEqual({ status: 'open', isFunded: false })
  })

  test('a payment counts once it is deep enough, whatever account sent it: a front-runner paid us too', async () => {
    const { query, call } = await signed()
    const stranger = await chain.fundedWallet()
    const transaction = await stranger.sendTransaction({ to: terms.asset, data: call })
    await mined(chain.reader, transaction)
    expect(await lookUp(query)).toMatchObject({ status: 'waiting' })
    await chain.makeDeep()
    expect(await lookUp(query)).toEqual({ status: 'paid', transaction })
  })

  test('a payment is found hundreds of blocks and hours later', async () => {
    const { query, call } = await signed()
    const transaction = await send(terms.asset, call)
    await chain.control.mine({ blocks: 200, interval: 60 })
    expect(await lookUp(query)).toEqual({ status: 'paid', transaction })
  })

  test('a named transaction needs no search; one without the payment, or that the chain does not know, does not mislead', async () => {
    const { query, call, buyer } = await signed()
    const other = await signed({}, buyer)
    const named = { ...query, transaction: await send(terms.asset, call) }
    await send(terms.asset, other.call)
    await chain.makeFinal()
    const paid = { status: 'paid', transaction: named.transaction }
    // A search from this time on finds nothing.
    const reservedAt = Date.now() + 1e12
    expect(await lookUp({ ...query, reservedAt })).toMatchObject({ status: 'unclear' })
    expect(await lookUp({ ...named, reservedAt })).toEqual(paid)
    expect(await lookUp({ ...named, amountAtomic: 5_001n })).toMatchObject({ status: 'never' })
    const wrong = [STRANGE_HASH, await chain.usedIn(buyer.address, other.authorization.nonce), 'x']
    for (const transaction of wrong) expect(await lookUp({ ...query, transaction })).toEqual(paid)
  })

  test('a cancellation is not a payment, and counts when it is final', async () => {
    const { query, buyer, authorization } = await signed()
    await cancelOnChain(chain, buyer, authorization.nonce)
    expect(await lookUp(query)).toMatchObject({ status: 'waiting' })
    await chain.makeFinal()
    expect(await lookUp(query)).toEqual({ status: 'never', reason: 'authorization_canceled' })
  })

  test('a nonce that the payer spent on a transfer to itself is not a payment', async () => {
    const { query, buyer, authorization } = await signed()
    const { nonce } = authorization
    const other = await signed({ nonce, to: openBuyer().address }, buyer)
    await send(terms.asset, other.call)
    await chain.makeFinal()
    const spent = { status: 'never', reason: 'authorization_spent_elsewhere' }
    expect(await lookUp(query)).toEqual(spent)
  })

  test('a smaller payment under the same nonce is not a payment', async () => {
    const { query, buyer, authorization } = await signed()
    const cheaper = await signed({ nonce: authorization.nonce, value: 4_999n }, buyer)
    await send(terms.asset, cheaper.call)
    await chain.makeFinal()
    expect(await lookUp(query)).toMatchObject({ status: 'never' })
  })

  test.each([
    ['before', true],
    ['behind', false],
  ])('one payment %s a theft in one transaction is not counted twice', async (_where, first) => {
    const honest = await signed()
    const { nonce } = (await signed({}, honest.buyer)).authorization
    const theft = await signed({ nonce, to: openBuyer().address }, honest.buyer)
    const calls = first ? [honest.call, theft.call] : [theft.call, honest.call]
    const transaction = await together(calls)
    await chain.makeFinal()
    expect(await lookUp(honest.query)).toEqual({ status: 'paid', transaction })
    // That transaction contains a transfer to us, but it belongs to another payment: never "paid".
    expect(await lookUp(theft.query)).not.toMatchObject({ status: 'paid' })
  })

  /** A look-up through a node that sends only some logs of the block in which the authorization was used. */
  async function lookUpWith(
    query: SettlementQuery,
    known: (log: RawLog) => RawLog | null,
  ): Promise<SettlementVerdict> {
    const node = await openLoopbackServer(async ({ body }, response) => {
      const headers = { 'content-type': 'application/json' }
      const sent = await fetch(chain.url, { method: 'POST', headers, body })
      const reply = await sent.text()
      response.writeHead(sent.status, headers)
      if (!body.includes(TRANSFER)) return void response.end(reply)
      const { result, ...rest } = logsReply.parse(JSON.parse(reply))
      const logs = result.map(known).filter((log) => log !== null)
      response.end(JSON.stringify({ ...rest, result: logs }))
    })
    try {
      return await createSettlementLookup({ url: node.url, terms })(query, patient)
    } finally {
      await node.close()
    }
  }

  test.each<readonly [string, (log: RawLog) => RawLog | null, string]>([
    ['nothing', () => null, 'event_not_found'],
    ['only the transfer', (log) => (isTransfer(log) ? log : null), 'event_not_found'],
    ['only the use', (log) => (isTransfer(log) ? null : log), 'transfer_not_found'],
    ['another block', (log) => ({ ...log, transactionHash: STRANGE_HASH }), 'event_not_found'],
    ['only removed logs', (log) => ({ ...log, removed: true }), 'event_not_found'],
  ])(
    'a final payment is not denied by a node that knows %s of its block',
    async (_what, known, detail) => {
      const { query, call } = await signed()
      const transaction = await send(terms.asset, call)
      await chain.makeFinal()
      expect(await lookUpWith(query, known)).toEqual({ status: 'unclear', detail })
      expect(await lookUpWith(query, (log) => log)).toEqual({ status: 'paid', transaction })
    },
  )

  test.each([
    ['before', true],
    ['behind', false],
  ])(
    'a payment %s a theft does not pay for it when a node omits some of their logs',
    async (_where, first) => {
      const honest = await signed()
      const { nonce } = (await signed({}, honest.buyer)).authorization
      const thief = openBuyer().address
      const theft = await signed({ nonce, to: thief }, honest.buyer)
      await together(first ? [honest.call, theft.call] : [theft.call, honest.call])
      await chain.makeFinal()
      const isUse = ({ topics }: RawLog) => topics[2] === nonce
      const isLoot = ({ topics }: RawLog) => topics[2] === pad(thief, { size: 32 }).toLowerCase()
      const isOther = (log: RawLog) => !(isTransfer(log) || isUse(log))
      const omissions: readonly ((log: RawLog) => boolean)[] = [
        isUse,
        isLoot,
        (log) => isUse(log) || isLoot(log),
        (log) => isUse(log) || isOther(log),
        (log) => isLoot(log) || isOther(log),
      ]
      for (const isMissing of omissions) {
        const verdict = await lookUpWith(theft.query, (log) => (isMissing(log) ? null : log))
        expect(verdict).toMatchObject({ status: 'unclear' })
      }
    },
  )

  test('an expired authorization is refused only when that is final', async () => {
    const { timestamp } = await chain.reader.getBlock()
    const { query } = await signed({ validBefore: timestamp + 100n })
    expect(await lookUp(query)).toEqual({ status: 'open', isFunded: true })
    await chain.control.mine({ blocks: 1, interval: 200 })
    await chain.control.increaseTime({ seconds: 200 })
    await chain.control.mine({ blocks: 1 })
    expect(await lookUp(query)).toEqual({ status: 'waiting', detail: 'expired_not_final' })
    await chain.makeFinal()
    expect(await lookUp(query)).toEqual({ status: 'never', reason: 'authorization_expired' })
  })

  test('the look-up uses the ledger key of a payment', async () => {
    const { buyer, query } = await signed()
    const reading = readPayment(headerOf(await signedPayload(buyer, offer)))
    if (reading.status === 'rejected') throw new TypeError(reading.error)
    const { nonce } = reading.payment.authorization
    expect(keyOf(reading.payment, terms)).toEqual({ ...query.key, nonce })
  })

  test('an endpoint of another chain decides nothing', async () => {
    const { query } = await signed()
    const elsewhere = createSettlementLookup({
      url: chain.url,
      terms: { ...terms, chainId: 8453 },
    })
    expect(await elsewhere(query, patient)).toMatchObject({ status: 'unclear' })
    const other = { ...query, key: { ...query.key, network: 'eip155:8453' } }
    expect(await lookUp(other)).toEqual({ status: 'unclear', detail: 'other_network' })
  })

  test.each([
    ['HTML', { html: true }],
    ['an error', { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'no' } }],
    ['nothing', { jsonrpc: '2.0', id: 1, result: null }],
    ['a wrong shape', { jsonrpc: '2.0', id: 1, result: { number: 1 } }],
  ])('a node that responds %s decides nothing', async (_what, body) => {
    const { query } = await signed()
    const node = await openLoopbackServer(json(200, body))
    try {
      const verdict = await createSettlementLookup({ url: node.url, terms })(query, patient)
      expect(verdict).toMatchObject({ status: 'unclear' })
    } finally {
      await node.close()
    }
  })

  test('an unreachable node decides nothing, and its address is not disclosed', async () => {
    const { query } = await signed()
    const url = 'http://127.0.0.1:9/v2/a-secret-key'
    const verdict = await createSettlementLookup({ url, terms })(query, patient)
    expect(verdict).toMatchObject({ status: 'unclear' })
    expect(JSON.stringify(verdict)).not.toContain('secret')
  })
})
