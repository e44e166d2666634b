import { canonicalSha256 } from './claims.ts'
import { valueAt } from './json-pointer.ts'

/**
 * Pointers to the values that two checks of an unchanged page have in common. Left out are values that depend on the time
 * (dates, certificates, verdicts), on the network (addresses, timings, protocols, whether an address can be reached) or on
 * chance: the bytes of a body with a nonce, counts of elements that scripts are still making, and numbers in the text, which
 * clocks and counters change.
 */
const digestPointers = [
  '/tool',
  '/normalized_url',
  '/final_url',
  '/redirects/redirect_count',
  '/http/status',
  '/http/media_type',
  '/http/charset',
  '/security/hsts',
  '/security/csp',
  '/security/xcto',
  '/security/xfo',
  '/security/referrer_policy',
  '/security/permissions_policy',
  '/security/coop',
  '/security/coep',
  '/security/corp',
  '/security/cors/allow_origin',
  '/security/robots',
  '/content/kind',
  '/content/title',
  '/content/meta_description',
  '/content/lang',
  '/content/canonical',
  '/content/generator',
  '/content/h1',
  '/content/wording_sha256',
  '/content/doctype',
  '/content/viewport_meta',
  '/content/json_valid',
  '/content/login_form',
  '/browser/dom/title',
  '/browser/dom/has_password_input',
] as const

/** Description in the schema: how a reader computes the digest. */
export const contentDigestText = `the same for each check of an unchanged page; null without a response. SHA-256 of the RFC 8785 form of an object whose keys are these pointers into this report, with the values there, null for none: ${digestPointers.join(' ')}`

/** The digest of the page in a report, lower-case hex; null without a response. */
export function contentDigest(report: object): string | null {
  if (valueAt(report, '/http/status') == null) return null
  const entries = digestPointers.map(
    (pointer) => [pointer, valueAt(report, pointer) ?? null] as const,
  )
  return canonicalSha256(Object.fromEntries(entries))
}
