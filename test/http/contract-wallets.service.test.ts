import { afterAll, beforeEach, expect, test } from 'vitest'
import { openInternet } from '#test/equipment/network/internet.ts'
import { type Behaviour, json, openLoopbackServer } from '#test/equipment/network/loopback-http.ts'
import { headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { PAY_TO } from '#test/equipment/payment/offers.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const BASE_SEPOLIA = '0x14a34'
const JUNK = `0x${'11'.repeat(65)}`
const bank = countingFacilitator()
const node = await openLoopbackServer(nodeWith('0x'))
afterAll(() => node.close())
const internet = await forFile(openInternet())
// Each test has a separate service, because a service remembers which chain a node serves.
const openShop = () =>
  openTestService({
    internet,
    facilitator: bank.facilitator,
    runners: {
      probe_url: async ({ jobId }) => ({
        status: 'completed',
        body: JSON.stringify({ job_id: jobId }),
        resultStatus: 'PASS',
      }),
    },
    env: {
      MODE: 'testnet',
      PAY_TO,
      FACILITATOR_URL: 'http://127.0.0.1:4',
      BASE_URL: 'http://127.0.0.1:8402',
      RPC_URL: node.url,
    },
  })

beforeEach(() => {
  bank.calls.length = 0
  node.seen.length = 0
})

/** A node of a chain on which every account has this code. */
function nodeWith(code: string, chainId = BASE_SEPOLIA): Behaviour {
  return (request, response, socket) => {
    const { method } = JSON.parse(request.body)
    const result = method === 'eth_chainId' ? chainId : code
    return json(200, { jsonrpc: '2.0', id: 1, result })(request, response, socket)
  }
}

test.each([
  ['an account without code', nodeWith('0x'), JUNK, false],
  ['a contract wallet', nodeWith('0x6080604052'), JUNK, true],
  ['a key that delegates to a contract', nodeWith(`0xef0100${'ab'.repeat(20)}`), JUNK, true],
  ['a wallet that is not deployed yet', nodeWith('0x'), `0x11${'6492'.repeat(16)}`, true],
  ['a node of another chain', nodeWith('0x', '0x1'), JUNK, true],
  ['a node that fails', json(500, { oops: true }), JUNK, true],
  ['a node that says nothing of use', nodeWith('no code'), JUNK, true],
])(
  'a signature that no key made, with %s: the facilitator is called only if a contract may accept it',
  async (_what, behaviour, signature, asks) => {
    node.behave(nodeWith('0x'))
    await using shop = await openShop()
    // A node of another chain would have refused the start.
    node.behave(behaviour)
    const payload = await openBuyer().payloadFor(shop.offer())
    const header = headerOf({ ...payload, payload: { ...payload.payload, signature } })
    bank.instead.verify = async () => ({ status: 'invalid', reason: 'insufficient_funds' })
    const response = await shop.post(
      { url: 'https://93.184.215.14/' },
      { 'payment-signature': header },
    )
    const error = asks ? 'insufficient_funds' : 'invalid_exact_evm_payload_signature'
    expect([response.status, (await readJson(response)).error]).toEqual([402, error])
    expect(bank.calls).toEqual(asks ? ['verify'] : [])
  },
)

test('a payment that a key has signed needs no look-up on the chain', async () => {
  node.behave(json(500, {}))
  await using shop = await openShop()
  node.seen.length = 0
  const buyer = openBuyer()
  bank.instead.verify = async () => ({ status: 'valid', payer: buyer.address })
  bank.instead.settle = async () => ({
    status: 'settled',
    receipt: { success: true, transaction: `0x${'ab'.repeat(32)}`, network: 'eip155:84532' },
  })
  const header = await buyer.headerFor(shop.offer())
  const response = await shop.post(
    { url: 'https://93.184.215.14/' },
    { 'payment-signature': header },
  )
  expect([response.status, node.seen]).toEqual([200, []])
})
