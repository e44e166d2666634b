import type { ServiceFacts, SoldTool } from './discovery/service-facts.ts'
import { type Tool, tools } from './evidence/scalar.ts'
import { openOffers, type ToolOffer } from './job/offers.ts'
import { atomicToUsd } from './payment/terms.ts'
import { serviceName } from './runtime/version.ts'
import type { Settings } from './settings/settings.ts'
import { toolDefinitions } from './tools/tools.ts'

/** The quote of each tool; null while these settings can sell nothing. */
export function shopOffers(
  settings: Settings,
  baseUrl: string,
): Readonly<Record<Tool, ToolOffer>> | null {
  if (settings.payTo === null) return null
  if (settings.mode !== 'sandbox' && settings.facilitatorUrl === null) return null
  return openOffers({
    terms: settings.terms,
    payTo: settings.payTo,
    baseUrl,
    serviceName,
    deadlineMs: settings.limits.deadlineMs,
    priceAtomic: Object.fromEntries(
      tools.map((tool) => [tool, settings.tools[tool].priceAtomic]),
    ) as Record<Tool, bigint>,
  })
}

/** What every document of the service is made from; `offerOf` is null for a tool that is not sold. */
export function shopFacts(
  settings: Settings,
  here: { readonly baseUrl: string; readonly facilitatorUrl: string; readonly version: string },
  offerOf: (tool: Tool) => ToolOffer | null,
): ServiceFacts {
  const { terms, limits } = settings
  const sold = (tool: Tool): SoldTool => ({
    tool,
    definition: toolDefinitions[tool],
    enabled: offerOf(tool) !== null,
    priceUsd: atomicToUsd(settings.tools[tool].priceAtomic),
    priceAtomic: settings.tools[tool].priceAtomic.toString(),
    offer: offerOf(tool)?.offer ?? null,
  })
  return {
    service: serviceName,
    version: here.version,
    mode: settings.mode,
    baseUrl: here.baseUrl,
    payment: {
      network: terms.network,
      payTo: settings.payTo,
      asset: terms.asset,
      symbol: terms.symbol,
      decimals: terms.decimals,
      facilitator: here.facilitatorUrl,
      simulated: settings.mode === 'sandbox',
    },
    tools: tools.map(sold),
    limits: { ...limits, evidenceTtlHours: settings.evidence.ttlHours },
  }
}
