import { readdirSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuthorizationKey } from '#payment/ledger/ledger.ts'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { Bucket } from '#store/bucket/bucket.ts'
import { createLedger } from '#store/ledger/ledger.ts'
import { bucketFolder } from '#store/screenshots/bucket-folder.ts'
import { createReportStore } from '#store/screenshots/report-copies.ts'
import { BucketServer } from '#test/equipment/bucket/server.ts'
import {
  openEvidence,
  readBack,
  runJanitorOnce,
  sampleScreenshot,
} from '#test/equipment/disk/evidence-store.ts'
import { openSmallDisk } from '#test/equipment/disk/small-disk.ts'
import { sampleKey, sampleReservation } from '#test/equipment/payment/reservations.ts'
import { needs } from '#test/equipment/program/needs.ts'

const disk = openSmallDisk()

describe(
  'a disk that is really full',
  needs({ 'right to mount a small disk': disk !== null }),
  () => {
    let own: ReturnType<typeof openEvidence>
    const dataDir = disk?.folder ?? ''
    const files = () => readdirSync(join(dataDir, 'evidence'))

    beforeAll(() => {
      own = openEvidence(dataDir)
    })
    afterAll(() => {
      own.close()
      disk?.close()
    })

    test('accepts screenshots until it is full; the next is refused, leaves nothing and affects no other', async () => {
      const kept: string[] = []
      let refused: unknown = null
      while (refused === null && kept.length < 50) {
        const saved = await own.store.save(sampleScreenshot(300_000), 'job')
        if (saved.status === 'kept') kept.push(saved.id)
        else refused = saved
      }
      expect(refused).toEqual({ status: 'refused', reason: 'disk_full' })
      expect(kept.length).toBeGreaterThan(0)
      expect(files()).toHaveLength(kept.length)
      for (const id of kept) expect(await readBack(own.store, id)).toHaveLength(300_000)
      expect(await own.store.accepts()).toEqual({ ok: false, reason: 'disk_full' })
    })

    test('fills up in the middle of a screenshot, when several are written at once', async () => {
      const before = files().length
      const saves = Array.from({ length: 12 }, () =>
        own.store.save(sampleScreenshot(60_000), 'job'),
      )
      const results = await Promise.all(saves)
      const refused = results.filter(({ status }) => status === 'refused')
      expect(refused.length).toBeGreaterThan(0)
      for (const one of refused) expect(one).toMatchObject({ reason: 'disk_full' })
      expect(files()).toHaveLength(before + results.length - refused.length)
    })

    test('full to the last byte is freed by the janitor, and accepts screenshots again', async () => {
      expect(() => {
        for (let at = 0; ; at++)
          writeFileSync(join(dataDir, `ballast-${at}`), new Uint8Array(4_096))
      }).toThrow('ENOSPC')
      await runJanitorOnce(own, { ...systemClock, now: () => Date.now() + 25 * 3_600_000 })
      expect(files()).toEqual([])
      expect((await own.store.save(sampleScreenshot(300_000), 'job')).status).toBe('kept')
    })
  },
)

