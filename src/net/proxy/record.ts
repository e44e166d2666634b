import type { TcpSocket } from '#net/tcp/dial.ts'
import type { VettedAddress } from '#target/address.ts'
import type { Refusal, RefusalType } from '#target/refusal.ts'
import type { Target } from '#target/target.ts'

/** Why the proxy let a request not out: the safety policy, or a cap of the job. */
export type EgressBlock =
  | 'syntax'
  | 'scheme'
  | 'port'
  | 'userinfo'
  | 'not_public'
  | 'resolves_not_public'
  | 'requests'
  | 'transfer_bytes'
  | 'connections'
  | 'deadline'
  /** No job is open behind this proxy. */
  | 'closed'

/** What came of the way to a target: structurally what `gather/job-network.ts` hands out. */
export type EgressReached =
  | {
      readonly status: 'reached'
      readonly socket: TcpSocket
      readonly address: VettedAddress
      readonly dnsMs: number
      readonly connectMs: number
    }
  | {
      readonly status: 'unreached'
      readonly error: EgressError
      readonly refusal: Refusal | null
      readonly dnsMs: number
      readonly connectMs: number | null
    }

/** Structurally an ExchangeError of evidence/http.ts. */
export interface EgressError {
  readonly code: string
  readonly phase: string
  readonly raw: string | null
  readonly alert: string | null
}

/** One request of the browser, and what the proxy made of it. Filled in as it goes on. */
export interface EgressRecord {
  /** Since the proxy was opened. */
  readonly atMs: number
  readonly kind: 'tunnel' | 'request'
  readonly method: string
  /** `host:port` of a tunnel; the URL of a plain request. As Chrome wrote it, at most 2048 characters. */
  readonly asked: string
  /** Null when the text is no URL that may be asked. */
  readonly target: Target | null
  /** `blocked` with an address: let out, and cut by a cap on its way. */
  readonly decision: 'pending' | 'allowed' | 'blocked' | 'failed'
  readonly block: EgressBlock | null
  /** The policy's own words for a block that is its. */
  readonly refusal: Refusal | null
  /** Of a decision `failed`: names, connection, or the exchange of a plain request. */
  readonly error: EgressError | null
  readonly address: VettedAddress | null
  readonly dnsMs: number | null
  readonly connectMs: number | null
  /** Bytes towards the target (of a plain request its content only), and all that came from it. */
  readonly bytesUp: number
  readonly bytesDown: number
}

export const blockOf: Readonly<Record<RefusalType, EgressBlock>> = {
  url_syntax: 'syntax',
  url_scheme: 'scheme',
  url_port: 'port',
  url_userinfo: 'userinfo',
  url_host_not_public: 'not_public',
  url_resolves_not_public: 'resolves_not_public',
}

export type EgressDraft = { -readonly [Key in keyof EgressRecord]: EgressRecord[Key] }
