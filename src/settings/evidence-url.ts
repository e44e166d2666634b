import { z } from 'zod'
import type { Result } from '#fault.ts'
import { isLoopback, percentDecoded, refuse } from './values.ts'

/** A bucket of an S3-compatible store, and the credentials for it. */
export interface EvidenceUrl {
  readonly bucket: string
  /** Prefix of the keys of all objects: empty, or with a trailing slash. */
  readonly prefix: string
  /** URL of the bucket, with a trailing slash. */
  readonly url: string
  readonly region: string
  readonly keyId: string
  readonly secretKey: string
}

const parameters = ['endpoint', 'region']
// MinIO, Ceph and others accept any region in the signature, and use this one by default.
const COMMON_REGION = 'us-east-1'

/**
 * `s3://keyid:secret@bucket/prefix?region=eu-central-1`, with `endpoint` for a store other than that of Amazon. Bucket and
 * prefix may contain only characters that need no escaping in a URL, in a list of keys and in a signature.
 */
export const evidenceUrl = z.string().transform((text, ctx): EvidenceUrl => {
  const url = URL.parse(text)
  if (url === null) {
    return refuse(ctx, 'is not an absolute URL: write / in the secret as %2F, @ as %40, : as %3A')
  }
  if (url.protocol !== 's3:') return refuse(ctx, 'does not begin with s3://')
  const unknown = [...url.searchParams.keys()].filter((name) => !parameters.includes(name))
  if (unknown.length > 0) {
    return refuse(ctx, `has the parameter ${unknown[0]}; allowed: ${parameters.join(', ')}`)
  }
  const bucket = url.host
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) return refuse(ctx, 'names no bucket')
  const prefix = url.pathname.replace(/^\/|\/$/g, '')
  if (!/^([\w.-]{1,100}(\/[\w.-]{1,100}){0,4})?$/.test(prefix)) {
    return refuse(ctx, 'has a prefix that is not letters, digits, hyphens, dots and slashes')
  }
  const [keyId, secretKey] = [url.username, url.password].map(percentDecoded)
  if (!keyId || !secretKey) {
    return refuse(ctx, 'names no key: s3://KEYID:SECRET@bucket, with / in the secret as %2F')
  }
  const server = serverOf(bucket, url.searchParams)
  if (!server.ok) return refuse(ctx, server.error)
  return { ...server.value, bucket, prefix: prefix === '' ? '' : `${prefix}/`, keyId, secretKey }
})

function serverOf(
  bucket: string,
  given: URLSearchParams,
): Result<Pick<EvidenceUrl, 'url' | 'region'>, string> {
  const region = given.get('region') ?? COMMON_REGION
  if (!/^[a-z0-9-]{1,40}$/.test(region)) return { ok: false, error: 'has an invalid region' }
  const endpoint = given.get('endpoint')
  if (endpoint !== null) {
    return isServer(endpoint)
      ? { ok: true, value: { region, url: `${endpoint.replace(/\/$/, '')}/${bucket}/` } }
      : { ok: false, error: 'has an endpoint that is not https://host (http on loopback only)' }
  }
  // The certificate covers only one label before `s3` and the region, so the bucket must not contain a dot.
  return given.has('region') && !bucket.includes('.')
    ? { ok: true, value: { region, url: `https://${bucket}.s3.${region}.amazonaws.com/` } }
    : {
        ok: false,
        error:
          'needs region=NAME, or endpoint=https://host if the name of the bucket contains a dot',
      }
}

function isServer(text: string): boolean {
  const { protocol, hostname, href, origin } = URL.parse(text) ?? {}
  const isPrivate = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname ?? ''))
  return isPrivate && href === `${origin}/`
}
