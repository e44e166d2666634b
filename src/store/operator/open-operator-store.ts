import { dirname } from 'node:path'
import type { ConsoleLinks, OperatorStore, Purged } from '#operator/operator-store.ts'
import type { OverrideStore } from '#operator/overrides.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Bucket } from '#store/bucket/bucket.ts'
import type { DatabaseOptions } from '#store/database.ts'
import { createInstances } from '#store/instances/instances.ts'
import { openLedgerView } from '#store/ledger/view.ts'
import { readDatabase, writeBeside } from '#store/open-beside.ts'
import { freeExpired, freeStored, sweep } from '#store/screenshots/delete-expired.ts'
import { listScreenshots } from '#store/screenshots/listing.ts'
import { evidenceFiles } from '#store/screenshots/open-screenshots.ts'
import { createScreenshotRows } from '#store/screenshots/rows.ts'
import { databaseFault } from '#store/sqlite/connection.ts'
import { codeOf } from '#store/sqlite/files.ts'
import { createConsoleLinks } from './console-links.ts'
import { createOverrideStore } from './operator-overrides.ts'

/**
 * Opens a database for its operator, also while a service is running. Reads share one connection, and each write
 * opens a separate one. `isSnapshot`: all reads see the same moment; only for a short time, because the write-ahead
 * log is not truncated until the store is closed. Throws as `readDatabase` does.
 */
export function openSqliteOperatorStore(
  file: DatabaseOptions,
  options: {
    readonly clock: Clock
    readonly isSnapshot?: boolean
    readonly bucket?: Bucket | null
  },
): OperatorStore {
  const { clock, isSnapshot = false, bucket = null } = options
  const database = readDatabase(file)
  if (isSnapshot) database.exec('BEGIN')
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (cause) {
      throw databaseFault(database.name, cause)
    }
  }
  const rows = createScreenshotRows(database)
  const instances = createInstances(database)
  const overrides = createOverrideStore(database)
  const ledger = openLedgerView(database)
  return {
    ledger,
    overrides: {
      read: () => guarded(overrides.read),
      change: overridesBeside(file).change,
    },
    links: linksBeside(file),
    instances: { list: () => guarded(instances.list) },
    screenshots: {
      list: (limit) => guarded(async () => listScreenshots(rows, limit, clock.now())),
      totals: () => guarded(async () => rows.totals()),
    },
    purge: (which) => purge(file, { which, now: clock.now(), bucket }),
    [Symbol.asyncDispose]: () => ledger.close(),
  }
}

function purge(
  file: DatabaseOptions,
  what: {
    readonly which: 'expired' | 'all'
    readonly now: number
    readonly bucket: Bucket | null
  },
): Promise<Purged> {
  const { which, now, bucket } = what
  return writeBeside(file, async (database) => {
    const left = new Set<string>()
    const rows = createScreenshotRows(database)
    const freeing = {
      rows,
      folder: evidenceFiles(rows, { dataDir: dirname(file.file), bucket }),
      onLeft: (error: unknown) => left.add(codeOf(error) ?? 'unknown'),
    }
    const expired = await freeExpired(freeing, now)
    const freed = expired + (which === 'all' ? await freeStored(freeing) : 0)
    const { files: orphanFiles, rows: rowsWithoutFile } = await sweep(freeing)
    return { freed, orphanFiles, rowsWithoutFile, left: [...left] }
  })
}

/**
 * Reads and writes on separate connections, for a service that also has the database open: it notices only the
 * commits of other connections.
 */
export function overridesBeside(file: DatabaseOptions): OverrideStore {
  return {
    read: () => writeBeside(file, (own) => createOverrideStore(own).read()),
    change: (which, change, at) =>
      writeBeside(file, (own) => createOverrideStore(own).change(which, change, at)),
  }
}

function linksBeside(file: DatabaseOptions): ConsoleLinks {
  return {
    add: (tokenSha256, now) =>
      writeBeside(file, (database) => createConsoleLinks(database).add(tokenSha256, now)),
    redeem: (tokenSha256, now) =>
      writeBeside(file, (database) => createConsoleLinks(database).redeem(tokenSha256, now)),
  }
}
