import type { DnsObservation } from '#evidence/dns.ts'
import type { CheckId, Evidence } from '#evidence/evidence.ts'
import type { TlsObservation } from '#evidence/tls.ts'
import type { Layer } from '#findings/rule/rule.ts'
import { browserChecks, onlyChromeKnows } from './browser-table.ts'
import type { CheckEntry, CheckState } from './entry.ts'
import { done, noResult, notApplicable, skipped } from './entry.ts'

/**
 * | check      | required            | because                                                             |
 * |------------|---------------------|---------------------------------------------------------------------|
 * | dns        | unless IP literals  | without an address no other check can succeed                       |
 * | connect    | always              | an unreachable target cannot pass                                   |
 * | tls        | when a hop is https | a response over an unjudged certificate proves little               |
 * | redirects  | always              | the judged response must be the last of the chain                   |
 * | http       | always              | the response itself                                                 |
 * | content    | always              | status 200 with a placeholder behind it is the commonest false PASS |
 * | all others | never               | they give advice, or depend on our own vantage                      |
 */
export const checkTable: readonly CheckEntry[] = [
  {
    id: 'dns',
    tools: 'PRV',
    required: ({ dns }) => [dns, ...dns.earlier_hosts].some((one) => !one.is_ip_literal),
    needs: [],
    state: ({ dns }) => worst([dns, ...dns.earlier_hosts].map(resolution)),
    durationMs: ({ dns }) => dns.duration_ms,
  },
  {
    id: 'addresses',
    tools: 'PV',
    required: never,
    needs: ['dns'],
    state: ({ dns }) => addresses(dns),
  },
  { id: 'ipv6', tools: 'PV', required: never, needs: ['dns'], state: ({ dns }) => ipv6(dns) },
  {
    id: 'connect',
    tools: 'PRV',
    required: always,
    needs: ['dns'],
    state: (evidence) => (connected(evidence) ? done : unanswered(evidence)),
    durationMs: ({ timings_ms }) => timings_ms.connect,
  },
  {
    id: 'tls',
    tools: 'PV',
    required: usesHttps,
    needs: ['dns', 'connect'],
    state: handshakes,
    durationMs: ({ tls }) => tls?.handshake_ms ?? null,
  },
  {
    id: 'revocation',
    tools: 'PV',
    required: never,
    needs: ['connect', 'tls'],
    state: ({ tls }) => revocation(tls),
  },
  {
    id: 'redirects',
    tools: 'PRV',
    required: always,
    needs: ['dns', 'connect', 'tls'],
    state: chainEnd,
    durationMs: ({ timings_ms }) => timings_ms.redirects_total,
  },
  {
    id: 'http',
    tools: 'PRV',
    required: always,
    needs: ['dns', 'connect', 'tls', 'redirects'],
    state: (evidence) => response(evidence),
    durationMs: ({ timings_ms: { wait, download } }) =>
      wait === null && download === null
        ? null
        : Math.min((wait ?? 0) + (download ?? 0), Number.MAX_SAFE_INTEGER),
  },
  {
    id: 'https',
    tools: 'PV',
    required: never,
    needs: ['dns', 'http'],
    state: ({ security }) =>
      security?.https.final || typeof security?.https.available === 'boolean'
        ? done
        : skipped('not_tried'),
  },
  {
    id: 'content',
    tools: 'PRV',
    required: always,
    needs: ['dns', 'connect', 'tls', 'redirects', 'http'],
    state: bodyRead,
  },
  {
    id: 'security',
    tools: 'PRV',
    required: never,
    needs: ['dns', 'connect', 'tls', 'redirects', 'http'],
    state: ({ security }) => (security === null ? skipped('no_data') : done),
  },
  {
    id: 'cors',
    tools: 'PV',
    required: never,
    needs: ['dns', 'connect', 'tls', 'redirects', 'http'],
    state: cors,
  },
  ...browserChecks,
  { id: 'egress', tools: 'PRV', required: never, needs: [], state: canary },
]

