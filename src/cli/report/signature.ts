import {
  base64url,
  compactVerify,
  createLocalJWKSet,
  errors,
  flattenedVerify,
  type JSONWebKeySet,
} from 'jose'
import { z } from 'zod'
import { VerbError } from '#cli/context.ts'
import { messageOf } from '#fault.ts'
import { parseJson } from '#payment/json-text.ts'
import { claimsOf } from '#report/claims.ts'
import { proof, provenReport } from '#report/proof.ts'
import type { Verification } from '#report/verification.ts'
import type { ReportMembers } from './saved-report.ts'

/** The published keys of a service. */
export interface NamedKeySet {
  readonly set: JSONWebKeySet
  /** The file or URL from which the keys were read. */
  readonly source: string
}

const algorithms = ['EdDSA']

/** Verifies the signature of a report. `keys`: null leaves it unchecked. */
export async function verifySignature(
  report: ReportMembers,
  keys: NamedKeySet | null,
): Promise<Verification> {
  const result = signatureResult
  if (report['proof'] === undefined) {
    return result(
      'unchecked',
      'the report has no proof: it was not sold, or its service does not sign',
    )
  }
  const parsed = provenReport.extend({ proof }).safeParse(report)
  if (!parsed.success) return result('wrong', 'the report lacks members that its proof is about')
  if (keys === null) {
    return result('unchecked', 'name the keys of the service with --jwks FILE or URL')
  }
  const { proof: reportProof } = parsed.data
  const [header = '', payload, signature = '', ...others] = reportProof.jws.split('.')
  if (
    payload !== '' ||
    others.length > 0 ||
    !isCanonicalBase64url(header) ||
    !isCanonicalBase64url(signature)
  ) {
    return result('wrong', 'proof.jws is not a compact JWS with a detached payload')
  }
  // Without a kid every key would match, and the error would be that of the set.
  if (
    !headerWithKid.safeParse(parseJson(new TextDecoder().decode(base64url.decode(header)))).success
  )
    return result('wrong', 'proof.jws does not name its key')
  const claims = base64url.encode(claimsOf(parsed.data, reportProof))
  try {
    const { protectedHeader } = await flattenedVerify(
      { protected: header, payload: claims, signature },
      createLocalJWKSet(keys.set),
      { algorithms },
    )
    return result('proven', `by key ${String(protectedHeader?.kid)} of ${keys.source}`)
  } catch (cause) {
    throwIfKeyError(keys, cause)
    return cause instanceof errors.JWKSNoMatchingKey
      ? result('wrong', `not made by any key of ${keys.source}: ${otherKeyText}`)
      : result('wrong', 'the signature is not over this report')
  }
}

const headerWithKid = z.object({ kid: z.string() })

function signatureResult(outcome: Verification['outcome'], detail: string): Verification {
  return { what: 'signature', outcome, detail }
}

const otherKeyText = 'its key is that of another service, or was retired more than 90 days ago'

/** Verifies a compact JWS: returns its payload, or why no key of the set has signed it. `kidOf`: the `kid` that names a key. */
export async function verifyCompactJws(
  jws: string,
  keys: NamedKeySet,
  kidOf: (key: JSONWebKeySet['keys'][number]) => string,
): Promise<
  | { readonly ok: true; readonly payload: string; readonly kid: string }
  | { readonly ok: false; readonly reason: string }
> {
  if (!jws.split('.').every(isCanonicalBase64url))
    return { ok: false, reason: 'it is not a compact JWS' }
  try {
    const { payload, protectedHeader } = await compactVerify(
      jws,
      ({ kid }) => {
        const matching = keys.set.keys.filter((key) => kidOf(key) === kid)
        return createLocalJWKSet({ keys: matching })({ alg: 'EdDSA' })
      },
      { algorithms },
    )
    const text = new TextDecoder().decode(payload)
    return { ok: true, payload: text, kid: String(protectedHeader.kid) }
  } catch (cause) {
    throwIfKeyError(keys, cause)
    return cause instanceof errors.JWKSNoMatchingKey
      ? { ok: false, reason: `it is not signed by any key of ${keys.source}: ${otherKeyText}` }
      : { ok: false, reason: 'its signature is not over it' }
  }
}

/** Throws a `VerbError` if the error is in the keys and not in the signed data: it then proves nothing about the signature. */
function throwIfKeyError({ source }: NamedKeySet, cause: unknown): void {
  const isKeyError = keyErrors.some((kind) => cause instanceof kind)
  if (cause instanceof errors.JOSEError && !isKeyError) return
  throw new VerbError(`the JWK set ${source} has an unusable key: ${messageOf(cause)}`, { cause })
}

const keyErrors = [errors.JWKInvalid, errors.JWKSInvalid, errors.JWKSMultipleMatchingKeys]

/** Whether text is canonical base64url: its last digit may have bits that no byte uses, and only one spelling is accepted. */
function isCanonicalBase64url(text: string): boolean {
  try {
    return base64url.encode(base64url.decode(text)) === text
  } catch {
    return false // The text has characters outside the alphabet.
  }
}
