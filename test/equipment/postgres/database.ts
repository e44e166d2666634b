import type { Log } from '#runtime/log.ts'
import { type DatabaseUrl, databaseUrl } from '#settings/database-url.ts'
import { PostgresDatabase } from '#store/postgres/connection.ts'
import { migrate } from '#store/postgres/migrations.ts'
import { sharedPostgres } from './server.ts'

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** An empty database of the shared server, at the newest schema. */
export async function openTestDatabase(): Promise<PostgresDatabase> {
  const server = await sharedPostgres()
  const database = connectTo(await server.createDatabase())
  await migrate(database)
  return database
}

/** A further pool of connections. */
export function connectTo(url: string | DatabaseUrl, log: Log = silent): PostgresDatabase {
  return new PostgresDatabase({ url: typeof url === 'string' ? databaseUrl.parse(url) : url, log })
}
