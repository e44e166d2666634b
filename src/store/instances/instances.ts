import { z } from 'zod'
import type { Instance, Instances } from '#operator/operator-store.ts'
import type { Connection } from '#store/sqlite/connection.ts'

/**
 * The running services of a data folder. A service that runs alone deletes the rows of killed ones. Rejects with errors
 * of SQLite.
 */
export function createInstances(database: Connection): Instances {
  return {
    register: async (instance) => registerInstance(database, instance),
    list: async () => instancesIn(database),
  }
}

function registerInstance(
  database: Connection,
  instance: Instance,
): { unregister(): Promise<void> } {
  const insert = database.transaction(() => {
    if (!instance.shared) database.exec('DELETE FROM instances')
    database
      .prepare<[object]>(
        `INSERT INTO instances VALUES
           (:id, :pid, :version, :mode, :baseUrl, :listening, :admin, :shared, :startedAt)`,
      )
      .run({ ...instance, shared: instance.shared ? 1 : 0 })
  })
  insert.immediate()
  const unregister = database.prepare<[string]>('DELETE FROM instances WHERE id = ?')
  return {
    unregister: async () => {
      try {
        unregister.run(instance.id)
      } catch {
        // A full or locked disk must not prevent the service from stopping: its row then remains, like that of a
        // killed service.
      }
    },
  }
}

const row = z.object({
  id: z.string(),
  pid: z.int(),
  version: z.string(),
  mode: z.string(),
  baseUrl: z.string(),
  listening: z.string(),
  admin: z.string().nullable(),
  shared: z.int().transform((value) => value === 1),
  startedAt: z.int(),
})

/** Same as `Instances.list`. Throws errors of SQLite. */
export function instancesIn(database: Connection): readonly Instance[] {
  return z.array(row).parse(
    database
      .prepare<[]>(
        `SELECT id, pid, version, mode, base_url AS baseUrl, listening, admin, shared, started_at AS startedAt
           FROM instances ORDER BY started_at DESC, id`,
      )
      .all(),
  )
}
