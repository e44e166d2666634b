import type { Deadline } from '#runtime/deadline.ts'
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
  /** From the request sent to the end of the header section. */
  readonly headersTimeoutMs: number
  /** Of one header section, as the parser counts them. */
  readonly headerBytes: number
  /** Content bytes read from the wire, still coded. */
  readonly bodyBytes: number
  /** Bytes kept after decoding. */
  readonly decodedBodyBytes: number
  /** Ratio of decoded to coded bytes; applied once the output exceeds 1 MiB. */
  readonly compressionRatio: number
  /** False for statuses whose content is not read (a redirect's): it is discarded, within a short time limit. */
  readonly wantsBody?: (status: number) => boolean
}

export const standardCaps: ExchangeCaps = {
  // Far beyond the slowest cold start that a visitor would wait for; httpx waits as long, testssl half.
  headersTimeoutMs: 10_000,
  // Servers and proxies stop at 8 to 32 KiB; twice that is a fault, not a large cookie.
  headerBytes: 65_536,
  // The 99th percentile of HTML documents is well under 1 MiB coded.
  bodyBytes: 2 * 1024 * 1024,
  decodedBodyBytes: 8 * 1024 * 1024,
  // Markup reaches 10 to 50; only content made for the purpose exceeds 200.
  compressionRatio: 200,
}

export type BodyLimit = 'deadline' | 'body_bytes' | 'decoded_body_bytes' | 'compression_ratio'

export interface ResponseBody {
  /** Content bytes read, without framing, still coded. */
  readonly wireBytes: number
  readonly decoded: Uint8Array
  readonly decodedBytes: number
  /** Of `decoded`; null when the content was not requested. */
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
  /** Request sent to first byte of the final response. */
  readonly waitMs: number
  /** From the first byte to the last that was read. */
  readonly downloadMs: number
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
   * Sends one request. Whatever the server does becomes a result, at the latest by `deadline`; rejects only with a
   * Fault when the connection is not `reusable` or still busy. One exchange at a time.
   */
  exchange(request: HttpRequest, caps: ExchangeCaps, deadline: Deadline): Promise<ExchangeResult>
  /**
   * Sends a request beside the one under way, where the protocol lets them share the connection (HTTP/2); null where it does
   * not. What becomes of it leaves the other one alone.
   */
  beside(
    request: HttpRequest,
    caps: ExchangeCaps,
    deadline: Deadline,
  ): Promise<ExchangeResult> | null
  /** Whether another exchange may use it: nothing is left unread, refused or closed. */
  readonly reusable: boolean
  /** Ends the socket and the exchange on it. Idempotent. */
  close(): void
}
