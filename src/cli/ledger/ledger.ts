import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type CliContext, settingsOf, UsageError, VerbError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { sanitize } from '#cli/output/terminal.ts'
import { Fault } from '#fault.ts'
import type { LedgerView } from '#payment/ledger/ledger-view.ts'
import { exitNow, onTermination } from '#runtime/process/process.ts'
import { openOperatorStore } from '#service/operator-store.ts'
import type { Settings } from '#settings/settings.ts'
import { DATABASE_NAME, type DatabaseOptions } from '#store/database.ts'
import { readDatabase } from '#store/existing-database.ts'
import { isUnfinished } from '#store/ledger/archive.ts'
import { openLedgerView } from '#store/ledger/view.ts'
import { type Connection, isDamage } from '#store/sqlite/connection.ts'

/** The SQLite database in the data folder of the settings. */
export function databaseOf({ dataDir }: Pick<Settings, 'dataDir'>): DatabaseOptions {
  return { file: join(dataDir, DATABASE_NAME) }
}

/** Like `databaseOf`, for a verb that supports SQLite only. Throws a `UsageError` with the advice `alternative` for PostgreSQL. */
export function requireFileLedger(
  settings: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  alternative: string,
): DatabaseOptions {
  if (settings.databaseUrl === null) return databaseOf(settings)
  throw new UsageError(
    `the ledger is in PostgreSQL (database_url), and this verb works on that of a data folder: ${alternative}`,
  )
}

/** Throws a `VerbError` in sandbox mode. */
export function requireChain({ mode }: Pick<Settings, 'mode'>): void {
  if (mode !== 'sandbox') return
  throw new VerbError(
    'in sandbox mode there is no chain to read: the service simulates the payments, and reconciles them itself',
  )
}

/** Runs a task that ends early when its signal aborts: at SIGINT or SIGTERM. A second signal ends the process. */
export async function untilTerminated<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abortController = new AbortController()
  const stopListening = onTermination(
    () => abortController.abort(),
    () => exitNow(exitCode.failed),
  )
  try {
    return await task(abortController.signal)
  } finally {
    stopListening()
  }
}

/** Name of the archive within the data folder. */
export const ARCHIVE_NAME = 'archive.sqlite'

/**
 * Opens the ledger of the settings, or an archive, for reading; the caller closes it. Rejects with a `SettingsError`, with a
 * `UsageError` for an archive that does not exist, is a folder or is damaged, and with the Faults of `store/`.
 */
export async function openLedgerOrArchive(
  context: CliContext,
  archive: string | null = null,
): Promise<LedgerView> {
  if (archive === null) {
    return (await openOperatorStore(settingsOf(context), context.clock)).ledger
  }
  if (!existsSync(archive)) {
    throw new UsageError(
      `--archive ${sanitize(archive)}: there is no such file; \`urlwitness ledger archive\` makes one`,
    )
  }
  if (statSync(archive).isDirectory()) {
    throw new UsageError(
      `--archive ${sanitize(archive)}: it is a folder; name the file in it, such as ${ARCHIVE_NAME}`,
    )
  }
  const database = openArchive(archive)
  if (isUnfinished(database)) {
    context.terminal.err.write(
      'warning: the run that moves calls to this archive runs still or was interrupted; a batch of them is in the ledger too until it is repeated\n',
    )
  }
  return openLedgerView(database)
}

/** A number of calls as text: `1 call`, `2 calls`. */
export function callsText(count: number): string {
  return `${count} ${count === 1 ? 'call' : 'calls'}`
}

function openArchive(file: string): Connection {
  try {
    return readDatabase({ file, kind: 'archive' })
  } catch (cause) {
    const isNotArchive =
      cause instanceof Fault &&
      (cause.code === 'database_missing' || isDamage(String(cause.facts['reason'])))
    if (!isNotArchive) throw cause
    throw new UsageError(`--archive ${sanitize(file)}: damaged, or not an archive of a ledger`, {
      cause,
    })
  }
}
