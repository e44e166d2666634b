import { readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type CliContext, refuseUnused, settingsOf, UsageError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { jsonText, sanitize } from '#cli/output/terminal.ts'
import { makeFolder } from '#runtime/folder.ts'
import { timeOf } from '#runtime/time-text.ts'
import { backupDatabase } from '#store/backup/backup.ts'
import { restoreDatabase } from '#store/backup/restore.ts'
import { exists } from '#store/files/files.ts'
import { callsText, requireFileLedger } from './ledger.ts'

export interface BackupArguments {
  /** Path of the backup; with `keep` the folder of the backups. */
  readonly file: string
  /** Number of backups to keep in the folder; 0 if `file` is not a folder. */
  readonly keep: number
  readonly force: boolean
  readonly withoutReports: boolean
  readonly json: boolean
}

/** `urlwitness backup <file>`. Throws the Faults of `backupDatabase`. */
export async function backup(options: BackupArguments, context: CliContext): Promise<number> {
  const { file, keep, force, withoutReports, json } = options
  const { terminal, clock } = context
  if (keep > 0) refuseUnused({ '--force': force }, 'with --keep, which replaces no file')
  else if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new UsageError(
      `${file} is a folder: name a file, or keep dated backups there with --keep N`,
    )
  }
  const database = requireFileLedger(settingsOf(context), 'copy it with pg_basebackup or pg_dump')
  const to = keep === 0 ? file : join(file, backupName(clock.now()))
  if (keep > 0) makeFolder(file)
  const copy = await backupDatabase({ ...database, to, force, withReports: !withoutReports })
  const { removed, later } = keep === 0 ? { removed: [], later: [] } : removeOldBackups(to, keep)
  terminal.out.write(
    json
      ? `${jsonText({ ...factsOf(copy), removed, later })}\n`
      : `${sanitize(to)}: ${callsWithChange(copy)}, ${copy.bytes} bytes\n`,
  )
  if (!json) for (const old of removed) terminal.err.write(`removed ${sanitize(old)}\n`)
  for (const name of later) {
    terminal.err.write(
      `warning: ${sanitize(name)} is dated in the future, and neither counted nor removed: check the clock, then rename or delete it\n`,
    )
  }
  return exitCode.pass
}

// The names sort in the order of their times.
const BACKUP_NAME = /^urlwitness-\d{8}T\d{9}Z\.sqlite$/

function backupName(epochMs: number): string {
  return `urlwitness-${timestampOf(epochMs)}.sqlite`
}

function timestampOf(epochMs: number): string {
  return timeOf(epochMs).replace(/[-:.]/g, '')
}

/**
 * Removes older backups, so that the latest `keep` up to and including `newest` remain. Touches only files with names that
 * `--keep` makes. Returns the paths of the removed backups, and of those dated later than `newest`, which a wrong clock has made.
 */
function removeOldBackups(
  newest: string,
  keep: number,
): { readonly removed: readonly string[]; readonly later: readonly string[] } {
  const folder = dirname(newest)
  const names = readdirSync(folder).filter((name) => BACKUP_NAME.test(name))
  const backups = names.sort().map((name) => ({ name, path: join(folder, name) }))
  const later = backups.filter(({ name }) => name > basename(newest))
  const old = backups.filter(({ name }) => name <= basename(newest)).slice(0, -keep)
  for (const { path } of old) rmSync(path)
  return { removed: old.map(({ path }) => path), later: later.map(({ path }) => path) }
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
  const database = requireFileLedger(
    settings,
    'restore it with pg_restore, then run SELECT mark_restored() in it before any service starts, so that no payment is used again',
  )
  const restored = restoreDatabase({ ...database, from, at, stamp: timestampOf(at) })
  out.write(json ? `${jsonText(factsOf(restored))}\n` : `restored ${callsWithChange(restored)}\n`)
  if (isNew) err.write(`created ${sanitize(dataDir)}, which only this user can read\n`)
  if (restored.kept !== null) err.write(`the previous database is now ${sanitize(restored.kept)}\n`)
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

function factsOf({ lastChangeAt, ...counts }: Facts): object {
  return { ...counts, last_change_at: lastChangeAt === null ? null : timeOf(lastChangeAt) }
}

/** The number of calls, and the time of the last change if there are calls. */
function callsWithChange({ calls, lastChangeAt }: Facts): string {
  const count = callsText(calls)
  return lastChangeAt === null ? count : `${count}, the last change at ${timeOf(lastChangeAt)}`
}
