import { X509Certificate } from 'node:crypto'

// Public authorities need two to four certificates. Up to this number even the slowest keys take less than the maximum, and
// ordinary handshakes cost nothing more.
const MAX_UNCHECKED = 4
/**
 * Milliseconds in which OpenSSL may verify a chain, on the event loop. A server that sends all public roots by mistake needs
 * half of it.
 */
const MAX_COST_MS = 60

/**
 * Whether OpenSSL could take long to verify a chain of these certificates. It builds chains of up to a hundred, of keys of any
 * kind, and verifies every signature even if the root is not trusted: with 96 keys on the curve sect571r1, one handshake blocked
 * all other calls for 0.3 s. Node has no setting for the maximum depth.
 */
export function isCostly(certificates: readonly Uint8Array[]): boolean {
  if (certificates.length <= MAX_UNCHECKED) return false
  let costMs = 0
  for (const der of certificates) {
    costMs += verificationMs(der)
    if (costMs > MAX_COST_MS) return true
  }
  return false
}

/** About the milliseconds of one verification with the key of a certificate (measured with OpenSSL 3.5, x64). */
function verificationMs(der: Uint8Array): number {
  const key = keyOf(der)
  if (key === null) return SLOWEST_MS
  const { asymmetricKeyType: type, asymmetricKeyDetails: details = {} } = key
  const { modulusLength = 0, publicExponent = 0n, namedCurve = '' } = details
  switch (type) {
    case 'rsa':
    case 'rsa-pss':
      return (modulusLength / 4096) ** 2 * (publicExponent.toString(2).length / 17) * 0.1
    case 'ec':
      return curveMs[namedCurve] ?? 3.3
    case 'ed25519':
      return 0.2
    case 'ed448':
      return 1
    default:
      return SLOWEST_MS
  }
}

/** DSA with 10,000 bits, the most that OpenSSL allows. */
const SLOWEST_MS = 16

const curveMs: Readonly<Record<string, number>> = {
  prime256v1: 0.1,
  secp384r1: 0.8,
  secp521r1: 1.6,
}

/** Null when the key cannot be read by itself: DSA takes absent parameters from the issuer. */
function keyOf(der: Uint8Array) {
  try {
    return new X509Certificate(der).publicKey
  } catch {
    // Not a certificate, or a key without its parameters.
    return null
  }
}
