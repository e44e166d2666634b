import { formatIp, type Ip, parseIp } from './ip.ts'

/** A prefix below which a translator of this network (NAT64) reaches IPv4 addresses (RFC 6052 2.2). */
export interface Nat64Prefix {
  readonly length: (typeof lengths)[number]
  /** The bits of the prefix. */
  readonly value: bigint
}

const lengths = [32, 40, 48, 56, 64, 96] as const

/** The IPv4 address that the translator reaches at `ip`; null for an address outside the prefix. */
export function translatedIpv4(ip: Ip, { length, value }: Nat64Prefix): Ip | null {
  if (ip.family !== 6 || ip.value >> BigInt(128 - length) !== value) return null
  return embeddedIpv4(ip.value, length)
}

/**
 * The prefixes with which a resolver can have made an AAAA record of `ipv4only.arpa`, whose IPv4 addresses are known (RFC 7050
 * 3). Usually one; none for other records.
 */
export function nat64PrefixesOf(address: string): readonly Nat64Prefix[] {
  const ip = parseIp(address)
  if (ip?.family !== 6) return []
  return lengths
    .filter((length) => wellKnown.has(formatIp(embeddedIpv4(ip.value, length))))
    .map((length) => ({ length, value: ip.value >> BigInt(128 - length) }))
}

const wellKnown: ReadonlySet<string> = new Set(['192.0.0.170', '192.0.0.171'])

/** The four octets after the prefix. Octet 8 is not part of the address: it is reserved, and ignored here. */
function embeddedIpv4(value: bigint, length: number): Ip {
  const shifted = length === 96 ? value : withoutOctet8(value) >> BigInt(88 - length)
  return { family: 4, value: shifted & 0xffff_ffffn }
}

function withoutOctet8(value: bigint): bigint {
  return ((value >> 64n) << 56n) | (value & 0xff_ffff_ffff_ffffn)
}
