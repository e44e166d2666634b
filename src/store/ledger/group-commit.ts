import { setImmediate } from 'node:timers'
import { Fault } from '#fault.ts'
import type { Database } from '#store/database.ts'

/**
 * Runs a write in a transaction, and resolves with its result once that is durable; rejects with what it threw, and then
 * it changed nothing. A write touches nothing but the database: it may be run again.
 */
export type Commit = <T>(write: () => T) => Promise<T>

/**
 * Writes that are asked for in one turn of the event loop share one transaction, and with it the fsync, which is most of
 * what a write costs. Each has a savepoint of its own, so that one that fails takes nothing with it. When the transaction
 * can't be kept as a whole (a full disk), each write is tried by itself; when it can't begin (a lock that lasts), all of
 * them fail, since every further try would stop the process for as long again.
 */
export function createGroupCommit(database: Database): Commit {
  // Inside a transaction better-sqlite3 makes a savepoint of it.
  const atomically = database.transaction((work: () => void) => work())
  let waiting: Write[] = []
  const flush = () => {
    const writes = waiting
    waiting = []
    if (writes.length > 1) runTogether(writes)
    else for (const write of writes) write.run()
    for (const write of writes) write.tell()
  }
  const runTogether = (writes: readonly Write[]) => {
    let begun = false
    try {
      atomically.immediate(() => {
        begun = true
        for (const write of writes) {
          write.run()
          // Some failures of a disk undo the whole transaction on the spot.
          if (!database.inTransaction) throw undone()
        }
      })
    } catch (cause) {
      for (const write of writes) {
        if (begun) write.run()
        else write.fail(cause)
      }
    }
  }
  return (work) =>
    new Promise((resolve, reject) => {
      // After the turn, when everyone has asked.
      if (waiting.length === 0) setImmediate(flush)
      waiting.push(writeOf(work, { atomically: atomically.immediate, resolve, reject }))
    })
}

/** One write, and whom to tell of it; nobody is told before the commit. */
interface Write {
  /** What it comes to replaces what it came to before. */
  run(): void
  fail(cause: unknown): void
  tell(): void
}

function writeOf<T>(
  work: () => T,
  caller: {
    readonly atomically: (work: () => void) => void
    readonly resolve: (result: T) => void
    readonly reject: (cause: unknown) => void
  },
): Write {
  let tell = () => {}
  const fail = (cause: unknown) => {
    tell = () => caller.reject(cause)
  }
  return {
    run: () => {
      try {
        caller.atomically(() => {
          const result = work()
          tell = () => caller.resolve(result)
        })
      } catch (cause) {
        fail(cause)
      }
    },
    fail,
    tell: () => tell(),
  }
}

function undone(): Fault {
  return new Fault('ledger_unavailable', 'The disk undid a transaction.')
}
