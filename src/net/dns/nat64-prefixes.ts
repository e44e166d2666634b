import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { type Nat64Prefix, nat64PrefixesOf } from '#target/nat64.ts'
import { isFailedQuery } from './host-lookup-result.ts'
import type { HostLookup } from './resolver.ts'

/** The prefixes of translators in this network, as the resolver uses them (RFC 7050). */
export interface Nat64Discovery {
  /** Every prefix that was found so far; starts a lookup in the background when the latest one is old. */
  prefixes(): readonly Nat64Prefix[]
  /** Resolves when the first lookup has ended, after `READY_TIMEOUT_MS` at the latest. */
  ready(): Promise<void>
}

/** Has only IPv4 addresses. A resolver that synthesizes an AAAA record for it shows its prefix. */
const DISCOVERY_NAME = 'ipv4only.arpa'
const LOOKUP_TIMEOUT_MS = 8_000
/** Milliseconds that the first target waits for a slow resolver, which is likely to delay its own lookup too. */
const READY_TIMEOUT_MS = 1_000
const REFRESH_MS = 3_600_000
/** Milliseconds to the next lookup after a failed one. */
const RETRY_MS = 10_000
/** A network has one or two prefixes. The cost of checking an address grows with their number. */
const MAX_PREFIXES = 16

export function createNat64Discovery(tools: {
  readonly resolver: HostLookup
  readonly clock: Clock
}): Nat64Discovery {
  return new Discovery(tools.resolver, tools.clock)
}

class Discovery implements Nat64Discovery {
  readonly #resolver: HostLookup
  readonly #clock: Clock
  #prefixes: readonly Nat64Prefix[] = []
  #staleAt = Number.NEGATIVE_INFINITY
  #inFlight: Promise<void> | null = null
  #ready: Promise<void> | null = null

  constructor(resolver: HostLookup, clock: Clock) {
    this.#resolver = resolver
    this.#clock = clock
  }

  prefixes(): readonly Nat64Prefix[] {
    if (this.#inFlight === null && this.#clock.monotonicMs() >= this.#staleAt) {
      this.#inFlight = this.#lookUp()
      this.#ready ??= this.#within(READY_TIMEOUT_MS, this.#inFlight)
    }
    return this.#prefixes
  }

  async ready(): Promise<void> {
    this.prefixes()
    await this.#ready
  }

  async #lookUp(): Promise<void> {
    using deadline = deadlineAfter(this.#clock, LOOKUP_TIMEOUT_MS)
    const { aaaa, rcodeAaaa } = await this.#resolver.lookup(DISCOVERY_NAME, deadline)
    const found = aaaa.flatMap(({ address }) => nat64PrefixesOf(address))
    // The earlier ones are kept: the next query may reach a resolver that translates nothing, beside the same translator.
    this.#prefixes = distinct([...found, ...this.#prefixes]).slice(0, MAX_PREFIXES)
    this.#staleAt = this.#clock.monotonicMs() + (isFailedQuery(rcodeAaaa) ? RETRY_MS : REFRESH_MS)
    this.#inFlight = null
  }

  async #within(ms: number, work: Promise<void>): Promise<void> {
    using deadline = deadlineAfter(this.#clock, ms)
    await deadline.race(work).catch(() => {})
  }
}

function distinct(prefixes: readonly Nat64Prefix[]): Nat64Prefix[] {
  return [...new Map(prefixes.map((each) => [`${each.value}/${each.length}`, each])).values()]
}
