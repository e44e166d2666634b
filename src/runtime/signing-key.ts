import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { base64Url } from './encoding.ts'

/** A private key that only signs: none of its fields contains key material. */
export interface SigningKey {
  /** The algorithm's name in JWS (RFC 7518 3.1, RFC 8037 3.1). */
  readonly alg: 'EdDSA' | 'ES256'
  /** Returns 64 bytes, in the signature format of JWS. */
  sign(data: Uint8Array): Uint8Array
}

/** A signing key with the name under which its verifier knows it (`kid`). */
export interface NamedKey {
  readonly id: string
  readonly signing: SigningKey
}

export type SigningKeyReading =
  | { readonly status: 'key'; readonly signing: SigningKey }
  /** The reason completes "the key ..." and contains nothing of the text. */
  | { readonly status: 'refused'; readonly reason: string }

/**
 * Reads the two usual forms of API keys: base64 of an Ed25519 seed (32 bytes) or of seed and public key (64), and PEM
 * of an EC P-256 private key (SEC1 or PKCS8). A literal `\n` may replace a line break, as in a one-line environment
 * variable.
 */
export function readSigningKey(text: string): SigningKeyReading {
  return text.includes('-----BEGIN ') ? fromPem(text) : fromBase64(text)
}

function fromPem(text: string): SigningKeyReading {
  const lines = text.replace(/\\r/g, '').replace(/\\n/g, '\n').trim()
  // The lines may be indented, as in a settings file.
  const key = privateKeyOf(lines.replace(/^[ \t]+/gm, ''))
  if (key === null) return refused('is PEM, but not an unencrypted private key')
  const kind = key.asymmetricKeyDetails?.namedCurve ?? key.asymmetricKeyType ?? 'unknown'
  if (kind !== P256) return refused(`is a private key of another kind (${kind})`)
  return {
    status: 'key',
    // Two numbers side by side (RFC 7518 3.4), where X.509 would wrap them in DER.
    signing: {
      alg: 'ES256',
      sign: (data) => new Uint8Array(sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' })),
    },
  }
}

const P256 = 'prime256v1'

function fromBase64(text: string): SigningKeyReading {
  const bytes = bytesOf(text)
  if (bytes === null) return refused('is neither PEM nor base64')
  if (bytes.length !== SEED_BYTES && bytes.length !== 2 * SEED_BYTES) {
    return refused(`is base64 of ${bytes.length} bytes`)
  }
  const key = privateKeyOf(toPem(bytes.subarray(0, SEED_BYTES)))
  if (key === null) return refused('is not an Ed25519 key')
  if (bytes.length > SEED_BYTES && publicHalfOf(key) !== base64Url(bytes.subarray(SEED_BYTES))) {
    return refused('is damaged: its public half does not belong to its private half')
  }
  return {
    status: 'key',
    signing: { alg: 'EdDSA', sign: (data) => new Uint8Array(sign(null, data, key)) },
  }
}

const SEED_BYTES = 32
// Everything before the seed in the PKCS8 form of an Ed25519 key (RFC 8410 7).
const PKCS8_HEAD = [48, 46, 2, 1, 0, 48, 5, 6, 3, 43, 101, 112, 4, 34, 4, 32]

function toPem(seed: Uint8Array): string {
  const der = btoa(String.fromCharCode(...PKCS8_HEAD, ...seed))
  return `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`
}

function publicHalfOf(key: KeyObject): string | undefined {
  return createPublicKey(key).export({ format: 'jwk' }).x
}

/** The text of a file may contain line breaks; otherwise only the standard alphabet is accepted. */
function bytesOf(text: string): Uint8Array | null {
  const digits = text.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(digits)) return null
  try {
    return Uint8Array.from(atob(digits), (char) => char.charCodeAt(0))
  } catch {
    // No number of bytes has a base64 encoding of this length.
    return null
  }
}

function privateKeyOf(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    // The library's message about a damaged key may quote it; our own reason is sufficient.
    return null
  }
}

function refused(reason: string): SigningKeyReading {
  return { status: 'refused', reason }
}
