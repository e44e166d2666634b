import { auditPublished, type Published } from '#discovery/audit.ts'
import { llmsText } from '#discovery/llms-text.ts'
import { openApiDocument } from '#discovery/openapi/document.ts'
import type { ServiceFacts } from '#discovery/service-facts.ts'
import { openShop, type ShopItems, type ShopOverrides } from '#job/selling/catalog.ts'
import { reportJsonSchema } from '#report/json-schema.ts'
import { version } from '#runtime/version.ts'
import { formatHostPort } from '#settings/values.ts'
import { offerMakerOf, shopFacts } from './facts.ts'
import { type CounterpartyOptions, openFacilitator } from './open-facilitator.ts'
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
const noOverrides: ShopOverrides = {
  probe_url: untouched,
  render_page: untouched,
  verify_page: untouched,
}

export async function documentsOf(options: CounterpartyOptions): Promise<Documents> {
  const { facts } = await shopWith(options)
  return {
    openapi: openApiDocument(facts),
    llms: llmsText(facts),
    schema: reportJsonSchema,
  }
}

/** What is wrong with what a service with these settings would say of itself, with every enabled tool sold. */
export async function auditSettings(options: CounterpartyOptions): Promise<readonly string[]> {
  return auditPublished(await publishedWith(options))
}

export async function publishedWith(options: CounterpartyOptions): Promise<Published> {
  const { facts, items } = await shopWith(options)
  return publishedBy(facts, items, documentSources(options.clock))
}

async function shopWith(
  options: CounterpartyOptions,
): Promise<{ readonly facts: ServiceFacts; readonly items: ShopItems }> {
  const { settings, clock } = options
  const scheme = settings.tls === null ? 'http' : 'https'
  const baseUrl = settings.baseUrl ?? `${scheme}://${formatHostPort(settings.listen)}`
  const { items } = openShop({
    tools: settings.tools,
    overrides: noOverrides,
    canRun: () => true,
    offer: offerMakerOf(settings, baseUrl),
  })
  // Only to hear how it calls itself: nothing is asked.
  const facilitator = openFacilitator(options)
  await facilitator.close()
  const here = { baseUrl, facilitatorUrl: facilitator.url, version, clock }
  return { facts: shopFacts(settings, here, items), items }
}
