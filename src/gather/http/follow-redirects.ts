import type { RedirectHop } from '#evidence/redirects.ts'
import type { TlsEvidence, TlsObservation } from '#evidence/tls.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { Target } from '#target/target.ts'
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
  /** What the report calls final: the last hop whose host the policy allowed. */
  readonly last: RequestResult
  readonly hops: readonly RedirectHop[]
  /** How the chain ended. */
  readonly end: RedirectDecision
  /** Cookie field for one more request to the last hop. */
  readonly cookie: string | null
}

/** Follows redirects as far as the limit and the policy allow. The last connection is left open. */
export async function followRedirects(
  first: Target,
  tools: RequestTools,
  deadline: Deadline,
): Promise<RedirectChain> {
  const cookies = createCookieJar()
  const requested = new Set<string>()
  const requests: RequestResult[] = []
  const hops: RedirectHop[] = []
  const ended = (last: RequestResult, end: RedirectDecision): RedirectChain => {
    return { requests, last, hops, end, cookie: cookies.headerFor(last.target) }
  }
  let target = first
  for (;;) {
    const before = requests.at(-1)
    requested.add(requestKey(target, cookies.state()))
    const current = await request(target, cookies.headerFor(target), tools, deadline)
    if (current.refusal !== null && before !== undefined) {
      return ended(before, blockedBy(current.refusal, target))
    }
    before?.connection?.close()
    requests.push(current)
    const { response } = current
    if (response === null) return ended(current, { status: 'final' })
    cookies.store(response.fields, target)
    const decision = decideRedirect(response, {
      current: target,
      requested,
      cookieState: cookies.state(),
      followed: hops.length,
      limit: tools.caps.redirects,
    })
    if (decision.status === 'final') return ended(current, decision)
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
    if (decision.status !== 'follow') return ended(current, decision)
    target = decision.target
  }
}

/** The last handshake with those to other hosts before it; null when no hop spoke TLS. */
export function tlsEvidenceOf({ requests }: RedirectChain): TlsEvidence | null {
  const byHost = new Map<string, TlsObservation>()
  for (const { tls } of requests) {
    if (tls === null) continue
    // The latest handshake with a host replaces earlier ones and moves to the end.
    byHost.delete(tls.host)
    byHost.set(tls.host, tls)
  }
  const seen = [...byHost.values()]
  const last = seen.pop()
  return last === undefined ? null : { ...last, earlier_hosts: seen }
}
