import { type CliContext, settingsOf } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { clean, jsonText } from '#cli/output/terminal.ts'
import { timeOf } from '#runtime/time-text.ts'
import { backupDatabase } from '#store/backup/backup.ts'
import { restoreDatabase } from '#store/backup/restore.ts'
import { databaseOf } from './ledger.ts'

export interface BackupOptions {
  readonly file: string
  readonly force: boolean
  readonly withoutReports: boolean
  readonly json: boolean
}

/** `urlwitness backup <file>`. Throws the Faults of `backupDatabase`. */
export async function backup(options: BackupOptions, context: CliContext): Promise<number> {
  const { file: to, force, withoutReports, json } = options
  const database = databaseOf(settingsOf(context))
  const made = await backupDatabase({ ...database, to, force, withReports: !withoutReports })
  context.terminal.out.write(
    json
      ? `${jsonText(factsOf(made))}\n`
      : `${clean(to)}: ${made.calls} calls, ${lastChange(made)}, ${made.bytes} bytes\n`,
  )
  return exitCode.pass
}

/** `urlwitness restore <file>`. Throws the Faults of `restoreDatabase`. */
export function restore(
  { file: from, json }: { readonly file: string; readonly json: boolean },
  context: CliContext,
): number {
  const { out, err } = context.terminal
  const stamp = timeOf(context.clock.now()).replace(/[-:.]/g, '')
  const restored = restoreDatabase({ ...databaseOf(settingsOf(context)), from, stamp })
  out.write(
    json
      ? `${jsonText(factsOf(restored))}\n`
      : `restored ${restored.calls} calls, ${lastChange(restored)}\n`,
  )
  if (restored.kept !== null) err.write(`the previous database is now ${clean(restored.kept)}\n`)
  err.write(
    'Payments made after the backup are no longer known: one of them could be used again until it expires or the chain refuses it.\n',
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
