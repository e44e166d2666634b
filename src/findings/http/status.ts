import type { Evidence } from '#evidence/evidence.ts'
import type { Attempt } from '#evidence/http.ts'
import { isBotWall, remedyForWall } from '#findings/readings/site-page.ts'
import { countedAttempts } from '#findings/rule/attempts.ts'
import { counted } from '#findings/rule/counted.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'
import { landedAt } from './landing.ts'

type Meaning =
  | 'fine'
  | 'redirect'
  | 'challenge'
  | 'storage_denied'
  | 'server_error'
  | 'client_error'
  | 'auth_required'
  | 'payment_required'
  | 'forbidden'
  | 'no_get'
  | 'rate_limited'
  | 'legal_block'
  | 'unexpected'

export const httpStatusRules: readonly Rule[] = [
  {
    code: 'HTTP_SERVER_ERROR',
    layer: 'http',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Check the logs of the origin server; if Retry-After is given, wait that long.',
    when: (evidence) => {
      if (meaningOf(evidence) !== 'server_error') return null
      const landing = landedAt(evidence)
      const attempts = landing?.attempts ?? evidence.http.attempts.length
      const retryAfterS = landing === null ? evidence.http.retry_after_s : null
      const wall = ofWall(evidence)
      const hit = statusHit(evidence, ` on ${counted(attempts, 'attempt')}${wall?.detail ?? ''}`)
      return {
        ...hit,
        ...wall?.hit,
        // Seen once, with no time for a second attempt (guard G2); with Retry-After the server confirms it itself.
        ...(attempts < 2 && retryAfterS === null && { effect: 'REVIEW' as const }),
        retryable: true,
        retryAfterS,
      }
    },
  },
  {
    code: 'HTTP_CLIENT_ERROR',
    layer: 'http',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Fix the route or rewrite, and check the deployed path.',
    when: (evidence) => {
      if (meaningOf(evidence) !== 'client_error') return null
      const wall = ofWall(evidence)
      return { ...statusHit(evidence, wall?.detail), ...wall?.hit }
    },
  },
  {
    code: 'HTTP_AUTH_REQUIRED',
    layer: 'http',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: 'Remove the protection from this URL, or check a public one.',
    when: (evidence) =>
      meaningOf(evidence) === 'auth_required'
        ? statusHit(evidence, ': it requires credentials', '/http/auth_challenge')
        : null,
  },
  {
    code: 'HTTP_PAYMENT_REQUIRED',
    layer: 'http',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation:
      'Check a free URL; a resource that machines pay for sends an x402 quote in PAYMENT-REQUIRED.',
    when: (evidence) =>
      meaningOf(evidence) === 'payment_required'
        ? statusHit(evidence, ': it requires payment, and has no x402 quote', '/http/headers')
        : null,
  },
  {
    code: 'HTTP_NO_GET',
    layer: 'http',
    severity: 'low',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation:
      'Check a URL that answers GET, such as a health check or the documentation of this endpoint.',
    when: (evidence) => {
      if (meaningOf(evidence) !== 'no_get') return null
      const allowed = allowedMethods(evidence.http).filter((method) => method !== 'OPTIONS')
      const only = allowed.length === 1 && allowed[0] === 'POST' ? 'only to POST' : 'not to GET'
      const isRpc = evidence.http.rpc != null && allowed.length === 0
      return statusHit(
        evidence,
        `: it answers ${isRpc ? 'only to POST' : only}, which we never send`,
        '/http/headers',
      )
    },
  },
  {
    code: 'HTTP_MCP_ENDPOINT',
    layer: 'http',
    severity: 'info',
    effect: 'NONE',
    tools: 'PRV',
    remediation: 'Connect with an MCP client to check its tools.',
    when: ({ http }) =>
      http.rpc === 'mcp'
        ? {
            message: 'This is an endpoint of the Model Context Protocol, as far as a GET can show.',
            observed: http.rpc,
            evidence: ['/http/rpc'],
          }
        : null,
  },
  {
    code: 'HTTP_FORBIDDEN',
    layer: 'http',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: 'Check the permissions, or allow our User-Agent or address (see `vantage`).',
    when: (evidence) => (meaningOf(evidence) === 'forbidden' ? statusHit(evidence) : null),
  },
  {
    code: 'HTTP_STORAGE_DENIED',
    layer: 'http',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Fix the bucket policy, or set the default root object.',
    when: (evidence) => {
      if (meaningOf(evidence) !== 'storage_denied') return null
      const { status, storage_error } = evidence.http
      return {
        message: `An object store responds with status ${status} and the error ${storage_error}.`,
        observed: { status, storage_error },
        expected: { status: 200 },
        evidence: ['/http/status', '/http/storage_error'],
      }
    },
  },
  {
    code: 'HTTP_RATE_LIMITED',
    layer: 'http',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation:
      'Check again later, or exempt our User-Agent or address from the limit (see `vantage`).',
    when: (evidence) =>
      meaningOf(evidence) === 'rate_limited'
        ? {
            ...statusHit(
              evidence,
              ': the server limits the rate of requests',
              '/http/retry_after_s',
            ),
            retryable: true,
            retryAfterS: evidence.http.retry_after_s,
          }
        : null,
  },
  {
    code: 'HTTP_BOT_CHALLENGE',
    layer: 'http',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: remedyForWall,
    when: ({ http: { challenge, status } }) =>
      challenge === null
        ? null
        : {
            message: `The response is a bot challenge instead of the page (signature ${challenge.id}, status ${status}).`,
            observed: { ...challenge, status },
            expected: { challenge: null },
            evidence: ['/http/challenge', '/http/status'],
          },
  },
  {
    code: 'HTTP_LEGAL_BLOCK',
    layer: 'http',
    severity: 'low',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: 'Check it from another region, which gets the content.',
    when: (evidence) =>
      meaningOf(evidence) === 'legal_block'
        ? statusHit(evidence, ': it is blocked for legal reasons, as seen from this vantage')
        : null,
  },
  {
    code: 'HTTP_UNEXPECTED_STATUS',
    layer: 'http',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: 'Respond with status 200 and content.',
    when: (evidence) => {
      if (meaningOf(evidence) !== 'unexpected') return null
      if (evidence.http.status === 206) {
        return {
          ...statusHit(
            evidence,
            ', although the request was for the whole content: visitors get a part of it',
            '/http/headers',
          ),
          effect: 'ISSUE',
        }
      }
      // RFC 9110, 15.4.5: our request has no condition, so a visitor without a cached copy gets nothing either.
      return evidence.http.status === 304
        ? {
            ...statusHit(
              evidence,
              ', although the request was not conditional: visitors get no content',
            ),
            effect: 'ISSUE',
          }
        : {
            ...statusHit(evidence),
            ...(isEmptyPage(evidence.http) && { effect: 'ISSUE' as const }),
          }
    },
  },
  {
    code: 'HTTP_FLAPPING',
    layer: 'http',
    severity: 'high',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: 'Find the faulty backend behind the load balancer.',
    when: flapping,
  },
]

