import type { Secp256k1 } from '@bitauth/libauth'
import { LRUCache } from 'lru-cache'
import type { Address, Hex } from 'viem'
import { bytesToHex, hexToBytes, publicKeyToAddress, size, sliceHex } from 'viem/utils'
import { Fault } from '#fault.ts'

// The signer of one sandbox payment is recovered five times: once by us, twice by the official facilitator and twice
// by the simulated token. With a remote facilitator we recover it once. At most this many calls may begin between the
// first recovery and the last.
const MAX_REMEMBERED = 256
const signers = new LRUCache<string, { readonly signer: Address | null }>({ max: MAX_REMEMBERED })

/**
 * Returns the address that signed a digest of 32 bytes, checksummed; null when the signature (`r`, `s`, `v`) is invalid:
 * a length other than 65 bytes, a `v` other than 0, 1, 27 and 28, or no point of the curve. Of the two forms of `s` only
 * the lower is valid, as in the token (EIP-2). Otherwise viem gives the same result, in ten times the time. Throws
 * `signatures_unreadable` when the curve can't be loaded.
 */
export async function signerOf(digest: Hex, signature: Hex): Promise<Address | null> {
  const curve = await loadedCurve()
  const key = `${digest} ${signature}`
  const cached = signers.get(key) ?? { signer: recover(curve, digest, signature) }
  signers.set(key, cached)
  return cached.signer
}

function recover(curve: Secp256k1, digest: Hex, signature: Hex): Address | null {
  if (size(digest) !== 32 || size(signature) !== 65) return null
  if (BigInt(sliceHex(signature, 32, 64)) > HALF_ORDER) return null
  const bytes = hexToBytes(signature)
  const recoveryId = recoveryIds.get(bytes[64])
  if (recoveryId === undefined) return null
  const key = curve.recoverPublicKeyUncompressed(
    bytes.subarray(0, 64),
    recoveryId,
    hexToBytes(digest),
  )
  return typeof key === 'string' ? null : publicKeyToAddress(bytesToHex(key))
}

/** Half the group order of secp256k1. */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

const recoveryIds: ReadonlyMap<number | undefined, 0 | 1> = new Map([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1],
])

let loading: Promise<Secp256k1> | null = null

function loadedCurve(): Promise<Secp256k1> {
  loading ??= loadCurve()
  return loading
}

/** Loads the curve. The first payment does this, so an idle service saves its 19 MB. */
async function loadCurve(): Promise<Secp256k1> {
  try {
    // The main entry of the package would load 400 modules.
    const { instantiateSecp256k1 } = await import('@bitauth/libauth/build/lib/crypto/secp256k1.js')
    return await instantiateSecp256k1()
  } catch (cause) {
    // The next payment tries to load it again.
    loading = null
    throw loadFailed(cause)
  }
}

function loadFailed(cause: unknown): Fault {
  return new Fault('signatures_unreadable', 'The code that recovers signers could not be loaded.', {
    cause,
  })
}
