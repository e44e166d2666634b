import type { PaymentTerms } from '#payment/terms.ts'
import type { LogLevel } from '#runtime/log.ts'
import type { NamedKey } from '#runtime/signing-key.ts'
import type { ToolDefinition } from '#tools/tools.ts'
import type { Mode } from './schema.ts'
import type { Address, HostPort } from './values.ts'

type ToolName = ToolDefinition['tool']

export interface ToolSettings {
  readonly enabled: boolean
  /** Atomic units of the asset (6 decimals). */
  readonly priceAtomic: bigint
}

/** The checked configuration as the code reads it: whole, with defaults, immutable. Null: not set and without default. */
export interface Settings {
  readonly mode: Mode
  readonly listen: HostPort
  /** PEM files of the listener above. Null: HTTP. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null
  /** On loopback. */
  readonly adminListen: HostPort
  /** An origin without a trailing slash. Null: `http://` (`https://` with `tls`) and the address that is listened on, once it is known. */
  readonly baseUrl: string | null
  /** `mailto:` or `https:`. Null: nobody is named. */
  readonly contact: string | null
  readonly dataDir: string
  /** Other services may run on it too. */
  readonly shared: boolean
  /** Checksummed. Null: the paid routes answer `not_configured`. Never null in sandbox mode. */
  readonly payTo: Address | null
  /** Network and token of the payments. */
  readonly terms: PaymentTerms
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
    readonly unsettledPerPayer: number
    /** 0: a refused settlement has no consequence. */
    readonly refusedPayerPauseS: number
    readonly browserJobs: number
    readonly redirects: number
    readonly links: number
    readonly settleReserveMs: number
    readonly connectTimeoutMs: number
    readonly headersTimeoutMs: number
    readonly bodyBytes: number
    readonly decodedBodyBytes: number
  }
  readonly evidence: {
    readonly ttlHours: number
    /** MiB of all screenshots together. */
    readonly quotaMb: number
    /** MiB that the disk keeps beside them. */
    readonly minFreeMb: number
  }
  readonly browser: {
    readonly sandbox: boolean
    /** Whom Chrome runs as when we are root. */
    readonly user: string
    /** Whether Chrome is started in a network namespace; `auto`: where that works. */
    readonly networkNamespace: 'auto' | 'off' | 'required'
    readonly recycleJobs: number
    /** MiB of private memory of all its processes. */
    readonly recycleRssMb: number
  }
  readonly egress: {
    /** Asked when a target fails; empty: the canary is not configured. */
    readonly canaryHosts: readonly string[]
    readonly allowOwnAddresses: boolean
  }
  readonly facilitator: {
    readonly verifyTimeoutMs: number
    readonly settleTimeoutMs: number
    /** Signs a token for each request. Null: the facilitator is asked without one. */
    readonly key: NamedKey | null
  }
  readonly logLevel: LogLevel
  readonly vantage: { readonly label: string }
}
