import { exitCode } from '#cli/output/exit-code.ts'
import { type TableColumn, tableLines } from '#cli/output/table.ts'
import { jsonText, type Terminal } from '#cli/output/terminal.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { timeOf } from '#runtime/time-text.ts'
import type { Settings } from '#settings/settings.ts'
import type { Overrides } from '#store/operator/operator-overrides.ts'
import { type Tool, tools } from '#tools/tool.ts'

/** A tool as settings and operator have it; whether it can be bought is the running service's to say. */
export interface ToolRow {
  readonly tool: Tool
  readonly enabled: boolean
  readonly paused: boolean
  /** RFC 3339; null: it is not paused. */
  readonly paused_at: string | null
  readonly price_usd: string
  readonly price_atomic: string
  /** `price`: the operator's verb; `settings`: file, environment, flag or default. */
  readonly price_from: 'price' | 'settings'
  readonly settings_price_usd: string
}

interface Shown {
  readonly settings: Settings
  readonly terminal: Terminal
}

export function toolRows(overrides: Overrides, settings: Settings): readonly ToolRow[] {
  return tools.map((tool) => {
    const { pausedAt, priceAtomic } = overrides[tool]
    const own = settings.tools[tool]
    const price = priceAtomic ?? own.priceAtomic
    return {
      tool,
      enabled: own.enabled,
      paused: pausedAt !== null,
      paused_at: pausedAt === null ? null : timeOf(pausedAt),
      price_usd: atomicToUsd(price),
      price_atomic: price.toString(),
      price_from: priceAtomic === null ? 'settings' : 'price',
      settings_price_usd: atomicToUsd(own.priceAtomic),
    }
  })
}

/** What `pause` and `resume` leave behind. */
export function showTools(
  overrides: Overrides,
  { json }: { readonly json: boolean },
  { settings, terminal: { out, paint } }: Shown,
): number {
  const rows = toolRows(overrides, settings)
  if (json) out.write(`${jsonText(rows)}\n`)
  else {
    const cells = rows.map((row) => [row.tool, stateOf(row)])
    const [head = '', ...lines] = tableLines(toolColumns, cells, out.columns)
    out.write([paint.dim(head), ...lines, ''].join('\n'))
  }
  return exitCode.pass
}

/** What `price` says. */
export function showPrices(
  overrides: Overrides,
  { json }: { readonly json: boolean },
  { settings, terminal: { out, paint } }: Shown,
): number {
  const rows = toolRows(overrides, settings)
  if (json) out.write(`${jsonText(rows)}\n`)
  else {
    const cells = rows.map((row) => [row.tool, row.price_usd, row.price_atomic, originOf(row)])
    const [head = '', ...lines] = tableLines(priceColumns, cells, out.columns)
    out.write([paint.dim(head), ...lines, ''].join('\n'))
  }
  return exitCode.pass
}

const toolColumns: readonly TableColumn[] = [{ title: 'tool' }, { title: 'state' }]

const priceColumns: readonly TableColumn[] = [
  { title: 'tool' },
  { title: 'USD', right: true },
  { title: 'atomic', right: true, dropAs: 1 },
  { title: 'from' },
]

/** One word or two, and since when. */
export function stateOf({ enabled, paused_at }: ToolRow): string {
  if (!enabled) return 'not enabled in the settings'
  return paused_at === null ? 'for sale' : `paused since ${paused_at}`
}

function originOf({ price_from, settings_price_usd }: ToolRow): string {
  return price_from === 'settings' ? 'settings' : `price (settings: ${settings_price_usd})`
}
