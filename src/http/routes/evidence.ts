import { createRoute } from '@hono/zod-openapi'
import { evidencePathTemplate, reportPathTemplate } from '#discovery/service-facts.ts'
import { bodyRef } from './route.ts'
import { partRef } from './shared-parts.ts'

export const evidenceRoute = createRoute({
  method: 'get',
  path: evidencePathTemplate,
  operationId: 'getEvidence',
  summary: 'The screenshot of a report',
  description:
    'The id is a bearer capability: keep it confidential. It is valid until expires_at of the report, at most 24 hours. HEAD is supported.',
  tags: ['evidence'],
  security: [],
  parameters: [
    {
      name: 'screenshot_evidence_id',
      in: 'path',
      required: true,
      description: 'As the report names it: 256 random bits',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
    },
  ],
  responses: {
    200: {
      description: 'The screenshot',
      headers: { 'Cache-Control': { schema: { type: 'string', const: 'private, no-store' } } },
      content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
    },
    404: {
      description: 'Unknown, malformed and expired ids get the same response',
      content: { 'application/problem+json': { schema: bodyRef('Problem') } },
    },
    405: partRef('responses', 'MethodNotAllowed'),
    431: partRef('responses', 'FieldsTooLarge'),
    503: {
      description: 'Too many downloads of evidence, or of this one, are under way',
      headers: { 'Retry-After': partRef('headers', 'RetryAfter') },
      content: { 'application/problem+json': { schema: bodyRef('Problem') } },
    },
  },
})

const reportParameters = [
  {
    name: 'report_id',
    in: 'path' as const,
    required: true,
    description: 'As report_url names it: 256 random bits',
    schema: { type: 'string' as const, pattern: '^[A-Za-z0-9_-]{43}$' },
  },
]
const { 404: missing, 405: wrongMethod, 431: tooLarge, 503: busy } = evidenceRoute.responses

/** The page at `report_url`. */
export const reportRoute = createRoute({
  method: 'get',
  path: reportPathTemplate,
  operationId: 'getReportPage',
  summary: 'A report as a page for people',
  description:
    'report_url of a report. The id is a bearer capability: keep it confidential. It is valid at most 24 hours. HEAD is supported.',
  tags: ['evidence'],
  security: [],
  parameters: reportParameters,
  responses: {
    200: {
      description: 'The page',
      headers: { 'Cache-Control': { schema: { type: 'string', const: 'private, no-store' } } },
      content: { 'text/html': { schema: { type: 'string' } } },
    },
    404: missing,
    405: wrongMethod,
    431: tooLarge,
    503: busy,
  },
})

export const reportJsonRoute = createRoute({
  ...reportRoute,
  path: `${reportPathTemplate}.json`,
  operationId: 'getReport',
  summary: 'The report of such a page, as it was sold',
  responses: {
    ...reportRoute.responses,
    200: {
      description: 'The report, byte for byte as in the whole form of the 200',
      headers: { 'Cache-Control': { schema: { type: 'string', const: 'private, no-store' } } },
      content: { 'application/json': { schema: bodyRef('ToolReport') } },
    },
  },
})
