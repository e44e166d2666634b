import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Fault, messageOf } from '#fault.ts'
import { silentLog } from '#runtime/log.ts'
import { type DatabaseUrl, databaseName } from '#settings/database-url.ts'
import type { Settings } from '#settings/settings.ts'
import { DATABASE_NAME, openDatabase } from '#store/database.ts'
import { readDatabase } from '#store/existing-database.ts'
import { type CheckResult, CONSEQUENCE, fail, pass, skip, warn } from './check.ts'

/** Checks whether SQLite works on this machine at all, in a new temporary folder. */
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

/** Checks the ledger of the service, which is only read. */
export async function checkLedger({
  databaseUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'dataDir'>): Promise<CheckResult> {
  return databaseUrl === null ? checkLedgerFile(dataDir) : checkLedgerServer(databaseUrl)
}

/** Read-only: opening it for writing could change it while a service uses it. */
function checkLedgerFile(dataDir: string): CheckResult {
  const file = join(dataDir, DATABASE_NAME)
  try {
    readDatabase({ file }, { older: true }).close()
    return pass('ledger', `${file} opens`)
  } catch (cause) {
    if (cause instanceof Fault && cause.code === 'database_missing') {
      return skip('ledger', 'none yet: the first start creates it')
    }
    return fail('ledger', `${file}: ${messageOf(cause)}`, FILE_REMEDY)
  }
}

const FILE_REMEDY = `If that names no remedy, put a backup in its place with \`urlwitness restore\`, which keeps this file, or set data_dir to another folder. ${CONSEQUENCE}`
const SERVER_REMEDY = `If that names no remedy, let the server run and accept connections from here, and correct address, user, password and database in database_url; psql with the same URL must work. ${CONSEQUENCE}`

// Latency that gets a warning, in milliseconds: a paid call waits for the server four times.
const SLOW_MS = 100

async function checkLedgerServer(url: DatabaseUrl): Promise<CheckResult> {
  const [{ PostgresDatabase }, { readSchema }] = await Promise.all([
    import('#store/postgres/connection.ts'),
    import('#store/postgres/migrations.ts'),
  ])
  const name = databaseName(url)
  const database = new PostgresDatabase({ url, log: silentLog, retryForMs: 0 })
  try {
    const schema = await readSchema(database)
    const { version, latencyMs } = await database.serverFacts()
    const description = `PostgreSQL ${version} at ${name}, ${schema === null ? 'empty: the first start creates its tables' : `schema ${schema.version}`}, ${latencyMs.toFixed(1)} ms`
    return latencyMs < SLOW_MS
      ? pass('ledger', description)
      : warn(
          'ledger',
          description,
          'Each paid call waits for it four times: reduce its latency, for example by running it in the same data centre.',
        )
  } catch (cause) {
    return fail('ledger', `${name}: ${messageOf(cause)}`, SERVER_REMEDY)
  } finally {
    await database.close()
  }
}
