import {
  type OverrideStore,
  type Overrides,
  type OverrideWatch,
  overridesFrom,
  overridesText,
  valueOfChange,
} from '#operator/overrides.ts'
import { type Clock, repeatedly } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { PostgresDatabase } from '#store/postgres/connection.ts'
import {
  NOTIFY,
  type NotificationChannel,
  type Notifications,
} from '#store/postgres/notifications.ts'
import { statement } from '#store/postgres/statement.ts'
import type { Reader } from './ledger-view.ts'

const CHANNEL: NotificationChannel = 'urlwitness_overrides'

const READ = statement(
  'overrides_read',
  'SELECT tool, paused_at AS "pausedAt", price_atomic AS "priceAtomic" FROM operator_overrides',
)
const PAUSE = statement(
  'overrides_pause',
  `INSERT INTO operator_overrides AS own
    SELECT unnest(:which::text[]), :value::bigint, NULL, :at::bigint
    ON CONFLICT (tool) DO UPDATE SET changed_at = :at::bigint,
      paused_at = CASE WHEN :value::bigint IS NOT NULL THEN coalesce(own.paused_at, :value::bigint) END`,
)
const PRICE = statement(
  'overrides_price',
  `INSERT INTO operator_overrides
    SELECT unnest(:which::text[]), NULL, :value::numeric, :at::bigint
    ON CONFLICT (tool) DO UPDATE SET price_atomic = :value::numeric, changed_at = :at::bigint`,
)
const TIDY = statement(
  'overrides_tidy',
  'DELETE FROM operator_overrides WHERE paused_at IS NULL AND price_atomic IS NULL',
)

export async function readOverrides(database: Reader): Promise<Overrides> {
  return overridesFrom(await database.read(READ))
}

export function createOverrideStore(database: PostgresDatabase): OverrideStore {
  return {
    read: () => readOverrides(database),
    change: (which, change, at) =>
      database.transaction(async ({ run }) => {
        // Sorted by name, so that the changes of two operators cannot deadlock.
        const columns = { which: [...which].sort(), value: valueOfChange(change, at), at }
        await run('paused' in change ? PAUSE : PRICE, columns)
        await run(TIDY)
        await run(NOTIFY, { subject: CHANNEL })
      }),
  }
}

// A change must take effect within a second, even if notifications are lost.
const POLL_INTERVAL_MS = 500

/** Follows the changes that any process makes. Rejects with `database_unavailable`. */
export async function watchOverrides(options: {
  readonly database: PostgresDatabase
  readonly notifications: Pick<Notifications, 'on'>
  readonly clock: Clock
  readonly log: Log
  readonly onChange: (overrides: Overrides) => void
}): Promise<OverrideWatch> {
  const { database, notifications, clock, log, onChange } = options
  const first = await readOverrides(database)
  let lastText = overridesText(first)
  let isClosed = false
  let isFailing = false

  const readChange = async (): Promise<void> => {
    try {
      const overrides = await readOverrides(database)
      isFailing = false
      const text = overridesText(overrides)
      if (isClosed || text === lastText) return
      lastText = text
      onChange(overrides)
    } catch (error) {
      // The last overrides stay in effect, and one log line reports it.
      if (!isFailing && !isClosed) log.error('overrides_not_read', { error })
      isFailing = true
    }
  }
  const rounds = repeatedly(clock, POLL_INTERVAL_MS, readChange)
  notifications.on(CHANNEL, rounds.runNow)
  return {
    first,
    close: () => {
      isClosed = true
      void rounds.close()
    },
  }
}
