import type { Evidence } from '#evidence/evidence.ts'
import { hasStoppedResponding } from '#findings/rule/attempts.ts'
import { counted } from '#findings/rule/counted.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'
import type { Deviation } from '#target/deviation.ts'
import type { ExchangeErrorCode } from '#target/exchange-error.ts'

export const exchangeRules: readonly Rule[] = [
  {
    code: 'HTTP_TTFB_TIMEOUT',
    layer: 'http',
    severity: 'high',
    // Browsers wait for minutes, so a visitor who waits may still see the page.
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: 'Find what delays the response, such as a slow handler or a cold start.',
    when: (evidence) =>
      broken(
        evidence,
        ['headers_timeout'],
        evidence.http.error?.raw === 'MAX_CONCURRENT_STREAMS_0'
          ? `The server allows no HTTP/2 request (SETTINGS_MAX_CONCURRENT_STREAMS 0), and did not change that within ${waitedS(evidence)} s`
          : `The server sent no complete header section within ${waitedS(evidence)} s, and browsers would still wait`,
      ),
  },
  {
    code: 'HTTP_BODY_INCOMPLETE',
    layer: 'http',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Check the buffering and the timeouts of the proxy.',
    when: (evidence) =>
      broken(
        evidence,
        ['body_incomplete'],
        `The connection ended before the content was complete, after ${evidence.http.body_bytes_wire} bytes`,
        ['/http/body_bytes_wire', '/http/content_length'],
      ),
  },
  {
    code: 'HTTP_PROTOCOL_ERROR',
    layer: 'http',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Fix the malformed or oversized header section, or the framing.',
    when: (evidence) => {
      const cause = causeOf(evidence)
      const hit = broken(evidence, ['protocol_error', 'headers_too_large'], cause.says)
      return hit && { ...hit, ...(cause.remedy && { remediation: cause.remedy }) }
    },
  },
  {
    code: 'HTTP_DEVIATION',
    layer: 'http',
    severity: 'low',
    effect: 'NONE',
    tools: 'PRV',
    remediation: 'Fix the program or proxy that writes this part of the response.',
    when: ({ http }) => {
      const [first, ...others] = http.deviations
      if (first === undefined) return null
      const more = others.length === 0 ? '' : ` (and ${counted(others.length, 'more deviation')})`
      const where = first.line === null ? '' : `Line ${first.line} of the response: `
      return {
        message: `${where}${deviations[first.kind]}${more}. Browsers accept it; ${refusedBy(first.kind)}.`,
        observed: http.deviations,
        expected: [],
        url: http.url,
        evidence: ['/http/deviations'],
        count: http.deviations.length,
        // Browsers differ in these, or show the page and report an error.
        ...(http.deviations.some(({ kind }) => doubtful.has(kind)) && {
          effect: 'REVIEW' as const,
          severity: 'medium' as const,
        }),
      }
    },
  },
  {
    code: 'HTTP_STOPPED_RESPONDING',
    layer: 'http',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'V',
    remediation:
      'Exempt our User-Agent or address from the limit (see `vantage`); if there is no limit, see whether the site went down.',
    when: (evidence) => {
      if (!hasStoppedResponding(evidence)) return null
      const { http, checked_at } = evidence
      const last = http.attempts.length - 1
      const seconds = Math.round(
        (Date.parse(http.attempts[last]?.at ?? checked_at) - Date.parse(checked_at)) / 1000,
      )
      return {
        message: `The site responded at first, and to no request of ours ${seconds} s later: it may limit how many requests one client makes. That the browser or links got no response is therefore no fault of the site.`,
        observed: { code: http.attempts[last]?.error?.code ?? null },
        url: http.url,
        evidence: [`/http/attempts/${last}`],
        retryable: true,
      }
    },
  },
  {
    code: 'HTTP_DECODE_ERROR',
    layer: 'http',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation:
      'Compress the content once, and name the coding that was used in Content-Encoding.',
    when: (evidence) =>
      broken(
        evidence,
        ['decode_error'],
        'The content cannot be decoded with the coding that Content-Encoding names',
        ['/http/content_encoding'],
      ),
  },
]

/** The one limit of all tools, as far as a tool observed it. */
function waitedS({ limits, tool }: Evidence): number {
  const waitedMs =
    tool === 'render_page'
      ? (limits.browser?.dom_content_loaded_ms ?? limits.headers_timeout_ms)
      : limits.headers_timeout_ms
  return waitedMs / 1000
}

