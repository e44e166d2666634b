import { z } from 'zod'
import type { Connection } from '#store/sqlite/connection.ts'

/** A service that runs on this data folder, as recorded at its start. */
export interface Instance {
  readonly id: string
  readonly pid: number
  readonly version: string
  readonly mode: string
  readonly baseUrl: string
  /** `host:port`. */
  readonly listening: string
  /** `host:port` of the admin listener; null if it could not be opened. */
  readonly admin: string | null
  readonly shared: boolean
  /** Epoch milliseconds. */
  readonly startedAt: number
}

/**
 * Inserts the row, and deletes it when the service ends. A service that runs alone deletes the rows of killed ones.
 */
export function enterInstance(database: Connection, instance: Instance): { leave(): void } {
  const enter = database.transaction(() => {
    if (!instance.shared) database.exec('DELETE FROM instances')
    database
      .prepare<[object]>(
        `INSERT INTO instances VALUES
           (:id, :pid, :version, :mode, :baseUrl, :listening, :admin, :shared, :startedAt)`,
      )
      .run({ ...instance, shared: instance.shared ? 1 : 0 })
  })
  enter.immediate()
  const leave = database.prepare<[string]>('DELETE FROM instances WHERE id = ?')
  return {
    leave: () => {
      try {
        leave.run(instance.id)
      } catch {
        // A full or locked disk must not prevent the end of the service: the row is then like that of a killed
        // service.
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

/** Services that have not recorded their end, newest first. */
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
