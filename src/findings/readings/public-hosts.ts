import { type BrowserEvidence, blockReasons } from '#evidence/browser.ts'
import { domainsAbove } from '#target/site.ts'
import { isHostGone } from './net-error.ts'

type FailedRequest = BrowserEvidence['requests']['failed'][number]

/**
 * Whether a request to another site fails for every visitor, as far as one observation can tell: by a status, a refusal of
 * Chrome, or a host that does not exist or refuses connections. A host on which a large part of the web depends is an
 * exception: it exists, and only we cannot reach it.
 */
export function isGoneForAll({
  url,
  status,
  net_error: netError,
  blocked_reason: reason,
}: FailedRequest): boolean {
  if (status !== null && status >= 400) return status !== 429
  if (reason !== null) return !blockReasons.some((ours) => ours === reason)
  return isHostGone(netError) && !isSharedHost(url)
}

/** Whether a large part of the web depends on the host: we assume that it serves visitors what it denies us. */
export function isSharedHost(url: string): boolean {
  const host = URL.parse(url)?.hostname ?? ''
  return [host, ...domainsAbove(host)].some((one) => sharedDomains.has(one))
}

/** Domains of libraries, fonts, maps, payments and the like. */
const sharedDomains: ReadonlySet<string> = new Set([
  'googleapis.com',
  'gstatic.com',
  'google.com',
  'googletagmanager.com',
  'google-analytics.com',
  'cloudflare.com',
  'jsdelivr.net',
  'unpkg.com',
  'bootstrapcdn.com',
  'fontawesome.com',
  'jquery.com',
  'typekit.net',
  'ionicframework.com',
  'esm.sh',
  'skypack.dev',
  'azureedge.net',
  'akamaihd.net',
  'cloudfront.net',
  'fastly.net',
  'stripe.com',
  'paypal.com',
  'paypalobjects.com',
  'hcaptcha.com',
  'recaptcha.net',
  'mapbox.com',
  'openstreetmap.org',
  'hereapi.com',
  'facebook.net',
  'facebook.com',
  'twitter.com',
  'x.com',
  'youtube.com',
  'vimeo.com',
  'github.com',
  'githubusercontent.com',
  'github.io',
  'wp.com',
  'gravatar.com',
  'algolia.net',
  'algolianet.com',
  'sentry.io',
  'polyfill.io',
])
