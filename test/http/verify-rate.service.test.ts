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
const LIMIT = 40
const WINDOW_MS = 10_000
const SECONDS = 60
const JUNK_PER_S = 3
/** 55 buyers in a minute. */
const buysIn = (second: number) => (second % 12 === 11 ? 0 : 1)

let offsetMs = 0
const began = { now: Date.now(), monotonicMs: systemClock.monotonicMs() }
/** A clock that the test advances, so that the speed of this machine has no effect. */
const clock: Clock = {
  ...systemClock,
  now: () => began.now + offsetMs,
  monotonicMs: () => began.monotonicMs + offsetMs,
}
const internet: Internet = await forFile(openInternet())
let calledAt: number[] = []
let refusals = 0

beforeEach(() => {
  calledAt = []
  refusals = 0
})

/** A facilitator that takes 40 calls of either kind in any ten seconds, and responds 429 to more. */
const limited: Behaviour = (request, response, socket) => {
  const send = (status: number, body: object, fields = {}) =>
    json(status, body, fields)(request, response, socket)
  if (request.path === '/supported') {
    return send(200, { kinds: [{ x402Version: 2, scheme: 'exact', network: 'eip155:84532' }] })
  }
  const { signature, authorization } = JSON.parse(request.body).paymentPayload.payload
  const payer = authorization.from
  const now = clock.monotonicMs()
  calledAt = calledAt.filter((at) => at > now - WINDOW_MS)
  if (calledAt.length >= LIMIT) {
    refusals += 1
    return send(429, { error: 'rate limited' }, { 'retry-after': '10' })
  }
  calledAt.push(now)
  if (request.path === '/settle') {
    const receipt = { success: true, payer, transaction: `0x${'ab'.repeat(32)}` }
    return send(200, { ...receipt, network: 'eip155:84532' })
  }
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

/** Sends a payment that is signed for the clock of the service, which runs ahead. */
async function paid(shop: TestService, buyer: Buyer, signature?: string): Promise<Response> {
  const validBefore = BigInt(Math.floor(clock.now() / 1000) + 100)
  const { payload, ...rest } = await signedPayload(buyer, shop.offer(), { validBefore })
  const sent = signature === undefined ? payload : { ...payload, signature }
  return shop.post({ url: page }, { 'payment-signature': headerOf({ ...rest, payload: sent }) })
}
const pay = async (...about: Parameters<typeof paid>) => (await paid(...about)).status

/** A minute of an attack with signatures that no key made; returns the statuses of the buyers who pay. */
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
  await using shop = await openShop(facilitator.url, { FACILITATOR_VERIFY_PER_10S: '36' })
  const statuses = await minute(shop)
  expect([served(statuses), statuses.length, refusals]).toEqual([55, 55, 0])
})

test('without that setting the rate is learned from its 429, which costs the first few buyers an attempt', async () => {
  await using facilitator = await openFacilitator()
  await using shop = await openShop(facilitator.url)
  const statuses = await minute(shop)
  expect(served(statuses)).toBeGreaterThanOrEqual(45)
  expect(served(statuses.slice(-40))).toBe(40)
})

test('a payer who has paid before is verified while new ones use up their share', async () => {
  await using facilitator = await openFacilitator()
  await using shop = await openShop(facilitator.url, { FACILITATOR_VERIFY_PER_10S: '40' })
  const regular = openBuyer()
  expect(await pay(shop, regular)).toBe(200)
  const others: number[] = []
  for (let nth = 0; nth < 25; nth += 1) others.push(await pay(shop, openBuyer()))
  expect(others.filter((status) => status === 503)).toHaveLength(10 + 1)
  for (let nth = 0; nth < 4; nth += 1) expect(await pay(shop, regular)).toBe(200)
})

test('a payment is verified only if there is room for its settle call: no settle call meets a 429', async () => {
  await using facilitator = await openFacilitator()
  await using shop = await openShop(facilitator.url, {
    FACILITATOR_VERIFY_PER_10S: '40',
    LIMITS_ADMITTED_JOBS: '100',
  })
  const statuses = await Promise.all(Array.from({ length: 24 }, () => pay(shop, openBuyer())))
  expect([served(statuses), refusals]).toEqual([15, 0])
  expect(statuses.filter((status) => status === 503)).toHaveLength(9)
  offsetMs += WINDOW_MS + 1
  expect(await pay(shop, openBuyer())).toBe(200)
})

test('the rate is also learned from a 429 to a settle call', async () => {
  let settling = 0
  await using facilitator = await openFacilitator((request, response, socket) => {
    settling += request.path === '/settle' ? 1 : 0
    if (request.path !== '/settle' || settling !== 10) return limited(request, response, socket)
    return json(429, {})(request, response, socket)
  })
  await using shop = await openShop(facilitator.url)
  const regular = openBuyer()
  for (let nth = 0; nth < 9; nth += 1) expect(await pay(shop, regular)).toBe(200)
  const unsettled = await paid(shop, openBuyer())
  expect((await readJson(unsettled)).code).toBe('settlement_unknown')
  const refused = await paid(shop, openBuyer())
  expect([refused.status, (await readJson(refused)).code]).toEqual([503, 'at_capacity'])
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
