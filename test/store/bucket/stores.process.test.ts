import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '#runtime/clock.ts'
import { Bucket } from '#store/bucket/bucket.ts'
import { bucketFolder } from '#store/screenshots/bucket-folder.ts'
import { createScreenshotRows } from '#store/screenshots/rows.ts'
import { probingClock } from '#test/equipment/bucket/hasty-clock.ts'
import { BucketServer } from '#test/equipment/bucket/server.ts'
import { openEvidence, readBack, sampleScreenshot } from '#test/equipment/disk/evidence-store.ts'
import { jobIdOf } from '#test/equipment/disk/ledger-file.ts'
import { temporaryFolder } from '#test/equipment/disk/temporary-folder.ts'
import { engines, type TestNode, type TestStore } from '#test/equipment/postgres/engines.ts'
import { needs } from '#test/equipment/program/needs.ts'

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')

describe.each(engines)('screenshots over $name and a bucket', ({ present, open }) => {
  let server: BucketServer
  let store: TestStore
  beforeEach(async () => {
    server = await BucketServer.open()
    store = await open(new Bucket(server.url(), probingClock))
  })
  afterEach(async () => {
    await store[Symbol.asyncDispose]()
    await server[Symbol.asyncDispose]()
  })

  async function save(node: TestNode, png = sampleScreenshot(), job = 'job-1') {
    const saved = await node.screenshots.save(png, job)
    if (saved.status !== 'kept') throw new TypeError(saved.reason)
    return saved
  }

  describe('a screenshot', needs(present), () => {
    test('is an object whose key has its expiry and the hash of its id', async () => {
      const { id, expiresAt } = await save(await store.node())
      expect(server.keys()).toEqual([`shots/of-one/${expiresAt}/${sha256(id)}`])
    })

    test('of a node whose clock is five minutes ahead expires no later than others', async () => {
      const clock = { ...systemClock, now: () => Date.now() + 300_000 }
      const before = Date.now()
      const { expiresAt } = await save(await store.node({ ttlMs: 60_000, clock }))
      expect(expiresAt).toBeGreaterThanOrEqual(before + 60_000)
      expect(expiresAt).toBeLessThanOrEqual(Date.now() + 60_000)
    })

    test('of a payer with too many is deleted from the bucket too', async () => {
      const node = await store.node({ quotaBytes: 100_000 })
      const payer = `0x${'1'.padStart(40, '0')}`
      await store.fill([0, 1, 2].map((number) => ({ number, state: 'running' as const, payer })))
      await save(node, sampleScreenshot(9_000), jobIdOf(0))
      const kept = [
        await save(node, sampleScreenshot(9_000), jobIdOf(1)),
        await save(node, sampleScreenshot(9_000), jobIdOf(2)),
      ]
      const names = server.keys().map((key) => key.split('/').at(-1) ?? '')
      expect(names.toSorted()).toEqual(kept.map(({ id }) => sha256(id)).toSorted())
    })

    test('that the operator purges is deleted from the bucket too', async () => {
      const node = await store.node()
      const { id } = await save(node)
      expect(await node.operator.purge('expired')).toMatchObject({ freed: 0, left: [] })
      expect(await readBack(node.screenshots, id)).not.toBeNull()
      await server.stop()
      // Invisible at once, and in the bucket until the service deletes it at its expiry.
      const purged = await node.operator.purge('all')
      expect(purged).toMatchObject({ freed: 1, left: ['evidence_bucket_failed'] })
      expect(await readBack(node.screenshots, id)).toBeNull()
      await server.start()
      await expect
        .poll(() => node.screenshots.accepts(), { timeout: 30_000 })
        .toEqual({ ok: true, reason: null })
      await save(node)
      expect(await node.operator.purge('all')).toMatchObject({ freed: 1, left: [] })
      expect(server.keys().filter((key) => !key.endsWith('0'.repeat(64)))).toHaveLength(1)
    })

    test('beyond the quota leaves no object', async () => {
      const node = await store.node({ quotaBytes: 12_000 })
      await save(node)
      const refused = await node.screenshots.save(sampleScreenshot(7_001), 'job-2')
      expect(refused).toEqual({ status: 'refused', reason: 'quota' })
      expect(server.keys()).toHaveLength(1)
    })

    test('with changed bytes, or that somebody deleted, is not served', async () => {
      const node = await store.node()
      const { id } = await save(node)
      server.fail(({ method }) => (method === 'GET' ? 'changed' : null))
      expect(await readBack(node.screenshots, id)).toBeNull()
      server.fail(() => null)
      expect(await readBack(node.screenshots, id)).not.toBeNull()
      const [key = ''] = server.keys()
      const [, , expiresAt = '', idSha256 = ''] = key.split('/')
      await new Bucket(server.url(), systemClock).remove({ idSha256, expiresAt: Number(expiresAt) })
      expect(await readBack(node.screenshots, id)).toBeNull()
    })

    test('is not stored while the store is away, which is known before the next payment; copies of reports are', async () => {
      const node = await store.node()
      const { id } = await save(node)
      expect(await node.screenshots.accepts()).toEqual({ ok: true, reason: null })
      await server.stop()
      const refused = { status: 'refused', reason: 'disk_error' }
      expect(await node.screenshots.save(sampleScreenshot(), 'job-2')).toEqual(refused)
      await expect
        .poll(() => node.screenshots.accepts(), { timeout: 30_000 })
        .toEqual({ ok: false, reason: 'disk_error' })
      expect(await node.reports.newLink('job-3', 1_000)).not.toBeNull()
      await expect(readBack(node.screenshots, id)).rejects.toMatchObject({
        code: 'evidence_bucket_failed',
      })
      expect((await node.listed.list(10)).map(({ jobId }) => jobId)).toEqual(['job-1'])
      await server.start()
      await expect
        .poll(() => node.screenshots.accepts(), { timeout: 30_000 })
        .toEqual({ ok: true, reason: null })
      expect(await readBack(node.screenshots, id)).not.toBeNull()
    })
  })
})

test('what is in the data folder is served until it expires after evidence_url was set', async () => {
  const dataDir = temporaryFolder()
  await using server = await BucketServer.open()
  const png = sampleScreenshot()
  const before = openEvidence(dataDir)
  const saved = await before.store.save(png, 'job-1')
  if (saved.status !== 'kept') throw new TypeError(saved.reason)
  const after = openEvidence(dataDir, {
    aroundFolder: (own) =>
      bucketFolder(own, {
        bucket: new Bucket(server.url(), systemClock),
        rows: createScreenshotRows(before.database),
      }),
  })
  const next = await after.store.save(png, 'job-2')
  expect(next.status).toBe('kept')
  expect([server.keys().length, await readBack(after.store, saved.id)]).toEqual([1, png])
  after.close()
  before.close()
})
