import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyOf } from '#payment/eip3009/authorization.ts'
import { readPayment } from '#payment/x402/payment-header.ts'
import { systemClock } from '#runtime/clock.ts'
import { DATABASE_NAME, openDatabase } from '#store/database.ts'
import { archiveCalls } from '#store/ledger/archive.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { type Buyer, headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { sampleReceipt, sampleReservation } from '#test/equipment/payment/reservations.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

const url = 'https://www.site.example.com/'
const bank = countingFacilitator()
const internet = await forFile(openInternetWithSite())
let shop: TestService
const dataDir = temporaryFolder()

beforeAll(async () => {
  shop = await openTestService({ internet, facilitator: bank.facilitator, dataDir })
})
afterAll(async () => {
  await shop.close()
})

async function namedHeader(buyer: Buyer, id: string) {
  const payload = await buyer.payloadFor(shop.offer())
  const named = { 'payment-identifier': { info: { required: false, id } } }
  return headerOf({ ...payload, extensions: { ...payload.extensions, ...named } })
}

test('spec 3: a payment whose call was archived beside the running service buys nothing again, not even under its identifier', async () => {
  const buyer = openBuyer()
  const id = 'pay_0000000000000001'
  const named = await namedHeader(buyer, id)
  const unnamed = await openBuyer().headerFor(shop.offer())
  const send = (header: string) => shop.post({ url }, { 'payment-signature': header })
  for (const header of [named, unnamed]) expect((await send(header)).status).toBe(200)

  const file = join(dataDir, DATABASE_NAME)
  const beside = openDatabase({ file })
  const ledger = createLedger(beside)
  // The deliveries of both sales are written.
  await expect
    .poll(() => beside.prepare(DELIVERED).get(), { timeout: 30_000 })
    .toEqual({ calls: 2 })
  await ledger.forgetReports(Date.now() + 1, Date.now() + 1)
  const moved = await archiveCalls({
    ledger: { file },
    to: join(dataDir, 'archive.sqlite'),
    before: Date.now() + 1,
    clock: systemClock,
    dropDetails: true,
  })
  expect(moved).toMatchObject({ calls: 2 })

  bank.calls.length = 0
  const dialed = internet.dialed.length
  for (const header of [named, unnamed]) {
    const again = await send(header)
    expect([again.status, (await readJson(again)).error]).toEqual([
      402,
      'invalid_exact_evm_nonce_already_used',
    ])
  }
  expect((await send(await namedHeader(buyer, id))).status).toBe(409)
  expect([bank.calls, internet.dialed.length]).toEqual([[], dialed])
  expect(await ledger.countByState()).toMatchObject({ settled: 2 })
  expect((await send(await namedHeader(buyer, 'pay_0000000000000002'))).status).toBe(200)
  beside.close()
})

test('design 1.12: a settled payment whose report was not delivered gets its receipt after the ledger was archived too', async () => {
  const header = await openBuyer().headerFor(shop.offer())
  const reading = readPayment(header)
  if (reading.status !== 'payment') throw new Error(reading.error)
  const key = keyOf(reading.payment, shop.offer().accepts[0])
  const file = join(dataDir, DATABASE_NAME)
  const beside = openDatabase({ file })
  const ledger = createLedger(beside)
  const at = Date.now() - 2 * 86_400_000
  await ledger.reserve(sampleReservation({ at, key }))
  await ledger.beginSettling(key, at, 'a report that is no longer stored')
  await ledger.settled(key, at, sampleReceipt)
  await ledger.forgetReports(Date.now(), Date.now())
  await archiveCalls({
    ledger: { file },
    to: join(dataDir, 'archive.sqlite'),
    before: Date.now(),
    clock: systemClock,
    dropDetails: true,
  })
  beside.close()

  const response = await shop.post({ url }, { 'payment-signature': header })
  const receipt = JSON.parse(atob(response.headers.get('payment-response') ?? ''))
  expect([response.status, (await readJson(response)).code]).toEqual([503, 'already_settled'])
  expect(receipt).toEqual(sampleReceipt)
})

const DELIVERED = 'SELECT count(*) AS calls FROM authorizations WHERE delivered_at IS NOT NULL'
