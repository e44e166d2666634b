import { classifyAddress, type VettedAddress } from '#target/address.ts'
import { parseTarget, type Target } from '#target/target.ts'

/** The vetted form of an address that the policy allows; throws on any other. */
export function vetted(ip: string): VettedAddress {
  const decision = classifyAddress(ip)
  if (decision.status === 'forbidden') throw new TypeError(`${ip} is forbidden: ${decision.name}`)
  return decision.address
}

/** The target of a URL that the policy allows; throws on any other. */
export function target(url: string): Target {
  const parsed = parseTarget(url)
  if (parsed.status === 'refused') throw new TypeError(`${url}: ${parsed.refusal.type}`)
  return parsed.target
}
