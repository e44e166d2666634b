import type { Clock } from '#runtime/clock.ts'
import { base64Url, hexOf } from '#runtime/encoding.ts'
import type { Random } from '#runtime/random.ts'
import type { NamedKey } from '#runtime/signing-key.ts'

/** Tokens for a facilitator that identifies its clients by a key. */
export interface RequestTokens {
  /** Returns a fresh token for one request, bound to its method, host and path. No two tokens are equal. */
  tokenFor(method: 'GET' | 'POST', url: string): string
}

// The longest validity that the hosted facilitator accepts. A token is made when it is sent, so the whole validity
// allows for clock skew.
const VALIDITY_S = 120
// Only a token that leaks within its validity could be replayed, and the facilitator accepts each nonce once.
const NONCE_BYTES = 16

/**
 * Makes tokens as the hosted facilitator of Coinbase expects them: the compact JWS (RFC 7515 7.1) of a JWT (RFC 7519).
 * `kid` and `sub` are the key's id, `uris` names the one request, and `aud` is the value that the provider's own clients
 * send.
 */
export function createRequestTokens(
  key: NamedKey,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): RequestTokens {
  return {
    tokenFor: (method, url) => {
      const { host, pathname } = new URL(url)
      const iat = Math.floor(clock.now() / 1000)
      const nonce = hexOf(random.bytes(NONCE_BYTES))
      const header = { alg: key.signing.alg, kid: key.id, typ: 'JWT', nonce }
      const claims = {
        sub: key.id,
        iss: 'cdp',
        aud: ['cdp_service'],
        uris: [`${method} ${host}${pathname}`],
        iat,
        nbf: iat,
        exp: iat + VALIDITY_S,
      }
      const signingInput = `${base64Url(JSON.stringify(header))}.${base64Url(JSON.stringify(claims))}`
      return `${signingInput}.${base64Url(key.signing.sign(new TextEncoder().encode(signingInput)))}`
    },
  }
}