describe(
  'a disk with less free space than min_free_mb',
  needs({ 'right to mount a small disk': disk !== null }),
  () => {
    let small: ReturnType<typeof openSmallDisk>
    let server: BucketServer
    let first: ReturnType<typeof openEvidence>
    beforeEach(async () => {
      small = openSmallDisk(24)
      first = openEvidence(small?.folder ?? '')
      server = await BucketServer.open()
    })
    afterEach(async () => {
      first.close()
      small?.close()
      await server[Symbol.asyncDispose]()
    })

    /** A service whose disk lacks this many bytes from now on; with a negative number it has so many more. */
    function open({ lacks, hasBucket }: { readonly lacks: number; readonly hasBucket: boolean }) {
      const dataDir = small?.folder ?? ''
      // Later commits overwrite the log instead of making it longer.
      first.database.pragma('wal_checkpoint(RESTART)')
      const { bavail, bsize } = statfsSync(dataDir)
      const minFreeBytes = bavail * bsize + lacks
      const evidence = openEvidence(dataDir, {
        minFreeBytes,
        aroundFolder: (own) =>
          hasBucket
            ? bucketFolder(own, {
                bucket: new Bucket(server.url(), systemClock),
                rows: first.rows,
              })
            : own,
      })
      let seconds = 0
      const { rows, folder, database } = evidence
      const reports = createReportStore({
        rows,
        folder,
        log: silentLog,
        random: systemRandom,
        limits: () => ({ quotaBytes: 1024 ** 3, minFreeBytes, ttlMs: 24 * 3_600_000 }),
        // The disk is measured for each copy.
        clock: { ...systemClock, monotonicMs: () => (seconds += 1_000) },
      })
      const ledger = createLedger(database)
      const reserve = async (number: number): Promise<AuthorizationKey> => {
        const payer = `0x${String(number).padStart(40, '0')}`
        const key = { ...sampleKey(number), payer }
        await ledger.reserve(sampleReservation({ number, key }))
        return key
      }
      return {
        ...evidence,
        reports,
        /** Each number is a payer of its own. */
        save: async (number: number, bytes: number) => {
          await reserve(number)
          return evidence.store.save(sampleScreenshot(bytes), `job-${number}`)
        },
        /** The id of the copy, or null without space. */
        sell: async (number: number, bytes: number) => {
          const key = await reserve(number)
          const link = await reports.newLink(`job-${number}`, bytes)
          if (link === null) return null
          const copy = link.seal('x'.repeat(bytes))
          await ledger.beginSettling(key, Date.now(), 'sealed', { copy })
          return link.id
        },
      }
    }
    const numbers = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => from + at)

    test('refuses screenshots for a bucket, and deletes none of those that are there', async () => {
      const before = open({ lacks: -16_000_000, hasBucket: true })
      for (const number of numbers(0, 6)) await before.save(number, 50_000)
      for (const number of numbers(10, 3)) await before.sell(number, 50_000)
      before.close()
      const own = open({ lacks: 20_000, hasBucket: true })
      const kept = own.rows.totals()
      expect(kept.count).toBe(6)
      expect(await own.store.accepts()).toEqual({ ok: false, reason: 'disk_full' })
      for (const number of numbers(20, 6)) {
        const refused = { status: 'refused', reason: 'disk_full' }
        expect(await own.save(number, 10_000)).toEqual(refused)
      }
      expect(own.rows.totals()).toEqual(kept)
      // Copies make room for copies.
      expect(await own.sell(30, 10_000)).not.toBeNull()
      expect(own.rows.totals().count).toBe(6)
      own.close()
      const again = open({ lacks: -100_000, hasBucket: true })
      expect(await again.store.accepts()).toEqual({ ok: true, reason: null })
      // More than the local disk has space for.
      expect(await again.save(40, 1_000_000)).toMatchObject({ status: 'kept' })
      again.close()
    })

    test('has screenshots deleted for a screenshot, but no copies of reports', async () => {
      const before = open({ lacks: -16_000_000, hasBucket: false })
      const copies: (string | null)[] = []
      for (const number of numbers(0, 4)) copies.push(await before.sell(number, 200_000))
      for (const number of numbers(10, 6)) await before.save(number, 100_000)
      before.close()
      const own = open({ lacks: 50_000, hasBucket: false })
      for (const number of numbers(20, 6)) {
        expect(await own.save(number, 100_000)).toMatchObject({ status: 'kept' })
      }
      for (const id of copies) expect(await own.reports.find(id ?? '')).not.toBeNull()
      expect(own.rows.totals().count).toBeGreaterThanOrEqual(5)
      const refused = { status: 'refused', reason: 'disk_full' }
      expect(await own.save(30, 2_000_000)).toEqual(refused)
      expect(own.rows.totals().count).toBeGreaterThanOrEqual(5)
      own.close()
    })

    test('does not have all copies deleted one sale after the other, as a deleted copy leaves its space to the next', async () => {
      const before = open({ lacks: -16_000_000, hasBucket: false })
      for (const number of numbers(0, 12)) await before.sell(number, 40_000)
      before.close()
      const own = open({ lacks: 100_000, hasBucket: false })
      for (const number of numbers(20, 10)) expect(await own.sell(number, 40_000)).not.toBeNull()
      const { bytes } = own.rows.totals()
      expect(bytes / (40_000 * 1.34)).toBeGreaterThanOrEqual(8)
      own.close()
    })
  },
)
