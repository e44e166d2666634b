import type { Clock } from '#runtime/clock.ts'
import { type Nat64Prefix, nat64PrefixesOf } from '#target/nat64.ts'
import { createBackgroundLookup } from './background-lookup.ts'
import { isFailedQuery } from './host-lookup-result.ts'
import type { HostLookup } from './resolver.ts'

/** Has only IPv4 addresses. A resolver that synthesizes an AAAA record for it shows its prefix. */
const DISCOVERY_NAME = 'ipv4only.arpa'
const LOOKUP_TIMEOUT_MS = 8_000
const REFRESH_MS = 3_600_000
/** Milliseconds to the next lookup after a failed one. */
const RETRY_MS = 10_000
/** A network has one or two prefixes. The cost of checking an address grows with their number. */
const MAX_PREFIXES = 16

/** The prefixes of translators in this network, as the resolver uses them (RFC 7050). */
export interface Nat64Discovery {
  /** Every prefix that was found so far; starts a lookup in the background when the latest one is old. */
  prefixes(): readonly Nat64Prefix[]
  /** Resolves when the first lookup has ended, or takes long. */
  ready(): Promise<void>
}

export function createNat64Discovery(tools: {
  readonly resolver: HostLookup
  readonly clock: Clock
}): Nat64Discovery {
  const { resolver, clock } = tools
  const { latest, ready } = createBackgroundLookup<readonly Nat64Prefix[]>({
    clock,
    timeoutMs: LOOKUP_TIMEOUT_MS,
    initial: [],
    lookUp: async (previous, deadline) => {
      const { aaaa, rcodeAaaa } = await resolver.lookup(DISCOVERY_NAME, deadline)
      const found = aaaa.flatMap(({ address }) => nat64PrefixesOf(address))
      return {
        // The earlier ones are kept: the next query may reach a resolver that translates nothing, beside the same translator.
        value: distinct([...found, ...previous]).slice(0, MAX_PREFIXES),
        freshMs: isFailedQuery(rcodeAaaa) ? RETRY_MS : REFRESH_MS,
      }
    },
  })
  return { prefixes: latest, ready }
}

function distinct(prefixes: readonly Nat64Prefix[]): Nat64Prefix[] {
  return [...new Map(prefixes.map((each) => [`${each.value}/${each.length}`, each])).values()]
}
