import pg from 'pg'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { DatabaseUrl } from '#settings/database-url.ts'
import { connectionConfigOf } from './connection.ts'
import { Sockets } from './sockets.ts'
import { statement } from './statement.ts'

/** Subjects that a node announces to the others; each is a PostgreSQL channel. */
const channels = ['urlwitness_overrides', 'urlwitness_keys'] as const
export type NotificationChannel = (typeof channels)[number]

/** Announces a change to all nodes when the transaction of this statement commits. */
export const NOTIFY = statement('notify', `SELECT pg_notify(:subject::text, '')`)

export interface Notifications {
  /** Calls `onChange` for each announcement, and after a lost connection, because announcements may have been missed. */
  on(subject: NotificationChannel, onChange: () => void): void
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
  const listeners = new Map<NotificationChannel, () => void>()
  const sockets = new Sockets()
  let isClosed = false
  let cancel = () => {}
  let client: pg.Client | null = null

  const onLost = (failed: pg.Client, error: unknown): void => {
    if (isClosed || client !== failed) return
    client = null
    failed.end().catch(() => {})
    log.debug('notifications_lost', { error })
    cancel = clock.after(RECONNECT_MS, () => void connect())
  }
  const connect = async (): Promise<void> => {
    const newClient = new pg.Client({
      ...connectionConfigOf(url),
      stream: sockets.create,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: CONNECT_MS,
      keepAlive: true,
      fallback_application_name: 'urlwitness notifications',
    })
    client = newClient
    newClient.on('error', (error) => onLost(newClient, error))
    newClient.on('end', () => onLost(newClient, null))
    newClient.on('notification', ({ channel }) => {
      for (const subject of channels) if (subject === channel) listeners.get(subject)?.()
    })
    try {
      await newClient.connect()
      await newClient.query(channels.map((subject) => `LISTEN ${subject}`).join('; '))
      for (const onChange of listeners.values()) onChange()
    } catch (error) {
      onLost(newClient, error)
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
