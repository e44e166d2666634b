import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemClock } from '#runtime/clock.ts'
import { silentLog } from '#runtime/log.ts'
import { databaseUrl } from '#settings/database-url.ts'
import { PostgresDatabase } from '#store/postgres/connection.ts'
import { openNotifications } from '#store/postgres/notifications.ts'
import { statement } from '#store/postgres/statement.ts'
import { openCuttingProxy } from '#test/equipment/postgres/cutting-proxy.ts'
import { connectTo } from '#test/equipment/postgres/database.ts'
import { hasPostgres, PostgresServer, sharedPostgres } from '#test/equipment/postgres/server.ts'
import { needs } from '#test/equipment/program/needs.ts'

const ONE = statement('one', 'SELECT :value::int AS one')
// The names have the prefix that the proxy recognises.
const CREATE = statement(
  'ledger_test_create',
  'CREATE TABLE IF NOT EXISTS notes (id INT PRIMARY KEY)',
)
const ADD = statement(
  'ledger_test_add',
  'INSERT INTO notes VALUES (:id::int) ON CONFLICT DO NOTHING',
)

/** Number of TCP connections of this process, which also runs the proxy. */
const connections = () =>
  process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length

/** A database that tries each statement only once. */
function impatient(url: string): PostgresDatabase {
  return new PostgresDatabase({ url: databaseUrl.parse(url), log: silentLog, retryForMs: 0 })
}

describe('a pool of connections', needs({ PostgreSQL: hasPostgres }), () => {
  test('runs statements on a real server, and says which', async () => {
    const database = connectTo(await (await sharedPostgres()).createDatabase())
    expect(await database.read(ONE, { value: 7 })).toEqual([{ one: 7 }])
    const { version, latencyMs } = await database.serverFacts()
    expect(version).toMatch(/^\d+\.\d+$/)
    expect(latencyMs).toBeGreaterThan(0)
    await database.close()
  })

  test('opens no more than ten connections for any number of statements', async () => {
    const server = await sharedPostgres()
    const url = await server.createDatabase()
    const database = connectTo(url)
    const slow = statement('slow', 'SELECT pg_sleep(0.2)')
    const all = Promise.all(Array.from({ length: 40 }, () => database.read(slow)))
    const name = databaseUrl.parse(url).database
    const most = await server.run(
      `SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = '${name}'`,
    )
    await all
    const [{ open = 0 } = {}] = most as { open?: number }[]
    expect(open).toBeLessThanOrEqual(10)
    await database.close()
  })

  test.each([
    ['synchronous_commit = off', 'set synchronous_commit = on'],
    ['default_transaction_read_only = on', 'The server is read-only'],
  ])('a server with %s is refused', async (setting, message) => {
    const server = await sharedPostgres()
    const url = await server.createDatabase()
    await server.run(`ALTER DATABASE ${databaseUrl.parse(url).database} SET ${setting}`)
    const database = impatient(url)
    await expect(database.read(ONE, { value: 1 })).rejects.toMatchObject({
      code: 'database_unsuitable',
      message: expect.stringContaining(message),
    })
    await database.close()
  })

  test('a database with another encoding is refused', async () => {
    const server = await sharedPostgres()
    await server.run("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0")
    const database = impatient(server.url('latin'))
    await expect(database.read(ONE, { value: 1 })).rejects.toMatchObject({
      code: 'database_unsuitable',
    })
    await database.close()
  })

  test('a statement whose response was lost after its commit runs again, and says so', async () => {
    const server = await sharedPostgres()
    await using proxy = await openCuttingProxy(join(server.folder, '.s.PGSQL.5432'))
    const url = await server.createDatabase()
    const direct = connectTo(url)
    const through = url.replace('@/', `@127.0.0.1:${proxy.port}/`).replace(/\?host=.*/, '')
    const database = connectTo(through)
    await database.write(CREATE)
    expect(await database.write(ADD, { id: 1 })).toMatchObject({ changes: 1, isRepeated: false })
    proxy.cutEvery(2)
    await database.write(ADD, { id: 2 })
    expect(await database.write(ADD, { id: 3 })).toMatchObject({ changes: 0, isRepeated: true })
    expect(proxy.cuts).toBe(1)
    expect(await direct.read(statement('all', 'SELECT id FROM notes ORDER BY id'))).toEqual(
      [1, 2, 3].map((id) => ({ id })),
    )
    await database.close()
    await direct.close()
  })

  test('a statement that was prepared before a later version added a column is prepared anew', async () => {
    const server = await sharedPostgres()
    const url = databaseUrl.parse(await server.createDatabase())
    const database = new PostgresDatabase({ url, log: silentLog, connections: 1 })
    const all = statement('every_note', 'SELECT * FROM notes')
    await database.write(CREATE)
    await database.write(ADD, { id: 1 })
    expect(await database.read(all)).toEqual([{ id: 1 }])
    await server.run('ALTER TABLE notes ADD COLUMN text TEXT', url.database)
    expect(await database.read(all)).toEqual([{ id: 1, text: null }])
    await database.close()
  })

  test('a server that is killed and started again is used again, without a further request failing', async () => {
    await using server = await PostgresServer.open()
    const database = connectTo(await server.createDatabase())
    expect(await database.read(ONE, { value: 1 })).toEqual([{ one: 1 }])
    await server.kill()
    const waiting = database.read(ONE, { value: 2 })
    await server.start()
    expect(await waiting).toEqual([{ one: 2 }])
    await database.close()
  })

  test('a server that went silent keeps nothing open, neither the pool nor the notifications', async () => {
    const server = await sharedPostgres()
    await using proxy = await openCuttingProxy(join(server.folder, '.s.PGSQL.5432'))
    const through = (await server.createDatabase())
      .replace('@/', `@127.0.0.1:${proxy.port}/`)
      .replace(/\?host=.*/, '')
    const database = impatient(through)
    const url = databaseUrl.parse(through)
    const notifications = openNotifications({ url, clock: systemClock, log: silentLog })
    const heard = new Promise<void>((resolve) => notifications.on('urlwitness_keys', resolve))
    await database.read(ONE, { value: 1 })
    await heard
    const open = connections()
    proxy.silence()
    const began = performance.now()
    await Promise.all([database.close(), notifications.close()])
    expect(performance.now() - began).toBeLessThan(3_000)
    await expect.poll(connections).toBe(open - 2)
  })

  test('a server that is not there is reported with its reason, never with the password', async () => {
    const database = impatient('postgres://u:geheim@/d?host=/nonexistent')
    const error = await database.read(ONE, { value: 1 }).catch((cause: unknown) => cause)
    expect(error).toMatchObject({
      code: 'database_unavailable',
      message: expect.stringContaining('ENOENT'),
    })
    expect(JSON.stringify(error)).not.toContain('geheim')
    await database.close()
  })
})
