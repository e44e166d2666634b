import { z } from 'zod'
import type { Fault } from '#fault.ts'
import { type Clock, repeatedly } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { PostgresDatabase } from './connection.ts'
import { newerDatabase, newestVersion } from './migrations.ts'
import { NOW_MS } from './schema.ts'
import { statement } from './statement.ts'

/** Milliseconds without a heartbeat after which a node is dead; the other nodes then recover its calls. */
export const DEAD_AFTER_MS = 8_000
const HEARTBEAT_INTERVAL_MS = 2_000
// Milliseconds without a heartbeat after which a node stops selling, before the others treat its calls as abandoned.
const STOP_SELLING_AFTER_MS = 6_000

/** Registers a node or renews its heartbeat: a durable write either way. */
export const HEARTBEAT = statement(
  'node_heartbeat',
  `INSERT INTO nodes (id, version) VALUES (:id, :version)
  ON CONFLICT (id) DO UPDATE SET beat_at = ${NOW_MS}
  RETURNING beat_at AS now, (SELECT max(works_from) FROM schema_versions) AS works_from,
    (SELECT max(version) FROM schema_versions) AS version`,
)
const heartbeatRows = z.tuple([
  z.object({ now: z.number(), works_from: z.number().nullable(), version: z.number().nullable() }),
])

/**
 * Reads the rows of `HEARTBEAT`: the database's time, and `database_newer` if this program can no longer use the
 * database.
 */
export function readHeartbeat(rows: readonly unknown[]): {
  readonly now: number
  readonly newer: Fault | null
} {
  const [{ now, works_from: worksFrom, version }] = heartbeatRows.parse(rows)
  const isKnown = (worksFrom ?? 0) <= newestVersion
  return { now, newer: isKnown ? null : newerDatabase(version ?? 0, newestVersion) }
}
const LEAVE = statement(
  'node_leave',
  `DELETE FROM nodes WHERE id = :id OR beat_at < ${NOW_MS} - 10 * :deadAfterMs::bigint`,
)

/** The registration of this service as a node. */
export interface OpenNode {
  /**
   * False if the last heartbeats have not reached the database, or it has a version that this program cannot use. The
   * node must not sell then.
   */
  isAlive(): boolean
  /**
   * The runtime's clock with the time of the database, which all nodes share: the wall clock of this machine may be
   * wrong.
   */
  readonly clock: Clock
  close(): Promise<void>
}

/**
 * A sample of the database's time, which was `now` when the monotonic clock was `at`. The server read it between
 * request and response, hence `errorMs`.
 */
interface ClockReading {
  readonly at: number
  readonly now: number
  readonly errorMs: number
}

// A quartz clock drifts by 3 ms per minute.
const DRIFT_PER_MS = 0.000_05

/** Returns the sample with the smaller error. The error of the earlier sample grows with its age. */
function betterReading(earlier: ClockReading | null, latest: ClockReading): ClockReading {
  if (earlier === null) return latest
  const errorMs = earlier.errorMs + (latest.at - earlier.at) * DRIFT_PER_MS
  // The clock of the server was set, or a failover has led to another server.
  const hasDrifted =
    Math.abs(earlier.now + (latest.at - earlier.at) - latest.now) > errorMs + latest.errorMs
  return hasDrifted || latest.errorMs <= errorMs ? latest : earlier
}

/**
 * Registers the node, and sends its heartbeats until it is closed. The id must be new at each start. Throws
 * `database_unavailable`.
 */
export async function openNode(options: {
  readonly database: PostgresDatabase
  readonly id: string
  readonly version: string
  readonly clock: Clock
  readonly log: Log
}): Promise<OpenNode> {
  const { database, id, version, clock, log } = options
  let lastHeartbeat: { readonly at: number; readonly newer: Fault | null } = { at: 0, newer: null }
  let clockReading: ClockReading | null = null
  const sendHeartbeat = async (retryForMs?: number): Promise<void> => {
    const sentAt = clock.monotonicMs()
    const { rows } = await database.write(HEARTBEAT, { id, version }, retryForMs)
    const { now, newer } = readHeartbeat(rows)
    const at = clock.monotonicMs()
    if (newer !== null && lastHeartbeat.newer === null) log.error('node_outdated', { error: newer })
    lastHeartbeat = { at, newer }
    clockReading = betterReading(clockReading, {
      at,
      now: now + (at - sentAt) / 2,
      errorMs: (at - sentAt) / 2,
    })
  }
  await sendHeartbeat()
  const heartbeats = repeatedly(clock, HEARTBEAT_INTERVAL_MS, () =>
    sendHeartbeat(0).catch((error: unknown) => log.warn('node_not_heard', { error })),
  )
  return {
    isAlive: () =>
      lastHeartbeat.newer === null &&
      clock.monotonicMs() - lastHeartbeat.at < STOP_SELLING_AFTER_MS,
    clock: {
      ...clock,
      now: () =>
        clockReading === null
          ? clock.now()
          : Math.round(clockReading.now + (clock.monotonicMs() - clockReading.at)),
    },
    close: async () => {
      await heartbeats.close()
      // If this fails, the other nodes wait some seconds before they recover the calls of this node.
      await database.write(LEAVE, { id, deadAfterMs: DEAD_AFTER_MS }, 0).catch(() => {})
    },
  }
}
