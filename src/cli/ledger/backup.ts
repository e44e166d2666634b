import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type CliContext, settingsOf } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { clean, jsonText } from '#cli/output/terminal.ts'
import { makeFolder } from '#runtime/folder.ts'
import { timeOf } from '#runtime/time-text.ts'
import { backupDatabase } from '#store/backup/backup.ts'
import { restoreDatabase } from '#store/backup/restore.ts'
import { exists } from '#store/sqlite/files.ts'
import { callsText, fileOnly } from './ledger.ts'

export interface BackupArguments {
  /** A file; with `keep` a folder. */
  readonly file: string
  /** How many backups of the folder stay. 0: it is not a folder. */
  readonly keep: number
  readonly force: boolean
  readonly withoutReports: boolean
  readonly json: boolean
}

/** `urlwitness backup <file>`. Throws the Faults of `backupDatabase`. */
export async function backup(options: BackupArguments, context: CliContext): Promise<number> {
  const { file, keep, force, withoutReports, json } = options
  const { terminal, clock } = context
  const database = fileOnly(settingsOf(context), 'copy it with pg_basebackup or pg_dump')
  const to = keep === 0 ? file : join(file, nameAt(clock.now()))
  if (keep > 0) makeFolder(file)
  const made = await backupDatabase({ ...database, to, force, withReports: !withoutReports })
  const removed = keep === 0 ? [] : removeOlder(file, keep)
  terminal.out.write(
    json
      ? `${jsonText({ ...factsOf(made), removed })}\n`
      : `${clean(to)}: ${callsText(made.calls)}, ${lastChange(made)}, ${made.bytes} bytes\n`,
  )
  if (!json) for (const old of removed) terminal.err.write(`removed ${clean(old)}\n`)
  return exitCode.pass
}

// The names sort by time.
const NAME = /^urlwitness-\d{8}T\d{9}Z\.sqlite$/

function nameAt(epochMs: number): string {
  return `urlwitness-${stampOf(epochMs)}.sqlite`
}

function stampOf(epochMs: number): string {
  return timeOf(epochMs).replace(/[-:.]/g, '')
}

/** Removes all but the latest backups, of the names that `--keep` makes and no others. Returns their paths. */
function removeOlder(folder: string, keep: number): readonly string[] {
  const names = readdirSync(folder).filter((name) => NAME.test(name))
  const old = names.sort().slice(0, -keep)
  for (const name of old) rmSync(join(folder, name))
  return old.map((name) => join(folder, name))
}

/** `urlwitness restore <file>`. Throws the Faults of `restoreDatabase`. */
export function restore(
  { file: from, json }: { readonly file: string; readonly json: boolean },
  context: CliContext,
): number {
  const { out, err } = context.terminal
  const at = context.clock.now()
  const settings = settingsOf(context)
  const { dataDir } = settings
  const isNew = !exists(dataDir)
  const database = fileOnly(settings, 'restore it with pg_restore')
  const restored = restoreDatabase({ ...database, from, at, stamp: stampOf(at) })
  out.write(
    json
      ? `${jsonText(factsOf(restored))}\n`
      : `restored ${callsText(restored.calls)}, ${lastChange(restored)}\n`,
  )
  if (isNew) err.write(`made ${clean(dataDir)}, which only this user can enter\n`)
  if (restored.kept !== null) err.write(`the previous database is now ${clean(restored.kept)}\n`)
  err.write(
    'Payments made after the backup are no longer known. Those that were signed before this restore are refused, so that none of them is used again; buyers sign new ones.\n',
  )
  return exitCode.pass
}

interface Facts {
  readonly calls: number
  readonly version: number
  readonly lastChangeAt: number | null
}

function factsOf({ lastChangeAt, ...rest }: Facts): object {
  return { ...rest, last_change_at: lastChangeAt === null ? null : timeOf(lastChangeAt) }
}

function lastChange({ lastChangeAt }: Facts): string {
  return lastChangeAt === null ? 'none yet' : `the last change at ${timeOf(lastChangeAt)}`
}
