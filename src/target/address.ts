import { type Block, forbiddenBlock, insideBlock } from './blocks.ts'
import { formatIp, type Ip, parseIp } from './ip.ts'
import { type Nat64Prefix, translatedIpv4 } from './nat64.ts'

declare const vetted: unique symbol

/** An address that the policy allows: the only kind that `net/tcp/dial.ts` connects to. Only `classifyAddress` creates one. */
export interface VettedAddress {
  /** Canonical: dotted decimal or RFC 5952; an IPv4-mapped address is its IPv4. */
  readonly ip: string
  readonly family: 4 | 6
  readonly [vetted]: true
}

/**
 * This machine and its neighbours (design.md 1.20). A target must not reach services there: they may trust a local
 * source, and we are behind the firewall that protects them from others.
 */
export interface OwnAddresses {
  /** `ip` in canonical spelling. */
  has(ip: string): boolean
  /** Prefixes of translators in front of this machine, beside the well-known one. */
  readonly nat64Prefixes?: () => readonly Nat64Prefix[]
}

/** The registry row that forbids an address. */
export interface ForbiddenAddress {
  readonly status: 'forbidden'
  readonly block: string
  readonly name: string
  readonly rfc: string
}

export type AddressDecision =
  | { readonly status: 'vetted'; readonly address: VettedAddress }
  | ForbiddenAddress

/**
 * Classifies one address by an allow list (inside IPv4 unicast or 2000::/3) as well as a deny list (in no registry
 * block), so that blocks missing from the registries stay forbidden. Pure; text that is not an address is forbidden
 * too.
 */
export function classifyAddress(text: string, own: OwnAddresses = noOwn): AddressDecision {
  const ip = parseIp(text)
  if (ip === null) return notAnAddress
  const mapped = ip.family === 6 && isMapped(ip.value) ? embeddedIpv4(ip) : ip
  const block = blockOf(mapped, own)
  return block === null ? { status: 'vetted', address: vet(mapped) } : forbid(block)
}

/**
 * True for a result of `classifyAddress`, false for a look-alike object: a cast can bypass the type, but not this
 * check.
 */
export function isVetted(address: VettedAddress): boolean {
  return made.has(address)
}

const notAnAddress: ForbiddenAddress = {
  status: 'forbidden',
  block: '',
  name: 'Not an IP address',
  rfc: 'RFC 4291, Section 2.2',
}

const made = new WeakSet<object>()
const noOwn: OwnAddresses = { has: () => false }

const isMapped = insideBlock('::ffff:0:0/96')
const isNat64 = insideBlock('64:ff9b::/96')
const isGlobalUnicast = insideBlock('2000::/3')

/** RFC 5214 6.1: 0000:5efe or 0200:5efe and the IPv4 address, under any prefix; the u and g bits carry no meaning here. */
const isIsatap = (value: bigint) => ((value >> 32n) & 0xfcff_ffffn) === 0x0000_5efen

function blockOf(ip: Ip, own: OwnAddresses): Block | null {
  if (own.has(formatIp(ip))) {
    return special(
      `${formatIp(ip)}/${ip.family === 4 ? 32 : 128}`,
      'This machine or its network',
      '',
    )
  }
  if (ip.family === 4) return forbiddenBlock(ip)
  // A translator in front of us would convert it to the embedded IPv4 address (RFC 6052).
  if (isNat64(ip.value)) return within('NAT64', blockOf(embeddedIpv4(ip), own))
  const block = forbiddenBlock(ip)
  if (block !== null) return block
  if (!isGlobalUnicast(ip.value)) {
    return special('::/0', 'Outside global unicast 2000::/3', 'RFC 4291, Section 2.4')
  }
  const translated = translatedBlock(ip, own)
  if (translated !== null) return translated
  if (!isIsatap(ip.value)) return null
  const inner = blockOf(embeddedIpv4(ip), own)
  // Such interface identifiers also occur by chance: only those that could lead into a private network are
  // forbidden.
  return inner?.globallyReachable ? null : within('ISATAP', inner)
}

/** An address below a prefix of this network leads to the embedded IPv4 address, so both must be allowed. */
function translatedBlock(ip: Ip, own: OwnAddresses): Block | null {
  for (const prefix of own.nat64Prefixes?.() ?? []) {
    const inner = translatedIpv4(ip, prefix)
    const block = inner && within('NAT64', blockOf(inner, own))
    if (block !== null) return block
  }
  return null
}

function special(block: string, name: string, rfc: string): Block {
  return { block, name, rfc, globallyReachable: false }
}

function within(form: string, block: Block | null): Block | null {
  return block && { ...block, name: `${block.name} (inside ${form})` }
}

function embeddedIpv4(ip: Ip): Ip {
  return { family: 4, value: ip.value & 0xffff_ffffn }
}

function vet(ip: Ip): VettedAddress {
  // The only place that applies the brand, which exists for the type checker only.
  const address = Object.freeze({ ip: formatIp(ip), family: ip.family }) as VettedAddress
  made.add(address)
  return address
}

function forbid({ block, name, rfc }: Block): ForbiddenAddress {
  return { status: 'forbidden', block, name, rfc }
}