/** Each response has one meaning, so that one fault has one code: bot wall first, then a hosting signature, then the status. */
function meaningOf(evidence: Evidence): Meaning {
  const { status, challenge, storage_error: storageError } = evidence.http
  const landing = landedAt(evidence)
  if (landing !== null) return byStatus[landing.status] ?? byClass(landing.status)
  if (status === null) return 'fine'
  if (challenge !== null) return 'challenge'
  if ((status === 403 || status === 404) && storageErrors.includes(storageError ?? '')) {
    return 'storage_denied'
  }
  // The rules of the quote judge it.
  if (status === 402 && evidence.x402 != null) return 'fine'
  if (refusesGet(evidence.http)) return 'no_get'
  if (status === 206 && isPart(evidence.http)) return 'unexpected'
  return byStatus[status] ?? byClass(status)
}

/** Whether an endpoint has said that it takes other methods than GET, by `Allow` or by an error of JSON-RPC. */
function refusesGet(http: Evidence['http']): boolean {
  const { status, rpc } = http
  if (rpc != null && rpcStatuses.includes(status ?? 0)) return true
  const allowed = allowedMethods(http)
  return status === 405 && allowed.length > 0 && !allowed.includes('GET')
}

/** Statuses with which endpoints of JSON-RPC, such as those of MCP, refuse a GET. */
const rpcStatuses = [400, 404, 405, 406, 415]

function allowedMethods({ headers }: Evidence['http']): string[] {
  return headers
    .filter(([name]) => name === 'allow')
    .flatMap(([, value]) => value.split(','))
    .map((method) => method.trim().toUpperCase())
    .filter((method) => method !== '')
}

/** Whether a response has only a part of the content (RFC 9110, 14.4), for which our requests never ask. */
function isPart({ headers, media_type }: Evidence['http']): boolean {
  if (media_type === 'multipart/byteranges') return true
  const range = headers.find(([name]) => name === 'content-range')?.[1] ?? ''
  const [, first, last, size] = /^\s*bytes (\d+)-(\d+)\/(\d+)\s*$/i.exec(range) ?? []
  return size !== undefined && (Number(first) > 0 || Number(last) + 1 < Number(size))
}

