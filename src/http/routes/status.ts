import { createRoute } from '@hono/zod-openapi'
import { documentPaths } from '#discovery/service-facts.ts'
import { bodyRef } from './route.ts'
import { partRef } from './shared-parts.ts'

export const healthRoute = createRoute({
  method: 'get',
  path: documentPaths.health,
  operationId: 'getHealth',
  summary: 'Liveness',
  description: 'Returns 200 while the process runs.',
  tags: ['status'],
  security: [],
  responses: {
    200: {
      description: 'The process responds',
      content: { 'application/json': { schema: bodyRef('Liveness') } },
    },
    405: partRef('responses', 'MethodNotAllowed'),
    431: partRef('responses', 'FieldsTooLarge'),
  },
})

export const readyRoute = createRoute({
  method: 'get',
  path: documentPaths.ready,
  operationId: 'getReadiness',
  summary: 'Readiness of every part and tool',
  description: 'Lists which tools can be bought now, and what is missing for the others.',
  tags: ['status'],
  security: [],
  responses: {
    200: {
      description: 'At least one tool is for sale',
      content: { 'application/json': { schema: bodyRef('Readiness') } },
    },
    405: partRef('responses', 'MethodNotAllowed'),
    431: partRef('responses', 'FieldsTooLarge'),
    503: {
      description: 'Nothing is for sale; `parts` has the reasons',
      content: { 'application/json': { schema: bodyRef('Readiness') } },
    },
  },
})

/** `/status` shows browsers the same data as a page. */
export const statusRoute = createRoute({
  method: 'get',
  path: documentPaths.statusJson,
  operationId: 'getStatus',
  summary: 'State now and in the last 24 hours',
  description: 'What can be bought now, every part, and how often each worked, by half hours.',
  tags: ['status'],
  security: [],
  responses: {
    200: {
      description: 'The state, also while nothing is for sale',
      content: { 'application/json': { schema: { type: 'object' } } },
    },
    405: partRef('responses', 'MethodNotAllowed'),
    431: partRef('responses', 'FieldsTooLarge'),
  },
})
