import { formatIp, type Ip, parseIp } from '#target/ip.ts'

/** The network and the client of an address, each named by its first address. */
export interface ClientOrigin {
  readonly network: string
  readonly client: string
}

/**
 * The network and the client that an address belongs to. For an IPv4 address, also one that is mapped into IPv6, both are the
 * address. For an IPv6 address the client is the /64, which each customer of a provider has at least, and the network is the
 * /48, which a site may have (RFC 6177): its holder has 65,536 clients.
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
