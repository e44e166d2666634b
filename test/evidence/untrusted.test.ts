import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { evidenceShape } from '#evidence/evidence.ts'
import { alwaysUntrusted, untrustedIn, untrustedUnlessSubmitted } from '#evidence/untrusted.ts'
import { healthyEvidence } from '#test/equipment/evidence/evidence.ts'

/** Free strings that no target writes: the buyer's, our own, or the name that a library gives to an algorithm. */
const ours = [
  '/job_id',
  '/requested_url',
  '/normalized_url',
  '/service/*',
  '/vantage/*',
  '/vantage/egress_ips/*',
  // Addresses, checked and written by our own resolver; the sentences about them come from the registry.
  '/dns/a/*/address',
  '/dns/aaaa/*/address',
  '/dns/non_public/*/*',
  '/dns/selected_address',
  '/dns/candidates_tried/*/ip',
  '/dns/resolver',
  '/http/remote_address/ip',
  '/http/attempts/*/address',
  // Codes of OpenSSL, of Node and of our tables.
  '/http/error/*',
  '/http/attempts/*/error/*',
  '/http/challenge/id',
  '/http/cdn/name',
  '/tls/failure/*',
  '/tls/failure/permissive/*',
  '/tls/protocol',
  '/tls/cipher',
  '/tls/kx_group',
  '/tls/alpn',
  '/tls/verify_error',
  '/tls/trust_store/*',
  '/tls/leaf/key_type',
  '/tls/leaf/curve',
  '/tls/leaf/signature_algorithm',
  '/security/https/error',
  '/content/signature_match/id',
  // Values of Chrome itself.
  '/browser/navigation/engine',
  '/browser/navigation/version',
  '/browser/navigation/user_agent',
  '/browser/navigation/net_error',
  // The screenshot shows the page; its location is our own data.
  '/screenshot/screenshot_evidence_id',
  '/screenshot/url',
]

describe('untrusted paths', () => {
  test('cover every free string of the evidence that is not known to be our own', () => {
    const covered = [...alwaysUntrusted, ...untrustedUnlessSubmitted, ...ours].flatMap((path) => [
      path,
      path.replace(/^\/(dns|tls)\//, '/$1/earlier_hosts/*/'),
    ])
    const open = freeStrings(evidenceShape, '').filter(
      (path) => !covered.some((one) => matches(path, one) || path.startsWith(`${one}/`)),
    )
    expect(open).toEqual([])
  })

  test('name only existing values', () => {
    expect(untrustedIn(healthyEvidence({ content: null, security: null, tls: null }))).toEqual([
      '/http/headers',
      '/http/content_type',
      '/http/media_type',
      '/http/charset',
    ])
  })

  test('name the URLs and hosts that a redirect chose, but not those that the buyer gave', () => {
    const url = 'https://elsewhere.example/'
    const bare = { content: null, security: null, tls: null } as const
    expect(untrustedIn(healthyEvidence(bare))).not.toContain('/final_url')
    const hops = healthyEvidence().timings_ms.per_hop
    const redirected = untrustedIn(
      healthyEvidence({
        ...bare,
        final_url: url,
        dns: {
          hostname: 'elsewhere.example',
          hostname_unicode: 'elsewhere.example',
          registrable_domain: 'elsewhere.example',
        },
        http: { url },
        timings_ms: { per_hop: hops.flatMap((hop) => [hop, { ...hop, url }]) },
      }),
    )
    expect(redirected.slice(0, 4)).toEqual([
      '/final_url',
      '/dns/hostname',
      '/dns/hostname_unicode',
      '/dns/registrable_domain',
    ])
    expect(redirected).toContain('/timings_ms/per_hop/1/url')
    expect(redirected).not.toContain('/timings_ms/per_hop/0/url')
  })
})

function freeStrings(schema: z.core.$ZodType, at: string): string[] {
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.core.$ZodType> = schema.shape
    return Object.entries(shape).flatMap(([key, value]) => freeStrings(value, `${at}/${key}`))
  }
  if (schema instanceof z.ZodNullable) return freeStrings(schema.unwrap(), at)
  if (schema instanceof z.ZodArray) return freeStrings(schema.element, `${at}/*`)
  if (schema instanceof z.ZodTuple) {
    return schema._zod.def.items.flatMap((item, index) => freeStrings(item, `${at}/${index}`))
  }
  if (schema instanceof z.ZodRecord) return freeStrings(schema.valueType, `${at}/*`)
  const isFree = schema instanceof z.ZodString && !restricted(schema)
  return isFree ? [at] : []
}

function restricted(schema: z.ZodString): boolean {
  return (schema._zod.def.checks ?? []).some((one) => 'pattern' in one._zod.def)
}

function matches(path: string, pattern: string): boolean {
  const [steps, wanted] = [path.split('/'), pattern.split('/')]
  if (steps.length !== wanted.length) return false
  return wanted.every((one, index) => one === '*' || one === steps[index])
}
