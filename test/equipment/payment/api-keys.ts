import { generateKeyPairSync, type KeyObject } from 'node:crypto'

/** An API key as a hosted facilitator issues it, with the public key that the facilitator keeps. */
export interface ApiKey {
  readonly id: string
  /** The form that the operator pastes into a setting. */
  readonly secret: string
  readonly publicKey: KeyObject
}

/** `secret`: base64 of seed and public key; `seed`: of the seed alone. */
export function ed25519ApiKey(id = '6f2b1c9e-52f4-4ad1-9d0c-6f0f5f0c2a11') {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
  const seed = Buffer.from(d, 'base64url')
  return {
    id,
    secret: Buffer.concat([seed, Buffer.from(x, 'base64url')]).toString('base64'),
    seed: seed.toString('base64'),
    publicKey,
  } satisfies ApiKey & { seed: string }
}

/** `secret`: SEC1 in PEM; `pkcs8`: the same key as PKCS 8. */
export function p256ApiKey(id = 'organizations/9f1c/apiKeys/77aa') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    id,
    secret: privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
    pkcs8: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey,
  } satisfies ApiKey & { pkcs8: string }
}
