import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readBack, sampleScreenshot } from '#test/equipment/disk/evidence-store.ts'
import { jobIdOf } from '#test/equipment/disk/ledger-file.ts'
import { sampleKey, sampleReservation } from '#test/equipment/payment/reservations.ts'
import {
  engines,
  enginesWithBucket,
  type TestNode,
  type TestStore,
} from '#test/equipment/postgres/engines.ts'
import { needs } from '#test/equipment/program/needs.ts'

const MIB = 1_048_576
const HOUR = 3_600_000
const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex')
const payerOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}`

describe.each([...engines, ...enginesWithBucket])('over $name', ({ present, open }) => {
  let store: TestStore
  beforeEach(async () => {
    store = await open()
  })
  afterEach(() => store[Symbol.asyncDispose]())

  async function save(node: TestNode, png = sampleScreenshot(), job = 'job-1'): Promise<string> {
    const saved = await node.screenshots.save(png, job)
    if (saved.status !== 'kept') throw new TypeError(saved.reason)
    return saved.id
  }

  describe('a screenshot', needs(present), () => {
    test('spec 2.3: is stored under a random id of 256 bits, and found by every service, byte for byte', async () => {
      const [one, other] = [await store.node(), await store.node()]
      const began = Date.now()
      const png = sampleScreenshot()
      const saved = await one.screenshots.save(png, 'job-1')
      if (saved.status !== 'kept') throw new TypeError(saved.reason)
      const { id, expiresAt } = saved
      expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(expiresAt - began - 24 * HOUR).toBeGreaterThanOrEqual(-1)
      expect(expiresAt - Date.now() - 24 * HOUR).toBeLessThanOrEqual(1)
      expect(await other.screenshots.find(id)).toMatchObject({
        size: png.length,
        mediaType: 'image/png',
        sha256: sha256(png),
        expiresAt,
      })
      expect(await readBack(other.screenshots, id)).toEqual(png)
      expect(await other.listed.list(10)).toMatchObject([
        { idSha256: sha256(id), jobId: 'job-1', bytes: png.length, expiresAt, isExpired: false },
      ])
      const found = await other.listed.find(sha256(id))
      expect(found?.sha256).toBe(sha256(png))
      const others = await Promise.all(Array.from({ length: 20 }, () => save(one)))
      expect(new Set([id, ...others]).size).toBe(21)
    })

    test.each([0, 1, 7, 70_000, 262_144, 6 * MIB])(
      'of %i bytes is returned completely',
      async (bytes) => {
        const node = await store.node()
        const png = sampleScreenshot(bytes)
        const back = await readBack(node.screenshots, await save(node, png))
        // Vitest takes seconds to compare megabytes.
        expect(back !== null && Buffer.compare(back, png)).toBe(0)
      },
    )

    test('spec 8: is unavailable everywhere from its expiry on, and then takes no space', async () => {
      const [one, other] = [await store.node({ ttlMs: 1_500 }), await store.node()]
      const saved = await one.screenshots.save(sampleScreenshot(), 'job-1')
      if (saved.status !== 'kept') throw new TypeError(saved.reason)
      const found = await other.screenshots.find(saved.id)
      expect(found).not.toBeNull()
      await new Promise((resolve) => setTimeout(resolve, saved.expiresAt - Date.now() + 2))
      expect(await readBack(one.screenshots, saved.id)).toBeNull()
      expect(await readBack(other.screenshots, saved.id)).toBeNull()
      expect(await found?.open()).toBeNull()
      expect(await other.listed.find(sha256(saved.id))).toBeNull()
      await other.tidy()
    })

    test('spec 8: is unavailable everywhere once the clock was set back, and then takes no space', async () => {
      const [one, other] = [await store.node(), await store.node()]
      const id = await save(one)
      await one.tidy()
      await store.exec(`UPDATE evidence_clock SET latest_at = ${Date.now() + 3 * 60_000}`)
      expect(await readBack(other.screenshots, id)).not.toBeNull()
      await store.exec(`UPDATE evidence_clock SET latest_at = ${Date.now() + 10 * 60_000}`)
      expect(await other.listed.find(sha256(id))).toBeNull()
      expect(await readBack(other.screenshots, id)).toBeNull()
      expect(await other.listed.list(10)).toMatchObject([{ isExpired: true }])
      await other.tidy()
      expect(await one.listed.totals()).toEqual({ count: 0, bytes: 0 })
      const next = await save(other)
      await one.tidy()
      expect(await readBack(one.screenshots, next)).not.toBeNull()
    })

    test.each([
      '',
      '.',
      '..',
      `${'a'.repeat(43)}\0`,
      "' OR 1=1 --",
      'a'.repeat(100_000),
      '\ud800',
      '__proto__',
    ])('is not found by an invented id: %j', async (id) => {
      const node = await store.node()
      await save(node)
      expect(await readBack(node.screenshots, id)).toBeNull()
      expect(await node.reports.find(id)).toBeNull()
    })
  })

  describe('the quota', needs(present), () => {
    test('is reported before payment and at the save, and nothing is stored beyond it', async () => {
      const node = await store.node({ quotaBytes: 12_000 })
      expect(await node.screenshots.accepts()).toEqual({ ok: false, reason: 'quota' })
      await save(node)
      await save(node)
      const refused = { status: 'refused', reason: 'quota' }
      expect(await node.screenshots.save(sampleScreenshot(2_001), 'job-2')).toEqual(refused)
      expect(await node.listed.totals()).toEqual({ count: 2, bytes: 10_000 })
      // The quota is exact to the byte.
      await save(node, sampleScreenshot(2_000))
      expect(await node.screenshots.save(sampleScreenshot(1), 'job-2')).toEqual(refused)
    })

    test('is enough for six jobs at once when it was accepted before payment', async () => {
      const node = await store.node({ quotaBytes: 16 * MIB })
      expect(await node.screenshots.accepts()).toEqual({ ok: true, reason: null })
      const six = Array.from({ length: 6 }, () =>
        node.screenshots.save(sampleScreenshot(2 * MIB), 'job'),
      )
      expect((await Promise.all(six)).map(({ status }) => status)).toEqual(Array(6).fill('kept'))
    })

    test('is never exceeded by concurrent saves of two services together', async () => {
      const nodes = [
        await store.node({ quotaBytes: 52_000 }),
        await store.node({ quotaBytes: 52_000 }),
      ]
      const saves = Array.from({ length: 40 }, (_, at) =>
        nodes[at % 2]?.screenshots.save(sampleScreenshot(), `job-${at}`),
      )
      const statuses = (await Promise.all(saves)).map((saved) => saved?.status)
      expect(statuses.filter((status) => status === 'kept')).toHaveLength(10)
      expect(await nodes[0]?.listed.totals()).toEqual({ count: 10, bytes: 50_000 })
    })

    test('design 32: is shared: a payer keeps a fifth, over all services, and its oldest go first', async () => {
      const nodes = [
        await store.node({ quotaBytes: 500_000 }),
        await store.node({ quotaBytes: 500_000 }),
      ]
      await store.fill(
        Array.from({ length: 40 }, (_, number) => ({
          number,
          state: 'running' as const,
          payer: payerOf(number === 0 ? 1 : 2),
        })),
      )
      const [first, second] = nodes
      if (first === undefined || second === undefined) throw new TypeError()
      const ofAnother = await save(first, sampleScreenshot(100_000), jobIdOf(0))
      const ids: string[] = []
      for (let number = 1; number < 40; number += 1) {
        const node = nodes[number % 2] ?? first
        ids.push(await save(node, sampleScreenshot(20_000), jobIdOf(number)))
        // Ages have a resolution of one millisecond.
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      const found = await Promise.all(ids.map((id) => second.screenshots.find(id)))
      const isKept = found.map((screenshot) => screenshot !== null)
      expect(isKept.filter(Boolean).length).toBeLessThanOrEqual(5)
      expect(isKept.filter(Boolean).length).toBeGreaterThanOrEqual(4)
      expect(isKept.slice(-4)).toEqual([true, true, true, true])
      expect(await second.screenshots.find(ofAnother)).not.toBeNull()
      expect((await first.listed.totals()).bytes).toBeLessThanOrEqual(200_000)
    })

    test('is freed by those with most when it is full', async () => {
      const node = await store.node({ quotaBytes: 1_000_000 })
      await store.fill(
        Array.from({ length: 9 }, (_, number) => ({
          number,
          state: 'running' as const,
          payer: payerOf(number),
        })),
      )
      const ids: string[] = []
      for (let number = 0; number < 5; number += 1) {
        ids.push(await save(node, sampleScreenshot(180_000 + number), jobIdOf(number)))
      }
      ids.push(await save(node, sampleScreenshot(150_000), jobIdOf(6)))
      expect(await node.screenshots.find(ids[4] ?? '')).toBeNull()
      for (const id of [0, 1, 2, 3, 5]) {
        expect(await node.screenshots.find(ids[id] ?? '')).not.toBeNull()
      }
    })
  })

  describe('the copy of a report', needs(present), () => {
    /** Sells a report as a call does: the copy is written with the settlement. Null without room. */
    async function sell(
      node: TestNode,
      number: number,
      { report, payer = payerOf(7) }: { readonly report: string; readonly payer?: string },
    ): Promise<string | null> {
      const key = { ...sampleKey(number), payer }
      const reservation = { ...sampleReservation({ number }), key }
      await node.ledger.reserve(reservation)
      const link = await node.reports.newLink(reservation.jobId, report.length)
      if (link === null) return null
      await node.ledger.beginSettling(key, Date.now(), 'sealed', { copy: link.seal(report) })
      return link.id
    }
    const textAt = async (node: TestNode, id: string | null) =>
      (await node.reports.find(id ?? ''))?.text ?? null

    test('is readable with its id at every service until it expires', async () => {
      const [one, other] = [await store.node({ ttlMs: 700 }), await store.node()]
      const id = await sell(one, 1, { report: '{"job_id":"ü"}' })
      expect(await textAt(other, id)).toBe('{"job_id":"ü"}')
      const { expiresAt } = (await other.reports.find(id ?? '')) ?? expect.fail()
      await new Promise((resolve) => setTimeout(resolve, expiresAt - Date.now() + 2))
      expect([await textAt(one, id), await textAt(other, id)]).toEqual([null, null])
    })

    test('spec 8: is not readable once the clock was set back', async () => {
      const node = await store.node()
      const id = await sell(node, 1, { report: '{}' })
      await store.exec(`UPDATE evidence_clock SET latest_at = ${Date.now() + 10 * 60_000}`)
      expect(await textAt(node, id)).toBeNull()
      await node.tidy()
      expect(await node.listed.totals()).toEqual({ count: 0, bytes: 0 })
    })

    test('is no screenshot, takes space as one, and is readable with no other id', async () => {
      const node = await store.node()
      const id = (await sell(node, 1, { report: '{}' })) ?? expect.fail()
      const wrong = `${id[0] === 'A' ? 'B' : 'A'}${id.slice(1)}`
      expect(await textAt(node, wrong)).toBeNull()
      expect(await node.screenshots.find(id)).toBeNull()
      expect(await node.listed.find(sha256(id))).toBeNull()
      expect(await node.listed.list(10)).toEqual([])
      const { count, bytes } = await node.listed.totals()
      expect([count, bytes > 50]).toEqual([0, true])
    })

    test('of one payer makes room for its next ones; those of others and larger ones do not fit otherwise', async () => {
      const node = await store.node({ quotaBytes: 500_000 })
      const ofAnother = await sell(node, 99, { report: 'x'.repeat(50_000), payer: payerOf(9) })
      const ids: (string | null)[] = []
      for (let number = 0; number < 30; number += 1) {
        ids.push(await sell(node, number, { report: 'x'.repeat(20_000) }))
        // Ages have a resolution of one millisecond.
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      expect(ids).not.toContain(null)
      expect(await textAt(node, ids.at(-1) ?? null)).toHaveLength(20_000)
      expect(await textAt(node, ofAnother)).toHaveLength(50_000)
      expect((await node.listed.totals()).bytes).toBeLessThanOrEqual(500_000)
      expect(await sell(node, 200, { report: 'x'.repeat(500_000) })).toBeNull()
    })
  })
})
