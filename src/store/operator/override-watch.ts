import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { Connection } from '#store/sqlite/connection.ts'
import { type Overrides, readOverrides } from './operator-overrides.ts'

// A change shall hold within a second. A look takes some 10 microseconds.
const lookEveryMs = 500

/**
 * Follows what `pause`, `resume` and `price` write, from any process. The database and no socket: it is there when no
 * service runs and after a restart, reaches every service on the file, and lets nobody in whom the file does not.
 *
 * Returns what holds now; `onChange` is told of each commit of another process that touched it. Throws what SQLite says.
 */
export function watchOverrides(options: {
  readonly database: Connection
  readonly clock: Clock
  readonly log: Log
  readonly onChange: (overrides: Overrides) => void
}): { readonly first: Overrides; close(): void } {
  const { database, clock, log, onChange } = options
  const first = readOverrides(database)
  const version = database.prepare<[]>('PRAGMA data_version').pluck()
  let seen = version.get()
  let told = said(first)
  let failing = false
  const look = () => {
    cancel = clock.after(lookEveryMs, look)
    try {
      const now = version.get()
      if (now === seen) return
      const overrides = readOverrides(database)
      seen = now
      failing = false
      if (said(overrides) === told) return
      told = said(overrides)
      onChange(overrides)
    } catch (error) {
      // A full or locked disk: what was last read holds, and one line says so.
      if (!failing) log.error('overrides_not_read', { error })
      failing = true
    }
  }
  let cancel = clock.after(lookEveryMs, look)
  return { first, close: () => cancel() }
}

function said(overrides: Overrides): string {
  return JSON.stringify(overrides, (_key, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )
}
