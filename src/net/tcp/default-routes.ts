import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { formatIp } from '#target/ip.ts'

/** The address families for which this machine has a route to the internet. */
export interface Routes {
  readonly ipv4: boolean
  readonly ipv6: boolean
}

/** Consults the kernel's routing table. Nothing is sent: connecting a UDP socket only picks a route and a source address. */
export async function readRoutes(): Promise<Routes> {
  const [ipv4, ipv6] = await Promise.all([hasRoute(4), hasRoute(6)])
  return { ipv4, ipv6 }
}

// Any global address works; these belong to a large anycast service that routing tables do not single out.
const probeAddresses = { 4: '8.8.8.8', 6: '2001:4860:4860::8888' } as const

function hasRoute(family: 4 | 6): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createSocket({
      type: family === 4 ? 'udp4' : 'udp6',
      // An IP address needs no lookup. By default node:dgram would call the system's resolver.
      lookup: (host, _options, done) => done(null, host, family),
    })
    const settle = (reachable: boolean) => {
      resolve(reachable)
      socket.close()
    }
    socket.once('error', () => settle(false))
    socket.once('connect', () => settle(!isLinkLocal(socket.address().address)))
    socket.connect(53, probeAddresses[family])
  })
}

/** A host beyond the link cannot respond to a link-local source. */
const isLinkLocal = (address: string) => /^(169\.254\.|fe[89ab])/i.test(address)

/**
 * Next hops of the default routes of every interface, from the files of the Linux kernel. Empty on other systems; there
 * a gateway counts as an own address because an on-link prefix contains it.
 */
export function defaultGateways(): string[] {
  return [
    ...ipv4Gateways(readTable('/proc/net/route')),
    ...ipv6Gateways(readTable('/proc/net/ipv6_route')),
  ]
}

function readTable(file: string): string[][] {
  try {
    const lines = readFileSync(file, 'latin1').split('\n')
    return lines.map((line) => line.trim().split(/\s+/))
  } catch {
    // Not Linux, a kernel without IPv6, or a container without /proc.
    return []
  }
}

/**
 * Columns: Iface, Destination, Gateway, ... Each address is 8 hex digits in host byte order, which is little-endian on
 * x64 and arm64.
 */
export function ipv4Gateways(table: readonly (readonly string[])[]): string[] {
  return table.flatMap(([, destination = '', gateway = '']) => {
    if (destination !== '00000000' || !/^[0-9a-f]{8}$/i.test(gateway)) return []
    const octets = gateway.match(/../g)?.reverse() ?? []
    return nonZeroAddress(4, octets.join(''))
  })
}

/**
 * Columns: destination, its prefix length, source, its prefix length, next hop, ... Each address is 32 hex digits in
 * network byte order.
 */
export function ipv6Gateways(table: readonly (readonly string[])[]): string[] {
  return table.flatMap(([destination = '', length, , , nextHop = '']) => {
    const isDefault = /^0{32}$/.test(destination) && length === '00'
    return isDefault && /^[0-9a-f]{32}$/i.test(nextHop) ? nonZeroAddress(6, nextHop) : []
  })
}

/** The next hop as text; empty for a route without one. */
function nonZeroAddress(family: 4 | 6, hex: string): string[] {
  const value = BigInt(`0x${hex}`)
  return value === 0n ? [] : [formatIp({ family, value })]
}
