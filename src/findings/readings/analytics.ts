import type { BrowserEvidence } from '#evidence/browser.ts'

type Request = Pick<
  BrowserEvidence['requests']['failed'][number],
  'url' | 'method' | 'first_party' | 'type'
>

/**
 * Paths at which a host measures visits to the sites that it serves, and which respond with 404 while the owner has not turned
 * that on: Vercel Web Analytics and Speed Insights, Cloudflare Web Analytics, Netlify Real User Metrics.
 */
const ofHost =
  /^\/(?:_vercel\/(?:speed-)?insights\/|cdn-cgi\/(?:rum|beacon)\b|\.netlify\/scripts\/rum\b)/

/**
 * Addresses at which a site forwards requests to its analytics or error reports, so that blockers do not stop them, according
 * to the manual of each product. Path with query.
 */
const proxies: readonly RegExp[] = [
  // https://posthog.com/docs/advanced/proxy: any prefix, in most examples /ingest; the files are those of posthog-js.
  /^\/ingest\/(?:array|batch|capture|decide|e|engage|flags|i|s|static)\//,
  /\/array\/phc_\w+\/config|\/i\/v0\/e\//,
  /\/static\/(?:array(?:\.full)?|(?:posthog-|lazy-)?recorder|recorder-v2)\.js/,
  /\/static\/(?:exception|dead-clicks)-autocapture\.js/,
  // https://plausible.io/docs/proxy/introduction. A script at /js/script.js alone may be any script.
  /\/(?:stats|plausible|analytics|proxy)\/js\/(?:script|plausible)\b/,
  /\/js\/(?:plausible[\w.-]*|pa-[\w-]{10,60})\.js/,
  /\/js\/script(?:\.(?:404|compat|exclusions|file-downloads|hash|local|manual|outbound-links|pageview-props|revenue|tagged-events))+\.js/,
  // https://umami.is/docs/tracker-configuration, https://docs.pirsch.io/advanced/proxy, https://matomo.org/faq/how-to
  /\/(?:umami|pirsch)\/|\/umami\.js|\/(?:matomo|piwik)\.(?:js|php)/,
  // https://docs.sentry.io/platforms/javascript/guides/nextjs/configuration/build (tunnelRoute), and envelopes in general.
  /\?o=\d+&p=\d+(?:&r=\w+)?$|\/api\/\d+\/envelope\/|^\/(?:api\/)?(?:sentry|(?:monitoring|sentry)[-/]tunnel)\/?$/,
  // https://developers.google.com/tag-platform: a server container, or the gateway of a content delivery network.
  /\/(?:gtm|gtag\/js|gtag)(?:\.js)?\?(?:[^#]*&)?id=(?:GTM|GT|G|AW)-\w+|\/g\/collect\?(?:[^#]*&)?tid=G-/,
  // https://docs.datadoghq.com/real_user_monitoring/guide/proxy-rum-data
  /[?&]ddforward=/,
]

/** Endpoints to which only analytics send data while a page loads: Plausible and Umami. */
const endpoints = /\/api\/(?:event|send)\/?$/

/** Whether the host of the site measures visits at this URL. No visitor misses it, and its 404 is the normal response. */
export function isAnalyticsOfHost(url: string): boolean {
  return ofHost.test(URL.parse(url)?.pathname ?? '')
}

/** Whether a request to the site is forwarded to its analytics or error reports. No visitor misses it, but the owner may. */
export function isForwardedAnalytics({ url, method, first_party, type }: Request): boolean {
  const { pathname, search } = URL.parse(url) ?? { pathname: '', search: '' }
  if (!first_party || type === 'document' || type === 'stylesheet') return false
  const address = (pathname + search).slice(0, MAX_ADDRESS_LENGTH)
  return proxies.some((one) => one.test(address)) || (method === 'POST' && endpoints.test(pathname))
}

const MAX_ADDRESS_LENGTH = 1_000
