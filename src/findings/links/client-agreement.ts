import type { Evidence, LimitName } from '#evidence/evidence.ts'
import type { Hit, Rule } from '#findings/rule/rule.ts'

/** Rules about the observation itself: two clients that disagree, and a page beyond our limits. */
export const clientRules: readonly Rule[] = [
  {
    code: 'CLIENT_DIVERGENCE',
    layer: 'meta',
    severity: 'medium',
    effect: 'REVIEW',
    tools: 'V',
    remediation: 'Check rules that treat user agents or bots differently.',
    when: divergence,
  },
  {
    code: 'RESOURCE_LIMIT_REACHED',
    layer: 'meta',
    severity: 'low',
    effect: 'REVIEW',
    tools: 'PRV',
    remediation: 'Reduce what the page loads and computes.',
    when: ({ limits_hit: hit, limits }) => {
      const caps = pageLimits.filter((name) => hit.includes(name))
      if (caps.length === 0) return null
      const all = { ...limits.browser, reading_ms: limits.reading_ms }
      return {
        message: `The page exceeded our limits: ${caps.join(', ')}.`,
        observed: caps,
        expected: Object.fromEntries(caps.map((name) => [name, all[name] ?? null])),
        evidence: ['/limits_hit', caps.includes('reading_ms') ? '/limits' : '/limits/browser'],
      }
    },
  },
]

const pageLimits = [
  'requests',
  'transfer_bytes',
  'frames',
  'processor_ms',
  'events',
  'console_events',
  'workers',
  'reading_ms',
] as const satisfies LimitName[]

function divergence({ http, browser, redirects, tls }: Evidence): Hit | null {
  const navigation = browser?.navigation
  const stuck =
    redirects.redirect_blocked !== null || redirects.redirect_loop || redirects.limit_reached
  if (!navigation || stuck || navigation.main_status === null) return null
  // A client stopped by its certificate checks is reported by TLS_ codes.
  if (http.status === null && (http.error?.code === 'deadline' || tls?.failure != null)) return null
  const probe = { status: http.status, origin: originOf(http.url) }
  const chrome = { status: navigation.main_status, origin: originOf(navigation.url) }
  const sameClass = classOf(probe.status) === classOf(chrome.status)
  if (sameClass && probe.origin === chrome.origin) return null
  const moved = redirects.client_redirects.length > 0
  return {
    message: sameClass
      ? 'The probe and Chrome ended at different origins.'
      : `The probe and Chrome got different responses: status ${probe.status ?? 'none'} and ${chrome.status}.`,
    observed: { probe, browser: chrome },
    evidence: [
      '/http/status',
      '/http/url',
      '/browser/navigation/main_status',
      '/browser/navigation/url',
    ],
    // A client-side redirect, which a probe cannot follow.
    ...(moved && { effect: 'NONE' as const, severity: 'info' as const }),
  }
}

function classOf(status: number | null): number | null {
  return status === null ? null : Math.floor(status / 100)
}

function originOf(url: string): string | null {
  return URL.parse(url)?.origin ?? null
}
