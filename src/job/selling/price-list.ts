import type { Overrides } from '#operator/overrides.ts'
import type { Settings } from '#settings/settings.ts'
import { type Tool, tools } from '#tools/tool.ts'
import type { ToolOffer } from './offers.ts'

/** A tool with its current offer. */
export interface PriceListItem {
  readonly enabled: boolean
  readonly paused: boolean
  readonly priceAtomic: bigint
  /** Null while nothing can be sold. */
  readonly offer: ToolOffer | null
}

export type PriceListItems = Readonly<Record<Tool, PriceListItem>>

/** The tools with their current prices, according to the settings and the operator's overrides in the running service. */
export interface PriceList {
  /** The same object until something changes. A call keeps the offer that it began with. */
  readonly items: PriceListItems
  override(overrides: Overrides): void
  /** Makes every offer again. */
  requote(): void
  /** Applies the tools of reloaded settings. */
  update(tools: Settings['tools']): void
}

/**
 * `offer` makes the offer of a tool at a price; null when nothing can be sold. A payment signed for an earlier price
 * matches no current offer and gets the new quote, before anything is consumed.
 */
export function createPriceList(options: {
  readonly tools: Settings['tools']
  readonly overrides: Overrides
  readonly canRun: (tool: Tool) => boolean
  readonly offer: ((tool: Tool, priceAtomic: bigint) => ToolOffer) | null
}): PriceList {
  const { canRun, offer } = options
  let configured = options.tools
  let { overrides } = options
  const item = (tool: Tool, previous: PriceListItem | undefined): PriceListItem => {
    const priceAtomic = overrides[tool].priceAtomic ?? configured[tool].priceAtomic
    return {
      enabled: configured[tool].enabled && canRun(tool),
      paused: overrides[tool].pausedAt !== null,
      priceAtomic,
      offer:
        previous?.priceAtomic === priceAtomic
          ? previous.offer
          : (offer?.(tool, priceAtomic) ?? null),
    }
  }
  const itemsFrom = (previous?: PriceListItems): PriceListItems => ({
    probe_url: item('probe_url', previous?.probe_url),
    render_page: item('render_page', previous?.render_page),
    verify_page: item('verify_page', previous?.verify_page),
  })
  let items = itemsFrom()
  return {
    get items() {
      return items
    },
    override: (replacement) => {
      overrides = replacement
      items = itemsFrom(items)
    },
    requote: () => {
      items = itemsFrom()
    },
    update: (replacement) => {
      configured = replacement
      items = itemsFrom(items)
    },
  }
}

/** The changes between two states of the price list, as facts for the log. */
export function changesOf(before: PriceListItems, now: PriceListItems): readonly object[] {
  return tools
    .filter((tool) => textOf(before[tool]) !== textOf(now[tool]))
    .map((tool) => ({ tool, ...factsOf(now[tool]) }))
}

function factsOf({ enabled, paused, priceAtomic }: PriceListItem) {
  return { enabled, paused, price_atomic: priceAtomic.toString() }
}

function textOf(item: PriceListItem): string {
  return JSON.stringify(factsOf(item))
}
