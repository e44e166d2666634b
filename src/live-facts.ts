import type { ServiceFacts, SoldTool } from './discovery/service-facts.ts'
import { type Tool, tools } from './evidence/scalar.ts'
import { offerMaker, type ToolOffer } from './job/offers.ts'
import type { ShopItems } from './job/shop.ts'
import type { Facilitator } from './payment/facilitator.ts'
import { atomicToUsd } from './payment/terms.ts'
import { serviceName } from './runtime/version.ts'
import type { Settings } from './settings/settings.ts'
import { toolDefinitions } from './tools/tools.ts'

/** Makes offers as the settings stand; null where they do not suffice to be paid. */
export function offerMakerOf(
  settings: Settings,
  baseUrl: string,
): ((tool: Tool, priceAtomic: bigint) => ToolOffer) | null {
  const { terms, payTo, limits } = settings
  if (payTo === null) return null
  if (settings.mode !== 'sandbox' && settings.facilitatorUrl === null) return null
  return offerMaker({ terms, payTo, baseUrl, serviceName, deadlineMs: limits.deadlineMs })
}

/** The same object while the shop is arranged the same: what is made of it need not be made again. */
export function liveFacts(
  items: () => ShopItems,
  make: (items: ShopItems) => ServiceFacts,
): () => ServiceFacts {
  let of = items()
  let facts = make(of)
  return () => {
    if (of !== items()) {
      of = items()
      facts = make(of)
    }
    return facts
  }
}

/** What the documents say while the shop is arranged like this. */
export function factsOf(
  { settings, version }: { readonly settings: Settings; readonly version: string },
  baseUrl: string,
  facilitator: Facilitator,
  items: ShopItems,
): ServiceFacts {
  const { terms, limits } = settings
  const sold = (tool: Tool): SoldTool => {
    const { enabled, paused, priceAtomic, offer } = items[tool]
    const isSold = enabled && offer !== null
    return {
      tool,
      definition: toolDefinitions[tool],
      enabled: isSold,
      paused,
      priceUsd: atomicToUsd(priceAtomic),
      priceAtomic: priceAtomic.toString(),
      offer: isSold ? offer.offer : null,
    }
  }
  return {
    service: serviceName,
    version,
    mode: settings.mode,
    baseUrl,
    payment: {
      network: terms.network,
      payTo: settings.payTo,
      asset: terms.asset,
      symbol: terms.symbol,
      decimals: terms.decimals,
      facilitator: facilitator.url,
      simulated: settings.mode === 'sandbox',
    },
    tools: tools.map(sold),
    limits: { ...limits, evidenceTtlHours: settings.evidence.ttlHours },
  }
}
