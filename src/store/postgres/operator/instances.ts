import { z } from 'zod'
import type { Instance, Instances } from '#operator/operator-store.ts'
import type { PostgresDatabase } from '#store/postgres/connection.ts'
import { DEAD_AFTER_MS } from '#store/postgres/nodes.ts'
import { NOW_MS } from '#store/postgres/schema.ts'
import { statement } from '#store/postgres/statement.ts'
import type { Reader } from './ledger-view.ts'

const IS_ALIVE = `EXISTS (
  SELECT 1 FROM nodes WHERE nodes.id = instances.node AND beat_at > ${NOW_MS} - ${DEAD_AFTER_MS})`

const FORGET = statement('instances_forget', `DELETE FROM instances WHERE NOT ${IS_ALIVE}`)
const ENTER = statement(
  'instances_enter',
  `INSERT INTO instances VALUES (:id::text, :node::text, :pid::integer, :version::text,
      :mode::text, :baseUrl::text, :listening::text, :admin::text, :startedAt::bigint)
    ON CONFLICT DO NOTHING`,
)
const LEAVE = statement('instances_leave', 'DELETE FROM instances WHERE id = :id::text')
const LIST = statement(
  'instances_list',
  `SELECT id, pid, version, mode, base_url AS "baseUrl", listening, admin, true AS shared,
      started_at AS "startedAt"
    FROM instances WHERE ${IS_ALIVE}
    ORDER BY started_at DESC, id`,
)

const rows = z.array(
  z.object({
    id: z.string(),
    pid: z.int(),
    version: z.string(),
    mode: z.string(),
    baseUrl: z.string(),
    listening: z.string(),
    admin: z.string().nullable(),
    shared: z.boolean(),
    startedAt: z.number(),
  }),
)

/** The services on one database. `node`: the id of this process in `nodes`. Rejects with `database_unavailable`. */
export function createInstances(database: PostgresDatabase, node: string): Instances {
  return {
    register: async (instance) => {
      await database.write(FORGET)
      await database.write(ENTER, { ...instance, node })
      return {
        unregister: async () => {
          // If the database cannot be reached, the end of the heartbeats has the same effect.
          await database.write(LEAVE, { id: instance.id }, 0).catch(() => {})
        },
      }
    },
    list: () => listInstances(database),
  }
}

/** Services that have not left and whose heartbeats arrive, newest first. */
export async function listInstances(database: Reader): Promise<readonly Instance[]> {
  return rows.parse(await database.read(LIST))
}
