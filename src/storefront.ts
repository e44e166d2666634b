import { auditPublished, type Published } from './discovery/audit.ts'
import type { SentQuote } from './discovery/audit-quote.ts'
import { type Document, type DocumentSources, documents } from './discovery/documents.ts'
import { documentPaths, type ServiceFacts, type SoldTool } from './discovery/service-facts.ts'
import { type Tool, tools } from './evidence/scalar.ts'
import { ruleBook } from './findings/rule-book.ts'
import { offerMaker, type ToolOffer } from './job/offers.ts'
import { openShop, type ShopItems } from './job/shop.ts'
import { atomicToUsd } from './payment/terms.ts'
import { toolReportJsonSchema } from './report/contract.ts'
import { type Clock, rfc3339 } from './runtime/clock.ts'
import { serviceName } from './runtime/version.ts'
import type { Settings } from './settings/settings.ts'
import { formatHostPort } from './settings/values.ts'
import { toolRequestJsonSchema } from './tools/tool-request.ts'
import { toolDefinitions } from './tools/tools.ts'

/** What the shop shows: the same facts for every document, and the offers behind them. */
export interface StorefrontOptions {
  readonly settings: Settings
  readonly clock: Clock
  readonly version: string
}

/** What documents are made of besides the facts. */
export function documentSources(clock: Clock): DocumentSources {
  return {
    schemas: { input: toolRequestJsonSchema, output: toolReportJsonSchema },
    codes: ruleBook,
    day: () => Math.floor(clock.now() / 86_400_000),
  }
}

/** Null while nothing can be sold: no receiving address, or nobody who settles. */
export function offerMakerOf(
  settings: Settings,
  baseUrl: string,
): ((tool: Tool, priceAtomic: bigint) => ToolOffer) | null {
  const { terms, payTo, limits } = settings
  if (payTo === null) return null
  if (settings.mode !== 'sandbox' && settings.facilitatorUrl === null) return null
  return offerMaker({ terms, payTo, baseUrl, serviceName, deadlineMs: limits.deadlineMs })
}

export function factsOf(
  { settings, version, clock }: StorefrontOptions,
  baseUrl: string,
  facilitatorUrl: string,
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
    contact: settings.contact,
    updatedAt: rfc3339(clock.now()),
    payment: {
      network: terms.network,
      payTo: settings.payTo,
      asset: terms.asset,
      symbol: terms.symbol,
      decimals: terms.decimals,
      facilitator: facilitatorUrl,
      simulated: settings.mode === 'sandbox',
    },
    tools: tools.map(sold),
    limits: { ...limits, evidenceTtlHours: settings.evidence.ttlHours },
  }
}

/** What is wrong with what the service says of itself. */
export function selfAudit(...shown: Parameters<typeof publishedBy>): readonly string[] {
  return auditPublished(publishedBy(...shown))
}

/** Quotes and documents as they are sent. */
function publishedBy(facts: ServiceFacts, items: ShopItems, sources: DocumentSources): Published {
  const all = documents(sources)
  const text = (path: string) => written(all, path, facts)
  const quoteOf = (tool: Tool): readonly [Tool, SentQuote][] => {
    const { enabled, offer } = items[tool]
    return enabled && offer !== null ? [[tool, offer.quote('payment_required')]] : []
  }
  return {
    facts,
    quotes: Object.fromEntries(tools.flatMap(quoteOf)),
    openapi: JSON.parse(text(documentPaths.openapi)),
    manifest: JSON.parse(text(documentPaths.x402)),
    catalogue: JSON.parse(text(documentPaths.tools)),
    apiCatalog: JSON.parse(text(documentPaths.apiCatalog)),
    llms: text(documentPaths.llms),
  }
}

function written(all: readonly Document[], path: string, facts: ServiceFacts): string {
  return all.find((one) => one.path === path)?.write(facts) ?? ''
}

/** The same of settings alone, without a service. */
export function auditSettings(options: StorefrontOptions): readonly string[] {
  return auditPublished(publishedWith(options))
}

/** What a service with these settings would publish, with every enabled tool sold. */
export function publishedWith(options: StorefrontOptions): Published {
  const { settings, clock } = options
  const baseUrl = settings.baseUrl ?? `http://${formatHostPort(settings.listen)}`
  const asSet = { pausedAt: null, priceAtomic: null }
  const { items } = openShop({
    tools: settings.tools,
    overrides: { probe_url: asSet, render_page: asSet, verify_page: asSet },
    canRun: () => true,
    offer: offerMakerOf(settings, baseUrl),
  })
  const facts = factsOf(options, baseUrl, settings.facilitatorUrl ?? 'embedded', items)
  return publishedBy(facts, items, documentSources(clock))
}
