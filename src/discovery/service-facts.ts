import type { PaymentRequired } from '#payment/x402/x402.ts'
import { type Tool, tools } from '#tools/tool.ts'
import type { ToolDefinition } from '#tools/tools.ts'

/** What every document of the service says the same way. */
export interface ServiceFacts {
  readonly service: string
  readonly version: string
  readonly mode: string
  /** Origin without a trailing slash. */
  readonly baseUrl: string
  /** `mailto:` or `https:`; null where the operator names nobody. */
  readonly contact: string | null
  /** RFC 3339: since when prices, pauses and settings are what these facts say. */
  readonly updatedAt: string
  readonly payment: {
    readonly network: string
    /** Null until the operator has set a receiving address. */
    readonly payTo: string | null
    readonly asset: string
    readonly symbol: string
    readonly decimals: number
    readonly facilitator: string
    /** True in sandbox mode: receipts name no real transaction. */
    readonly simulated: boolean
  }
  readonly tools: readonly SoldTool[]
  readonly limits: {
    readonly redirects: number
    readonly admittedJobs: number
    readonly browserJobs: number
    readonly links: number
    readonly deadlineMs: number
    readonly evidenceTtlHours: number
  }
}

export interface SoldTool {
  readonly tool: Tool
  readonly definition: ToolDefinition
  readonly enabled: boolean
  /** By its operator, for a while: calls get 503 `route_paused`. */
  readonly paused: boolean
  /** Decimal dollars. */
  readonly priceUsd: string
  /** Atomic units, decimal. */
  readonly priceAtomic: string
  /** The quote of this tool; null while nothing can be sold. */
  readonly offer: PaymentRequired | null
}

/** Paths of the free documents, below the base URL. */
export const documentPaths = {
  home: '/',
  health: '/health',
  ready: '/ready',
  tools: '/v1/tools',
  openapi: '/openapi.json',
  x402: '/.well-known/x402',
  x402Json: '/.well-known/x402.json',
  apiCatalog: '/.well-known/api-catalog',
  llms: '/llms.txt',
  llmsFull: '/llms-full.txt',
  docs: '/docs',
  security: '/.well-known/security.txt',
  robots: '/robots.txt',
  icon: '/favicon.svg',
  iconIco: '/favicon.ico',
} as const

/** Where a picture is fetched, as OpenAPI writes it. */
export const evidencePath = '/evidence/{screenshot_evidence_id}'

/** JSON Schema of the report of a tool: the path is its id, and stays. */
export function schemaPath(tool: Tool): string {
  return `/v1/schemas/${tool}.json`
}

/** The verdicts of which there is an example, for each tool. */
export const exampleVerdicts = ['pass', 'issue', 'review'] as const

/** A whole report as an example. */
export function examplePath(name: string): string {
  return `/v1/examples/${name}.json`
}

/** A report as people see it. */
export const samplePagePath = '/v1/examples/verify_page-issue.html'

const { health, ready, ...written } = documentPaths

/** Every path with a document (`documents.ts`), which need not be loaded to know it. */
export const writtenPaths: readonly string[] = [
  ...Object.values(written),
  ...tools.map(schemaPath),
  ...tools.flatMap((tool) => exampleVerdicts.map((verdict) => examplePath(`${tool}-${verdict}`))),
  samplePagePath,
]

interface FreeDocument {
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly type: string
  /** Component of the OpenAPI document; null where the type says all. */
  readonly schema: string | null
}

/** The documents as OpenAPI lists them. */
export const freeDocuments: readonly FreeDocument[] = [
  free(
    documentPaths.tools,
    'listTools',
    'Catalogue with live prices',
    'application/json',
    'Catalogue',
  ),
  free(documentPaths.openapi, 'getOpenApi', 'This document', 'application/json'),
  ...tools.map((tool) =>
    free(
      schemaPath(tool),
      `get_${tool}_schema`.replace(/_./g, (text) => text.slice(1).toUpperCase()),
      `JSON Schema of the ${tool} report`,
      'application/schema+json',
    ),
  ),
  free(documentPaths.x402, 'getX402Manifest', 'x402 resource manifest', 'application/json'),
  free(
    documentPaths.apiCatalog,
    'getApiCatalog',
    'API catalogue (RFC 9727)',
    'application/linkset+json',
  ),
  free(documentPaths.llms, 'getLlmsText', 'Summary for agents', 'text/plain'),
  free(
    documentPaths.llmsFull,
    'getLlmsFullText',
    'All of it for agents, with every finding code',
    'text/plain',
  ),
  free(documentPaths.docs, 'getDocs', 'Documentation', 'text/html'),
]

function free(
  path: string,
  operationId: string,
  summary: string,
  type: string,
  schema: string | null = null,
): FreeDocument {
  return { path, operationId, summary, type, schema }
}
