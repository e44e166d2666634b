import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { rfc3339 } from '#runtime/clock.ts'

const timestamp = z.iso.datetime({ precision: 3 })
/** 32 bytes in base64url. */
const bytes32 = z.string().regex(/^[\w-]{43}$/)

const ringKey = z.strictObject({
  kid: z.string().regex(/^[\w-]{1,64}$/),
  created_at: timestamp,
  retired_at: timestamp.nullable(),
  /** RFC 8037; `d` is deleted when the key is retired. */
  jwk: z.strictObject({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: bytes32,
    d: bytes32.optional(),
  }),
})
export type RingKey = Readonly<z.infer<typeof ringKey>>

/** The content of the key file: one key that signs, and the retired ones whose reports may still be verified. */
export const keyRing = z
  .strictObject({ version: z.literal(1), keys: z.array(ringKey).min(1) })
  .refine(({ keys }) => keys.filter(canSign).length === 1, 'one key must be able to sign')
export type KeyRing = Readonly<z.infer<typeof keyRing>>

/** How long a retired key is published: the age at which its last report stops being verifiable. */
const PUBLICATION_MS = 90 * 86_400_000
/** A call that began before the rotation may sign after it; a call takes seconds. */
const LAST_REPORT_MS = 3_600_000

/** A ring with one new key. `now`: milliseconds since the epoch. */
export function createKeyRing(now: number): KeyRing {
  return { version: 1, keys: [createKey(now)] }
}

/** A ring with a new key. The former one can no longer sign; with `revoke` it is no longer published either. */
export function rotateRing(ring: KeyRing, now: number, { revoke }: { revoke: boolean }): KeyRing {
  const retired = revoke ? [] : [retire(signingKeyOf(ring), now)]
  const earlier = ring.keys.filter((key) => !canSign(key) && isPublished(key, now))
  let created = createKey(now)
  while (ring.keys.some(({ kid }) => kid === created.kid)) created = createKey(now)
  return { version: 1, keys: [created, ...retired, ...earlier] }
}

/** The key that signs. */
export function signingKeyOf({ keys }: KeyRing): RingKey {
  const found = keys.find(canSign)
  if (found === undefined) throw new TypeError('A key ring without a key that signs.')
  return found
}

/** The private key as Node signs with it. */
export function privateKeyOf({ jwk: { kty, crv, x, d = '' } }: RingKey): KeyObject {
  return createPrivateKey({ key: { kty, crv, x, d }, format: 'jwk' })
}

/** A public key as `/.well-known/jwks.json` lists it (RFC 7517, RFC 8037). */
export interface PublicKey {
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly kid: string
  readonly use: 'sig'
  readonly alg: 'EdDSA'
}

/** The published keys, the one that signs first. */
export function publicKeysOf({ keys }: KeyRing, now: number): readonly PublicKey[] {
  return keys.filter((key) => isPublished(key, now)).map(publicKeyOf)
}

/** The published form of a key, without its private half. */
export function publicKeyOf({ kid, jwk: { kty, crv, x } }: RingKey): PublicKey {
  return { kty, crv, x, kid, use: 'sig', alg: 'EdDSA' }
}

/** When a retired key stops being published, epoch milliseconds; null for the key that signs. */
export function publishedUntil({ retired_at }: RingKey): number | null {
  return retired_at === null ? null : Date.parse(retired_at) + LAST_REPORT_MS + PUBLICATION_MS
}

function isPublished(key: RingKey, now: number): boolean {
  const until = publishedUntil(key)
  return until === null || now < until
}

function canSign({ retired_at, jwk }: RingKey): boolean {
  return retired_at === null && jwk.d !== undefined
}

function createKey(now: number): RingKey {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  return {
    kid: thumbprint(x),
    created_at: rfc3339(now),
    retired_at: null,
    jwk: { kty: 'OKP', crv: 'Ed25519', x, d },
  }
}

function retire({ jwk: { d: _deleted, ...jwk }, ...key }: RingKey, now: number): RingKey {
  return { ...key, jwk, retired_at: rfc3339(now) }
}

/** RFC 7638: the page of a report compares the key with its id. */
function thumbprint(x: string): string {
  const members = JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x })
  return createHash('sha256').update(members).digest('base64url')
}
