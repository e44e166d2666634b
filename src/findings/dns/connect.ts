import type { Evidence } from '#evidence/evidence.ts'
import { egressIsHealthy } from '#findings/readings/observed-hosts.ts'
import { counted } from '#findings/rule/counted.ts'
import type { Effect, Hit, Rule } from '#findings/rule/rule.ts'
import type { ExchangeErrorCode } from '#target/exchange-error.ts'

export const connectRules: readonly Rule[] = [
  {
    code: 'CONNECT_REFUSED',
    layer: 'connect',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Start the listener, or open the port.',
    when: (evidence) => neverConnects(evidence, 'connect_refused', 'refused'),
  },
  {
    code: 'CONNECT_TIMEOUT',
    layer: 'connect',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation:
      'Check the firewall, the security group and allow-lists for addresses like ours (see `vantage`).',
    when: (evidence) =>
      neverConnects(
        evidence,
        'connect_timeout',
        `no response within ${evidence.limits.connect_timeout_ms / 1_000} s, from this vantage`,
      ),
  },
  {
    code: 'CONNECT_UNREACHABLE',
    layer: 'connect',
    severity: 'critical',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Check the routing and the announcement of the address.',
    when: (evidence) => neverConnects(evidence, 'connect_unreachable', 'no route'),
  },
  {
    code: 'CONNECT_RESET',
    layer: 'connect',
    severity: 'high',
    effect: 'ISSUE',
    tools: 'PRV',
    remediation: 'Check the logs of the proxy, load balancer and web application firewall.',
    when: reset,
  },
]

/**
 * Every address failed, and `code` summarises the failures (in this precedence: refused, reset, timeout, no route); or a later
 * connection to an address that had accepted one failed.
 */
function neverConnects(evidence: Evidence, code: ExchangeErrorCode, what: string): Hit | null {
  if (evidence.http.error?.code !== code) return null
  const tried = triedAddresses(evidence)
  if (tried.length === 0) return evidence.dns.candidates_tried.length > 0 ? noRoute(evidence) : null
  // Guard G3: an attempt that our own deadline cut short is reported by the rules about the report.
  if (tried.every(({ error }) => error === 'cancelled')) return null
  const failed = tried.filter(({ ok }) => !ok)
  const isLater = failed.length < tried.length
  const tries = Math.min(...failed.map((candidate) => candidate.tries), 2)
  const worksOverHttps = evidence.http.https_available === true
  const whichFailed = isLater
    ? `A later connection failed after the first had succeeded: ${what}.`
    : `No connection to ${failed.length} of ${counted(tried.length, 'address', 'addresses')}: ${what}, ${counted(tries, 'attempt')} each.`
  return {
    message: worksOverHttps
      ? `Port 80 accepts no connection (${what}), while https on port 443 works: clients that try http first see an error.`
      : whichFailed,
    observed: tried.map(({ ip, port, error, tries: count }) => ({ ip, port, error, tries: count })),
    expected: { ok: true },
    ...(worksOverHttps && { remediation: 'Open port 80 and redirect it to https.' }),
    evidence: ['/http/error', '/dns/candidates_tried'],
    effect: failedTwice(evidence) ? 'ISSUE' : 'REVIEW',
    retryable: true,
  }
}

/**
 * The target has addresses only of a family without a route from this machine, which proves nothing about the
 * target.
 */
function noRoute({ dns }: Evidence): Hit {
  return {
    message: 'This vantage has no route to any address family of the target.',
    observed: dns.candidates_tried.map(({ ip, family, error }) => ({ ip, family, error })),
    evidence: ['/http/error', '/dns/candidates_tried'],
    effect: 'REVIEW',
    severity: 'medium',
  }
}

const resets: readonly string[] = ['connect_reset', 'reset_before_response']

function reset(evidence: Evidence): Hit | null {
  const { http } = evidence
  if (http.error === null || !resets.includes(http.error.code)) return null
  const count = http.attempts.filter(({ error }) => resets.includes(error?.code ?? '')).length
  const inHandshake = http.error.code === 'connect_reset' && failedTwice(evidence)
  const effect: Effect =
    (count >= 2 && egressIsHealthy(evidence)) || inHandshake ? 'ISSUE' : 'REVIEW'
  return {
    message: `The connection was closed or reset before the first byte of a response, on ${counted(Math.max(count, inHandshake ? 2 : 1), 'attempt')}.`,
    observed: { code: http.error.code, phase: http.error.phase, raw: http.error.raw },
    expected: { error: null },
    evidence: ['/http/error', '/http/attempts'],
    effect,
    retryable: true,
  }
}

/** Guards G1 to G3: our egress is healthy, each address failed on two completed attempts, and none succeeded. */
function failedTwice(evidence: Evidence): boolean {
  const tried = triedAddresses(evidence)
  return (
    egressIsHealthy(evidence) &&
    tried.length > 0 &&
    tried.every(({ ok, tries }) => !ok && tries >= 2)
  )
}

function triedAddresses({ dns }: Evidence) {
  return dns.candidates_tried.filter(({ error }) => error !== 'skipped')
}
