import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { systemRandom } from '#runtime/random.ts'
import { maintainPartitions } from '#store/postgres/evidence/partitions.ts'
import { createScreenshotStore } from '#store/postgres/evidence/screenshots.ts'
import { createPostgresLedger } from '#store/postgres/ledger/ledger.ts'
import { migrate } from '#store/postgres/migrations.ts'
import { statement } from '#store/postgres/statement.ts'
import { sampleScreenshot } from '#test/equipment/disk/evidence-store.ts'
import { sampleKey, sampleReservation } from '#test/equipment/payment/reservations.ts'
import { connectTo } from '#test/equipment/postgres/database.ts'
import { hasPostgres, sharedPostgres } from '#test/equipment/postgres/server.ts'
import { needs } from '#test/equipment/program/needs.ts'

const HOUR = 3_600_000
const names = statement(
  'test_partitions',
  `SELECT relname::text AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = 'evidence'::regclass ORDER BY 1`,
)
const dead = statement('test_rows', 'SELECT count(*) AS rows FROM evidence')

async function openTestDatabase() {
  const database = connectTo(await (await sharedPostgres()).createDatabase())
  await migrate(database)
  return database
}

describe('partitions', needs({ PostgreSQL: hasPostgres }), () => {
  test('are there for the coming day, and that of an hour that is over is dropped whole', async () => {
    const database = await openTestDatabase()
    const partitions = async () =>
      z.array(z.object({ name: z.string() })).parse(await database.read(names))
    // Two nodes that start at the same time.
    await Promise.all([maintainPartitions(database), maintainPartitions(database)])
    const before = await partitions()
    expect(before.length).toBeGreaterThanOrEqual(37)
    const past = Math.floor(Date.now() / HOUR) - 3
    await database.transaction(({ script }) =>
      script(`CREATE TABLE evidence_${past} PARTITION OF evidence
          FOR VALUES FROM (${past * HOUR}) TO (${(past + 1) * HOUR});
        INSERT INTO evidence VALUES ('${'a'.repeat(64)}', 'image/png', 'job', NULL, 3,
          '${'b'.repeat(64)}', ${past * HOUR}, ${past * HOUR + 5}, 'abc')`),
    )
    expect(await database.read(dead)).toEqual([{ rows: 1 }])
    await maintainPartitions(database)
    expect(await database.read(dead)).toEqual([{ rows: 0 }])
    expect(await partitions()).toEqual(before)
    await database.close()
  })

  test.each([
    ['two days behind', -48, 0],
    ['two days ahead', 96, 24],
  ])(
    'have a place for the copy of a report from a node whose clock is %s',
    async (_what, expiresInH, storedForH) => {
      const database = await openTestDatabase()
      await maintainPartitions(database)
      const ledger = createPostgresLedger(database, { id: 'node', version: '1' })
      await ledger.reserve(sampleReservation())
      const [now, hash] = [Date.now(), 'a'.repeat(64)]
      await ledger.beginSettling(sampleKey(), now, 'sealed', {
        copy: { idSha256: hash, body: 'copy', sha256: hash, expiresAt: now + expiresInH * HOUR },
      })
      const expiry = statement('test_expiry', 'SELECT expires_at AS "expiresAt" FROM evidence')
      const [stored] = await database.read(expiry)
      const { expiresAt } = z.object({ expiresAt: z.number() }).parse(stored)
      expect(Math.round((expiresAt - now) / HOUR)).toBe(storedForH)
      await database.close()
    },
  )

  test('sizes that are added up say the same as before', async () => {
    const database = await openTestDatabase()
    await maintainPartitions(database)
    const store = createScreenshotStore({
      database,
      clock: systemClock,
      random: systemRandom,
      log: silentLog,
      limits: () => ({ quotaBytes: 1e9, ttlMs: 1e6 }),
      bucket: null,
    })
    await Promise.all(
      Array.from({ length: 9 }, (_, at) => store.save(sampleScreenshot(1_000 + at), 'job')),
    )
    const shares = statement('test_shares', 'SELECT payer, screenshots, bytes FROM evidence_shares')
    const before = await database.read(shares)
    expect(before).toEqual([{ payer: '', screenshots: 9, bytes: 9_036 }])
    await Promise.all([maintainPartitions(database), maintainPartitions(database)])
    expect(await database.read(shares)).toEqual(before)
    await database.close()
  })
})
