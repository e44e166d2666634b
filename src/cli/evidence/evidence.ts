import { join } from 'node:path'
import { databaseOf, type LedgerContext } from '#cli/ledger/ledger.ts'
import { type FlagValues, readWhole } from '#cli/ledger/options.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { openDatabase } from '#store/database.ts'
import { readDatabase } from '#store/open-beside.ts'
import { EVIDENCE_FOLDER, evidenceFolder } from '#store/screenshots/folder.ts'
import { createScreenshotRows } from '#store/screenshots/rows.ts'
import { databaseFault } from '#store/sqlite/connection.ts'
import { evidenceList } from './list.ts'
import { evidencePurge } from './purge.ts'

type Act = (given: { readonly flags: FlagValues }, world: LedgerContext) => number | Promise<number>

// A screen or two, and what a full default quota may hold.
const limits = { least: 1, most: 100_000, otherwise: 50 }

/** What the verbs about the screenshots do; the number is the exit status. They throw the Faults of `store/`. */
export const evidenceActions: Readonly<Record<string, Act>> = {
  'evidence list': ({ flags }, world) => {
    const limit = readWhole('--limit', flags['limit'], limits)
    if (limit.status === 'misuse') return misuse(world, limit.problem)
    const database = readDatabase(databaseOf(world))
    try {
      const options = { json: flags['json'] === true, now: world.now, limit: limit.value }
      return evidenceList(createScreenshotRows(database), options, world.terminal)
    } catch (cause) {
      throw databaseFault(database.name, cause)
    } finally {
      database.close()
    }
  },
  'evidence purge': async ({ flags }, world) => {
    const which = { expired: flags['expired'] === true, all: flags['all'] === true }
    if (which.expired === which.all) {
      return misuse(world, 'evidence purge needs one of --expired and --all')
    }
    const file = databaseOf(world)
    // Makes none where there is none, and brings none up to date beside a service that could not read it any more.
    readDatabase(file).close()
    const database = openDatabase(file)
    try {
      const context = {
        rows: createScreenshotRows(database),
        folder: evidenceFolder(join(world.settings.dataDir, EVIDENCE_FOLDER)),
      }
      const options = { json: flags['json'] === true, now: world.now, all: which.all }
      return await evidencePurge(context, options, world.terminal)
    } catch (cause) {
      throw databaseFault(database.name, cause)
    } finally {
      database.close()
    }
  },
}

function misuse({ terminal }: LedgerContext, problem: string): number {
  terminal.err.write(`${problem}\n`)
  return exitCode.misuse
}
