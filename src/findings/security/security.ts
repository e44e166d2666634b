import type { Evidence } from '#evidence/evidence.ts'
import type { HttpEvidence } from '#evidence/http.ts'
import type { SecurityEvidence } from '#evidence/security.ts'
import { isSessionCookie } from '#findings/readings/session-cookie.ts'
import { counted } from '#findings/rule/counted.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'

/** 180 days: HTTP Observatory and testssl report a policy with less as too short. */
const minHstsSeconds = 15_552_000

export const securityRules: readonly Rule[] = [
  {
    code: 'SEC_HSTS_MISSING',
    layer: 'security',
    severity: 'low',
    effect: 'NONE',
    tools: 'PV',
    remediation: 'Send Strict-Transport-Security: max-age=63072000.',
    when: (evidence) => {
      const security = judged(evidence)
      if (security === null || !hstsApplies(evidence, security)) return null
      const { present, valid, max_age_s: maxAge } = security.hsts
      if (valid && maxAge !== null && maxAge >= minHstsSeconds) return null
      return {
        message: hstsMessage(present, valid),
        observed: { present, valid, max_age_s: maxAge },
        expected: { max_age_s: minHstsSeconds },
        evidence: ['/security/hsts'],
      }
    },
  },
  {
    code: 'SEC_CSP_MISSING',
    layer: 'security',
    severity: 'low',
    effect: 'NONE',
    tools: 'PV',
    remediation: 'Send a Content-Security-Policy without unsafe-inline in script-src.',
    when: (evidence) => {
      const csp = judgedPage(evidence)?.csp
      if (!csp || (csp.present && !csp.unsafe_inline)) return null
      return {
        message: csp.present
          ? 'The Content-Security-Policy allows inline scripts.'
          : 'No Content-Security-Policy is enforced.',
        observed: {
          present: csp.present,
          report_only: csp.report_only,
          unsafe_inline: csp.unsafe_inline,
        },
        evidence: ['/security/csp'],
      }
    },
  },
  {
    code: 'SEC_XCTO_MISSING',
    layer: 'security',
    severity: 'low',
    effect: 'NONE',
    tools: 'PV',
    remediation: 'Send X-Content-Type-Options: nosniff.',
    when: (evidence) => {
      const security = judged(evidence)
      if (security === null || forbidsSniffing(security.xcto)) return null
      return {
        message: 'The response has no X-Content-Type-Options: nosniff.',
        observed: { present: security.xcto !== null },
        expected: 'nosniff',
        evidence: ['/security/xcto'],
      }
    },
  },
  {
    code: 'SEC_FRAMING_UNRESTRICTED',
    layer: 'security',
    severity: 'low',
    effect: 'NONE',
    tools: 'PV',
    remediation: "Send Content-Security-Policy: frame-ancestors 'self'.",
    when: (evidence) => {
      const security = judgedPage(evidence)
      if (security === null || restrictsFraming(security)) return null
      return {
        message: 'Any site may show this page in a frame.',
        observed: { frame_ancestors: false, x_frame_options: security.xfo !== null },
        evidence: ['/security/csp/frame_ancestors', '/security/xfo'],
      }
    },
  },
  {
    code: 'SEC_COOKIE_FLAGS',
    layer: 'security',
    severity: 'low',
    effect: 'NONE',
    tools: 'PV',
    remediation: 'Set Secure and HttpOnly on session cookies.',
    when: ({ http, security }) => {
      const overHttps = security?.https.final ?? http.url.startsWith('https:')
      const bare = http.cookies
        .map((cookie, index) => ({ ...missing(cookie, overHttps), index }))
        .filter((one) => one.secure || one.httpOnly)
      if (bare.length === 0) return null
      return {
        message: `${counted(bare.length, 'session cookie lacks', 'session cookies lack')} Secure or HttpOnly.`,
        observed: {
          without_secure: bare.filter((one) => one.secure).length,
          without_http_only: bare.filter((one) => one.httpOnly).length,
        },
        evidence: bare.map((one) => `/http/cookies/${one.index}`),
      }
    },
  },
  {
    code: 'SEC_CORS_WILDCARD_CREDENTIALS',
    layer: 'security',
    severity: 'medium',
    effect: 'NONE',
    tools: 'PV',
    remediation: 'Allow credentials only for origins on an allow-list.',
    when: (evidence) => {
      if (evidence.security?.cors.reflects_with_credentials !== true) return null
      return {
        message: 'The response allows requests with credentials from a foreign origin (CORS).',
        observed: { reflects_origin: true, credentials: true },
        evidence: ['/security/cors'],
      }
    },
  },
  {
    code: 'SEC_VERSION_DISCLOSURE',
    layer: 'security',
    severity: 'info',
    effect: 'NONE',
    tools: 'PV',
    remediation: 'Hide versions in Server and X-Powered-By.',
    when: ({ http }) => versionHit(http.server, http.x_powered_by),
  },
  {
    code: 'SEC_SRI_MISSING',
    layer: 'security',
    severity: 'info',
    effect: 'NONE',
    tools: 'RV',
    remediation: 'Add an integrity attribute to scripts of other sites.',
    when: ({ browser }) => {
      const scripts = browser?.dom?.scripts_without_integrity ?? []
      if (scripts.length === 0) return null
      return {
        message: `${counted(scripts.length, 'script of another site has', 'scripts of other sites have')} no integrity attribute.`,
        observed: scripts,
        evidence: ['/browser/dom/scripts_without_integrity'],
        count: scripts.length,
      }
    },
  },
]

