import { type Ip, parseIp } from './ip.ts'
import { ianaIpv4, ianaIpv6, type RegistryRow } from './registry.ts'

/** The registry row of a block of addresses. */
export type Block = RegistryRow

interface Matcher {
  readonly row: Block
  readonly shift: bigint
  readonly prefix: bigint
}

/** Blocks that the special-purpose registries do not list and that no public website uses. */
const alsoForbidden: readonly Block[] = [
  { block: '224.0.0.0/4', name: 'Multicast', rfc: 'RFC 5771' },
  // Reachable inside the host's fabric from any Azure virtual machine, at an address that looks public.
  { block: '168.63.129.16/32', name: 'Azure WireServer', rfc: 'Azure platform address' },
  { block: '::/96', name: 'Deprecated IPv4-compatible', rfc: 'RFC 4291, Section 2.5.5.1' },
  { block: '::ffff:0:0:0/96', name: 'IPv4-translated', rfc: 'RFC 2765' },
  { block: 'fec0::/10', name: 'Deprecated site-local', rfc: 'RFC 3879' },
  { block: 'ff00::/8', name: 'Multicast', rfc: 'RFC 4291' },
].map((row) => ({ ...row, globallyReachable: false }))

/**
 * The most specific forbidden block that contains `ip`, or null. IPv4 addresses embedded in IPv6 are not examined
 * here.
 */
export function forbiddenBlock(ip: Ip): Block | null {
  return (ip.family === 4 ? ipv4 : ipv6).find((each) => contains(each, ip.value))?.row ?? null
}

/** Returns a test of whether the number of an address, of the block's family, is inside `block`. */
export function insideBlock(block: string): (value: bigint) => boolean {
  const matcher = matcherOf({ block, name: '', rfc: '', globallyReachable: false })
  return (value) => matcher !== null && contains(matcher, value)
}

const ipv4 = matchers(4, ianaIpv4)
const ipv6 = matchers(6, ianaIpv6)

function matchers(family: 4 | 6, registry: readonly Block[]): readonly Matcher[] {
  return [
    ...registry,
    ...alsoForbidden.filter(({ block }) => block.includes(':') === (family === 6)),
  ]
    .map(matcherOf)
    .filter((each) => each !== null)
    .sort((a, b) => Number(a.shift - b.shift))
}

function matcherOf(row: Block): Matcher | null {
  const [text = '', length = ''] = row.block.split('/')
  const ip = parseIp(text)
  if (ip === null) return null
  const shift = BigInt((ip.family === 4 ? 32 : 128) - Number(length))
  return { row, shift, prefix: ip.value >> shift }
}

const contains = ({ shift, prefix }: Matcher, value: bigint) => value >> shift === prefix
