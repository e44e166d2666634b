import type { DnsObservation } from '#evidence/dns.ts'
import type { Routes } from '#net/tcp/default-routes.ts'
import type { DialError, DialResult } from '#net/tcp/dial.ts'
import type { VettedAddress } from '#target/address.ts'
import { compareIps } from '#target/ip.ts'

export type Candidate = DnsObservation['candidates_tried'][number]

/** The outcome of all attempts at one address. */
export interface DialOutcome {
  readonly candidate: Candidate
  /** Code of the last failure; empty after a connection. */
  readonly raw: string
}

/** Upper limit, so that a probe does not become a load test of every address of the host. */
export const MAX_CANDIDATES = 4

/**
 * Picks addresses of both families in alternation, as a dual-stack client would; families with a route come first. The result
 * is sorted by family and number.
 */
export function pickCandidates(
  addresses: readonly VettedAddress[],
  routes: Routes,
): VettedAddress[] {
  const [v4, v6] = [4, 6].map((family) => addresses.filter((address) => address.family === family))
  const lengths = [v4?.length ?? 0, v6?.length ?? 0]
  const rounds = Array.from({ length: Math.max(...lengths) }, (_, round) => round)
  return rounds
    .flatMap((round) => [v6?.[round], v4?.[round]])
    .filter((address) => address !== undefined)
    .sort((a, b) => Number(!hasRoute(a.family, routes)) - Number(!hasRoute(b.family, routes)))
    .slice(0, MAX_CANDIDATES)
    .sort((a, b) => compareIps(a.ip, b.ip))
}

/** Without any known route both families are tried: the route check may be wrong, but a connection attempt cannot be. */
export function hasRoute(family: 4 | 6, { ipv4, ipv6 }: Routes): boolean {
  if (!ipv4 && !ipv6) return true
  return family === 4 ? ipv4 : ipv6
}

export const wasInterrupted = (dialed: DialResult) =>
  dialed.status === 'failed' && dialed.raw === 'DEADLINE'

/** The outcome of a connection attempt. `tries`: the number of attempts that have finished. */
export function dialedOutcome(
  { ip, family }: VettedAddress,
  port: 80 | 443,
  dialed: DialResult,
  tries: number,
): DialOutcome {
  if (dialed.status === 'connected') {
    const ms = dialed.connectMs
    const candidate = { ip, family, port, ok: true, error: null, tries, ms, request: null }
    return { candidate, raw: '' }
  }
  // Without a finished attempt only our own deadline was observed.
  const error = tries === 0 ? 'cancelled' : dialed.error
  const ms = dialed.elapsedMs
  const candidate: Candidate = { ip, family, port, ok: false, error, tries, ms, request: null }
  return { candidate, raw: dialed.raw }
}

/** The outcome of an address that was not tried, because no route leads to its family. */
export function skippedOutcome({ ip, family }: VettedAddress, port: 80 | 443): DialOutcome {
  const untried = { ok: false, error: 'skipped', tries: 0, ms: 0, request: null } as const
  const candidate: Candidate = { ip, family, port, ...untried }
  return { candidate, raw: 'NO_ROUTE' }
}

/** Errors in order of strength, from the most definite response of the target to none at all. */
const failureStrength: readonly DialError[] = ['refused', 'reset', 'timeout', 'unreachable']

/** The failure that represents all addresses when every one failed. */
export function strongestFailure(outcomes: readonly DialOutcome[]): {
  error: DialError
  raw: string
} {
  for (const error of failureStrength) {
    const found = outcomes.find(({ candidate }) => candidate.error === error)
    if (found !== undefined) return { error, raw: found.raw }
  }
  const wasCancelled = outcomes.some(({ candidate }) => candidate.error === 'cancelled')
  return wasCancelled
    ? { error: 'timeout', raw: 'DEADLINE' }
    : { error: 'unreachable', raw: 'NO_ROUTE' }
}

/** The state of a host's AAAA records; `tried` are its IPv6 candidates. */
export function ipv6Status(
  published: boolean,
  tried: readonly Candidate[],
): DnsObservation['ipv6'] {
  if (!published) return 'no_aaaa'
  if (tried.some((candidate) => candidate.ok)) return 'reachable'
  const hasFailedTwice = tried.length > 0 && tried.every((candidate) => candidate.tries >= 2)
  return hasFailedTwice ? 'unreachable' : 'skipped'
}
