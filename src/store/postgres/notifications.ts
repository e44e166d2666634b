import pg from 'pg'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { DatabaseUrl } from '#settings/database-url.ts'
import { addressOf } from './connection.ts'
import { Sockets } from './sockets.ts'
import { statement } from './statement.ts'

/** Subjects that a node announces to the others; each is a PostgreSQL channel. */
const subjects = ['urlwitness_overrides', 'urlwitness_keys'] as const
export type Subject = (typeof subjects)[number]

/** Announces a change to all nodes when the transaction of this statement commits. */
export const NOTIFY = statement('notify', `SELECT pg_notify(:subject::text, '')`)

export interface Notifications {
  /** Calls `onChange` for each announcement, and after a lost connection, because announcements may have been missed. */
  on(subject: Subject, onChange: () => void): void
  close(): Promise<void>
}

const RECONNECT_MS = 1_000
const CONNECT_MS = 3_000

/**
 * Listens on a separate connection. It is only the fast path: a pooler between this program and the server (pgbouncer
 * with transaction pooling) drops notifications silently, so every listener polls as well.
 */
export function openNotifications(options: {
  readonly url: DatabaseUrl
  readonly clock: Clock
  readonly log: Log
}): Notifications {
  const { url, clock, log } = options
  const listeners = new Map<Subject, () => void>()
  const sockets = new Sockets()
  let isClosed = false
  let cancel = () => {}
  let client: pg.Client | null = null

  const lost = (failed: pg.Client, error: unknown): void => {
    if (isClosed || client !== failed) return
    client = null
    failed.end().catch(() => {})
    log.debug('notifications_lost', { error })
    cancel = clock.after(RECONNECT_MS, () => void connect())
  }
  const connect = async (): Promise<void> => {
    const own = new pg.Client({
      ...addressOf(url),
      stream: sockets.create,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      keepAlive: true,
      fallback_application_name: 'urlwitness notifications',
    })
    client = own
    own.on('error', (error) => lost(own, error))
    own.on('end', () => lost(own, null))
    own.on('notification', ({ channel }) => {
      for (const subject of subjects) if (subject === channel) listeners.get(subject)?.()
    })
    try {
      await own.connect()
      await own.query(subjects.map((subject) => `LISTEN ${subject}`).join('; '))
      for (const changed of listeners.values()) changed()
    } catch (error) {
      lost(own, error)
    }
  }
  const connecting = connect()
  return {
    on: (subject, onChange) => void listeners.set(subject, onChange),
    close: async () => {
      isClosed = true
      cancel()
      await connecting
      client?.end().catch(() => {})
      await sockets.close(clock)
    },
  }
}
