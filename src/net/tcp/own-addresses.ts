import { networkInterfaces } from 'node:os'
import type { Clock } from '#runtime/clock.ts'
import type { OwnAddresses } from '#target/address.ts'
import { formatIp, parseIp } from '#target/ip.ts'

// Reading them costs a system call per interface; an address that the machine gained a moment ago is still foreign to it.
const REFRESH_MS = 3_000

/**
 * The addresses of this machine's own interfaces, as they are now: services on it may trust whoever comes from it
 * (design 1.20). `also` adds what only the operator knows, such as the public address of a NAT in front of it, where
 * its router may answer insiders.
 */
export function ownAddresses(options: {
  readonly clock: Clock
  /** The operator allows them: nothing is own any more. */
  readonly allowOwnAddresses?: boolean
  readonly also?: readonly string[]
  readonly interfaces?: () => Iterable<string>
}): OwnAddresses {
  const { clock, allowOwnAddresses = false, also = [], interfaces = interfaceAddresses } = options
  if (allowOwnAddresses) return { has: () => false }
  let known = new Set<string>()
  let readAt = Number.NEGATIVE_INFINITY
  return {
    has: (ip) => {
      if (clock.monotonicMs() - readAt >= REFRESH_MS) {
        known = new Set([...interfaces(), ...also].map(canonical))
        readAt = clock.monotonicMs()
      }
      return known.has(ip)
    },
  }
}

/** Every address of every interface, without zones. */
export function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .map((each) => each.address)
}

function canonical(address: string): string {
  const ip = parseIp(address.replace(/%.*$/, ''))
  return ip === null ? address : formatIp(ip)
}
