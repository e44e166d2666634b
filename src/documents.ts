import { type CounterpartyOptions, openFacilitator } from './counterparty.ts'
import { llmsText } from './discovery/llms-text.ts'
import type { ServiceFacts } from './discovery/service-facts.ts'
import { openApiDocument } from './http/openapi.ts'
import { openShop, type ShopOverrides } from './job/shop.ts'
import { reportJsonSchema } from './report/contract.ts'
import { version } from './runtime/version.ts'
import { formatHostPort } from './settings/values.ts'
import { offerMakerOf, shopFacts } from './shop-facts.ts'

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
  const facts = await factsWith(options)
  return {
    openapi: openApiDocument(facts),
    llms: llmsText(facts),
    schema: reportJsonSchema,
  }
}

async function factsWith(options: CounterpartyOptions): Promise<ServiceFacts> {
  const { settings } = options
  const baseUrl = settings.baseUrl ?? `http://${formatHostPort(settings.listen)}`
  const { items } = openShop({
    tools: settings.tools,
    overrides: noOverrides,
    canRun: () => true,
    offer: offerMakerOf(settings, baseUrl),
  })
  // Only to hear how it calls itself: nothing is asked.
  const facilitator = openFacilitator(options)
  await facilitator.close()
  return shopFacts(settings, { baseUrl, facilitatorUrl: facilitator.url, version }, items)
}
