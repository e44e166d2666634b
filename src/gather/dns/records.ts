import { getPublicSuffix } from 'tldts'
import type { DnsObservation } from '#evidence/dns.ts'
import { isFailedQuery } from '#net/dns/host-lookup-result.ts'
import type { RecordLookup } from '#net/dns/resolver.ts'
import type { Deadline } from '#runtime/deadline.ts'
import { byText } from '#runtime/encoding.ts'
import { isDnsName } from '#target/host-name.ts'

type Chain = DnsObservation['cname_chain']

// Resolvers themselves give up on chains of 8 to 16; a longer one is a loop or an attack.
const MAX_ALIASES = 8

// A name has at most 127 labels, but nesting deeper than this is not a legitimate CAA lookup.
const MAX_ANCESTORS = 16

const MAX_CAA_RECORDS = 32
const MAX_CAA_VALUE = 256

/** The aliases of `host`, in order. c-ares gives no TTL for them. */
export async function cnameChain(
  host: string,
  resolver: RecordLookup,
  deadline: Deadline,
): Promise<Chain> {
  const chain: Chain = []
  const seen = new Set([host])
  for (let name = host; chain.length < MAX_ALIASES; ) {
    const { value } = await resolver.cname(name, deadline)
    if (value === null) break
    chain.push({ name, target: value, ttl_s: null })
    name = value.endsWith('.') ? value.slice(0, -1) : value
    if (seen.has(name) || !isDnsName(name)) break
    seen.add(name)
  }
  return chain
}

/**
 * The CAA records that apply to a certification authority: the closest ones at `host` or above it (RFC 8659 3), up to the
 * registrable domain. Empty when there are none, null when the query of a decisive level failed.
 */
export async function caaFor(
  host: string,
  resolver: RecordLookup,
  deadline: Deadline,
): Promise<DnsObservation['caa']> {
  const suffix = getPublicSuffix(host, {
    extractHostname: false,
    detectIp: false,
    validateHostname: false,
  })
  const names = ancestorsOf(host).filter((name) => name !== suffix && !suffix?.endsWith(`.${name}`))
  const answers = await Promise.all(names.map((name) => resolver.caa(name, deadline)))
  for (const { rcode, value } of answers) {
    if (value !== null) return normalizedCaa(value)
    if (isFailedQuery(rcode)) return null
  }
  return []
}

/**
 * Seconds for which resolvers may cache that the name, or the end of its alias chain, has no address: the MINIMUM of the SOA
 * of the responsible zone (RFC 2308 5). Null when no zone at or above the name gave one. Which names above it do not exist is known
 * from the same queries.
 */
export async function negativeAnswer(
  host: string,
  chain: Promise<Chain>,
  resolver: RecordLookup,
  deadline: Deadline,
): Promise<{ readonly ttlS: number | null; readonly isUnregistered: (domain: string) => boolean }> {
  const canonicalName = (await chain).at(-1)?.target ?? host
  const names = ancestorsOf(
    canonicalName.endsWith('.') ? canonicalName.slice(0, -1) : canonicalName,
  )
  const answers = await Promise.all(names.map((name) => resolver.soaMinimum(name, deadline)))
  return {
    ttlS: answers.find(({ value }) => value !== null)?.value ?? null,
    isUnregistered: (domain) => answers[names.indexOf(domain)]?.rcode === 'NXDOMAIN',
  }
}

/** The name and every name above it except the root, nearest first. */
function ancestorsOf(host: string): string[] {
  const labels = host.split('.')
  const names = labels.map((_, index) => labels.slice(index).join('.')).filter(isDnsName)
  // The topmost levels are the registered ones, so the middle ones are left out.
  return names.length <= MAX_ANCESTORS ? names : [...names.slice(0, 8), ...names.slice(-8)]
}

function normalizedCaa(records: readonly { critical: number; tag: string; value: string }[]) {
  return records
    .map(({ critical, tag, value }) => ({ critical, tag, value: value.slice(0, MAX_CAA_VALUE) }))
    .sort((a, b) => byText(a.tag, b.tag) || byText(a.value, b.value) || a.critical - b.critical)
    .slice(0, MAX_CAA_RECORDS)
}
