import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MAX_VALIDITY_S } from '#payment/eip3009/authorization.ts'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import type { PostgresDatabase } from '#store/postgres/connection.ts'
import { createPostgresLedger, readRestoreMark } from '#store/postgres/ledger/ledger.ts'
import { migrate, migrations, newestVersion, readSchema } from '#store/postgres/migrations.ts'
import { openNode } from '#store/postgres/nodes.ts'
import { statement } from '#store/postgres/statement.ts'
import {
  sampleKey,
  sampleReceipt,
  sampleReservation,
} from '#test/equipment/payment/reservations.ts'
import { connectTo } from '#test/equipment/postgres/database.ts'
import { hasPostgres, sharedPostgres } from '#test/equipment/postgres/server.ts'
import { needs } from '#test/equipment/program/needs.ts'

/** A fictitious next version that only adds, and the one after it, which removes what only the first needs. */
const next = [
  ...migrations,
  {
    version: newestVersion + 1,
    worksFrom: newestVersion,
    sql: "ALTER TABLE authorizations ADD COLUMN note TEXT; ALTER TABLE reports ADD COLUMN kind TEXT NOT NULL DEFAULT 'full'",
  },
]
const afterNext = [
  ...next,
  {
    version: newestVersion + 2,
    worksFrom: newestVersion + 1,
    sql: 'ALTER TABLE reports DROP COLUMN misses',
  },
]
const AT = 1_790_000_000_000

describe('the schema of a PostgreSQL database', needs({ PostgreSQL: hasPostgres }), () => {
  let database: PostgresDatabase
  let url: string
  beforeEach(async () => {
    url = await (await sharedPostgres()).createDatabase()
    database = connectTo(url)
  })
  afterEach(() => database.close())

  test('an empty database gets the newest one, and a second start changes nothing', async () => {
    expect(await readSchema(database)).toBeNull()
    const newest = { version: newestVersion, worksFrom: 1 }
    expect(await migrate(database)).toEqual(newest)
    expect(await migrate(database)).toEqual(newest)
    expect(await readSchema(database)).toEqual(newest)
  })

  test('of services that start at the same time one migrates, and the others wait for it', async () => {
    const others = Array.from({ length: 4 }, () => connectTo(url))
    await Promise.all([database, ...others].map((one) => migrate(one)))
    await Promise.all(others.map((one) => one.close()))
    expect(await readSchema(database)).toMatchObject({ version: newestVersion })
  })

  test('a step that fails changes nothing', async () => {
    const broken = {
      version: newestVersion + 1,
      worksFrom: 1,
      sql: 'CREATE TABLE a (b INT); SELECT 1/0',
    }
    await migrate(database)
    await expect(migrate(database, [...migrations, broken])).rejects.toMatchObject({
      code: 'database_unavailable',
      facts: { sqlstate: '22012' },
    })
    expect(await migrate(database)).toMatchObject({ version: newestVersion })
  })

  test('while the next version is rolled out, this version goes on selling beside it', async () => {
    await migrate(database)
    const old = createPostgresLedger(database, { id: 'old', version: '0.1.0' })
    await old.reserve(sampleReservation({ number: 0, at: AT }))
    const newer = connectTo(url)
    await migrate(newer, next)
    const young = createPostgresLedger(newer, { id: 'young', version: '0.2.0' })
    // A call that began before the upgrade ends after it, and calls of either version are seen by the other.
    await old.beginSettling(sampleKey(0), AT + 1, '{}')
    await old.settled(sampleKey(0), AT + 2, sampleReceipt)
    expect(await young.find(sampleKey(0))).toMatchObject({ state: 'settled' })
    await young.reserve(sampleReservation({ number: 1, at: AT }))
    expect(
      await old.reserve(sampleReservation({ number: 1, at: AT, jobId: 'again' })),
    ).toMatchObject({
      status: 'taken',
    })
    // The same holds for a node of this version that starts now, and for its heartbeat.
    const late = connectTo(url)
    expect(await migrate(late)).toMatchObject({ version: newestVersion + 1 })
    const node = await openNode({
      database: late,
      id: 'late',
      version: '0.1.0',
      clock: systemClock,
      log: silentLog,
    })
    expect(node.isAlive()).toBe(true)
    await node.close()
    await late.close()
    await newer.close()
  })

  test('a database that was put back is marked by the operator, and a second time while longer validities are in use', async () => {
    await migrate(database)
    expect(await readRestoreMark(database)).toBeNull()
    await database.read(statement('', 'SELECT mark_restored()'))
    const first = await readRestoreMark(database)
    expect((first?.spentBeforeS ?? 0) - (first?.restoredAtS ?? 0)).toBe(MAX_VALIDITY_S)
    await database.read(statement('', 'SELECT mark_restored()'))
    const second = await readRestoreMark(database)
    expect((second?.spentBeforeS ?? 0) - (first?.spentBeforeS ?? 0)).toBe(2 * MAX_VALIDITY_S)
  })

  test('a version that the schema has left behind does not start, and sells nothing any more', async () => {
    await migrate(database, afterNext)
    await expect(migrate(database)).rejects.toMatchObject({
      code: 'database_newer',
      facts: { found: newestVersion + 2, known: newestVersion },
    })
    const node = await openNode({
      database,
      id: 'old',
      version: '0.1.0',
      clock: systemClock,
      log: silentLog,
    })
    expect(node.isAlive()).toBe(false)
    await node.close()
  })
})
