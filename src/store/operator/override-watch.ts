import { type Overrides, type OverrideWatch, overridesText } from '#operator/overrides.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { Connection } from '#store/sqlite/connection.ts'
import { readOverrides } from './operator-overrides.ts'

// A change must take effect within a second. One query takes about 10 microseconds.
const POLL_INTERVAL_MS = 500

/**
 * Follows the changes that `pause`, `resume` and `price` write from any process. They use the database instead of a
 * socket: it is available without a running service and after a restart, reaches every service on the file, and
 * needs no access control beyond the file's. Returns the current overrides; `onChange` is called after each commit
 * of another process that changed them. Throws errors of SQLite.
 */
export function watchOverrides(options: {
  readonly database: Connection
  readonly clock: Clock
  readonly log: Log
  readonly onChange: (overrides: Overrides) => void
}): OverrideWatch {
  const { database, clock, log, onChange } = options
  const first = readOverrides(database)
  const version = database.prepare<[]>('PRAGMA data_version').pluck()
  let lastVersion = version.get()
  let lastText = overridesText(first)
  let isFailing = false
  const poll = () => {
    cancel = clock.after(POLL_INTERVAL_MS, poll)
    try {
      const currentVersion = version.get()
      if (currentVersion === lastVersion) return
      const overrides = readOverrides(database)
      lastVersion = currentVersion
      isFailing = false
      if (overridesText(overrides) === lastText) return
      lastText = overridesText(overrides)
      onChange(overrides)
    } catch (error) {
      // A full or locked disk: the last overrides stay in effect, and one log line reports it.
      if (!isFailing) log.error('overrides_not_read', { error })
      isFailing = true
    }
  }
  let cancel = clock.after(POLL_INTERVAL_MS, poll)
  return { first, close: () => cancel() }
}
