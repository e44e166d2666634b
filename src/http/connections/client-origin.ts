import { parseIp } from '#target/ip.ts'

export interface ClientOrigin {
  readonly network: string
  readonly client: string
}

/** Bits below the prefixes that a site and a customer of a provider have at least a whole of (RFC 6177): /48 and /64. */
const networkShift = 80n
const clientShift = 64n

/**
 * The client that an address belongs to, and its network. For an IPv4 address, also one that is mapped into IPv6, both are the address.
 * For an IPv6 address they are its /64 and its /48: the holder of a /48 has 65,536 clients.
 */
export function originOf(address: string): ClientOrigin {
  const ip = parseIp(address)
  if (ip === null || ip.family === 4) return { network: address, client: address }
  if (ip.value >> 32n === 0xffffn) {
    const mapped = address.slice(address.lastIndexOf(':') + 1)
    return { network: mapped, client: mapped }
  }
  return {
    network: `${(ip.value >> networkShift).toString(16)}::/48`,
    client: `${(ip.value >> clientShift).toString(16)}::/64`,
  }
}
