import { excerpt } from '#content/html/excerpt.ts'
import type { SecurityEvidence } from '#evidence/security.ts'

type Policy = ReadonlyMap<string, readonly string[]>

/**
 * Content-Security-Policy as browsers apply it: every enforced policy must allow a resource, so that inline scripts
 * and eval run only when all of them allow it. `report_only` means that policies are monitored but none is enforced.
 */
export function readCsp(fields: {
  readonly enforced: readonly string[]
  readonly reportOnly: readonly string[]
  readonly meta: readonly string[]
}): SecurityEvidence['csp'] {
  const fromFields = fields.enforced.flatMap(parsePolicies)
  const enforced = [...fromFields, ...fields.meta.flatMap(parsePolicies)]
  const present = enforced.length > 0
  return {
    present,
    report_only: !present && fields.reportOnly.flatMap(parsePolicies).length > 0,
    unsafe_inline: present && enforced.every(allowsInlineScripts),
    unsafe_eval: present && enforced.every(allowsEval),
    frame_ancestors: frameAncestors(fromFields),
  }
}

/**
 * A field contains policies separated by commas, a policy contains directives separated by semicolons. The first directive of
 * a name counts (CSP3 2.2.1).
 */
function parsePolicies(field: string): Policy[] {
  return field
    .split(',')
    .map(parsePolicy)
    .filter((policy) => policy.size > 0)
}

function parsePolicy(text: string): Policy {
  const policy = new Map<string, readonly string[]>()
  for (const directive of text.split(';')) {
    const [name, ...values] = directive.trim().split(/[ \t\n\f\r]+/)
    const key = name?.toLowerCase() ?? ''
    if (key !== '' && !policy.has(key)) policy.set(key, values)
  }
  return policy
}

/** Inline elements and inline handlers each fall back to script-src, then to default-src (CSP3 6.8.3). */
function allowsInlineScripts(policy: Policy): boolean {
  const fallback = policy.get('script-src') ?? policy.get('default-src')
  return ['script-src-elem', 'script-src-attr'].some((name) =>
    allowsAllInline(policy.get(name) ?? fallback),
  )
}

const nonceOrHash = /^'(?:nonce-|sha256-|sha384-|sha512-)[A-Za-z0-9+/_=-]+'$/i

/** CSP3 6.7.3.2: a nonce, a hash or strict-dynamic disables unsafe-inline. */
function allowsAllInline(sources: readonly string[] | undefined): boolean {
  if (sources === undefined) return true
  const keywords = sources.map((source) => source.toLowerCase())
  if (keywords.includes("'strict-dynamic'") || sources.some((source) => nonceOrHash.test(source))) {
    return false
  }
  return keywords.includes("'unsafe-inline'")
}

function allowsEval(policy: Policy): boolean {
  const sources = policy.get('script-src') ?? policy.get('default-src')
  return sources === undefined || sources.some((source) => source.toLowerCase() === "'unsafe-eval'")
}

/** Browsers ignore the directive in a meta element and in a report-only policy (CSP3 6.4.2). */
function frameAncestors(policies: readonly Policy[]): string | null {
  const lists = policies.flatMap((policy) => {
    const sources = policy.get('frame-ancestors')
    return sources === undefined ? [] : [sources]
  })
  if (lists.length === 0) return null
  // All policies apply: one with named ancestors is stricter than one that allows every ancestor.
  const strictest = lists.find((sources) => !sources.includes('*')) ?? lists[0] ?? []
  return excerpt(strictest.join(' ')) ?? "'none'"
}
