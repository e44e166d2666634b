import type { Resolver } from '#net/dns/resolver.ts'
import { vetHost } from '#net/dns/vet-host.ts'
import { type Connect, dial } from '#net/tcp/dial.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { OwnAddresses } from '#target/address.ts'
import { parseTarget } from '#target/target.ts'

export type CanaryState = 'healthy' | 'unhealthy' | 'not_checked'

/** Checks a host that is known to work, so that our own outage is not reported as the target's (guard G1 of the rules). */
export interface EgressCanary {
  /** Rejects with a Fault of `dial`. */
  check(deadline: Deadline, failure: CanaryFailure): Promise<CanaryState>
}

/** How the target failed. */
export interface CanaryFailure {
  /** The resolver gave no usable response for the target: a timeout, SERVFAIL or REFUSED. */
  readonly unresolved: boolean
}

export interface CanaryOptions {
  /**
   * Public host names, each reachable on port 443. When empty, only the resolver is checked, and the report says "not
   * checked".
   */
  readonly hosts: readonly string[]
  readonly resolver: Resolver
  readonly ownAddresses: OwnAddresses
  readonly connect: Connect
  readonly clock: Clock
}

/** Milliseconds for which a result is valid: the guard requires a healthy canary within a minute. */
const CACHE_TTL_MS = 60_000
/** Milliseconds to wait for a canary, during which the job waits too. A known-good host responds in far less. */
const TIMEOUT_MS = 3_000

export function createEgressCanary(options: CanaryOptions): EgressCanary {
  let cached: { readonly at: number; readonly state: Promise<CanaryState> } | null = null
  return {
    check: (deadline, { unresolved }) => {
      if (options.hosts.length === 0) {
        return unresolved ? checkResolver(options, deadline) : Promise.resolve('not_checked')
      }
      const now = options.clock.monotonicMs()
      if (cached === null || now - cached.at > CACHE_TTL_MS)
        cached = { at: now, state: checkHosts(options, deadline) }
      const { state } = cached
      // A failed result is not cached: the next job checks again. The caller gets a rejection from `state` itself; here it must not
      // stay unhandled.
      const forget = () => {
        if (cached?.state === state) cached = null
      }
      state.then((result) => {
        if (result !== 'healthy') forget()
      }, forget)
      return state
    },
  }
}

async function checkHosts(options: CanaryOptions, deadline: Deadline): Promise<CanaryState> {
  const canaryDeadline = deadline.within(TIMEOUT_MS)
  try {
    const results = await Promise.all(
      options.hosts.map((host) => isReachable(host, options, canaryDeadline)),
    )
    if (results.includes(true)) return 'healthy'
    // A check that the job's own deadline cut short proves nothing.
    return deadline.remainingMs() === 0 ? 'not_checked' : 'unhealthy'
  } finally {
    canaryDeadline.close()
  }
}

/**
 * A resolver that responds neither for the target nor for the root zone is out of order, which must not become a verdict about
 * the target. NXDOMAIN counts as a response: a resolver of a closed network may know only a few names.
 */
async function checkResolver(
  { resolver }: CanaryOptions,
  deadline: Deadline,
): Promise<CanaryState> {
  const canaryDeadline = deadline.within(TIMEOUT_MS)
  try {
    const rcode = await resolver.root(canaryDeadline)
    const isAnswered = rcode === 'NOERROR' || rcode === 'NXDOMAIN'
    return isAnswered || deadline.remainingMs() === 0 ? 'not_checked' : 'unhealthy'
  } finally {
    canaryDeadline.close()
  }
}

async function isReachable(
  host: string,
  options: CanaryOptions,
  canaryDeadline: Deadline,
): Promise<boolean> {
  const parsed = parseTarget(`https://${host}/`)
  if (parsed.status === 'refused') return false
  const vetted = await vetHost(
    parsed.target,
    options.resolver,
    options.ownAddresses,
    canaryDeadline,
  )
  if (vetted.status !== 'vetted') return false
  for (const address of vetted.addresses.slice(0, 2)) {
    const dialed = await dial(address, 443, options, canaryDeadline)
    if (dialed.status === 'failed') continue
    dialed.socket.destroy()
    return true
  }
  return false
}
