import { z } from 'zod'
import type { Fault } from '#fault.ts'
import { type Clock, repeatedly } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'
import type { PostgresDatabase } from './connection.ts'
import { newerDatabase, newestVersion } from './migrations.ts'
import { NOW_MS } from './schema.ts'
import { statement } from './statement.ts'

/** A node is dead when it has not been heard from for this long; the others then recover its calls. */
export const DEAD_AFTER_MS = 8_000
const HEARTBEAT_INTERVAL_MS = 2_000
// Before the others take its calls for left behind.
const SELLS_WITHOUT_FOR_MS = 6_000

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

/** Of the rows of `HEARTBEAT`: the database's time, and `database_newer` where this program cannot use the database any more. */
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

/** A running service as the others see it. */
export interface OpenNode {
  /** False while the database does not hear from this node, or is of a version that this program cannot use: it must not sell. */
  isHeard(): boolean
  /** The runtime's clock with the database's time, which all nodes share; the wall clock of this machine may be wrong. */
  readonly clock: Clock
  close(): Promise<void>
}

/** The time of the database: `now` when the monotonic clock was `at`. It lies between request and response. */
interface Time {
  readonly at: number
  readonly now: number
  readonly errorMs: number
}

// A quartz drifts by 3 ms in a minute.
const DRIFT_PER_MS = 0.000_05

/** The sample with the smaller error, that of the earlier one growing with its age. */
function betterOf(earlier: Time | null, latest: Time): Time {
  if (earlier === null) return latest
  const errorMs = earlier.errorMs + (latest.at - earlier.at) * DRIFT_PER_MS
  // A server whose own clock was set, or another server after a failover.
  const isApart =
    Math.abs(earlier.now + (latest.at - earlier.at) - latest.now) > errorMs + latest.errorMs
  return isApart || latest.errorMs <= errorMs ? latest : earlier
}

/** Registers the node, and sends its heartbeat until it is closed. The id must be a new one for each start. Throws `database_unavailable`. */
export async function openNode(options: {
  readonly database: PostgresDatabase
  readonly id: string
  readonly version: string
  readonly clock: Clock
  readonly log: Log
}): Promise<OpenNode> {
  const { database, id, version, clock, log } = options
  let heard: { readonly at: number; readonly newer: Fault | null } = { at: 0, newer: null }
  let time: Time | null = null
  const sendHeartbeat = async (repeatForMs?: number): Promise<void> => {
    const began = clock.monotonicMs()
    const { rows } = await database.write(HEARTBEAT, { id, version }, repeatForMs)
    const { now, newer } = readHeartbeat(rows)
    const at = clock.monotonicMs()
    if (newer !== null && heard.newer === null) log.error('node_outdated', { error: newer })
    heard = { at, newer }
    time = betterOf(time, { at, now: now + (at - began) / 2, errorMs: (at - began) / 2 })
  }
  await sendHeartbeat()
  const heartbeats = repeatedly(clock, HEARTBEAT_INTERVAL_MS, () =>
    sendHeartbeat(0).catch((error: unknown) => log.warn('node_not_heard', { error })),
  )
  return {
    isHeard: () => heard.newer === null && clock.monotonicMs() - heard.at < SELLS_WITHOUT_FOR_MS,
    clock: {
      ...clock,
      now: () =>
        time === null ? clock.now() : Math.round(time.now + (clock.monotonicMs() - time.at)),
    },
    close: async () => {
      await heartbeats.close()
      // Without it the others wait some seconds before they recover the calls of this node.
      await database.write(LEAVE, { id, deadAfterMs: DEAD_AFTER_MS }, 0).catch(() => {})
    },
  }
}
