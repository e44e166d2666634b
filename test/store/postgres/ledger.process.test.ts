import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Ledger } from '#payment/ledger/ledger.ts'
import type { PostgresDatabase } from '#store/postgres/connection.ts'
import { createPostgresLedger } from '#store/postgres/ledger/ledger.ts'
import { migrate } from '#store/postgres/migrations.ts'
import { statement } from '#store/postgres/statement.ts'
import {
  sampleReceipt as receipt,
  sampleKey,
  sampleReservation,
} from '#test/equipment/payment/reservations.ts'
import { openCuttingProxy } from '#test/equipment/postgres/cutting-proxy.ts'
import { connectTo } from '#test/equipment/postgres/database.ts'
import { hasPostgres, sharedPostgres } from '#test/equipment/postgres/server.ts'
import { needs } from '#test/equipment/program/needs.ts'

const AT = 1_790_000_000_000
const MINUTE = 60_000

describe('a node', needs({ PostgreSQL: hasPostgres }), () => {
  let opened: AsyncDisposableStack
  let url: string
  let database: PostgresDatabase
  let ledger: Ledger

  beforeEach(async () => {
    opened = new AsyncDisposableStack()
    url = await (await sharedPostgres()).createDatabase()
    database = connect(url)
    await migrate(database)
    ledger = createPostgresLedger(database, { id: 'this', version: '0' })
  })
  afterEach(() => opened.disposeAsync())

  function connect(to: string): PostgresDatabase {
    const connected = connectTo(to)
    opened.defer(() => connected.close())
    return connected
  }

  const reserve = (number: number, own = ledger, at = AT) =>
    own.reserve(sampleReservation({ number, at }))
  const stateOf = async (number: number) => (await ledger.find(sampleKey(number)))?.state

  test('knows what it has written although each response of the database is lost', async () => {
    const server = await sharedPostgres()
    await using proxy = await openCuttingProxy(join(server.folder, '.s.PGSQL.5432'))
    const through = url.replace('@/', `@127.0.0.1:${proxy.port}/`).replace(/\?host=.*/, '')
    const cut = createPostgresLedger(connect(through), { id: 'this', version: '0' })
    // From the second statement on, one is cut and the next is its repetition.
    proxy.cutEvery(2)
    await cut.countByState()
    const refused = { code: 'ledger_transition' }
    expect(await reserve(0, cut)).toEqual({ status: 'reserved' })
    expect(await cut.reserve(sampleReservation({ jobId: 'other' }))).toMatchObject({
      status: 'taken',
    })
    await cut.beginSettling(sampleKey(), AT + 1, '{}')
    await cut.unknown(sampleKey(), AT + 2, 'timeout', null)
    await expect(cut.unknown(sampleKey(), AT + 2, 'HTTP 500', null)).rejects.toMatchObject(refused)
    await cut.settled(sampleKey(), AT + 3, receipt)
    await expect(cut.settled(sampleKey(), AT + 4, receipt)).rejects.toMatchObject(refused)
    expect(proxy.cuts).toBeGreaterThan(8)
  })

  test('recovers the calls that it does not work on, except those that began meanwhile', async () => {
    for (const number of [0, 1]) await reserve(number)
    await reserve(2, ledger, AT + MINUTE + 14_000)
    const recovered = await ledger.recover(AT + MINUTE, { notOf: ['job-0'] })
    expect(recovered).toEqual({ failed: 1, unknown: 0 })
    expect([await stateOf(0), await stateOf(1), await stateOf(2)]).toEqual([
      'running',
      'failed',
      'running',
    ])
  })

  test('recovers the calls of another node once that has not been heard from', async () => {
    const other = createPostgresLedger(database, { id: 'other', version: '0' })
    await other.checkWritable()
    await reserve(0, other)
    const none = { notOf: [] }
    expect(await ledger.recover(AT + MINUTE, none)).toEqual({ failed: 0, unknown: 0 })
    await database.write(statement('silent', 'UPDATE nodes SET beat_at = beat_at - 60000'))
    expect(await ledger.recover(AT + MINUTE, none)).toEqual({ failed: 1, unknown: 0 })
  })

  test('does not recover a call that is being settled at this moment', async () => {
    await reserve(0)
    await ledger.beginSettling(sampleKey(), AT, '{}')
    await database.transaction(async ({ script }) => {
      await script("UPDATE authorizations SET state = 'settled'")
      const recovered = await ledger.recover(AT + MINUTE, { notOf: [] })
      expect(recovered).toEqual({ failed: 0, unknown: 0 })
    })
    expect(await stateOf(0)).toBe('settled')
  })
})
