import { formatIp, type Ip, parseIp } from '#target/ip.ts'

/** Two addresses, which stand for all that begin like them. */
export interface ClientOrigin {
  readonly network: string
  readonly client: string
}

/**
 * The client that an address belongs to, and its network. For an IPv4 address, also one that is mapped into IPv6, both are the
 * address. For an IPv6 address they are its /64 and its /48, of which a customer of a provider and a site have at least a whole
 * (RFC 6177): the holder of a /48 has 65,536 clients.
 */
export function originOf(address: string): ClientOrigin {
  const ip = parseIp(address)
  if (ip === null || ip.family === 4) return { network: address, client: address }
  if (ip.value >> 32n === 0xffffn) {
    const mapped = address.slice(address.lastIndexOf(':') + 1)
    return { network: mapped, client: mapped }
  }
  return { network: prefixOf(ip, 48n), client: prefixOf(ip, 64n) }
}

/** The first address with the same first bits. */
function prefixOf({ family, value }: Ip, bits: bigint): string {
  const rest = 128n - bits
  return formatIp({ family, value: (value >> rest) << rest })
}
