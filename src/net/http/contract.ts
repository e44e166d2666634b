import type { Deadline } from '#runtime/deadline.ts'
import type { Deviation } from '#target/deviation.ts'
import type { ExchangeError } from '#target/exchange-error.ts'

/** One header field: lower-case name, value as sent (each byte one code unit, ISO 8859-1). */
export type Field = readonly [name: string, value: string]

export interface HttpRequest {
  readonly method: 'GET' | 'HEAD'
  readonly scheme: 'http' | 'https'
  /** Value of Host and of `:authority`. */
  readonly authority: string
  /** Path and query as in the request line. */
  readonly path: string
  /** Further fields, lower-case names; the exchange sets Host and Connection. */
  readonly fields: readonly Field[]
}

export interface ExchangeCaps {
  /** Milliseconds from sending the request to the end of the header section. */
  readonly headersTimeoutMs: number
  /** Maximum size of one header section in bytes, as the parser counts them. */
  readonly headerBytes: number
  /** Reads HTTP/1.1 as browsers do, instead of strictly; the connection is not reused. */
  readonly isLenient?: boolean
  /** Maximum number of content bytes read from the wire, before decoding. */
  readonly bodyBytes: number
  /** Maximum number of bytes kept after decoding. */
  readonly decodedBodyBytes: number
  /** Maximum ratio of decoded to encoded bytes; applied once the output exceeds 1 MiB. */
  readonly compressionRatio: number
  /**
   * Returns false for statuses whose content is not needed (redirects); such content is discarded, within a short time
   * limit.
   */
  readonly wantsBody?: (status: number) => boolean
}

export const standardCaps: ExchangeCaps = {
  // Longer than the slowest cold start that a visitor would wait for, although browsers wait for minutes.
  headersTimeoutMs: 15_000,
  // The limit of Chrome (kMaxHeaderBufSize, and the same for HTTP/2); that of Firefox is 384 KiB.
  headerBytes: 262_144,
  // The 99th percentile of HTML documents is well under 1 MiB encoded.
  bodyBytes: 2 * 1024 * 1024,
  decodedBodyBytes: 8 * 1024 * 1024,
  // Markup reaches a ratio of 10 to 50; only content made to exhaust a decoder exceeds 200.
  compressionRatio: 200,
}

export type BodyLimit = 'deadline' | 'body_bytes' | 'decoded_body_bytes' | 'compression_ratio'

export interface ResponseBody {
  /** Content bytes read, without framing and before decoding. */
  readonly wireBytes: number
  readonly decoded: Uint8Array
  readonly decodedBytes: number
  /** SHA-256 of `decoded` in hex; null when the content was not requested. */
  readonly sha256: string | null
  /** Truncated by one of our limits, which `limitsHit` names. */
  readonly truncated: boolean
  readonly limitsHit: readonly BodyLimit[]
}

export interface HttpResponse {
  readonly status: number
  readonly httpVersion: '1.0' | '1.1' | '2'
  /** Wire order; no pseudo-fields, no trailers. */
  readonly fields: readonly Field[]
  /** Wall clock when the header section was complete, ms since the epoch. */
  readonly headersAt: number
  /** Milliseconds from sending the request to the first byte of the final response. */
  readonly waitMs: number
  /** Milliseconds from the first byte to the last byte that was read. */
  readonly downloadMs: number
  /** What browsers accept although it is not valid HTTP/1.1; empty after a strict reading. */
  readonly deviations: readonly Deviation[]
  readonly body: ResponseBody
  /** A failure after the header section: status and fields are valid, the content is not. */
  readonly bodyError: ExchangeError | null
}

export type ExchangeResult =
  | { readonly status: 'responded'; readonly response: HttpResponse }
  | { readonly status: 'failed'; readonly error: ExchangeError; readonly elapsedMs: number }

/** One open connection to a vetted address. */
export interface HttpConnection {
  /**
   * Sends one request. Everything that the server does becomes a result, by `deadline` at the latest. Rejects only with
   * a Fault `connection_not_reusable`, when the connection is not `isReusable` or still busy. One exchange at a time.
   */
  exchange(request: HttpRequest, caps: ExchangeCaps, deadline: Deadline): Promise<ExchangeResult>
  /** Whether another exchange may use the connection: nothing is left unread, and neither side has closed it. */
  readonly isReusable: boolean
  /** Closes the socket and ends the exchange on it. Idempotent. */
  close(): void
}
