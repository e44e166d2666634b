import { domainToUnicode } from 'node:url'
import { getDomain } from 'tldts'
import type { DnsObservation } from '#evidence/dns.ts'
import type { AddressEvidence } from '#gather/connect/try-addresses.ts'
import { type HostLookupResult, MAX_ADDRESSES, type Rcode } from '#net/dns/host-lookup-result.ts'
import type { RecordLookup } from '#net/dns/resolver.ts'
import {
  addressesOf,
  forbiddenAddresses,
  type VettedHost,
  vetHost,
  vetLookupResult,
} from '#net/dns/vet-host.ts'
import type { Clock } from '#runtime/clock.ts'
import type { Deadline } from '#runtime/deadline.ts'
import type { OwnAddresses } from '#target/address.ts'
import type { Target } from '#target/target.ts'
import { caaFor, cnameChain, negativeAnswer } from './records.ts'

export interface DnsTools {
  readonly resolver: RecordLookup
  readonly ownAddresses: OwnAddresses
  readonly clock: Clock
}

/** Number of records of a list that the report keeps, and of all that were received. */
export interface ListCount {
  readonly kept: number
  readonly total: number
}

export interface ObservedDns {
  /** The result that the main path continues with. */
  readonly host: VettedHost
  /**
   * The whole observation. Aliases, CAA and the negative TTL are resolved in parallel with the main path and are
   * awaited here, until the deadline and no longer. `connected` is the result of `tryAddresses`, null when nothing
   * was dialed.
   */
  complete(connected: AddressEvidence | null): Promise<DnsObservation>
  /** Truncated lists, by their name in the report. */
  readonly truncated: Readonly<Record<string, ListCount>>
}

/** Milliseconds between two lookups of a name without an address, so that the second does not fall into the same packet loss. */
const LOOKUP_RETRY_MS = 1_000

// A response can have four thousand addresses, of which a reader needs only a few. The policy applies to all that the resolver
// reads.
const MAX_RECORDS = 32

/**
 * Resolves the host of a target, again when the first lookup gave no address, and its other records in parallel. Never rejects
 * because of the DNS or the deadline.
 */
export async function observeDns(
  target: Target,
  tools: DnsTools,
  deadline: Deadline,
  /**
   * Whether the other records are resolved at once, in parallel with the main path, or only when the whole observation is
   * needed.
   */
  extraQueries: 'at_once' | 'when_reported' = 'at_once',
): Promise<ObservedDns> {
  const startedMs = tools.clock.monotonicMs()
  const isLiteral = target.literal !== null
  const extraRecords = memoized(() => ({
    chain: isLiteral ? noChain : cnameChain(target.host, tools.resolver, deadline),
    caa: isLiteral ? null : caaFor(target.host, tools.resolver, deadline),
  }))
  if (extraQueries === 'at_once') extraRecords()
  const { host, attempts } = await resolveTwice(target, tools, deadline)
  const durationMs = Math.round(tools.clock.monotonicMs() - startedMs)
  const { answer } = host
  const isNegative = answer.rcode === 'NXDOMAIN' || (answer.rcode === 'NOERROR' && isEmpty(answer))
  const negative = memoized(() =>
    isNegative
      ? negativeEvidence(target, { rcode: answer.rcode, ...extraRecords() }, tools, deadline)
      : noNegative,
  )
  if (extraQueries === 'at_once') void negative()
  const forbidden =
    host.status === 'vetted' ? [] : forbiddenAddresses(addressesOf(answer), tools.ownAddresses)
  const non_public = forbidden.map(({ address, row }) => ({
    address,
    block: row.block,
    reason: row.rfc === '' ? row.name : `${row.name} (${row.rfc})`,
  }))
  return {
    host,
    truncated: truncations({
      'dns.a': answer.received.a,
      'dns.aaaa': answer.received.aaaa,
      'dns.non_public': non_public.length,
    }),
    complete: async (connected) => ({
      hostname: target.host,
      hostname_unicode: isLiteral ? target.host : domainToUnicode(target.host) || target.host,
      registrable_domain: isLiteral ? null : getDomain(target.host, site),
      is_ip_literal: isLiteral,
      rcode: answer.rcode,
      a: recordsEvidence(answer.a),
      aaaa: recordsEvidence(answer.aaaa),
      cname_chain: [...(await extraRecords().chain)],
      all_public: areAllPublic(host),
      non_public: non_public.slice(0, MAX_RECORDS),
      ...(connected ?? noAddressEvidence(answer)),
      ...(isAaaaUnknown(answer) ? { ipv6: 'skipped' as const } : {}),
      ...(await negative()),
      // c-ares does not expose the AD bit.
      dnssec_ad: null,
      caa: await extraRecords().caa,
      resolver: isLiteral ? null : tools.resolver.label,
      attempts,
      duration_ms: durationMs,
    }),
  }
}

type NegativeEvidence = Pick<DnsObservation, 'negative_ttl_s' | 'cname_end' | 'sibling'>

const noNegative: NegativeEvidence = { negative_ttl_s: null, cname_end: null, sibling: null }