/** The check that a finding belongs to; null for findings about the report itself. */
export function checkOf(finding: { code: string; layer: Layer }): CheckId | null {
  const { code, layer } = finding
  const [family = ''] = code.split('_', 1)
  return (
    checkOfCode[code] ?? (layer === 'browser' ? checkOfFamily[family] : null) ?? checkOfLayer[layer]
  )
}

const checkOfCode: Readonly<Record<string, CheckId | undefined>> = {
  DNS_IPV6_UNREACHABLE: 'ipv6',
  DNS_ADDRESS_PARTIAL_FAILURE: 'addresses',
  DNS_ADDRESS_DIFFERS: 'addresses',
  TLS_CERT_REVOKED: 'revocation',
  HTTP_NO_HTTPS: 'https',
  HTTP_NOT_UPGRADED: 'https',
  SEC_CORS_WILDCARD_CREDENTIALS: 'cors',
  RENDER_CRASHED: 'navigation',
  PERF_LCP: 'rendering',
  PERF_FCP: 'rendering',
  PERF_CLS: 'rendering',
  PERF_TBT: 'rendering',
  PERF_WEIGHT: 'requests',
  CLIENT_DIVERGENCE: 'agreement',
  RESOURCE_LIMIT_REACHED: 'requests',
}

/** Codes about the browser, by their prefix. */
const checkOfFamily: Readonly<Record<string, CheckId | undefined>> = {
  NAV: 'navigation',
  RENDER: 'rendering',
  JS: 'scripts',
  CONSOLE: 'scripts',
  CSP: 'scripts',
  REQ: 'requests',
  MIXED: 'requests',
}

const checkOfLayer: Readonly<Record<Layer, CheckId | null>> = {
  dns: 'dns',
  connect: 'connect',
  tls: 'tls',
  http: 'http',
  redirect: 'redirects',
  content: 'content',
  security: 'security',
  perf: 'http',
  browser: null,
  link: 'links',
  meta: null,
}

function always(): boolean {
  return true
}

function never(): boolean {
  return false
}

function usesHttps(evidence: Evidence): boolean {
  const urls = [
    evidence.normalized_url,
    evidence.final_url,
    ...evidence.redirects.hops.map((hop) => hop.url),
  ]
  return evidence.tls !== null || urls.some((url) => url.startsWith('https:'))
}

/** The worst state of any hop: one host without a response is enough. */
function worst(states: readonly CheckState[]): CheckState {
  return (
    states.find((one) => one.state === 'no_result') ??
    states.find((one) => one.state === 'done') ??
    states[0] ??
    done
  )
}

function resolution(dns: DnsObservation): CheckState {
  if (dns.is_ip_literal) return notApplicable('ip_literal')
  if (dns.rcode === null) return noResult('no_data')
  if (dns.rcode !== 'NOERROR') return noResult(dns.rcode.toLowerCase())
  if (dns.a.length + dns.aaaa.length === 0) return noResult('no_address')
  return dns.all_public === false ? noResult('not_public') : done
}

function addresses(dns: DnsObservation): CheckState {
  if (dns.is_ip_literal) return notApplicable('ip_literal')
  if (dns.candidates_tried.length === 0) return skipped('not_tried')
  return servedBy(dns, dns.candidates_tried)
}

/** Whether each address that accepted a connection also served the page, with a valid certificate. */
function servedBy(dns: DnsObservation, tried: DnsObservation['candidates_tried']): CheckState {
  const others = tried.filter(({ ok, ip }) => ok && ip !== dns.selected_address)
  if (others.some(({ request }) => request === null)) return noResult('tcp_only')
  const isGood = others.every(
    ({ request }) =>
      request?.error === null && request.same_page !== false && request.certificate_ok !== false,
  )
  return isGood ? done : noResult('differs')
}

