import type { LogLevel } from '../runtime/log.ts'
import type { Mode } from './schema.ts'
import type { Address, HostPort } from './values.ts'

export type ToolName = 'probe_url' | 'render_page' | 'verify_page'

export interface ToolSettings {
  readonly enabled: boolean
  /** Atomic units of the asset (6 decimals). */
  readonly priceAtomic: bigint
}

/** The checked configuration as the code reads it: whole, with defaults, immutable. Null: not set and without default. */
export interface Settings {
  readonly mode: Mode
  readonly listen: HostPort
  /** On loopback. */
  readonly adminListen: HostPort
  /** An origin without a trailing slash. Null: `http://` and the address that is listened on, once it is known. */
  readonly baseUrl: string | null
  readonly dataDir: string
  /** Checksummed. Null: the paid routes answer `not_configured`. Never null in sandbox mode. */
  readonly payTo: Address | null
  /** CAIP-2. */
  readonly network: Network
  readonly asset: AssetSettings
  /** Null in sandbox mode (embedded), and where it is not set (`not_configured`). No trailing slash. */
  readonly facilitatorUrl: string | null
  readonly rpcUrl: string | null
  readonly chromePath: string | null
  /** `address` or `address:port`; empty: the system's own. */
  readonly dnsServers: readonly string[]
  readonly tools: Readonly<Record<ToolName, ToolSettings>>
  readonly limits: {
    readonly deadlineMs: number
    readonly admittedJobs: number
    readonly browserJobs: number
    readonly redirects: number
    readonly links: number
    readonly settleReserveMs: number
    readonly connectTimeoutMs: number
    readonly headersTimeoutMs: number
    readonly bodyBytes: number
    readonly decodedBodyBytes: number
  }
  readonly evidence: { readonly ttlHours: number }
  readonly egress: {
    /** Asked when a target fails; empty: the canary is not configured. */
    readonly canaryHosts: readonly string[]
    readonly allowOwnAddresses: boolean
  }
  readonly facilitator: { readonly verifyTimeoutMs: number; readonly settleTimeoutMs: number }
  readonly logLevel: LogLevel
  readonly vantage: { readonly label: string }
}

export type Network = 'eip155:8453' | 'eip155:84532'

/** The token, with the name and version of its EIP-712 domain. */
export interface AssetSettings {
  readonly address: Address
  readonly name: string
  readonly version: string
}
