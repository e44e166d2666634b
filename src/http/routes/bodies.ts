import { z } from 'zod'
import { catalogueBody, toolCardBody } from '#discovery/catalogue.ts'
import { reportOutline } from '#report/outline.ts'
import { toolRequest, validationErrorBody } from '#tools/tool-request.ts'

const problem = z
  .strictObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.string(),
    retryable: z.boolean(),
    retry_after_s: z.int().nullable(),
    payment: z
      .strictObject({ state: z.enum(['not_taken', 'not_settled', 'unknown', 'settled']) })
      .describe('unknown: money may have moved; do not sign again'),
  })
  .meta({ id: 'Problem' })

const requirements = z
  .strictObject({
    scheme: z.literal('exact'),
    network: z.string().describe('CAIP-2'),
    amount: z.string().describe('atomic units'),
    asset: z.string().describe('token contract'),
    payTo: z.string(),
    maxTimeoutSeconds: z.int(),
    extra: z.strictObject({ name: z.string(), version: z.string() }).describe('EIP-712 domain'),
  })
  .meta({ id: 'PaymentRequirements' })

const resource = z.strictObject({
  url: z.string(),
  description: z.string(),
  mimeType: z.string(),
  serviceName: z.string(),
  tags: z.array(z.string()),
})

const paymentRequired = z
  .strictObject({
    x402Version: z.literal(2),
    error: z.string().describe('payment_required, or a code of rejected_payments in /v1/tools'),
    resource,
    accepts: z.array(requirements).length(1),
    extensions: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'PaymentRequired' })

const partState = z
  .strictObject({
    ok: z.boolean(),
    detail: z.string().nullable().describe('what to do if it is not ok'),
  })
  .meta({ id: 'PartState' })

const readiness = z
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

const liveness = z.strictObject({ status: z.literal('ok') }).meta({ id: 'Liveness' })

/**
 * The JSON bodies of requests and responses, under the names of the OpenAPI components. Routes refer to them by name
 * (`route.ts`) and need only their types at run time.
 */
export const bodies = {
  ToolRequest: toolRequest,
  ToolReport: reportOutline,
  PaymentRequired: paymentRequired,
  HTTPValidationError: validationErrorBody,
  Problem: problem,
  ToolCard: toolCardBody,
  Catalogue: catalogueBody,
  Readiness: readiness,
  Liveness: liveness,
}
