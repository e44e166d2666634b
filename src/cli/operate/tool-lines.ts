import type { CliContext } from '#cli/context.ts'
import { type TableColumn, tableLines } from '#cli/output/table.ts'
import { jsonText } from '#cli/output/terminal.ts'
import type { Overrides } from '#operator/overrides.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { timeOf } from '#runtime/time-text.ts'
import { type Tool, tools } from '#tools/tool.ts'

/** A tool according to settings and overrides; only the running service knows whether it can be bought. */
export interface ToolRow {
  readonly tool: Tool
  readonly enabled: boolean
  readonly paused: boolean
  /** RFC 3339; null if the tool is not paused. */
  readonly paused_at: string | null
  readonly price_usd: string
  readonly price_atomic: string
  /** `price`: the operator's verb; `settings`: file, environment, flag or default. */
  readonly price_from: 'price' | 'settings'
  readonly settings_price_usd: string
}

/** The settings of each tool, from the running service or from this command line. */
export type ToolSettings = Readonly<
  Record<Tool, { readonly enabled: boolean; readonly priceAtomic: bigint }>
>

/** The state and the price of each tool as JSON members, in the order of `tools`. */
export function toolRows(overrides: Overrides, settings: ToolSettings): readonly ToolRow[] {
  return tools.map((tool) => {
    const { pausedAt, priceAtomic } = overrides[tool]
    const setting = settings[tool]
    const price = priceAtomic ?? setting.priceAtomic
    return {
      tool,
      enabled: setting.enabled,
      paused: pausedAt !== null,
      paused_at: pausedAt === null ? null : timeOf(pausedAt),
      price_usd: atomicToUsd(price),
      price_atomic: price.toString(),
      price_from: priceAtomic === null ? 'settings' : 'price',
      settings_price_usd: atomicToUsd(setting.priceAtomic),
    }
  })
}

/** Prints the tools after `pause` and `resume`. */
export function showTools(
  rows: readonly ToolRow[],
  json: boolean,
  context: Pick<CliContext, 'terminal'>,
): void {
  const cells = rows.map((row) => [row.tool, stateOf(row)])
  printTable({ rows, columns: toolColumns, cells }, json, context)
}

/** Prints the tools for `price`. */
export function showPrices(
  rows: readonly ToolRow[],
  json: boolean,
  context: Pick<CliContext, 'terminal'>,
): void {
  const cells = rows.map((row) => [row.tool, row.price_usd, row.price_atomic, originOf(row)])
  printTable({ rows, columns: priceColumns, cells }, json, context)
}

interface Table {
  readonly rows: readonly ToolRow[]
  readonly columns: readonly TableColumn[]
  readonly cells: readonly (readonly string[])[]
}

function printTable(
  { rows, columns, cells }: Table,
  json: boolean,
  { terminal }: Pick<CliContext, 'terminal'>,
): void {
  const { out, paint } = terminal
  const [head = '', ...lines] = tableLines(columns, cells, out.columns)
  out.write(json ? `${jsonText({ tools: rows })}\n` : [paint.dim(head), ...lines, ''].join('\n'))
}

const toolColumns: readonly TableColumn[] = [{ title: 'tool' }, { title: 'state' }]

const priceColumns: readonly TableColumn[] = [
  { title: 'tool' },
  { title: 'USD', right: true },
  { title: 'atomic', right: true, dropPriority: 1 },
  { title: 'from' },
]

/** The sale state in a few words; for a paused tool with the time of the pause. */
export function stateOf({ enabled, paused_at }: ToolRow): string {
  if (!enabled) return 'not enabled in the settings'
  return paused_at === null ? 'for sale' : `paused since ${paused_at}`
}

function originOf({ price_from, settings_price_usd }: ToolRow): string {
  return price_from === 'settings' ? 'settings' : `price (settings: ${settings_price_usd})`
}
