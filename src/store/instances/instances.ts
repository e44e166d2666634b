import { z } from 'zod'
import type { Connection } from '#store/sqlite/connection.ts'

/** A service that runs on this data folder, as it said when it started. */
export interface Instance {
  readonly id: string
  readonly pid: number
  readonly version: string
  readonly mode: string
  readonly baseUrl: string
  /** `host:port`. */
  readonly listening: string
  /** `host:port` of the operator's listener; null when it could not be opened. */
  readonly admin: string | null
  readonly shared: boolean
  /** Epoch milliseconds. */
  readonly startedAt: number
}

/** Writes the row, and removes it when the service ends. Who is alone knows that every other row is of the dead. */
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
        // A full or locked disk must not keep the service from ending: the row is as good as that of a killed one.
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

/** Of those that have not said that they ended: the latest first. */
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
