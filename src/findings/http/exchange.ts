import type { Evidence } from '#evidence/evidence.ts'
import { counted } from '#findings/rule/counted.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'
import type { ExchangeErrorCode } from '#target/exchange-error.ts'

export const exchangeRules: readonly Rule[] = [
  {
    code: 'HTTP_TTFB_TIMEOUT',
    layer: 'http',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Find what delays the response, such as a slow handler or a cold start.',
    when: (evidence) =>
      broken(
        evidence,
        ['headers_timeout'],
        `The server sent no complete header section within ${evidence.limits.headers_timeout_ms} ms`,
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
    when: (evidence) =>
      broken(
        evidence,
        ['protocol_error', 'headers_too_large'],
        evidence.http.error?.code === 'headers_too_large'
          ? `The header section is larger than ${evidence.limits.header_bytes} bytes`
          : 'The response is not valid HTTP',
      ),
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
    message: `${what}, on ${seen} of ${counted(attempts.length, 'attempt')}.`,
    observed: { code: error.code, phase: error.phase, raw: error.raw },
    expected: { error: null },
    url: http.url,
    evidence: ['/http/error', '/http/attempts', ...pointers],
    ...(seen < 2 && { effect: 'REVIEW' as const }),
    retryable: true,
  }
}
