import type { Tool } from '../evidence/scalar.ts'
import type { PaymentRequired } from '../payment/x402.ts'
import type { ToolDefinition } from '../tools/tools.ts'

/** What every document of the service says the same way. */
export interface ServiceFacts {
  readonly service: string
  readonly version: string
  readonly mode: string
  /** Origin without a trailing slash. */
  readonly baseUrl: string
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
  health: '/health',
  ready: '/ready',
  tools: '/v1/tools',
  openapi: '/openapi.json',
  x402: '/.well-known/x402',
  x402Json: '/.well-known/x402.json',
  apiCatalog: '/.well-known/api-catalog',
  llms: '/llms.txt',
  docs: '/docs',
} as const
