import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '#runtime/clock.ts'
import { lookOnce, openEvidence, picture, readBack } from '#test/equipment/disk/evidence-store.ts'
import { openSmallDisk } from '#test/equipment/disk/small-disk.ts'
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
        const saved = await own.store.save(picture(300_000), 'job')
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
      const saves = Array.from({ length: 12 }, () => own.store.save(picture(60_000), 'job'))
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
      await lookOnce(own, { ...systemClock, now: () => Date.now() + 25 * 3_600_000 })
      expect(files()).toEqual([])
      expect((await own.store.save(picture(300_000), 'job')).status).toBe('kept')
    })
  },
)
