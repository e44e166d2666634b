import { beforeEach, expect, test } from 'vitest'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { type Internet, openInternet } from '#test/equipment/network/internet.ts'
import { type Behaviour, json, openLoopbackServer } from '#test/equipment/network/loopback-http.ts'
import { type Buyer, headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { PAY_TO } from '#test/equipment/payment/offers.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

const page = 'https://93.184.215.14/'
const LIMIT = 20
const WINDOW_MS = 10_000
const SECONDS = 60
const JUNK_PER_S = 3
/** 55 buyers in a minute. */
const buysIn = (second: number) => (second % 12 === 11 ? 0 : 1)

let offsetMs = 0
const clock: Clock = {
  ...systemClock,
  now: () => Date.now() + offsetMs,
  monotonicMs: () => systemClock.monotonicMs() + offsetMs,
}
const internet: Internet = await forFile(openInternet())
let verifiedAt: number[] = []
let refusals = 0

beforeEach(() => {
  verifiedAt = []
  refusals = 0
})

/** A facilitator that verifies 20 payments in any ten seconds, and answers 429 to more. */
const limited: Behaviour = (request, response, socket) => {
  const send = (status: number, body: object, fields = {}) =>
    json(status, body, fields)(request, response, socket)
  if (request.path === '/supported') {
    return send(200, { kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:84532' }] })
  }
  const { signature, authorization } = JSON.parse(request.body).paymentPayload.payload
  const payer = authorization.from
  if (request.path === '/settle') {
    const receipt = { success: true, payer, transaction: `0x${'ab'.repeat(32)}` }
    return send(200, { ...receipt, network: 'eip155:84532' })
  }
  const now = clock.monotonicMs()
  verifiedAt = verifiedAt.filter((at) => at > now - WINDOW_MS)
  if (verifiedAt.length >= LIMIT) {
    refusals += 1
    return send(429, { error: 'rate limited' }, { 'retry-after': '10' })
  }
  verifiedAt.push(now)
  if (signature === JUNK) {
    return send(200, { isValid: false, invalidReason: 'invalid_exact_evm_payload_signature' })
  }
  return send(200, { isValid: true, payer })
}
const JUNK = `0x${'11'.repeat(65)}`

async function openShop(url: string, env: Readonly<Record<string, string>> = {}) {
  return openTestService({
    internet,
    clock,
    runners: {
      probe_url: async ({ jobId }) => ({
        status: 'completed',
        body: JSON.stringify({ job_id: jobId }),
        resultStatus: 'PASS',
      }),
    },
    env: { MODE: 'testnet', PAY_TO, FACILITATOR_URL: url, ...env },
  })
}

/** Signed for the clock of the service, which runs ahead. */
async function paid(shop: TestService, buyer: Buyer, signature?: string): Promise<Response> {
  const validBefore = BigInt(Math.floor(clock.now() / 1000) + 100)
  const { payload, ...rest } = await signedPayload(buyer, shop.offer(), { validBefore })
  const sent = signature === undefined ? payload : { ...payload, signature }
  return shop.post({ url: page }, { 'payment-signature': headerOf({ ...rest, payload: sent }) })
}
const pay = async (...about: Parameters<typeof paid>) => (await paid(...about)).status

/** A minute of an attack with signatures that no key made; the statuses that honest buyers got. */
async function minute(shop: TestService): Promise<readonly number[]> {
  const statuses: number[] = []
  for (let second = 0; second < SECONDS; second += 1) {
    for (let nth = 0; nth < JUNK_PER_S; nth += 1) await pay(shop, openBuyer(), JUNK)
    if (buysIn(second) > 0) statuses.push(await pay(shop, openBuyer()))
    offsetMs += 1_000
  }
  return statuses
}
const served = (statuses: readonly number[]) => statuses.filter((status) => status === 200).length

test('junk payments do not use up the rate of the facilitator: with a rate below it no buyer is refused', async () => {
  await using facilitator = await openFacilitator()
  await using shop = await openShop(facilitator.url, { FACILITATOR_VERIFY_PER_10S: '18' })
  const statuses = await minute(shop)
  expect([served(statuses), statuses.length, refusals]).toEqual([55, 55, 0])
}, 60_000)

test('without that setting the rate is learned from its 429, which costs the first few buyers an attempt', async () => {
  await using facilitator = await openFacilitator()
  await using shop = await openShop(facilitator.url)
  const statuses = await minute(shop)
  expect(served(statuses)).toBeGreaterThanOrEqual(45)
  expect(served(statuses.slice(-40))).toBe(40)
}, 60_000)

test('a payer who has paid before is verified while new ones use up their share', async () => {
  await using facilitator = await openFacilitator()
  await using shop = await openShop(facilitator.url, { FACILITATOR_VERIFY_PER_10S: '20' })
  const regular = openBuyer()
  expect(await pay(shop, regular)).toBe(200)
  const others: number[] = []
  for (let nth = 0; nth < 25; nth += 1) others.push(await pay(shop, openBuyer()))
  expect(others.filter((status) => status === 503)).toHaveLength(10 + 1)
  for (let nth = 0; nth < 4; nth += 1) expect(await pay(shop, regular)).toBe(200)
})

test('one 429 is one 503: the next payment is verified at once', async () => {
  let isFirst = true
  await using facilitator = await openFacilitator((request, response, socket) => {
    if (request.path !== '/verify' || !isFirst) return limited(request, response, socket)
    isFirst = false
    return json(429, {}, { 'retry-after': '3600' })(request, response, socket)
  })
  await using shop = await openShop(facilitator.url)
  const refused = await paid(shop, openBuyer())
  expect([refused.status, (await readJson(refused)).code]).toEqual([503, 'facilitator_unavailable'])
  for (let nth = 0; nth < 15; nth += 1) expect(await pay(shop, openBuyer())).toBe(200)
})

async function openFacilitator(behaviour: Behaviour = limited) {
  const server = await openLoopbackServer(behaviour)
  return { ...server, [Symbol.asyncDispose]: () => server.close() }
}