/**
 * Security fields of a response of the site itself; null for an error page or a bot wall, whose fields are those of
 * another server.
 */
function judged({ http, security }: Evidence): SecurityEvidence | null {
  const isSuccess = http.status !== null && http.status >= 200 && http.status < 300
  return isSuccess && http.challenge === null ? security : null
}

/** The same if the response is a page, else null: a policy for scripts or frames means nothing for JSON or an image. */
function judgedPage(evidence: Evidence): SecurityEvidence | null {
  return evidence.content?.kind === 'html' ? judged(evidence) : null
}

/** Browsers accept a policy only over a connection without errors, and never for an address (RFC 6797 8.1, 8.1.1). */
function hstsApplies({ dns, tls }: Evidence, security: SecurityEvidence): boolean {
  const trusted = tls?.authorized === true && tls.hostname_ok === true
  return security.https.final && trusted && !dns.is_ip_literal
}

function hstsMessage(present: boolean, valid: boolean): string {
  if (!present) return 'The response has no Strict-Transport-Security field.'
  if (!valid) return 'Browsers ignore the Strict-Transport-Security field: its syntax is broken.'
  return 'The max-age of Strict-Transport-Security is less than 180 days.'
}

/** Browsers read the first value only (Fetch, determine nosniff). */
function forbidsSniffing(xcto: string | null): boolean {
  return xcto?.split(',', 1)[0]?.trim().toLowerCase() === 'nosniff'
}

/** ALLOW-FROM does not count: no current browser supports it. */
function restrictsFraming({ csp, xfo }: SecurityEvidence): boolean {
  if (csp.frame_ancestors !== null) return !csp.frame_ancestors.split(/\s+/).includes('*')
  const values = xfo?.split(',').map((one) => one.trim().toLowerCase()) ?? []
  return values.some((one) => one === 'deny' || one === 'sameorigin')
}

/** `nginx/1.18.0`, `PHP/8`, `ASP.NET 4.0`; not `AmazonS3` or the cache id of `ECS (nyb/1D2E)`. */
const version = /(?:^|[\s/(])v?\d+(?:\.\d+)+|\/v?\d+(?=$|[\s;,)])/i

function versionHit(server: string | null, poweredBy: string | null): Hit | null {
  const fields = [
    { name: 'server', value: server, pointer: '/http/server' },
    { name: 'x-powered-by', value: poweredBy, pointer: '/http/x_powered_by' },
  ].filter(({ value }) => value !== null && version.test(value))
  if (fields.length === 0) return null
  return {
    message: `A response field reveals a software version (${fields.map((one) => one.name).join(', ')}).`,
    observed: fields.map((one) => one.name),
    evidence: fields.map((one) => one.pointer),
  }
}

type Cookie = HttpEvidence['cookies'][number]

function missing(cookie: Cookie, overHttps: boolean): { secure: boolean; httpOnly: boolean } {
  if (!isSessionCookie(cookie.name)) {
    return { secure: false, httpOnly: false }
  }
  return { secure: overHttps && !cookie.secure, httpOnly: !cookie.http_only }
}
