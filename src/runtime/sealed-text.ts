import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { base64Url } from './encoding.ts'
import type { Random } from './random.ts'

/** The inputs from which a key is derived. Both the secret and the salt are needed, and the sealed text reveals neither. */
export interface SealSecret {
  readonly secret: string
  readonly salt: Uint8Array
  /** Separates the keys that are derived from one secret. */
  readonly purpose: string
}

/**
 * Encrypts text so that only the holder of the secret can read it: AES-256-GCM under a key derived by HKDF-SHA-256 (RFC
 * 5869). Written as `sealed1.<nonce>.<tag>.<ciphertext>`, in URL-safe and standard base64.
 */
export function sealText(text: string, secret: SealSecret, random: Random): string {
  const nonce = random.bytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyOf(secret), nonce)
  const body = cipher.update(text, 'utf8', 'base64') + cipher.final('base64')
  return `${PREFIX}${base64Url(nonce)}.${base64Url(cipher.getAuthTag())}.${body}`
}

/** Returns the text, byte for byte; null for a wrong secret, for damaged text, and for text that was never sealed. */
export function unseal(sealed: string, secret: SealSecret): string | null {
  const [, nonce = '', tag = ''] = HEAD.exec(sealed) ?? []
  const body = sealed.slice(HEAD_CHARS)
  if (tag === '' || body === '' || NOT_BASE64.test(body)) return null
  try {
    const decipher = createDecipheriv(ALGORITHM, keyOf(secret), bytesOf(nonce))
    decipher.setAuthTag(bytesOf(tag))
    return decipher.update(body, 'base64', 'utf8') + decipher.final('utf8')
  } catch {
    // The tag does not match: the library gives no other reason.
    return null
  }
}

/** Whether a text is sealed. */
export function isSealed(text: string): boolean {
  return text.startsWith(PREFIX)
}

const PREFIX = 'sealed1.'
const ALGORITHM = 'aes-256-gcm'
// The nonce size that GCM uses directly (NIST SP 800-38D 5.2.1.1). A key seals one text, so a nonce can't repeat.
const NONCE_BYTES = 12
// A nonce of 12 bytes and a tag of 16: a shorter tag would be weaker.
const HEAD = /^sealed1\.([\w-]{16})\.([\w-]{22})\./
const HEAD_CHARS = PREFIX.length + 16 + 1 + 22 + 1
// The body may be megabytes long: a pattern for all of it would overflow the stack of the regular expression engine.
const NOT_BASE64 = /[^A-Za-z0-9+/=]/

function keyOf({ secret, salt, purpose }: SealSecret): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, salt, purpose, 32))
}

function bytesOf(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (char) => char.charCodeAt(0))
}
