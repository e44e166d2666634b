import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ToolRunner } from '#job/call/run-tool.ts'
import { systemClock } from '#runtime/clock.ts'
import { Bucket } from '#store/bucket/bucket.ts'
import { DATABASE_NAME, openDatabase } from '#store/database.ts'
import { bucketFolder } from '#store/screenshots/bucket-folder.ts'
import { createScreenshotRows } from '#store/screenshots/rows.ts'
import { BucketServer } from '#test/equipment/bucket/server.ts'
import {
  openEvidence,
  sampleScreenshot,
  type TestEvidence,
} from '#test/equipment/disk/evidence-store.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { openBuyer } from '#test/equipment/payment/buyer.ts'
import { forFile, openInternetWithSite } from '#test/equipment/service/for-file.ts'
import { readJson } from '#test/equipment/service/read-json.ts'
import { openTestService } from '#test/equipment/service/service.ts'

const page = 'https://www.site.example.com/'
const dataDir = temporaryFolder()
const internet = await forFile(openInternetWithSite())
const server = await forFile(BucketServer.open())
let store: TestEvidence['store'] | null = null

/** A tool that stores a screenshot, like the real one. */
const renders: ToolRunner = async ({ jobId, requestedUrl }) => {
  const saved = await store?.save(sampleScreenshot(40_000), jobId)
  if (saved?.status !== 'kept') return { status: 'failed', reason: `evidence_${saved?.reason}` }
  const body = JSON.stringify({
    job_id: jobId,
    requested_url: requestedUrl,
    final_url: requestedUrl,
    checked_at: new Date().toISOString(),
    result_status: 'PASS',
    screenshot_evidence_id: saved.id,
    url: `/evidence/${saved.id}`,
  })
  return { status: 'completed', body, resultStatus: 'PASS' }
}
const shop = await forFile(
  openTestService({
    internet,
    dataDir,
    runners: { render_page: renders },
    env: { EVIDENCE_URL: server.text() },
  }),
)
const rowsOf = openDatabase({ file: join(dataDir, DATABASE_NAME) })
const beside = openEvidence(dataDir, {
  aroundFolder: (own) =>
    bucketFolder(own, {
      bucket: new Bucket(server.url(), systemClock),
      rows: createScreenshotRows(rowsOf),
    }),
})
store = beside.store
await forFile({
  [Symbol.asyncDispose]: async () => {
    beside.close()
    rowsOf.close()
  },
})

const buy = () =>
  openBuyer().fetch(`${shop.service.baseUrl}/v1/render-page`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: page }),
  })

test('a screenshot in a bucket is served; while the store is away it is a 503, and no report is sold without its screenshot', async () => {
  const bought = await buy()
  expect(bought.status).toBe(200)
  const path = String((await readJson(bought)).url)
  const served = await shop.get(path)
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await served.arrayBuffer()).byteLength).toBe(40_000)

  await server.stop()
  const failed = await buy()
  expect(failed.status).toBe(503)
  expect(await readJson(failed)).toMatchObject({
    code: 'job_failed',
    payment: { state: 'not_settled' },
  })
  const unreachable = await shop.get(path)
  expect([unreachable.status, unreachable.headers.get('cache-control')]).toEqual([
    503,
    'private, no-store',
  ])
  // The failure is known now, so that the next buyer is refused before a payment.
  const refuse = async () => readJson(await shop.post({ url: page }, {}, 'render_page'))
  await expect
    .poll(refuse, { timeout: 30_000 })
    .toMatchObject({ code: 'at_capacity', detail: expect.stringContaining('storage') })
  expect((await shop.post({ url: page })).status).toBe(402)

  await server.start()
  expect((await shop.get(path)).status).toBe(200)
  const text = JSON.stringify(shop.logged)
  expect(text).toContain('evidence_bucket_failed')
  expect(text).not.toContain('S3RVER')
})
