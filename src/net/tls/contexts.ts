import { constants } from 'node:crypto'
import tls from 'node:tls'
import type { TrustStore } from '#net/x509/trust-store.ts'

const contexts = new WeakMap<TrustStore, tls.SecureContext>()

/**
 * Excludes finite-field Diffie-Hellman, which no current browser offers. The server chooses the prime, and OpenSSL
 * computes with up to 10,000 bits of it on the event loop: one handshake blocked all other calls for 0.5 s with a prime
 * of 8,192 bits, and for 4 s with one of 10,000 bits. Node has no setting for the maximum size.
 */
const withoutFiniteFields = '!kDHE'

/**
 * Browsers still accept servers without RFC 5746. We never renegotiate: the attack that RFC 5746
 * prevents does not apply, and a server cannot replace the chain that was checked.
 */
const connectOptions = constants.SSL_OP_LEGACY_SERVER_CONNECT | constants.SSL_OP_NO_RENEGOTIATION

/**
 * The settings of a careful current client: TLS 1.2 and up, Node's cipher list without finite fields, security level 2.
 * Created once per store: parsing its roots into OpenSSL takes some 10 ms.
 */
export function strictContext(trust: TrustStore): tls.SecureContext {
  const cached = contexts.get(trust)
  if (cached) return cached
  const context = tls.createSecureContext({
    ca: [...trust.pemRoots()],
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.3',
    ciphers: `${tls.DEFAULT_CIPHERS}:${withoutFiniteFields}`,
    secureOptions: connectOptions,
  })
  contexts.set(trust, context)
  return context
}

let permissive: tls.SecureContext | null = null

/**
 * Allows everything else that this OpenSSL still supports, to find out what a server that refused the strict handshake
 * requires. No application data is sent.
 */
export function permissiveContext(): tls.SecureContext {
  permissive ??= tls.createSecureContext({
    ca: [],
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.3',
    ciphers: `ALL:COMPLEMENTOFALL:${withoutFiniteFields}:@SECLEVEL=0`,
    secureOptions: connectOptions,
  })
  return permissive
}
