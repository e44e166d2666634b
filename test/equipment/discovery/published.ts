import { documents } from '#discovery/documents.ts'
import { documentPaths } from '#discovery/service-facts.ts'
import { documentSources, factsOfSettings } from '#service/documents.ts'
import type { FacilitatorOptions } from '#service/open-facilitator.ts'
import { type Tool, tools } from '#tools/tool.ts'
import type { Published } from './audit.ts'
import type { SentQuote } from './audit-quote.ts'

/** Quotes and documents of a service with these settings, as they are sent. */
export async function publishedWith(options: FacilitatorOptions): Promise<Published> {
  const { facts, items } = await factsOfSettings(options)
  const sources = documentSources(options.clock, () => [])
  const written = new Map(documents(sources).map(({ path, write }) => [path, write]))
  const text = (path: string) => String(written.get(path)?.(facts) ?? '')
  const quotes: Partial<Record<Tool, SentQuote>> = {}
  for (const tool of tools) {
    const { enabled, offer } = items[tool]
    if (enabled && offer !== null) quotes[tool] = await offer.quote('payment_required')
  }
  return {
    facts,
    quotes,
    openapi: JSON.parse(text(documentPaths.openapi)),
    manifest: JSON.parse(text(documentPaths.x402)),
    catalogue: JSON.parse(text(documentPaths.tools)),
    apiCatalog: JSON.parse(text(documentPaths.apiCatalog)),
    llms: text(documentPaths.llms),
  }
}
