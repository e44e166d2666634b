import { createHash } from 'node:crypto'
import { hexOf } from '#runtime/encoding.ts'
import { type Certificate, readCertificate, withoutSign } from './certificate.ts'
import { type OcspResponse, type OcspSingleResponse, readOcspResponse } from './ocsp-response.ts'
import { issues } from './path.ts'
import { hashName, signatureHolds } from './signature-algorithm.ts'

/** What a stapled OCSP response is worth. */
export interface StapleVerdict {
  /** `invalid`: unreadable, for another certificate, or not signed by who may say so. */
  readonly status: 'good' | 'revoked' | 'unknown' | 'invalid'
  /** Signature, responder and dates hold. */
  readonly verified: boolean
  readonly producedAtMs: number | null
  readonly revokedAtMs: number | null
  readonly scts: number
}

const ocspSigning = '1.3.6.1.5.5.7.3.9'
// Clocks of responders and ours differ; the same tolerance as for notBefore of a certificate.
const clockSkewMs = 300_000

const invalid: StapleVerdict = {
  status: 'invalid',
  verified: false,
  producedAtMs: null,
  revokedAtMs: null,
  scts: 0,
}

/** Judges a staple by RFC 6960 3.2. `issuer` is null when the chain does not show it: then nothing can be verified. */
export function judgeStaple(
  der: Uint8Array,
  leaf: Certificate,
  issuer: Certificate | null,
  atMs: number,
): StapleVerdict {
  const response = readOcspResponse(der)
  if (!response || !issuer) return invalid
  const answer = answerFor(response, leaf, issuer)
  if (!answer || !isSigned(response, issuer, atMs)) return invalid
  return {
    status: answer.status,
    verified: isCurrent(answer, atMs),
    producedAtMs: response.producedAtMs,
    revokedAtMs: answer.revokedAtMs,
    scts: answer.scts,
  }
}

/** Of several answers for one certificate the bad one counts. */
function answerFor(
  response: OcspResponse,
  leaf: Certificate,
  issuer: Certificate,
): OcspSingleResponse | null {
  const mine = response.answers.filter((answer) => isAbout(answer, leaf, issuer))
  return mine.find((answer) => answer.status === 'revoked') ?? mine[0] ?? null
}

function isAbout(answer: OcspSingleResponse, leaf: Certificate, issuer: Certificate): boolean {
  const hash = hashName(answer.hashOid)
  if (!hash) return false
  const digest = (data: Uint8Array) => createHash(hash).update(data).digest()
  return (
    hexOf(withoutSign(answer.serial)) === leaf.serial &&
    digest(leaf.issuer.raw).equals(answer.issuerNameHash) &&
    digest(issuer.keyBits).equals(answer.issuerKeyHash)
  )
}

/** By the issuer itself, or by a responder that the issuer certified for this (RFC 6960 4.2.2.2). */
function isSigned(response: OcspResponse, issuer: Certificate, atMs: number): boolean {
  const signedBy = (signer: Certificate) =>
    signer.publicKey !== null &&
    signatureHolds(response.algorithm, signer.publicKey, response.signedBytes, response.signature)
  if (signedBy(issuer)) return true
  return response.certificates.some((der) => {
    const responder = readCertificate(der)
    return (
      responder !== null &&
      responder.extendedKeyUsages?.includes(ocspSigning) === true &&
      responder.notBeforeMs <= atMs + clockSkewMs &&
      atMs <= responder.notAfterMs &&
      issues(issuer, responder) &&
      signedBy(responder)
    )
  })
}

/** Without nextUpdate newer information is available all the time (RFC 6960 4.2.2.1): a stored one proves nothing. */
function isCurrent(answer: OcspSingleResponse, atMs: number): boolean {
  if (answer.nextUpdateMs === null || answer.thisUpdateMs > atMs + clockSkewMs) return false
  return atMs <= answer.nextUpdateMs + clockSkewMs
}
