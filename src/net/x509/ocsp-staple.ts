import { createHash } from 'node:crypto'
import { hexOf } from '#runtime/encoding.ts'
import { type Certificate, readCertificate, withoutSign } from './certificate.ts'
import { type OcspResponse, type OcspSingleResponse, readOcspResponse } from './ocsp-response.ts'
import { hasIssued } from './path.ts'
import { hashName, isValidSignature } from './signature-algorithm.ts'

/** The result of checking a stapled OCSP response. */
export interface StapleValidation {
  /** `invalid`: unreadable, for another certificate, or not signed by an authorized responder. */
  readonly status: 'good' | 'revoked' | 'unknown' | 'invalid'
  /** Signature, responder and dates are valid. */
  readonly verified: boolean
  readonly producedAtMs: number | null
  readonly revokedAtMs: number | null
  readonly scts: number
}

const ocspSigning = '1.3.6.1.5.5.7.3.9'
// Milliseconds by which the clocks of responders and ours may differ; the same tolerance as for notBefore of a
// certificate.
const CLOCK_SKEW_MS = 300_000

const invalid: StapleValidation = {
  status: 'invalid',
  verified: false,
  producedAtMs: null,
  revokedAtMs: null,
  scts: 0,
}

/**
 * Checks a staple as RFC 6960 3.2 describes. `issuer` is null when the chain does not include it; the staple then
 * cannot be verified and is `invalid`.
 */
export function validateStaple(
  der: Uint8Array,
  leaf: Certificate,
  issuer: Certificate | null,
  atMs: number,
): StapleValidation {
  const response = readOcspResponse(der)
  if (!response || !issuer) return invalid
  const single = responseFor(response, leaf, issuer)
  if (!single || !isSigned(response, issuer, atMs)) return invalid
  return {
    status: single.status,
    verified: isCurrent(single, atMs),
    producedAtMs: response.producedAtMs,
    revokedAtMs: single.revokedAtMs,
    scts: single.scts,
  }
}

/** If there are several responses for one certificate, `revoked` takes precedence. */
function responseFor(
  response: OcspResponse,
  leaf: Certificate,
  issuer: Certificate,
): OcspSingleResponse | null {
  const matching = response.responses.filter((single) => isForCertificate(single, leaf, issuer))
  return matching.find((single) => single.status === 'revoked') ?? matching[0] ?? null
}

function isForCertificate(
  single: OcspSingleResponse,
  leaf: Certificate,
  issuer: Certificate,
): boolean {
  const hash = hashName(single.hashOid)
  if (!hash) return false
  const digest = (data: Uint8Array) => createHash(hash).update(data).digest()
  return (
    hexOf(withoutSign(single.serial)) === leaf.serial &&
    digest(leaf.issuer.raw).equals(single.issuerNameHash) &&
    digest(issuer.keyBits).equals(single.issuerKeyHash)
  )
}

/** Signed by the issuer itself, or by a responder that the issuer certified for this (RFC 6960 4.2.2.2). */
function isSigned(response: OcspResponse, issuer: Certificate, atMs: number): boolean {
  const signedBy = (signer: Certificate) =>
    signer.publicKey !== null &&
    isValidSignature(response.algorithm, signer.publicKey, response.signedBytes, response.signature)
  if (signedBy(issuer)) return true
  return response.certificates.some((der) => {
    const responder = readCertificate(der)
    return (
      responder !== null &&
      responder.extendedKeyUsages?.includes(ocspSigning) === true &&
      responder.notBeforeMs <= atMs + CLOCK_SKEW_MS &&
      atMs <= responder.notAfterMs &&
      hasIssued(issuer, responder) &&
      signedBy(responder)
    )
  })
}

/**
 * Whether a response is current. Without nextUpdate, newer information is always available (RFC 6960 4.2.2.1), so a
 * stored response proves nothing.
 */
function isCurrent(single: OcspSingleResponse, atMs: number): boolean {
  if (single.nextUpdateMs === null || single.thisUpdateMs > atMs + CLOCK_SKEW_MS) return false
  return atMs <= single.nextUpdateMs + CLOCK_SKEW_MS
}
