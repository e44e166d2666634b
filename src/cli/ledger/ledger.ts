import { join } from 'node:path'
import { exitCode } from '#cli/output/exit-code.ts'
import type { Terminal } from '#cli/output/terminal.ts'
import type { LedgerView } from '#payment/ledger/ledger-view.ts'
import type { Settings } from '#settings/settings.ts'
import { DATABASE_NAME } from '#store/database.ts'
import { openLedgerView } from '#store/ledger/view.ts'
import { readDatabase } from '#store/open-beside.ts'
import type { ConnectionOptions } from '#store/sqlite/connection.ts'
import { isPartOf } from '#store/sqlite/files.ts'
import { backup, restore } from './backup.ts'
import { exportFormats, ledgerExport } from './export.ts'
import { jobs } from './jobs.ts'
import { ledgerList } from './list.ts'
import { type FlagValues, type Reading, readChoice, readFilter, readWhole } from './options.ts'
import { ledgerShow } from './show.ts'
import { ledgerSummary } from './summary.ts'

interface Given {
  readonly operands: readonly string[]
  readonly flags: FlagValues
}

export interface LedgerContext {
  readonly settings: Settings
  readonly now: number
  readonly terminal: Terminal
}

type Act = (given: Given, world: LedgerContext) => number | Promise<number>

/** What the verbs about the money do; the number is the exit status. They throw the Faults of `store/`. */
export const ledgerActions: Readonly<Record<string, Act>> = {
  'ledger list': ({ flags }, world) =>
    withReading(readFilter(flags, world.now), world, (filter) =>
      withView(world, (view) => ledgerList(view, filter, jsonOf(flags), world.terminal)),
    ),
  'ledger show': ({ operands: [term = ''], flags }, world) =>
    withView(world, (view) => ledgerShow(view, term, jsonOf(flags), world.terminal)),
  'ledger summary': ({ flags }, world) =>
    withReading(readWhole('--days', flags['days'], dayBounds), world, (days) =>
      withView(world, (view) =>
        ledgerSummary(view, { ...jsonOf(flags), days, now: world.now }, world.terminal),
      ),
    ),
  'ledger export': ({ flags: { format, out } }, world) =>
    withReading(readExport(textOf(format), textOf(out), databaseOf(world).file), world, (known) =>
      withView(world, (view) =>
        ledgerExport(view, { format: known, file: textOf(out) }, world.terminal),
      ),
    ),
  jobs: ({ flags }, world) =>
    withView(world, (view) => {
      const { deadlineMs } = world.settings.limits
      return jobs(view, { ...jsonOf(flags), now: world.now, deadlineMs }, world.terminal)
    }),
  backup: ({ operands: [file = ''], flags }, world) =>
    backup(
      databaseOf(world),
      file,
      {
        ...jsonOf(flags),
        force: flags['force'] === true,
        withReports: flags['without-reports'] !== true,
      },
      world.terminal,
    ),
  restore: ({ operands: [file = ''], flags }, world) =>
    restore(databaseOf(world), file, { ...jsonOf(flags), now: world.now }, world.terminal),
}

function readExport(
  format: string | null,
  out: string | null,
  database: string,
): Reading<(typeof exportFormats)[number]> {
  if (format === null) return misuse(`ledger export needs --format: ${exportFormats.join(' or ')}`)
  // An export replaces what is there.
  if (out !== null && isPartOf(database, out))
    return misuse('--out is the ledger itself: name another file')
  return readChoice('--format', format, exportFormats)
}

function misuse(problem: string): Reading<never> {
  return { status: 'misuse', problem }
}

// Ten years: longer than any ledger here.
const dayBounds = { least: 1, most: 3_660, otherwise: 30 }

async function withView(
  world: LedgerContext,
  use: (view: LedgerView) => number | Promise<number>,
): Promise<number> {
  const view = openLedgerView(readDatabase(databaseOf(world)))
  try {
    return await use(view)
  } finally {
    view.close()
  }
}

function withReading<T>(
  reading: Reading<T>,
  { terminal }: LedgerContext,
  use: (value: T) => number | Promise<number>,
): number | Promise<number> {
  if (reading.status === 'read') return use(reading.value)
  terminal.err.write(`${reading.problem}\n`)
  return exitCode.misuse
}

/** The database of the settings. */
export function databaseOf({ settings }: LedgerContext): ConnectionOptions {
  return { file: join(settings.dataDir, DATABASE_NAME) }
}

function jsonOf(flags: FlagValues): { json: boolean } {
  return { json: flags['json'] === true }
}

function textOf(flag: string | true | undefined): string | null {
  return typeof flag === 'string' ? flag : null
}
