import type { Evidence } from '#evidence/evidence.ts'
import { isSessionCookie } from '#findings/readings/session-cookie.ts'
import type { Rule } from '#findings/rule/rule.ts'

// Five minutes: the tolerance of Kerberos and of most signed tokens.
const MAX_SKEW_MS = 300_000

// Top-level domains that browsers always request over https (hstspreload.org).
const PRELOADED = new Set([
  ...['app', 'bank', 'boo', 'channel', 'chrome', 'dad', 'day', 'dev', 'eat', 'esq', 'fly', 'foo'],
  ...[
    'gle',
    'gmail',
    'google',
    'hangout',
    'how',
    'ing',
    'insurance',
    'meme',
    'mov',
    'new',
    'nexus',
  ],
  ...['page', 'phd', 'play', 'prof', 'rsvp', 'search', 'soy', 'youtube', 'zip'],
])

export const transportRules: readonly Rule[] = [
  {
    code: 'HTTP_NO_HTTPS',
    layer: 'http',
    severity: 'medium',
    effect: 'ISSUE',
    tools: 'PV',
    remediation: 'Serve https (ACME certificates are free) and redirect http to it.',
    when: (evidence) => {
      const https = plainHttpSecurity(evidence)?.https
      if (https?.available !== false) return null
      return {
        message: `The final URL is plain http, and https on port 443 is not available (${https.error ?? 'no handshake'}).`,
        observed: { available: false, error: https.error },
        expected: { available: true },
        url: evidence.http.url,
        evidence: ['/final_url', '/security/https'],
        // Certificates for IP addresses are rare, and visitors are seldom given a bare IP address.
        ...(evidence.dns.is_ip_literal && { effect: 'NONE' as const }),
      }
    },
  },
  {
    code: 'HTTP_NOT_UPGRADED',
    layer: 'http',
    severity: 'low',
    effect: 'NONE',
    tools: 'PV',
    remediation: 'Redirect port 80 to https with 308.',
    when: (evidence) => {
      const https = plainHttpSecurity(evidence)?.https
      if (https?.available !== true || evidence.http.status !== 200) return null
      if (PRELOADED.has(topLevelOf(evidence.dns.hostname))) return null
      return {
        message: 'The site responds over plain http with status 200, although https works.',
        observed: { status: 200, https_available: true },
        expected: { status: 308 },
        url: evidence.http.url,
        evidence: ['/http/status', '/security/https'],
      }
    },
  },
  {
    code: 'HTTP_CLOCK_SKEW',
    layer: 'http',
    severity: 'info',
    effect: 'NONE',
    tools: 'PV',
    remediation: 'Run NTP on the server.',
    when: ({ http }) => {
      const skew = http.clock_skew_ms
      if (skew === null || Math.abs(skew) <= MAX_SKEW_MS) return null
      return {
        message: `The server's clock is ${Math.round(Math.abs(skew) / 1000)} s ${skew > 0 ? 'ahead of' : 'behind'} ours.`,
        observed: skew,
        expected: { at_most_ms: MAX_SKEW_MS },
        evidence: ['/http/date_header', '/http/clock_skew_ms'],
      }
    },
  },
  {
    code: 'HTTP_SESSION_CACHED',
    layer: 'http',
    severity: 'high',
    effect: 'REVIEW',
    tools: 'PV',
    remediation:
      'Send Cache-Control: private or no-store with every response that sets a session cookie.',
    when: ({ http }) => {
      const sessions = http.cookies
        .map(({ name }, index) => ({ name, at: `/http/cookies/${index}` }))
        .filter(({ name }) => isSessionCookie(name))
      if (sessions.length === 0 || !isForSharedCaches(http.headers)) return null
      const isKept = cameFromCache(http.headers)
      return {
        message: isKept
          ? 'A shared cache sent this response, with the session cookie of another visitor.'
          : 'A shared cache may store this response with its session cookie, and send it to other visitors.',
        ...(isKept ? { effect: 'ISSUE' as const, severity: 'critical' as const } : {}),
        observed: sessions.map(({ name }) => name),
        expected: [],
        evidence: ['/http/headers', ...sessions.map(({ at }) => at)],
        count: sessions.length,
      }
    },
  },
  {
    code: 'HTTP_PAGE_CACHED',
    layer: 'http',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation:
      'Send Cache-Control: no-cache with pages; long lifetimes are for files with a hash in their name.',
    when: ({ http, content }) => {
      const seconds = lifetimeOf(http.headers)
      const isPage = http.status === 200 && content?.kind === 'html'
      if (!isPage || seconds < LONG_LIFETIME_S || isVersioned(http.url)) return null
      return {
        message: `Browsers cache the page for ${Math.floor(seconds / DAY_S)} days: returning visitors do not see the next deployment.`,
        observed: { max_age_s: seconds },
        expected: { less_than_s: LONG_LIFETIME_S },
        evidence: ['/http/headers'],
      }
    },
  },
  {
    code: 'HTTP_DEBUG_TOOLS',
    layer: 'http',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'PV',
    remediation: 'Deploy the application in production mode, without the developer tool.',
    when: ({ http }) => {
      const fields = http.headers.map(([name]) => name).filter((name) => debugFields.test(name))
      if (fields.length === 0) return null
      return {
        message:
          'A developer tool is enabled: its response fields link to request data, or contain it.',
        observed: [...new Set(fields)].sort(),
        expected: [],
        evidence: ['/http/headers'],
      }
    },
  },
]

