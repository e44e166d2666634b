import { auditPublished, type Published } from '#discovery/audit.ts'
import { llmsText } from '#discovery/llms-text.ts'
import { openApiDocument } from '#discovery/openapi/document.ts'
import type { ServiceFacts } from '#discovery/service-facts.ts'
import { type CatalogItems, type CatalogOverrides, createCatalog } from '#job/selling/catalog.ts'
import { reportJsonSchema } from '#report/json-schema.ts'
import { version } from '#runtime/version.ts'
import { formatHostPort } from '#settings/values.ts'
import { offerMakerOf, serviceFacts } from './facts.ts'
import { type FacilitatorOptions, openFacilitator } from './open-facilitator.ts'
import { documentSources, publishedBy } from './storefront.ts'

/** What a service with these settings publishes, without one that runs. */
export interface Documents {
  /** The body of `GET /openapi.json`. */
  readonly openapi: object
  /** The body of `GET /llms.txt`. */
  readonly llms: string
  /** JSON Schema (2020-12) of a report. */
  readonly schema: object
}

const untouched = { pausedAt: null, priceAtomic: null }
/** What the operator says of a running service is none of the settings. */
const noOverrides: CatalogOverrides = {
  probe_url: untouched,
  render_page: untouched,
  verify_page: untouched,
}

export async function documentsOf(options: FacilitatorOptions): Promise<Documents> {
  const { facts } = await shopWith(options)
  return {
    openapi: openApiDocument(facts),
    llms: llmsText(facts),
    schema: reportJsonSchema,
  }
}

/** What is wrong with what a service with these settings would say of itself, with every enabled tool sold. */
export async function auditSettings(options: FacilitatorOptions): Promise<readonly string[]> {
  return auditPublished(await publishedWith(options))
}

export async function publishedWith(options: FacilitatorOptions): Promise<Published> {
  const { facts, items } = await shopWith(options)
  return publishedBy(facts, items, documentSources(options.clock))
}

async function shopWith(
  options: FacilitatorOptions,
): Promise<{ readonly facts: ServiceFacts; readonly items: CatalogItems }> {
  const { settings, clock } = options
  const scheme = settings.tls === null ? 'http' : 'https'
  const baseUrl = settings.baseUrl ?? `${scheme}://${formatHostPort(settings.listen)}`
  const { items } = createCatalog({
    tools: settings.tools,
    overrides: noOverrides,
    canRun: () => true,
    offer: offerMakerOf(settings, baseUrl),
  })
  // Only to hear how it calls itself: nothing is asked.
  const facilitator = openFacilitator(options)
  await facilitator.close()
  const here = { baseUrl, facilitatorUrl: facilitator.url, version, clock }
  return { facts: serviceFacts(settings, here, items), items }
}
