import { createRoute } from '@hono/zod-openapi'
import {
  examplePath,
  exampleVerdicts,
  problemNames,
  quoteExamples,
  refusalNames,
} from '#discovery/example-paths.ts'
import type { ToolDefinition } from '#tools/tools.ts'
import { bodyRef } from './route.ts'
import { partRef } from './shared-parts.ts'

/**
 * The route of one paid tool. Catalogues read `security: []` with `x-payment-info` as paid; with the security scheme they would
 * read it as paid and behind an API key. `openapi.ts` adds the live price.
 */
export const paidToolRoute = ({ tool, endpoint, operationId, ...about }: ToolDefinition) =>
  createRoute({
    method: 'post',
    path: endpoint,
    operationId,
    summary: about.summary,
    description: about.description,
    tags: ['tools'],
    security: [],
    parameters: [partRef('parameters', 'Prefer')],
    request: {
      body: {
        required: true,
        content: {
          'application/json': { schema: bodyRef('ToolRequest') },
        },
      },
    },
    responses: {
      200: {
        description: 'Report of a settled job',
        headers: { 'PAYMENT-RESPONSE': partRef('headers', 'PaymentResponse') },
        content: {
          'application/json': {
            schema: bodyRef('ToolReport'),
            'x-examples': linked(exampleVerdicts, (verdict) => `${tool}-${verdict}`),
          },
        },
      },
      402: {
        description: 'Quote, or rejected payment: extensions.payment-error names the action',
        headers: {
          'PAYMENT-REQUIRED': partRef('headers', 'PaymentRequired'),
          'PAYMENT-RESPONSE': partRef('headers', 'PaymentResponse'),
        },
        content: {
          'application/json': {
            schema: bodyRef('PaymentRequired'),
            'x-examples': linked(quoteNames, (name) => `402-${name}`),
          },
        },
      },
      405: {
        description: 'Any method but POST',
        headers: { Link: partRef('headers', 'Link') },
        content: { 'application/json': { schema: bodyRef('ToolCard') } },
      },
      409: {
        description: 'The payment identifier was used with another payment or body',
        content: { 'application/json': { schema: bodyRef('Problem') } },
      },
      422: {
        description: 'Body or URL not acceptable; free of charge',
        headers: { Link: partRef('headers', 'Link') },
        content: {
          'application/json': {
            schema: bodyRef('HTTPValidationError'),
            'x-examples': linked(refusalNames, (name) => `422-${name}`),
          },
        },
      },
      431: partRef('responses', 'FieldsTooLarge'),
      503: {
        description: 'Not available now',
        headers: {
          'Retry-After': partRef('headers', 'RetryAfter'),
          'PAYMENT-RESPONSE': partRef('headers', 'PaymentResponse'),
        },
        content: {
          'application/json': {
            schema: bodyRef('Problem'),
            'x-examples': linked(problemNames, (name) => `503-${name}`),
          },
        },
      },
    },
  })

/**
 * The addresses of examples: inline they would make up most of the document, and client generators fail on `externalValue`
 * when they read the document from a file.
 */
function linked<Name extends string>(names: readonly Name[], fileOf: (name: Name) => string) {
  return Object.fromEntries(names.map((name) => [name, examplePath(fileOf(name))]))
}

const quoteNames = quoteExamples.map(({ name }) => name)
