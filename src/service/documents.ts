import type { DocumentSources } from '#discovery/documents.ts'
import { llmsText } from '#discovery/llms.ts'
import { mcpServerCard } from '#discovery/mcp.ts'
import type { ServiceFacts } from '#discovery/service-facts.ts'
import { ruleBook } from '#findings/rule-book.ts'
import { reportContractSchema } from '#http/routes/components.ts'
import { openApiDocument } from '#http/routes/openapi.ts'
import { createPriceList, type PriceListItems } from '#job/selling/price-list.ts'
import type { Overrides } from '#operator/overrides.ts'
import { reportJsonSchema } from '#report/tool-reports.ts'
import type { Clock } from '#runtime/clock.ts'
import { version } from '#runtime/version.ts'
import { baseUrlAt } from '#settings/settings.ts'
import { toolRequestJsonSchema } from '#tools/tool-request.ts'
import { offerMakerOf, serviceFacts } from './facts.ts'
import { type FacilitatorOptions, openFacilitator } from './open-facilitator.ts'

/** The inputs of the documents besides the facts. */
export function documentSources(
  clock: Clock,
  signingKeys: DocumentSources['signingKeys'],
): DocumentSources {
  return {
    schemas: { input: toolRequestJsonSchema, output: reportContractSchema },
    codes: ruleBook,
    openApi: openApiDocument,
    signingKeys,
    epochDay: () => Math.floor(clock.now() / 86_400_000),
  }
}

/** The documents that a service with these settings would publish. No service needs to run. */
export interface Documents {
  /** The body of `GET /openapi.json`. */
  readonly openapi: object
  /** The body of `GET /llms.txt`. */
  readonly llms: string
  /** JSON Schema (2020-12) of a report. */
  readonly schema: object
  /** `server.json` of the MCP registry; null if the service cannot be listed there. */
  readonly mcp: object | null
}

/** The documents that a service with these settings would serve. Starts and contacts nothing. */
export async function documentsOf(options: FacilitatorOptions): Promise<Documents> {
  const { facts } = await factsOfSettings(options)
  return {
    openapi: openApiDocument(facts),
    llms: llmsText(facts),
    schema: reportJsonSchema(),
    mcp: mcpServerCard(facts),
  }
}

const noOverride = { pausedAt: null, priceAtomic: null }
/** No overrides: the pauses and prices that the operator sets on a running service are not part of the settings. */
const noOverrides: Overrides = {
  probe_url: noOverride,
  render_page: noOverride,
  verify_page: noOverride,
}

/** The facts and the price list of a service with these settings and every enabled tool available. */
export async function factsOfSettings(
  options: FacilitatorOptions,
): Promise<{ readonly facts: ServiceFacts; readonly items: PriceListItems }> {
  const { settings, clock } = options
  const baseUrl = baseUrlAt(settings.listen, settings)
  const { items } = createPriceList({
    tools: settings.tools,
    overrides: noOverrides,
    canRun: () => true,
    offer: offerMakerOf(settings, baseUrl),
  })
  // Opened only for its URL: no request is sent.
  const facilitator = openFacilitator(options)
  await facilitator.close()
  const about = {
    baseUrl,
    facilitatorUrl: facilitator.url,
    version,
    clock,
    isFacilitatorAvailable: true,
  }
  return { facts: serviceFacts(settings, about, items), items }
}
