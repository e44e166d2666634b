import type { Evidence } from './evidence.ts'

/**
 * Pointers to the strings of the evidence that come from the target: from its responses, page, certificate and DNS. A pointer
 * covers the value and everything below it; `*` matches every index.
 */
export const alwaysUntrusted = [
  '/dns/cname_chain',
  '/dns/caa',
  '/dns/earlier_hosts/*/cname_chain',
  '/dns/earlier_hosts/*/caa',
  '/http/headers',
  '/http/content_type',
  '/http/media_type',
  '/http/charset',
  '/http/content_encoding',
  '/http/etag',
  '/http/cache_control',
  '/http/server',
  '/http/via',
  '/http/x_powered_by',
  '/http/cdn/signals',
  '/http/alt_svc',
  '/http/auth_challenge',
  '/http/storage_error',
  '/http/cookies',
  '/redirects/hops',
  '/redirects/redirect_blocked/url',
  '/redirects/redirect_blocked/detail',
  '/redirects/client_redirects',
  '/tls/leaf/subject_cn',
  '/tls/leaf/subject_org',
  '/tls/leaf/issuer_cn',
  '/tls/leaf/issuer_org',
  '/tls/leaf/sans',
  '/tls/matched_san',
  '/tls/chain',
  '/tls/earlier_hosts/*/leaf',
  '/tls/earlier_hosts/*/matched_san',
  '/tls/earlier_hosts/*/chain',
  '/security/csp/frame_ancestors',
  '/security/xcto',
  '/security/xfo',
  '/security/referrer_policy',
  '/security/permissions_policy',
  '/security/coop',
  '/security/coep',
  '/security/corp',
  '/security/cors/allow_origin',
  '/security/robots/x_robots_tag',
  '/security/robots/meta',
  '/content/title',
  '/content/meta_description',
  '/content/lang',
  '/content/canonical',
  '/content/generator',
  '/content/h1',
  '/browser/navigation/pending',
  '/browser/navigation/dialogs',
  '/browser/navigation/popups_blocked',
  '/browser/navigation/downloads_blocked',
  '/browser/console/messages',
  '/browser/console/exceptions',
  '/browser/console/csp_violations',
  '/browser/requests/failed',
  '/browser/requests/items',
  '/browser/requests/hosts',
  '/browser/requests/blocked_by_policy',
  '/browser/requests/mixed_content',
  '/browser/requests/unsafe',
  '/browser/dom/title',
  '/browser/dom/reported_failure',
  '/browser/dom/text_excerpt',
  '/browser/dom/images/broken',
  '/browser/dom/scripts_without_integrity',
  '/links/items',
  '/links/private',
  '/links/malformed',
  '/links/fragments',
  '/x402',
] as const

/** URLs and names that are the buyer's own while they occur in the requested URL, and the target's once a redirect chose them. */
export const untrustedUnlessSubmitted = [
  '/final_url',
  '/dns/hostname',
  '/dns/hostname_unicode',
  '/dns/registrable_domain',
  '/dns/earlier_hosts/*/hostname',
  '/dns/earlier_hosts/*/hostname_unicode',
  '/dns/earlier_hosts/*/registrable_domain',
  '/http/url',
  '/http/attempts/*/url',
  '/tls/host',
  '/tls/sni',
  '/tls/earlier_hosts/*/host',
  '/tls/earlier_hosts/*/sni',
  '/timings_ms/per_hop/*/url',
  '/browser/navigation/url',
] as const

/**
 * Returns the pointers into this evidence whose values the target controls, in the order of the report; absent and
 * null ones are left out.
 */
export function untrustedIn(evidence: Evidence): string[] {
  const submitted = [evidence.requested_url, evidence.normalized_url]
  const chosen = untrustedUnlessSubmitted
    .flatMap((pattern) => present(evidence, pattern))
    .filter(({ value }) => !submitted.some((url) => url.includes(String(value))))
  return [...chosen, ...alwaysUntrusted.flatMap((pattern) => present(evidence, pattern))]
    .map(({ pointer }) => pointer)
    .sort((a, b) => sections.indexOf(section(a)) - sections.indexOf(section(b)))
}

const sections = [
  'final_url',
  'dns',
  'http',
  'redirects',
  'tls',
  'timings_ms',
  'security',
  'content',
  'browser',
  'links',
  'x402',
]

function section(pointer: string): string {
  return pointer.split('/', 2)[1] ?? ''
}

interface Located {
  readonly pointer: string
  readonly value: unknown
}

function present(evidence: Evidence, pattern: string): Located[] {
  return located(evidence, pattern.split('/').slice(1), '')
}

function located(value: unknown, path: readonly string[], pointer: string): Located[] {
  const [step, ...rest] = path
  if (step === undefined) return isEmpty(value) ? [] : [{ pointer, value }]
  if (step === '*') {
    if (!Array.isArray(value)) return []
    return value.flatMap((item, index) => located(item, rest, `${pointer}/${index}`))
  }
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return []
  return located(Reflect.get(value, step), rest, `${pointer}/${step}`)
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}
