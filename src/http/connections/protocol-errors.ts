import { genericProblem, type Problem } from '#http/problem.ts'
import { problemFields } from '#http/response.ts'

/** The part of `IncomingMessage` that is used. */
export interface RequestHead {
  readonly httpVersion: string
  readonly url?: string | undefined
  readonly rawHeaders: readonly string[]
  readonly headers: Readonly<
    Partial<Record<'host' | 'transfer-encoding' | 'expect', string | undefined>>
  >
}

/**
 * The problem of a request that Node's parser accepts although HTTP forbids it, or this server does not support it; null if there
 * is none. A proxy in front may read such a request in another way than we do, so it is not interpreted.
 */
export function protocolProblem(request: RequestHead): Problem | null {
  const { rawHeaders, headers, httpVersion, url } = request
  const { host, 'transfer-encoding': transferCoding, expect } = headers
  // RFC 9112 3.2. No route reads the name, so that it may be empty, and HTTP/1.0 may omit it: health checks of load balancers do.
  const isHostValid = host === undefined ? httpVersion === '1.0' : authority.test(host)
  if (!isHostValid || hasSecondHost(rawHeaders)) {
    return genericProblem(400, 'Send one Host field with a valid host name.')
  }
  // Node's parser also accepts the versions 0.9 and 2.0, in this format.
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return malformed
  // RFC 9110 4.2.1 and 4.2.4: a URL parser takes the path for the host name where that is empty.
  if (url !== undefined && absoluteWithoutPlainHost.test(url)) {
    return genericProblem(400, 'The request target needs a host name, and no user name.')
  }
  if (transferCoding !== undefined) {
    // RFC 9112 6.1
    if (httpVersion === '1.0') {
      return genericProblem(400, 'HTTP/1.0 has no Transfer-Encoding: send Content-Length.')
    }
    if (!onlyChunked.test(transferCoding)) {
      return genericProblem(501, 'The only transfer coding that is supported is chunked.')
    }
  }
  if (expect !== undefined && !onlyContinue.test(expect)) {
    return genericProblem(417, 'The only expectation that is supported is 100-continue.')
  }
  return null
}

/** RFC 3986 3.2.2 and 3.2.3, without percent-encoding, which no host name needs; or nothing. */
const authority = /^(?:(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=-]+)(?::\d*)?)?$/i
const absoluteWithoutPlainHost = /^https?:\/\/(?:[^/?#]*@|[/?#\\:]|$)/i
/** Lists with empty elements are allowed (RFC 9110 5.6.1.2). */
const onlyChunked = /^[\s,]*chunked[\s,]*$/i
const onlyContinue = /^[\s,]*100-continue[\s,]*$/i

/** Node keeps the first of several Host fields, and does not say that there were others. */
function hasSecondHost(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}

/** The problem for a request that Node's parser refused, or that took too long. */
export function parseProblem(error: Error): Problem {
  switch ('code' in error ? error.code : null) {
    case 'HPE_HEADER_OVERFLOW':
      return genericProblem(431, 'The header section may have at most 64 KiB, in 1,000 fields.')
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return genericProblem(413, 'The extensions of a chunk may have at most 16 KiB.')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return genericProblem(408, 'The request did not arrive in time.')
    case 'HPE_INVALID_METHOD':
      return notImplemented
    default:
      return malformed
  }
}

/** RFC 9110 9.1: for CONNECT, and for methods that no standard defines. */
export const notImplemented = genericProblem(501, 'This method is not supported.')

/** For a request target that is no URL, among others. */
export const malformed = genericProblem(400, 'This is not a valid HTTP/1.1 request.')

/** A whole response with the problem, after which the connection is closed. `now`: epoch milliseconds. */
export function lastResponse(problem: Problem, now: number): string {
  const body = JSON.stringify(problem)
  const fields = {
    ...problemFields(problem),
    date: new Date(now).toUTCString(),
    'content-length': String(new TextEncoder().encode(body).length),
    connection: 'close',
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${problem.status} ${problem.title}`, ...lines, '', body].join('\r\n')
}