/** What a name without an address is told from: the end of its aliases, and whether it is the neighbour that has one. */
async function negativeEvidence(
  { host, literal }: Target,
  {
    rcode,
    chain,
  }: Pick<DnsObservation, 'rcode'> & {
    readonly chain: Promise<DnsObservation['cname_chain']>
  },
  { resolver }: DnsTools,
  deadline: Deadline,
): Promise<NegativeEvidence> {
  if (literal !== null) return noNegative
  const siblingName = siblingOf(host)
  const [{ ttlS, isUnregistered }, aliases, found] = await Promise.all([
    negativeAnswer(host, chain, resolver, deadline),
    chain,
    siblingName === null ? null : resolver.lookup(siblingName, deadline),
  ])
  const target = aliases.at(-1)?.target.replace(/\.$/, '').toLowerCase() ?? null
  const domain = target && getDomain(target, site)
  const registered = target && getDomain(target, { ...site, allowPrivateDomains: false })
  return {
    negative_ttl_s: ttlS,
    cname_end:
      target === null
        ? null
        : {
            target,
            domain,
            // Names below a private suffix (`example.azurewebsites.net`) belong to whoever creates them first.
            claimable:
              rcode === 'NXDOMAIN' &&
              registered !== null &&
              (domain !== registered || isUnregistered(registered)),
          },
    sibling:
      siblingName === null || found === null
        ? null
        : { name: siblingName, has_address: found.a.length + found.aaaa.length > 0 },
  }
}

/** The name that visitors confuse with this one: `www` of a registrable domain, and the domain of a `www` name. */
function siblingOf(host: string): string | null {
  if (getDomain(host, site) === host) return `www.${host}`
  return host.startsWith('www.') ? host.slice('www.'.length) : null
}

const noChain: Promise<DnsObservation['cname_chain']> = Promise.resolve([])

/** Created on first use. */
function memoized<T>(make: () => T): () => T {
  let cached: { readonly value: T } | null = null
  return () => {
    cached ??= { value: make() }
    return cached.value
  }
}

/** The host is already a valid name and may contain underscores. Private suffixes count: `user.github.io` is a separate site. */
const site = {
  allowPrivateDomains: true,
  extractHostname: false,
  detectIp: false,
  validateHostname: false,
}

async function resolveTwice(
  target: Target,
  { resolver, ownAddresses, clock }: DnsTools,
  deadline: Deadline,
): Promise<{ host: VettedHost; attempts: number }> {
  const first = await vetHost(target, resolver, ownAddresses, deadline)
  const attempts = target.literal === null ? 1 : 0
  if (first.status !== 'unresolved' || deadline.remainingMs() <= LOOKUP_RETRY_MS) {
    return { host: first, attempts }
  }
  try {
    await clock.sleep(LOOKUP_RETRY_MS, deadline.signal)
  } catch {
    // Only the deadline ends a sleep early: there was time for one lookup only.
    return { host: first, attempts }
  }
  const second = await vetHost(target, resolver, ownAddresses, deadline)
  // A lookup that our own deadline cut short proves nothing about the name.
  if (deadline.signal.aborted && second.status === 'unresolved') return { host: first, attempts }
  return { host: combinedLookup(target, first, second, ownAddresses), attempts: 2 }
}

/** Two different results without an address are inconclusive, so the failure among them is reported. */
function combinedLookup(
  target: Target,
  first: VettedHost,
  second: VettedHost,
  ownAddresses: OwnAddresses,
): VettedHost {
  if (second.status !== 'unresolved' || !isFailure(first.answer.rcode)) return second
  if (isFailure(second.answer.rcode)) return second
  return vetLookupResult(target, { ...second.answer, rcode: first.answer.rcode }, ownAddresses)
}

const isFailure = (rcode: Rcode | null) =>
  rcode === 'SERVFAIL' || rcode === 'REFUSED' || rcode === 'TIMEOUT'

function isEmpty(answer: HostLookupResult): boolean {
  return answer.a.length + answer.aaaa.length === 0
}

/** Null when that is unknown: without an address, and when more were received than are read. */
function areAllPublic({ status, answer }: VettedHost): boolean | null {
  if (status !== 'vetted') return status === 'refused' ? false : null
  const { a, aaaa } = answer.received
  return Math.max(a, aaaa) > MAX_ADDRESSES ? null : true
}

function recordsEvidence(list: HostLookupResult['a']): DnsObservation['a'] {
  return list.slice(0, MAX_RECORDS).map(({ address, ttlS }) => ({ address, ttl_s: ttlS }))
}

function truncations(totals: Readonly<Record<string, number>>): Record<string, ListCount> {
  return Object.fromEntries(
    Object.entries(totals)
      .filter(([, total]) => total > MAX_RECORDS)
      .map(([name, total]) => [name, { kept: MAX_RECORDS, total }]),
  )
}

function noAddressEvidence({ rcodeAaaa, aaaa }: HostLookupResult): AddressEvidence {
  const noAaaa = rcodeAaaa !== null && aaaa.length === 0
  return { selected_address: null, candidates_tried: [], ipv6: noAaaa ? 'no_aaaa' : 'skipped' }
}

/** Whether the AAAA query failed, which does not mean that there is no record. */
function isAaaaUnknown({ rcodeAaaa }: HostLookupResult): boolean {
  return isFailure(rcodeAaaa)
}
