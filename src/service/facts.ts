import { mcpPath, type ServiceFacts, type SoldTool } from '#discovery/service-facts.ts'
import { UNNAMED_RETENTION_MS } from '#job/report-retention.ts'
import { type OfferMakerOptions, offerMaker, type ToolOffer } from '#job/selling/offers.ts'
import type { PriceListItems } from '#job/selling/price-list.ts'
import { atomicToUsd } from '#payment/terms.ts'
import { type Clock, rfc3339 } from '#runtime/clock.ts'
import { serviceName } from '#runtime/version.ts'
import type { Settings } from '#settings/settings.ts'
import { type Tool, tools } from '#tools/tool.ts'
import { toolDefinitions } from '#tools/tools.ts'

/** Returns a function that makes the offer of a tool at a price; null if nothing can be sold with these settings. */
export function offerMakerOf(
  settings: Settings,
  baseUrl: string,
  about: Pick<OfferMakerOptions, 'extraValidityS' | 'signing'> = {},
): ((tool: Tool, priceAtomic: bigint) => ToolOffer) | null {
  const { terms, payTo, limits } = settings
  if (payTo === null) return null
  if (settings.mode !== 'sandbox' && settings.facilitatorUrl === null) return null
  const { deadlineMs } = limits
  return offerMaker({ terms, payTo, baseUrl, serviceName, deadlineMs, ...about })
}

/** The source of every document of the service. */
export function serviceFacts(
  settings: Settings,
  about: {
    readonly baseUrl: string
    readonly facilitatorUrl: string
    readonly version: string
    readonly clock: Clock
    readonly isFacilitatorAvailable: boolean
  },
  items: PriceListItems,
): ServiceFacts {
  const { terms, limits } = settings
  const sold = (tool: Tool): SoldTool => {
    const { enabled, paused, priceAtomic, offer } = items[tool]
    const isSold = enabled && offer !== null
    return {
      tool,
      definition: toolDefinitions[tool],
      isEnabled: isSold,
      isPaused: paused,
      priceUsd: atomicToUsd(priceAtomic),
      priceAtomic: priceAtomic.toString(),
      offer: isSold ? offer.offer : null,
    }
  }
  return {
    service: serviceName,
    version: about.version,
    mode: settings.mode,
    baseUrl: about.baseUrl,
    contact: settings.contact,
    updatedAt: rfc3339(about.clock.now()),
    payment: {
      network: terms.network,
      payTo: settings.payTo,
      asset: terms.asset,
      symbol: terms.symbol,
      decimals: terms.decimals,
      facilitator: about.facilitatorUrl,
      isFacilitatorAvailable: about.isFacilitatorAvailable,
      isSimulated: settings.mode === 'sandbox',
      isSigned: settings.offerReceipt,
    },
    tools: tools.map(sold),
    mcpUrl: settings.mcp ? `${about.baseUrl}${mcpPath}` : null,
    limits: {
      ...limits,
      evidenceTtlHours: settings.evidence.ttlHours,
      callDetailsDays: settings.ledger.detailsDays,
      unnamedReportRetentionMs: UNNAMED_RETENTION_MS,
    },
  }
}

/**
 * Returns the same object until the price list or the state of the facilitator changes, so that documents made from it
 * can be cached.
 */
export function liveFacts(
  now: () => { readonly items: PriceListItems; readonly isFacilitatorAvailable: boolean },
  make: (items: PriceListItems, isFacilitatorAvailable: boolean) => ServiceFacts,
): () => ServiceFacts {
  let of = now()
  let facts = make(of.items, of.isFacilitatorAvailable)
  return () => {
    const { items, isFacilitatorAvailable } = now()
    if (of.items !== items || of.isFacilitatorAvailable !== isFacilitatorAvailable) {
      of = { items, isFacilitatorAvailable }
      facts = make(items, isFacilitatorAvailable)
    }
    return facts
  }
}