/** A wall refuses with any error status, and may let other visitors through. */
function ofWall(evidence: Evidence) {
  if (landedAt(evidence) !== null || !isBotWall(evidence)) return null
  const detail = ': a firewall or a check for robots responds in place of the site'
  return { detail, hit: { effect: 'REVIEW' as const, remediation: remedyForWall } }
}

const storageErrors = ['AccessDenied', 'NoSuchKey', 'NoSuchBucket']

const byStatus: Readonly<Record<number, Meaning | undefined>> = {
  204: 'unexpected',
  205: 'unexpected',
  // A redirect that was not followed is reported by the redirect rules.
  301: 'redirect',
  302: 'redirect',
  303: 'redirect',
  307: 'redirect',
  308: 'redirect',
  401: 'auth_required',
  402: 'payment_required',
  403: 'forbidden',
  407: 'auth_required',
  408: 'unexpected',
  425: 'unexpected',
  429: 'rate_limited',
  451: 'legal_block',
}

function byClass(status: number): Meaning {
  if (status >= 200 && status < 300) return 'fine'
  if (status >= 400 && status < 500) return 'client_error'
  return status >= 500 && status < 600 ? 'server_error' : 'unexpected'
}

/** `detail` follows the status, with its punctuation. */
function statusHit(evidence: Evidence, detail = '', ...more: readonly string[]): Hit {
  const { http } = evidence
  const landing = landedAt(evidence)
  if (landing !== null) {
    return {
      message: `The page to which the document redirects has status ${landing.status}${detail}.`,
      observed: landing.status,
      expected: 200,
      url: landing.url,
      evidence: ['/browser/navigation/main_status', '/redirects/client_redirects'],
      ...(landing.isMaybeWall && { effect: 'REVIEW' as const }),
    }
  }
  return {
    message: `The final response has status ${http.status}${detail}.`,
    observed: http.status,
    expected: 200,
    url: http.url,
    evidence: ['/http/status', '/http/attempts', ...more],
  }
}

/** A browser shows nothing for 204 and 205. APIs and health checks send them on purpose. */
function isEmptyPage({ status, url }: Evidence['http']): boolean {
  if (status !== 204 && status !== 205) return false
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {}
  const isPage = /\/$|\.x?html?$|^[^.]*$/i.test(pathname)
  const isCall =
    /(?:^|[/._-])(?:api|v\d+|graphql|rpc|rest|health\w*|ping|ready\w*|live\w*|status|heartbeat|generate_?204|collect|beacon|track\w*|events?|metrics|webhooks?|hooks?|log|csp\w*|report\w*)(?:$|[/._-])/i
  return isPage && !isCall.test(pathname) && !/^(?:api|hooks|events|collect)[.-]/.test(hostname)
}

/**
 * Some requests of the page failed, and others did not. One broken connection may be chance (guard G2); two of four are a fault that
 * visitors meet too. A status is never chance.
 */
function flapping(evidence: Evidence): Hit | null {
  const requests = countedAttempts(evidence)
  const faults = requests.filter(({ isFault }) => isFault)
  const [first, second] = evidence.http.attempts
  const differs = first !== undefined && second !== undefined && differInClass(first, second)
  const isMixed = faults.length > 0 && faults.length < requests.length
  // A fault of the last attempt is reported as such.
  if (!(isMixed && evidence.http.error === null) && !differs) return null
  const kinds = [
    ...new Set(faults.map(({ attempt }) => attempt.error?.code ?? `status ${attempt.status}`)),
  ]
  const isSingle = faults.length < 2 && !differs
  return {
    message:
      faults.length === 0
        ? `Two requests got different statuses: ${first?.status}, then ${second?.status}.`
        : `${faults.length} of ${requests.length} requests of the page failed (${kinds.join(', ')}), the others got a response.`,
    observed: { failed: faults.length, requests: requests.length, kinds },
    expected: { failed: 0 },
    evidence: ['/http/attempts'],
    count: Math.max(1, faults.length),
    ...(isSingle && { effect: 'NONE' as const, severity: 'info' as const }),
    retryable: true,
  }
}

/** Attempts without a response have no status; a wait that the server requested (429) is not flapping. */
function differInClass(first: Attempt, second: Attempt): boolean {
  if (first.status === null || second.status === null || first.status === 429) return false
  return Math.floor(first.status / 100) !== Math.floor(second.status / 100)
}
