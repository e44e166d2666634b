import { createRoute } from '@hono/zod-openapi'
import { examplePaths, samplePagePath, sampleScreenshotPath } from '#discovery/example-paths.ts'
import { documentPaths, schemaPath } from '#discovery/service-facts.ts'
import type { Tool } from '#tools/tool.ts'
import { bodyRef } from './route.ts'
import { partRef } from './shared-parts.ts'

interface About<Schema extends object> {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly description: string
  /** Media type without parameters. */
  readonly type: string
  readonly schema: Schema
}

const documentRoute = <Schema extends object>({ type, schema, ...about }: About<Schema>) =>
  createRoute({
    method: 'get',
    ...about,
    tags: ['discovery'],
    security: [],
    responses: {
      200: {
        description: about.summary,
        headers: { ETag: partRef('headers', 'ETag') },
        content: { [type]: { schema } },
      },
      304: partRef('responses', 'NotModified'),
      405: partRef('responses', 'MethodNotAllowed'),
      431: partRef('responses', 'FieldsTooLarge'),
    },
  })

const text = { type: 'string' } as const
const json = { type: 'object' } as const

const schemaRoute = (tool: Tool) =>
  documentRoute({
    path: schemaPath(tool),
    operationId: `get_${tool}_schema`.replace(/_./g, (part) => part.slice(1).toUpperCase()),
    summary: `JSON Schema of the ${tool} report`,
    description: 'Every field of the whole report.',
    type: 'application/schema+json',
    schema: json,
  })

/** The free documents that the OpenAPI document lists. */
export const documentRoutes = {
  tools: documentRoute({
    path: documentPaths.tools,
    operationId: 'listTools',
    summary: 'Catalogue with live prices',
    description: 'Prices, payment terms, schemas, limits and codes for programs.',
    type: 'application/json',
    schema: bodyRef('Catalogue'),
  }),
  openapi: documentRoute({
    path: documentPaths.openapi,
    operationId: 'getOpenApi',
    summary: 'This API as OpenAPI',
    description: 'OpenAPI 3.1 with live prices.',
    type: 'application/json',
    schema: json,
  }),
  x402: documentRoute({
    path: documentPaths.x402,
    operationId: 'getX402Manifest',
    summary: 'x402 resource manifest',
    description: 'Every paid resource with its payment requirements.',
    type: 'application/json',
    schema: json,
  }),
  apiCatalog: documentRoute({
    path: documentPaths.apiCatalog,
    operationId: 'getApiCatalog',
    summary: 'Links to all documents (RFC 9727)',
    description: 'An `api-catalog`: the catalogue of tools, and the documents of the service.',
    type: 'application/linkset+json',
    schema: json,
  }),
  jwks: documentRoute({
    path: documentPaths.jwks,
    operationId: 'getSigningKeys',
    summary: 'Keys that sign reports (RFC 7517)',
    description: 'Verify `proof` of a report with them; a retired key stays for 90 days.',
    type: 'application/jwk-set+json',
    schema: json,
  }),
  llms: documentRoute({
    path: documentPaths.llms,
    operationId: 'getLlmsText',
    summary: 'Summary for agents',
    description: 'How to call, pay and read errors, in Markdown.',
    type: 'text/plain',
    schema: text,
  }),
  llmsFull: documentRoute({
    path: documentPaths.llmsFull,
    operationId: 'getLlmsFullText',
    summary: 'Everything for agents',
    description: 'llms.txt with every finding code and a whole report.',
    type: 'text/plain',
    schema: text,
  }),
  docs: documentRoute({
    path: documentPaths.docs,
    operationId: 'getDocs',
    summary: 'Documentation',
    description: 'The pages for people.',
    type: 'text/html',
    schema: text,
  }),
  probeSchema: schemaRoute('probe_url'),
  renderSchema: schemaRoute('render_page'),
  verifySchema: schemaRoute('verify_page'),
}

/** Paths that the OpenAPI document leaves out: of no use to programs (pages, icons, aliases), or examples that it links. */
export const unlistedPaths: readonly string[] = [
  documentPaths.home,
  documentPaths.x402Json,
  documentPaths.did,
  documentPaths.security,
  documentPaths.robots,
  documentPaths.sitemap,
  documentPaths.preview,
  documentPaths.icon,
  documentPaths.iconIco,
  samplePagePath,
  sampleScreenshotPath,
  ...examplePaths,
]
