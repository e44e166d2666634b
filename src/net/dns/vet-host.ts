import type { Deadline } from '#runtime/deadline.ts'
import {
  classifyAddress,
  type ForbiddenAddress,
  type OwnAddresses,
  type VettedAddress,
} from '#target/address.ts'
import { inIpOrder } from '#target/ip.ts'
import { forbiddenFacts, type Refusal, refuse } from '#target/refusal.ts'
import type { Target } from '#target/target.ts'
import { type HostLookupResult, literalResult } from './host-lookup-result.ts'
import type { HostLookup } from './resolver.ts'

export type VettedHost =
  | {
      readonly status: 'vetted'
      /** At least one; sorted by family and number. */
      readonly addresses: readonly VettedAddress[]
      readonly answer: HostLookupResult
    }
  | { readonly status: 'refused'; readonly refusal: Refusal; readonly answer: HostLookupResult }
  | { readonly status: 'unresolved'; readonly answer: HostLookupResult }

/**
 * Resolves a URL to the addresses that may be dialed for it. One non-public address refuses the whole host: the
 * host's owner does not control which address of a set is used, and DNS rebinding relies on exactly that.
 */
export async function vetHost(
  target: Target,
  resolver: HostLookup,
  ownAddresses: OwnAddresses,
  deadline: Deadline,
): Promise<VettedHost> {
  const answer =
    target.literal === null
      ? await resolver.lookup(target.host, deadline)
      : literalResult(target.host)
  return vetLookupResult(target, answer, ownAddresses)
}

/** Applies the policy of `vetHost` to a DNS result that is already known. */
export function vetLookupResult(
  target: Target,
  answer: HostLookupResult,
  ownAddresses: OwnAddresses,
): VettedHost {
  // An IPv4-mapped AAAA address is the same address as that of the A record.
  const byIp = new Map<string, VettedAddress>()
  for (const text of target.literal === null ? addressesOf(answer) : [target.literal.ip]) {
    const decision = classifyAddress(text, ownAddresses)
    if (decision.status === 'forbidden') {
      const type = target.literal === null ? 'url_resolves_not_public' : 'url_host_not_public'
      const facts = { host: target.host, ...forbiddenFacts(text, decision) }
      return { ...refuse(type, facts), answer }
    }
    byIp.set(decision.address.ip, decision.address)
  }
  return byIp.size === 0
    ? { status: 'unresolved', answer }
    : { status: 'vetted', addresses: inIpOrder(byIp.values(), ({ ip }) => ip), answer }
}

/** Every address of a DNS result, A before AAAA. */
export function addressesOf(answer: HostLookupResult): string[] {
  return [...answer.a, ...answer.aaaa].map((record) => record.address)
}

/** The addresses that the policy forbids, each with its registry row. */
export function forbiddenAddresses(
  addresses: readonly string[],
  ownAddresses: OwnAddresses,
): { readonly address: string; readonly row: ForbiddenAddress }[] {
  return addresses.flatMap((address) => {
    const decision = classifyAddress(address, ownAddresses)
    return decision.status === 'forbidden' ? [{ address, row: decision }] : []
  })
}
