import { z } from 'zod'

/** A public key of the service (RFC 8037), as `/.well-known/jwks.json` lists it. */
export interface PublicJwk {
  readonly kty: string
  readonly crv: string
  readonly x: string
  readonly kid: string
}

const publicJwk = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
})

/** The keys of a JWK set that may have signed a report; empty for JSON of another shape. */
export function readPublicKeys(keySet: unknown): readonly PublicJwk[] {
  const { data } = z.object({ keys: z.array(z.unknown()) }).safeParse(keySet)
  return (data?.keys ?? []).flatMap((key) => publicJwk.safeParse(key).data ?? [])
}
