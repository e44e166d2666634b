import { join } from 'node:path'
import { type CliContext, settingsOf, UsageError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { jsonText, sanitize } from '#cli/output/terminal.ts'
import { timeOf } from '#runtime/time-text.ts'
import { isPartOf } from '#store/files/files.ts'
import { type ArchiveResult, archiveCalls } from '#store/ledger/archive.ts'
import { ARCHIVE_NAME, callsText, requireFileLedger } from './ledger.ts'

export interface ArchiveArguments {
  /** Maps the current time to the time before which calls are moved, both in milliseconds since the epoch. */
  readonly before: ((now: number) => number) | null
  /** Null: the default file in the data folder. */
  readonly to: string | null
  readonly withoutDetails: boolean
  readonly json: boolean
}

/** `urlwitness ledger archive`. Throws the Faults of `archiveCalls`. */
export async function ledgerArchive(
  { before, to, withoutDetails, json }: ArchiveArguments,
  context: CliContext,
): Promise<number> {
  const { out, err } = context.terminal
  if (before === null)
    throw new UsageError('ledger archive needs --before: a day such as 2026-01-31')
  const settings = settingsOf(context)
  const ledger = requireFileLedger(settings, 'rows of PostgreSQL are not archived')
  const file = to ?? join(settings.dataDir, ARCHIVE_NAME)
  if (isPartOf(ledger.file, file)) {
    throw new UsageError('--to is the ledger itself: name another file')
  }
  const { clock } = context
  const cutoff = before(clock.now())
  const dropDetails = withoutDetails
  const { calls, kept } = await archiveCalls({
    ledger,
    to: file,
    before: cutoff,
    clock,
    dropDetails,
  })
  if (json) {
    out.write(`${jsonText({ file, before: timeOf(cutoff), calls, kept })}\n`)
    return exitCode.pass
  }
  out.write(`${sanitize(file)}: ${callsText(calls)} moved\n`)
  for (const line of keptLines(kept, settings.ledger.detailsDays)) err.write(`${line}\n`)
  return exitCode.pass
}

function keptLines({ details, report }: ArchiveResult['kept'], days: number): readonly string[] {
  return [
    ...(details === 0
      ? []
      : [
          `${callsText(details)} not moved: host and verdict are kept for ledger.details_days (${days}); --without-details moves them and deletes those`,
        ]),
    ...(report === 0
      ? []
      : [
          `${callsText(report)} not moved: the buyer can still fetch the report or, if it was not delivered, the receipt`,
        ]),
  ]
}
