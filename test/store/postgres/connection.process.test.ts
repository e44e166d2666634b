import { expect, test } from 'vitest'
import { migrate } from '#store/postgres/migrations.ts'
import { statement } from '#store/postgres/statement.ts'
import { connectTo, openTestDatabase } from '#test/equipment/postgres/database.ts'
import { hasPostgres, PostgresServer } from '#test/equipment/postgres/server.ts'
import { needs } from '#test/equipment/program/needs.ts'

const ONE = statement('one', 'SELECT 1 AS one')

test(
  'statements run on a real server, which is described',
  needs({ PostgreSQL: hasPostgres }),
  async () => {
    const database = await openTestDatabase()
    expect(await database.read(ONE)).toEqual([{ one: 1 }])
    expect(await database.serverFacts()).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+$/),
    })
    await database.close()
  },
)

test(
  'a server that is killed and started again is used again',
  needs({ PostgreSQL: hasPostgres }),
  async () => {
    await using server = await PostgresServer.open()
    const database = connectTo(await server.createDatabase())
    await migrate(database)
    await server.kill()
    const waiting = database.read(ONE)
    await server.start()
    expect(await waiting).toEqual([{ one: 1 }])
    await database.close()
  },
)
