import { BlockList } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Clock } from '#runtime/clock.ts'
import type { OwnAddresses } from '#target/address.ts'
import { parseIp } from '#target/ip.ts'
import type { Nat64Prefix } from '#target/nat64.ts'
import { defaultGateways } from './default-routes.ts'

// Milliseconds between two readings. A reading costs a system call per interface; an address that the machine gained
// since the last one is not yet known.
const REFRESH_MS = 3_000

export interface OwnAddressSources {
  readonly clock: Clock
  /** The operator allows own addresses as targets, so none of them is refused. */
  readonly allowOwnAddresses?: boolean
  /** `egress.own_addresses`: addresses and prefixes that only the operator knows, such as the public address of a NAT. */
  readonly additional?: readonly string[]
  /** The current addresses of the host of `base_url`. */
  readonly ownHost?: () => readonly string[]
  /** The current prefixes of translators in this network. */
  readonly nat64Prefixes?: () => readonly Nat64Prefix[]
  /** Addresses and prefixes of the interfaces. */
  readonly interfaces?: () => Iterable<string>
  /** Next hops of the default routes. */
  readonly gateways?: () => Iterable<string>
}

/**
 * The current addresses of this machine and of its neighbours (design.md 1.20): its interfaces, every address in an
 * on-link prefix, its default gateways, the host of `base_url`, and the operator's additions. Services at these
 * addresses may trust local clients, and this machine is behind the firewall that protects them from other clients.
 */
export function createOwnAddresses(sources: OwnAddressSources): OwnAddresses {
  const { clock, additional = [], ownHost = () => noAddresses } = sources
  const { interfaces = interfacePrefixes, gateways = defaultGateways } = sources
  const { nat64Prefixes = () => [] } = sources
  if (sources.allowOwnAddresses === true) return { has: () => false, nat64Prefixes }
  let blockList = new BlockList()
  let readAt = Number.NEGATIVE_INFINITY
  let hostAddresses: readonly string[] = noAddresses
  return {
    has: (ip) => {
      const changed = ownHost() !== hostAddresses
      if (changed || clock.monotonicMs() - readAt >= REFRESH_MS) {
        hostAddresses = ownHost()
        blockList = blockListOf([...interfaces(), ...gateways(), ...hostAddresses, ...additional])
        readAt = clock.monotonicMs()
      }
      return blockList.check(ip, ip.includes(':') ? 'ipv6' : 'ipv4')
    },
    nat64Prefixes,
  }
}

const noAddresses: readonly string[] = []

/** The address of every interface with the length of its on-link prefix: `192.0.2.7/24`. */
function interfacePrefixes(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .map(({ address, cidr }) => cidr ?? address)
}

/** Every address of every interface, without zone identifiers. */
export function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .map((each) => each.address)
}

function blockListOf(addresses: Iterable<string>): BlockList {
  const list = new BlockList()
  for (const text of addresses) addBlock(list, text)
  return list
}

/** Text that is neither an address nor a prefix is skipped: settings are validated where they are read. */
function addBlock(list: BlockList, text: string): void {
  const [address = '', length] = text.split('/')
  const bare = address.replace(/%.*$/, '')
  const ip = parseIp(bare)
  if (ip === null) return
  const family = ip.family === 4 ? 'ipv4' : 'ipv6'
  list.addAddress(bare, family)
  // A length of 0 means a point-to-point interface without a mask, not a link that contains every address.
  const bits = Number(length ?? 0)
  if (bits > 0) list.addSubnet(bare, bits, family)
}
