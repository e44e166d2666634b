import { setImmediate } from 'node:timers'
import { Fault } from '#fault.ts'
import type { Database } from '#store/database.ts'

/**
 * Runs a write in a transaction and resolves with its result once the transaction is durable. Rejects with the error
 * of the write, which then changed nothing. A write must touch the database only, because it may be run again.
 */
export type Commit = <T>(write: () => T) => Promise<T>

/**
 * Writes that are requested in one turn of the event loop share one transaction and its fsync, which is most of the
 * cost of a write. Each has its own savepoint, so that a failing write does not affect the others. If the
 * transaction cannot be committed as a whole (full disk), each write is retried separately. If it cannot begin (a
 * lasting lock), all of them fail, because each retry would block the process for the same time again.
 */
export function createGroupCommit(database: Database): Commit {
  // Inside a transaction better-sqlite3 uses a savepoint.
  const inTransaction = database.transaction((work: () => void) => work())
  let waiting: Write[] = []
  const flush = () => {
    const writes = waiting
    waiting = []
    if (writes.length > 1) runTogether(writes)
    else for (const write of writes) write.run()
    for (const write of writes) write.deliver()
  }
  const runTogether = (writes: readonly Write[]) => {
    let hasStarted = false
    try {
      inTransaction.immediate(() => {
        hasStarted = true
        for (const write of writes) {
          write.run()
          // Some disk errors roll the whole transaction back immediately.
          if (!database.inTransaction) throw rolledBack()
        }
      })
    } catch (cause) {
      for (const write of writes) {
        if (hasStarted) write.run()
        else write.fail(cause)
      }
    }
  }
  return (work) =>
    new Promise((resolve, reject) => {
      // After this turn, so that all its writes are included.
      if (waiting.length === 0) setImmediate(flush)
      waiting.push(writeOf(work, { atomically: inTransaction.immediate, resolve, reject }))
    })
}

/** One write and its caller, who gets the result only after the commit. */
interface Write {
  /** A later run replaces the result of an earlier one. */
  run(): void
  fail(cause: unknown): void
  deliver(): void
}

function writeOf<T>(
  work: () => T,
  caller: {
    readonly atomically: (work: () => void) => void
    readonly resolve: (result: T) => void
    readonly reject: (cause: unknown) => void
  },
): Write {
  let deliver = () => {}
  const fail = (cause: unknown) => {
    deliver = () => caller.reject(cause)
  }
  return {
    run: () => {
      try {
        caller.atomically(() => {
          const result = work()
          deliver = () => caller.resolve(result)
        })
      } catch (cause) {
        fail(cause)
      }
    },
    fail,
    deliver: () => deliver(),
  }
}

function rolledBack(): Fault {
  return new Fault('ledger_unavailable', 'SQLite rolled the transaction back after a disk error.')
}
