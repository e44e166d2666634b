import { databaseOf, type LedgerContext } from '#cli/ledger/ledger.ts'
import type { FlagValues } from '#cli/ledger/options.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import { didYouMean } from '#settings/nearest.ts'
import { usd } from '#settings/values.ts'
import { isFolderLocked } from '#store/instances/data-folder-lock.ts'
import { readDatabase, writeBeside } from '#store/open-beside.ts'
import {
  type OverrideChange,
  type Overrides,
  override,
  readOverrides,
} from '#store/operator/operator-overrides.ts'
import { databaseFault } from '#store/sqlite/connection.ts'
import { type Tool, tools } from '#tools/tool.ts'
import { showPrices, showTools } from './tool-lines.ts'

interface Given {
  readonly operands: readonly string[]
  readonly flags: FlagValues
}

/** What the verbs about a service that runs do; the number is the exit status. They throw the Faults of `store/`. */
export const operateActions: Readonly<
  Record<string, (given: Given, world: LedgerContext) => number | Promise<number>>
> = {
  pause: (given, world) => pauseOrResume(given, world, true),
  resume: (given, world) => pauseOrResume(given, world, false),
  price,
}

function pauseOrResume({ operands: [name], flags }: Given, world: LedgerContext, paused: boolean) {
  const tool = name === undefined ? null : toolNamed(name)
  if (name !== undefined && tool === null) return misuse(world, unknownTool(name))
  const overrides = change(world, tool === null ? tools : [tool], { paused })
  return showTools(overrides, { json: flags['json'] === true }, world)
}

function price({ operands: [name, given], flags }: Given, world: LedgerContext): number {
  const options = { json: flags['json'] === true }
  const isReset = flags['reset'] === true
  if (name === undefined) {
    if (isReset) return misuse(world, 'price --reset needs a tool: price probe_url --reset')
    return showPrices(readNow(world), options, world)
  }
  const tool = toolNamed(name)
  if (tool === null) return misuse(world, unknownTool(name))
  if (isReset === (given !== undefined)) {
    return misuse(world, `price ${tool} needs a price in dollars, or --reset: price ${tool} 0.01`)
  }
  const reading = isReset ? { success: true as const, data: null } : usd.safeParse(given)
  if (!reading.success) {
    const why = reading.error.issues.map(({ message }) => message).join(', ')
    return misuse(world, `the price ${JSON.stringify(given?.slice(0, 40))} ${why}`)
  }
  return showPrices(change(world, [tool], { priceAtomic: reading.data }), options, world)
}

function readNow(world: LedgerContext): Overrides {
  const database = readDatabase(databaseOf(world))
  try {
    return readOverrides(database)
  } catch (cause) {
    throw databaseFault(database.name, cause)
  } finally {
    database.close()
  }
}

function change(world: LedgerContext, which: readonly Tool[], what: OverrideChange): Overrides {
  return writeBeside(databaseOf(world), (database) => {
    override(database, which, what, world.now)
    world.terminal.err.write(`${whenItHolds(world)}\n`)
    return readOverrides(database)
  })
}

function whenItHolds({ settings }: LedgerContext): string {
  return isFolderLocked(settings.dataDir)
    ? 'The running service follows within a second.'
    : 'No service runs: it holds from the next start.'
}

function toolNamed(name: string): Tool | null {
  return tools.find((tool) => tool === name) ?? null
}

function unknownTool(name: string): string {
  const known = didYouMean(name, tools)
  return `there is no tool ${JSON.stringify(name.slice(0, 40))}${known}; the tools are ${tools.join(', ')}`
}

function misuse({ terminal }: LedgerContext, problem: string): number {
  terminal.err.write(`${problem}\n`)
  return exitCode.misuse
}
