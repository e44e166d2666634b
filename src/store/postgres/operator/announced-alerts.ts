import { z } from 'zod'
import type { PostgresDatabase } from '#store/postgres/connection.ts'
import { statement } from '#store/postgres/statement.ts'

const READ = statement(
  'alerts_read',
  'SELECT name, since FROM announced_alerts WHERE node = :node::text',
)
const ADD = statement(
  'alerts_add',
  `INSERT INTO announced_alerts VALUES (:node::text, :name::text, :since::bigint)
    ON CONFLICT (node, name) DO UPDATE SET since = EXCLUDED.since`,
)
const REMOVE = statement(
  'alerts_remove',
  'DELETE FROM announced_alerts WHERE node = :node::text AND name = :name::text',
)

const rows = z.array(z.object({ name: z.string(), since: z.number() }))

/**
 * Stores the alerts that a node has sent and that are still active. Each node has separate alerts: a browser that is
 * missing on one node is not missing on the others. `node` is the same after a restart. Rejects with
 * `database_unavailable`.
 */
export function createAnnouncedAlerts(database: PostgresDatabase, node: string) {
  return {
    read: async (): Promise<ReadonlyMap<string, number>> => {
      const found = rows.parse(await database.read(READ, { node }))
      return new Map(found.map(({ name, since }) => [name, since]))
    },
    add: async (name: string, since: number) => {
      await database.write(ADD, { node, name, since })
    },
    remove: async (name: string) => {
      await database.write(REMOVE, { node, name })
    },
  }
}
