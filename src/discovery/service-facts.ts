import type { PaymentRequired } from '#payment/x402/x402.ts'
import type { Tool } from '#tools/tool.ts'
import type { ToolDefinition } from '#tools/tools.ts'

/** The facts that all documents of the service share. */
export interface ServiceFacts {
  readonly service: string
  readonly version: string
  readonly mode: string
  /** Origin without a trailing slash. */
  readonly baseUrl: string
  /** `mailto:` or `https:`; null if the operator has set none. */
  readonly contact: string | null
  /** RFC 3339: when prices, pauses or settings changed last. */
  readonly updatedAt: string
  readonly payment: {
    readonly network: string
    /** Null until the operator has set a receiving address. */
    readonly payTo: string | null
    readonly asset: string
    readonly symbol: string
    readonly decimals: number
    readonly facilitator: string
    /** False while the facilitator gives no usable response, and nothing is quoted. */
    readonly isFacilitatorAvailable: boolean
    /** True in sandbox mode: there is no real transaction. */
    readonly isSimulated: boolean
    /** Whether offers and receipts are signed. */
    readonly isSigned: boolean
  }
  readonly tools: readonly SoldTool[]
  /** Absolute URL of the tools over MCP; null when MCP is switched off. */
  readonly mcpUrl: string | null
  readonly limits: {
    readonly redirects: number
    readonly admittedJobs: number
    readonly browserJobs: number
    readonly links: number
    readonly deadlineMs: number
    readonly evidenceTtlHours: number
    /** How long host, verdict and finding codes of a call are kept. */
    readonly callDetailsDays: number
    /** How long the report of a payment without an identifier is kept for a lost response. */
    readonly unnamedReportRetentionMs: number
  }
}

/** A tool with its current price and state. */
export interface SoldTool {
  readonly tool: Tool
  readonly definition: ToolDefinition
  readonly isEnabled: boolean
  /** Paused by the operator: calls get 503 `route_paused`. */
  readonly isPaused: boolean
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
  status: '/status',
  statusJson: '/status.json',
  tools: '/v1/tools',
  openapi: '/openapi.json',
  x402: '/.well-known/x402',
  x402Json: '/.well-known/x402.json',
  apiCatalog: '/.well-known/api-catalog',
  jwks: '/.well-known/jwks.json',
  did: '/.well-known/did.json',
  llms: '/llms.txt',
  llmsFull: '/llms-full.txt',
  docs: '/docs',
  security: '/.well-known/security.txt',
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
  preview: '/preview.jpg',
  icon: '/favicon.svg',
  iconIco: '/favicon.ico',
} as const

/** Path of MCP over Streamable HTTP. */
export const mcpPath = '/mcp'

/** The path of a screenshot, as OpenAPI writes it. */
export const evidencePathTemplate = '/evidence/{screenshot_evidence_id}'

/** The path of one screenshot. */
export function evidencePathOf(id: string): string {
  return `/evidence/${id}`
}

/** The path of the page of a report, as OpenAPI writes it. With `.json` after the id it is the report itself. */
export const reportPathTemplate = '/reports/{report_id}'

/** The path of the page of one report. */
export function reportPathOf(id: string): string {
  return `/reports/${id}`
}

/** Path of the JSON Schema of the report of a tool. It is also the id of the schema, and does not change. */
export function schemaPath(tool: Tool): string {
  return `/v1/schemas/${tool}.json`
}

/** One finding code as the documents explain it. */
export interface CodeRow {
  readonly code: string
  readonly layer: string
  readonly severity: string
  readonly effect: string
  readonly remediation: string
  /** When it is reported, with thresholds. */
  readonly when: string
  /** A standard, or a sentence that says why. */
  readonly source: string
  /** URL of the standard; null if the source is a sentence. */
  readonly sourceUrl: string | null
}
