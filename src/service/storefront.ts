import { auditPublished, type Published } from '#discovery/audit.ts'
import type { SentQuote } from '#discovery/audit-quote.ts'
import { type DocumentSources, documents } from '#discovery/documents.ts'
import { documentPaths, type ServiceFacts } from '#discovery/service-facts.ts'
import { ruleBook } from '#findings/rule-book.ts'
import type { CatalogItems } from '#job/selling/catalog.ts'
import { toolReportJsonSchema } from '#report/contract.ts'
import type { Clock } from '#runtime/clock.ts'
import { type Tool, tools } from '#tools/tool.ts'
import { toolRequestJsonSchema } from '#tools/tool-request.ts'

/** What documents are made of besides the facts. */
export function documentSources(clock: Clock): DocumentSources {
  return {
    schemas: { input: toolRequestJsonSchema, output: toolReportJsonSchema },
    codes: ruleBook,
    day: () => Math.floor(clock.now() / 86_400_000),
  }
}

/** What is wrong with what the service says of itself. */
export function selfAudit(...shown: Parameters<typeof publishedBy>): readonly string[] {
  return auditPublished(publishedBy(...shown))
}

/** Quotes and documents as they are sent. */
export function publishedBy(
  facts: ServiceFacts,
  items: CatalogItems,
  sources: DocumentSources,
): Published {
  const written = new Map(documents(sources).map(({ path, write }) => [path, write]))
  const text = (path: string) => written.get(path)?.(facts) ?? ''
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