function ipv6(dns: DnsObservation): CheckState {
  if (dns.ipv6 === 'no_aaaa') return notApplicable('no_aaaa')
  if (dns.ipv6 === 'skipped') return skipped('no_route')
  return servedBy(
    dns,
    dns.candidates_tried.filter(({ family }) => family === 6),
  )
}

function connected({ dns, http, tls }: Evidence): boolean {
  return http.status !== null || tls?.protocol != null || dns.candidates_tried.some((one) => one.ok)
}

function handshakes(evidence: Evidence): CheckState {
  if (!usesHttps(evidence)) return notApplicable('plain_http')
  const { tls } = evidence
  if (tls === null) return noResult(evidence.http.error?.code ?? 'no_data')
  return worst([tls, ...tls.earlier_hosts].map(judgedCertificate))
}

/** A certificate without a trusted chain never counts as a passed check, even if no rule reports it. */
function judgedCertificate(tls: TlsObservation): CheckState {
  if (tls.failure !== null) return noResult(tls.failure.code)
  if (tls.authorized !== true || tls.hostname_ok !== true) return noResult('not_verified')
  return done
}

/** A page without cookies that names no origins is not asked. */
function cors({ security, skipped: left }: Evidence): CheckState {
  if (security === null || left.some(({ check }) => check === 'cors')) return skipped('not_tried')
  return security.cors.reflects_origin === null ? notApplicable('no_credentials') : done
}

function revocation(tls: TlsObservation | null): CheckState {
  if (tls?.crl && tls.crl.status !== 'unavailable') return done
  if (tls === null || tls.ocsp === null || !tls.ocsp.stapled) return notApplicable('no_staple')
  return tls.ocsp.status === 'good' && tls.ocsp.verified ? done : noResult('staple_not_usable')
}

function chainEnd(evidence: Evidence): CheckState {
  const { redirects, http } = evidence
  if (notFollowed(evidence)) return noResult('not_followed')
  if (onlyChromeKnows(evidence)) return skipped('after_navigation')
  // Without any response there is no redirect chain to judge; the http check explains that.
  return http.status === null && redirects.hops.length === 0 ? skipped('after_http') : done
}

function notFollowed({ redirects }: Evidence): boolean {
  return (
    redirects.redirect_loop ||
    redirects.limit_reached ||
    redirects.invalid_location ||
    redirects.redirect_blocked !== null
  )
}

function response(evidence: Evidence): CheckState {
  const { http } = evidence
  if (notFollowed(evidence)) return noResult('not_followed')
  if (onlyChromeKnows(evidence)) return skipped('after_navigation')
  if (http.error !== null) return noResult(cutByUs(http.error.code) ? 'deadline' : http.error.code)
  return http.status === null ? noResult('no_data') : done
}

function unanswered(evidence: Evidence): CheckState {
  if (onlyChromeKnows(evidence)) return skipped('after_navigation')
  return noResult(evidence.http.error?.code ?? 'no_data')
}

/** A slowly sent body is abandoned only at our own deadline. */
function cutByUs(code: string): boolean {
  return code === 'deadline' || code === 'body_timeout'
}

/** Kinds whose text the content rules read: with a truncated body the rules cannot decide, unlike with a truncated image. */
const readKinds = ['html', 'json', 'text']

function bodyRead(evidence: Evidence): CheckState {
  const { content, http, limits_hit: hit } = evidence
  if (notFollowed(evidence)) return noResult('not_followed')
  if (content === null) return noResult(http.error?.code ?? 'no_data')
  if (!http.body_truncated) return done
  if (hit.includes('compression_ratio')) return noResult('compression_ratio')
  if (!readKinds.includes(content.kind)) return done
  const cap = hit.find((name) => name === 'body_bytes' || name === 'decoded_body_bytes')
  return noResult(cap ?? (hit.includes('deadline') ? 'deadline' : 'body_cut'))
}

function canary({ egress_canary: canaryState }: Evidence): CheckState {
  if (canaryState === 'not_checked') return skipped('not_checked')
  return canaryState === 'healthy' ? done : noResult('unhealthy')
}
