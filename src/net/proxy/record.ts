import type { VettedAddress } from '#target/address.ts'
import type { ExchangeError } from '#target/exchange-error.ts'
import type { Refusal, RefusalType } from '#target/refusal.ts'
import type { Target } from '#target/target.ts'

/** Why the proxy blocked a request: the safety policy, or a cap of the job. */
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
  /** No job is running on this proxy. */
  | 'closed'

/** One request of the browser and its outcome. Filled in as the request proceeds. */
export interface EgressRecord {
  /** Milliseconds since the proxy was opened for the job. */
  readonly atMs: number
  readonly kind: 'tunnel' | 'request'
  readonly method: string
  /** `host:port` of a tunnel; the URL of a plain request. As Chrome wrote it, at most 2048 characters. */
  readonly requested: string
  /** Null when the text is not an allowed URL. */
  readonly target: Target | null
  /** `blocked` with an address: allowed at first, then ended by a cap. */
  readonly decision: 'pending' | 'allowed' | 'blocked' | 'failed'
  readonly block: EgressBlock | null
  /** The policy's refusal, when the policy blocked the request. */
  readonly refusal: Refusal | null
  /**
   * Set when `decision` is `failed`: an error of name resolution, of the connection, or of the exchange of a plain
   * request.
   */
  readonly error: ExchangeError | null
  readonly address: VettedAddress | null
  readonly dnsMs: number | null
  readonly connectMs: number | null
  /** Bytes to the target (for a plain request only its content), and all bytes from it. */
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

/** A record that is still being filled in. */
export type EgressDraft = { -readonly [Key in keyof EgressRecord]: EgressRecord[Key] }

/** The record of a request that has just arrived; the URL is cut to 2,048 characters. */
export function newRecord(
  request: Pick<EgressRecord, 'kind' | 'method' | 'requested' | 'atMs'>,
): EgressDraft {
  return {
    ...request,
    requested: request.requested.slice(0, 2048),
    target: null,
    decision: 'pending',
    block: null,
    refusal: null,
    error: null,
    address: null,
    dnsMs: null,
    connectMs: null,
    bytesUp: 0,
    bytesDown: 0,
  }
}
