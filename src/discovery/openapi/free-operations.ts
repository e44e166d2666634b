import { evidencePath, freeDocuments, type ServiceFacts } from '#discovery/service-facts.ts'
import { headerRefs, schemaRef } from './components.ts'

const tooLongFields = {
  431: { description: 'More than 64 KiB of header fields: answered before anything is read' },
}

/** Every GET that costs nothing, by path. */
export function freeOperations(facts: ServiceFacts) {
  return {
    '/health': { get: liveness },
    '/ready': { get: readyOperation },
    ...Object.fromEntries(
      freeDocuments.map(({ path, operationId, summary, type, schema }) => [
        path,
        {
          get: {
            operationId,
            summary,
            tags: ['discovery'],
            security: [],
            responses: {
              200: {
                description: summary,
                headers: headerRefs({ ETag: 'ETag' }),
                content: {
                  [type]: { schema: schema === null ? textSchema(type) : schemaRef(schema) },
                },
              },
              304: { description: 'The ETag in If-None-Match still holds' },
              ...tooLongFields,
            },
          },
        },
      ]),
    ),
    [evidencePath]: { get: evidenceOperation(facts) },
  }
}

function textSchema(type: string) {
  return { type: type.includes('json') ? 'object' : 'string' }
}

const liveness = {
  operationId: 'getHealth',
  summary: 'Liveness',
  tags: ['status'],
  security: [],
  responses: {
    200: {
      description: 'The process answers',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { status: { type: 'string', const: 'ok' } },
            required: ['status'],
          },
        },
      },
    },
    ...tooLongFields,
  },
}

const readyBody = { 'application/json': { schema: schemaRef('Readiness') } }

const readyOperation = {
  operationId: 'getReadiness',
  summary: 'Readiness of every part and tool',
  tags: ['status'],
  security: [],
  responses: {
    200: { description: 'Something can be sold', content: readyBody },
    503: { description: 'Nothing can be sold; `parts` says why', content: readyBody },
    ...tooLongFields,
  },
}

function evidenceOperation({ limits }: ServiceFacts) {
  return {
    operationId: 'getEvidence',
    summary: 'The screenshot of a report',
    description: `Whoever has the id can fetch it, for ${limits.evidenceTtlHours} hours at most: keep it confidential. HEAD answers the same without the picture.`,
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
        description: 'No such evidence: unknown, malformed and expired ids are answered alike',
        content: { 'application/problem+json': { schema: schemaRef('PlainProblem') } },
      },
      503: {
        description:
          'Too many downloads of evidence, or of this one, are under way: see Retry-After',
        content: { 'application/problem+json': { schema: schemaRef('PlainProblem') } },
      },
    },
  }
}
