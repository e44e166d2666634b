import type { RedirectHop, RedirectsEvidence } from '#evidence/redirects.ts'
import type { TlsEvidence, TlsObservation } from '#evidence/tls.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { parseTarget, type Target, withoutFragment } from '#target/target.ts'
import { createCookieJar } from './cookie-jar.ts'
import {
  blockedBy,
  decideRedirect,
  type RedirectDecision,
  redirectHop,
  requestKey,
} from './redirects.ts'
import { type RequestResult, type RequestTools, request } from './request.ts'

/** A URL and everything that it redirected to. */
export interface RedirectChain {
  /** Every hop that was requested, the last one included. */
  readonly requests: readonly RequestResult[]
  /** The hop that the report calls final: the last one whose host the policy allowed. */
  readonly last: RequestResult
  readonly hops: readonly RedirectHop[]
  /** Client-side redirects: the refreshes of pages among the requests. */
  readonly clientRedirects: RedirectsEvidence['client_redirects']
  /** How the chain ended. */
  readonly end: RedirectDecision
  /** Cookie field for one more request to the last hop. */
  readonly cookie: string | null
}

/** Returns the kind and the URL of a refresh by which a page sends its visitors away at once; null without one. */
export type Refresh = (page: RequestResult) => {
  readonly kind: 'header_refresh' | 'meta_refresh'
  readonly url: string
} | null

export type FollowTools = RequestTools & { readonly refresh?: Refresh }

/**
 * Follows redirects, and the refreshes that `refresh` finds if it is given, as far as the limit and the policy allow. The last
 * connection is left open.
 */
export async function followRedirects(
  first: Target,
  tools: FollowTools,
  deadline: Deadline,
): Promise<RedirectChain> {
  const cookies = createCookieJar()
  const requested = new Set<string>()
  const requests: RequestResult[] = []
  const hops: RedirectHop[] = []
  const clientRedirects: RedirectsEvidence['client_redirects'] = []
  const chainEnd = (last: RequestResult, end: RedirectDecision): RedirectChain => {
    return { requests, last, hops, clientRedirects, end, cookie: cookies.headerFor(last.target) }
  }
  const isNew = (next: Target) =>
    hops.length + clientRedirects.length < tools.caps.redirects &&
    !requested.has(requestKey(next, cookies.state()))
  let target = first
  for (;;) {
    const previous = requests.at(-1)
    requested.add(requestKey(target, cookies.state()))
    const current = await request(target, cookies.headerFor(target), tools, deadline)
    if (current.refusal !== null && previous !== undefined) {
      return chainEnd(
        previous,
        endBeforeRefusal(previous, blockedBy(current.refusal, target), clientRedirects),
      )
    }
    previous?.connection?.close()
    requests.push(current)
    const { response } = current
    if (response === null) return chainEnd(current, { status: 'final' })
    cookies.store(response.fields, target)
    const decision = decideRedirect(response, {
      current: target,
      requested,
      cookieState: cookies.state(),
      followed: hops.length + clientRedirects.length,
      limit: tools.caps.redirects,
    })
    if (decision.status === 'final') {
      const clientRedirect = clientRedirectOf(current, tools.refresh, isNew)
      if (clientRedirect === null) return chainEnd(current, decision)
      clientRedirects.push(clientRedirect.evidence)
      target = clientRedirect.target
      continue
    }
    hops.push(
      redirectHop({
        index: hops.length,
        current: target,
        response,
        decision,
        remoteIp: current.address?.ip ?? null,
        durationMs: current.timings.total,
      }),
    )
    if (decision.status !== 'follow') return chainEnd(current, decision)
    target = decision.target
  }
}

/**
 * The end of a chain whose next URL is refused. If the refresh of a page led there, the page is the final one, because it did
 * not redirect.
 */
function endBeforeRefusal(
  { target }: RequestResult,
  refusal: RedirectDecision,
  clientRedirects: RedirectsEvidence['client_redirects'],
): RedirectDecision {
  if (clientRedirects.at(-1)?.from !== target.href) return refusal
  clientRedirects.pop()
  return { status: 'final' }
}

/** The refresh of a page to another URL that the policy allows; null for a page that stays. */
function clientRedirectOf(
  page: RequestResult,
  refresh: Refresh | undefined,
  isNew: (target: Target) => boolean,
) {
  const to = refresh?.(page) ?? null
  const parsed = to === null ? null : parseTarget(to.url, page.target)
  if (to === null || parsed?.status !== 'target' || !isNew(parsed.target)) return null
  const [from, target] = [page.target.href, parsed.target]
  if (withoutFragment(from) === withoutFragment(target.href)) return null
  return { target, evidence: { from, to: target.href, kind: to.kind } }
}

/** The last handshake, with the earlier handshakes with other hosts; null when no hop spoke TLS. */
export function tlsEvidenceOf({ requests }: RedirectChain): TlsEvidence | null {
  const byHost = new Map<string, TlsObservation>()
  for (const { tls } of requests) {
    if (tls === null) continue
    // The latest handshake with a host replaces earlier ones and moves to the end.
    byHost.delete(tls.host)
    byHost.set(tls.host, tls)
  }
  const observations = [...byHost.values()]
  const last = observations.pop()
  return last === undefined ? null : { ...last, earlier_hosts: observations, other_addresses: [] }
}