interface Cause {
  readonly says: string
  readonly remedy?: string
}

/** What a protocol error means, and what helps. */
function causeOf({ http, limits }: Evidence): Cause {
  if (http.error?.code === 'headers_too_large') {
    return { says: `The header section is larger than ${limits.header_bytes} bytes` }
  }
  return causes[http.error?.raw ?? ''] ?? { says: 'The response is not valid HTTP' }
}

const restart = 'Find why the server closes every HTTP/2 connection before it serves a request.'

/** By the code of the parser, or of HTTP/2 (RFC 9113 7). */
const causes: Readonly<Record<string, Cause | undefined>> = {
  NGHTTP2_REFUSED_STREAM: {
    says: 'The server never serves an HTTP/2 request: it refuses each stream (REFUSED_STREAM or GOAWAY)',
    remedy: restart,
  },
  NGHTTP2_HTTP_1_1_REQUIRED: {
    says: 'The server asks for HTTP/1.1, and agrees on HTTP/2 again',
    remedy: 'Offer HTTP/2 only where it serves every resource, or answer over HTTP/1.1.',
  },
  NGHTTP2_ENHANCE_YOUR_CALM: {
    says: 'The server ends the first HTTP/2 request with ENHANCE_YOUR_CALM (too much load)',
    remedy: 'Raise the HTTP/2 limits of the server: they end a single request.',
  },
  NGHTTP2_INADEQUATE_SECURITY: {
    says: 'The server refuses HTTP/2 over the TLS parameters that it chose itself (INADEQUATE_SECURITY)',
    remedy: 'Use TLS 1.2 or 1.3 with an AEAD suite for HTTP/2 (RFC 9113 9.2).',
  },
  NUL_IN_HEADER_SECTION: {
    says: 'The header section has a NUL character, which browsers refuse',
    remedy: 'Remove the NUL character from the field.',
  },
  MULTIPLE_CONTENT_LENGTH: {
    says: 'The response has two different values of Content-Length, which browsers refuse',
    remedy: 'Send one Content-Length, from the program that sends the content.',
  },
}

const deviations: Readonly<Record<Deviation['kind'], string>> = {
  status_line: 'an unusual status line',
  bare_line_feed: 'it ends in a line feed without a carriage return',
  bare_carriage_return: 'it ends in a carriage return without a line feed',
  folded_line: 'a folded line (obs-fold)',
  space_before_colon: 'a space between the name of a field and its colon',
  line_without_colon: 'a line without a colon, which browsers skip',
  invalid_name: 'the name of a field is not valid, and browsers skip the line',
  control_character: 'a control character in the value of a field',
  repeated_content_length: 'Content-Length is repeated',
  content_length_with_chunks: 'Content-Length beside Transfer-Encoding: chunked',
  invalid_content_length: 'Content-Length is not a number',
  chunked_coding: 'The chunked coding of the content is not strict',
  unfinished_chunks: 'The chunked content ends without its final empty line',
  large_header_section: 'The header section is larger than 64 KiB',
}

const doubtful: ReadonlySet<Deviation['kind']> = new Set([
  'status_line',
  'bare_carriage_return',
  'unfinished_chunks',
])

function refusedBy(kind: Deviation['kind']): string {
  return kind === 'large_header_section'
    ? 'Node.js (16 KiB) and proxies with usual limits refuse it'
    : 'strict clients, such as Node.js, refuse the response'
}

/**
 * The last attempt ended with one of `codes`. A single failure may be chance (guard G2): ISSUE needs the same fault on
 * two connections.
 */
function broken(
  { http }: Evidence,
  codes: readonly ExchangeErrorCode[],
  what: string,
  pointers: readonly string[] = [],
): Hit | null {
  const { error, attempts } = http
  // The page of a bot wall proves nothing about the page of the site.
  if (error === null || !codes.includes(error.code) || http.challenge !== null) return null
  const seen = attempts.filter((one) => one.error !== null && codes.includes(one.error.code)).length
  return {
    message:
      error.code === 'headers_timeout'
        ? `${what}.`
        : `${what}, on ${seen} of ${counted(attempts.length, 'attempt')}.`,
    observed: { code: error.code, phase: error.phase, raw: error.raw },
    expected: { error: null },
    url: http.url,
    evidence: ['/http/error', '/http/attempts', ...pointers],
    ...(seen < 2 && { effect: 'REVIEW' as const }),
    retryable: true,
  }
}
