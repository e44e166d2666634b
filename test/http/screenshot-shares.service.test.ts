import { expect, test } from 'vitest'
import type { ToolRunner } from '#job/call/run-tool.ts'
import { openEvidence, sampleScreenshot } from '#test/equipment/disk/evidence-store.ts'
import { openInternet } from '#test/equipment/network/internet.ts'
import { type Buyer, headerOf, openBuyer } from '#test/equipment/payment/buyer.ts'
import { countingFacilitator } from '#test/equipment/payment/counting-facilitator.ts'
import { forFile } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService, type TestService } from '#test/equipment/service/service.ts'

const MIB = 1024 * 1024
// The minimum of the setting: a fifth of it is four screenshots of 3 MiB.
const QUOTA_MIB = 64
const bank = countingFacilitator()
bank.instead.settle = async () => ({ status: 'settled', receipt })
const receipt = {
  success: true,
  transaction: `0x${'ab'.repeat(32)}`,
  network: 'eip155:84532',
} as const
const internet = await forFile(openInternet())

/** A service that renders a page of as many bytes as the URL's fragment says, and stores its screenshot like the real tool. */
async function openGallery(): Promise<TestService> {
  let dataDir = ''
  const render: ToolRunner = async ({ jobId, requestedUrl }) => {
    using evidence = openEvidence(dataDir, { quotaBytes: QUOTA_MIB * MIB })
    const saved = await evidence.store.save(
      sampleScreenshot(Number(new URL(requestedUrl).hash.slice(1))),
      jobId,
    )
    if (saved.status === 'refused') return { status: 'failed', reason: `evidence_${saved.reason}` }
    return { status: 'completed', body: JSON.stringify({ id: saved.id }), resultStatus: 'PASS' }
  }
  const shop = await openTestService({
    internet,
    facilitator: bank.facilitator,
    runners: { render_page: render },
    env: { EVIDENCE_QUOTA_MB: String(QUOTA_MIB), EVIDENCE_MIN_FREE_MB: '0' },
  })
  dataDir = shop.dataDir
  return shop
}

async function buy(shop: TestService, buyer: Buyer, bytes: number): Promise<string> {
  bank.instead.verify = async () => ({ status: 'valid', payer: buyer.address })
  const header = headerOf(await buyer.payloadFor(shop.offer('render_page')))
  const url = `https://93.184.215.14/#${bytes}`
  const response = await shop.post({ url }, { 'payment-signature': header }, 'render_page')
  expect(response.status).toBe(200)
  return (await readJson(response)).id
}

/** Returns those of these screenshots that can be fetched. */
async function available(shop: TestService, ids: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const id of ids) {
    const { status } = await shop.get(`/evidence/${id}`, { method: 'HEAD' })
    if (status === 200) found.push(id)
  }
  return found
}

test('a payer who buys more screenshots than the quota has space for keeps a fifth of it, the latest, and closes nothing for others', async () => {
  await using shop = await openGallery()
  const honest = await buy(shop, openBuyer(), 100_000)
  const spender = openBuyer()
  const bought: string[] = []
  while (bought.length < 24) bought.push(await buy(shop, spender, 3 * MIB))
  expect(await available(shop, bought)).toEqual(bought.slice(-4))
  const later = await buy(shop, openBuyer(), 3 * MIB)
  expect(await available(shop, [honest, later])).toEqual([honest, later])
  expect((await shop.post({ url: 'https://93.184.215.14/' }, {}, 'render_page')).status).toBe(402)
})

test('when many payers fill the quota, the oldest screenshots of those with most go first', async () => {
  await using shop = await openGallery()
  const honest = await buy(shop, openBuyer(), 100_000)
  const bought: string[] = []
  // Eight wallets of one spender, each within its share.
  for (const wallet of Array.from({ length: 8 }, () => openBuyer())) {
    for (let nth = 0; nth < 4; nth += 1) bought.push(await buy(shop, wallet, 3 * MIB))
  }
  const kept = await available(shop, bought)
  expect(kept.length).toBe(21)
  expect(kept).toContain(bought.at(-1))
  const later = await buy(shop, openBuyer(), 3 * MIB)
  expect(await available(shop, [honest, later])).toEqual([honest, later])
})
