/** The steps of an exchange, in order. */
export const phases = ['dns', 'connect', 'tls', 'send', 'headers', 'body'] as const

/** Closed list of the failures between us and a target, by the phase in which they appear. */
export const exchangeErrorCodes = [
  'dns_nxdomain',
  'dns_no_address',
  'dns_failed',
  'dns_not_public',
  'connect_refused',
  'connect_timeout',
  'connect_unreachable',
  'connect_reset',
  'tls_failed',
  'tls_timeout',
  'reset_before_response',
  'headers_timeout',
  'headers_too_large',
  'protocol_error',
  'body_incomplete',
  'body_timeout',
  'decode_error',
  'deadline',
] as const
export type ExchangeErrorCode = (typeof exchangeErrorCodes)[number]

/** Why an exchange with a target gave no response, or an incomplete one. Evidence reports it in this shape. */
export interface ExchangeError {
  readonly code: ExchangeErrorCode
  readonly phase: (typeof phases)[number]
  /** Code of the resolver, parser or system: `SERVFAIL`, `HPE_INVALID_CONSTANT`, `ECONNRESET`, `EOF`. */
  readonly raw: string | null
  /** TLS alert. In TLS 1.3 the server checks the client only after the handshake. */
  readonly alert: string | null
}
