import { setImmediate as turnOfEventLoop } from 'node:timers/promises'
import { Fault } from '#fault.ts'
import type { Ledger } from '#payment/ledger/ledger.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Log } from '#runtime/log.ts'

/** The ledger of a service, on separate connections that are replaced when a write has failed. */
export interface OpenLedger {
  readonly ledger: Ledger
  /**
   * False from a failed write until the database was reopened and read back. Nothing may be sold until then
   * (design.md row 29).
   */
  isSound(): boolean
  close(): Promise<void>
}

/** A ledger with its open connections. */
export interface LedgerConnection {
  readonly ledger: Ledger
  close(): void
}

export interface OpenLedgerOptions {
  /** Opens a database of the newest schema. Throws `database_unavailable`. */
  readonly open: () => LedgerConnection
  readonly clock: Clock
  readonly log: Log
  /** Wraps the ledger; fault tests fail or stop the process inside it. */
  readonly wrap?: ((ledger: Ledger) => Ledger) | undefined
}

// Longest time that a delivery waits for a write that it can join: it is not worth a separate fsync.
const FLUSH_AFTER_MS = 1_000
// A lock or a full disk may last for a long time; an attempt costs at most one fsync.
const REOPEN_INTERVAL_MS = 1_000

/** Opens the ledger of a service. Throws `database_unavailable`. */
export function openLedger(options: OpenLedgerOptions): OpenLedger {
  const replaceable = openReplaceable(options)
  const { clock, log } = options
  let isSound = true
  let isClosed = false
  let cancel = () => {}

  const reopen = async (): Promise<void> => {
    try {
      await replaceable.replace()
      isSound = true
      log.warn('ledger_resumed')
    } catch (error) {
      log.error('ledger_not_reopened', { error })
      if (!isClosed) cancel = clock.after(REOPEN_INTERVAL_MS, () => void reopen())
    }
  }
  let isFlushScheduled = false
  const flushLater = (): void => {
    if (isFlushScheduled) return
    isFlushScheduled = true
    clock.after(FLUSH_AFTER_MS, () => {
      isFlushScheduled = false
      if (!isClosed) replaceable.current().flush().catch(suspend)
    })
  }
  const suspend = (error: unknown): void => {
    const isRefusal = error instanceof Fault && error.code === 'ledger_transition'
    if (isRefusal || !isSound || isClosed) return
    isSound = false
    log.error('ledger_suspended', { error })
    cancel = clock.after(0, () => void reopen())
  }
  return {
    ledger: {
      ...delegateTo(replaceable.current, suspend),
      delivered: (key, at) => {
        replaceable.current().delivered(key, at)
        flushLater()
      },
    },
    isSound: () => isSound,
    close: async () => {
      isClosed = true
      cancel()
      await replaceable.close()
    },
  }
}

interface Replaceable {
  current(): Ledger
  /**
   * Reopens the database, proves with a durable write that it is writable, and continues with the new connection. A
   * SQLite commit whose fsync failed may have left complete frames in the write-ahead log, which a restart would
   * treat as committed; the write that succeeds here replaces them.
   */
  replace(): Promise<void>
  close(): Promise<void>
}

function openReplaceable({
  open: connect,
  wrap = (ledger) => ledger,
}: OpenLedgerOptions): Replaceable {
  const open = (): LedgerConnection => {
    const { ledger, close } = connect()
    return { ledger: wrap(ledger), close }
  }
  let current = open()
  // If a delivery cannot be written, a buyer may receive the response once more, which is harmless.
  const flush = (ledger: Ledger) => ledger.flush().catch(() => {})
  return {
    current: () => current.ledger,
    replace: async () => {
      const next = open()
      try {
        await next.ledger.checkWritable()
        await next.ledger.countByState()
      } catch (cause) {
        next.close()
        throw cause
      }
      const old = current
      current = next
      await flush(old.ledger)
      // Writes that were requested before complete on the connection on which they began.
      await turnOfEventLoop()
      old.close()
    },
    close: async () => {
      await flush(current.ledger)
      current.close()
    },
  }
}

/** A ledger that calls the current one. `onFailure` is called for each failed write of a call. */
function delegateTo(currentLedger: () => Ledger, onFailure: (error: unknown) => void): Ledger {
  const write = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      onFailure(error)
      throw error
    }
  }
  return {
    reserve: (reservation, limit) => write(currentLedger().reserve(reservation, limit)),
    fail: (key, at, reason) => write(currentLedger().fail(key, at, reason)),
    beginSettling: (key, at, report, more) =>
      write(currentLedger().beginSettling(key, at, report, more)),
    settled: (key, at, receipt, mark) => write(currentLedger().settled(key, at, receipt, mark)),
    refused: (key, at, reason, from) => write(currentLedger().refused(key, at, reason, from)),
    unknown: (key, at, reason, transaction) =>
      write(currentLedger().unknown(key, at, reason, transaction)),
    find: (key) => currentLedger().find(key),
    findWithPayer: (key, about) => currentLedger().findWithPayer(key, about),
    storedResponse: (key) => currentLedger().storedResponse(key),
    countMiss: (key) => currentLedger().countMiss(key),
    delivered: (key, at) => currentLedger().delivered(key, at),
    flush: () => currentLedger().flush(),
    findUnresolved: (key) => currentLedger().findUnresolved(key),
    listUnresolved: (limit) => currentLedger().listUnresolved(limit),
    listDue: (at, limit) => currentLedger().listDue(at, limit),
    claim: (key, attempts, at, leaseMs) => currentLedger().claim(key, attempts, at, leaseMs),
    recordAttempt: (key, at, attempt) => currentLedger().recordAttempt(key, at, attempt),
    recover: (at, which) => currentLedger().recover(at, which),
    forgetReports: (before, unnamedBefore) => currentLedger().forgetReports(before, unnamedBefore),
    forgetResults: (before) => currentLedger().forgetResults(before),
    countByState: () => currentLedger().countByState(),
    checkWritable: () => currentLedger().checkWritable(),
  }
}
