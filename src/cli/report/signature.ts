import {
  base64url,
  compactVerify,
  createLocalJWKSet,
  errors,
  flattenedVerify,
  type JSONWebKeySet,
} from 'jose'
import { VerbError } from '#cli/context.ts'
import { messageOf } from '#fault.ts'
import { claimsOf, proof, provenReport } from '#report/proof.ts'
import type { Verification } from '#report/verification.ts'
import type { Members } from './saved-report.ts'

/** The published keys of a service. */
export interface Keys {
  readonly set: JSONWebKeySet
  /** The file or URL from which the keys were read. */
  readonly place: string
}

const algorithms = ['EdDSA']

/** Verifies the signature of a report. `keys`: null leaves it unchecked. */
export async function verifySignature(report: Members, keys: Keys | null): Promise<Verification> {
  const says = signatureIs
  if (report['proof'] === undefined) {
    return says(
      'unchecked',
      'the report has no proof: it was not sold, or its service does not sign',
    )
  }
  const claimed = provenReport.extend({ proof }).safeParse(report)
  if (!claimed.success) return says('wrong', 'the report lacks members that its proof is about')
  if (keys === null) {
    return says('unchecked', 'name the keys of the service with --jwks FILE or URL')
  }
  const { proof: given } = claimed.data
  const [head = '', payload, mark = '', ...rest] = given.jws.split('.')
  if (payload !== '' || rest.length > 0 || !isExact(head) || !isExact(mark)) {
    return says('wrong', 'proof.jws is not a compact JWS with a detached payload')
  }
  const claims = base64url.encode(claimsOf(claimed.data, given))
  try {
    const { protectedHeader } = await flattenedVerify(
      { protected: head, payload: claims, signature: mark },
      createLocalJWKSet(keys.set),
      { algorithms },
    )
    return says('proven', `by key ${String(protectedHeader?.kid)} of ${keys.place}`)
  } catch (cause) {
    refuseUnusable(keys, cause)
    return cause instanceof errors.JWKSNoMatchingKey
      ? says('wrong', `not made by any key of ${keys.place}: ${otherKey}`)
      : says('wrong', 'the signature is not over this report')
  }
}

function signatureIs(outcome: Verification['outcome'], detail: string): Verification {
  return { what: 'signature', outcome, detail }
}

const otherKey = 'its key is that of another service, or was retired more than 90 days ago'

/** Verifies a compact JWS: returns its payload, or why no key of the set has signed it. `nameOf`: the `kid` that names a key. */
export async function payloadOf(
  jws: string,
  keys: Keys,
  nameOf: (key: JSONWebKeySet['keys'][number]) => string,
): Promise<
  | { readonly ok: true; readonly payload: string; readonly kid: string }
  | { readonly ok: false; readonly why: string }
> {
  if (!jws.split('.').every(isExact)) return { ok: false, why: 'it is not a compact JWS' }
  try {
    const { payload, protectedHeader } = await compactVerify(
      jws,
      ({ kid }) => {
        const named = keys.set.keys.filter((key) => nameOf(key) === kid)
        return createLocalJWKSet({ keys: named })({ alg: 'EdDSA' })
      },
      { algorithms },
    )
    const text = new TextDecoder().decode(payload)
    return { ok: true, payload: text, kid: String(protectedHeader.kid) }
  } catch (cause) {
    refuseUnusable(keys, cause)
    return cause instanceof errors.JWKSNoMatchingKey
      ? { ok: false, why: `it is not signed by any key of ${keys.place}: ${otherKey}` }
      : { ok: false, why: 'its signature is not over it' }
  }
}

/** Throws a `VerbError` if the error is in the keys and not in the signed data: it then proves nothing about the signature. */
function refuseUnusable({ place }: Keys, cause: unknown): void {
  const isOfKeys = errorsOfKeys.some((kind) => cause instanceof kind)
  if (cause instanceof errors.JOSEError && !isOfKeys) return
  throw new VerbError(`the JWK set ${place} has an unusable key: ${messageOf(cause)}`, { cause })
}

const errorsOfKeys = [errors.JWKInvalid, errors.JWKSInvalid, errors.JWKSMultipleMatchingKeys]

/** Whether text is canonical base64url: its last digit may have bits that no byte uses, and only one spelling is accepted. */
function isExact(text: string): boolean {
  try {
    return base64url.encode(base64url.decode(text)) === text
  } catch {
    return false // The text has characters outside the alphabet.
  }
}
