import type { Clock } from '#runtime/clock.ts'
import { deadlineAfter } from '#runtime/deadline.ts'
import { parseIp } from '#target/ip.ts'
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
  return new ResolvedHost(host.replace(/\.$/, ''), tools.resolver, tools.clock)
}

/** Returns the same array every time: readers treat another array as a change, and read the interfaces again. */
function fixedHost(addresses: readonly string[]): OwnHost {
  return { addresses: () => addresses, ready: async () => {} }
}

class ResolvedHost implements OwnHost {
  readonly #host: string
  readonly #resolver: HostLookup
  readonly #clock: Clock
  #addresses: readonly string[] = []
  #staleAt = Number.NEGATIVE_INFINITY
  #inFlight: Promise<void> | null = null
  #first: Promise<void> | null = null

  constructor(host: string, resolver: HostLookup, clock: Clock) {
    this.#host = host
    this.#resolver = resolver
    this.#clock = clock
  }

  addresses(): readonly string[] {
    if (this.#inFlight === null && this.#clock.monotonicMs() >= this.#staleAt) {
      this.#inFlight = this.#lookUp()
    }
    this.#first ??= this.#inFlight
    return this.#addresses
  }

  async ready(): Promise<void> {
    this.addresses()
    await this.#first
  }

  async #lookUp(): Promise<void> {
    using deadline = deadlineAfter(this.#clock, LOOKUP_TIMEOUT_MS)
    const answer = await this.#resolver.lookup(this.#host, deadline)
    const found = addressesOf(answer)
    // A failed query does not change the last known addresses of its family.
    const kept = this.#addresses.filter((ip) =>
      isFailedQuery(ip.includes(':') ? answer.rcodeAaaa : answer.rcodeA),
    )
    const isWhole = !isFailedQuery(answer.rcodeA) && !isFailedQuery(answer.rcodeAaaa)
    if (found.length > 0) this.#addresses = [...found, ...kept]
    this.#staleAt =
      this.#clock.monotonicMs() + (found.length > 0 && isWhole ? REFRESH_MS : RETRY_MS)
    this.#inFlight = null
  }
}
