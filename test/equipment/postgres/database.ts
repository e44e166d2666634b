import type { Log } from '#runtime/log.ts'
import { type DatabaseUrl, databaseUrl } from '#settings/database-url.ts'
import { PostgresDatabase } from '#store/postgres/connection.ts'

const silent: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** A pool of connections. */
export function connectTo(url: string | DatabaseUrl, log: Log = silent): PostgresDatabase {
  return new PostgresDatabase({ url: typeof url === 'string' ? databaseUrl.parse(url) : url, log })
}
