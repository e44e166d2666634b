import { dirname } from 'node:path'
import { codeOf } from '#fault.ts'
import type { ConsoleLinks, OperatorStore, Purged } from '#operator/operator-store.ts'
import type { OverrideStore } from '#operator/overrides.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Bucket } from '#store/bucket/bucket.ts'
import type { DatabaseOptions } from '#store/database.ts'
import { readDatabase, updateDatabase } from '#store/existing-database.ts'
import { createInstances } from '#store/instances/instances.ts'
import { openLedgerView } from '#store/ledger/view.ts'
import { freeExpired, freeStored, sweep } from '#store/screenshots/delete-expired.ts'
import { listScreenshots } from '#store/screenshots/listing.ts'
import { evidenceFolderFor } from '#store/screenshots/open-screenshots.ts'
import { createScreenshotRows } from '#store/screenshots/rows.ts'
import { databaseFault } from '#store/sqlite/connection.ts'
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
      change: overrideStoreOn(file).change,
    },
    links: consoleLinksOn(file),
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
  request: {
    readonly which: 'expired' | 'all'
    readonly now: number
    readonly bucket: Bucket | null
  },
): Promise<Purged> {
  const { which, now, bucket } = request
  return updateDatabase(file, async (database) => {
    const leftCodes = new Set<string>()
    const rows = createScreenshotRows(database)
    const context = {
      rows,
      folder: evidenceFolderFor(rows, { dataDir: dirname(file.file), bucket }),
      onDeleteFailed: (error: unknown) => leftCodes.add(codeOf(error) ?? 'unknown'),
    }
    const expired = await freeExpired(context, now)
    const freed = expired + (which === 'all' ? await freeStored(context) : 0)
    const { files: orphanFiles, rows: rowsWithoutFile } = await sweep(context)
    return { freed, orphanFiles, rowsWithoutFile, left: [...leftCodes] }
  })
}

/**
 * Reads and writes on separate connections, for a service that also has the database open: it notices only the
 * commits of other connections.
 */
export function overrideStoreOn(file: DatabaseOptions): OverrideStore {
  return {
    read: () => updateDatabase(file, (database) => createOverrideStore(database).read()),
    change: (which, change, at) =>
      updateDatabase(file, (database) => createOverrideStore(database).change(which, change, at)),
  }
}

function consoleLinksOn(file: DatabaseOptions): ConsoleLinks {
  return {
    add: (tokenSha256, now) =>
      updateDatabase(file, (database) => createConsoleLinks(database).add(tokenSha256, now)),
    redeem: (tokenSha256, now) =>
      updateDatabase(file, (database) => createConsoleLinks(database).redeem(tokenSha256, now)),
  }
}
