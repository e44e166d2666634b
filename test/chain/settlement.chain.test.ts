import { decodePaymentResponseHeader } from '@x402/core/http'
import type { Address, Hex } from 'viem'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openHttpFacilitator } from '#facilitator/http/http-facilitator.ts'
import { checkAuthorization } from '#payment/eip3009/authorization.ts'
import type { Facilitator, FacilitatorRequest } from '#payment/facilitator.ts'
import { facilitatorRequestFor } from '#payment/x402/facilitator-request.ts'
import {
  type Authorization,
  type ParsedPayment,
  readPayment,
} from '#payment/x402/payment-header.ts'
import { systemClock } from '#runtime/clock.ts'
import type { LoopbackServer, SeenRequest } from '#test/equipment/network/loopback-http.ts'
import { type Buyer, headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { openFacilitatorServer } from '#test/equipment/payment/facilitator-server.ts'
import { openMinimalSeller } from '#test/equipment/payment/minimal-seller.ts'
import { PAY_TO, sampleOffer, soundTerms } from '#test/equipment/payment/offers.ts'
import { needs } from '#test/equipment/program/needs.ts'
import { openRecordedLog } from '#test/equipment/service/recorded-log.ts'
import { findAnvil } from './anvil.ts'
import { cancelOnChain } from './buyer-moves.ts'
import { type Chain, openChain } from './chain.ts'
import { mined } from './mined.ts'

const terms = soundTerms('testnet')
const offer = sampleOffer({ terms })
const patient = new AbortController().signal
const anvil = findAnvil()
if ('missing' in anvil) console.warn(anvil.missing)

describe('on a real chain', needs({ anvil: !('missing' in anvil) }), () => {
  let chain: Chain
  const closing: { close(): Promise<void> }[] = []

  beforeAll(async () => {
    if ('path' in anvil) chain = await openChain(anvil.path, terms)
  })
  afterAll(() => chain?.close())
  afterEach(async () => {
    for (const one of closing.splice(0).reverse()) await one.close()
  })

  type ServerOptions = Partial<Parameters<typeof openFacilitatorServer>[0]>
  async function open(options: ServerOptions = {}) {
    const { network } = terms
    const server: LoopbackServer = await openFacilitatorServer({
      wallet: chain.operator,
      network,
      ...options,
    })
    const log = openRecordedLog()
    const facilitator: Facilitator = openHttpFacilitator({
      url: server.url,
      verifyTimeoutMs: 10_000,
      settleTimeoutMs: 15_000,
      network,
      clock: systemClock,
      log,
    })
    closing.push(server)
    return { server, facilitator, log }
  }

  async function fundedBuyer(value = 1_000_000n): Promise<Buyer> {
    const buyer = openBuyer()
    await chain.mint(buyer.address, value)
    return buyer
  }

  async function pay(buyer: Buyer, changes: Partial<Authorization> = {}) {
    return parsed(await signedPayload(buyer, offer, changes))
  }

  test('spec 4: one 200 to the official client is one transfer of the price, and the receipt names it', async () => {
    const { facilitator } = await open()
    const door = await openMinimalSeller(facilitator, { terms })
    closing.push(door)
    const buyer = await fundedBuyer()
    const before = await chain.balanceOf(PAY_TO)

    const response = await buyer.fetch(door.url, { method: 'POST', body: '{}' })

    expect(response.status).toBe(200)
    const receipt = decodePaymentResponseHeader(response.headers.get('payment-response') ?? '')
    expect(receipt).toEqual({
      success: true,
      payer: buyer.address,
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      network: terms.network,
      amount: '5000',
    })
    expect(await chain.transfersFrom(buyer.address)).toEqual([
      { from: buyer.address, to: PAY_TO, value: 5_000n, transactionHash: receipt.transaction },
    ])
    expect(await chain.usedIn(buyer.address, nonceIn(door.seen[1]))).toBe(receipt.transaction)
    expect(await chain.balanceOf(buyer.address)).toBe(995_000n)
    expect(await chain.balanceOf(PAY_TO)).toBe(before + 5_000n)
  })

  test('a facilitator on our network is reported as supporting it', async () => {
    const { facilitator } = await open()
    expect(await facilitator.supported(patient)).toEqual({ status: 'supported' })
  })

  test('verify moves nothing and detects an empty balance', async () => {
    const { facilitator } = await open()
    const buyer = await fundedBuyer(4_999n)
    const payment = await pay(buyer)
    expect(await facilitator.verify(requestFor(payment), patient)).toEqual({
      status: 'invalid',
      reason: 'invalid_exact_evm_insufficient_balance',
    })
    await chain.mint(buyer.address, 1n)
    expect(await facilitator.verify(requestFor(payment), patient)).toEqual({
      status: 'valid',
      payer: buyer.address,
    })
    expect(await chain.transfersFrom(buyer.address)).toEqual([])
  })

  test('a second settle of one authorization moves nothing, and is unknown to us', async () => {
    const { facilitator } = await open()
    const buyer = await fundedBuyer()
    const request = requestFor(await pay(buyer))
    expect(await facilitator.settle(request, patient)).toMatchObject({ status: 'settled' })
    expect(await facilitator.settle(request, patient)).toMatchObject({
      status: 'unknown',
      detail: 'invalid_exact_evm_nonce_already_used',
    })
    expect(await chain.transfersFrom(buyer.address)).toHaveLength(1)
  })

  test('a balance emptied after verify is a definitive refusal, and nothing moved', async () => {
    const { facilitator } = await open()
    const key = generatePrivateKey()
    const buyer = openBuyer(key)
    await chain.mint(buyer.address, 5_000n)
    const payment = await pay(buyer)
    const request = requestFor(payment)
    expect(await facilitator.verify(request, patient)).toMatchObject({ status: 'valid' })
    const wallet = await chain.fundedWallet(key)
    const args = [openBuyer().address, 1n] as const
    const hash = await wallet.writeContract({ ...chain.token, functionName: 'transfer', args })
    await mined(chain.reader, hash)
    expect(await facilitator.settle(request, patient)).toMatchObject({
      status: 'refused',
      reason: 'invalid_exact_evm_insufficient_balance',
    })
    expect(await chain.usedIn(buyer.address, payment.authorization.nonce)).toBeNull()
  })

  test('an authorization cancelled after verify is unknown: its state alone proves no payment', async () => {
    const { facilitator } = await open()
    const buyer = await fundedBuyer()
    const payment = await pay(buyer)
    const request = requestFor(payment)
    expect(await facilitator.verify(request, patient)).toMatchObject({ status: 'valid' })
    const { nonce } = payment.authorization
    await cancelOnChain(chain, buyer, nonce)
    expect(await facilitator.settle(request, patient)).toMatchObject({
      status: 'unknown',
      detail: 'invalid_exact_evm_nonce_already_used',
    })
    const used = await chain.reader.readContract({
      ...chain.token,
      functionName: 'authorizationState',
      args: [buyer.address, nonce],
    })
    expect(used).toBe(true)
    expect(await chain.usedIn(buyer.address, nonce)).toBeNull()
    expect(await chain.transfersFrom(buyer.address)).toEqual([])
  })

  test('a settlement pending for a while is settled by the second, identical call: one transfer', async () => {
    const { facilitator, server, log } = await open({
      confirmationTimeoutMs: 300,
      before: async (path, nth) => {
        if (path === '/settle' && nth === 2) await chain.control.mine({ blocks: 1 })
      },
    })
    const buyer = await fundedBuyer()
    const request = requestFor(await pay(buyer))
    await chain.control.setAutomine(false)
    try {
      const outcome = await facilitator.settle(request, patient)
      expect(outcome).toMatchObject({ status: 'settled', receipt: { payer: buyer.address } })
    } finally {
      await chain.control.setAutomine(true)
    }
    expect(server.seen.map(({ path }) => path)).toEqual(['/settle', '/settle'])
    expect(log.lines).toMatchObject([{ event: 'facilitator_settlement_pending' }])
    expect(await chain.transfersFrom(buyer.address)).toHaveLength(1)
  })

  test('a settlement that stays pending is unknown, with its transaction, and is later found as a payment', async () => {
    const { facilitator } = await open({ confirmationTimeoutMs: 300 })
    const buyer = await fundedBuyer()
    const payment = await pay(buyer)
    const request = requestFor(payment)
    await chain.control.setAutomine(false)
    try {
      const outcome = await facilitator.settle(request, patient)
      expect(outcome).toMatchObject({ status: 'unknown', detail: 'settlement_pending' })
      await chain.control.mine({ blocks: 1 })
      const used = await chain.usedIn(buyer.address, payment.authorization.nonce)
      expect(outcome).toMatchObject({ transaction: used })
      expect(used).not.toBeNull()
    } finally {
      await chain.control.setAutomine(true)
    }
  })

  test.each([
    ['65 bytes, which our own check cannot tell from a stranger’s', ''],
    ['66 bytes', '07'],
  ])('a contract wallet pays with a signature of %s', async (_what, lead) => {
    const { facilitator } = await open()
    const owner = openBuyer()
    const wallet = await chain.deployWallet(owner.address)
    await chain.mint(wallet, 5_000n)
    const payment = await walletPayment(owner, wallet, lead)
    const now = { nowS: Math.floor(Date.now() / 1000), deadlineS: 30 }
    expect(await checkAuthorization(payment, offer, now)).toMatchObject({
      status: 'acceptable',
      signature: 'contract_wallet',
    })
    const request = requestFor(payment)
    expect(await facilitator.verify(request, patient)).toEqual({ status: 'valid', payer: wallet })
    expect(await facilitator.settle(request, patient)).toMatchObject({
      status: 'settled',
      receipt: { payer: wallet },
    })
    expect(await chain.balanceOf(wallet)).toBe(0n)
  })

  test("a contract wallet does not pay with another key's signature", async () => {
    const { facilitator } = await open()
    const wallet = await chain.deployWallet(openBuyer().address)
    await chain.mint(wallet, 5_000n)
    const payment = await walletPayment(openBuyer(), wallet, '')
    expect(await facilitator.verify(requestFor(payment), patient)).toEqual({
      status: 'invalid',
      reason: 'invalid_exact_evm_signature',
    })
  })

  test('twenty buyers: twenty transfers, each of the price, each with its own receipt', async () => {
    const { facilitator } = await open()
    const before = await chain.balanceOf(PAY_TO)
    const buyers = await Promise.all(Array.from({ length: 20 }, () => openBuyer()))
    for (const buyer of buyers) await chain.mint(buyer.address, 5_000n)
    const requests = await Promise.all(buyers.map(async (buyer) => requestFor(await pay(buyer))))
    const hashes: string[] = []
    // One after the other: the reference facilitator's single wallet would race with itself for its own nonce.
    for (const request of requests) {
      const outcome = await facilitator.settle(request, patient)
      if (outcome.status === 'settled') hashes.push(outcome.receipt.transaction)
    }
    expect(new Set(hashes).size).toBe(20)
    expect(await chain.balanceOf(PAY_TO)).toBe(before + 20n * 5_000n)
    for (const buyer of buyers) expect(await chain.balanceOf(buyer.address)).toBe(0n)
  })
})

function parsed(payload: unknown): ParsedPayment {
  const reading = readPayment(headerOf(payload))
  if (reading.status === 'payment') return reading.payment
  throw new TypeError(reading.error)
}

function requestFor(payment: ParsedPayment): FacilitatorRequest {
  return facilitatorRequestFor(payment, offer, 'eoa')
}

/** A payment that the owner signed for the wallet, with a leading byte if requested. */
async function walletPayment(owner: Buyer, wallet: Address, lead: string): Promise<ParsedPayment> {
  const payload = await signedPayload(owner, offer, { from: wallet })
  const bare = String(payload.payload['signature']).slice(2)
  return parsed({ ...payload, payload: { ...payload.payload, signature: `0x${lead}${bare}` } })
}

function nonceIn(request: SeenRequest | undefined): Hex {
  const reading = readPayment(String(request?.headers['payment-signature']))
  if (reading.status === 'rejected') throw new TypeError(reading.error)
  return reading.payment.authorization.nonce
}