/** Symfony, Clockwork, PHP Debug Bar, Chrome Logger, FirePHP. */
const debugFields =
  /^(?:x-debug-token-link|x-clockwork-id|phpdebugbar-id|x-chromelogger-data|x-chromephp-data|x-wf-protocol-\d+)$/

const DAY_S = 86_400
const LONG_LIFETIME_S = 90 * DAY_S

/** All values of a field as one list, in lower case (RFC 9110, 5.3). */
function valuesOf(headers: Evidence['http']['headers'], field: string): string {
  return headers.flatMap(([name, value]) => (name === field ? [value.toLowerCase()] : [])).join(',')
}

/** Seconds for which a browser reuses the response without revalidation (RFC 9111, 4.2.1); 0 without a lifetime. */
function lifetimeOf(headers: Evidence['http']['headers']): number {
  const control = valuesOf(headers, 'cache-control')
  if (/\bno-(?:store|cache)\b/.test(control)) return 0
  return Number(/(?:^|[\s,])max-age\s*=\s*"?(\d{1,12})/.exec(control)?.[1] ?? 0)
}

/** The path contains a version or a hash, so another version of the page has another URL. */
function isVersioned(url: string): boolean {
  return /\d+\.\d+|[0-9a-f]{8,}/i.test(URL.parse(url)?.pathname ?? '')
}

/** Whether shared caches may store the response by its fields (RFC 9111, 3). A cookie alone does not make it private. */
function isForSharedCaches(headers: Evidence['http']['headers']): boolean {
  const control = valuesOf(headers, 'cache-control')
  const isKept =
    /\bs-maxage\s*=\s*"?[1-9]/.test(control) ||
    (/\bpublic\b/.test(control) && /\bmax-age\s*=\s*"?[1-9]/.test(control))
  return (
    isKept &&
    !/\bprivate\b|\bno-store\b|\bno-cache\b|s-maxage\s*=\s*"?0/.test(control) &&
    !/\bcookie\b|\*/.test(valuesOf(headers, 'vary'))
  )
}

/** A cache sent the response, by its Age (RFC 9111, 5.1) or the fields of Cloudflare, Fastly, CloudFront, Vercel and nginx. */
function cameFromCache(headers: Evidence['http']['headers']): boolean {
  const cacheStatusFields = [
    'x-cache',
    'cf-cache-status',
    'x-cache-status',
    'x-vercel-cache',
    'cache-status',
  ]
  return (
    Number(valuesOf(headers, 'age')) > 0 ||
    cacheStatusFields.some((name) => /\bhit\b/i.test(valuesOf(headers, name)))
  )
}

/** Security evidence of a response over plain http; null for any other. */
function plainHttpSecurity({ http, security }: Evidence) {
  return http.status !== null && http.url.startsWith('http:') ? security : null
}

function topLevelOf(hostname: string): string {
  return hostname.slice(hostname.lastIndexOf('.') + 1)
}
