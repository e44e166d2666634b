import { z } from 'zod'
import { rejections } from '#payment/x402/rejections.ts'
import { examplePath } from './example-paths.ts'
import { mcpPayment } from './mcp.ts'
import { timesOf, typicalCalls } from './numbers.ts'
import { minimalReportHint } from './recipe.ts'
import { documentPaths, type ServiceFacts, type SoldTool, schemaPath } from './service-facts.ts'

/** JSON Schemas of a request and of a report, as the catalogue and the manifest show them. */
export interface ToolSchemas {
  readonly input: Readonly<Record<string, unknown>>
  readonly output: Readonly<Record<string, unknown>>
}

const priceFields = {
  price_usd: z.string().describe('decimal dollars'),
  price_atomic: z.string().describe('atomic units of the asset'),
}

/** How one tool is called: the body of a 405 on its path. */
export const toolCardBody = z
  .strictObject({
    code: z.literal('method_not_allowed'),
    detail: z.string(),
    tool: z.string(),
    description: z.string(),
    method: z.string(),
    endpoint: z.string(),
    price_usd: z.string(),
    docs_url: z.string(),
  })
  .meta({ id: 'ToolCard' })

const catalogueEntry = z
  .strictObject({
    tool: z.string(),
    enabled: z.boolean(),
    paused: z.boolean(),
    description: z.string(),
    ...priceFields,
    payment_required: z.boolean(),
    network: z.string(),
    input_schema: z.record(z.string(), z.unknown()),
    output_schema: z.record(z.string(), z.unknown()),
    output_schema_url: z.string().describe('JSON Schema of the whole report'),
    example_url: z.string(),
    endpoint: z.string(),
    method: z.string(),
    typical: z.strictObject({
      duration_s: z.number(),
      report_bytes: z.int(),
      compact_report_bytes: z.int(),
    }),
  })
  .meta({ id: 'CatalogueEntry' })

/** `GET /v1/tools`. */
export const catalogueBody = z
  .strictObject({
    service: z.string(),
    version: z.string(),
    mode: z.string(),
    publicly_indexed: z.boolean(),
    external_catalogues: z.array(z.strictObject({ url: z.string(), verified_at: z.string() })),
    base_url: z.string(),
    guidance: z.string(),
    payment: z.strictObject({
      mechanism: z.string(),
      version: z.int(),
      scheme: z.string(),
      network: z.string(),
      pay_to: z.string().nullable(),
      asset: z.string(),
      symbol: z.string(),
      decimals: z.int(),
      facilitator: z.string(),
      facilitator_available: z
        .boolean()
        .describe('false: paid calls get 503 facilitator_unavailable until it responds again'),
      settlement: z.enum(['simulated', 'on_chain']),
    }),
    rejected_payments: z.array(
      z.strictObject({
        action: z.string(),
        advice: z.string(),
        codes: z.array(z.string()).describe('values of error in a 402'),
      }),
    ),
    times: z.strictObject({
      call_deadline_s: z.number(),
      signature_min_validity_s: z.number(),
      quote_max_timeout_s: z.number().nullable(),
      signature_max_validity_s: z.number().nullable(),
      report_kept_s: z.number(),
      undelivered_report_kept_s: z.number(),
      screenshot_kept_s: z.number(),
    }),
    status_url: z.string(),
    mcp: z
      .strictObject({
        url: z.string(),
        transport: z.literal('streamable-http'),
        payment: z.string().describe('how a tools/call is paid'),
      })
      .nullable(),
    discovery: z.record(z.string(), z.string()),
    tools: z.array(catalogueEntry),
  })
  .meta({ id: 'Catalogue' })

/** `GET /v1/tools`: spec 2.4, with live prices. */
export function catalogue(
  facts: ServiceFacts,
  schemas: ToolSchemas,
): z.infer<typeof catalogueBody> {
  const { payment } = facts
  return {
    service: facts.service,
    version: facts.version,
    mode: facts.mode,
    publicly_indexed: false,
    external_catalogues: [],
    base_url: facts.baseUrl,
    guidance: minimalReportHint,
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
      facilitator_available: payment.isFacilitatorAvailable,
      settlement: payment.isSimulated ? 'simulated' : 'on_chain',
    },
    rejected_payments: rejections.map(({ action, advice, codes }) => ({
      action,
      advice,
      codes: Object.keys(codes),
    })),
    times: timesOf(facts),
    status_url: `${facts.baseUrl}${documentPaths.ready}`,
    mcp:
      facts.mcpUrl === null
        ? null
        : { url: facts.mcpUrl, transport: 'streamable-http', payment: mcpPayment },
    discovery: {
      openapi: documentPaths.openapi,
      api_catalog: documentPaths.apiCatalog,
      llms: documentPaths.llms,
      bazaar: 'Every 402 quote carries the bazaar extension.',
    },
    tools: facts.tools.map((sold) => ({
      tool: sold.tool,
      enabled: sold.isEnabled,
      paused: sold.isPaused,
      description: sold.definition.description,
      price_usd: sold.priceUsd,
      price_atomic: sold.priceAtomic,
      payment_required: true,
      network: payment.network,
      input_schema: schemas.input,
      output_schema: schemas.output,
      output_schema_url: schemaPath(sold.tool),
      example_url: examplePath(`${sold.tool}-issue`),
      endpoint: sold.definition.endpoint,
      method: 'POST',
      typical: typicalCalls[sold.tool],
    })),
  }
}

/** The body of the 405 that a GET of a paid route gets: how the tool is called, and its price. */
export function toolCard({ baseUrl }: ServiceFacts, sold: SoldTool): z.infer<typeof toolCardBody> {
  const { definition } = sold
  return {
    code: 'method_not_allowed',
    detail: 'POST {"url": "https://example.com/"} with Content-Type: application/json.',
    tool: sold.tool,
    description: definition.description,
    method: 'POST',
    endpoint: `${baseUrl}${definition.endpoint}`,
    price_usd: sold.priceUsd,
    docs_url: `${baseUrl}${documentPaths.llms}`,
  }
}
