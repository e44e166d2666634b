import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Behaviour, json } from '#test/equipment/network/loopback-http.ts'
import { headerOf, signedPayload } from '#test/equipment/payment/buyer.ts'
import {
  type ChainPayment,
  type ChainService,
  openChainService,
} from '#test/equipment/payment/chain-service.ts'
import { PAY_TO } from '#test/equipment/payment/offers.ts'
import { withHighS, withParity } from '#test/equipment/payment/signatures.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { findAnvil } from './anvil.ts'
import { cancelOnChain, drainOnChain, frontRun, sendAsStranger } from './buyer-moves.ts'

const SETTLE_TIMEOUT_MS = 1_500
const anvil = findAnvil()

describe('the whole service on a real chain', needs({ anvil: !('missing' in anvil) }), () => {
  let world: ChainService
  let jobs = 0
  beforeAll(async () => {
    if (!('path' in anvil)) return
    world = await openChainService(anvil.path, {
      env: { FACILITATOR_SETTLE_TIMEOUT_MS: String(SETTLE_TIMEOUT_MS) },
    })
  })
  afterAll(() => world?.close())
  beforeEach(() => {
    world.facilitator.behave(world.facilitator.honest)
    world.facilitator.seen.length = 0
    jobs = world.internet.dialed.length
  })

  const named = async () => {
    const buyer = await world.buyer()
    return { buyer, payment: await world.sign(buyer, `pay_${crypto.randomUUID()}`) }
  }
  const settles = () => world.facilitator.seen.filter(({ path }) => path === '/settle').length
  /** The price was transferred once, in this transaction, and nothing else was transferred. */
  const paidOnceIn = async (payment: ChainPayment, transaction: string | null) =>
    expect(await world.paidBy(payment)).toEqual([
      { from: payment.authorization.from, to: PAY_TO, value: 5_000n, transactionHash: transaction },
    ])
  const comesTo = (payment: ChainPayment, state: string) =>
    expect.poll(() => world.stateOf(payment), { timeout: 30_000, interval: 100 }).toBe(state)
  const ranNoMore = async (work: () => Promise<void>) => {
    const dialed = world.internet.dialed.length
    await work()
    expect(world.internet.dialed.length).toBe(dialed)
  }

  test('one 200 is one transfer of the price, and its receipt names it; sent again: the same bytes, no second transfer', async () => {
    const { payment } = await named()
    const answer = await world.send(payment)
    expect([answer.status, JSON.parse(answer.body).result_status]).toEqual([200, 'PASS'])
    expect(answer.body).toContain('job_id')
    await ranNoMore(async () => expect(await world.send(payment)).toEqual(answer))
    expect(await world.entryOf(payment)).toMatchObject({
      state: 'settled',
      transaction: answer.transaction,
    })
    await paidOnceIn(payment, answer.transaction)
    expect([jobs < world.internet.dialed.length, settles()]).toEqual([true, 1])
  })

  test.each([
    { what: '0 or 1 as v is paid', change: withParity, code: null, calls: 2 },
    {
      what: 'the higher s, which the token accepts from no key, is refused without the facilitator',
      change: withHighS,
      code: 'invalid_exact_evm_payload_signature',
      calls: 0,
    },
  ])('a signature with $what', async ({ change, code, calls }) => {
    const buyer = await world.buyer()
    const honest = await signedPayload(buyer, world.shop.offer())
    const signature = change(`0x${String(honest.payload['signature']).slice(2)}`)
    const header = headerOf({ ...honest, payload: { ...honest.payload, signature } })
    const isPaid = code === null
    expect(await world.send({ header })).toMatchObject({ status: isPaid ? 200 : 402, code })
    expect(await world.chain.transfersFrom(buyer.address)).toHaveLength(isPaid ? 1 : 0)
    expect(world.facilitator.seen).toHaveLength(calls)
  })

  test('a buyer who drains its balance during the job gets a 402 without the report, and nothing moves', async () => {
    const { buyer, payment } = await named()
    world.during(() => drainOnChain(world.chain, buyer))
    const answer = await world.send(payment)
    expect(answer).toMatchObject({
      status: 402,
      code: 'invalid_exact_evm_insufficient_balance',
      isQuote: true,
      transaction: '',
    })
    expect(answer.body).not.toContain('job_id')
    expect(await world.stateOf(payment)).toBe('refused')
    // The buyer has money again and sends the same payment: it was used up, and buys nothing any more.
    await world.chain.mint(buyer.address, 1_000_000n)
    await ranNoMore(async () =>
      expect(await world.send(payment)).toMatchObject({
        status: 402,
        code: 'invalid_exact_evm_nonce_already_used',
      }),
    )
    expect([await world.paidBy(payment), settles()]).toEqual([[], 1])
  })

  test('a buyer who cancels during the job gets no report, no quote until that is final, and pays nothing', async () => {
    const { buyer, payment } = await named()
    world.during(() => cancelOnChain(world.chain, buyer, payment.authorization.nonce))
    const unknown = { status: 503, code: 'settlement_unknown', payment: 'unknown', isQuote: false }
    const answer = await world.send(payment)
    expect(answer).toMatchObject(unknown)
    expect(answer.body).not.toContain('job_id')
    expect(await world.stateOf(payment)).toBe('unknown')
    await ranNoMore(async () => expect(await world.send(payment)).toMatchObject(unknown))
    await world.chain.makeFinal()
    await comesTo(payment, 'refused')
    expect(await world.entryOf(payment)).toMatchObject({ reason: 'authorization_canceled' })
    expect(await world.send(payment)).toMatchObject({ status: 402, isQuote: true })
    expect(await world.paidBy(payment)).toEqual([])
  })

  test('a payment that another account sent during the job counts: settled in that transaction, with the report', async () => {
    const { payment } = await named()
    let transaction = ''
    world.during(async () => {
      transaction = await frontRun(world.chain, payment)
    })
    expect(await world.send(payment)).toMatchObject({
      status: 503,
      code: 'settlement_unknown',
      isQuote: false,
    })
    await world.chain.makeDeep()
    await comesTo(payment, 'settled')
    await ranNoMore(async () =>
      expect(await world.send(payment)).toMatchObject({ status: 200, transaction }),
    )
    await paidOnceIn(payment, transaction)
  })

  test('a payment that is pending while the facilitator refuses it gives no quote, and the report once it is mined', async () => {
    const { payment } = await named()
    const { chain, facilitator } = world
    // As a facilitator does that reads the pending block, or whose node is a block ahead of ours.
    const refusal = json(200, {
      success: false,
      errorReason: 'insufficient_funds',
      transaction: '',
    })
    facilitator.behave((request, response, socket) =>
      (request.path === '/settle' ? refusal : facilitator.honest)(request, response, socket),
    )
    let transaction = ''
    world.during(async () => {
      await chain.control.setAutomine(false)
      transaction = await sendAsStranger(chain, payment)
    })
    try {
      expect(await world.send(payment)).toMatchObject({
        status: 503,
        code: 'settlement_unknown',
        isQuote: false,
      })
    } finally {
      await chain.control.setAutomine(true)
    }
    await chain.makeDeep()
    await comesTo(payment, 'settled')
    expect(await world.send(payment)).toMatchObject({ status: 200, transaction })
    await paidOnceIn(payment, transaction)
  })

  test('a payment that a reorganisation removes is made again when its buyer returns, once', async () => {
    const { payment } = await named()
    const { chain } = world
    const before = await chain.control.snapshot()
    world.during(async () => void (await frontRun(chain, payment)))
    expect(await world.send(payment)).toMatchObject({ status: 503, code: 'settlement_unknown' })
    await chain.control.revert({ id: before })
    expect(await world.paidBy(payment)).toEqual([])
    const answer = await world.send(payment)
    expect(answer).toMatchObject({ status: 200 })
    await paidOnceIn(payment, answer.transaction)
  })

  const tooLate: Behaviour = async (request, response, socket) => {
    const reply = await world.facilitator.work(request)
    await sleep(SETTLE_TIMEOUT_MS + 500)
    await reply(request, response, socket)
  }
  const cut: Behaviour = async (request, _response, socket) => {
    await world.facilitator.work(request)
    socket.destroy()
  }
  test.each([
    ['answered after the deadline', tooLate],
    ['cut before its answer', cut],
  ])(
    'a settlement that was mined and %s is 503, no quote, then settled, with the report',
    async (_what, manner) => {
      const { payment } = await named()
      const { facilitator } = world
      facilitator.behave((request, response, socket) =>
        (request.path === '/settle' ? manner : facilitator.honest)(request, response, socket),
      )
      const unknown = {
        status: 503,
        code: 'settlement_unknown',
        payment: 'unknown',
        isQuote: false,
      }
      expect(await world.send(payment)).toMatchObject(unknown)
      await ranNoMore(async () => expect(await world.send(payment)).toMatchObject(unknown))
      await world.chain.makeDeep()
      await comesTo(payment, 'settled')
      const { from, nonce } = payment.authorization
      const transaction = await world.chain.usedIn(from, nonce)
      expect(await world.entryOf(payment)).toMatchObject({ transaction })
      const answer = await world.send(payment)
      expect(answer).toMatchObject({ status: 200, transaction })
      expect(JSON.parse(answer.body).result_status).toBe('PASS')
      expect(await world.send(payment)).toEqual(answer)
      await paidOnceIn(payment, transaction)
      // The outcome came from the chain: no second settlement was made.
      expect(settles()).toBe(1)
    },
  )
})
