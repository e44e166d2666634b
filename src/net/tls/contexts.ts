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
 * What every current browser offers: the table of `findings/readings/browsers.json` without what one of them lacks, in the order
 * of Chrome. A server that agrees to anything else has nothing in common with a browser, however well a wider offer works. The
 * asterisks ask for a key share at once.
 */
const browserOffer = {
  ciphers: [
    'TLS_AES_128_GCM_SHA256:TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256',
    'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305:ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-RSA-AES128-SHA:ECDHE-RSA-AES256-SHA',
    'AES128-GCM-SHA256:AES256-GCM-SHA384:AES128-SHA:AES256-SHA',
  ].join(':'),
  ecdhCurve: '*X25519MLKEM768:*X25519:P-256:P-384',
  sigalgs: [
    'ecdsa_secp256r1_sha256:rsa_pss_rsae_sha256:rsa_pkcs1_sha256',
    'ecdsa_secp384r1_sha384:rsa_pss_rsae_sha384:rsa_pkcs1_sha384',
    'rsa_pss_rsae_sha512:rsa_pkcs1_sha512',
  ].join(':'),
}

/**
 * The settings of a current browser: TLS 1.2 and up, security level 2. Created once per store: parsing its roots into OpenSSL
 * takes some 10 ms.
 */
export function strictContext(trust: TrustStore): tls.SecureContext {
  const cached = contexts.get(trust)
  if (cached) return cached
  const context = tls.createSecureContext({
    ca: [...trust.pemRoots()],
    minVersion: 'TLSv1.2',
    maxVersion: 'TLSv1.3',
    ...browserOffer,
    secureOptions: connectOptions,
  })
  contexts.set(trust, context)
  return context
}

let permissive: tls.SecureContext | null = null

/** Groups and suites that no browser offers, after those that they do: a server that knows one of those chooses it. */
const otherGroups = [
  'P-521:X448:secp256k1:secp224r1:prime192v1:brainpoolP256r1:brainpoolP384r1:brainpoolP512r1',
  'brainpoolP256r1tls13:brainpoolP384r1tls13:brainpoolP512r1tls13',
  'SecP256r1MLKEM768:SecP384r1MLKEM1024:MLKEM512:MLKEM768:MLKEM1024:ffdhe2048:ffdhe3072',
].join(':')
const otherSuites = 'TLS_AES_128_CCM_SHA256:TLS_AES_128_CCM_8_SHA256:ALL:COMPLEMENTOFALL'

/**
 * Allows everything else that this OpenSSL still supports, to find out what a server that refused the strict handshake
 * requires. No application data is sent.
 */
export function permissiveContext(): tls.SecureContext {
  permissive ??= tls.createSecureContext({
    ca: [],
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.3',
    ciphers: `${browserOffer.ciphers}:${otherSuites}:${withoutFiniteFields}:@SECLEVEL=0`,
    ecdhCurve: `${browserOffer.ecdhCurve}:${otherGroups}`,
    secureOptions: connectOptions,
  })
  return permissive
}
