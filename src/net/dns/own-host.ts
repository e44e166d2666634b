import type { Clock } from '#runtime/clock.ts'
import { parseIp } from '#target/ip.ts'
import { createBackgroundLookup } from './background-lookup.ts'
import { isFailedQuery } from './host-lookup-result.ts'
import type { HostLookup } from './resolver.ts'
import { addressesOf } from './vet-host.ts'

/** The addresses of the host of `base_url`: our own addresses, as seen from outside. */
export interface OwnHost {
  /**
   * The result of the latest lookup that found an address; starts another lookup in the background when that result is
   * old.
   */
  addresses(): readonly string[]
  /** Resolves when the first lookup has ended, after `LOOKUP_TIMEOUT_MS` at the latest. */
  ready(): Promise<void>
}

const LOOKUP_TIMEOUT_MS = 1_000
// Milliseconds. A changed address is found within this time; one lookup a minute costs nothing.
const REFRESH_MS = 60_000
/**
 * Milliseconds to the next lookup after a failed query, or one without an address: the next target must not wait a minute
 * for a repaired resolver.
 */
const RETRY_MS = 5_000

/** @param baseUrl null when the service has no public name; there are then no addresses. */
export function createOwnHost(
  baseUrl: string | null,
  tools: { readonly resolver: HostLookup; readonly clock: Clock },
): OwnHost {
  const host = baseUrl === null ? null : new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')
  if (host === null || host === 'localhost') return fixedHost([])
  if (parseIp(host) !== null) return fixedHost([host])
  return resolvedHost(host.replace(/\.$/, ''), tools)
}

/** Returns the same array every time: readers treat another array as a change, and read the interfaces again. */
function fixedHost(addresses: readonly string[]): OwnHost {
  return { addresses: () => addresses, ready: async () => {} }
}

function resolvedHost(
  host: string,
  { resolver, clock }: { readonly resolver: HostLookup; readonly clock: Clock },
): OwnHost {
  const { latest, ready } = createBackgroundLookup<readonly string[]>({
    clock,
    timeoutMs: LOOKUP_TIMEOUT_MS,
    initial: [],
    lookUp: async (previous, deadline) => {
      const answer = await resolver.lookup(host, deadline)
      const found = addressesOf(answer)
      // A failed query does not change the last known addresses of its family.
      const kept = previous.filter((ip) =>
        isFailedQuery(ip.includes(':') ? answer.rcodeAaaa : answer.rcodeA),
      )
      const isWhole = !isFailedQuery(answer.rcodeA) && !isFailedQuery(answer.rcodeAaaa)
      return {
        value: found.length > 0 ? [...found, ...kept] : previous,
        freshMs: found.length > 0 && isWhole ? REFRESH_MS : RETRY_MS,
      }
    },
  })
  return { addresses: latest, ready }
}
