import type { RedirectHop, RedirectsEvidence, redirectRefusals } from '#evidence/redirects.ts'
import { reportedUrl } from '#evidence/scalar.ts'
import type { HttpResponse } from '#net/http/contract.ts'
import type { Refusal, RefusalType } from '#target/refusal.ts'
import { siteOf } from '#target/site.ts'
import { parseTarget, refusalOfHost, type Target, withoutFragment } from '#target/target.ts'
import { valuesOf } from './headers.ts'
import { cookieNamesOf } from './headers-set-cookie.ts'

/** The effect of a response on the chain. `url` is the absolute form of a Location that is not followed. */
export type RedirectDecision =
  | { readonly status: 'final' }
  | { readonly status: 'follow' | 'loop' | 'limit'; readonly target: Target }
  | { readonly status: 'blocked'; readonly url: string; readonly refusal: Refusal }
  | { readonly status: 'invalid_location' }

export interface ChainState {
  readonly current: Target
  /** `requestKey` of every request made so far. */
  readonly requested: ReadonlySet<string>
  /** `JobCookieJar.state()` after the response's cookies were stored. */
  readonly cookieState: string
  readonly followed: number
  readonly limit: number
}

/**
 * 300 leaves the choice to the user, and 304 responds to a condition that we never send, so neither is a redirect (RFC 9110
 * 15.4).
 */
export function isRedirectStatus(status: number): boolean {
  return status === 301 || status === 302 || status === 303 || status === 307 || status === 308
}

/** Key that detects a loop: the same request with the same cookies gives the same response, so the chain would not end. */
export function requestKey(target: Target, cookieState: string): string {
  return `GET ${withoutFragment(target.href)}\n${cookieState}`
}

/**
 * Decides the next step after one response. Sends nothing; a `follow` still has to resolve to public addresses.
 * Pure.
 */
export function decideRedirect(
  response: Pick<HttpResponse, 'status' | 'fields'>,
  { current, requested, cookieState, followed, limit }: ChainState,
): RedirectDecision {
  if (!isRedirectStatus(response.status)) return { status: 'final' }
  const location = locationOf(response)
  if (location === null) return { status: 'invalid_location' }
  const parsed = parseTarget(inheritFragment(location, current), current)
  if (parsed.status === 'refused') return refusedRedirect(parsed.refusal, location, current)
  const { target } = parsed
  if (requested.has(requestKey(target, cookieState))) return { status: 'loop', target }
  return { status: followed >= limit ? 'limit' : 'follow', target }
}

/** A redirect that was to be followed, but leads to a forbidden target. */
export function blockedBy(refusal: Refusal, target: Target): RedirectDecision {
  return { status: 'blocked', url: target.href, refusal }
}

export interface RedirectResponse {
  readonly index: number
  readonly current: Target
  readonly response: Pick<HttpResponse, 'status' | 'fields' | 'httpVersion'>
  readonly decision: RedirectDecision
  readonly remoteIp: string | null
  readonly durationMs: number
}

/** One response that redirected, for the report. */
export function redirectHop(redirect: RedirectResponse): RedirectHop {
  const { current, response, decision } = redirect
  const location = locationOf(response)
  const resolved = resolvedUrl(decision)
  const next = resolved === null ? null : URL.parse(resolved)
  return {
    index: redirect.index,
    url: reportedUrl(current.href),
    status: response.status,
    location: location === null ? null : reportedUrl(location),
    resolved: resolved === null ? null : reportedUrl(resolved),
    remote_ip: redirect.remoteIp,
    http_version: response.httpVersion,
    duration_ms: Math.max(0, Math.round(redirect.durationMs)),
    scheme_change: schemeChange(current.scheme, next?.protocol),
    cross_origin: next !== null && next.origin !== current.origin,
    cross_site: next !== null && siteOf(next.hostname) !== siteOf(current.host),
    set_cookie_names: cookieNamesOf(response.fields).slice(0, MAX_COOKIE_NAMES),
  }
}

/** The chain for the report: its hops in order, and how it ended. */
export function redirectsEvidenceFrom(
  hops: readonly RedirectHop[],
  end: RedirectDecision,
  /** Navigations that the page made by itself, in a browser. */
  clientRedirects: RedirectsEvidence['client_redirects'] = [],
): RedirectsEvidence {
  const isStopped = end.status !== 'final' && end.status !== 'follow'
  return {
    hops: [...hops],
    // A chain that was stopped has no final hop.
    redirect_count: isStopped ? Math.max(0, hops.length - 1) : hops.length,
    redirect_loop: end.status === 'loop',
    limit_reached: end.status === 'limit',
    redirect_blocked:
      end.status === 'blocked'
        ? {
            url: reportedUrl(end.url),
            reason: reasons[end.refusal.type],
            detail: detailOf(end.refusal),
          }
        : null,
    client_redirects: clientRedirects.map(({ from, to, kind }) => ({
      from: reportedUrl(from),
      to: reportedUrl(to),
      kind,
    })),
    invalid_location: end.status === 'invalid_location',
  }
}

const MAX_COOKIE_NAMES = 50

const reasons: Readonly<Record<RefusalType, (typeof redirectRefusals)[number]>> = {
  url_syntax: 'syntax',
  url_scheme: 'scheme',
  url_port: 'port',
  url_userinfo: 'userinfo',
  url_host_not_public: 'not_public',
  url_resolves_not_public: 'resolves_not_public',
}

/**
 * The URL in the Location field; null when the field is missing, empty (Chrome does not follow it either) or ambiguous
 * (several different values).
 */
function locationOf(response: Pick<HttpResponse, 'fields'>): string | null {
  const [location = '', ...others] = valuesOf(response.fields, 'location')
  if (location === '' || others.some((other) => other !== location)) return null
  return utf8Of(location)
}

/** Servers send IRIs as raw UTF-8, which browsers accept; a header value has one code unit for each byte. */
function utf8Of(value: string): string {
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    // Not UTF-8: each byte stands for itself (ISO 8859-1).
    return value
  }
}

/** RFC 9110 10.2.2: a Location without a fragment inherits the fragment of the requested URL. */
function inheritFragment(location: string, current: Target): string {
  const index = current.href.indexOf('#')
  return index === -1 || location.includes('#')
    ? location
    : `${location}${current.href.slice(index)}`
}

function refusedRedirect(refusal: Refusal, location: string, current: Target): RedirectDecision {
  const url = URL.parse(location, current.href)
  // A Location that is not a URL leads nowhere: a mistake of the server, not a limit of our policy.
  if (refusal.type === 'url_syntax' || url === null) return { status: 'invalid_location' }
  return { status: 'blocked', url: url.href, refusal: refusalOfHost(url) ?? refusal }
}

function resolvedUrl(decision: RedirectDecision): string | null {
  if (decision.status === 'blocked') return decision.url
  return 'target' in decision ? decision.target.href : null
}

function schemeChange(from: string, to: string | undefined): RedirectHop['scheme_change'] {
  if (from === 'https' && to === 'http:') return 'downgrade'
  return from === 'http' && to === 'https:' ? 'upgrade' : 'none'
}

function detailOf({ message, facts }: Refusal): string {
  const where = [facts['block'], facts['rfc']].filter((part) => part !== undefined)
  return where.length === 0 ? message : `${message} ${where.join(', ')}`
}
