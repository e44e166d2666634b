import { createPublicKey, type KeyObject } from 'node:crypto'
import { base64url, CompactSign } from 'jose'
import { didOf } from '#discovery/well-known.ts'
import type { X402Signer } from '#payment/x402/offer-receipt.ts'
import { canonical } from '#report/proof.ts'
import type { Log } from '#runtime/log.ts'
import type { SigningKeys } from '#store/keys/signing-keys.ts'

/** Signs offers and receipts with the key that signs reports. */
export function x402Signer(options: {
  readonly keys: SigningKeys
  readonly baseUrl: string
  readonly log: Log
}): X402Signer {
  const { keys, baseUrl, log } = options
  const did = didOf(baseUrl)
  return {
    sign: async (payload) => {
      try {
        const { kid, key } = keys.current()
        return await new CompactSign(new TextEncoder().encode(canonical(payload)))
          .setProtectedHeader({
            alg: 'EdDSA',
            kid: did === null ? didJwk(key) : `${did}#${kid}`,
          })
          .sign(key)
      } catch (error) {
        // A quote is valid without, and a settled payment gets its report.
        log.error('x402_not_signed', { error })
        return null
      }
    },
  }
}

/** did:jwk: contains the key, for a base URL that did:web cannot name. A verifier compares it with the published keys. */
function didJwk(key: KeyObject): string {
  const { kty, crv, x } = createPublicKey(key).export({ format: 'jwk' })
  return `did:jwk:${base64url.encode(JSON.stringify({ kty, crv, x }))}#0`
}
