import { beforeEach, expect, test } from 'vitest'
import { openInternet } from '#test/equipment/network/internet.ts'
import { headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

const silent = '93.184.215.77'
const well = '93.184.215.78'
const bank = countingFacilitator()
const internet = await forFile(openInternet())
internet.addBlackHole(silent)
await internet.addSite('well.example.com', {
  ip: well,
  http: (_request, response) => response.end('<title>fine</title><p>All of it.'),
})
const openShop = (measuresLoad: boolean) =>
  openTestService({
    internet,
    facilitator: bank.facilitator,
    measuresLoad,
    env: { LIMITS_CONNECT_TIMEOUT_MS: '1000' },
  })

beforeEach(() => {
  bank.calls.length = 0
})

/** Buys a report; `once` runs as soon as the target is dialed. */
async function buy(shop: TestService, url: string, once: () => void): Promise<Response> {
  const before = internet.dialed.length
  const header = headerOf(await openBuyer().payloadFor(shop.offer()))
  const bought = shop.post({ url }, { 'payment-signature': header })
  await expect
    .poll(() => internet.dialed.length, { interval: 5, timeout: 20_000 })
    .toBeGreaterThan(before)
  once()
  return bought
}

/** Blocks this process for `ms` milliseconds. */
function stall(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}

test('what timed out while this host was stalled is a failed job that nobody pays, and not a fault of the target', async () => {
  await using shop = await openShop(true)
  const response = await buy(shop, `http://${silent}/`, () => stall(2_500))
  expect([response.status, await readJson(response)]).toMatchObject([
    503,
    { code: 'job_failed', payment: { state: 'not_settled' } },
  ])
  expect(bank.calls).toEqual(['verify'])
  expect(shop.logged.at(-1)).toMatchObject({ event: 'paid_call', failure: 'host_overloaded' })
})

test('without a stall the same target has a report, which is paid', async () => {
  await using shop = await openShop(false)
  const response = await buy(shop, `http://${silent}/`, () => {})
  const { result_status, findings } = await readJson(response)
  expect([response.status, result_status]).toEqual([200, 'ISSUE'])
  expect(JSON.stringify(findings)).toContain('CONNECT_TIMEOUT')
  expect(bank.calls).toEqual(['verify', 'settle'])
})

test('a target that responds has its report in spite of a stall', async () => {
  await using shop = await openShop(true)
  const response = await buy(shop, 'http://well.example.com/', () => stall(2_500))
  expect(response.status).toBe(200)
})
