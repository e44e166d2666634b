import { OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import { documentPaths, type ServiceFacts, type SoldTool } from '../discovery/service-facts.ts'
import type { Tool } from '../evidence/scalar.ts'
import { unavailableCodes } from '../job/outcome.ts'
import { toolReport } from '../report/contract.ts'
import { report } from '../report/schema.ts'
import { toolRequest, validationErrorBody } from '../tools/tool-request.ts'

const problem = z
  .object({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(unavailableCodes),
    retryable: z.boolean(),
    retry_after_s: z.int().nullable(),
    payment: z.object({ state: z.enum(['not_taken', 'not_settled', 'unknown']) }),
  })
  .meta({ id: 'Problem' })

const plainProblem = problem.extend({ code: z.string() }).meta({ id: 'PlainProblem' })

const paymentRequired = z
  .object({
    x402Version: z.literal(2),
    error: z.string().optional(),
    resource: z.object({ url: z.string() }).loose(),
    accepts: z.array(
      z
        .object({
          scheme: z.string(),
          network: z.string(),
          asset: z.string(),
          amount: z.string(),
          payTo: z.string(),
          maxTimeoutSeconds: z.int(),
          extra: z.record(z.string(), z.unknown()),
        })
        .strict(),
    ),
    extensions: z.record(z.string(), z.unknown()).optional(),
  })
  .meta({ id: 'PaymentRequired' })

/** More properties may come with any version: a client that refuses unknown ones would break (spec 2.2). */
const reportSchemas: Readonly<Record<Tool, z.ZodType>> = {
  probe_url: z.looseObject(report.shape).meta({ id: 'ProbeReport' }),
  render_page: toolReport,
  verify_page: toolReport,
}

const base64Header = (description: string) => ({ description, schema: { type: 'string' as const } })

/** `GET /openapi.json`: OpenAPI 3.1, from the same schemas that check requests and shape reports. */
export function openApiDocument(app: OpenAPIHono, facts: ServiceFacts): object {
  app.openAPIRegistry.registerComponent('securitySchemes', 'x402', {
    type: 'apiKey',
    in: 'header',
    name: 'PAYMENT-SIGNATURE',
    description:
      'A buyer-signed x402 V2 USDC payment authorization (base64 JSON), made for one quote. Not a static key.',
  })
  for (const sold of facts.tools) registerTool(app, sold)
  for (const [path, summary] of freeOperations) {
    app.openAPIRegistry.registerPath({
      method: 'get',
      path,
      summary,
      security: [],
      responses: { 200: { description: summary } },
    })
  }
  registerEvidence(app, facts)
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: facts.service,
      version: facts.version,
      description:
        'Checks a public URL for whoever pays per call. Each report carries evidence, findings and one verdict: PASS, ISSUE or REVIEW.',
      'x-guidance':
        'POST {"url"} to a tool, pay the 402 quote with any x402 V2 client, read result_status. After a 503 with payment.state unknown do not sign again.',
    },
    servers: [{ url: facts.baseUrl }],
  })
}

/** The same without a service around it. */
export function standaloneOpenApi(facts: ServiceFacts): object {
  return openApiDocument(new OpenAPIHono(), facts)
}

const freeOperations: readonly (readonly [string, string])[] = [
  [documentPaths.health, 'Liveness'],
  [documentPaths.ready, 'Readiness of every part and tool'],
  [documentPaths.tools, 'Catalogue with live prices'],
  [documentPaths.openapi, 'This document'],
  [documentPaths.x402, 'x402 resource manifest'],
  [documentPaths.apiCatalog, 'API catalogue (RFC 9727)'],
  [documentPaths.llms, 'Summary for agents'],
  [documentPaths.docs, 'Documentation'],
]

function registerTool(app: OpenAPIHono, sold: SoldTool): void {
  const { definition } = sold
  app.openAPIRegistry.registerPath({
    method: 'post',
    path: definition.endpoint,
    operationId: definition.operationId,
    summary: definition.summary,
    description: definition.description,
    tags: ['tools'],
    security: [{ x402: [] }],
    'x-payment-info': {
      price: { mode: 'fixed', currency: 'USD', amount: sold.priceUsd },
      protocols: [{ x402: {} }],
    },
    request: {
      body: { required: true, content: { 'application/json': { schema: toolRequest } } },
    },
    responses: {
      200: {
        description: 'The report of a completed and settled job',
        headers: { 'PAYMENT-RESPONSE': base64Header('Settlement receipt, base64 JSON') },
        content: { 'application/json': { schema: reportSchemas[sold.tool] } },
      },
      402: {
        description: 'A quote, or a payment that was rejected; `error` says why',
        headers: { 'PAYMENT-REQUIRED': base64Header('The quote, base64 JSON') },
        content: { 'application/json': { schema: paymentRequired } },
      },
      422: {
        description: 'The body or the URL is not acceptable',
        content: { 'application/json': { schema: validationErrorBody } },
      },
      503: {
        description: 'Not available; before a job no payment is taken',
        headers: { 'Retry-After': { schema: { type: 'integer' } } },
        content: { 'application/problem+json': { schema: problem } },
      },
    },
  })
}

function registerEvidence(app: OpenAPIHono, { limits }: ServiceFacts): void {
  app.openAPIRegistry.registerPath({
    method: 'get',
    path: '/evidence/{screenshot_evidence_id}',
    operationId: 'getEvidence',
    summary: 'The screenshot of a report',
    description: `Whoever has the id can fetch it, for ${limits.evidenceTtlHours} hours at most: keep it confidential. HEAD answers the same without the picture.`,
    tags: ['evidence'],
    security: [],
    request: {
      params: z.object({
        screenshot_evidence_id: z
          .string()
          .regex(/^[A-Za-z0-9_-]{43}$/)
          .describe('As the report names it: 256 random bits'),
      }),
    },
    responses: {
      200: {
        description: 'The screenshot',
        headers: { 'Cache-Control': { schema: { type: 'string', const: 'private, no-store' } } },
        content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
      },
      404: {
        description: 'No such evidence: unknown, malformed and expired ids are answered alike',
        content: { 'application/problem+json': { schema: plainProblem } },
      },
    },
  })
}
