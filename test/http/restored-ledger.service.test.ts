import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { type Clock, systemClock } from '#runtime/clock.ts'
import { backupDatabase } from '#store/backup/backup.ts'
import { restoreDatabase } from '#store/backup/restore.ts'
import { DATABASE_NAME } from '#store/database.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { headerOf, openBuyer, signedPayload } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const page = 'https://93.184.215.14/'
const predates = [402, 'authorization_predates_restore']
const internet = await forFile(openInternet())
let dataDir: string
let file: string
let backup: string
let ran = 0
let offsetMs = 0
// An authorization that was not settled can be used again, as far as the chain knows.
let failing = true
const clock: Clock = { ...systemClock, now: () => Date.now() + offsetMs }

beforeEach(() => {
  dataDir = temporaryFolder()
  file = join(dataDir, DATABASE_NAME)
  backup = join(dataDir, 'backup.sqlite')
  ran = 0
  offsetMs = 0
  failing = true
})

const openShop = () =>
  openTestService({
    internet,
    dataDir,
    clock,
    facilitator: countingFacilitator().facilitator,
    runners: {
      probe_url: async ({ jobId }) => {
        ran += 1
        if (failing) return { status: 'failed', reason: 'no_egress' }
        return {
          status: 'completed',
          body: JSON.stringify({ job_id: jobId }),
          resultStatus: 'PASS',
        }
      },
    },
  })
type Shop = Awaited<ReturnType<typeof openShop>>

const send = async (shop: Shop, header: string) => {
  const response = await shop.post({ url: page }, { 'payment-signature': header })
  const { error, code } = await readJson(response)
  return [response.status, code ?? error]
}
const makeBackup = () => backupDatabase({ file, to: backup, force: true, withReports: true })
const restore = () => restoreDatabase({ file, from: backup, stamp: String(ran), at: clock.now() })

/** A payment with almost the longest accepted validity: that of the quote, and an hour. */
const longHeader = async (shop: Shop) => {
  const offer = shop.offer()
  const longest = offer.accepts[0].maxTimeoutSeconds + 3_590
  const validBefore = BigInt(Math.floor(clock.now() / 1000) + longest)
  return headerOf(await signedPayload(openBuyer(), offer, { validBefore }))
}
/** The same signed authorization under the terms of another quote, which the signature does not cover. */
const under = (shop: Shop, header: string) =>
  headerOf({ ...JSON.parse(atob(header)), accepted: shop.offer().accepts[0] })

test('after a restore no authorization that was used since the backup runs again, and new quotes sell at once', async () => {
  const used: string[] = []
  {
    await using shop = await openShop()
    await makeBackup()
    used.push(await openBuyer().headerFor(shop.offer()), await longHeader(shop))
    for (const header of used) expect(await send(shop, header)).toEqual([503, 'job_failed'])
  }
  restore()
  failing = false
  await using shop = await openShop()
  for (const header of used) {
    expect(await send(shop, header)).toEqual(predates)
    expect(await send(shop, under(shop, header))).toEqual(predates)
  }
  expect(ran).toBe(2)
  const fresh = await shop.post(
    { url: page },
    { 'payment-signature': await openBuyer().headerFor(shop.offer()) },
  )
  expect([fresh.status, ran]).toEqual([200, 3])
})

test('an authorization that was used between two restores does not run after the second', async () => {
  {
    await using _shop = await openShop()
    await makeBackup()
  }
  restore()
  let header: string
  {
    await using shop = await openShop()
    header = await longHeader(shop)
    expect(await send(shop, header)).toEqual([503, 'job_failed'])
  }
  restore()
  await using shop = await openShop()
  expect(await send(shop, under(shop, header))).toEqual(predates)
  expect(ran).toBe(1)
})

test('once everything that was signed before a restore has expired the quotes are as before', async () => {
  let usual: number
  {
    await using shop = await openShop()
    usual = shop.offer().accepts[0].maxTimeoutSeconds
    await makeBackup()
  }
  restore()
  {
    await using shop = await openShop()
    expect(shop.offer().accepts[0].maxTimeoutSeconds).toBeGreaterThan(usual + 3_600)
  }
  offsetMs = 2 * 3_600_000
  await using shop = await openShop()
  expect(shop.offer().accepts[0].maxTimeoutSeconds).toBe(usual)
})

test.each([
  ['ahead', (again: () => void) => again()],
  [
    'ahead, and again when it was right',
    (again: () => void) => {
      again()
      offsetMs = 0
      ran += 1
      again()
    },
  ],
])(
  'a restore while the clock was a year %s stops no sales once the clock is right',
  async (_how, restoreAll) => {
    let used: string
    {
      await using shop = await openShop()
      await makeBackup()
      used = await longHeader(shop)
      expect(await send(shop, used)).toEqual([503, 'job_failed'])
    }
    offsetMs = 365 * 86_400_000
    restoreAll(restore)
    offsetMs = 0
    failing = false
    await using shop = await openShop()
    expect(await send(shop, under(shop, used))).toEqual(predates)
    expect(shop.offer().accepts[0].maxTimeoutSeconds).toBeLessThan(4 * 3_600)
    const fresh = await shop.post(
      { url: page },
      { 'payment-signature': await openBuyer().headerFor(shop.offer()) },
    )
    expect(fresh.status).toBe(200)
  },
)
