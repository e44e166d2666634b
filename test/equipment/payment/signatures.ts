import fc from 'fast-check'
import type { Hex } from 'viem'
import { concat, hexToBytes, numberToHex, sliceHex, toHex } from 'viem/utils'

// The order of secp256k1 and the prime of its field (SEC 2, 2.4.1).
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const PRIME = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn
const word = (value: bigint) => numberToHex(value, { size: 32 })

const edges = [0n, 1n, ORDER - 1n, ORDER, ORDER + 1n, PRIME - 1n, PRIME, 2n ** 256n - 1n].map(word)
const arbitraryWord = fc.oneof(
  fc.constantFrom(...edges),
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => toHex(bytes)),
)
const arbitraryV = fc.oneof(
  fc.constantFrom<Hex>('0x00', '0x01', '0x1b', '0x1c'),
  fc.nat({ max: 255 }).map((v) => numberToHex(v, { size: 1 })),
)

/** The malleable counterpart of a signature, with the higher `s`, which recovers to the same key. */
export function withHighS(signature: Hex): Hex {
  const otherV = sliceHex(signature, 64) === '0x1b' ? '0x1c' : '0x1b'
  const s = BigInt(sliceHex(signature, 32, 64))
  return concat([sliceHex(signature, 0, 32), word(ORDER - s), otherV])
}

/** Whether a signature has the higher of the two forms of `s`, which the token refuses. */
export function hasHighS(signature: Hex): boolean {
  return BigInt(sliceHex(signature, 32, 64)) > ORDER / 2n
}

/** The same signature with 0 or 1 for `v`, in place of 27 or 28. */
export function withParity(signature: Hex): Hex {
  const parity = sliceHex(signature, 64) === '0x1b' ? '0x00' : '0x01'
  return concat([sliceHex(signature, 0, 64), parity])
}

/** Values in the place of a valid signature of 65 bytes: the signature itself, its other spellings, damaged copies, and junk. */
export function spoiltSignature(honest: Hex): fc.Arbitrary<Hex> {
  const [r, s, v] = [sliceHex(honest, 0, 32), sliceHex(honest, 32, 64), sliceHex(honest, 64)]
  const otherS = word(ORDER - BigInt(s))
  return fc.oneof(
    fc.constant(honest),
    fc.constant(withHighS(honest)),
    fc.constant(concat([r, otherS, v])),
    arbitraryV.map((wrong) => concat([r, s, wrong])),
    arbitraryWord.map((wrong) => concat([wrong, s, v])),
    arbitraryWord.map((wrong) => concat([r, wrong, v])),
    fc.tuple(arbitraryWord, arbitraryWord, arbitraryV).map((parts) => concat(parts)),
    fc.nat({ max: 65 * 8 - 1 }).map((bit) => flipped(honest, bit)),
    fc.nat({ max: 64 }).map((bytes) => (bytes === 0 ? '0x' : sliceHex(honest, 0, bytes))),
    fc.uint8Array({ minLength: 1, maxLength: 8 }).map((more) => concat([honest, toHex(more)])),
  )
}

function flipped(signature: Hex, bit: number): Hex {
  const place = bit >> 3
  return toHex(
    hexToBytes(signature).map((byte, at) => (at === place ? byte ^ (1 << (bit % 8)) : byte)),
  )
}
