import { documentPaths, type ServiceFacts } from './service-facts.ts'

/** JSON Schemas of a request and of a report, as the catalogue and the manifest show them. */
export interface ToolSchemas {
  readonly input: unknown
  readonly output: unknown
}

/** `GET /v1/tools`: spec 2.4. Prices are the live ones. */
export function catalogue(facts: ServiceFacts, schemas: ToolSchemas) {
  const { payment } = facts
  return {
    service: facts.service,
    version: facts.version,
    mode: facts.mode,
    publicly_indexed: false,
    external_catalogues: [],
    base_url: facts.baseUrl,
    payment: {
      mechanism: 'x402',
      version: 2,
      scheme: 'exact',
      network: payment.network,
      pay_to: payment.payTo,
      asset: payment.asset,
      symbol: payment.symbol,
      decimals: payment.decimals,
      facilitator: payment.facilitator,
      settlement: payment.simulated ? 'simulated' : 'on_chain',
    },
    status_url: `${facts.baseUrl}${documentPaths.ready}`,
    discovery: {
      openapi: documentPaths.openapi,
      api_catalog: documentPaths.apiCatalog,
      llms: documentPaths.llms,
      bazaar: 'Every 402 quote carries the bazaar extension.',
    },
    tools: facts.tools.map((sold) => ({
      tool: sold.tool,
      enabled: sold.enabled,
      paused: sold.paused,
      description: sold.definition.description,
      price_usd: sold.priceUsd,
      price_atomic: sold.priceAtomic,
      payment_required: true,
      network: payment.network,
      input_schema: schemas.input,
      output_schema: schemas.output,
      endpoint: sold.definition.endpoint,
      method: 'POST',
    })),
  }
}
