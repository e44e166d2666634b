import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Fault } from '#fault.ts'
import { DATABASE_NAME, openDatabase } from '#store/database.ts'
import { readDatabase } from '#store/open-beside.ts'
import { type CheckResult, fail, pass, skip } from './check.ts'

/** Whether SQLite works here at all, in a folder of its own. */
export function checkDatabase(): CheckResult {
  let folder: string | null = null
  try {
    folder = mkdtempSync(join(tmpdir(), 'urlwitness-doctor-'))
    openDatabase({ file: join(folder, 'doctor.sqlite') }).close()
    return pass('database', 'SQLite opens and writes')
  } catch (cause) {
    return fail(
      'database',
      messageOf(cause),
      'Check the free space and the rights of the folder for temporary files (TMPDIR).',
    )
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  }
}

/** The file of the service, read-only: opening it for writing could change it under a running service. */
export function checkLedger(dataDir: string): CheckResult {
  const file = join(dataDir, DATABASE_NAME)
  try {
    readDatabase({ file }, { older: true }).close()
    return pass('ledger', `${file} opens`)
  } catch (cause) {
    if (cause instanceof Fault && cause.code === 'database_missing') {
      return skip('ledger', 'none yet: the first start makes it')
    }
    return fail('ledger', `${file}: ${messageOf(cause)}`, 'Until then the service does not start.')
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
