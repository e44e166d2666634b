import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type CliContext, settingsOf, UsageError, VerbError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { jsonText } from '#cli/output/terminal.ts'
import { MOVED_NAME } from '#cli/setup/ledger-warnings.ts'
import { messageOf } from '#fault.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { silentLog } from '#runtime/log.ts'
import { systemErrorText } from '#runtime/process/system-error.ts'
import { timeOf } from '#runtime/time-text.ts'
import { type DatabaseUrl, databaseName, databaseUrl } from '#settings/database-url.ts'
import { checkIntegrity } from '#store/backup/integrity.ts'
import { restoreMarkOf } from '#store/backup/restore-mark.ts'
import { type Database, openDatabase } from '#store/database.ts'
import { readDatabase } from '#store/existing-database.ts'
import { exists, moveReplacing } from '#store/files/files.ts'
import { lockFolder } from '#store/instances/data-folder-lock.ts'
import { isUnfinished } from '#store/ledger/archive.ts'
import type { MoveResult } from '#store/postgres/move/move-ledger.ts'
import { EVIDENCE_FOLDER } from '#store/screenshots/folder.ts'
import { storedEvidence } from '#store/screenshots/stored-evidence.ts'
import { callsText, databaseOf } from './ledger.ts'

interface MoveArguments {
  /** Null: the setting `database_url`. */
  readonly to: string | null
  readonly json: boolean
}

/**
 * `urlwitness ledger move`: copies the ledger of the data folder to PostgreSQL, and renames the file, so that no service uses it
 * any more. Throws the Faults of `store/`.
 */
export async function ledgerMove(
  { to, json }: MoveArguments,
  context: CliContext,
): Promise<number> {
  const settings = settingsOf(context)
  const url = to === null ? settings.databaseUrl : parseTargetUrl(to)
  if (url === null) {
    throw new UsageError('ledger move needs --to postgres://..., or the setting database_url')
  }
  const { dataDir } = settings
  const hasBucket = settings.evidenceUrl !== null
  const file = databaseOf(settings)
  const movedFile = join(dataDir, MOVED_NAME)
  if (!exists(file.file) && exists(movedFile)) {
    throw new VerbError(
      `The ledger was moved before, and its file is ${movedFile} now. Set database_url for each service, and start them.`,
    )
  }
  readDatabase(file, { older: true }).close()
  const lock = lockFolder(dataDir, { shared: false })
  if (lock === null) throw new VerbError(`A service runs on ${dataDir}: stop it first.`)
  try {
    const from = openDatabase(file)
    try {
      checkMovable(from, context)
      const moved = await move({ from, dataDir, hasBucket, url }, context)
      retire(from, { file: file.file, dataDir, movedFile })
      report(moved, { json, movedFile, name: databaseName(url) }, context)
    } finally {
      from.close()
    }
    return exitCode.pass
  } finally {
    lock.release()
  }
}

function parseTargetUrl(to: string): DatabaseUrl {
  const parsed = databaseUrl.safeParse(to)
  if (parsed.success) return parsed.data
  const reason = parsed.error.issues.map(({ message }) => message).join(', ')
  // The message leaves out the URL, which contains the password.
  throw new UsageError(`--to ${reason}; allowed: postgres://user:password@host/database`)
}

function checkMovable(from: Database, { clock, terminal }: CliContext): void {
  if (isUnfinished(from)) {
    throw new VerbError('A run of `ledger archive` was interrupted: repeat it first.')
  }
  const restoreMark = restoreMarkOf(from)
  if (restoreMark !== null && clock.now() < restoreMark.spentBeforeS * 1_000) {
    throw new VerbError(
      `This ledger was restored from a backup, and payments signed before that may still be in use: move it after ${timeOf(restoreMark.spentBeforeS * 1_000)}.`,
    )
  }
  terminal.err.write('checking the ledger\n')
  checkIntegrity(from)
}

async function move(
  options: {
    readonly from: Database
    readonly dataDir: string
    readonly hasBucket: boolean
    readonly url: DatabaseUrl
  },
  { clock, terminal }: CliContext,
): Promise<MoveResult> {
  const [{ PostgresDatabase }, { migrate }, { MOVE_STATEMENT_MS, moveLedger }] = await Promise.all([
    import('#store/postgres/connection.ts'),
    import('#store/postgres/migrations.ts'),
    import('#store/postgres/move/move-ledger.ts'),
  ])
  const { from, dataDir, hasBucket, url } = options
  const to = new PostgresDatabase({ url, log: silentLog, statementTimeoutMs: MOVE_STATEMENT_MS })
  let reportedRows = 0
  try {
    await migrate(to)
    return await moveLedger({
      from,
      to,
      evidence: () => storedEvidence(from, { dataDir, hasBucket, now: clock.now() }),
      onProgress: (rows) => {
        if (rows - reportedRows < 100_000) return
        reportedRows = rows
        terminal.err.write(`${rows} rows copied\n`)
      },
    })
  } finally {
    await to.close()
  }
}

/** Renames the file of a ledger that was copied, and closes it. Throws a `VerbError` that says how to complete the move. */
function retire(
  from: Database,
  {
    file,
    dataDir,
    movedFile,
  }: { readonly file: string; readonly dataDir: string; readonly movedFile: string },
): void {
  try {
    // The screenshots are served from PostgreSQL now, and none may be kept for longer than a day.
    from.exec('DELETE FROM screenshots')
    emptyLog(from)
    from.close()
    rmSync(join(dataDir, EVIDENCE_FOLDER), { recursive: true, force: true })
    moveReplacing(file, movedFile)
  } catch (cause) {
    const why = systemErrorText(cause) ?? messageOf(cause)
    throw new VerbError(
      `The whole ledger was copied to PostgreSQL, but ${file} is still there (${why}). Before you start a service, correct that and repeat this command.`,
      { cause },
    )
  }
}

/** Writes the write-ahead log into the file. Closing the database does the same, but reports no error if it fails. */
function emptyLog(from: Database): void {
  const [{ busy }] = checkpointRows.parse(from.pragma('wal_checkpoint(TRUNCATE)'))
  if (busy !== 0) throw new VerbError('another process reads it')
}
const checkpointRows = z.tuple([z.object({ busy: z.number() })])

function report(
  { status, tables, evidence }: MoveResult,
  {
    json,
    movedFile,
    name,
  }: { readonly json: boolean; readonly movedFile: string; readonly name: string },
  { terminal: { out, err } }: CliContext,
): void {
  if (json) {
    out.write(`${jsonText({ status, to: name, tables, evidence, file: movedFile })}\n`)
    return
  }
  const { rows = 0, byState = {} } = tables['authorizations'] ?? {}
  const states = Object.entries(byState).map(
    ([state, { calls, amountAtomic }]) =>
      `  ${state}: ${callsText(calls)}, ${atomicToUsd(BigInt(amountAtomic))} USD\n`,
  )
  out.write(
    [
      status === 'present'
        ? `${name} has this ledger already: ${callsText(rows)}\n`
        : `moved ${callsText(rows)} and ${evidence} screenshots and copies of reports to ${name}\n`,
      ...states,
    ].join(''),
  )
  err.write(
    `Counts, amounts and a digest of the rows of every table agree. The file is ${movedFile} now, which no service opens: delete it when you have a backup of PostgreSQL.\nSet database_url for each service, and start them.\n`,
  )
}
