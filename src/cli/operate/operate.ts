import { resolve } from 'node:path'
import { type CliContext, settingsOf, UsageError } from '#cli/context.ts'
import { exitCode } from '#cli/output/exit-code.ts'
import type { OperatorStore } from '#operator/operator-store.ts'
import type { OverrideChange, Overrides } from '#operator/overrides.ts'
import { openOperatorStore } from '#service/operator-store.ts'
import { databaseName } from '#settings/database-url.ts'
import { didYouMean } from '#settings/nearest.ts'
import type { Settings } from '#settings/settings.ts'
import { usd } from '#settings/values.ts'
import { isFolderLocked } from '#store/instances/data-folder-lock.ts'
import { type Tool, tools } from '#tools/tool.ts'
import { settingsInUse } from './local-status.ts'
import { showPrices, showTools, type ToolRow, toolRows } from './tool-lines.ts'

interface SaleOptions {
  /** Null: all tools. */
  readonly tool: string | null
  readonly json: boolean
}

/** `urlwitness pause [tool]`. Throws the Faults of `store/`, like the verbs below. */
export function pause(options: SaleOptions, context: CliContext): Promise<number> {
  return setPaused({ ...options, paused: true }, context)
}

/** `urlwitness resume [tool]`. */
export function resume(options: SaleOptions, context: CliContext): Promise<number> {
  return setPaused({ ...options, paused: false }, context)
}

async function setPaused(
  { tool, json, paused }: SaleOptions & { readonly paused: boolean },
  context: CliContext,
): Promise<number> {
  const selected = tool === null ? tools : [parseTool(tool)]
  showTools(
    await rowsOf(await changeOverrides(selected, { paused }, context), context),
    json,
    context,
  )
  return exitCode.pass
}

interface PriceOptions extends SaleOptions {
  readonly usd: string | null
  readonly reset: boolean
}

/** `urlwitness price [tool] [usd]`. */
export async function price(options: PriceOptions, context: CliContext): Promise<number> {
  const { tool: name, usd: usdText, reset, json } = options
  if (name === null) {
    if (reset) throw new UsageError('price --reset needs a tool: price probe_url --reset')
    showPrices(await rowsOf(await readOverrides(context), context), json, context)
    return exitCode.pass
  }
  const tool = parseTool(name)
  if (reset === (usdText !== null)) {
    throw new UsageError(`price ${tool} needs a price in dollars, or --reset: price ${tool} 0.01`)
  }
  const priceAtomic = usdText === null ? null : parsePrice(usdText)
  const overrides = await changeOverrides([tool], { priceAtomic }, context)
  showPrices(await rowsOf(overrides, context), json, context)
  return exitCode.pass
}

/** The rows with the settings of the running service, because those of this command line may differ. */
async function rowsOf(overrides: Overrides, context: CliContext): Promise<readonly ToolRow[]> {
  return toolRows(overrides, await settingsInUse(context))
}

function parsePrice(usdText: string): bigint {
  const parsed = usd.safeParse(usdText)
  if (parsed.success) return parsed.data
  const reason = parsed.error.issues.map(({ message }) => message).join(', ')
  throw new UsageError(`the price ${JSON.stringify(usdText.slice(0, 40))} ${reason}`)
}

async function readOverrides(context: CliContext): Promise<Overrides> {
  await using operator = await openOperatorStore(settingsOf(context), context.clock)
  return await operator.overrides.read()
}

async function changeOverrides(
  selected: readonly Tool[],
  change: OverrideChange,
  context: CliContext,
): Promise<Overrides> {
  const settings = settingsOf(context)
  await using operator = await openOperatorStore(settings, context.clock)
  await operator.overrides.change(selected, change, context.clock.now())
  context.terminal.err.write(await effectOf(settings, operator))
  return await operator.overrides.read()
}

async function effectOf(
  { databaseUrl, dataDir }: Settings,
  { instances }: OperatorStore,
): Promise<string> {
  if (databaseUrl === null) {
    return isFolderLocked(dataDir)
      ? 'The running service applies it within a second.\n'
      : `No service runs on ${resolve(dataDir)}: it applies from the next start.\n`
  }
  const { length } = await instances.list()
  return length === 0
    ? `No service runs on ${databaseName(databaseUrl)}: it applies from the next start.\n`
    : `The running services (${length}) apply it within a second.\n`
}

function parseTool(name: string): Tool {
  const found = tools.find((tool) => tool === name)
  if (found !== undefined) return found
  const quotedName = `${JSON.stringify(name.slice(0, 40))}${didYouMean(name, tools)}`
  throw new UsageError(`there is no tool ${quotedName}; the tools are ${tools.join(', ')}`)
}
