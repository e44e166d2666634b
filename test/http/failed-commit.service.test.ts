import { expect, test } from 'vitest'
import { Fault } from '#fault.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const page = 'https://93.184.215.14/'
const internet = await forFile(openInternet())
const dataDir = temporaryFolder()
let diskIsBroken = false
let diskBreaks = true
const bank = countingFacilitator()

/**
 * A disk whose fsync fails from the storing of a report on. The frames of that commit are in the write-ahead log all the same,
 * and a restart finds them; everything after it fails before it writes.
 */
function failingFsync(own: Ledger): Ledger {
  const failed = () => new Fault('ledger_unavailable', 'fsync failed')
  return {
    ...own,
    beginSettling: async (...about) => {
      await own.beginSettling(...about)
      if (!diskBreaks) return
      diskIsBroken = true
      throw failed()
    },
    fail: async (...about) => {
      if (diskIsBroken) throw failed()
      await own.fail(...about)
    },
    checkWritable: async () => {
      if (diskIsBroken) throw failed()
      await own.checkWritable()
    },
  }
}

const openShop = (wrapLedger?: (own: Ledger) => Ledger) =>
  openTestService({
    internet,
    dataDir,
    facilitator: bank.facilitator,
    env: { BASE_URL: 'http://127.0.0.1:8402' },
    runners: {
      probe_url: async ({ jobId }) => ({
        status: 'completed',
        body: JSON.stringify({ job_id: jobId }),
        resultStatus: 'PASS',
      }),
    },
    ...(wrapLedger === undefined ? {} : { wrapLedger }),
  })

test('a failed but durable commit charges no buyer who got another response, and stops sales until the ledger is reopened', async () => {
  const headers: string[] = []
  {
    await using shop = await openShop(failingFsync)
    const header = await openBuyer().headerFor(shop.offer())
    headers.push(header)
    const response = await shop.post({ url: page }, { 'payment-signature': header })
    expect([response.status, (await readJson(response)).code]).toEqual([503, 'settlement_unknown'])
    // Nothing more is sold on this disk: no quote, and no job for a buyer who already has a quote.
    const quote = await shop.post({ url: page })
    expect([quote.status, quote.headers.get('payment-required')]).toEqual([503, null])
    const other = await openBuyer().headerFor(shop.offer())
    const refused = await shop.post({ url: page }, { 'payment-signature': other })
    expect(await readJson(refused)).toMatchObject({
      code: 'ledger_unavailable',
      // An earlier request with the same payment may have taken it: without the ledger nobody knows.
      detail: expect.stringContaining('This request took no payment'),
      payment: { state: 'not_taken' },
    })

    diskIsBroken = false
    await expect
      .poll(async () => (await shop.post({ url: page })).status, { timeout: 30_000 })
      .toBe(402)
    expect(shop.logged.map(({ event }) => event)).toContain('ledger_resumed')
  }
  // The restart found the frames: the row is settling, and is settled only when its buyer returns.
  await using shop = await openShop()
  await expect.poll(() => shop.logged.length, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(bank.calls).toEqual(['verify'])
  for (const header of headers) {
    const again = await shop.post({ url: page }, { 'payment-signature': header })
    expect([again.status, again.headers.get('payment-response') === null]).toEqual([200, false])
  }
  expect(bank.calls).toEqual(['verify', 'settle'])
})

test.each<[string, (own: Ledger) => Partial<Ledger>]>([
  [
    'before its row was written',
    () => ({ reserve: () => Promise.reject(new Fault('ledger_unavailable', 'full')) }),
  ],
  [
    'after its row was durable',
    (own) => ({
      reserve: async (...about) => {
        await own.reserve(...about)
        throw new Fault('ledger_unavailable', 'fsync failed')
      },
    }),
  ],
])(
  'a call whose reservation failed %s was not settled, and is never said to be untouched',
  async (_when, broken) => {
    bank.calls.length = 0
    diskBreaks = false
    diskIsBroken = false
    await using shop = await openShop((own) => ({ ...own, ...broken(own) }))
    const header = await openBuyer().headerFor(shop.offer())
    const response = await shop.post({ url: page }, { 'payment-signature': header })
    expect([response.status, await readJson(response)]).toEqual([
      503,
      expect.objectContaining({
        code: 'ledger_unavailable',
        detail: expect.stringContaining('Nothing was settled'),
        payment: { state: 'not_settled' },
      }),
    ])
    expect(bank.calls).toEqual(['verify'])
  },
)

test('after a failed commit no settlement is repeated for a buyer who returns, until the ledger is reopened', async () => {
  bank.calls.length = 0
  diskBreaks = false
  await using shop = await openShop(failingFsync)
  const send = (payment: string) => shop.post({ url: page }, { 'payment-signature': payment })
  const header = await openBuyer().headerFor(shop.offer())
  bank.instead.settle = async () => ({ status: 'unknown', detail: 'cut', transaction: null })
  expect((await readJson(await send(header))).code).toBe('settlement_unknown')
  delete bank.instead.settle

  diskBreaks = true
  await send(await openBuyer().headerFor(shop.offer()))
  expect((await readJson(await send(header))).code).toBe('settlement_unknown')
  expect(bank.calls.filter((call) => call === 'settle')).toHaveLength(1)

  diskBreaks = false
  diskIsBroken = false
  await expect.poll(async () => (await send(header)).status, { timeout: 30_000 }).toBe(200)
  expect(bank.calls.filter((call) => call === 'settle')).toHaveLength(2)
})
