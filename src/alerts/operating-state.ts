import type { Readiness } from '#job/readiness.ts'
import type { Runtime } from '#runtime/runtime.ts'
import type { OperatingState } from './conditions.ts'

export interface OperatingStateParts extends Pick<Runtime, 'clock' | 'log'> {
  readonly readiness: () => Promise<Readiness>
  readonly unknownSettlements: () => Promise<number>
  readonly noRoom: () => Promise<OperatingState['noRoom']>
  readonly screenshots: () => Promise<{ readonly bytes: number; readonly quotaBytes: number }>
  /** Whether screenshots are stored in the database of the ledger, and not on a local disk. */
  readonly isOneDatabase: boolean
  readonly certificateExpiresAt: () => number | null
}

/** Reads each part separately: an outage of the database must hide neither the parts that do not need it nor itself. */
export async function readOperatingState(parts: OperatingStateParts): Promise<OperatingState> {
  const { clock, log, isOneDatabase } = parts
  const known = async <T>(part: string, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read()
    } catch (error) {
      log.warn('alerts_part_not_read', { part, error })
      return undefined
    }
  }
  const [readiness, unknownSettlements, noRoom, screenshots] = await Promise.all([
    known('readiness', parts.readiness),
    known('unknown_settlements', parts.unknownSettlements),
    known('room', parts.noRoom),
    known('screenshots', parts.screenshots),
  ])
  const isDatabaseLost = isOneDatabase && readiness?.parts['ledger']?.ok === false
  return {
    now: clock.now(),
    readiness,
    unknownSettlements,
    // A database that does not respond is one alert, not two.
    noRoom: isDatabaseLost && noRoom === 'disk_error' ? undefined : noRoom,
    screenshots,
    certificateExpiresAt: parts.certificateExpiresAt(),
  }
}
