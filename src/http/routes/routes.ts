import { OpenAPIHono } from '@hono/zod-openapi'
import type { Env } from 'hono'
import { type Tool, tools } from '#tools/tool.ts'
import { toolDefinitions } from '#tools/tools.ts'
import { documentRoutes, unlistedPaths } from './documents.ts'
import { evidenceRoute, reportJsonRoute, reportRoute } from './evidence.ts'
import { paidToolRoute } from './paid-tool.ts'
import { healthRoute, readyRoute, statusRoute } from './status.ts'

export const paidRoutes: Readonly<Record<Tool, ReturnType<typeof paidToolRoute>>> = {
  probe_url: paidToolRoute(toolDefinitions.probe_url),
  render_page: paidToolRoute(toolDefinitions.render_page),
  verify_page: paidToolRoute(toolDefinitions.verify_page),
}

/** Every path with a document (`discovery/documents.ts`). */
export const freeDocumentPaths: readonly string[] = [
  ...Object.values(documentRoutes).map(({ path }) => path),
  ...unlistedPaths,
]

/** An app that documents every route, and serves none yet. */
export function createDocumentedApp<E extends Env>(): OpenAPIHono<E> {
  const app = new OpenAPIHono<E>()
  const routes = [
    ...tools.map((tool) => paidRoutes[tool]),
    healthRoute,
    readyRoute,
    statusRoute,
    ...Object.values(documentRoutes),
    evidenceRoute,
    reportRoute,
    reportJsonRoute,
  ]
  for (const route of routes) app.openAPIRegistry.registerPath(route)
  return app
}
