import { z } from 'zod'
import { unavailableCodes } from '#job/call/outcome.ts'
import { validationErrorBody } from '#tools/tool-request.ts'

/** Parts of the answers that no report has, by the names that the document gives them. */
const paymentState = z.strictObject({
  state: z
    .enum(['not_taken', 'not_settled', 'unknown'])
    .describe('unknown: money may have moved; do not sign again for this call'),
})

const problemFields = {
  type: z.string().meta({ format: 'uri-reference', description: 'where it is explained' }),
  title: z.string(),
  status: z.int(),
  detail: z.string().describe('what happened, and what to do'),
  retryable: z.boolean(),
  retry_after_s: z.int().nullable().describe('the same as Retry-After; null: do not retry'),
  payment: paymentState,
}

/** 503 on a paid route: RFC 9457, with what a paying client must know before it tries again. */
export const problem = z
  .strictObject({ ...problemFields, code: z.enum(unavailableCodes) })
  .meta({ id: 'Problem', description: 'RFC 9457 problem details of a paid route.' })

/** Any other problem. */
export const plainProblem = z
  .strictObject({ ...problemFields, code: z.string() })
  .meta({ id: 'PlainProblem', description: 'RFC 9457 problem details.' })

const requirements = z
  .strictObject({
    scheme: z.literal('exact'),
    network: z.string().describe('CAIP-2'),
    amount: z.string().describe('atomic units of the asset, a whole number'),
    asset: z.string().describe('token contract, EIP-55 checksummed'),
    payTo: z.string().describe('who is paid, EIP-55 checksummed'),
    maxTimeoutSeconds: z.int(),
    extra: z
      .strictObject({ name: z.string(), version: z.string() })
      .describe('EIP-712 domain of the token'),
  })
  .meta({ id: 'PaymentRequirements', description: 'x402 V2: what is to be signed.' })

const resource = z.strictObject({
  url: z.string().meta({ format: 'uri' }),
  description: z.string().max(500),
  mimeType: z.string(),
  serviceName: z.string().max(32),
  tags: z.array(z.string().max(32)).max(5),
})

/** Body of a 402, and what its PAYMENT-REQUIRED header encodes. */
export const paymentRequired = z
  .strictObject({
    x402Version: z.literal(2),
    error: z.string().describe('payment_required for a quote; else why the payment was rejected'),
    resource,
    accepts: z.array(requirements).length(1),
    extensions: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'PaymentRequired', description: 'x402 V2 PaymentRequired: a quote.' })

const partState = z
  .strictObject({
    ok: z.boolean(),
    detail: z.string().nullable().describe('what to do when it is not ok'),
  })
  .meta({ id: 'PartState' })

/** `GET /ready`. */
export const readiness = z
  .strictObject({
    ready: z.boolean(),
    mode: z.string(),
    parts: z.record(z.string(), partState),
    tools: z.record(
      z.string(),
      z.strictObject({ available: z.boolean(), code: z.string().nullable() }),
    ),
    jobs: z.strictObject({ running: z.int(), limit: z.int() }),
  })
  .meta({ id: 'Readiness' })

const catalogueEntry = z
  .strictObject({
    tool: z.string(),
    enabled: z.boolean(),
    paused: z.boolean(),
    description: z.string(),
    price_usd: z.string().describe('decimal dollars'),
    price_atomic: z.string().describe('atomic units of the asset'),
    payment_required: z.boolean(),
    network: z.string(),
    input_schema: z.record(z.string(), z.unknown()),
    output_schema: z.record(z.string(), z.unknown()),
    output_schema_url: z.string().describe('the full report of this tool as JSON Schema'),
    endpoint: z.string(),
    method: z.string(),
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
      settlement: z.enum(['simulated', 'on_chain']),
    }),
    status_url: z.string(),
    discovery: z.record(z.string(), z.string()),
    tools: z.array(catalogueEntry),
  })
  .meta({ id: 'Catalogue' })

/** Every schema that is no report. */
export const bodySchemas = [
  problem,
  plainProblem,
  paymentRequired,
  validationErrorBody,
  readiness,
  catalogueBody,
]
