import type { HttpEvidence } from '#evidence/http.ts'
import type { Field } from '#net/http/contract.ts'

/**
 * The CDN that delivered the response, recognised by fields that only it sets. When one is in front of another (Cloudflare in
 * front of Vercel), the outer one is named, because CDNs precede hosting platforms in the table. Signals are field names, in
 * table order.
 */
export function cdnOf(fields: readonly Field[]): HttpEvidence['cdn'] {
  for (const { name, marks } of networks) {
    const signals = marks.filter((mark) => fields.some((field) => matches(mark, field)))
    if (signals.length > 0) return { name, signals: [...new Set(signals.map(([field]) => field))] }
  }
  return null
}

/** A field name, with a pattern for the value when the name alone is not specific. */
type Mark = readonly [field: string, value?: RegExp]

interface Network {
  readonly name: string
  readonly marks: readonly Mark[]
}

const networks: readonly Network[] = [
  { name: 'cloudflare', marks: [['cf-ray'], ['cf-cache-status'], ['server', /^cloudflare$/i]] },
  {
    name: 'cloudfront',
    marks: [
      ['x-amz-cf-id'],
      ['x-amz-cf-pop'],
      ['via', /\(CloudFront\)$/],
      ['server', /^CloudFront$/],
    ],
  },
  {
    name: 'akamai',
    marks: [
      ['akamai-grn'],
      ['x-akamai-transformed'],
      ['x-akamai-request-id'],
      ['akamai-cache-status'],
      ['server', /^Akamai(GHost|NetStorage)$/],
    ],
  },
  {
    name: 'fastly',
    marks: [['x-fastly-request-id'], ['fastly-restarts'], ['x-served-by', /^cache-[a-z]{3}\w*-/]],
  },
  { name: 'imperva', marks: [['x-iinfo'], ['x-cdn', /^(Imperva|Incapsula)$/i]] },
  { name: 'sucuri', marks: [['x-sucuri-id'], ['x-sucuri-cache']] },
  { name: 'azure-front-door', marks: [['x-azure-ref'], ['x-msedge-ref']] },
  {
    name: 'google',
    marks: [
      ['via', /^1\.1 google$/],
      ['server', /^(gws|ESF|Google Frontend)$/],
    ],
  },
  { name: 'bunny', marks: [['cdn-pullzone'], ['cdn-requestid'], ['server', /^BunnyCDN-/]] },
  { name: 'keycdn', marks: [['server', /^keycdn/i]] },
  { name: 'cdn77', marks: [['x-77-cache'], ['x-77-pop'], ['server', /^CDN77-/]] },
  { name: 'alibaba', marks: [['eagleid'], ['x-swift-cachetime']] },
  { name: 'vercel', marks: [['x-vercel-id'], ['x-vercel-cache'], ['server', /^Vercel$/]] },
  { name: 'netlify', marks: [['x-nf-request-id'], ['server', /^Netlify$/]] },
  { name: 'github-pages', marks: [['x-github-request-id'], ['server', /^GitHub\.com$/]] },
  { name: 'fly', marks: [['fly-request-id'], ['server', /^Fly\//]] },
  { name: 'render', marks: [['x-render-origin-server'], ['rndr-id']] },
  { name: 'railway', marks: [['x-railway-request-id'], ['x-railway-edge']] },
  { name: 'heroku', marks: [['via', /^[\d.]+ (vegur|heroku-router)$/]] },
]

function matches([name, value]: Mark, field: Field): boolean {
  return field[0] === name && (value === undefined || value.test(field[1].trim()))
}
