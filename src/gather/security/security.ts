import { excerpt } from '#content/html/excerpt.ts'
import type { SecurityEvidence } from '#evidence/security.ts'
import { readCsp } from './csp.ts'
import { readHsts } from './hsts.ts'

/** The final response, and further checks of the same URL. */
export interface SecurityInput {
  /** Names in lower case, wire order, values as received. */
  readonly fields: readonly (readonly [string, string])[]
  readonly https: SecurityEvidence['https']
  /** The result of a HEAD request with a foreign Origin; its fields are null when it was not sent. */
  readonly cors: Pick<SecurityEvidence['cors'], 'reflects_origin' | 'reflects_with_credentials'>
  /** From the page's head, see `readContent`. */
  readonly meta: { readonly csp: readonly string[]; readonly robots: string | null }
}

/** Response fields that protect visitors, parsed as browsers parse them. Strings are trimmed and cut to 300 characters. */
export function securityEvidence(input: SecurityInput): SecurityEvidence {
  const valuesOf = (name: string) =>
    input.fields.filter(([field]) => field === name).map(([, value]) => value)
  const text = (name: string) => joinedExcerpt(valuesOf(name))
  return {
    hsts: readHsts(valuesOf('strict-transport-security'), input.https.final),
    csp: readCsp({
      enforced: valuesOf('content-security-policy'),
      reportOnly: valuesOf('content-security-policy-report-only'),
      meta: input.meta.csp,
    }),
    xcto: text('x-content-type-options'),
    xfo: text('x-frame-options'),
    referrer_policy: text('referrer-policy'),
    permissions_policy: text('permissions-policy'),
    coop: text('cross-origin-opener-policy'),
    coep: text('cross-origin-embedder-policy'),
    corp: text('cross-origin-resource-policy'),
    cors: {
      allow_origin: text('access-control-allow-origin'),
      // Fetch compares the bytes: `True` allows nothing.
      credentials: valuesOf('access-control-allow-credentials').join(', ').trim() === 'true',
      ...input.cors,
    },
    https: input.https,
    robots: {
      x_robots_tag: text('x-robots-tag'),
      meta: input.meta.robots === null ? null : (excerpt(input.meta.robots) ?? ''),
    },
  }
}

/**
 * Several lines of one field are one list (RFC 9110 5.3). Null when the field is absent, empty when it has no value.
 */
function joinedExcerpt(values: readonly string[]): string | null {
  return values.length === 0 ? null : (excerpt(values.join(', ')) ?? '')
}
