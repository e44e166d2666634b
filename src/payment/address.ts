import type { Address } from 'viem'
import { getAddress, isAddress } from 'viem/utils'

const ZERO = '0x0000000000000000000000000000000000000000'

export type AddressReading =
  | { readonly status: 'address'; readonly address: Address }
  | { readonly status: 'refused'; readonly reason: string }

/**
 * Reads an address typed by an operator, with its EIP-55 checksum. All lower or all upper case is accepted as
 * written without a checksum; mixed case with a wrong checksum is a typing mistake that would send money to an
 * unknown account.
 */
export function readAddress(value: string): AddressReading {
  const hex = /^0x[0-9a-fA-F]{40}$/.test(value) ? value.slice(2) : null
  if (hex === null) return refused('must be 0x and 40 hexadecimal digits')
  const unchecked = hex === hex.toLowerCase() || hex === hex.toUpperCase()
  if (!unchecked && !isAddress(value)) {
    return refused('has a wrong EIP-55 checksum: one of its characters is mistyped')
  }
  const address = getAddress(`0x${hex.toLowerCase()}`)
  if (address === ZERO) return refused('must not be the zero address: what is sent there is lost')
  return { status: 'address', address }
}

/** Compares two EVM addresses, whatever the case of their digits. */
export function isSameAddress(first: string, second: string): boolean {
  return first.toLowerCase() === second.toLowerCase()
}

function refused(reason: string): AddressReading {
  return { status: 'refused', reason }
}
