import type { Attempt, HttpEvidence } from '#evidence/http.ts'
import { reportedUrl } from '#evidence/scalar.ts'
import type { Field, HttpResponse, ResponseBody } from '#net/http/contract.ts'
import { rfc3339 } from '#runtime/clock.ts'
import type { VettedAddress } from '#target/address.ts'
import type { ExchangeError } from '#target/exchange-error.ts'
import type { Target } from '#target/target.ts'
import { challengeOf, storageErrorOf } from './challenge-marks.ts'
import {
  authSchemesOf,
  contentTypeOf,
  dateOf,
  firstOf,
  integerOf,
  listOf,
  retryAfterOf,
  secondsOf,
} from './headers.ts'
import { cdnOf } from './headers-cdn.ts'
import { cookiesOf, withoutCookieValue } from './headers-set-cookie.ts'
import { rpcOf } from './rpc.ts'

// Limit of one exchange, repeated here because the report states it.
const MAX_HEADER_CHARACTERS = 65_536
// The number of cookies for each domain that a browser should at least support (RFC 6265 6.1). Servers that set hundreds are
// misconfigured, and the count shows it.
const MAX_COOKIES = 50

/** The last hop after the final attempt. */
export interface LastHop {
  readonly target: Target
  /** Response of the last attempt; null when there was none. */
  readonly response: HttpResponse | null
  /** The error that prevented the response, in any phase, or broke its content. */
  readonly error: ExchangeError | null
  /** The address of the last attempt. */
  readonly address: Pick<VettedAddress, 'ip' | 'family'> | null
  readonly attempts: readonly Attempt[]
}

export interface ObservedHttp {
  readonly http: HttpEvidence
  /** Truncated lists, by their name in the report. */
  readonly truncated: Readonly<Record<string, { readonly kept: number; readonly total: number }>>
}

/** Returns everything in the report about the last response. Pure; values come from the target and are data. */
export function httpEvidenceFrom({
  target,
  response,
  error,
  address,
  attempts,
}: LastHop): ObservedHttp {
  const requestFields = {
    method: 'GET' as const,
    url: reportedUrl(target.href),
    https_available: null,
    remote_address: address && { ip: address.ip, port: target.port, family: address.family },
    attempts: [...attempts],
    error,
  }
  if (response === null) return { http: { ...withoutResponse, ...requestFields }, truncated: {} }
  const headers = shownHeaders(response.fields)
  const cookies = cookiesOf(response.fields, response.headersAt)
  const http = {
    ...requestFields,
    ...responseEvidence(response),
    rpc: rpcOf(response, URL.parse(target.href)?.pathname ?? ''),
    headers,
    cookies: cookies.slice(0, MAX_COOKIES),
  }
  return {
    http,
    truncated: {
      ...truncationOf('http.headers', headers.length, response.fields.length),
      ...truncationOf('http.cookies', http.cookies.length, cookies.length),
    },
  }
}

type RequestFields = 'method' | 'url' | 'remote_address' | 'attempts' | 'https_available' | 'error'
type Lists = 'headers' | 'cookies'

const withoutResponse: Omit<HttpEvidence, RequestFields> = {
  status: null,
  http_version: null,
  headers: [],
  content_type: null,
  media_type: null,
  charset: null,
  content_encoding: null,
  content_length: null,
  body_bytes_wire: 0,
  body_bytes_decoded: 0,
  body_sha256: null,
  body_truncated: false,
  etag: null,
  last_modified: null,
  age_s: null,
  cache_control: null,
  server: null,
  via: null,
  x_powered_by: null,
  cdn: null,
  date_header: null,
  clock_skew_ms: null,
  alt_svc: null,
  http2: null,
  http3_advertised: null,
  retry_after_s: null,
  rpc: null,
  auth_challenge: null,
  challenge: null,
  storage_error: null,
  cookies: [],
  deviations: [],
}

function responseEvidence(response: HttpResponse): Omit<HttpEvidence, RequestFields | Lists> {
  const { fields, headersAt, httpVersion } = response
  const first = (name: string) => firstOf(fields, name)
  const list = (name: string) => listOf(fields, name)
  const contentType = first('content-type')
  const { mediaType, charset } = contentTypeOf(contentType)
  const altSvc = list('alt-svc')
  return {
    status: response.status,
    http_version: httpVersion,
    ...bodyEvidence(response.body),
    content_type: contentType,
    media_type: mediaType,
    charset,
    content_encoding: list('content-encoding'),
    content_length: integerOf(first('content-length')),
    etag: first('etag'),
    last_modified: timestampOf(dateOf(fields, 'last-modified', headersAt)),
    ...ageEvidence(fields, headersAt),
    cache_control: list('cache-control'),
    server: first('server'),
    via: list('via'),
    x_powered_by: list('x-powered-by'),
    cdn: cdnOf(fields),
    alt_svc: altSvc,
    http2: httpVersion === '2',
    // RFC 7838 3: protocol-id "=" authority; drafts of HTTP/3 were named h3-29 and the like.
    http3_advertised: /(?:^|,)\s*h3(?:-\d+)?=/.test(altSvc ?? ''),
    retry_after_s: retryAfterOf(fields, headersAt),
    auth_challenge: authSchemesOf(fields),
    challenge: challengeOf(response),
    storage_error: storageErrorOf(response),
    deviations: deviationsOf(response),
  }
}

/** Header sections that servers and proxies with usual limits (8 to 64 KiB) refuse to pass on. */
const LARGE_SECTION_BYTES = 65_536

function deviationsOf({ fields, deviations }: HttpResponse): HttpEvidence['deviations'] {
  const bytes = fields.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  const isLarge = bytes > LARGE_SECTION_BYTES
  return [
    ...deviations,
    ...(isLarge ? [{ line: null, kind: 'large_header_section' } as const] : []),
  ]
}

function bodyEvidence(body: ResponseBody) {
  return {
    body_bytes_wire: body.wireBytes,
    body_bytes_decoded: body.decodedBytes,
    body_sha256: body.sha256,
    body_truncated: body.truncated,
  }
}

/** A cached response was made `Age` seconds ago, so only the rest of the difference is clock skew. */
function ageEvidence(fields: readonly Field[], headersAt: number) {
  const age = secondsOf(firstOf(fields, 'age'))
  const date = dateOf(fields, 'date', headersAt)
  return {
    age_s: age,
    date_header: timestampOf(date),
    clock_skew_ms: date === null ? null : Math.round(date + (age ?? 0) * 1000 - headersAt),
  }
}

function shownHeaders(fields: readonly Field[]): [string, string][] {
  const headers: [string, string][] = []
  let characters = 0
  for (const [name, value] of fields) {
    const shownValue = isSetCookie(name) ? withoutCookieValue(value) : value
    characters += name.length + shownValue.length
    if (characters > MAX_HEADER_CHARACTERS) break
    headers.push([name, shownValue])
  }
  return headers
}

function isSetCookie(name: string): boolean {
  return name === 'set-cookie' || name === 'set-cookie2'
}

function timestampOf(epochMs: number | null): string | null {
  return epochMs === null ? null : rfc3339(epochMs)
}

function truncationOf(name: string, kept: number, total: number) {
  return kept === total ? {} : { [name]: { kept, total } }
}
