import { exitCode } from '#cli/output/exit-code.ts'
import { clean, jsonText, type Terminal } from '#cli/output/terminal.ts'
import { timeOf } from '#runtime/time-text.ts'
import { backupDatabase } from '#store/backup/backup.ts'
import { restoreDatabase } from '#store/backup/restore.ts'
import type { ConnectionOptions } from '#store/sqlite/connection.ts'

export interface BackupFlags {
  readonly json: boolean
  readonly force: boolean
  readonly withReports: boolean
}

/** `urlwitness backup <file>`. Throws the Faults of `backupDatabase`. */
export async function backup(
  database: ConnectionOptions,
  to: string,
  { json, force, withReports }: BackupFlags,
  { out }: Terminal,
): Promise<number> {
  const made = await backupDatabase({ ...database, to, force, withReports })
  out.write(
    json
      ? `${jsonText(factsOf(made))}\n`
      : `${clean(to)}: ${made.calls} calls, ${lastChange(made)}, ${made.bytes} bytes\n`,
  )
  return exitCode.pass
}

/** `urlwitness restore <file>`. Throws the Faults of `restoreDatabase`. */
export function restore(
  database: ConnectionOptions,
  from: string,
  options: { readonly json: boolean; readonly now: number },
  { out, err }: Terminal,
): number {
  const stamp = timeOf(options.now).replace(/[-:.]/g, '')
  const restored = restoreDatabase({ ...database, from, stamp })
  out.write(
    options.json
      ? `${jsonText(factsOf(restored))}\n`
      : `restored ${restored.calls} calls, ${lastChange(restored)}\n`,
  )
  if (restored.kept !== null)
    err.write(`the database that was there is now ${clean(restored.kept)}\n`)
  err.write(
    'What was consumed after the backup is not known any more: a payment of that time could be used again until it expires or the chain refuses it.\n',
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
