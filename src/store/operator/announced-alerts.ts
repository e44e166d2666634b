import { z } from 'zod'
import type { Connection } from '#store/sqlite/connection.ts'

// A separate file: SQL belongs in `store/` only.

/**
 * Stores the alerts that were sent and are still active, by name, with the time at which their condition began (epoch
 * milliseconds). Each method rejects with errors of SQLite.
 */
export function createAnnouncedAlerts(database: Connection) {
  const all = database.prepare('SELECT name, since FROM announced_alerts')
  const add = database.prepare<[string, number]>(
    'INSERT OR REPLACE INTO announced_alerts (name, since) VALUES (?, ?)',
  )
  const remove = database.prepare<[string]>('DELETE FROM announced_alerts WHERE name = ?')
  return {
    read: async (): Promise<ReadonlyMap<string, number>> =>
      new Map(rows.parse(all.all()).map(({ name, since }) => [name, since])),
    add: async (name: string, since: number): Promise<void> => void add.run(name, since),
    remove: async (name: string): Promise<void> => void remove.run(name),
  }
}

const rows = z.array(z.object({ name: z.string(), since: z.number() }))
