import { compactVerify, createLocalJWKSet, decodeProtectedHeader } from 'jose'
import { z } from 'zod'
import type { X402Evidence } from '#evidence/x402/x402.ts'
import { parseJson } from '#payment/json-text.ts'
import type { Target } from '#target/target.ts'
import { canonical, listOf, type Members, membersOf } from './quote.ts'

/** An attacker decides how many there are; a quote has one for each offer. */
const MAX_SIGNED = 4

type Signature = NonNullable<X402Evidence['signed_offers']>['signature']

/**
 * The signed offers of a quote (extension offer-receipt). A JWS is checked with the key that its `kid` names in the DID document of
 * this origin; any other signature stays unchecked. Valid: each is signed, and says what its offer says. Null without one.
 */
export async function signedOffersOf(
  quote: Members,
  target: Target,
  getJson: (path: string) => Promise<unknown>,
): Promise<X402Evidence['signed_offers']> {
  const extension = membersOf(membersOf(quote['extensions'])?.['offer-receipt'])
  const signed = listOf(membersOf(extension?.['info'])?.['offers'])
  if (signed.length === 0) return null
  const keys = await keysOf(target, getJson)
  const checked = await Promise.all(
    signed.slice(0, MAX_SIGNED).map((one) => check(membersOf(one) ?? {}, quote, keys)),
  )
  return { signed: signed.length, signature: worst(checked, signed.length) }
}

function worst(checked: readonly Signature[], total: number): Signature {
  if (checked.includes('wrong')) return 'wrong'
  return checked.includes('unchecked') || checked.length < total ? 'unchecked' : 'valid'
}

const didDocument = z.object({
  id: z.string(),
  verificationMethod: z
    .array(z.object({ id: z.string(), publicKeyJwk: z.looseObject({ kty: z.string() }) }))
    .max(20),
})
type Keys = z.infer<typeof didDocument>

/** The DID document of the origin (did:web); null if it has none of its own. */
async function keysOf(
  target: Target,
  getJson: (path: string) => Promise<unknown>,
): Promise<Keys | null> {
  const { data } = didDocument.safeParse(await getJson('/.well-known/did.json'))
  const { host } = new URL(target.href)
  return data?.id === `did:web:${encodeURIComponent(host)}` ? data : null
}

async function check(one: Members, quote: Members, keys: Keys | null): Promise<Signature> {
  const { format, signature, acceptIndex } = one
  if (format !== 'jws' || typeof signature !== 'string' || keys === null) return 'unchecked'
  const kid = kidOf(signature)
  const method = keys.verificationMethod.find(
    ({ id }) => id === kid || (id.startsWith('#') && `${keys.id}${id}` === kid),
  )
  if (method === undefined) return 'unchecked'
  try {
    const keySet = createLocalJWKSet({ keys: [method.publicKeyJwk] })
    const { payload } = await compactVerify(signature, ({ alg }) => keySet({ alg }), {
      algorithms: ['EdDSA', 'ES256'],
    })
    const said = membersOf(parseJson(new TextDecoder().decode(payload))) ?? {}
    return isSameOffer(said, quote, Number(acceptIndex ?? 0)) ? 'valid' : 'wrong'
  } catch {
    return 'wrong' // Not made by the key that it names, or over something else.
  }
}

function kidOf(jws: string): string | undefined {
  try {
    return decodeProtectedHeader(jws).kid
  } catch {
    return undefined // Not a JWS: it names no key.
  }
}

const names = ['scheme', 'network', 'asset', 'payTo', 'amount'] as const

function isSameOffer(said: Members, quote: Members, index: number): boolean {
  const offer = membersOf(listOf(quote['accepts'])[index]) ?? {}
  const resource = membersOf(quote['resource'])?.['url']
  const isSame = names.every((name) => canonical(said[name]) === canonical(offer[name]))
  return isSame && said['resourceUrl'] === resource
}
